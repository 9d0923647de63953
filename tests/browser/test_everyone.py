"""Everybody can play: by keyboard alone, by what a screen reader tells, by touch on a small phone,
in three languages; and axe finds nothing to complain about on any screen."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.hasten import hasten
from tests.browser.visitor import Visitor, Visitors

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What passes need not be described, and no rule that is on by itself reads style sheets.
AXE_RUN = """async () => {
  const found = await axe.run({resultTypes: ["violations"], preload: {assets: ["media"]}});
  return found.violations;
}"""
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}


@pytest.mark.parametrize("board", ["new-york", "europe"])
def test_a_whole_game_on_a_phone_by_touch(visitors: Visitors, board: str) -> None:
    ann = visitors.new("Ann", **PHONE)
    ann.play_now(board)
    assert ann.play() > 10
    assert ann.over
    assert_nothing_is_cut_off(ann.page)


@pytest.mark.parametrize("board", ["new-york", "europe"])
def test_a_whole_game_by_keyboard_alone(ann: Visitor, board: str) -> None:
    ann.play_bots(board)
    ann.page.mouse.move(0, 0)
    decisions = 0
    while ann.wait_for_turn():
        before = ann.state()["decision"]
        decide_by_keys(ann)
        ann.wait(f'state.decision !== "{before}"')
        decisions += 1
    assert decisions > 10


def decide_by_keys(ann: Visitor) -> None:
    """Tickets with tab, space and enter; the rest from the list of what can be done."""
    keys = ann.page.keyboard
    if ann.sees(".choice"):
        to(ann.page, '.choice [role="checkbox"]')
        keys.press("Space")
        if not ann.sees(".choice .button.main:enabled"):
            keys.press("Tab")
            keys.press("Space")
        to(ann.page, ".choice .button.main")
        keys.press("Enter")
        return
    ann.page.evaluate("document.activeElement?.blur()")
    ann.page.locator(".table h1").focus()
    keys.press("a")
    ann.page.locator("dialog[open]").wait_for()
    claims = 'dialog[open] [data-action^="claim"]'
    to(ann.page, claims if ann.sees(claims) else "dialog[open] [data-action]")
    keys.press("Enter")


def to(page: Page, selector: str) -> None:
    """Press the tab key until something that fits has the focus."""
    for _ in range(400):
        if page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key never reaches {selector}")


def test_a_whole_game_by_names_and_roles_alone(ann: Visitor) -> None:
    ann.play_now("new-york")
    page, decisions = ann.page, 0
    while ann.wait_for_turn():
        before = ann.state()["decision"]
        page.get_by_role("button", name="What can I do?").click()
        listed = page.get_by_role("dialog", name="What you can do")
        for verb in ("Keep", "Claim", "Draw from", "Take", "Pass"):
            if (found := listed.get_by_role("button", name=re.compile(f"^{verb}"))).count():
                found.last.click()
                break
        ann.wait(f'state.decision !== "{before}"')
        decisions += 1
    assert decisions > 10
    assert page.get_by_role("table").count()


def test_the_language_can_be_switched_in_the_middle_of_a_game(ann: Visitor) -> None:
    ann.play_now("europe")
    ann.play(decisions=2)
    assert ann.wait_for_turn()
    said = {}
    for language, word in (("nl", "Markt"), ("fr", "Marché"), ("en", "Market")):
        ann.speak(language)
        ann.page.get_by_role("heading", name=word, exact=True).wait_for()
        said[language] = ann.page.locator(".table h1").inner_text()
        assert ann.page.locator("html").get_attribute("lang") == language
        assert ann.page.locator("[data-city]").first.get_attribute("aria-label")
    assert len(set(said.values())) == 3
    assert ann.play(decisions=2) == 2


@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "desktop"])
def test_axe_finds_nothing_on_any_screen(visitors: Visitors, device: dict[str, Any]) -> None:
    ann = visitors.new("Ann", **device)
    for path in ("/", "/new", "/games", "/watch", "/rules", "/puzzles", "/puzzles/today"):
        ann.open(path)
        ann.page.locator("main h1, main h2").first.wait_for()
        assert_axe_is_content(ann.page, path)
        assert_nothing_is_cut_off(ann.page)
    ann.make_table([{"kind": "me"}, {"kind": "open"}], board="new-york")
    ann.page.get_by_role("button", name="Start the game").wait_for()
    assert_axe_is_content(ann.page, "lobby")
    ann.play_bots("new-york")
    assert ann.wait_for_turn()
    assert_axe_is_content(ann.page, "choosing tickets")
    ann.play(decisions=3)
    assert ann.wait_for_turn()
    assert_axe_is_content(ann.page, "table")
    hasten(ann)
    ann.page.locator(".ending").wait_for()
    assert_axe_is_content(ann.page, "ending")
    table = ann.page.url
    ann.open(f"{table}/5")
    ann.page.get_by_role("button", name="What would the coach do?").click()
    ann.page.locator(".coach li").first.wait_for()
    assert_axe_is_content(ann.page, "replay with the coach")
    assert_nothing_is_cut_off(ann.page)


def assert_axe_is_content(page: Page, where: str) -> None:
    page.evaluate(AXE.read_text())
    found = page.evaluate(AXE_RUN)
    told = [f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}" for one in found]
    assert not told, f"{where}: {told}"


def assert_nothing_is_cut_off(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} px wider than the window: {page.url}"


def test_all_motion_follows_the_speed_of_the_settings(visitors: Visitors) -> None:
    lasts = "() => getComputedStyle(document.querySelector('.button')).transitionDuration"
    for speed, seconds in {"slow": 0.216, "normal": 0.12, "fast": 0.06, "off": 0.0}.items():
        ann = visitors.new("Ann", settings={"speed": speed})
        ann.page.emulate_media(reduced_motion="no-preference")
        ann.open("/games")
        ann.page.locator(".button").first.wait_for()
        told = ann.page.evaluate(lasts).split(",")[0].removesuffix("s")
        assert float(told) == pytest.approx(seconds), speed
        ann.page.emulate_media(reduced_motion="reduce")
        ann.page.wait_for_function(f"() => parseFloat(({lasts})()) === 0")
