"""When a person last looked at a table: bots alone do not play on for nobody.

It knows neither sockets nor the store. Invariant: a table with a person's seat never rests.
"""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.server.sources import Sources
from whistlestop.server.table.state import TableState


class Looks:
    """The last look at a table; before the first one, nobody has looked."""

    def __init__(self, sources: Sources, rest_after: int, wake: Callable[[], None]) -> None:
        """Games of bots rest `rest_after` milliseconds after the last look; `wake` ends a rest."""
        self._sources = sources
        self._rest_after = rest_after
        self._wake = wake
        self._last = 0

    def again(self, state: TableState) -> None:
        """Note a look; a game that rested goes on."""
        rested = self.rests(state)
        self._last = self._sources.now()
        if rested:
            self._wake()

    def rests(self, state: TableState) -> bool:
        """Whether only bots sit there and the last look is long ago."""
        long_ago = self._sources.now() - self._last >= self._rest_after
        return long_ago and all(seat.kind == "bot" for seat in state.seats)
