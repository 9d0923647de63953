"""Who has the other seats: bots by name or class, or policies that answer to observations.

A bot is given by its name with parameters (`random:by=actions`), by a recipe, or by a class that is
called with an `Rng`; every game gets a new one. Any other thing that can be called is a policy: it
gets observations and masks, a row for each game that waits for it, and answers with an action for
each. So a network that is being trained can be its own opponent, now or as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import error

from whistlestop.bots import BotError, Recipe, read_recipe
from whistlestop.envs.settings import Bytes, Codes, Mask

Policy = Callable[[Bytes, Mask], Any]
Opponent = str | Recipe | type | Policy
ReadOpponent = Recipe | Policy


def read_opponents(given: Opponent | Sequence[Opponent]) -> list[ReadOpponent]:
    """The opponents in the order in which they sit after the agent."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    return [_read(one) for one in (given if several else [given])]  # type: ignore[union-attr, arg-type]  # a sequence that is no text


def _read(given: Opponent) -> ReadOpponent:
    if isinstance(given, Recipe):
        return given
    if isinstance(given, str):
        try:
            return read_recipe(given)
        except BotError as unknown:
            raise error.NameNotFound(str(unknown)) from None
    if isinstance(given, type):
        return Recipe(given.__name__, given, {})
    if hasattr(given, "choose") or not callable(given):
        raise error.Error(
            "An opponent is a bot's name, a class that makes one from an Rng, or a policy that is"
            f" called with observations and masks, not {given!r:.40}."
        )
    return given


def ask_policy(policy: Policy, rows: Bytes, masks: Mask) -> Codes:
    """What a policy answers, checked: a legal action for every row."""
    answers = np.asarray(policy(rows, masks))
    if answers.shape != (len(rows),) or answers.dtype.kind not in "iu":
        raise error.InvalidAction(
            f"A policy answers with {len(rows)} whole numbers, one for each observation, not with"
            f" an array of {answers.dtype} in the shape {answers.shape}."
        )
    fitting = (answers >= 0) & (answers < masks.shape[1])
    legal = fitting & (masks[np.arange(len(rows)), np.where(fitting, answers, 0)] != 0)
    if not legal.all():
        wrong = int(np.flatnonzero(~legal)[0])
        raise error.InvalidAction(f"A policy answered {answers[wrong]}, which is not legal there.")
    return answers.astype(np.int64)
