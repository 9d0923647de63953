"""Bots that need no views: they decide by the facts of a seat, inside the engine.

Such a bot answers `decide` itself or has a `mind` that does. `SeatFacts` hold no more than a view
does, and `choose` and `decide` have to agree, which tests check. Who plays games of such bots is
not known here.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from whistlestop.bots.reasoning.seat_facts import SeatFacts


@runtime_checkable
class FastBot(Protocol):
    """Answers with the code of its action."""

    def decide(self, facts: SeatFacts) -> int:
        """The code of one legal action."""
        ...


def fast_bot_of(bot: object) -> FastBot | None:
    """The part of a bot that decides inside the engine; None for a bot that wants views."""
    for candidate in (bot, getattr(bot, "mind", None)):
        if isinstance(candidate, FastBot):
            return candidate
    return None
