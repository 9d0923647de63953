"""The rooms stay small and explain themselves, and a class name means one thing.

Whoever has a good reason for an exception adds it to `DATA` or `TWINS`, with the reason.
"""

from pathlib import Path

import pytest

from tests.project.source_tree import classes_by_name, files_in, packages_without_paragraph, rooms

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "whistlestop"
TREES = ("src/whistlestop", "web/src", "tests", "benchmarks", "tools")
MOST_FILES = 16

# Folders that nobody reads file by file.
DATA = {
    "src/whistlestop/server/client": "what Vite builds",
    "src/whistlestop/boards/outlines": "one drawing for each board, made by a tool",
    "tests/records/": "recorded games, one folder for each board; the tests beside them count",
}
# Class names used on purpose more than once.
TWINS = {
    "Writer": "both stores append entries, each in its own way",
}


def is_data(folder: str) -> bool:
    """Whether a folder is one of the data folders or lies in one; a slash means only the latter."""
    return any(folder == data or folder.startswith(f"{data.rstrip('/')}/") for data in DATA)


@pytest.mark.parametrize("tree", TREES)
def test_a_folder_holds_no_more_files_than_a_reader_can_look_over(tree: str) -> None:
    counts = {r.relative_to(ROOT).as_posix(): len(files_in(r)) for r in rooms(ROOT / tree)}
    crowded = {room: n for room, n in counts.items() if n > MOST_FILES and not is_data(room)}
    assert crowded == {}


def test_every_package_says_what_lives_there() -> None:
    assert packages_without_paragraph(PACKAGE) == []


def test_a_class_name_is_used_once_in_the_package() -> None:
    twice = {name: at for name, at in classes_by_name(PACKAGE).items() if len(at) > 1}
    assert {name: at for name, at in twice.items() if name not in TWINS} == {}


def test_the_map_of_the_browser_client_names_every_folder() -> None:
    told = (ROOT / "web" / "README.md").read_text(encoding="utf-8")
    folders = {room.relative_to(ROOT / "web").as_posix() for room in rooms(ROOT / "web" / "src")}
    words = {folder for folder in folders if folder.startswith("src/i18n/")}  # a folder a language
    assert {folder for folder in folders - words if f"\n| `{folder}` | " not in told} == set()


def test_a_name_used_twice_and_a_silent_package_are_found(tmp_path: Path) -> None:
    for package, says in (("one", '"""One."""\n'), ("two", "")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(says)
        (tmp_path / package / "module.py").write_text("class Twin: ...\nclass _Own: ...\n")
    assert packages_without_paragraph(tmp_path) == ["two"]
    assert classes_by_name(tmp_path) == {"Twin": ["one/module.py", "two/module.py"]}


def test_files_that_tools_make_are_not_counted(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    for name in ("module.py", "module.cpython-311.so", ".hidden", "page.svelte"):
        (tmp_path / name).touch()
    assert files_in(tmp_path) == ["module.py", "page.svelte"]
    assert list(rooms(tmp_path)) == [tmp_path]
