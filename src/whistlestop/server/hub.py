"""All tables of one process: made, found, loaded on demand, looked after, and let go when idle.

A hub owns no table: any process may append to any table, and the store decides. It is told of
other processes' changes by hints and looks by itself now and then, so a lost hint costs seconds.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import logging
from collections.abc import Coroutine
from typing import Any

from whistlestop.bots.processes.pool import BotPool
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.requests import CreateTable, Made, PlayNow
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.identity import Signer
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Store, StoreUnavailable
from whistlestop.server.table import entries as en
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.seating import planned_seats, seat_again
from whistlestop.server.table.state import TableState
from whistlestop.server.table.table import Table

DUE_EVERY = 0.5
POLL_EVERY = 3.0
LEASE = 30_000
IDLE = 120_000
AT_ONCE = 200

log = logging.getLogger("whistlestop.server")


class Hub:
    """The tables of a process."""

    stand_in = "greedy"  # plays for people who are away

    def __init__(self, store: Store, signer: Signer, bots: BotPool, sources: Sources) -> None:
        self.store = store
        self.signer = signer
        self.bots = bots
        self.sources = sources
        self.bot_moves = 0
        self.bot_failures = 0
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def tables_loaded(self) -> int:
        return len(self._tables)

    async def open(self) -> None:
        self.store.on_change(self._told)
        self._loops = [
            asyncio.create_task(self._forever(DUE_EVERY, self._attend_due)),
            asyncio.create_task(self._forever(POLL_EVERY, self._look_around)),
        ]

    async def close(self) -> None:
        """Stop looking after tables; bots that think are left to whoever finds them due."""
        self._closed = True
        for task in (*self._loops, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something on the side; what goes wrong there is logged, never lost."""
        if self._closed:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", exc_info=task.exception())

    # Finding tables

    async def table(self, table: str) -> Table:
        """A table by its id. Raises ServerRefusal `no_such_table`."""
        found = self._tables.get(table)
        if found is not None:
            found.used = self.sources.now()
            return found
        if table not in self._loading:
            self._loading[table] = loading = asyncio.ensure_future(self._load(table))
            # Whoever waits is told; if nobody does any more, nobody minds.
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Table:
        try:
            loaded = Table(table, self)
            await loaded.catch_up()
            if loaded.state.version == 0:
                raise ServerRefusal("no_such_table", 404)
            loaded.used = self.sources.now()
            self._tables[table] = loaded
            # Whoever was to move its bots may be gone; if not, the faster one is heard.
            loaded.look_after()
            return loaded
        finally:
            del self._loading[table]

    # Making tables

    async def create(self, caller: Caller, request: CreateTable) -> Made:
        """A new table as somebody wants it."""
        seats = planned_seats(caller.guest, request.name, request.seats, request.options)
        return await self._make(caller, request.options, seats)

    async def play_now(self, caller: Caller, request: PlayNow) -> Made:
        """A running game against bots."""
        plans = [SeatPlan("me"), *(SeatPlan("bot", bot=bot) for bot in request.bots)]
        options = Options(board=request.board)
        seats = planned_seats(caller.guest, request.name, plans, options)
        made = await self._make(caller, options, seats)
        await (await self.table(made.table)).begin()
        return made

    async def rematch(self, state: TableState, caller: Caller) -> str:
        """A new table with those who sat at an old one; returns its id.

        The id follows from the old table, so however often and wherever it is asked for, there is
        one rematch.
        """
        name = _name_after(state)
        seats = tuple(seat_again(seat) for seat in state.seats)
        invite = self.sources.invite()
        await self._create(
            name, caller, en.Created(state.options, seats, caller.guest, invite, state.id)
        )
        table = await self.table(name)
        if all(seat.kind == "bot" or seat.guest == caller.guest for seat in seats):
            # Unless somebody who asked at the same time has done so.
            with contextlib.suppress(ServerRefusal):
                await table.begin()
        return name

    async def _make(
        self, caller: Caller, options: Options, seats: tuple[en.SeatSetup, ...]
    ) -> Made:
        name, invite = self.sources.table_id(), self.sources.invite()
        if not await self._create(name, caller, en.Created(options, seats, caller.guest, invite)):
            raise ServerRefusal("busy", 503)
        return Made(name, f"/t/{name}", invite)

    async def _create(self, name: str, caller: Caller, created: en.Created) -> bool:
        """Store a new table; False if there is one of this name already."""
        table = Table(name, self)
        made = await table.create(caller.who, created)
        if made:
            self._tables.setdefault(name, table)
        return made

    # Looking after them

    async def _forever(self, seconds: float, look: Any) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await look()
            except (StoreUnavailable, ServerRefusal):
                pass  # told to those who wanted something; it comes back by itself
            except Exception:
                log.exception("loop_failed")

    async def _attend_due(self) -> None:
        now = self.sources.now()
        for table in await self.store.claim_due(now, now + LEASE, AT_ONCE):
            try:
                await (await self.table(table)).attend()
            except ServerRefusal as refusal:
                log.warning("not_attended", extra={"table": table, "code": refusal.code})
            except Exception:
                # One table that cannot be read must not stop the clocks of the others.
                log.exception("attend_failed", extra={"table": table})

    def _told(self, table: str, version: int) -> None:
        """Somebody else has changed a table, perhaps one of ours."""
        found = self._tables.get(table)
        if found is not None and found.state.version < version:
            found.heard = max(found.heard, version)
            if found.outlets:
                self.spawn(self._catch_up(found))

    @staticmethod
    async def _catch_up(table: Table) -> None:
        with contextlib.suppress(ServerRefusal):
            await table.catch_up()

    async def _look_around(self) -> None:
        """The net under the hints, and room made of what nobody uses."""
        now = self.sources.now()
        for table in [t for t in self._tables.values() if not t.busy and now - t.used > IDLE]:
            self._tables.pop(table.state.id, None)
        watched = [t for t in self._tables.values() if t.outlets]
        if self.store.shared:
            versions = await self.store.versions([t.state.id for t in watched])
            for table in watched:
                table.heard = max(table.heard, versions.get(table.state.id, 0))
        for table in [t for t in watched if t.behind]:
            await self._catch_up(table)

    def note_bot(self, table: str, seat: int, bot: str, failure: str | None) -> None:
        self.bot_moves += 1
        if failure is not None:
            self.bot_failures += 1
            facts = {"table": table, "seat": seat, "bot": bot, "failure": failure}
            log.warning("bot_failed", extra={"facts": facts})


def _name_after(state: TableState) -> str:
    """A name for the rematch of a table that nobody can guess who does not sit there."""
    known = f"{state.id}/{state.invite}/rematch".encode()
    return base64.b32encode(hashlib.sha256(known).digest()[:10]).decode().lower()
