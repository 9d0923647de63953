"""Several processes that think about the same decision, each in worlds of its own.

The search asks them before it thinks itself and adds up what they have tried afterwards. They are
started and end with the bot, and a process that is lost only takes its share
of the worlds with it. They see views, as the bot does.
"""

from __future__ import annotations

import contextlib
import signal
import weakref
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import perf_counter

from whistlestop.bots.search.trials import Trial
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng

Think = Callable[[View, Rng, float, int, int], Trial]


class Crew:
    """Processes that can be asked to think; whoever is not ready yet is not asked."""

    def __init__(self, count: int, think: Think) -> None:
        context = get_context("spawn")
        self._starting: list[Connection] = []
        self._ready: list[Connection] = []
        members: list[BaseProcess] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            member = context.Process(target=_serve, args=(theirs, think), daemon=True)
            member.start()
            theirs.close()
            self._starting.append(ours)
            members.append(member)
        weakref.finalize(self, _dismiss, [*self._starting], members)

    def ready(self, seconds: float = 0.0) -> int:
        """How many are ready, after waiting so long for each that is not."""
        for line in list(self._starting):
            with contextlib.suppress(EOFError, OSError):
                if not line.poll(seconds):
                    continue
                line.recv()
                self._ready.append(line)
            self._starting.remove(line)
        return len(self._ready)

    def ask(self, view: View, rng: Rng, seconds: float, worlds: int, turns: int) -> None:
        """Let everybody think about a view."""
        self.ready()
        for line in list(self._ready):
            words = (rng.next32() | 1, rng.next32(), rng.next32(), rng.next32())
            try:
                line.send((view, words, seconds, worlds, turns))
            except OSError:
                self._ready.remove(line)

    def add_to(self, trial: Trial, until: float) -> None:
        """Add what the others have tried, as far as they are done in time."""
        for line in list(self._ready):
            try:
                if not line.poll(max(0.0, until - perf_counter())):
                    raise EOFError
                trial.add(line.recv())
            except (EOFError, OSError):
                # What it answers later would be taken for the next decision.
                line.close()
                self._ready.remove(line)


def _dismiss(lines: list[Connection], members: list[BaseProcess]) -> None:
    for line in lines:
        with contextlib.suppress(OSError):
            line.close()
    for member in members:
        member.join(1.0)
        if member.is_alive():
            member.kill()


def _serve(line: Connection, think: Think) -> None:
    """What a process does: think when asked, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        line.send("ready")
        while True:
            view, words, seconds, worlds, turns = line.recv()
            line.send(think(view, Rng(*words), seconds, worlds, turns).rows())
