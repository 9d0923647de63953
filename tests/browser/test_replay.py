"""A finished game can be seen again, from a link to any of its plies, with any seat's eyes."""

import pytest
from playwright.sync_api import Browser

from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Program) -> str:
    """The address of a game that Ann has played to its end."""
    visitors = Visitors(browser, server.address)
    ann = visitors.new("Ann")
    ann.play_now("new-york")
    ann.play()
    address = ann.page.url
    visitors.leave()
    return address


@pytest.mark.slow
def test_a_finished_game_is_replayed_from_a_linked_ply(visitors: Visitors, finished: str) -> None:
    eve = visitors.new("Eve")
    eve.open(f"{finished}/7")
    ply(eve, 7)
    eve.page.keyboard.press("ArrowRight")
    ply(eve, 8)
    eve.page.wait_for_url("**/8")
    eve.page.keyboard.press("End")
    eve.page.locator('.replay[data-phase="over"]').wait_for()
    last = int(eve.page.locator(".replay").get_attribute("data-ply") or 0)
    assert last > 20
    eve.page.keyboard.press("Home")
    ply(eve, 0)
    eve.page.get_by_role("button", name="Play", exact=True).click()
    eve.page.wait_for_function("() => Number(document.querySelector('.replay').dataset.ply) >= 2")


@pytest.mark.slow
def test_the_coach_goes_along_with_a_replay(visitors: Visitors, finished: str) -> None:
    eve = visitors.new("Eve")
    eve.open(f"{finished}/4")
    eve.page.get_by_role("button", name="What would the coach do?").click()
    coach = eve.page.get_by_role("region", name="The coach to")
    coach.get_by_text("Chance to win").wait_for()
    assert 1 <= coach.locator("li").count() <= 3
    with eve.page.expect_response("**/plies/5/advice?seat=*") as coming:
        eve.page.locator(".replay").press("ArrowRight")
    assert 0 <= coming.value.json()["win"] <= 1
    coach.get_by_text("Chance to win").wait_for()
    eve.page.get_by_label("Seen by").select_option("nobody")
    assert coach.count() == 0  # whoever may not see the cards may not see the advice on them


@pytest.mark.slow
def test_the_record_of_a_finished_game_can_be_downloaded(ann: Visitor, finished: str) -> None:
    ann.open(f"{finished}/0")  # the replay, which strangers may see as well
    with ann.page.expect_download() as coming:
        ann.page.get_by_role("link", name="record", exact=False).first.click()
    assert coming.value.suggested_filename.endswith(".wst")


@pytest.mark.slow
def test_a_rematch_has_the_same_people(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.play_now("new-york")
    ann.play()
    before = ann.page.url
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: url != before)
    ann.page.locator("[data-seat]").first.wait_for()


def ply(visitor: Visitor, number: int) -> None:
    visitor.page.locator(f'.replay[data-ply="{number}"]').wait_for()
