"""Forgets a guest at all tables, one table after the other.

What a log reads like without somebody is `forgetting`. Invariant: killed at any moment, each table
names the guest everywhere or nowhere; doing it again finishes what was begun.
"""

from __future__ import annotations

from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.faults import fault
from whistlestop.server.hub import Hub
from whistlestop.server.orders.at_tables import in_memory
from whistlestop.server.orders.forgetting import Past, Unnamed, unnamed
from whistlestop.server.orders.orders import OrderAnswer
from whistlestop.server.store.base import Conflict

ATTEMPTS = 8  # against other processes that keep appending first


async def forget_guest(hub: Hub, guest: str, order: str, *, again: bool = False) -> OrderAnswer:
    """Forget a guest at every table; `again` says that somebody had begun. Raises ServerRefusal."""
    work = _Forgetting(hub, guest, order)
    for table in await hub.store.tables_about(guest):
        await work.at(table)
    if not work.tables and not again:
        return OrderAnswer("no_such_guest", changed=False)
    return OrderAnswer(tables=tuple(work.tables), linked=tuple(sorted(work.linked - {guest})))


class _Forgetting:
    """One guest on the way out."""

    def __init__(self, hub: Hub, guest: str, order: str) -> None:
        self._hub = hub
        self._guest = guest
        self._order = order
        self.tables: list[str] = []
        self.linked: set[str] = set()

    async def at(self, table: str, past: Past | None = None) -> None:
        """Forget the guest at one table, and before that at those that go on from its game: only
        this one knows how it read, and it may have to be asked again."""
        loaded = await in_memory(self._hub, table)
        if loaded is None:
            done = await self._rewrite(table, past)
        else:
            async with loaded.lock:
                done = await self._rewrite(table, past)
                if done:
                    await loaded.read_anew()
        late = await in_memory(self._hub, table)  # somebody may have begun to load it before
        if done and late is not loaded and late is not None:
            late.doubt = True
            await late.catch_up()
        self._hub.forget_answers(table)

    async def _rewrite(self, table: str, past: Past | None) -> bool:
        for _ in range(ATTEMPTS):
            made = await self._unnamed(table, past)
            if made is None:
                return False
            if made.past.digests:
                for child in await self._hub.store.forks_of(table):
                    await self.at(child, made.past)
            try:
                fault("before_forgetting")
                await self._hub.store.rewrite(made.change)
            except Conflict:
                continue
            self.tables.append(table)
            self.linked.update(made.linked)
            return True
        raise ServerRefusal("busy", 503)

    async def _unnamed(self, table: str, past: Past | None) -> Unnamed | None:
        hub = self._hub
        log = await hub.store.entries(table)
        if not log:
            return None
        now = hub.sources.now(), hub.clock.now()
        new_id = hub.sources.guest_id
        return await aside(lambda: unnamed(table, log, self._guest, self._order, now, new_id, past))
