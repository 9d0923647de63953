"""The clock by which turns and absences are reckoned: it counts the time in which the server works.

The system's clock may jump, and differs from machine to machine; this one follows a monotonic
source, goes on in the store's next process from where it was kept, and stands still while no
process runs or the store takes nothing. It knows neither tables nor deadlines. Invariant: it never
goes back in a process; between two it goes back by no more than what had not been kept yet.
"""

from __future__ import annotations

from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Store, StoreUnavailable

# All in milliseconds.
FURTHEST = 3_000  # how far it goes without a beat: then the store hangs, or this process did
GRACE = 5_000  # for which it stands still after an outage, while people come back
SKEW = 1_000  # by which processes of one store may differ: each follows the others twice a second


class GameClock:
    """Milliseconds since 1970, less all the time in which nobody could move."""

    def __init__(self, sources: Sources, store: Store) -> None:
        self.stops = 0
        self._sources = sources
        self._store = store
        self._counted = sources.now()  # what it showed at the moment `_since`
        self._since = sources.monotonic()  # that moment; in the future while it waits for people
        self._stopped = False
        self._led = 0  # the newest beats, in a row, at which another process was ahead

    async def open(self) -> None:
        """Go on from where the clock of this store stood; that of a new store begins now."""
        kept = await self._store.kept_clock()
        if kept is not None:
            self._counted = kept
            self._since = self._sources.monotonic() + GRACE

    def now(self) -> int:
        """What it shows."""
        passed = 0 if self._stopped else self._sources.monotonic() - self._since
        if passed <= 0:
            return self._counted
        return self._counted + (passed if passed < FURTHEST else FURTHEST)

    def reached(self) -> int:
        """What the clock of every process on this store shows by now."""
        return self.now() - SKEW if self._store.shared else self.now()

    async def beat(self) -> bool:
        """Keep what it shows in the store, and follow clocks of other processes that are ahead.

        Returns whether it stood still since the last beat. Raises StoreUnavailable and stands
        still until a beat succeeds.
        """
        try:
            kept = await self._store.keep_clock(self.now())
        except StoreUnavailable:
            self._counted, self._stopped = self.now(), True
            raise
        stood = self._go_on()
        self._led = self._led + 1 if kept > self.now() and not stood else 0
        self.follow(kept)
        if self._led > 1:
            # Others work: there was no outage of all, and people are not waited for.
            self._since = self._sources.monotonic()
        return stood

    def _go_on(self) -> bool:
        now = self._sources.monotonic()
        stood = self._stopped or now - self._since > FURTHEST
        self._counted = self.now()
        self._since = now + GRACE if stood else max(now, self._since)
        self._stopped = False
        self.stops += stood
        return stood

    def follow(self, other: int) -> None:
        """Show no less than another clock of the same store."""
        if other > self.now():
            self._counted = other
            self._since = max(self._since, self._sources.monotonic())
