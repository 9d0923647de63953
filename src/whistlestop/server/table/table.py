"""A table at work: the command path, the sockets that watch it, and its bots (DESIGN §6).

One lock orders the commands of a table: decide, append, commit, and only then apply, acknowledge
and show. Invariant: what a socket has been shown is in the store, and the state in memory is the
store's log applied, or is thought to be behind it (`behind`) and catches up before it is used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from whistlestop._version import __version__
from whistlestop.engine.game import Game
from whistlestop.server import entries as en
from whistlestop.server.botpool import BotPool, PoolClosed
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.faults import fault
from whistlestop.server.identity import Signer
from whistlestop.server.levels import budget_of
from whistlestop.server.protocol import commands as co
from whistlestop.server.protocol.limits import HISTORY_ENTRIES, PROTOCOL
from whistlestop.server.protocol.messages import Ack, Happened, Welcome
from whistlestop.server.protocol.requests import Log, Seen
from whistlestop.server.protocol.views import OwnView
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Conflict, Entry, Store, StoreUnavailable
from whistlestop.server.table.caller import SERVER, Caller, Outlet, bot_caller
from whistlestop.server.table.decide import Asked, Decided, decide, need_decision, start
from whistlestop.server.table.frames import Frames, encode, own_views, you
from whistlestop.server.table.rows import change_of
from whistlestop.server.table.seen import happened
from whistlestop.server.table.state import TableState
from whistlestop.server.table.wire import own_view, public_view

if TYPE_CHECKING:
    from whistlestop.server.hub import Hub

ATTEMPTS = 8  # against other processes that keep appending first
HINT_SECONDS = 5.0


class Table:
    """One table of this process. Made by a Hub, which hands in everything it shares."""

    def __init__(self, table: str, hub: Hub) -> None:
        self.state = TableState(table)
        self.hub = hub
        self.heard = 0  # the newest version that others told of
        self.doubt = True  # whether the log may hold more than anybody told
        self.outlets: set[Outlet] = set()
        self.used = 0
        self._lock = asyncio.Lock()
        self._own: dict[int, OwnView] = {}
        self._thinking: set[tuple[int, int]] = set()

    @property
    def store(self) -> Store:
        return self.hub.store

    @property
    def sources(self) -> Sources:
        return self.hub.sources

    @property
    def signer(self) -> Signer:
        return self.hub.signer

    @property
    def bots(self) -> BotPool:
        return self.hub.bots

    @property
    def behind(self) -> bool:
        """Whether the log has to be read before the state is used."""
        return self.doubt or self.heard > self.state.version

    @property
    def busy(self) -> bool:
        """Whether it has to stay in memory."""
        return bool(self.outlets or self._thinking or self._lock.locked())

    # Commands

    async def command(self, caller: Caller, command: co.Command) -> Ack:
        """Carry out a command; it is in the store when this returns. Raises ServerRefusal."""
        if isinstance(command, co.Hint):
            return await self._hint(caller, command)
        if isinstance(command, co.Rematch):
            return await self._rematch(caller, command)
        return await self._carry_out(caller, command.id, lambda asked: decide(command, asked))

    async def _carry_out(
        self, caller: Caller, command: str, decided: Callable[[Asked], Decided]
    ) -> Ack:
        async with self._lock:
            for _ in range(ATTEMPTS):
                if self.behind:
                    await self._catch_up()
                done = self.state.done(caller, command)
                if done is not None:
                    return self._ack(command, done.seq, done.body)
                asked = Asked(self.state, caller, self.signer, self.sources.seed())
                chosen = decided(asked)
                if await self._commit(caller.who, command, chosen):
                    return self._ack(command, self.state.version, chosen.body)
        raise ServerRefusal("busy", 503)

    async def _commit(self, who: str, command: str, chosen: Decided) -> bool:
        """Append and, once that is durable, apply and show; False if somebody else was first."""
        state = self.state
        last = state.lines[-1].at if state.lines else 0
        at = max(self.sources.now(), last)
        entry = Entry(state.version + 1, at, who, command, en.encode_body(chosen.body))
        change = change_of(state, entry, chosen)
        # Whatever goes wrong from here on, the log knows better than this process.
        self.doubt = True
        try:
            fault("before_commit")
            await self.store.append(change)
            fault("after_commit")
        except Conflict:
            return False
        except StoreUnavailable as error:
            raise ServerRefusal("store_unavailable", 503, why=error.code) from None
        self.doubt = False
        self._apply(entry, chosen.body, chosen.game)
        self.look_after()
        return True

    def _apply(self, entry: Entry, body: en.Body, game: Game | None = None) -> None:
        line = self.state.apply(entry, body, game)
        self.used = entry.at
        if not self.outlets:
            return
        frames = Frames(self.state, line, self._own)
        for outlet in tuple(self.outlets):
            outlet.send(frames.for_caller(outlet.caller))

    def _ack(self, command: str, seq: int, body: en.Body) -> Ack:
        match body:
            case en.Reissued(seat, serial):
                token = self.signer.seat_token(self.state.id, seat, serial)
                return Ack(command, seq, {"token": token})
            case en.Rematched(table):
                return Ack(command, seq, {"table": table})
            case _:
                return Ack(command, seq)

    # Keeping up with the log

    async def catch_up(self) -> None:
        """Take in what other processes have appended, if there may be something."""
        async with self._lock:
            if self.behind:
                await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            entries = await self.store.entries(self.state.id, self.state.version)
        except StoreUnavailable as error:
            raise ServerRefusal("store_unavailable", 503, why=error.code) from None
        for entry in entries:
            self._apply(entry, en.decode_body(entry.body))
        self.doubt, self.heard = False, 0

    async def _fresh(self) -> None:
        if self.behind:
            await self.catch_up()

    # What callers see

    async def attach(self, outlet: Outlet, since: int | None) -> bytes:
        """The welcome of a socket, which is sent everything that happens from then on."""
        await self._fresh()
        caller = outlet.caller
        self._need_eyes(caller)
        self.outlets.add(outlet)
        seats = self.state.seats_of(caller)
        mine = own_views(self.state, seats)
        self._own.update(mine)
        version = self.state.version
        asked = version - HISTORY_ENTRIES if since is None or since > version else since
        after = max(asked, version - HISTORY_ENTRIES, 0)
        state, game = self.state, self.state.game
        return encode(
            Welcome(
                PROTOCOL,
                __version__,
                self.sources.now(),
                version,
                you(state, caller),
                state.table_part(),
                self._happened(caller, after, HISTORY_ENTRIES),
                after > 0 and after != since,
                None if game is None else public_view(game.view(None), state.deadline),
                list(mine.values()),
            )
        )

    def detach(self, outlet: Outlet) -> None:
        self.outlets.discard(outlet)
        self.used = self.sources.now()

    def _need_eyes(self, caller: Caller) -> None:
        """Where watching is off, only those who sit there see a running game."""
        state = self.state
        member = state.seats_of(caller) or state.left_by(caller) or state.is_host(caller)
        if not member and not state.options.watch and state.status != "gathering":
            raise ServerRefusal("not_allowed", 403)

    def _happened(self, caller: Caller, after: int, limit: int) -> list[Happened]:
        game, seats = self.state.game, self.state.seats_of(caller)
        board = None if game is None else game.board
        return [happened(line, board, seats) for line in self.state.lines[after : after + limit]]

    async def seen(self, caller: Caller) -> Seen:
        """The table as a caller may see it now."""
        await self._fresh()
        self._need_eyes(caller)
        state, game = self.state, self.state.game
        mine = list(own_views(state, state.seats_of(caller)).values())
        public = None if game is None else public_view(game.view(None), state.deadline)
        return Seen(state.version, state.table_part(), public, mine)

    async def log(self, caller: Caller, after: int, limit: int) -> Log:
        """A piece of the log as a caller may see it."""
        await self._fresh()
        self._need_eyes(caller)
        limit = min(limit, HISTORY_ENTRIES)
        lines = self._happened(caller, after, limit)
        return Log(lines, after + limit < self.state.version)

    async def finished(self, caller: Caller) -> Game:
        """The game with all its secrets, once it is over."""
        await self._fresh()
        self._need_eyes(caller)
        if self.state.game is None or self.state.status != "over":
            raise ServerRefusal("not_finished")
        return self.state.game

    async def at(self, caller: Caller, ply: int, seat: int | None = None) -> Seen:
        """One ply of a finished game, with any seat's eyes."""
        game = await self.finished(caller)
        if not 0 <= ply <= game.ply or (seat is not None and not 0 <= seat < len(game.names)):
            raise ServerRefusal("no_such_ply", 404)
        then = await asyncio.to_thread(self.state.without, game.ply - ply)
        mine = [] if seat is None else [own_view(then.view(seat), None)]
        public = public_view(then.view(None), None)
        return Seen(self.state.version, self.state.table_part(), public, mine)

    # Advice and rematches: commands that need somebody else

    async def _hint(self, caller: Caller, command: co.Hint) -> Ack:
        await self._fresh()
        state = self.state
        done = state.done(caller, command.id)
        if done is not None:
            return self._ack(command.id, done.seq, done.body)
        if not state.options.hints:
            raise ServerRefusal("not_allowed")

        def may_ask(asked: Asked) -> Game:
            asked.own_seat(command.seat)
            return need_decision(state, command.seat, command.decision)

        game = may_ask(Asked(state, caller, self.signer, ""))
        options = await self.bots.advise(game.view(command.seat), HINT_SECONDS)

        def decided(asked: Asked) -> Decided:
            may_ask(asked)
            return Decided(en.Hinted(command.seat, command.decision, options))

        return await self._carry_out(caller, command.id, decided)

    async def _rematch(self, caller: Caller, command: co.Rematch) -> Ack:
        await self._fresh()
        state = self.state
        if not state.seats_of(caller):
            raise ServerRefusal("not_your_seat", 403)
        if state.status != "over":
            raise ServerRefusal("wrong_time", stage=state.status)
        if state.rematch is not None:
            return Ack(command.id, state.version, {"table": state.rematch})
        table = await self.hub.rematch(state, caller)

        def decided(asked: Asked) -> Decided:
            if asked.state.rematch is not None:
                raise ServerRefusal("rematched", table=asked.state.rematch)
            return Decided(en.Rematched(table))

        return await self._carry_out(caller, command.id, decided)

    # Bots and clocks

    def look_after(self) -> None:
        """Let the bots think that the game waits for. Called by whoever appended last."""
        for seat in self.state.bots_to_move():
            decision = self.state.decision_of(seat)
            if decision is not None and (seat, decision) not in self._thinking:
                self._thinking.add((seat, decision))
                self.hub.spawn(self._move_bot(seat, decision))

    async def _move_bot(self, seat: int, decision: int) -> None:
        state = self.state
        try:
            if state.game is None or state.decision_of(seat) != decision:
                return
            board = state.game.board
            bot = state.seats[seat].bot or self.hub.stand_in
            view = state.game.view(seat)
            seed = f"{state.id}/{seat}/{decision}"
            choice = await self.bots.choose(bot, seed, view, budget_of(bot, board))
            self.hub.note_bot(state.id, seat, bot, choice.failure)
            do = co.Do(f"d{decision}", seat, decision, choice.action)
            await self.command(bot_caller(seat), do)
        except (ServerRefusal, PoolClosed):
            # Somebody else answered, or the store or the server is going: it becomes due again.
            pass
        finally:
            self._thinking.discard((seat, decision))

    async def attend(self) -> None:
        """What a table that is due needs: clocks that ran out, bots that did not move."""
        self.doubt = True
        await self.catch_up()
        deadline = self.state.deadline
        if deadline is not None and deadline <= self.sources.now():
            for seat in self.state.people_to_move():
                await self._time_out(seat, deadline)
        self.look_after()

    async def _time_out(self, seat: int, deadline: int) -> None:
        def decided(asked: Asked) -> Decided:
            if seat not in asked.state.people_to_move() or asked.state.deadline != deadline:
                raise ServerRefusal("stale")
            return Decided(en.Left(seat, "time"))

        decision = self.state.decision_of(seat)
        try:
            await self._carry_out(SERVER, f"time.{decision}.{seat}", decided)
        except ServerRefusal as refusal:
            if refusal.code != "stale":
                raise

    async def create(self, who: str, created: en.Created) -> None:
        """The first entry of a new table."""
        self.doubt = False
        if not await self._commit(who, "create", Decided(created)):
            raise ServerRefusal("busy", 503)

    async def begin(self) -> None:
        """Start without being asked: everybody is there already."""
        await self._carry_out(SERVER, "start", lambda asked: start(asked.state, asked.seed))
