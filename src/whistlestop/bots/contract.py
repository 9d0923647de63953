"""What a bot is: something that is shown a view and answers with an action (law 3).

A bot never sees a game, so it cannot know more than its seat. This module also holds the one error
that naming, making or asking a bot can raise. It knows no particular bot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar, runtime_checkable

from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action
from whistlestop.model.errors import Refusal

Seed = int | str
K = TypeVar("K")


@runtime_checkable
class Bot(Protocol):
    """Chooses one of `view.legal` for the seat whose view it is shown."""

    def choose(self, view: View) -> Action: ...


class BotError(Refusal):
    """A bot that cannot be named or made so."""


def by_kind(actions: Iterable[Action]) -> dict[type[Action], list[Action]]:
    """Actions grouped by what they do (draw, claim, build …), in the order given."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return kinds


def of_kind(actions: Iterable[Action], kind: type[K]) -> list[K]:
    """Only the actions of one kind, in the order given."""
    return [action for action in actions if isinstance(action, kind)]
