"""What happened inside a game, beyond its result: claims, tickets, parts of the scores.

Details are what a study of a board counts. They are read from the engine's raw events and hold
numbers only: seats, indices of routes and tickets, turns. Every tuple goes by seat unless it says
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.accessors import holder_of, trains_left
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State


@dataclass(frozen=True, slots=True)
class Details:
    """`claims` are (turn, seat, route) in order; turns count from 1 over all players.

    `parts` are the points of each item of the board's score, as `Board.score_items` lists them.
    """

    claims: tuple[tuple[int, int, int], ...]
    offered: tuple[tuple[int, ...], ...]
    kept: tuple[tuple[int, ...], ...]
    held: tuple[tuple[int, ...], ...]
    made: tuple[tuple[int, ...], ...]
    parts: tuple[tuple[int, ...], ...]
    trains: tuple[int, ...]

    def plain(self) -> list[object]:
        """As lists, in the order of the fields."""
        return [getattr(self, name) for name in self.__slots__]


def details_from(plain: Sequence[object]) -> Details:
    """The details that `plain` told, after they went through JSON."""
    return Details(*(_frozen(part) for part in plain))


def _frozen(value: Any) -> Any:
    """Lists inside lists as tuples, as deep as they go."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def details_of(t: FlatBoard, s: State, log: Iterable[RawEvent]) -> Details:
    """The details of a game that is over, from its last state and all its raw events."""
    tally = tally_scores(t, s)
    players = range(int(t.players))
    claims, offered, kept = _followed(log, len(players))
    return Details(
        claims=tuple(claims),
        offered=tuple(map(tuple, offered)),
        kept=tuple(map(tuple, kept)),
        held=tuple(_held(t, s, seat) for seat in players),
        made=tuple(_made(t, s, tally, seat) for seat in players),
        parts=tuple(_parts(t, tally, seat) for seat in players),
        trains=tuple(int(trains_left(t, s.bytes, seat)) for seat in players),
    )


def _followed(
    log: Iterable[RawEvent], players: int
) -> tuple[list[tuple[int, int, int]], list[list[int]], list[list[int]]]:
    """Claims with their turns, and what was offered and kept at the opening."""
    claims = []
    offered: list[list[int]] = [[] for _ in range(players)]
    kept: list[list[int]] = [[] for _ in range(players)]
    turn = 0
    for kind, a, b, _ in log:
        if kind == event_kinds.TURN_BEGAN:
            turn += 1
        elif kind == event_kinds.CLAIMED:
            claims.append((turn, a, b))
        elif kind == event_kinds.OFFERED_TICKET and turn == 0:
            offered[a].append(b)
        elif kind == event_kinds.KEPT_TICKET and turn == 0:
            kept[a].append(b)
    return claims, offered, kept


def _parts(t: FlatBoard, tally: Tally, seat: int) -> tuple[int, ...]:
    """The points of every item, in the order of `Board.score_items`."""
    bonuses = [int(tally.bonuses[b * int(t.players) + seat]) for b in range(int(t.bonuses))]
    return (int(tally.routes[seat]), int(tally.tickets[seat]), *bonuses)


def _held(t: FlatBoard, s: State, seat: int) -> tuple[int, ...]:
    return tuple(i for i in range(int(t.tickets)) if holder_of(t, s.bytes, i) == seat)


def _made(t: FlatBoard, s: State, tally: Tally, seat: int) -> tuple[int, ...]:
    return tuple(i for i in _held(t, s, seat) if tally.done[i])
