"""A finished game told in the page: while that is worked out, once it is there, and where not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Response

from tests.browser.finished.few_worlds import FewWorlds
from tests.browser.visitor import Visitor, Visitors
from tests.cli.running import program
from tests.server.faults.program import Program

LONG = 400_000  # milliseconds for a review on a busy machine


def played_by(visitor: Visitor, board: str, *bots: str) -> str:
    """The address of a game that bots have played to its end."""
    visitor.open("/")
    seats = [{"kind": "bot", "bot": bot} for bot in bots]
    name = post(visitor, "", {"name": "Eve", "seats": seats, "options": {"board": board}})["table"]
    post(visitor, f"/{name}/commands", {"type": "start", "id": "s"})
    visitor.open(f"/t/{name}")
    visitor.page.locator("[data-total]").first.wait_for(timeout=LONG)
    return f"/t/{name}"


def post(visitor: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """A request as the page makes it."""
    found: dict[str, Any] = visitor.page.evaluate(
        """async ([path, body]) => {
             const headers = {"Content-Type": "application/json"};
             const sent = {method: "POST", headers, body: JSON.stringify(body)};
             return (await fetch("/api/tables" + path, sent)).json();
           }""",
        [path, body],
    )
    assert "code" not in found, found
    return found


def told(visitor: Visitor, address: str) -> dict[str, Any]:
    """Wait for a review, and give what the server told."""
    visitor.page.locator(".review").wait_for(timeout=LONG)
    found: dict[str, Any] = visitor.page.request.get(f"/api{tables(address)}/review").json()
    return found


def tables(address: str) -> str:
    return address.replace("/t/", "/tables/")


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Program) -> str:
    visitors = Visitors(browser, server.address)
    address = played_by(visitors.new("Eve"), "new-york", "level:1", "level:2")
    visitors.leave()
    return address


def test_a_game_is_told_in_the_page_for_everybody_with_the_link(
    visitors: Visitors, finished: str
) -> None:
    """Everybody: in each language too, asked of the same review, which takes a minute to make."""
    eve = visitors.new("Eve")
    asked: list[Response] = []
    eve.page.on("response", lambda one: asked.append(one) if one.url.endswith("review") else None)
    eve.open(finished)
    eve.page.get_by_role("link", name="Review the game").click()
    eve.page.get_by_role("progressbar").wait_for()
    eve.page.get_by_text("The coach goes through the game").wait_for()
    review = told(eve, finished)
    statuses = [one.status for one in asked if "/api/" in one.url]
    assert statuses[0] == 202  # it began by asking, and said how far it was until it was there
    assert statuses[-1] == 200

    for title in ("Chance to win", "Turning points", "Costliest", "Best", "Luck", "Tickets"):
        eve.page.get_by_role("heading", name=title).first.wait_for()
    parts = numbers(eve, "tbody tr:nth-child(-n + 5) td:first-of-type")
    margin = numbers(eve, "tr.sum td:first-of-type")
    assert [sum(parts)] == margin == [review["seats"][0]["margin"]]

    # Another visitor finds it ready, by one player's eyes as the link says.
    fay = visitors.new("Fay")
    fay.open(f"{finished}/review#seat=1")
    fay.page.locator('.review[data-eyes="1"]').wait_for()
    named = [ply for which in ("costliest", "best") for ply in review["seats"][1][which]]
    links = fay.page.get_by_role("link", name="See it on the board")
    assert links.count() == len(named) > 0
    fewer = len(review["seats"][1]["costliest"]) in (1, 2)
    assert fay.page.get_by_text("clearly stand").count() == fewer
    links.first.click()
    fay.page.wait_for_url(re.compile(rf"{finished}/{named[0]}#coach="))
    fay.page.locator(f'.replay[data-ply="{named[0]}"]').wait_for()
    for language, title in (("nl", "Nabespreking"), ("fr", "Analyse de la partie")):
        visitor = visitors.new("Eve", locale=language)
        visitor.open(f"{finished}/review")
        visitor.page.locator(".review").wait_for()
        visitor.page.get_by_role("heading", level=1, name=title).wait_for()


def numbers(visitor: Visitor, cells: str) -> list[int]:
    """Whole numbers in a table, with the page's minus sign."""
    table = visitor.page.get_by_role("region", name="Luck apart from skill").locator(cells)
    return [int(text.strip().replace("\u2212", "-")) for text in table.all_inner_texts()]


def test_a_running_game_and_an_unknown_one_say_why_not(ann: Visitor) -> None:
    ann.play_bots("new-york")
    ann.wait_for_turn()
    table = ann.page.url
    ann.open(f"{table}/review")
    ann.page.get_by_role("alert").get_by_text("still being played").wait_for()
    assert ann.page.get_by_role("button", name="Try again").count() == 0
    ann.page.get_by_role("link", name="table").last.click()
    ann.page.wait_for_url(table)
    ann.open("/t/nowhere/review")
    ann.page.get_by_role("alert").wait_for()
    assert ann.page.locator(".review").count() == 0


def test_own_boards_are_told_and_a_bot_that_is_gone_does_not_matter(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is taken away between the game and its review, then the board itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    for line in ("board new isle", "board add isle.toml", "bots new my-bot", "bots add my_bot.py"):
        assert program(*line.split()).returncode == 0, line
    with FewWorlds(str(tmp_path / "tables.db"), tmp_path) as server:
        server.start()
        visitors = Visitors(browser, server.address)
        eve = visitors.new("Eve")
        game = played_by(eve, "isle", "my-bot", "level:1")
        server.stop()
        forget(tmp_path / "home", "my*bot*")
        server.start()
        eve.open(f"{game}/review")
        assert len(told(eve, game)["seats"]) == 2
        server.stop()
        forget(tmp_path / "home", "isle*")
        server.start()
        eve.open(f"{game}/review")
        eve.page.get_by_role("alert").wait_for()
        visitors.leave()
        server.stop()


def forget(home: Path, names: str) -> None:
    """Take away what was let in."""
    found = [path for path in home.rglob(names) if path.is_file()]
    assert found
    for path in found:
        path.unlink()
