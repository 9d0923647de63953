"""Views are values of their own: nothing secret can be reached from one, and they never change."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from mypy_extensions import u8

from tests.engine.play import either, every_board, new_game, played, some_table, step, walk
from whistlestop.boards.load import board_names
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.knowledge.forms import CardCounts
from whistlestop.engine.knowledge.make_view import Shared
from whistlestop.engine.knowledge.memory import CardPool, Memory, TicketDraw
from whistlestop.engine.knowledge.view import PlayerView, PoolView, SeenDraw, ShownView, View
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import MAIN, PASSES, PHASE, PILE, FlatBoard
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State
from whistlestop.model.board import Board

SECRET = (State, Game, Rng, Chance, CardPool, Memory, TicketDraw, Ply, Shared)
STATIC = (Board, FlatBoard)  # the same for every game of the board


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


def changes(cards: Any) -> Iterator[Any]:
    """Every way to change a dict."""
    yield lambda: cards.__setitem__("red", 9)
    yield lambda: cards.__delitem__("red")
    yield lambda: cards.__ior__({"red": 9})
    yield lambda: cards.update(red=9)
    yield lambda: cards.setdefault("red", 9)
    yield lambda: cards.pop("red")
    yield cards.popitem
    yield cards.clear


def test_the_cards_in_a_view_cannot_be_changed() -> None:
    """Views of one ply share what is public."""
    game = played("europe", 3, "cards", 60)
    view = game.view(0)
    told = view.to_json()
    found = [view.hand, view.discards, *(p.known for p in view.players)]
    found += [pool.cards for pool in view.pools]
    for cards in found:
        assert type(cards) is CardCounts
        for change in changes(cards):
            with pytest.raises(TypeError, match="cannot be changed"):
                change()
    assert {**view.hand} | {"red": 9} == {**view.hand, "red": 9}
    assert view.to_json() == told == game.view(0).to_json()


def change_everything(data: Any) -> None:
    """Spoil all lists and dicts in some data."""
    for part in data.values() if isinstance(data, dict) else data:
        if isinstance(part, (dict, list)):
            change_everything(part)
    data.clear()


def test_the_data_of_a_view_is_the_callers_to_change() -> None:
    game = played("europe", 3, "data", 60)
    views = [game.view(seat) for seat in (None, 0, 1, 2)]
    told = [view.to_json() for view in views]
    for view in views:
        change_everything(view.data())
    assert [view.to_json() for view in views] == told
    assert [game.view(seat).to_json() for seat in (None, 0, 1, 2)] == told


def unshared(game: Game, seat: int | None) -> View:
    """The view that a game gives which has never given one."""
    other = game.copy()
    other._shared = None
    return other.view(seat)


@pytest.mark.parametrize("board", every_board())
def test_a_view_is_the_same_whether_or_not_others_were_made_before(board: str) -> None:
    """What views of a ply, and of those before, share is never out of date."""
    rng = Random(f"shared {board}")
    name, players = board, rng.choice([2, 3, 4])
    game = new_game(name, players, f"shared {board}")
    for now in walk(game, rng):
        if rng.random() < either(6, 2) / 10 or now.over:
            for seat in rng.sample([None, *range(players)], 2):
                view = now.view(seat)
                assert view == unshared(now, seat)
                assert view.data() == unshared(now, seat).data()


def test_a_view_shows_a_state_that_was_changed_behind_the_back_of_the_game() -> None:
    """Nothing that a view shares can be out of date, whatever was done to the game."""
    game, later = played("usa", 2, "behind", 20), played("usa", 2, "behind", 60)
    assert game.view(0) == unshared(game, 0)
    game.state.bytes[PASSES] = u8(1)
    assert game.view(0).passes == 1
    game.state = later.state
    assert game.view(0) == unshared(game, 0)
    assert game.view(0).owners == later.view(0).owners != ()
    assert later.memory.shown
    for part in ("known", "pools", "shown", "draws"):
        before = game.view(1)
        setattr(game.memory, part, getattr(later.memory, part))
        assert game.view(1) == unshared(game, 1) != before
    game.state.bytes[PILE] = u8(game.state.bytes[PILE] - 1)
    assert game.view(None) == unshared(game, None)
    game.memory.draws = game.memory.draws[:-1]
    assert game.view(None) == unshared(game, None)
    route = game.view(None).owners.index(None)
    game.state.bytes[game.flat.o_owner + route] = u8(0)
    assert game.view(0) == unshared(game, 0)
    game.names = ("Dee", "Eve")
    assert [player.name for player in game.view(None).players] == ["Dee", "Eve"]


def test_a_view_of_a_game_that_is_set_back_from_its_end_shows_no_hands() -> None:
    """H2: what everybody sees after the end is not carried over."""
    game = played("usa", 2, "back", 10_000)
    assert game.view(None).players[0].hand is not None
    game.state.bytes[PHASE] = u8(MAIN)
    assert [player.hand for player in game.view(None).players] == [None, None]
    assert game.view(1) == unshared(game, 1)


def test_a_copy_that_goes_on_does_not_show_in_the_game_nor_the_game_in_the_copy() -> None:
    rng = Random("apart")
    game = played("europe", 3, "apart", 30)
    told = [game.view(seat).to_json() for seat in (None, 0, 1, 2)]
    copy = game.copy()
    for _ in range(30):
        step(copy, rng)
        assert [copy.view(seat) for seat in (None, 1)] == [unshared(copy, None), unshared(copy, 1)]
        assert [game.view(seat).to_json() for seat in (None, 0, 1, 2)] == told
    one, two = game.copy(), game.copy()
    for other in (one, two, one, two):
        other.play(rng.choice(list(other.legal)))
        assert other.view(0) == unshared(other, 0)


def test_values_in_a_view_have_all_their_fields_and_no_others() -> None:
    """They are made without their `__init__`, which would see to that."""
    found: set[type] = set()
    for board in board_names():
        for plies in (0, 40, 10_000):
            game = played(board, 3, f"fields {board}", plies)
            for view in (game.view(None), game.view(0)):
                values: list[Any] = [view, *view.players, *view.draws, *view.pools, *view.shown]
                for value in values:
                    found.add(type(value))
                    names = [field.name for field in dataclasses.fields(value)]
                    assert list(vars(value)) == names
                    assert type(value)(**vars(value)) == value
    assert found == {View, PlayerView, SeenDraw, PoolView, ShownView}


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
