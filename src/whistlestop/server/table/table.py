"""A table at work: how it runs commands, which sockets watch it, and when its bots move.

One lock orders the commands of a table: decide, append, commit, and only then apply, acknowledge
and show. Invariant: what a socket has been shown is in the store, and the state in memory is the
store's log applied, or is thought to be behind it (`behind`) and catches up before it is used.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, KeysView
from functools import partial
from typing import TYPE_CHECKING

from whistlestop.bots.processes.pool import PoolClosed
from whistlestop.engine.game import Game
from whistlestop.protocol import commands as co
from whistlestop.protocol.limits import HISTORY_ENTRIES
from whistlestop.protocol.messages import Ack
from whistlestop.protocol.requests import Log, Seen
from whistlestop.protocol.view_to_wire import own_view, public_view
from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.faults import fault
from whistlestop.server.store.base import Conflict, StoreUnavailable
from whistlestop.server.table import entries as en
from whistlestop.server.table.again.rematching import NoLongerNeeded, offer_rematch
from whistlestop.server.table.again.repeats import digest_of, first_line, result_of
from whistlestop.server.table.audience import history, may_stay, need_eyes, need_link, seen_now
from whistlestop.server.table.caller import OPERATOR, SERVER, Caller, Outlet, bot_caller
from whistlestop.server.table.decide import (
    CommandContext,
    Decided,
    decide,
    need_decision,
    need_open,
    start,
)
from whistlestop.server.table.frames import Frames, Sent
from whistlestop.server.table.state import LogLine, TableState
from whistlestop.server.table.talk.lines import LogLines
from whistlestop.server.table.thinking.bot_command import bot_command
from whistlestop.server.table.thinking.hints import TOLD, Hints, advice_given
from whistlestop.server.table.thinking.resting import Looks
from whistlestop.server.table.to_store import change_of, new_entry

if TYPE_CHECKING:
    from whistlestop.server.hub import Hub

ATTEMPTS = 8  # against other processes that keep appending first
Decider = Callable[[CommandContext], Decided]


class Table:
    """One table of this process. Made by a Hub, which hands in everything it shares."""

    def __init__(self, table: str, hub: Hub) -> None:
        self.state = TableState(table, lines=LogLines(hub.talk.limits.kept))
        self.hub = hub
        self.store = hub.store
        self.sources = hub.sources
        self.clock = hub.clock
        self.heard = 0  # the newest version that other processes are known to have made
        self.doubt = True  # whether the log may hold more than that
        self.gone = False  # whether the table was deleted
        self._eyes: dict[Outlet, tuple[int, ...]] = {}  # the seats whose eyes a socket has
        self.used = 0
        self._looks = Looks(hub.sources, hub.rest_after, self.look_after)
        self.lock = asyncio.Lock()
        self._sent = Sent()
        self._hints = Hints(hub.bots, table)
        self.thinking: set[tuple[int, int]] = set()  # seats of bots and their decisions
        self._owes_bots = False  # whether an entry of ours may be in the log without their knowing

    @property
    def outlets(self) -> KeysView[Outlet]:
        """The sockets that watch."""
        return self._eyes.keys()

    @property
    def behind(self) -> bool:
        """Whether the log has to be read before the state is used."""
        return self.doubt or self.heard > self.state.version

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.outlets or self.thinking or self.lock.locked())

    # Commands

    async def command(self, caller: Caller, command: co.Command) -> Ack:
        """Run a command; it is in the store when this returns. Raises ServerRefusal."""
        if not caller.bot:
            self._looks.again(self.state, caller)
        if type(command) is co.Hint:
            return await self._hint(caller, command)
        if type(command) is co.Rematch:
            return await offer_rematch(self, caller, command)
        decided = self.hub.talk.paced(command, partial(decide, command))
        return await self.decide_and_commit(caller, command.id, decided, digest_of(command))

    async def decide_and_commit(
        self, caller: Caller, command: str, decided: Decider, digest: str = ""
    ) -> Ack:
        """Append what `decided` makes of the newest state, unless the command is in the log.

        Where another process appends first, the state catches up and is decided on again.
        """
        async with self.lock:
            self._need_there()
            for _ in range(ATTEMPTS):
                if self.behind:
                    await self._catch_up()
                done = first_line(self.state, caller, command, digest)
                if done is not None:
                    return self.ack(command, done.seq, done.body)
                try:
                    chosen = decided(self._context(caller))
                except ServerRefusal as refusal:
                    # Who is too fast is so at any version.
                    if refusal.code == "too_fast" or not await self._knew_too_little():
                        raise
                    continue
                if await self._commit(caller.who_at(self.state.id), command, chosen, digest):
                    return self.ack(command, self.state.version, chosen.body)
        raise ServerRefusal("busy", 503)

    def _context(self, caller: Caller) -> CommandContext:
        hub, now = self.hub, self.clock.now()
        if caller is not OPERATOR:
            need_open(self.state)
        return CommandContext(self.state, caller, hub.signer, self.sources, now, hub.recipes)

    async def _knew_too_little(self) -> bool:
        """Whether another process has appended meanwhile, so that the refusal may be wrong."""
        version = self.state.version
        if self.store.shared:
            await self._catch_up()
        return self.state.version > version

    async def _commit(self, who: str, command: str, chosen: Decided, digest: str = "") -> bool:
        """Append an entry; once it is durable, apply and show it.

        False if somebody else appended first.
        """
        state = self.state
        at = max(self.sources.now(), state.lines.last_at)
        now = self.clock.now()
        entry, beside = new_entry(state, at, now, who, command, chosen.body, digest)
        ahead, line = state.ahead(entry, chosen.body, beside, chosen.game)
        try:
            fault("before_commit")
            await self.store.append(change_of(ahead, entry, chosen.body))
            fault("after_commit")
        except Conflict:
            self.doubt = True
            return False
        except BaseException as error:
            # It may be in the log all the same, or get there later: the log knows.
            self.doubt = self._owes_bots = True
            if isinstance(error, StoreUnavailable):
                raise ServerRefusal("store_unavailable", 503, why=error.code) from None
            raise
        ahead.add_line(line)
        self.state = ahead
        self._show_line(line)
        self.look_after()
        return True

    def _show_line(self, line: LogLine) -> None:
        """Send the newest line of the log to all who watch."""
        self.used = self.sources.monotonic()
        if self._eyes:
            try:
                self._show(Frames(self.state, line, self._sent))
            except BaseException:
                self._sent.forget()
                raise

    def _show(self, frames: Frames) -> None:
        """Send frames to the sockets; after a change of the seats, each gets its own."""
        for outlet, seats in tuple(self._eyes.items()):
            if not frames.lobby:
                outlet.send(frames.for_seats(seats))
            elif may_stay(self.state, outlet.caller):
                self._eyes[outlet] = self.state.seats_of(outlet.caller)
                outlet.send(frames.for_caller(outlet.caller))
            else:
                del self._eyes[outlet]
                outlet.close("not_allowed", retry=False)

    def ack(self, command: str, seq: int, body: en.Body) -> Ack:
        """The answer to a command that made an entry."""
        return Ack(command, seq, result_of(self.state.id, body, self.hub.signer))

    # Keeping up with the log

    async def catch_up(self) -> None:
        """Read and apply what other processes may have appended."""
        async with self.lock:
            if self.behind:
                await self._catch_up()

    async def _catch_up(self) -> None:
        # Before reading, so that doubts which arise meanwhile count.
        self.doubt = False
        try:
            state = self.state
            found = await self.store.entries(state.id, state.version, state.lines.most)
            if state.version and any(en.is_rewritten(entry.body) for entry in found):
                await self.read_anew()
                return
            await self.hub.damaged.apply_all(state, found, self._show_line)
        except BaseException as error:
            self.doubt = True
            if isinstance(error, StoreUnavailable):
                raise self.hub.damaged.unavailable(self.state.id, error) from None
            raise
        if self._owes_bots:
            self._owes_bots = False
            self.look_after()

    async def read_anew(self) -> None:
        """Read a log that was rewritten, and show everybody the whole table; under the lock."""
        state = TableState(self.state.id, lines=LogLines(self.state.lines.most))
        found = await self.store.entries(state.id, 0, state.lines.most)
        await self.hub.damaged.apply_all(state, found)
        self.state, self._sent = state, Sent()
        self.hub.forget_answers(state.id)
        for outlet in tuple(self._eyes):
            outlet.send(self._welcome(outlet, None))
        self.look_after()

    def end(self) -> None:
        """The table was deleted: tell all who watch, and let nobody in any more."""
        self.gone = True
        eyes, self._eyes = self._eyes, {}
        for outlet in eyes:
            outlet.close("table_deleted", retry=False)

    def _need_there(self) -> None:
        if self.gone:
            raise ServerRefusal("no_such_table", 404)

    async def fresh(self) -> None:
        """Catch up, so that nobody is shown less than another process has acknowledged."""
        self._need_there()
        self.doubt = self.doubt or self.store.shared
        if self.behind:
            await self.catch_up()

    # What callers see

    async def attach(self, outlet: Outlet, since: int | None) -> bytes:
        """The welcome for a socket; from then on the table sends it every new entry."""
        await self.fresh()
        need_link(self.state, outlet.caller, self.hub.signer)
        self._looks.again(self.state, outlet.caller)
        if self.store.shared:
            # Who comes now may come from a process that was killed while its bot thought here.
            self.look_after()
        return self._welcome(outlet, since)

    def tell_time(self) -> None:
        """Welcome all sockets anew if a turn is timed: none can know that the clock stood still."""
        for outlet in tuple(self._eyes) if self.state.deadline is not None else ():
            outlet.send(self._welcome(outlet, self.state.version))

    def _welcome(self, outlet: Outlet, since: int | None) -> bytes:
        caller, now = outlet.caller, self.clock.now()
        self._eyes[outlet] = seats = self.state.seats_of(caller)
        return self._sent.welcome(self.state, caller, seats, since, now)

    def detach(self, outlet: Outlet) -> None:
        """Send nothing more to a socket."""
        self._eyes.pop(outlet, None)
        self._looks.again(self.state, outlet.caller)
        self.used = self.sources.monotonic()

    async def seen(self, caller: Caller) -> Seen:
        """The table as a caller may see it now."""
        await self.fresh()
        need_link(self.state, caller, self.hub.signer)
        self._looks.again(self.state, caller)
        return seen_now(self.state, caller)

    async def log(self, caller: Caller, after: int, limit: int) -> Log:
        """A piece of the log as a caller may see it."""
        await self.fresh()
        need_link(self.state, caller, self.hub.signer)
        after, limit = max(0, after), max(0, min(limit, HISTORY_ENTRIES))
        lines, more = self.state.lines.after(after, limit)
        return Log(history(self.state, caller, lines), more)

    async def finished(self, caller: Caller) -> Game:
        """The game with all its secrets, once it is over."""
        await self.fresh()
        need_eyes(self.state, caller)
        if self.state.game is None or self.state.status != "over":
            raise ServerRefusal("not_finished")
        return self.state.game

    async def at(self, caller: Caller, ply: int, seat: int | None = None) -> Seen:
        """One ply of a finished game, with any seat's eyes."""
        game = await self.finished(caller)
        if not 0 <= ply <= game.ply or (seat is not None and not 0 <= seat < len(game.names)):
            raise ServerRefusal("no_such_ply", 404)
        then = await aside(lambda: self.state.without(game.ply - ply))
        mine = [] if seat is None else [own_view(then.view(seat), None)]
        public = public_view(then.view(None), None)
        return Seen(self.state.version, self.state.table_part(), public, mine)

    # Advice, which needs somebody else

    async def _hint(self, caller: Caller, command: co.Hint) -> Ack:
        await self.fresh()
        done = first_line(self.state, caller, command.id, digest_of(command))
        if done is not None:
            return self.ack(command.id, done.seq, done.body)

        def may_ask(context: CommandContext) -> Game:
            context.own_seat(command.seat)
            if not context.state.options.hints:
                raise ServerRefusal("not_allowed")
            return need_decision(context.state, command.seat, command.decision)

        game = may_ask(self._context(caller))
        asked = command.seat, command.decision
        given = advice_given(self.state, *asked)
        options = given[0][1] if given else None
        options = options or await self._hints.on(game, caller, *asked, self.state.bots)

        def decided(context: CommandContext) -> Decided:
            may_ask(context)
            if len(advice_given(context.state, *asked)) >= TOLD:
                raise NoLongerNeeded
            return Decided(en.Hinted(*asked, options))

        with contextlib.suppress(NoLongerNeeded):
            return await self.decide_and_commit(caller, command.id, decided, digest_of(command))
        return Ack(command.id, advice_given(self.state, *asked)[0][0])

    # Bots and clocks

    def look_after(self) -> None:
        """Start the bots that the game waits for. Called by whoever appended last."""
        if not self._eyes and self._looks.rests(self.state):
            return
        for seat in self.state.bots_to_move():
            decision = self.state.decision_of(seat)
            if decision is not None and (seat, decision) not in self.thinking:
                self.thinking.add((seat, decision))
                self.hub.spawn(self._move_bot(seat, decision))

    async def _move_bot(self, seat: int, decision: int) -> None:
        state = self.state
        try:
            if state.game is None or state.decision_of(seat) != decision:
                return
            party = self._looks.party(state)
            do = await bot_command(self.hub, state, state.game, seat, decision, party)
            await self.command(bot_caller(seat), do)
        except PoolClosed:
            pass  # the server is going; the move becomes due elsewhere
        except ServerRefusal as refusal:
            # Somebody else answered; or the store is away, and the bot is asked again afterwards.
            if refusal.code == "store_unavailable":
                self.doubt = self._owes_bots = True
        finally:
            self.thinking.discard((seat, decision))

    async def attend(self) -> None:
        """Look after a table that is due: end turns whose time is up, let bots move."""
        self.doubt = True
        await self.catch_up()
        deadline = self.state.deadline
        if deadline is not None and deadline <= self.clock.reached():
            for seat in self.state.people_to_move():
                await self._time_out(seat, deadline)
        self.look_after()

    async def _time_out(self, seat: int, deadline: int) -> None:
        def decided(context: CommandContext) -> Decided:
            if seat not in context.state.people_to_move() or context.state.deadline != deadline:
                raise NoLongerNeeded
            return Decided(en.Left(seat, "time"))

        with contextlib.suppress(NoLongerNeeded):
            await self.decide_and_commit(SERVER, f"time.{seat}.{self.state.version}", decided)

    async def create(self, caller: Caller, created: en.Created) -> bool:
        """Append the first entry of a new table; False if a table of this name exists."""
        async with self.lock:
            # No client can choose this command's id.
            made = await self._commit(caller.guest, "+create", Decided(created))
            self._looks.again(self.state, caller)
            self.doubt = not made
            return made

    async def begin(self) -> None:
        """Start the game without waiting for the host: everybody is there already."""
        await self.decide_and_commit(
            SERVER, "start", lambda context: start(context.state, context.sources)
        )
