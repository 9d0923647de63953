"""Random games for tests: every board with every option and number of players.

A game is driven through its door only; nothing here knows a rule. Invariant: the same label gives
the same game, compiled or not.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from random import Random

from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import ALL
from whistlestop.engine.phases import moves
from whistlestop.model.actions import Action
from whistlestop.model.board import Board
from whistlestop.model.events import Event

COMPILED = not str(moves.__file__).endswith(".py")


def either(compiled: int, pure: int) -> int:
    """How many of something: the uncompiled engine gets fewer, for it is far slower."""
    return compiled if COMPILED else pure


def every_board() -> list[str]:
    """All shipped boards, each also with each of its options."""
    return [f"{name}:{o}" if o else name for name in board_names() for o in ("", *options_of(name))]


def player_numbers(board: Board | str) -> range:
    rules = load_board(board).rules
    return range(rules.min_players, rules.max_players + 1)


def every_table() -> list[tuple[str, int]]:
    """Every board, option and number of players."""
    return [(board, players) for board in every_board() for players in player_numbers(board)]


def some_table(rng: Random, board: str) -> tuple[str, int]:
    """The board with one of its options, or none, and a number of players."""
    name = rng.choice([x for x in every_board() if x.partition(":")[0] == board])
    return name, rng.choice(player_numbers(name))


def kinds(game: Game, codes: Iterable[int]) -> dict[int, list[int]]:
    """Codes grouped by kind of action; drawing from the pile and from the market are two."""
    t = game.flat
    marks = [1, 2, 3, 4, int(t.keep_code), int(t.pay_code), int(t.build_code), int(t.claim_code)]
    found: dict[int, list[int]] = {}
    for code in codes:
        found.setdefault(bisect_right(marks, code), []).append(code)
    return found


def choose(game: Game, codes: Iterable[int], rng: Random, by_kind: bool = True) -> Action:
    """One of the codes as an action: uniform over kinds first, or over all of them."""
    grouped = kinds(game, codes) if by_kind else {0: list(codes)}
    return game.codec.decode(rng.choice(grouped[rng.choice(sorted(grouped))]))


def step(game: Game, rng: Random, by_kind: bool = True) -> None:
    """One random ply; at the opening of any of the seats that have not answered."""
    seat = rng.choice(game.waiting)
    game.play(choose(game, game.legal_for(seat).codes, rng, by_kind), seat)


def walk(game: Game, rng: Random, by_kind: bool | None = None) -> Iterator[Game]:
    """The game before the first ply and after every random ply, to the end."""
    by_kind = rng.random() < 0.7 if by_kind is None else by_kind
    yield game
    while not game.over:
        step(game, rng, by_kind)
        yield game


def new_game(board: Board | str, players: int, label: object) -> Game:
    names = ["Ann", "Bob", "Cy", "Dee", "Eve"][:players]
    first = Random(f"first {label}").randrange(players)
    return Game(board, names, seed=f"{label}", first=first)


def played(board: Board | str, players: int, label: object, plies: int) -> Game:
    """A random game after so many plies, or at its end if that comes sooner."""
    game, rng = new_game(board, players, label), Random(f"play {label}")
    by_kind = rng.random() < 0.7
    while not game.over and game.ply < plies:
        step(game, rng, by_kind)
    return game


def may(game: Game, seat: int, action: object) -> bool:
    """Whether a thing, be it an action, its text or nonsense, is legal for a seat."""
    return game.legal_for(seat).__contains__(action)


def say(error: Exception) -> None:
    """An error of ours has a stable code, and a sentence that fits on a few lines."""
    assert getattr(error, "code", "")
    assert 5 < len(str(error)) < 400


def events_json(events: Iterable[Event]) -> str:
    return json.dumps([[event.name, dict(event.params)] for event in events])


def everything(game: Game) -> tuple[str, ...]:
    """All that anybody could ask of a game, as text."""
    audiences = (None, *range(len(game.names)))
    return (
        game.position,
        events_json(game.events(ALL)),
        *(game.view(who).to_json() for who in audiences),
        *(events_json(game.events(who)) for who in audiences),
    )
