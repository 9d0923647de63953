"""Bots that decide by facts as the rivals in stepped games: environments train against them.

A bot is made anew for each game and each seat. Only facts of its own seat are handed to it. An
answer that is not legal raises `BotError`, and the game stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy_extensions import i64

from whistlestop.bots.contract import BotError
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.engine.fast.rivals import Rivals
from whistlestop.engine.phases.moves import is_legal
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State


class FastRivals(Rivals):
    """`makers` make what decides, from a seed; they sit after the outside seat in that order."""

    def __init__(self, t: FlatBoard, makers: list[Callable[[str], Any]], games: int) -> None:
        self.flat = t
        self.makers = makers
        self.minds: list[Any] = [None] * (games * int(t.players))

    def begin(self, game: i64, seed: str, outside: i64) -> None:
        """Make the bots of a game."""
        players = self.flat.players
        seat = outside
        for number, make in enumerate(self.makers):
            seat += 1
            if seat == players:
                seat = 0
            self.minds[game * players + seat] = make(f"{seed}/{number}")

    def code(self, game: i64, s: State, seat: i64) -> i64:
        """Ask the bot in a seat."""
        t = self.flat
        mind: Any = self.minds[game * t.players + seat]
        answer: object = mind.decide(facts_from_state(t, s, seat))
        if type(answer) is int:
            code: i64 = answer
            if is_legal(t, s, seat, code):
                return code
        raise BotError("illegal_answer", f"A bot in seat {seat} answered with what is not legal.")
