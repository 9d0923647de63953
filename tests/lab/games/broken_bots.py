"""Bots that fail in ways a lab must live with; workers can import them from here."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from whistlestop.bots.contract import Bot
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action, Pass


class FailsInTheEnd:
    """Plays the first legal action, and raises once the last round has begun."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        if view.turns_left is not None:
            raise RuntimeError("out of ideas")
        return view.legal[0]


class AlwaysPasses:
    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Any:
        return Pass()


class FirstLegal:
    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        return view.legal[0]


class HangsAtPlyTen(FirstLegal):
    """Never answers from then on, and swallows every exception that should wake it."""

    def choose(self, view: View) -> Action:
        while view.ply >= 10:
            try:
                time.sleep(0.01)
            except Exception:
                continue
        return view.legal[0]


class DeafAtPlyTen(FirstLegal):
    """As one that hangs in compiled code: no alarm reaches it."""

    def choose(self, view: View) -> Action:
        if view.ply >= 10:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            time.sleep(600)
        return view.legal[0]


class EndsItsProcess(FirstLegal):
    """Takes its worker along, every time."""

    def choose(self, view: View) -> Action:
        if view.ply >= 6:
            os._exit(3)
        return view.legal[0]


class EndsItsProcessOnce(FirstLegal):
    """Takes its worker along the first time; the file named in the environment remembers."""

    def choose(self, view: View) -> Action:
        mark = Path(os.environ["WHISTLESTOP_TEST_MARK"])
        if view.ply == 6 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal[0]


def cannot_be_made(rng: Rng) -> Bot:
    raise FileNotFoundError("weights.npz")


def ends_the_process_when_made(rng: Rng) -> Bot:
    os._exit(4)
