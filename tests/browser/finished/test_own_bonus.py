"""A bonus that only one board has is shown at the end by its own words, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from tests.boards.coast import CONTEST, ENTRY, coast
from tests.browser.visitor import Visitor, Visitors
from tests.cli.running import program
from tests.server.faults.program import Program


def table_of(visitor: Visitor) -> dict[str, list[str]]:
    """The rows of the score as they are read: what is called how, and the points of each seat."""
    rows = visitor.page.locator("tr[data-item]").all()
    return {row.locator("th").inner_text().split("\n")[0]: row_of(row) for row in rows}


def row_of(row: Locator) -> list[str]:
    return row.locator("td > span").all_inner_texts()


def numbers(texts: list[str]) -> list[int]:
    return [int(text.replace("\u2212", "-")) for text in texts]


def test_a_bonus_of_a_board_is_counted_shown_and_explained_in_the_browser(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    (tmp_path / "coast.toml").write_text(coast(ENTRY, CONTEST), "utf-8")
    assert program("board", "add", "coast.toml").returncode == 0
    with Program(str(tmp_path / "tables.db"), tmp_path) as server:
        server.start()
        visitors = Visitors(browser, server.address)
        ann = visitors.new("Ann")
        ann.open("/")
        ann.make_table([{"kind": "me"}, {"kind": "bot", "bot": "greedy"}], board="coast")
        ann.start()
        assert "Coast" in (
            ann.page.locator('[data-city="saltpans"]').get_attribute("aria-label") or ""
        )
        ann.play()
        ann.page.locator("[data-total]").first.wait_for()
        shown = table_of(ann)
        names = ["Routes", "Tickets", "Stations", "Attractions", "Coast"]
        assert list(shown) == [*names, "Longest trail", "West coast"]
        totals = numbers(ann.page.locator("[data-total]").all_inner_texts())
        points = map(numbers, shown.values())
        assert [sum(column) for column in zip(*points, strict=True)] == totals
        assert any(numbers(shown["Coast"]))
        ann.open("/rules?board=coast")
        says = "These places count: Westhaven, Saltpans, Southgate and Lantern Bay."
        ann.page.get_by_text(says).wait_for()
        ann.page.evaluate("localStorage['whistlestop.language'] = 'nl'")
        ann.page.go_back()
        ann.page.locator("[data-total]").first.wait_for()
        assert list(table_of(ann))[4:] == ["Kust", "Langste traject", "West coast"]
        visitors.leave()
        server.stop()
