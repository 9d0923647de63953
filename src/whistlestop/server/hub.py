"""All tables of one process: it makes them, loads them on demand, and drops them when idle.

A hub owns no table: any process may append to any table, and the store decides. The store hints at
other processes' changes, and the hub looks by itself now and then, so a lost hint costs seconds.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from whistlestop.bots.processes.pool import BotPool
from whistlestop.engine.proven_deal import commitment_to
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.requests import CreateTable, ForkTable, Made, PlayNow
from whistlestop.server.addresses.listed_tables import ListedTables
from whistlestop.server.aside import aside
from whistlestop.server.damaged import DamagedTables
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.game_clock import GameClock
from whistlestop.server.identity import Signer
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Conflict, Store, StoreUnavailable
from whistlestop.server.table import entries as en
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.origin import check_fork, options_of, origin_of, plans_of
from whistlestop.server.table.seating import planned_seats, seat_again
from whistlestop.server.table.state import TableState
from whistlestop.server.table.table import Table
from whistlestop.server.table.talk.limits import TalkLimits, TalkRates
from whistlestop.server.table.to_store import due_at, row_anew

DUE_EVERY = 0.5  # seconds between looks for tables that are due: how late a clock may strike
POLL_EVERY = 3.0  # seconds between looks for changes whose hints were lost
# Milliseconds for which a claimed table is left to the process that claimed it. If that one is
# killed meanwhile, another looks after the table so much later. Two who do it are no harm.
LEASE = 3_000
RENEW_AFTER = 1_000  # milliseconds after which a process says that its bot still thinks
IDLE = 120_000  # milliseconds without use after which a table leaves the memory
REST_SECONDS = 600.0  # without a look, after which bots do not play on among themselves
AT_ONCE = 200  # tables that one process claims at a time, so that others get some too

log = logging.getLogger("whistlestop.server")


class Hub:
    """The tables of a process."""

    stand_in = "greedy"  # plays for people who are away

    def __init__(
        self,
        store: Store,
        signer: Signer,
        bots: BotPool,
        sources: Sources,
        *,
        recipes: bool = False,
        rest_seconds: float = REST_SECONDS,
        talk: TalkLimits | None = None,
    ) -> None:
        """With `recipes`, guests may give bots parameters; games of bots alone rest when nobody has
        looked for `rest_seconds`."""
        self.store = store
        self.signer = signer
        self.bots = bots
        self.sources = sources
        self.clock = GameClock(sources, store)
        self.recipes = recipes
        self.rest_after = int(rest_seconds * 1000)
        self.talk = TalkRates(talk or TalkLimits())
        self.damaged = DamagedTables()
        self.bot_moves = 0
        self.bot_failures = 0
        self._listed = ListedTables(store, sources.now)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._closed = False
        self.answers: list[Callable[[str], None]] = []  # what is kept about tables elsewhere

    @property
    def tables_loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def open(self) -> None:
        """Begin to look after tables."""
        await self.clock.open()
        self.store.on_change(self._on_change)
        for table in self.store.damage.tables:
            self.damaged.note(table, "entries_missing")
        self.spawn(self.make_rows(self.store.damage.rowless))
        self._loops = [
            asyncio.create_task(self._forever(DUE_EVERY, self._attend_due)),
            asyncio.create_task(self._forever(POLL_EVERY, self._look_around)),
        ]

    async def close(self) -> None:
        """Stop looking after tables; another process will find those where a bot has to move."""
        self._closed = True
        for task in (*self._loops, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside the rest, and log it if it fails."""
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

    def has_loaded(self, table: str) -> bool:
        """Whether a table is in memory, so that finding it costs nothing."""
        return table in self._tables or table in self._loading

    async def table(self, table: str) -> Table:
        """A table by its id. Raises ServerRefusal `no_such_table`."""
        found = self._tables.get(table)
        if found is not None:
            found.used = self.sources.monotonic()
            return found
        if table not in self._loading:
            self._loading[table] = loading = asyncio.ensure_future(self._load(table))
            # Reads the exception, or asyncio would complain if all who waited were cancelled.
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Table:
        try:
            loaded = Table(table, self)
            promised = await self._promised(table)
            await loaded.catch_up()
            if promised and loaded.state.version == 0:
                promised = await self._promised(table)  # it may have been deleted meanwhile
            self.damaged.need_whole(loaded.state, promised)
            if loaded.state.version == 0:
                raise ServerRefusal("no_such_table", 404)
            loaded.used = self.sources.monotonic()
            self._tables[table] = loaded
            # The process that should move its bots may be gone. If not, the faster one is heard.
            loaded.look_after()
            return loaded
        finally:
            del self._loading[table]

    async def _promised(self, table: str) -> int:
        """The version that the store says a table has. Whoever reads the log next finds as much."""
        try:
            return (await self.store.versions([table])).get(table, 0)
        except StoreUnavailable as failure:
            raise self.damaged.unavailable(table, failure) from None

    def loaded(self, table: str) -> Table | None:
        """A table, if it is in memory."""
        return self._tables.get(table)

    def watched(self) -> set[str]:
        """The tables that somebody watches here."""
        return {name for name, table in self._tables.items() if table.outlets}

    def drop(self, table: str) -> None:
        """Forget a table that was deleted, and send away all who are there."""
        self.damaged.forget(table)
        self.forget_answers(table)
        found = self._tables.pop(table, None)
        if found is not None:
            found.end()

    def forget_answers(self, table: str) -> None:
        """Have nobody answer about a table from memory."""
        for forget in self.answers:
            forget(table)

    async def make_rows(self, tables: Iterable[str]) -> None:
        """Make the rows of tables again that were lost while their logs were not."""
        for name in tables:
            try:
                table = await self.table(name)
                try:
                    await self.store.append(row_anew(table.state, scored=False))
                except Conflict:  # its results are there, or somebody has moved
                    await self.store.append(row_anew(table.state, scored=True))
            except (ServerRefusal, StoreUnavailable, Conflict):
                continue  # the table is named already, or has its row; or the next start tries

    # Making tables

    async def create(self, caller: Caller, request: CreateTable) -> Made:
        """Make a table as a guest wants it."""
        seats = self._planned(caller, request.name, request.seats, request.options)
        return await self._make(caller, request.options, seats)

    async def play_now(self, caller: Caller, request: PlayNow) -> Made:
        """Make a table with bots and start its game."""
        plans = [SeatPlan("me"), *(SeatPlan("bot", bot=bot) for bot in request.bots)]
        options = Options(board=request.board, take_back=True)
        seats = self._planned(caller, request.name, plans, options)
        made = await self._make(caller, options, seats)
        await (await self.table(made.table)).begin()
        return made

    async def fork(self, caller: Caller, table: Table, request: ForkTable) -> Made:
        """Make a table that goes on from a ply of a finished game, which the caller may see."""
        game = await table.finished(caller)
        check_fork(game, request)
        options = options_of(table.state.options)
        plans = plans_of(request, table.state.seats)
        seats = self._planned(caller, request.name, plans, options)
        origin = await aside(lambda: origin_of(table.state.id, options.board, game, request))
        return await self._make(caller, options, seats, origin)

    async def rematch(self, state: TableState, caller: Caller, *, wait: bool = False) -> str:
        """Offer a new table to those who sat at an old one; returns its id. The host stays host,
        whoever asks for it, and everybody else sits down themself. Against bots alone the game
        starts at once, unless the host would `wait` to give a value first.

        The id follows from the old table, so however often and wherever it is asked for, there is
        one rematch.
        """
        name = _rematch_id(state)
        seats = tuple(seat_again(seat, caller.guest) for seat in state.seats)
        invited = tuple(seat.guest for seat in state.seats if seat.guest is not None)
        invite, secret = self.sources.invite(), self.sources.secret()
        created = en.Created(state.options, seats, state.host, invite, state.id, invited, secret)
        await self._create(name, caller, created)
        table = await self.table(name)
        alone = all(seat.kind == "bot" or seat.guest == caller.guest for seat in seats)
        if alone and not wait and state.is_host(caller):
            # Unless somebody who asked at the same time has done so.
            with contextlib.suppress(ServerRefusal):
                await table.begin()
        return name

    def _planned(
        self, caller: Caller, name: str, plans: list[SeatPlan], options: Options
    ) -> tuple[en.SeatSetup, ...]:
        return planned_seats(caller.guest, name, plans, options, recipes=self.recipes)

    async def _make(
        self,
        caller: Caller,
        options: Options,
        seats: tuple[en.SeatSetup, ...],
        origin: en.Origin | None = None,
    ) -> Made:
        name, invite = self.sources.table_id(), self.sources.invite()
        # Where everything is as it lay nothing is dealt, so there is nothing to promise.
        deals = origin is None or origin.seat is not None
        secret = self.sources.secret() if deals else None
        created = en.Created(options, seats, caller.guest, invite, secret=secret, origin=origin)
        if not await self._create(name, caller, created):
            raise ServerRefusal("busy", 503)
        return Made(name, f"/t/{name}", invite, commitment_to(secret) if secret else None)

    async def _create(self, name: str, caller: Caller, created: en.Created) -> bool:
        """Store a new table; False if a table of this name exists."""
        table = Table(name, self)
        made = await self._commit_new(table, caller, created)
        if made:
            self._tables.setdefault(name, table)
        return made

    async def _commit_new(self, table: Table, caller: Caller, created: en.Created) -> bool:
        """Let a table begin, if its maker's address has not made too many."""
        caller.address.take("tables")
        if not created.options.listed:
            return await table.create(caller, created)
        async with self._listed.place(caller.address, table.state.id):
            return await table.create(caller, created)

    # Looking after them

    async def _forever(self, seconds: float, look: Any) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await look()
            except (StoreUnavailable, ServerRefusal):
                pass  # those who asked for something know, and the next round tries again
            except Exception:
                log.exception("loop_failed")

    async def _attend_due(self) -> None:
        if await self.clock.beat():
            log.warning("clock_stood")
            for loaded in self._tables.values():
                loaded.tell_time()
        await self.store.renew_due(self._leases())
        now = self.clock.reached()
        due = await self.store.claim_due(now, now + LEASE, AT_ONCE)
        # Side by side: the clock's next beat waits for the slowest of them, not for their sum.
        await asyncio.gather(*map(self._attend, due))

    async def _attend(self, table: str) -> None:
        """Attend a due table; one that cannot be read must not stop the clocks of the others."""
        try:
            await (await self.table(table)).attend()
        except ServerRefusal as refusal:
            if refusal.code != "table_damaged":  # which is named once
                log.warning("not_attended", extra={"table": table, "code": refusal.code})
        except Exception:
            log.exception("attend_failed", extra={"table": table})

    def _leases(self) -> list[tuple[str, int, int]]:
        """The tables whose bots have been thinking here for a while, and when others may move them:
        soon, should this process be killed meanwhile."""
        now = self.clock.now()
        slow = [t.state for t in self._tables.values() if t.thinking]
        dues = [(state, due_at(state, now)) for state in slow if now - state.reached > RENEW_AFTER]
        return [(state.id, state.version, due) for state, due in dues if due is not None]

    def _on_change(self, table: str, version: int) -> None:
        """Catch up with another process that changed a table, if somebody watches it here."""
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
        """Find changes whose hints were lost, and drop idle tables from memory."""
        now = self.sources.monotonic()
        for table in [t for t in self._tables.values() if not t.busy and now - t.used > IDLE]:
            self._tables.pop(table.state.id, None)
        if self.store.shared:
            await self._follow_others()
        for table in [t for t in self._tables.values() if t.outlets and t.behind]:
            await self._catch_up(table)

    async def _follow_others(self) -> None:
        """Find what other processes appended or deleted."""
        known = {t.state.id: t for t in self._tables.values() if t.state.version}
        versions = await self.store.versions(known)
        for name, table in known.items():
            if name in versions:
                table.heard = max(table.heard, versions[name])
            elif self._tables.get(name) is table:
                self.drop(name)

    def note_bot(self, table: str, seat: int, bot: str, failure: str | None) -> None:
        """Count a bot's move, and log its failure if there was one."""
        self.bot_moves += 1
        if failure is not None:
            self.bot_failures += 1
            facts = {"table": table, "seat": seat, "bot": bot, "failure": failure}
            log.warning("bot_failed", extra=facts)


def _rematch_id(state: TableState) -> str:
    """An id for the rematch, which only those who know the old table's invite could guess."""
    known = f"{state.id}/{state.invite}/rematch".encode()
    return base64.b32encode(hashlib.sha256(known).digest()[:10]).decode().lower()
