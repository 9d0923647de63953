"""The coach for finished games: how a seat stood at a ply, and what it could have done best.

The bots' processes work that out from the seat's view, so the coach knows no more than the player
did. Invariant: the coach looks at one ply of a table at a time, and each caller waits for one at
most; the pool of bots deals its time between addresses, guests and tables, so nobody waits for all
that another asks for.
"""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from whistlestop.bots.evaluation.strength import Bots
from whistlestop.bots.processes.fair_queue import Party
from whistlestop.bots.processes.pool import BotPool, PoolClosed
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.protocol.story import PlyAdvice
from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.state import TableState

KEPT = 256  # answers in memory, so that going back and forth costs nothing
SECONDS = 8.0  # for one ply

Key = tuple[str, int, int]


class Coach:
    """Gives advice on plies of finished games, and keeps the newest answers."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots
        self._given: dict[Key, PlyAdvice] = {}
        self._asking: set[Caller] = set()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def on(self, state: TableState, ply: int, seat: int | None, caller: Caller) -> PlyAdvice:
        """The advice to a seat at a ply; without a seat, to the one that had to decide."""
        assert state.game is not None
        assert state.game.over, "advice on a running game is a hint, and the table gives those"
        if caller in self._asking:
            raise ServerRefusal("too_fast", 429)
        self._asking.add(caller)
        try:
            async with self._turns.setdefault(state.id, asyncio.Lock()):
                return await self._look(state, state.game, ply, seat, caller.party(state.id))
        finally:
            self._asking.discard(caller)

    async def _look(
        self, state: TableState, end: Game, ply: int, seat: int | None, party: Party
    ) -> PlyAdvice:
        then = await aside(lambda: state.without(end.ply - ply))
        seat = then.waiting[0] if seat is None else seat
        key = state.id, ply, seat
        given = self._given.pop(key, None) or await self._work_out(
            then.view(seat), party, state.bots
        )
        self._given[key] = given
        while len(self._given) > KEPT:
            del self._given[next(iter(self._given))]
        return given

    async def _work_out(self, view: View, party: Party, bots: Bots) -> PlyAdvice:
        assert view.seat is not None
        try:
            found = await self._bots.prospect(view, SECONDS, party, bots)
        except PoolClosed:
            raise ServerRefusal("restarting", 503) from None
        if found.failure:
            raise ServerRefusal("no_advice", 503)
        return PlyAdvice(view.seat, found.win, found.margin, list(found.options))
