"""A board and a bot of one's own, let in by commands, are played in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.visitor import Visitors
from tests.cli.running import program
from tests.server.faults.program import Program

LINES = ("board new isle", "board add isle.toml", "bots new my-bot", "bots add my_bot.py")


def test_an_own_board_is_played_against_an_own_bot(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    for line in LINES:
        assert program(*line.split()).returncode == 0, line
    with Program(str(tmp_path / "tables.db"), tmp_path) as server:
        server.start()
        visitors = Visitors(browser, server.address)
        ann = visitors.new("Ann")
        ann.open("/")
        ann.page.get_by_role("radio", name="Isle").wait_for(state="attached")
        ann.make_table([{"kind": "me"}, {"kind": "bot", "bot": "my-bot"}], board="isle")
        ann.start()
        assert ann.play(decisions=4) == 4
        assert ann.wait_for_turn()
        ann.page.get_by_text("My-bot has chosen.").first.wait_for()
        assert len(ann.page.locator("[data-route]").all()) == 29
        visitors.leave()
        server.stop()
