"""The rules page: every clause that a board has, and no other, each with a picture of that board.

Which clauses a board has is worked out here once more from its switches and routes, so that the
page is not its own witness. A picture counts if somebody could see something on it: it has a size,
all of its shapes are defined, and as many colours as a drawing has.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from tests.browser.test_everyone import assert_axe_is_content, assert_nothing_is_cut_off
from tests.browser.visitor import Visitor, Visitors
from tests.cli.running import program
from tests.server.faults.program import Program

WIDTHS = {"phone": (390, 844), "tablet": (768, 1024), "desktop": (1280, 900)}
BOARDS = ("usa", "europe", "new-york", "london")
ALWAYS = {"start", "turn", "cards", "wild", "routes", "points", "tickets", "draw", "last", "score"}
FEWEST_COLOURS = 8  # an empty box has two or three
# Asked in every frame until it is so: it looks no further than the fourth colour.
PAINTED = """() => [...document.querySelectorAll(".map-picture canvas")].every((canvas) => {
  const {width, height} = canvas;
  const seen = new Set();
  const {data} = canvas.getContext("2d").getImageData(0, 0, width, height);
  return data.some((value) => seen.add(value).size > 3);
})"""
# Every picture: its clause, and where it is on the page.
PICTURES = """() => [...document.querySelectorAll("[data-picture]")].map((picture) => {
  const {x, y, width, height} = picture.getBoundingClientRect();
  return [picture.closest("figure")?.dataset.clause, x + scrollX, y + scrollY, width, height];
})"""
ALL_DRAWN = """() => {
  for (const part of document.querySelectorAll("main *")) part.style.contentVisibility = "visible";
}"""
LOST = """() => [...document.querySelectorAll("figure use")]
  .map((use) => use.getAttribute("href"))
  .filter((href) => !document.querySelector(`[id="${href.slice(1)}"]`))"""


def clauses_of(facts: dict[str, Any]) -> set[str]:
    """The clauses that hold on a board, by its facts."""
    rules, routes = facts["rules"], facts["routes"]
    plain = [route for route in routes if not route["tunnel"] and not route["ferry"]]
    holds = {
        "wipe": rules["wipe"] <= rules["market"],
        "gray": any(route["colour"] == "gray" for route in plain),
        "double": any(route["twin"] for route in routes),
        "ferries": any(route["ferry"] for route in routes),
        "tunnels": rules["tunnel_cards"] and any(route["tunnel"] for route in routes),
        "stations": rules["stations"],
        "loans": rules["stations"],
        "attractions": rules["attraction_points"],
        "districts": rules["districts"],
        "trail": rules["longest_trail"],
        "globetrotter": rules["globetrotter"],
    }
    return ALWAYS | {clause for clause, is_so in holds.items() if is_so}


def open_rules(ann: Visitor, board: str) -> None:
    ann.open(f"/rules?board={board}")
    ann.page.locator("figure").first.wait_for()
    ann.page.wait_for_function(PAINTED)


def assert_every_clause_has_a_picture(ann: Visitor, board: str) -> None:
    page = ann.page
    shown = page.eval_on_selector_all(
        "figure[data-clause]", "all => all.map((figure) => figure.dataset.clause)"
    )
    assert len(shown) == len(set(shown))
    assert set(shown) == clauses_of(ann.board(board))
    assert not page.evaluate(LOST), "shapes that are drawn but not defined"
    pictures = page.evaluate(PICTURES)
    assert {name for name, *_ in pictures} >= set(shown), "a clause without a picture"
    for name, *_, width, height in pictures:
        assert width >= 40, (name, width)
        assert height >= 24, (name, height)


def assert_something_is_drawn(page: Page) -> None:
    """On every picture more is seen than a box."""
    # One look at the page as a whole; otherwise what is out of sight would not be drawn on it.
    page.evaluate(ALL_DRAWN)
    pictures = page.evaluate(PICTURES)
    whole = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    assert pictures
    for name, x, y, width, height in pictures:
        seen = whole.crop((round(x), round(y), round(x + width), round(y + height)))
        colours = seen.getcolors(1 << 20) or [()] * 1000
        assert len(colours) >= FEWEST_COLOURS, f"{name}: {len(colours)} colours"


@pytest.mark.parametrize("board", BOARDS)
def test_every_clause_of_a_board_has_a_picture_from_that_board(
    visitors: Visitors, board: str
) -> None:
    """On every screen, and something is drawn on each by day."""
    sizes = [{"width": width, "height": height} for width, height in WIDTHS.values()]
    ann = visitors.new("Ann", color_scheme="light", viewport=sizes[0])
    open_rules(ann, board)
    for width, size in zip(WIDTHS, sizes, strict=True):
        ann.page.set_viewport_size(size)  # type: ignore[arg-type]  # it has both
        ann.page.wait_for_function(PAINTED)
        assert_every_clause_has_a_picture(ann, board)
        assert_nothing_is_cut_off(ann.page)
        assert_axe_is_content(ann.page, f"{board} at {width}")
    assert_something_is_drawn(ann.page)


@pytest.mark.parametrize("board", BOARDS)
def test_something_is_drawn_on_every_picture_by_night(visitors: Visitors, board: str) -> None:
    ann = visitors.new("Ann", color_scheme="dark", viewport={"width": 1280, "height": 900})
    open_rules(ann, board)
    assert_something_is_drawn(ann.page)


def test_other_tickets_of_a_board_have_their_own_rules(ann: Visitor) -> None:
    ann.open("/")
    offers = ann.page.evaluate("async () => (await fetch('/api/offers')).json()")
    names = [board["name"] for board in offers["boards"] if ":" in board["name"]]
    assert len(names) >= 7
    for name in names:
        open_rules(ann, name)
        assert_every_clause_has_a_picture(ann, name)


def test_a_board_is_chosen_on_the_page_and_kept_in_its_address(ann: Visitor) -> None:
    ann.open("/")
    ann.page.get_by_role("link", name="Read the rules").click()
    ann.page.locator("figure").first.wait_for()
    ann.page.get_by_role("radio", name="London").check(force=True)
    ann.page.locator('figure[data-clause="districts"]').wait_for()
    assert ann.page.url.endswith("/rules?board=london")
    assert not ann.sees('figure[data-clause="trail"]')


@pytest.mark.parametrize(
    ("language", "title"), [("nl", "Een station bouwen"), ("fr", "Construire une gare")]
)
def test_the_rules_speak_the_language_of_the_reader(
    visitors: Visitors, language: str, title: str
) -> None:
    ann = visitors.new("Ann", locale=language)
    open_rules(ann, "europe")
    ann.page.get_by_role("heading", name=title, exact=True).wait_for()
    assert_every_clause_has_a_picture(ann, "europe")
    assert_axe_is_content(ann.page, language)


def test_the_rules_lie_over_a_game_without_leaving_it(ann: Visitor) -> None:
    ann.play_bots("europe")
    assert ann.wait_for_turn()
    before = ann.page.url
    ann.page.locator('[aria-haspopup="menu"]').first.click()
    ann.page.get_by_role("menuitem", name="Rules").click()
    dialog = ann.page.get_by_role("dialog", name="The rules")
    dialog.locator("figure").first.wait_for()
    assert_every_clause_has_a_picture(ann, "europe")
    dialog.get_by_role("link", name="Tunnels").click()
    assert_in_sight(dialog, "tunnels")
    assert_axe_is_content(ann.page, "rules over a table")
    ann.page.keyboard.press("Escape")
    assert ann.page.url == before
    assert ann.play(decisions=1) == 1


def test_a_route_leads_to_its_rule(ann: Visitor) -> None:
    ann.play_bots("europe")
    ann.play(decisions=1)
    assert ann.wait_for_turn()
    tunnel = next(route for route in ann.board("europe")["routes"] if route["tunnel"])
    ann.press_route(tunnel["id"])
    ann.page.get_by_role("button", name="The rule").click()
    dialog = ann.page.get_by_role("dialog", name="The rules")
    dialog.locator("figure").first.wait_for()
    assert_in_sight(dialog, "tunnels")


def assert_in_sight(dialog: Locator, clause: str) -> None:
    """The heading of a clause is near the top of the dialog and has the focus."""
    heading = dialog.locator(f"h2#{clause}")
    heading.wait_for()
    heading.evaluate("it => new Promise(requestAnimationFrame)")
    assert heading.evaluate("it => document.activeElement === it")
    top = heading.evaluate(
        "it => it.getBoundingClientRect().top - it.closest('dialog').getBoundingClientRect().top"
    )
    assert -1 <= top <= 120, top


def test_a_homemade_board_has_its_own_pictures(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    for line in ("board new isle", "board add isle.toml"):
        assert program(*line.split()).returncode == 0, line
    with Program(str(tmp_path / "tables.db"), tmp_path) as server:
        server.start()
        visitors = Visitors(browser, server.address)
        ann = visitors.new("Ann")
        open_rules(ann, "isle")
        assert_every_clause_has_a_picture(ann, "isle")
        assert_something_is_drawn(ann.page)
        assert_axe_is_content(ann.page, "isle")
        visitors.leave()
        server.stop()
