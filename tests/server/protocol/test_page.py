"""The client keeps to the strict policy it is served with, and never takes text for markup."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from whistlestop.server.http.pages import PAGES

WEB = Path(__file__).parents[3] / "web"
HTML = (WEB / "index.html").read_text(encoding="utf-8")
SOURCES = sorted(
    path
    for path in (*WEB.glob("src/**/*"), *WEB.glob("public/*"))
    if path.suffix in (".ts", ".svelte", ".css", ".js", ".svg") and ".test." not in path.name
)


def test_the_html_has_no_inline_script_or_style() -> None:
    assert re.findall(r"<script(?![^>]*\ssrc=)", HTML) == []
    assert "<style" not in HTML
    assert re.findall(r"\s(?:on\w+|style)=", HTML) == []


def test_there_are_sources_to_look_at() -> None:
    assert len(SOURCES) > 50


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_source_makes_markup_or_code_of_text_or_asks_elsewhere(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    making = r"{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    assert re.findall(making, text) == []
    assert set(re.findall(r"https?://[\w.]+", text)) <= {"http://www.w3.org"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(WEB)))
def test_no_source_takes_the_root_of_the_host_for_the_server(source: Path) -> None:
    """A server may live below a path, so every address is made by `at` of `base.ts`."""
    text = source.read_text(encoding="utf-8")
    assert re.findall(r"<(?:a|img)\b[^>]*?\b(?:href|src)=[\"']/[^\"']*", text) == []
    assert re.findall(r"(?:fetch|WebSocket|register|openWindow)\([\"'`]/[^\"'`]*", text) == []
    assert re.findall(r"location\.(?:host|origin)\}/", text) == []


def test_the_app_lies_beside_its_files_wherever_these_are() -> None:
    manifest = json.loads((WEB / "public" / "app.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"]) == ("../", "../")
    # Without one, its address is its id: two servers of one host are two apps.
    assert "id" not in manifest


def test_every_file_that_the_page_names_is_there() -> None:
    manifest = json.loads((WEB / "public" / "app.webmanifest").read_text(encoding="utf-8"))
    named = re.findall(r'href="/([\w.-]+)"', HTML) + [icon["src"] for icon in manifest["icons"]]
    assert "icon.svg" in named
    assert [name for name in named if not (WEB / "public" / name).is_file()] == []


def test_the_worker_never_keeps_what_the_server_says_about_games() -> None:
    worker = (WEB / "public" / "worker.js").read_text(encoding="utf-8")
    kept = re.findall(r'startsWith\("([^"]+)"\)', worker)
    assert kept == ["page/assets/", "text/html"]
    found = re.search(r"^const PAGES = /(.+)/;$", worker, re.M)
    assert found is not None
    pages = re.compile(found[1].replace(r"\/", "/"))
    for path in PAGES:
        example = re.sub(r"\{ply[^/]*$", "12", path).format(id="abc", puzzle="usa-2-3")
        assert pages.match(example.removeprefix("/")), path
    for path in ("api/me", "api/tables/abc/record.wst", "metrics", "games/", "games/trains/t/x"):
        assert not pages.match(path), path
