"""Bots that fail in ways a lab must live with; workers can import them from here."""

from typing import Any

from whistlestop.bots.protocol import Bot
from whistlestop.engine.rng import Rng
from whistlestop.engine.view import View
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


def cannot_be_made(rng: Rng) -> Bot:
    raise FileNotFoundError("weights.npz")
