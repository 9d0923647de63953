"""Views are values of their own: nothing secret can be reached from one, and they never change."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from tests.engine.play import new_game, played, some_table, step
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.memory import Memory, Pool, TicketDraw
from whistlestop.engine.rng import Rng
from whistlestop.engine.state import State
from whistlestop.engine.tables import Tables
from whistlestop.engine.trace import Chance
from whistlestop.model.board import Board
from whistlestop.model.boardfile import board_names

SECRET = (State, Game, Rng, Chance, Memory, Pool, TicketDraw, Ply)
STATIC = (Board, Tables)  # the same for every game of the board


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What an object is made of, by name."""
    if isinstance(value, Mapping):
        yield from ((str(key), item) for key, item in value.items())
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield from ((str(i), item) for i, item in enumerate(value))
    if dataclasses.is_dataclass(value):
        yield from ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
    yield from getattr(value, "__dict__", {}).items()
    for kind in type(value).__mro__:
        slots = getattr(kind, "__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                yield name, getattr(value, name)


def reachable(value: Any, path: str = "view") -> Iterator[tuple[str, Any]]:
    """Everything that hangs on a value, with the way to it."""
    seen: set[int] = set()
    waiting = [(path, value)]
    while waiting:
        path, value = waiting.pop()
        if id(value) in seen or isinstance(value, (str, int, float)):
            continue
        seen.add(id(value))
        yield path, value
        if not isinstance(value, (*STATIC, type)) and not callable(value):
            waiting += [(f"{path}.{name}", part) for name, part in parts(value)]


@pytest.mark.parametrize("board", board_names())
def test_no_state_game_generator_or_seed_can_be_reached_from_a_view(board: str) -> None:
    """H4: secrets are absent, not hidden."""
    rng = Random(f"graph {board}")
    for plies in (0, 1, 30, 60):
        name, players = some_table(rng, board)
        game = played(name, players, "secret seed", plies)
        for seat in (None, *range(players)):
            found = list(reachable(game.view(seat)))
            assert len(found) > 10
            assert not [path for path, value in found if isinstance(value, SECRET)]
            assert not [path for path, _ in found if path.rpartition(".")[2].endswith("seed")]
            assert "secret seed" not in game.view(seat).to_json()


def test_the_walk_over_a_value_would_find_a_secret() -> None:
    game = played("usa", 2, "walk", 10)
    view = dataclasses.replace(game.view(0), hand={"red": game.state})  # type: ignore[dict-item]
    assert [path for path, value in reachable(view) if isinstance(value, SECRET)] == [
        "view.hand.red"
    ]


def test_a_view_stays_as_it_was_while_the_game_goes_on() -> None:
    rng = Random("stay")
    game = new_game("europe", 3, "stay")
    kept = []
    while game.ply < 60:
        for seat in (None, 0, 1, 2):
            view = game.view(seat)
            kept.append((view, view.to_json()))
        step(game, rng)
    assert all(view.to_json() == text for view, text in kept)


def test_a_view_cannot_be_changed() -> None:
    view = new_game("usa", 2, "frozen").view(0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.pile = 0  # type: ignore[misc]


@pytest.mark.parametrize("board", board_names())
def test_a_seat_sees_its_own_hand_tickets_and_offer_and_no_others(board: str) -> None:
    """H2, K3"""
    game = played(board, 2, f"own {board}", 30)
    for seat in (0, 1):
        view = game.view(seat)
        assert sum(view.hand.values()) == view.players[seat].cards
        assert len(view.tickets) == view.players[seat].tickets
        assert all(player.hand is None and player.held is None for player in view.players)
        others = [draw for draw in view.draws if draw.seat != seat]
        assert all(draw.tickets is None and draw.places is None for draw in others)


@pytest.mark.parametrize("board", board_names())
def test_a_spectator_sees_no_hand_no_ticket_and_no_legal_action(board: str) -> None:
    """V2, H1"""
    view = played(board, 2, f"spectator {board}", 30).view(None)
    assert (view.hand, view.tickets, view.offer, view.answer) == ({}, (), (), ())
    assert len(view.legal) == 0
    assert all(draw.tickets is None for draw in view.draws)


@pytest.mark.parametrize("board", board_names())
def test_after_the_end_everybody_sees_everything(board: str) -> None:
    """V2"""
    game = played(board, 3, f"after {board}", 10_000)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view.over
        assert view.score == game.score()
        assert [p.hand for p in view.players] == [game.view(who).hand for who in range(3)]
        assert [p.held for p in view.players] == [game.view(who).tickets for who in range(3)]


@pytest.mark.parametrize("board", board_names())
def test_a_view_is_plain_data_that_json_keeps(board: str) -> None:
    for plies in (0, 25, 10_000):
        view = played(board, 2, f"json {board}", plies).view(1)
        assert json.loads(view.to_json()) == json.loads(json.dumps(view.data()))


@pytest.mark.parametrize("board", board_names())
def test_the_unseen_cards_are_those_of_the_pile_and_of_other_hands(board: str) -> None:
    """H1, H3: card counting comes with the view."""
    for plies in (0, 10, 40, 80):
        game = played(board, 3, f"unseen {board}", plies)
        for seat in (None, 0, 1, 2):
            view = game.view(seat)
            unseen = view.unseen()
            others = [player for player in view.players if player.seat != seat]
            blind = sum(player.cards - sum(player.known.values()) for player in others)
            assert min(unseen.values()) >= 0
            assert sum(unseen.values()) == view.pile + blind


@pytest.mark.parametrize("seat", [-1, 2, 10**30, "0", 1.0, True, False, [], object()])
def test_a_view_of_a_seat_that_is_none_is_refused(seat: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        new_game("usa", 2, "seats").view(seat)
    assert caught.value.code == "no_such_seat"
