"""Bots that go wrong, for the workers of a pool to import."""

from __future__ import annotations

from typing import NoReturn

from whistlestop.bots import register
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng


class Raising:
    def choose(self, view: View) -> NoReturn:
        raise RuntimeError(f"I hold {view.hand}")


@register("raising", "Always fails.")
def raising(rng: Rng) -> Raising:
    return Raising()
