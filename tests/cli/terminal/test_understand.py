"""From what is typed to what is meant."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.terminal.positions import EUROPE, OPENING, SECOND, TUNNEL, USA, view_of
from whistlestop.cli.terminal.menu import Menu
from whistlestop.cli.terminal.understand import Ambiguous, Meaning, NotUnderstood, understand
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game


def meant(text: str, position: str = EUROPE) -> Meaning:
    view = view_of(position)
    return understand(text, view, Menu(view, len(view.legal)))


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("draw red", "draw red"),
        ("DRAW Red", "draw red"),
        ("dr gre", "draw green"),
        ("red", "draw red"),
        ("r", "draw red"),
        ("l", "draw locomotive"),
        ("loco", "draw locomotive"),
        ("deck", "draw deck"),
        ("draw pile", "draw deck"),
        ("yellow", "draw yellow"),
        ("tickets", "tickets"),
        ("ti", "tickets"),
        ("pass", "pass"),
        ("claim amsterdam-bruxelles 1 locomotive", "claim amsterdam-bruxelles 1 locomotive"),
        ("ams bru 1 loco", "claim amsterdam-bruxelles 1 locomotive"),
        ("bruxelles to amsterdam", "claim amsterdam-bruxelles 1 locomotive"),
        ("claim kyi smo 3 red", "claim kyiv-smolensk 3 red"),
        ("kyi-smo 2 red 1 l", "claim kyiv-smolensk 2 red 1 locomotive"),
        ("kyi smo with red 9", "problem"),
        ("claim budapest-wien:red 1 red", "claim budapest-wien:red 1 red"),
        ("bud wie 1 red", "claim budapest-wien:red 1 red"),
        ("build paris 1 red", "build paris 1 red"),
        ("bu par with blue", "build paris 1 blue"),
        ("frankfurt munchen 2 blue", "claim frankfurt-munchen 2 blue"),
    ],
)
def test_what_is_typed_is_understood(typed: str, action: str) -> None:
    meaning = meant(typed)
    if action == "problem":
        assert isinstance(meaning, NotUnderstood)
    else:
        assert str(meaning) == action


@pytest.mark.parametrize(
    ("typed", "ways"),
    [
        ("claim kyiv smolensk", ["3 red", "2 red 1 locomotive", "1 red 2 locomotive"]),
        ("bud wie", ["1 red", "1 locomotive", "1 locomotive"]),
        ("build paris", ["1 blue", "1 red", "1 locomotive"]),
    ],
)
def test_several_ways_to_pay_are_asked_for_the_sensible_one_first(
    typed: str, ways: list[str]
) -> None:
    meaning = meant(typed)
    assert isinstance(meaning, Ambiguous)
    assert [str(action).split(maxsplit=2)[2] for action in meaning.actions] == ways
    legal = set(map(str, view_of(EUROPE).legal))
    assert {str(action) for action in meaning.actions} <= legal


def test_sides_of_a_double_route_that_look_the_same_are_offered_once() -> None:
    meaning = meant("atl ral", USA)
    assert isinstance(meaning, Ambiguous)
    payments = [str(action).split(maxsplit=2)[2] for action in meaning.actions]
    assert len(payments) == len(set(payments))
    assert str(meant("atlanta-raleigh#2 2 red", USA)) == "claim atlanta-raleigh#2 2 red"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("fly me", "There is no route"),
        ("nonsense", "could not be understood"),
        ("999", "There is no number 999"),
        ("claim", "There is no route"),
        ("claim paris", "There is no route"),
        ("par wie", "no such route between Paris and Wien"),
        ("claim s s", "fits"),
        ("claim paris zurich 3 red 1 blue", "cards of one colour and locomotives"),
        ("claim paris zurich 3", "not a card"),
        ("claim paris zurich x red", "There is no route"),
        ("claim paris zurich 0 red", "A payment looks like"),
        ("claim paris zurich with mauve", "not a card"),
        ("draw", "Which card?"),
        ("draw mauve", "not one card"),
        ("draw red blue", "not one card"),
        ("build", "Name a city"),
        ("build atlantis", 'There is no city "atlantis"'),
        ("build b", "type a little more"),
        ("1 2", "Nothing can follow number 1"),
    ],
)
def test_what_is_not_understood_gets_a_sentence(typed: str, says: str) -> None:
    meaning = meant(typed)
    assert isinstance(meaning, NotUnderstood)
    assert says in meaning.sentence
    assert meaning.sentence[-1] in ".?"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("yellow", "not_face_up"),
        ("frankfurt munchen", "route_taken"),
        ("bru par", "other_side_closed"),
        ("lisboa madrid", "not_enough_cards"),
        ("pet sto", "not_enough_cards"),
        ("keep 1", "wrong_phase"),
        ("pay 1 red", "wrong_phase"),
        ("decline", "wrong_phase"),
        ("pass", "must_act"),
        ("kyi smo 2 red", "wrong_number_of_cards"),
        ("kyi smo 3 blue", "wrong_colour"),
        ("ams lon 2 red", "ferry_needs_locomotives"),
        ("build par 2 red", "wrong_number_of_cards"),
    ],
)
def test_what_is_understood_but_not_legal_is_explained_by_the_engine(typed: str, code: str) -> None:
    game = Game.from_text(EUROPE)
    meaning = meant(typed)
    assert not isinstance(meaning, NotUnderstood | Ambiguous)
    with pytest.raises(IllegalAction) as caught:
        game.play(meaning)
    assert caught.value.code == code


@pytest.mark.parametrize("typed", ["1 3", "keep 1 3", "3 1", "1,3", "1, 3", " keep 3,1 "])
def test_tickets_are_kept_by_their_numbers(typed: str) -> None:
    assert str(meant(typed, OPENING)) == "keep 1 3"


def test_all_tickets_can_be_kept_in_a_word() -> None:
    assert str(meant("all", OPENING)) == "keep 1 2 3"
    for wrong in ("one", "keep", "0", "1 x", "-1", "³"):
        assert isinstance(meant(wrong, OPENING), NotUnderstood)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("pay 1 green", "pay 1 green"),
        ("pay loco", "pay 1 locomotive"),
        ("y", None),
        ("pay", None),
        ("1", "pay 1 green"),
        ("2", "pay 1 locomotive"),
        ("3", "decline"),
        ("n", "decline"),
        ("no", "decline"),
        ("dec", "decline"),
    ],
)
def test_a_tunnel_is_paid_or_declined(typed: str, action: str | None) -> None:
    """U8: where there is a choice it is asked for."""
    meaning = meant(typed, TUNNEL)
    assert isinstance(meaning, Ambiguous) if action is None else str(meaning) == action


def test_a_number_means_the_sensible_way_to_pay() -> None:
    view = view_of(EUROPE)
    menu = Menu(view)
    for line in menu.claims:
        assert understand(line.key, view, menu) == line.claims[0]
        asked = understand(f"{line.key}?", view, menu)
        assert isinstance(asked, Ambiguous)
        assert asked.actions == line.claims
        payment = line.claims[-1].payment
        assert understand(f"{line.key} {payment}", view, menu) == line.claims[-1]


WORDS = (
    *("draw", "claim", "build", "keep", "pay", "tickets", "par", "zur", "wien", "new", "york"),
    *("-", ":", "#", "?", "0", "1", "2", "3", "99", "red", "loco", "with", "to"),
)
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
ANYTHING = st.text(max_size=60) | SENTENCES


@given(ANYTHING, st.sampled_from([EUROPE, OPENING, TUNNEL, SECOND, USA]))
def test_nothing_that_can_be_typed_does_more_than_get_a_sentence(text: str, position: str) -> None:
    if not text.split():
        return
    game = Game.from_text(position)
    view = game.view(game.turn)
    meaning = understand(text, view, Menu(view))
    if isinstance(meaning, NotUnderstood):
        assert meaning.sentence
    elif isinstance(meaning, Ambiguous):
        assert len(meaning.actions) > 1 or "?" in text
        assert all(action in view.legal for action in meaning.actions)
    else:
        with contextlib.suppress(IllegalAction):
            game.play(meaning)
