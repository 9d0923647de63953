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

if TYPE_CHECKING:
    from whistlestop.bots.processes.pool import BotPool
    from whistlestop.engine.game import Game
    from whistlestop.server.table.caller import Caller

HINT_SECONDS = 5.0  # a player who asked for advice waits no longer than that

Options = tuple[AdvisedAction, ...]


class Hints:
    """The advice that is being thought about at a table."""

    def __init__(self, bots: BotPool, table: str) -> None:
        self._bots = bots
        self._table = table
        self._thoughts: dict[tuple[int, int], asyncio.Task[Options]] = {}
        self._waiting: dict[tuple[int, int], int] = {}

    async def on(self, game: Game, caller: Caller, seat: int, decision: int) -> Options:
        """The advice of a bot to a seat, in the turn of who asked first. Raises ServerRefusal."""
        key = seat, decision
        if key not in self._thoughts:
            self._thoughts[key] = asyncio.create_task(self._think(game, caller, seat))
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            return await asyncio.shield(self._thoughts[key])
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                self._thoughts.pop(key).cancel()

    async def _think(self, game: Game, caller: Caller, seat: int) -> Options:
        try:
            party = caller.party(self._table)
            return await self._bots.advise(game.view(seat), HINT_SECONDS, party)
        except PoolClosed:
            raise ServerRefusal("restarting", 503) from None
