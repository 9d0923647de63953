"""What a bot is: it takes a view of its seat and answers with an action.

A bot never sees a game: a view is all that anyone gets of one, so a bot cannot know more than its
seat. This module also holds the one error that naming, making or asking a bot can raise. It knows
no particular bot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar, runtime_checkable

from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, parse_action
from whistlestop.model.errors import Refusal

Seed = int | str
K = TypeVar("K")


@runtime_checkable
class Bot(Protocol):
    """Chooses one of `view.legal` for the seat whose view it gets."""

    def choose(self, view: View) -> Action | str:
        """The action it takes, or its text such as `draw red`."""
        ...


def action_of(answer: Action | str) -> Action:
    """What a bot answered as an action; a text that is none raises `NotationError`."""
    return parse_action(answer) if isinstance(answer, str) else answer


class BotError(Refusal):
    """There is no bot of this name, or it cannot be made or asked this way."""


def by_kind(actions: Iterable[Action]) -> dict[type[Action], list[Action]]:
    """Actions grouped by kind (draw, claim, build …), in the order given."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return kinds


def of_kind(actions: Iterable[Action], kind: type[K]) -> list[K]:
    """Only the actions of one kind, in the order given."""
    return [action for action in actions if isinstance(action, kind)]
