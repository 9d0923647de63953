"""Carries out orders: looks for new ones, takes each, does it, answers, and tells the log.

Every process on a store does this. One of them takes an order; the others see that it was done and
do what is theirs: drop a table from memory, read bans or keys again. Invariant: an order is
answered only when it is done, and one that was begun and not answered is taken again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

import msgspec

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.faults import fault
from whistlestop.server.hub import Hub
from whistlestop.server.orders import orders as od
from whistlestop.server.orders.at_tables import close, delete, reopen, send_away
from whistlestop.server.orders.forget_guest import forget_guest
from whistlestop.server.orders.retention import clean_all
from whistlestop.server.store.base import SECRET_BYTES, StoreUnavailable
from whistlestop.server.store.operating import Ban, KeptOrder
from whistlestop.server.watch.logs import note

LOOK_EVERY = 0.5  # seconds between looks for orders
LEASE = 30_000  # milliseconds in which whoever took an order has to do it
BEGUN = 1  # of an order that somebody had begun, and that is to be taken again
REMEMBERED = 24 * 3600 * 1000  # milliseconds for which an order that was done is kept

log = logging.getLogger("whistlestop.server")


class Orders:
    """The orders as one process sees them."""

    def __init__(self, hub: Hub, banned: Callable[[list[Ban]], None] = lambda bans: None) -> None:
        """`banned` is called with all bans whenever they may have changed."""
        self._hub = hub
        self._store = hub.store
        self._banned = banned
        self._seen: set[str] = set()

    async def open(self) -> None:
        """Read the bans; what was done before this process began is none of its business. Where
        nobody else has the store, nobody is at an order any more, either."""
        if not self._store.shared:
            await self._store.give_orders_back()
        self._seen = {order.id for order in await self._store.orders() if order.done is not None}
        self._banned(await self._store.bans())

    async def look_after(self) -> None:
        """Carry out orders as they come, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except StoreUnavailable:
                pass  # the next look finds them
            except Exception:
                log.exception("loop_failed")

    async def look(self) -> None:
        """Carry out what nobody has, and follow what others did."""
        for order in await self._store.orders():
            if order.id in self._seen:
                continue
            if order.done is not None and order.answer is not None:
                await self._follow(order, od.decode_answer(order.answer))
                self._seen.add(order.id)
            elif order.done is None:
                await self._try(order)

    async def _try(self, order: KeptOrder) -> None:
        now = self._hub.clock.now()
        if not await self._store.take_order(order.id, now, now + LEASE):
            return
        holding = asyncio.create_task(self._hold(order.id))
        try:
            answer = await self._answered(order)
        finally:
            holding.cancel()
        await self._follow(order, answer)
        fault("before_answer")
        done = self._hub.sources.now()
        await self._store.answer_order(order.id, od.encode(answer), done, done - REMEMBERED)
        self._seen.add(order.id)

    async def _hold(self, order: str) -> None:
        """Say from time to time that somebody is still at an order."""
        while True:
            await asyncio.sleep(LEASE / 3000)
            with suppress(StoreUnavailable):
                await self._store.hold_order(order, self._hub.clock.now() + LEASE)

    async def _answered(self, order: KeptOrder) -> od.OrderAnswer:
        """Carry out an order; what is to be answered."""
        try:
            return await self._carry_out(od.decode_order(order.body), order)
        except ServerRefusal as refusal:
            code = refusal.code
            if code == "no_such_table" and order.taken:
                return od.OrderAnswer()  # whoever took it before had done it
        except StoreUnavailable:
            with suppress(StoreUnavailable):
                await self._store.hold_order(order.id, BEGUN)
            raise
        except msgspec.DecodeError:
            code = "failed"  # of a newer command
        except Exception:
            log.exception("order_failed", extra={"order": order.id})
            code = "failed"
        return od.OrderAnswer(code if code in od.SENTENCES else "failed", changed=False)

    async def _carry_out(self, order: od.Order, kept: KeptOrder) -> od.OrderAnswer:
        hub, id_ = self._hub, kept.id
        match order:
            case od.CloseTable(table):
                return od.OrderAnswer(changed=await close(hub, table, id_), tables=(table,))
            case od.ReopenTable(table):
                return od.OrderAnswer(changed=await reopen(hub, table, id_), tables=(table,))
            case od.DeleteTable(table):
                if not await delete(hub, table):
                    raise ServerRefusal("no_such_table", 404)
                return od.OrderAnswer(tables=(table,))
            case od.BanGuest(name, why):
                return await self._ban(Ban(name, kept.at, kept.who, why), id_)
            case od.UnbanGuest(name):
                return od.OrderAnswer(changed=await self._store.unban(name))
            case od.ForgetGuest(guest):
                return await forget_guest(hub, guest, id_, again=bool(kept.taken))
            case od.CleanTables():
                return od.OrderAnswer(count=await clean_all(hub, order))
            case od.ChangeKey(until):
                secret = secrets.token_bytes(SECRET_BYTES)
                await self._store.change_key(secret, hub.sources.now(), until)
                return od.OrderAnswer()

    async def _ban(self, ban: Ban, order: str) -> od.OrderAnswer:
        changed = await self._store.ban(ban)
        self._banned(await self._store.bans())  # before the seats, or they would sit down again
        left: list[str] = []
        if not od.is_address(ban.name):
            statuses = ("gathering", "playing")
            for table in await self._store.tables_of(ban.name, statuses, 10**6, None):
                with suppress(ServerRefusal):  # a damaged one
                    if await send_away(self._hub, table.row.id, ban.name, order):
                        left.append(table.row.id)
        return od.OrderAnswer(changed=changed, tables=tuple(left))

    async def _follow(self, kept: KeptOrder, answer: od.OrderAnswer) -> None:
        """Do what is left for every process, and tell the log who ordered what."""
        try:
            order = od.decode_order(kept.body)
        except msgspec.DecodeError:
            return
        _tell(kept, order, answer)
        match order:
            case od.DeleteTable(table) if answer.code is None:
                self._hub.drop(table)
            case od.BanGuest() | od.UnbanGuest():
                self._banned(await self._store.bans())
            case od.ForgetGuest():
                for table in answer.tables:
                    await self._read_anew(table)
            case od.ChangeKey():
                await self.read_keys()

    async def _read_anew(self, table: str) -> None:
        """A log was rewritten: keep nothing of the old one."""
        self._hub.forget_answers(table)
        await self._store.drop_review(table)  # one that was on its way
        loaded = self._hub.loaded(table)
        if loaded is not None:
            loaded.doubt = True
            with suppress(ServerRefusal):
                await loaded.catch_up()

    async def read_keys(self) -> None:
        """Sign with the key that the store has now."""
        older = [(key.secret, key.until) for key in await self._store.old_keys()]
        self._hub.signer.change(await self._store.secret(), older)


def _tell(kept: KeptOrder, order: od.Order, answer: od.OrderAnswer) -> None:
    """A line for the log: who ordered what, and what became of it."""
    outcome = answer.code or ("done" if answer.changed else "nothing_to_do")
    facts: dict[str, object] = {"order": od.kind_of(order), "by": kept.who, "outcome": outcome}
    facts["tables"] = answer.count or len(answer.tables)
    match order:
        case od.CloseTable(table) | od.ReopenTable(table) | od.DeleteTable(table):
            facts["table"] = table
        case od.ForgetGuest(guest):
            facts["guest"] = guest
        case od.BanGuest(name) | od.UnbanGuest(name):
            # No address ever stands in the log.
            facts["guest"] = "an address" if od.is_address(name) else name
    note("order", logging.WARNING, **facts)
