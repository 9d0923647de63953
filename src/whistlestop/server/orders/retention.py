"""Old tables go, a few at a time: by an order, or by themselves after the time that was set.

How old a table is counts from its newest entry or line of talk. Invariant: one that was changed
meanwhile stays, and so does one that somebody watches.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.hub import Hub
from whistlestop.server.orders.at_tables import delete
from whistlestop.server.orders.orders import CleanTables
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.watch.logs import note

BATCH, PAUSE = 50, 0.05  # tables at a time, and seconds in between; games go on meanwhile
LOOK_EVERY = 60.0  # seconds between looks for tables that are old enough
FINISHED, UNFINISHED = ("over",), ("gathering", "playing")

log = logging.getLogger("whistlestop.server")


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many seconds tables are kept; None keeps them for good."""

    finished: float | None = None
    unfinished: float | None = None

    def order(self, now: int) -> CleanTables:
        """The order that clears away what is too old now."""
        return CleanTables(_before(now, self.finished), _before(now, self.unfinished))


def _before(now: int, seconds: float | None) -> int | None:
    return None if seconds is None else now - int(seconds * 1000)


async def old_tables(hub: Hub, wanted: CleanTables, limit: int) -> list[tuple[str, int]]:
    """Tables that are old enough and that nobody watches here, each with the time before which it
    was changed last."""
    found: list[tuple[str, int]] = []
    watched = hub.watched()
    for statuses, before in ((FINISHED, wanted.finished), (UNFINISHED, wanted.unfinished)):
        for status in statuses if before is not None else ():
            tables = await hub.store.old_tables(status, before or 0, limit + len(watched))
            found += [(table, before or 0) for table in tables if table not in watched]
    return found[:limit]


async def clean(hub: Hub, wanted: CleanTables, limit: int = BATCH) -> int:
    """Delete a few of the tables that are old enough; how many that were."""
    deleted = 0
    for table, before in await old_tables(hub, wanted, limit):
        deleted += await delete(hub, table, before)
        await asyncio.sleep(0)  # whoever plays comes first
    return deleted


async def clean_all(hub: Hub, wanted: CleanTables) -> int:
    """Delete all tables that are old enough, with a pause after each batch; how many that were."""
    total = 0
    while deleted := await clean(hub, wanted):
        total += deleted
        await asyncio.sleep(PAUSE)
    return total


class Keeper:
    """Clears away by itself what is older than a server keeps."""

    def __init__(self, hub: Hub, plan: Retention) -> None:
        self._hub = hub
        self._plan = plan

    async def keep_up(self) -> None:
        """Delete what has become too old, until cancelled."""
        while True:
            try:
                await self.look()
            except (StoreUnavailable, ServerRefusal):
                pass  # the next look tries again
            except Exception:
                log.exception("loop_failed")
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Delete all that is too old now."""
        total = await clean_all(self._hub, self._plan.order(self._hub.sources.now()))
        if total:
            note("tables_cleaned", tables=total)
