"""Positions from games played inside the engine, as rows of switches with what was done there.

A `Shelf` keeps rows packed, eight switches a byte, since a lesson looks at a million of them. The
luck of every game comes from its seed, so a lesson can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import u8

from whistlestop.bots.learned.inputs import width_of, write_switches
from whistlestop.bots.reasoning.seat_facts import SeatFacts, facts_from_state
from whistlestop.engine.fast.rollout import deal_seeded, shuffles_of
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.state.flat_board import OVER, PHASE, FlatBoard
from whistlestop.envs.settings import over_bytes

Decide = Callable[[SeatFacts], int]
Bits = npt.NDArray[np.uint8]


class Table:
    """One game that is being played; `seed` deals it."""

    def __init__(self, t: FlatBoard, seed: str) -> None:
        self.flat = t
        self.chance = shuffles_of(seed)
        self.state = deal_seeded(t, seed, 0, self.chance)

    @property
    def over(self) -> bool:
        return bool(self.state.bytes[PHASE] == OVER)

    @property
    def seat(self) -> int:
        return int(to_act(self.flat, self.state))

    def look(self) -> SeatFacts:
        return facts_from_state(self.flat, self.state, self.seat)

    def play(self, code: int) -> None:
        apply(self.flat, self.state, self.seat, code, self.chance)


class Desk:
    """A row of switches and a mask at a time, as arrays."""

    def __init__(self, t: FlatBoard) -> None:
        self.width = width_of(t)
        self.actions = int(t.actions)
        self._cells = vec[u8]([u8(0)] * self.width)
        self._row: Bits = over_bytes(self._cells, self.width)

    def row(self, facts: SeatFacts) -> Bits:
        write_switches(facts, self._cells, 0)
        row: Bits = self._row.copy()
        return row

    def mask(self, facts: SeatFacts) -> Bits:
        mask = np.zeros(self.actions, np.uint8)
        mask[list(facts.codes)] = 1
        return mask


class Shelf:
    """Rows, masks and the actions a teacher took."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._rows: list[Bits] = []
        self._masks: list[Bits] = []
        self._actions: list[int] = []

    def __len__(self) -> int:
        return len(self._actions)

    def add(self, facts: SeatFacts, action: int) -> None:
        """Where only one action is legal there is nothing to learn."""
        if len(facts.codes) > 1:
            self._rows.append(np.packbits(self.desk.row(facts)))
            self._masks.append(np.packbits(self.desk.mask(facts)))
            self._actions.append(action)

    def batches(self, size: int, luck: np.random.Generator) -> Any:
        """All of it once, in any order: switches, masks, actions."""
        rows, masks = np.stack(self._rows), np.stack(self._masks)
        actions = np.array(self._actions, np.int64)
        order = luck.permutation(len(actions))
        for start in range(0, len(order) - size + 1, size):
            some = order[start : start + size]
            yield (
                np.unpackbits(rows[some], axis=1, count=self.desk.width),
                np.unpackbits(masks[some], axis=1, count=self.desk.actions),
                actions[some],
            )


def fill(
    shelf: Shelf,
    table: Table,
    teacher: Decide,
    players: Sequence[Decide],
    luck: Random,
    slips: float,
) -> None:
    """Play a game and note at every decision what the teacher would do there.

    With a chance of `slips` a player does anything legal instead, so that the teacher is also
    asked about positions that it would not get into.
    """
    while not table.over:
        facts = table.look()
        right = int(teacher(facts))
        shelf.add(facts, right)
        player = players[table.seat]
        done = right if player is teacher else int(player(facts))
        table.play(luck.choice(list(facts.codes)) if luck.random() < slips else done)
