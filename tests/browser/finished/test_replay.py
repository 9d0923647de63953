"""A finished game can be seen again from a link to any of its plies, and played on from there."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hasten import hasten, never
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Program) -> str:
    """The address of a game that Ann has played to its end."""
    visitors = Visitors(browser, server.address)
    ann = visitors.new("Ann")
    ann.play_bots("new-york", until=never)
    address = ann.page.url
    visitors.leave()
    return address


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


def test_the_coach_goes_along_with_a_replay(visitors: Visitors, finished: str) -> None:
    eve = visitors.new("Eve")
    eve.open(f"{finished}/4")
    eve.page.get_by_role("button", name="What would the coach do?").click()
    coach = eve.page.get_by_role("region", name="The coach’s advice for")
    coach.get_by_text("Chance to win").wait_for()
    assert 1 <= coach.locator("li").count() <= 3
    with eve.page.expect_response("**/plies/5/advice?seat=*") as coming:
        eve.page.locator(".replay").press("ArrowRight")
    assert 0 <= coming.value.json()["win"] <= 1
    coach.get_by_text("Chance to win").wait_for()
    eve.page.get_by_label("Seen by").select_option("nobody")
    expect(coach).to_have_count(0)  # who may not see the cards may not see the advice on them


def test_the_record_of_a_finished_game_can_be_downloaded(ann: Visitor, finished: str) -> None:
    ann.open(f"{finished}/0")  # the replay, which strangers may see as well
    with ann.page.expect_download() as coming:
        ann.page.get_by_role("link", name="record", exact=False).first.click()
    assert coming.value.suggested_filename.endswith(".wst")


def test_a_rematch_has_the_same_people(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.play_bots("new-york", until=never)
    before = ann.page.url
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: url != before)
    ann.page.locator("[data-seat]").first.wait_for()


def to_a_table(visitor: Visitor, finished: str) -> str:
    visitor.page.wait_for_url(lambda url: not url.startswith(finished) and "/t/" in url)
    return visitor.page.url


def played(visitor: Visitor) -> list[int]:
    answer = visitor.page.request.get("/api/me/statistics").json()
    return [board["played"] for board in answer["boards"]]


def test_a_stranger_plays_on_from_a_ply_and_finds_the_way_back(
    visitors: Visitors, finished: str
) -> None:
    eve = visitors.new("Eve")
    eve.open(f"{finished}/9")
    ply(eve, 9)
    eve.page.keyboard.press("ArrowRight")
    ply(eve, 10)
    eve.page.get_by_role("button", name="Play on from here").click()
    form = eve.page.get_by_role("dialog", name="Play on from here")
    form.get_by_label("From decision").wait_for()
    assert form.get_by_label("From decision").input_value() == "10"
    eve.page.wait_for_url(f"{finished}/10#fork")  # a link for others
    form.get_by_label("Your seat").select_option(index=0)
    form.get_by_role("button", name="Play on").click()
    to_a_table(eve, finished)
    eve.wait_for_turn()
    began = [entry for entry in eve.happened() if entry["kind"] == "started"]
    assert began[0]["params"]["ply"] == 10
    hasten(eve)
    eve.page.get_by_role("link", name="goes on from decision 10").click()
    eve.page.wait_for_url(f"{finished}/10")
    assert played(eve) == []
    # In the list of one's own games it says where it came from.
    eve.open("/games")
    eve.page.locator("[data-table]").get_by_role("link", name="goes on from decision 10").click()
    eve.page.wait_for_url(f"{finished}/10")


def test_the_link_opens_the_form_and_everything_can_lie_as_it_lay(
    visitors: Visitors, finished: str
) -> None:
    eve = visitors.new("Eve")
    eve.open(f"{finished}/12#fork")
    form = eve.page.get_by_role("dialog", name="Play on from here")
    form.get_by_label("From decision").fill("14")
    form.get_by_label("Your seat").select_option(index=1)
    form.get_by_role("radio", name="As they lay").check()
    form.get_by_role("button", name="Play on").click()
    to_a_table(eve, finished)
    eve.wait_for_turn()
    table = eve.heard()[0]["table"]
    assert (table["origin"]["ply"], table["origin"]["seat"], table["deal"]) == (14, None, None)
    eve.page.get_by_role("button", name="Menu of the table").click()
    eve.page.get_by_role("menuitem", name="The game this one came from").click()
    eve.page.wait_for_url(f"{finished}/14")
    # Closing the form leaves the replay and its address.
    eve.page.get_by_role("button", name="Play on from here").click()
    form.get_by_label("From decision").wait_for()
    eve.page.keyboard.press("Escape")
    eve.page.wait_for_url(re.compile(r"/14$"))


def test_friends_are_waited_for(visitors: Visitors, finished: str) -> None:
    eve, fay = visitors.new("Eve"), visitors.new("Fay")
    eve.open(f"{finished}/20#fork")
    form = eve.page.get_by_role("dialog", name="Play on from here")
    form.get_by_role("radio", name="Friends").check()
    form.get_by_role("button", name="Play on").click()
    table = to_a_table(eve, finished)
    eve.page.get_by_role("link", name="goes on from decision 20").wait_for()
    expect(eve.page.get_by_role("button", name="Start the game")).to_be_disabled()
    name = table.rsplit("/", 1)[-1]
    invite = eve.heard()[0]["you"]["invite"]
    fay.join(f"/t/{name}#invite={invite}")
    eve.page.get_by_role("button", name="Start the game").click()
    eve.table.wait_for()
    fay.table.wait_for()


def test_the_result_leads_to_it_in_every_language(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.play_bots("new-york", until=never)
    table = ann.page.url
    ann.page.get_by_role("link", name="Play on from a move").click()
    ann.page.get_by_role("dialog", name="Play on from here").wait_for()
    link = ann.page.url
    assert re.fullmatch(re.escape(table) + r"/\d+#fork", link)
    for language, words in (("nl", "Vanaf hier verder spelen"), ("fr", "Rejouer à partir d’ici")):
        visitor = visitors.new("Eve", locale=language)
        visitor.open(link)
        visitor.page.get_by_role("dialog", name=words).wait_for()


def ply(visitor: Visitor, number: int) -> None:
    visitor.page.locator(f'.replay[data-ply="{number}"]').wait_for()
