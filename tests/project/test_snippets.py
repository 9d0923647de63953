"""Every snippet of the README and the docs runs, in the order in which a reader meets it.

One namespace and one empty folder per page: a page may build on what it showed before, never on
another page. What a snippet prints is not compared, except in `pycon` blocks, which are doctests.
Blocks that a page marks as parts of a file are put into that file, one after the other.
"""

import doctest
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.project.markdown import Block, blocks, commands

ROOT = Path(__file__).parents[2]
LANGUAGES = ("python", "pycon", "console")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# They relax a board, train an agent, or play hundreds of games.
SLOW = {
    "docs/bots.md",
    "docs/environments.md",
    "docs/guides/network-to-ladder.md",
    "docs/guides/own-board.md",
    "docs/lab.md",
    "docs/reference/data.md",
    "docs/tutorial/first-bot.md",
    "docs/tutorial/first-training.md",
}


def runnable(page: Path) -> list[Block]:
    if not page.exists():
        return []
    found = (b for b in blocks(page.read_text()) if b.language in LANGUAGES or b.file)
    return [block for block in found if block.not_run is None]


def write_part(block: Block, file: str) -> None:
    with Path(file).open("a", encoding="utf-8") as whole:
        whole.write(block.text)


def run_python(block: Block, page: Path, names: dict[str, Any]) -> None:
    # Empty lines before the text make a traceback point at the page's own line.
    text = "\n" * (block.line - 1) + block.text
    exec(compile(text, str(page), "exec", dont_inherit=True), names)


def run_session(block: Block, page: Path, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, page.name, str(page), block.line - 1)
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def run_console(block: Block, page: Path) -> None:
    for line, command in commands(block, "whistlestop"):
        _, *arguments = shlex.split(command)
        done = subprocess.run(
            [str(Path(sys.executable).with_name("whistlestop")), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        told = f"{page.name}:{line}: {command}\n{done.stdout}{done.stderr}"
        assert done.returncode == 0, told


def shown(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=shown(page), marks=[pytest.mark.slow] * (shown(page) in SLOW))
        for page in PAGES
        if runnable(page)
    ],
)
def test_the_snippets_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))  # not the developer's own
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in runnable(page):
        if block.file:
            write_part(block, block.file)
        elif block.language == "console":
            run_console(block, page)
        elif block.language == "pycon":
            run_session(block, page, names)
        else:
            run_python(block, page, names)


def test_the_readme_shows_the_library_and_the_command_line() -> None:
    assert {block.language for block in runnable(ROOT / "README.md")} >= {"python", "console"}


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_a_block_that_is_not_run_says_why(page: Path) -> None:
    left_out = [block for block in blocks(page.read_text()) if block.not_run is not None]
    assert [block.line for block in left_out if not block.not_run] == []


def test_a_snippet_that_raises_fails_at_its_own_line() -> None:
    block = Block("python", 3, "x = 1\nraise RuntimeError('here')\n", None)
    with pytest.raises(RuntimeError, match="here") as raised:
        run_python(block, Path("page.md"), {})
    assert raised.traceback[-1].lineno + 1 == 4


def test_a_session_that_prints_something_else_fails() -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_session(Block("pycon", 1, ">>> 1 + 1\n3\n", None), Path("page.md"), {})


def test_a_command_that_fails_is_reported_with_its_line() -> None:
    block = Block("console", 7, "$ whistlestop no-such-command\n", None)
    with pytest.raises(AssertionError, match=r"page\.md:7: whistlestop no-such-command"):
        run_console(block, Path("page.md"))
