"""The coach: an evaluation in the form that people are shown, with the reason for each action.

`prospect` says how a seat stands and `counsel` what it should do, both by the same evaluation
(`bots/evaluation`), so the first action has the value of the position. Like a bot, the coach knows
no more than the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.explaining import explain_action
from whistlestop.bots.advice.thoughts import Params, Thoughts
from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation.evaluation import WORLDS, Evaluation, Option, evaluate
from whistlestop.bots.evaluation.strength import Bots
from whistlestop.bots.tuned import tuning_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.model.actions import Action


@dataclass(frozen=True, slots=True)
class Prospect:
    """The chance that a seat wins, and the points it may expect to be ahead of its best rival.

    Attributes:
        win: The chance to win, from 0 to 1.
        margin: Points ahead of the best rival; negative behind.
        worlds: In how many possible games the seat was looked at.
    """

    win: float
    margin: float
    worlds: int


def prospect(view: View, worlds: int = WORLDS, seed: Seed = 0, bots: Bots = ()) -> Prospect:
    """How the viewer stands, whoever is to act; `bots` says which bots are known to play, seat by
    seat. The same question has the same answer.

    >>> from whistlestop import Game
    >>> 0.2 < prospect(Game("usa", 2, seed=1).view(0), worlds=20).win < 0.8
    True
    """
    found = evaluate(view, worlds=worlds, seed=seed, bots=bots)
    return Prospect(found.value.win, found.value.margin, found.worlds)


def counsel(view: View, found: Evaluation, count: int = 3) -> tuple[Advice, ...]:
    """The best actions of an evaluation: why, the margin each promises, the chance to win.

    >>> from whistlestop import Game
    >>> view = Game("new-york", 2, seed=1).view(0)
    >>> found = evaluate(view, worlds=4)
    >>> counsel(view, found, 1)[0].value == round(found.value.margin, 1)
    True
    """
    return _explained(view, found.options[:count])


def counsel_of(view: View, chosen: Action, count: int, worlds: int) -> tuple[Advice, ...]:
    """The same for a bot that has chosen already: its choice first, and nothing above that."""
    found = evaluate(view, actions=[chosen], worlds=worlds)
    first = found.option(chosen)
    others = (option for option in found.options if option is not first)
    capped = (Option(o.action, o.value.at_most(first.value), o.error, o.worlds) for o in others)
    return _explained(view, [first, *capped][:count])


def _explained(view: View, options: Sequence[Option]) -> tuple[Advice, ...]:
    if not options:
        return ()
    thoughts = Thoughts(view, tuning_of(codec_for(view.board, len(view.players)).flat))
    return tuple(_advice(thoughts, option) for option in options)


def _advice(thoughts: Thoughts, option: Option) -> Advice:
    told = option.value.told()
    figures: Params = {"win": told.win, "worlds": option.worlds}
    if len(thoughts.view.legal) == 1:
        return Advice(option.action, told.margin, "only_action", figures)
    why = explain_action(thoughts, option.action)
    return Advice(option.action, told.margin, why.reason, {**why.params, **figures})
