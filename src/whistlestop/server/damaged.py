"""The tables whose log cannot be read, by name: each is logged once and refused with one code.

A log that can be read again takes its table off the list. Nothing is mended here. Invariant: a
table that is listed here is never shown in a state that its log does not give.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.store.base import LogEntry, StoreUnavailable
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import LogLine, TableState

AT_ONCE = 250  # entries that are read before others work: a few milliseconds

log = logging.getLogger("whistlestop.server")


def _hide(line: LogLine) -> None:
    """Show a line to nobody."""


class DamagedTables:
    """The damaged tables of one process."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def __len__(self) -> int:
        return len(self._named)

    def note(self, table: str, why: str, error: BaseException | None = None) -> None:
        """Name a table in the log, once."""
        if table not in self._named:
            self._named.add(table)
            log.error("table_damaged", exc_info=error, extra={"table": table, "why": why})

    def refuse(self, table: str, why: str, error: BaseException | None = None) -> ServerRefusal:
        """The refusal to serve a table whose log is not whole."""
        self.note(table, why, error)
        return ServerRefusal("table_damaged", 503)

    def forget(self, table: str) -> None:
        """Its log was read to the end."""
        self._named.discard(table)

    def unavailable(self, table: str, failure: StoreUnavailable) -> ServerRefusal:
        """What to say when the store gives no log: the store fails, or this log is damaged."""
        if failure.code == "damaged":
            return self.refuse(table, "pages_damaged")
        return ServerRefusal("store_unavailable", 503, why=failure.code)

    async def apply_all(
        self,
        state: TableState,
        entries: Iterable[LogEntry],
        show: Callable[[LogLine], None] = _hide,
    ) -> None:
        """Take entries into a state and show each of them, without holding up others for long.
        Raises ServerRefusal if one cannot be read."""
        for count, entry in enumerate(entries, 1):
            show(self._apply(state, entry))
            if not count % AT_ONCE:
                await asyncio.sleep(0)

    def _apply(self, state: TableState, entry: LogEntry) -> LogLine:
        version = state.version
        try:
            return state.apply(entry, en.decode_body(entry.body))
        except ServerRefusal:
            raise
        except Exception as error:
            # Whatever is wrong with it, nobody may guess what it did or pass it over.
            state.version = version
            raise self.refuse(state.id, f"entry_{entry.seq}_unreadable", error) from None

    def need_whole(self, state: TableState, promised: int) -> None:
        """Refuse a table whose log ends before the version that the store promised."""
        if state.version < promised:
            raise self.refuse(state.id, f"entries_missing_after_{state.version}")
        self.forget(state.id)
