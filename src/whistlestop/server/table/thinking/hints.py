"""Advice for the players of one table: each decision is thought about once, while somebody waits.

Who may ask is the table's affair. Invariant: however many ask, by socket or by HTTP, a decision
takes one thought, and that ends when the last of them is gone.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.bots.processes.pool import PoolClosed
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import entries as en

if TYPE_CHECKING:
    from whistlestop.bots.evaluation.strength import Bots
    from whistlestop.bots.processes.pool import BotPool
    from whistlestop.engine.game import Game
    from whistlestop.server.table.caller import Caller
    from whistlestop.server.table.state import TableState

HINT_SECONDS = 3.0  # for one thought: its trials end in time, a thought that does not is given up

TOLD = 3  # times that the log may have the advice on one decision: it is long

Options = tuple[AdvisedAction, ...]


class Hints:
    """The advice that is being thought about at a table."""

    def __init__(self, bots: BotPool, table: str) -> None:
        self._bots = bots
        self._table = table
        self._thoughts: dict[tuple[int, int], asyncio.Task[Options]] = {}
        self._waiting: dict[tuple[int, int], int] = {}

    async def on(self, game: Game, caller: Caller, seat: int, decision: int, bots: Bots) -> Options:
        """The advice of a bot to a seat, in the turn of who asked first. Raises ServerRefusal."""
        key = seat, decision
        if key not in self._thoughts:
            self._thoughts[key] = asyncio.create_task(self._think(game, caller, seat, bots))
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            return await asyncio.shield(self._thoughts[key])
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                self._thoughts.pop(key).cancel()

    async def _think(self, game: Game, caller: Caller, seat: int, bots: Bots) -> Options:
        try:
            party = caller.party(self._table)
            return await self._bots.advise(game.view(seat), HINT_SECONDS, party, bots)
        except PoolClosed:
            raise ServerRefusal("restarting", 503) from None


def advice_given(state: TableState, seat: int, decision: int) -> list[tuple[int, Options]]:
    """What the log has of advice on a decision, with its versions; the newest first."""
    found = []
    for line in reversed(state.lines.game):
        body = line.body
        if line.seq <= decision:
            break
        if isinstance(body, en.Hinted) and (body.seat, body.decision) == (seat, decision):
            found.append((line.seq, body.options))
    return found
