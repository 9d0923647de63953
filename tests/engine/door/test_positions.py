"""Positions as text: read back exactly at every ply, and what cannot be is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.audit import audit
from tests.engine.play import either, new_game, played, say, some_table, step, walk
from whistlestop.boards.load import BoardError, board_names
from whistlestop.engine.errors import SetupError
from whistlestop.engine.game import Game

GAMES = {"europe": (2, 1), "london": (4, 1), "new-york": (5, 2), "usa": (2, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_position_reads_back_exactly_at_every_ply(board: str) -> None:
    for number in range(either(*GAMES[board])):
        rng = Random(f"position {board} {number}")
        name, players = some_table(rng, board)
        for game in walk(new_game(name, players, rng.random()), rng):
            again = Game.from_text(game.position)
            assert again.position == game.position
            assert again.waiting == game.waiting
            for seat in range(players):
                assert again.legal_for(seat) == game.legal_for(seat)
        assert again.score() == game.score()


@pytest.mark.parametrize("board", board_names())
def test_a_position_plays_on_like_the_game_it_was_taken_from(board: str) -> None:
    """The same actions with the same answers of chance lead to the same positions."""
    for number in range(either(6, 2)):
        rng = Random(f"on {board} {number}")
        name, players = some_table(rng, board)
        game = played(name, players, rng.random(), rng.randrange(80))
        again = Game.from_text(game.position)
        for _ in range(25):
            if game.over:
                break
            step(game, rng)
            ply = game.plies[-1]
            again.play(ply.action, ply.seat, got=game.got(game.ply - 1))
            # A new pile has the same cards; what was told has left it in the same order.
            assert sorted(again.position.split()) == sorted(game.position.split())


def test_lines_may_come_in_any_order_with_comments_between() -> None:
    text = played("europe", 3, "order", 60).position
    lines = text.splitlines()
    Random("order").shuffle(lines)
    assert Game.from_text("# a position\n\n" + "\n".join(lines)).position == text


@pytest.mark.parametrize(
    "names",
    [
        *(["Ann", "Bob:"], ["market", "Bob"], ["Ann, the first", "Bob"], [" Ann", "Bob"]),
        *(["Ann\nturn", "Bob"], ["#Ann", "Bob"], ["Ann; hand", "Bob"], ["turn", "first"]),
        ["Ann  Lee", "Zoë \N{PANDA FACE}"],
    ],
)
def test_a_position_reads_back_whatever_the_players_are_called(names: list[str]) -> None:
    """Or the name is refused when the game is set up."""
    try:
        game = Game("usa", names, seed=1)
    except SetupError:
        return
    assert Game.from_text(game.position).position == game.position


ALL_BUT_FOUR_RED = (
    "12 purple 7 blue 12 orange 12 white 12 green 12 yellow 12 black 8 red 14 locomotive\n"
    "market: blue blue blue blue blue"
)
BAD = {
    "no such line": "mrket: red",
    "no such phase": "phase: dancing",
    "no such player": "turn: Zed",
    "a line twice": "turn: Ann\nturn: Ann",
    "no colon": "turn Ann",
    "too many cards of a kind": "Ann: hand 13 red",
    "cards not counted": "Ann: hand red",
    "unknown card": "market: red plaid",
    "a market too long": "market: red red red red red red",
    "cards nowhere": "pile: red",
    "a ticket twice": "Ann: tickets boston-miami\nBob: tickets boston-miami",
    "unknown ticket": "Ann: tickets boston-boston",
    "a route twice": "Ann: routes atlanta-miami\nBob: routes atlanta-miami",
    "both sides": "Ann: routes denver-omaha denver-kansas_city:black denver-kansas_city:orange",
    "unknown route": "Ann: routes atlanta-atlantis",
    "no stations here": "Ann: stations boston",
    "an offer in a turn": "Ann: offer boston-miami",
    "no offer to choose from": "phase: tickets",
    "a tunnel in a turn": "tunnel: atlanta-miami 5 blue",
    "no tunnel to pay": "phase: tunnel",
    "not a number": "passes: many",
    "too large a number": "quiet: 251",
    "a player's line": "Ann: gold 3",
    "too many trains": "Ann: routes " + " ".join(["portland-san_francisco:green"] * 2),
    "a number only for people": "last round: \N{SUPERSCRIPT TWO}",
    "a count only for people": "Ann: hand \N{SUPERSCRIPT TWO} red",
    "a last round without turns": "last round: 0",
    "a last round with too many turns": "last round: 9",
    "more passes than players": "passes: 7",
    "a standstill that is over": "quiet: 200",
    "an empty pile beside discards": "pile:\ndiscards: 4 red\nBob: hand " + ALL_BUT_FOUR_RED,
    "an answer to nothing": "Ann: answer 1",
    "one player": "players: Ann",
    "six players": "players: A, B, C, D, E, F",
    "the same name twice": "players: Ann, Ann",
    "an empty name": "players: Ann, , Bob",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_position_that_cannot_be_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        Game.from_text(text)
    assert caught.value.code
    assert len(caught.value.sentence) > 10


OPENING = "phase: opening\nAnn: offer boston-miami dallas-new_york; answer {}\nBob: offer {}\n"


@pytest.mark.parametrize(
    ("answer", "offer"),
    [
        *(("0", "los_angeles-miami seattle-new_york"), ("9", "los_angeles-miami seattle-new_york")),
        *(("3", "los_angeles-miami seattle-new_york"), ("1 1", "los_angeles-miami")),
        *(("x", "los_angeles-miami seattle-new_york"), ("", "los_angeles-miami")),
        ("\N{SUPERSCRIPT TWO}", "los_angeles-miami seattle-new_york"),
    ],
)
def test_an_opening_that_cannot_be_is_refused(answer: str, offer: str) -> None:
    """S3, S4: answers name tickets of the offer, and all seats are offered as many."""
    with pytest.raises(SetupError):
        Game.from_text(OPENING.format(answer, offer))


def test_an_unknown_board_in_a_position_is_refused_in_a_sentence() -> None:
    with pytest.raises((SetupError, BoardError), match="nowhere"):
        Game.from_text("board: nowhere")


@pytest.mark.parametrize("thing", [None, 5, b"board: usa", [], ["board: usa"], object()])
def test_what_is_no_text_is_no_position(thing: Any) -> None:
    with pytest.raises(SetupError):
        Game.from_text(thing)


def sources() -> list[str]:
    """Positions of all phases on all boards, to be damaged."""
    found: dict[tuple[str, str], str] = {}
    for board in board_names():
        rng = Random(f"sources {board}")
        for game in walk(new_game(board, 2, f"sources {board}"), rng, by_kind=True):
            if (board, game.phase) not in found or rng.random() < 0.01:
                found[board, game.phase] = game.position
    return list(found.values())


SOURCES = sources()
WORDS = sorted({word for text in SOURCES for word in text.split()})
tokens = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-3, 300).map(str),
    st.sampled_from(
        [";", ":", ",", "-", "...", "", "#", "\n", "\N{SUPERSCRIPT TWO}", "phase: turn\n"]
    ),
    st.text(max_size=6),
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A position with a few lines or words dropped, doubled, moved or replaced."""
    lines = draw(st.sampled_from(SOURCES)).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        if draw(st.booleans()):
            words = lines[at].split(" ")
            place = draw(st.integers(0, len(words) - 1))
            words[place : place + draw(st.integers(0, 2))] = [draw(tokens)]
            lines[at] = " ".join(words)
        else:
            lines[at : at + 1] = draw(st.sampled_from([[], [lines[at]] * 2, [draw(tokens)]]))
            lines = lines or ["turn: Ann"]
    return "\n".join(lines)


def refused_or_sound(text: str, seed: int) -> None:
    """A text is refused in a sentence, or it is a sound position that plays to its end."""
    try:
        game = Game.from_text(text)
    except (SetupError, BoardError) as error:
        say(error)
        return
    assert Game.from_text(game.position).position == game.position
    # A study may leave gaps in the market beside a pile; the next card that is taken fills them.
    rng, gaps = Random(seed), None in game.view(None).market
    for _ in range(12):
        if not gaps:
            audit(game.flat, game.state)
        if not game.over:
            step(game, rng)


@pytest.mark.slow
@given(damaged(), st.integers(0, 99))
def test_a_damaged_position_is_refused_or_sound(text: str, seed: int) -> None:
    refused_or_sound(text, seed)


@given(st.text(max_size=60))
def test_any_text_is_refused_or_a_sound_position(text: str) -> None:
    refused_or_sound(text, 1)
    refused_or_sound(f"market: {text}", 1)
    refused_or_sound(f"Ann: {text}", 1)
