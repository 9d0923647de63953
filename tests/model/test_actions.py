"""Actions as text: what parses back, and what is refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from whistlestop.model.actions import (
    DECK,
    Action,
    Build,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    NotationError,
    Pass,
    Pay,
    Payment,
    parse_action,
)

TEXTS = {
    "keep 1 3": Keep((1, 3)),
    "draw red": Draw("red"),
    "draw deck": Draw(DECK),
    "draw locomotive": Draw("locomotive"),
    "claim paris-zurich 3 purple": Claim("paris-zurich", Payment(3, "purple", 0)),
    "claim paris-zurich 2 purple 1 locomotive": Claim("paris-zurich", Payment(2, "purple", 1)),
    "claim new_york-boston:red 2 locomotive": Claim("new_york-boston:red", Payment(0, None, 2)),
    "claim dallas-houston#2 1 pink": Claim("dallas-houston#2", Payment(1, "pink", 0)),
    "pay 1 purple 1 locomotive": Pay(Payment(1, "purple", 1)),
    "decline": Decline(),
    "tickets": DrawTickets(),
    "build paris 2 red": Build("paris", Payment(2, "red", 0)),
    "pass": Pass(),
}


@pytest.mark.parametrize(("text", "action"), TEXTS.items())
def test_the_language_of_actions(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize("text", TEXTS)
def test_spaces_between_words_do_not_matter(text: str) -> None:
    assert parse_action("  " + text.replace(" ", "   ") + "\n") == TEXTS[text]


words = st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True)
colours = words.filter(lambda word: word != "locomotive")
routes = st.from_regex(r"[a-z0-9_]{1,9}-[a-z0-9_]{1,9}([:#][a-z0-9]{1,9})?", fullmatch=True)
counts = st.integers(1, 999)
payments = st.one_of(
    st.builds(Payment, counts, colours, st.integers(0, 999)),
    st.builds(Payment, st.just(0), st.none(), counts),
)
places = st.sets(counts, min_size=1, max_size=6).map(lambda found: tuple(sorted(found)))
actions = st.one_of(
    *(st.builds(Keep, places), st.builds(Draw, words), st.builds(Claim, routes, payments)),
    *(st.builds(Pay, payments), st.builds(Build, words, payments)),
    st.sampled_from([DrawTickets(), Decline(), Pass()]),
)


@given(actions)
def test_every_action_is_read_back_from_its_text(action: Action) -> None:
    assert parse_action(str(action)) == action


def refused(text: Any) -> str:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.code == "bad_notation"
    return str(caught.value)


def readable(error: NotationError) -> None:
    assert error.code == "bad_notation"
    assert 10 < len(str(error)) < 300


def parsed_or_refused(text: str) -> None:
    """Either an action that says the same again, or a sentence of readable length."""
    try:
        action = parse_action(text)
    except NotationError as error:
        readable(error)
    else:
        assert parse_action(str(action)) == action
        assert str(action).split() == text.split() or "0" in text


@given(st.text())
def test_any_text_is_an_action_or_refused(text: str) -> None:
    parsed_or_refused(text)


tokens = st.one_of(
    st.sampled_from(["keep", "draw", "claim", "pay", "build", "decline", "tickets", "pass"]),
    st.sampled_from(["red", "locomotive", "deck", "paris", "paris-zurich", "a-b:red", "a-b#2"]),
    st.sampled_from(
        ["1", "2", "0", "-1", "01", "1.0", "999", "1000", "\N{SUPERSCRIPT TWO}", "\u0663"]
    ),
    st.text(max_size=4),
)


@given(st.lists(tokens, max_size=8).map(" ".join))
@example("keep 3 1")
@example("pay 0 red")
@example("pay 01 red")
def test_near_misses_are_actions_or_refused(text: str) -> None:
    parsed_or_refused(text)


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 60), st.characters(), st.booleans())
def test_a_text_with_one_character_changed_is_an_action_or_refused(
    text: str, place: int, character: str, replace: bool
) -> None:
    place = min(place, len(text))
    parsed_or_refused(text[:place] + character + text[place + replace :])


WRONG = [
    *("", " ", "\n", "fly", "keep", "keep one", "keep 0", "keep 2 1", "keep 1 1", "keep 1,2"),
    *("keep 1000", "keep -1", "keep 1 2 x", "draw", "draw red blue", "draw RED", "draw 3"),
    *("claim", "claim paris", "claim paris-zurich", "claim paris-zurich red"),
    *("claim paris-zurich 3", "claim paris-zurich 3 red 1", "claim paris-zurich 0 red"),
    *("claim paris zurich 3 red", "claim paris-zurich 1 locomotive 2 red", "claim a-b-c 1 red"),
    *("claim paris-zurich 2 red 1 blue", "claim paris-zurich 2 locomotive 1 locomotive"),
    *("pay", "pay red", "pay 1", "pay 1 red 1 red", "build", "build paris", "build 3 red"),
    *("build Paris 1 red", "decline now", "tickets 3", "pass pass", "Draw red", "KEEP 1"),
    *("keep \N{SUPERSCRIPT TWO}", "pay \u0663 red", "draw r\u00e9d", "claim a-b:C 1 red"),
]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_action_is_refused_in_a_sentence_that_quotes_it(text: str) -> None:
    sentence = refused(text)
    assert repr(text)[1:-1] in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("thing", [None, 5, b"pass", ["pass"], Pass(), object()])
def test_what_is_no_text_is_refused(thing: Any) -> None:
    assert "not text" in refused(thing)


def test_endless_text_is_refused_in_a_short_sentence() -> None:
    assert len(refused("keep " + "1 " * 100_000)) < 200
    assert len(refused("claim " + "x" * 1000)) < 200


def test_actions_are_values() -> None:
    assert Keep((1, 2)) == parse_action("keep 1 2")
    assert len({parse_action(text) for text in (*TEXTS, *TEXTS)}) == len(TEXTS)
    with pytest.raises(AttributeError):
        Draw("red").card = "blue"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("coloured", "colour", "locomotives"),
    [(1, None, 0), (1, None, 2), (0, "red", 1), (0, "red", 0), (-1, "red", 0)],
)
def test_a_payment_names_a_colour_exactly_if_it_has_coloured_cards(
    coloured: int, colour: str | None, locomotives: int
) -> None:
    """C2"""
    with pytest.raises(ValueError, match="payment"):
        Payment(coloured, colour, locomotives)


def test_the_total_of_a_payment_counts_both_kinds() -> None:
    assert Payment(2, "red", 1).total == 3
    assert str(Payment(0, None, 2)) == "2 locomotive"
