"""When a person last looked at a table, and for whose sake its bots think.

Bots alone do not play on for nobody.

It knows neither sockets nor the store. Invariant: a table never rests while a person is there.
"""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.bots.processes.fair_queue import Party
from whistlestop.server.sources import Sources
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.state import TableState


class Looks:
    """The last look at a table; before the first one, nobody has looked."""

    def __init__(self, sources: Sources, rest_after: int, wake: Callable[[], None]) -> None:
        """Games of bots rest `rest_after` milliseconds after the last look; `wake` ends a rest."""
        self._sources = sources
        self._rest_after = rest_after
        self._wake = wake
        self._last: int | None = None
        self._address = ""

    def again(self, state: TableState, caller: Caller) -> None:
        """Note a look; a game that rested goes on."""
        now = self._sources.monotonic()
        rested = self._rests(state, now)
        self._last = now
        if state.is_host(caller):
            self._address = caller.address.name
        if rested:
            self._wake()

    def party(self, state: TableState) -> Party:
        """Whose turn the table's bots take: its host's, by where the host was seen last.

        Nobody else's, or strangers could slow a table down by looking at it from an address that
        asks for much. Tables whose host has not been seen since the start share one turn.
        """
        return self._address, state.host, state.id

    def rests(self, state: TableState) -> bool:
        """Whether only bots play there and the last look is long ago."""
        return self._rests(state, self._sources.monotonic())

    def _rests(self, state: TableState, now: int) -> bool:
        is_long_ago = self._last is None or now - self._last >= self._rest_after
        return is_long_ago and all(seat.played_by_bot for seat in state.seats)
