"""What a guide says about the code is there: every file it names, and every name it gives for one.

A list item that begins with a path in backticks is about that file; each single word in backticks
after it is a name in that file. Python must define it or reach for it as an attribute; in any other
file it must occur as a word.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "new-rule.md"
WALK = ROOT / "docs" / "explanation" / "architecture.md"
ITEM = re.compile(r"^- `([^`]+)`:(.*(?:\n  .*)*)", re.MULTILINE)
# In the walk of one move: a file below the folder of its section, and perhaps a name in it.
SECTION = re.compile(
    r"^\*\*[^*]+\*\* \(`([^`]+)`\)\n(.*?)(?=^\*\*[^*\n]+\*\* \(|^## )", re.MULTILINE | re.DOTALL
)
STEP = re.compile(r"`([\w/.]+/[\w.]+\.(?:py|ts))`(?:\s+`([\w.]+)`)?")
QUOTED = re.compile(r"`([^`\s]+)`")
NAME = re.compile(r"[A-Za-z_]\w*")


def paths(page: str) -> list[str]:
    """Everything in backticks that looks like a path of the repository."""
    return sorted({text for text in QUOTED.findall(page) if "/" in text or text.endswith(".md")})


def names(page: str) -> dict[str, list[str]]:
    """The names that a page gives for each file of its lists."""
    return {
        path: [word for word in QUOTED.findall(says) if NAME.fullmatch(word)]
        for path, says in ITEM.findall(page)
    }


def lacking(path: Path, wanted: list[str]) -> list[str]:
    """The names that a file does not have."""
    text = path.read_text("utf-8")
    known = defined(text) if path.suffix == ".py" else set(NAME.findall(text))
    return [name for name in wanted if name not in known]


def defined(text: str) -> set[str]:
    """The functions, classes and variables that Python source defines, and attributes it uses."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.AsyncFunctionDef(name=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.keyword(arg=str(name)):
                found.add(name)
    return found


@pytest.mark.parametrize("path", paths(GUIDE.read_text("utf-8")))
def test_every_path_in_the_guide_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("path", "wanted"), names(GUIDE.read_text("utf-8")).items())
def test_every_name_in_the_guide_is_in_its_file(path: str, wanted: list[str]) -> None:
    assert (ROOT / path).is_file(), f"{path} is no file"
    assert lacking(ROOT / path, wanted) == []


def test_the_guide_names_most_rooms() -> None:
    rooms = {"/".join(path.split("/")[:3]) for path in names(GUIDE.read_text("utf-8"))}
    assert len(rooms) > 15


def steps(page: str) -> list[tuple[str, str]]:
    """The files that the walk of a move goes through, each with the name it gives, if any."""
    return [
        (f"{folder}/{file}", name.rpartition(".")[2])
        for folder, text in SECTION.findall(page)
        for file, name in STEP.findall(text)
    ]


@pytest.mark.parametrize(("path", "name"), steps(WALK.read_text("utf-8")))
def test_one_move_walks_through_code_that_is_there(path: str, name: str) -> None:
    assert lacking(ROOT / path, [name] if name else []) == []


def test_the_walk_of_a_move_goes_from_the_browser_through_the_engine_to_the_store() -> None:
    walked = " ".join(path for path, _ in steps(WALK.read_text("utf-8")))
    assert all(room in walked for room in ("web/src", "sockets", "engine/phases", "store", "pool"))


def test_a_path_or_name_that_is_gone_is_found(tmp_path: Path) -> None:
    page = "- `a/b.py`: has `One`,\n  `two` and `whistlestop rules`.\n- `c.md`: the `word`.\n"
    assert paths(page) == ["a/b.py", "c.md"]
    assert names(page) == {"a/b.py": ["One", "two"], "c.md": ["word"]}
    (tmp_path / "b.py").write_text(
        "class One:\n    def __init__(self):\n        self.two = three\n"
    )
    assert lacking(tmp_path / "b.py", ["One", "two", "three", "four"]) == ["three", "four"]
    (tmp_path / "c.md").write_text("a word.")
    assert lacking(tmp_path / "c.md", ["word", "wor"]) == ["wor"]
