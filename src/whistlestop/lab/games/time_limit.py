"""How long bots think, and an end to thinking that takes too long.

An alarm of the operating system interrupts a bot that hangs in Python; `runs.workers` kills the
worker of a bot that hangs in compiled code. Alarms need the main thread; in other threads bots are
timed but never stopped. Who plays on for a slow bot is decided elsewhere.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

from whistlestop.bots.contract import Bot, BotError, Seed
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action


class _Alarm(BaseException):
    """Not an `Exception`, so that a bot which catches everything is stopped too."""


class TimedBot:
    """Makes a bot and passes questions on to it, each within `seconds`.

    `lost` maps plies where the bot killed its worker to the reason; there it is not asked again.
    """

    def __init__(
        self, make: Callable[[Seed], Bot], seconds: float, lost: Mapping[int, str]
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._lost = lost
        self._seed: Seed = 0
        self._bot: Bot | None = None
        self.spent = 0.0
        self.decisions = 0

    def make(self, seed: Seed) -> Bot:
        """Remember the seed: `choose` makes the bot, since making may fail as asking may."""
        self._seed = seed
        return self

    def choose(self, view: View) -> Action | str:
        """Ask the bot, and raise `BotError` where it takes too long or once ended its worker."""
        if view.ply in self._lost:
            raise BotError("lost", self._lost[view.ply])
        if self._bot is None:
            with within(self._seconds):
                self._bot = self._make(self._seed)
        started = perf_counter()
        try:
            with within(self._seconds):
                return self._bot.choose(view)
        finally:
            self.spent += perf_counter() - started
            self.decisions += 1


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `BotError` in what takes longer, where an alarm can be set."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        # It rings every 50 ms from then on, in case a bot swallows the first ring.
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except _Alarm:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise BotError("too_slow", f"it took longer than {seconds:g} seconds") from None
    finally:
        signal.signal(signal.SIGALRM, before)


def _ring(signum: int, frame: FrameType | None) -> None:
    raise _Alarm
