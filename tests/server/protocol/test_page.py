"""The page keeps to the strict policy it is served with, and never takes text for markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import whistlestop

PAGE = Path(whistlestop.__file__).parent / "server" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))


def test_the_html_has_no_inline_script_or_style() -> None:
    html = (PAGE / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\ssrc=)", html) == []
    assert "<style" not in html
    assert re.findall(r"\s(?:on\w+|style)=", html) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_makes_markup_or_code_of_text(script: Path) -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    assert re.findall(forbidden, script.read_text()) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_import_is_a_file_of_the_page(script: Path) -> None:
    for name in re.findall(r'from "\./(.+?)"', script.read_text()):
        assert (PAGE / name).is_file(), name


def test_the_page_asks_nobody_but_its_own_server() -> None:
    for path in PAGE.iterdir():
        elsewhere = set(re.findall(r"https?://[\w.]+", path.read_text()))
        assert elsewhere <= {"http://www.w3.org"}, path.name


def test_every_file_that_the_html_names_is_there() -> None:
    for name in re.findall(r'"/page/([\w.]+)"', (PAGE / "index.html").read_text()):
        assert (PAGE / name).is_file(), name
