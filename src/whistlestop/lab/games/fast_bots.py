"""Which bots decide by a sight alone, so that their games can be played inside the engine.

A sight holds no more than a view does. Such a bot answers `decide(sight)` itself or has a `mind`
that does; `choose` and `decide` have to agree, which tests hold them to.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from whistlestop.bots.reasoning.seat_facts import Sight


@runtime_checkable
class FastBot(Protocol):
    """Answers with the code of its action."""

    def decide(self, sight: Sight) -> int: ...


def fast_bot_of(bot: object) -> FastBot | None:
    """What decides for a bot inside the engine; nothing for one that wants to see views."""
    for candidate in (bot, getattr(bot, "mind", None)):
        if isinstance(candidate, FastBot):
            return candidate
    return None
