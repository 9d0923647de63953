"""The end of a turn, and of the game.

Every action that ends a turn comes through `end_turn` exactly once.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import ENDED, LAST_ROUND, PASSED, TURN_BEGAN
from whistlestop.engine.state.flat_board import (
    LAST,
    MAIN,
    NONE,
    OVER,
    PASSES,
    PHASE,
    QUIET,
    TURN,
    FlatBoard,
)
from whistlestop.engine.state.state import State

# E9: so many full rounds in which nobody gained anything end the game.
QUIET_ROUNDS: Final = 5

# Why a game ended, as its last event says.
BY_LAST_ROUND: Final = 0
BY_PASSES: Final = 1
BY_STANDSTILL: Final = 2


def end_turn(t: FlatBoard, s: State, chance: Chance, gained: bool) -> None:
    """T1, E1, E9: pass the turn on, start or count the last round, or end the game.

    `gained` says whether the turn brought a card or a ticket or placed a train or a station.
    """
    d = s.bytes
    seat = i64(d[TURN])
    d[PHASE] = u8(MAIN)
    if gained:
        d[QUIET] = u8(0)
    else:
        d[QUIET] = u8(i64(d[QUIET]) + 1)
    if i64(d[LAST]) != NONE:
        d[LAST] = u8(i64(d[LAST]) - 1)
        if d[LAST] == 0:
            end_game(s, chance, BY_LAST_ROUND)
            return
    elif i64(d[t.o_trains + seat]) <= t.last_round:
        d[LAST] = u8(t.players)
        chance.emit(LAST_ROUND, seat, 0, 0)
    if i64(d[QUIET]) >= QUIET_ROUNDS * t.players:
        end_game(s, chance, BY_STANDSTILL)
        return
    seat += 1
    if seat == t.players:
        seat = 0
    d[TURN] = u8(seat)
    if chance.events is not None:
        chance.emit(TURN_BEGAN, seat, 0, 0)


def end_game(s: State, chance: Chance, reason: i64) -> None:
    """The game is over; `reason` is one of the three above."""
    s.bytes[PHASE] = u8(OVER)
    chance.emit(ENDED, reason, 0, 0)


def why_not_pass() -> IllegalAction:
    """T2: there is only one thing against passing."""
    return IllegalAction("must_act", "Nobody may pass who has a legal action.")


def apply_pass(t: FlatBoard, s: State, chance: Chance) -> None:
    """T2: a player with no legal action passes; when all have, one after the other, it is over."""
    d = s.bytes
    d[PASSES] = u8(i64(d[PASSES]) + 1)
    chance.emit(PASSED, i64(d[TURN]), 0, 0)
    if i64(d[PASSES]) == t.players:
        end_game(s, chance, BY_PASSES)
    else:
        end_turn(t, s, chance, False)
