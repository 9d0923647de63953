"""How long bots think, and an end to thinking that takes too long.

An alarm of the operating system interrupts a bot that hangs in Python; `runs.workers` kills the
worker of a bot that hangs in compiled code. Alarms need the main thread; in other threads bots are
timed but never stopped. A bot that sets such alarms itself takes ours away until the next game. Who
plays on for a slow bot is decided elsewhere.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Mapping
from math import inf
from time import perf_counter
from types import FrameType
from typing import Any, TypeVar

from whistlestop.bots.contract import Bot, BotError, Seed
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action

T = TypeVar("T")
R = TypeVar("R")

AGAIN = 0.05
"""Seconds until an alarm rings again, in case a bot swallows the first ring."""


class _Late(BaseException):
    """Not an `Exception`, so that a bot which catches everything is stopped too."""


class Alarm:
    """Stops what takes longer than `seconds`; as a context it lasts for many questions.

    Setting an alarm for each question would cost more than a quick bot's thinking. So it is set
    once, and when it rings somebody looks whether the question of that moment is late; if not, it
    is set again for when it would be.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._due = inf
        self._before: Any = None
        self._timer = (0.0, 0.0)

    def __enter__(self) -> Alarm:
        if _can_ring():
            self._before = signal.signal(signal.SIGALRM, self._ring)
            self._timer = signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN)
        return self

    def __exit__(self, *error: object) -> None:
        """Whoever had set an alarm before gets it back."""
        if self._before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            signal.setitimer(signal.ITIMER_REAL, *self._timer)

    def ask(self, answer: Callable[[T], R], about: T) -> R:
        """What a call answers; raises `BotError` if it takes too long."""
        try:
            try:
                self._due = perf_counter() + self.seconds
                return answer(about)
            finally:
                self._due = inf
        except _Late:
            self._due = inf
            raise BotError("too_slow", too_long(self.seconds)) from None

    def _ring(self, signum: int, frame: FrameType | None) -> None:
        left = self._due - perf_counter()
        if left <= 0:
            raise _Late
        signal.setitimer(signal.ITIMER_REAL, min(max(left, AGAIN), self.seconds), AGAIN)


def too_long(seconds: float) -> str:
    """What is said of a bot that took longer than it may."""
    return f"it took longer than {seconds:g} {'second' if seconds == 1 else 'seconds'}"


def _can_ring() -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer")


class TimedBot:
    """Makes a bot and passes questions on to it, each within the time of an alarm.

    `lost` maps plies where the bot killed its worker to the reason; there it is not asked again.
    """

    def __init__(self, make: Callable[[Seed], Bot], alarm: Alarm, lost: Mapping[int, str]) -> None:
        self._make = make
        self._alarm = alarm
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
            self._bot = self._alarm.ask(self._make, self._seed)
        started = perf_counter()
        try:
            return self._alarm.ask(self._bot.choose, view)
        finally:
            self.spent += perf_counter() - started
            self.decisions += 1
