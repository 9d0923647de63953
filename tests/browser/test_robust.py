"""Whatever happens to the server or to the line, a click is carried out once or visibly dropped."""

from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program


def test_a_server_that_is_killed_in_the_middle_of_a_move_loses_nothing(
    browser: Browser, own_server: Program
) -> None:
    visitors = Visitors(browser, own_server.address)
    ann = visitors.new("Ann")
    ann.play_bots("new-york")
    ann.play(decisions=3)
    assert ann.wait_for_turn()
    before = ann.state()
    own_server.kill()
    ann.page.locator('[data-line="lost"]').wait_for()
    ann.press('[data-pile="deck"]')  # nobody is there to hear it
    own_server.start()
    ann.wait(f'state.decision !== "{before["decision"]}"')
    assert ann.play() > 5
    assert_each_version_came_once(ann)
    visitors.leave()


def test_a_line_that_is_cut_comes_back_by_itself(ann: Visitor) -> None:
    ann.play_bots("new-york")
    ann.play(decisions=2)
    assert ann.wait_for_turn()
    before = ann.state()["version"]
    ann.context.set_offline(True)
    ann.page.locator('[data-line="lost"]').wait_for()
    ann.press('[data-pile="deck"]')
    ann.page.wait_for_timeout(300)
    assert ann.state()["version"] == before
    ann.page.locator('[data-line="lost"]').wait_for()
    ann.context.set_offline(False)
    ann.wait(f"Number(state.version) > {before}")
    ann.page.locator('[data-line="lost"]').wait_for(state="detached")
    assert ann.play(decisions=4) == 4
    assert_each_version_came_once(ann)


def test_two_tabs_show_the_same_game_and_either_may_move(ann: Visitor) -> None:
    ann.play_bots("new-york")
    other = ann.another_tab()
    other.open(ann.page.url)
    other.table.wait_for()
    for tab in (ann, other, ann, other):
        assert tab.wait_for_turn()
        made = tab.state()["decision"]
        tab.decide()
        # The one that decided knows at once; the other one when the server says so.
        for each in (ann, other):
            each.wait(f'state.decision !== "{made}"')
    # The other tab made the last move, and is told of its card when the first one is or later.
    told = ann.page.locator("[data-hand]").inner_text()
    expect(other.page.locator("[data-hand]")).to_have_text(told, use_inner_text=True)


def test_what_is_picked_stays_picked_when_the_line_comes_back(ann: Visitor) -> None:
    ann.play_bots("new-york")
    ann.play(decisions=1)
    assert ann.wait_for_turn()
    ann.press_route(ann.board("new-york")["routes"][0]["id"])
    ann.page.locator(".pick").wait_for()
    ann.context.set_offline(True)
    ann.page.locator('[data-line="lost"]').wait_for()
    ann.context.set_offline(False)
    ann.page.locator('[data-line="lost"]').wait_for(state="detached")
    ann.page.wait_for_timeout(100)  # what came with the line is shown in the next picture
    assert ann.sees(".pick")


def assert_each_version_came_once(visitor: Visitor) -> None:
    versions = [entry["v"] for entry in visitor.happened()]
    assert sorted(set(versions)) == list(range(min(versions), max(versions) + 1))
    updates = [entry["v"] for message in visitor.heard() for entry in message["happened"]]
    assert len(set(updates)) == max(updates) - min(updates) + 1
