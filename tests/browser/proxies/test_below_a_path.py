"""Two people play over https at https://play.example/games/trains/, behind a real nginx and a real
Caddy: pages, deep links, files, sockets, invites, cookies and the app are all below that path."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program
from tests.server.running.proxies import (
    BASE,
    NAME,
    Make,
    caddy,
    cutting_nginx,
    free_port,
    make_certificate,
    needs,
    nginx,
    running_program,
)
from tools import chromium

PROXIES = [
    pytest.param(nginx, marks=needs("nginx", "openssl")),
    pytest.param(cutting_nginx, marks=needs("nginx", "openssl")),
    pytest.param(caddy, marks=needs("caddy", "openssl")),
]
COOKIE = "__Host-whistlestop_guest~games~trains"
APP = """async () => {
  const {scope, active} = await navigator.serviceWorker.ready;
  return [scope, active.scriptURL, await caches.keys()];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for which the name leads here, and which takes our certificate."""
    led = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    path = chromium.find()
    assert path, "there is no Chromium: python -m tools.chromium installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *led])
        yield browser
        browser.close()


@dataclass(frozen=True, slots=True)
class Place:
    """A server behind a proxy."""

    address: str
    program: Program
    proxy: subprocess.Popen[bytes]


@pytest.fixture(params=PROXIES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    make: Make = request.param
    https = free_port()
    address = f"https://{NAME}:{https}{BASE}"
    make_certificate(tmp_path)
    with Program(str(tmp_path / "tables.db"), tmp_path) as program:
        # A proxy that cuts the path says which it was; else the operator does.
        told = ("--origin", address.removesuffix(BASE))
        if make is not cutting_nginx:
            told = ("--public-address", address)
        program.options = ("--proxy", *told)
        program.start()
        command = make(tmp_path, https, program.port, BASE)
        with running_program(command, https, tmp_path) as proxy:
            yield Place(address, program, proxy)


def listen(page: Page, asked: list[tuple[int, str]]) -> None:
    """Keep what a page asks for, and how that was answered."""
    page.on("response", lambda answer: asked.append((answer.status, answer.url)))
    page.on("websocket", lambda socket: asked.append((101, socket.url)))


def test_two_people_play_below_a_path(browser: Browser, place: Place) -> None:
    visitors = Visitors(browser, place.address)
    ann, bob = visitors.new("Ann"), visitors.new("Bob")
    asked: list[tuple[int, str]] = []
    for visitor in (ann, bob):
        listen(visitor.page, asked)
    _walk_about(ann, place)
    seats = [{"kind": "me"}, {"kind": "open"}]
    ann.make_table(seats, board="new-york")
    shown = ann.page.locator(".share input").first.input_value()
    assert shown.startswith(f"{place.address}t/")
    assert "#invite=" in shown
    bob.join(shown)
    ann.start()
    bob.table.wait_for()
    _play(ann, bob)
    ann.page.reload()
    ann.table.wait_for()
    assert ann.page.url.startswith(f"{place.address}t/")
    _check_cookies(ann, bob)
    _check_app(ann, place)
    outside = [url for _, url in asked if not urlsplit(url).path.startswith(BASE)]
    assert outside == []
    assert [url for status, url in asked if status >= 400] == []
    assert any(url.startswith("wss://") for _, url in asked)
    _check_without_network(ann, place)
    visitors.leave()


def _play(*visitors: Visitor) -> None:
    """Some turns, whoever has to decide."""
    for _ in range(6):
        deciding: list[Visitor] = []
        while not deciding:
            deciding = [one for one in visitors if one.state().get("decision")]
            visitors[0].page.wait_for_timeout(50)
        deciding[0].decide()


def _walk_about(ann: Visitor, place: Place) -> None:
    """Through the pages by their links, and each of them loaded anew."""
    ann.open("")
    for name in ("My games", "Watch", "Rules", "Play"):
        ann.page.get_by_role("navigation").get_by_role("link", name=name).click()
        ann.page.locator("main h1").first.wait_for()
    assert ann.page.url == place.address
    for path in ("new", "games", "watch", "rules", "puzzles", "puzzles/today"):
        ann.open(f"/{path}")
        ann.page.locator("main h1").first.wait_for()
        heading = ann.page.locator("main h1").first.inner_text()
        assert "no such" not in heading.lower()
        assert ann.page.url.startswith(place.address + path.partition("/")[0])


def _check_cookies(*visitors: Visitor) -> None:
    for visitor in visitors:
        [cookie] = visitor.context.cookies()
        assert cookie.get("name") == COOKIE
        assert (cookie.get("path"), cookie.get("secure"), cookie.get("httpOnly")) == (
            "/",
            True,
            True,
        )


def _check_app(ann: Visitor, place: Place) -> None:
    """What a browser reads of the manifest, and what the worker looks after."""
    found: dict[str, Any] = ann.context.new_cdp_session(ann.page).send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{place.address}page/app.webmanifest"
    assert found["manifest"]["scope"] == found["manifest"]["startUrl"] == place.address
    for icon in found["manifest"]["icons"]:
        assert icon["url"].startswith(f"{place.address}page/")
        assert ann.page.evaluate("async url => (await fetch(url)).status", icon["url"]) == 200
    scope, script, kept = ann.page.evaluate(APP)
    assert (scope, script) == (place.address, f"{place.address}page/worker.js")
    assert kept == [f"whistlestop-2 {BASE}"]


def _check_without_network(ann: Visitor, place: Place) -> None:
    """The worker shows the kept page at any address of ours, and at no other."""
    ann.open("/rules")
    ann.page.locator("main h1").first.wait_for()
    place.proxy.terminate()
    place.proxy.wait()
    ann.open("/rules")
    ann.page.locator("main h1").first.wait_for()


@needs("nginx", "openssl")
def test_what_a_game_leaves_behind_is_below_the_path(browser: Browser, tmp_path: Path) -> None:
    """A table that the command line makes, its replay, its review and its record."""
    https = free_port()
    address = f"https://{NAME}:{https}{BASE}"
    make_certificate(tmp_path)
    with Program(str(tmp_path / "tables.db"), tmp_path) as program:
        program.options = ("--proxy", "--public-address", address)
        program.start()
        words = ["table", "new", "--people", "0", "--bots", "level:1,level:1"]
        words += ["--board", "new-york", "--server", f"{program.address}{BASE}"]
        command = [sys.executable, "-m", "whistlestop", *words]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        link = next(word for word in said.split() if "#invite=" in word)
        with running_program(nginx(tmp_path, https, program.port, BASE), https, tmp_path):
            visitors = Visitors(browser, address)
            _look_back(visitors.new("Ann"), link)
            visitors.leave()


def _look_back(ann: Visitor, link: str) -> None:
    asked: list[tuple[int, str]] = []
    listen(ann.page, asked)
    ann.open(link)
    ann.page.locator("[data-total]").first.wait_for(timeout=120_000)
    table = link.partition("#")[0]
    with ann.page.expect_download() as saved:
        ann.page.locator("a[download]").first.click()
    assert saved.value.suggested_filename == f"{table.rpartition('/')[2]}.wst"
    ann.open(f"{table}/5")
    ann.page.reload()
    ann.page.locator(".map").first.wait_for()
    ann.page.locator("a.home").first.click()
    ann.page.wait_for_url(f"{table.partition('t/')[0]}")
    ann.open(f"{table}/5#fork")
    ann.page.locator("dialog[open]").first.wait_for()
    outside = [url for _, url in asked if not urlsplit(url).path.startswith(BASE)]
    assert outside == []
    assert [url for status, url in asked if status >= 400] == []
