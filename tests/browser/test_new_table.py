"""The seats of a new table: people first, four levels, characters with a face and a sentence.

Everything else is behind "more".
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitors

# Names that programs have, which no family should have to read.
THINGS = ("uniform", "rusher", "one-step", "greedy", "reference", "planner")


@pytest.mark.parametrize(
    ("locale", "seat", "sentence"),
    [
        ("en-GB", "Who sits on seat 2", "loves long routes and few tickets"),
        ("nl-NL", "Wie er op plaats 2 zit", "houdt van lange routes en weinig tickets"),
        ("fr-FR", "Qui occupe la place 2", "aime les longues routes et peu de tickets"),
    ],
)
def test_a_seat_is_offered_to_people_levels_and_characters(
    visitors: Visitors, locale: str, seat: str, sentence: str
) -> None:
    ann = visitors.new("Ann", locale=locale)
    ann.open("/new")
    ann.page.get_by_role("button", name=seat).click()
    dialog = ann.page.get_by_role("dialog")
    purposes = dialog.locator("[data-purpose]:visible")
    expect(purposes).to_have_count(12)  # two for people, four levels, six characters
    assert purposes.first.get_attribute("data-purpose") == "open"
    words = dialog.inner_text()
    assert not [thing for thing in THINGS if thing in words]
    barnaby = dialog.get_by_role("button", name="Barnaby")
    expect(barnaby).to_contain_text(sentence)
    assert barnaby.locator("svg").count() == 1
    assert dialog.locator("[data-purpose]:visible:not(:has(small))").count() == 0
    barnaby.click()
    ann.page.locator('button[type="submit"]').click()
    expect(ann.page.locator('[data-seat="1"]').get_by_text("Barnaby").first).to_be_visible()


def test_everything_else_is_behind_more(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.open("/new")
    ann.page.get_by_role("button", name="Who sits on seat 2").click()
    ann.page.get_by_text("More: programs").click()
    ann.page.locator('[data-purpose="bot planner"]').click()
    expect(ann.page.get_by_role("button", name="Who sits on seat 2: planner")).to_be_visible()


def test_the_lobby_offers_the_same_seats(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.make_table([{"kind": "me"}, {"kind": "open"}], board="new-york")
    ann.page.get_by_role("button", name="Who sits on seat 2").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.locator("[data-purpose]:visible")).to_have_count(12)
    assert dialog.locator("[data-purpose]:visible:not(:has(small))").count() == 0
    assert not [thing for thing in THINGS if thing in dialog.inner_text()]


def test_a_quick_game_offers_four_levels_with_a_face_and_a_sentence(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.open("/")
    levels = ann.page.get_by_role("group", name="How well they play").locator("label")
    expect(levels).to_have_count(4)
    for level in levels.all():
        assert level.locator("svg").count() == 1
        assert level.locator("small").inner_text()
