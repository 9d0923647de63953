"""`evaluate`: what each action of a position is worth to a seat, and so what the position is worth.

Invariant, by construction: the value of a position is the value of its best action, what an action
cost is the difference between the two, and margins and chances put the actions into one order. An
action counts as better than the planner's own choice only as far as that is beyond doubt; else the
best of many would look good by luck alone; and only with what of it lasts to the end of the game.
All that goes in is the view and the seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import NamedTuple

from whistlestop.bots.contract import BotError, Seed
from whistlestop.bots.evaluation.correction import Correction, corrected, correction_of, lasting
from whistlestop.bots.evaluation.stages import at_stage
from whistlestop.bots.evaluation.strength import Bots
from whistlestop.bots.evaluation.trying import TURNS, Gap, Tried, Trying, gap, is_many
from whistlestop.bots.evaluation.value import Value, final_value
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.bots.search.trials import GLANCE, NO_ACTION
from whistlestop.bots.search.worlds import USES, possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State
from whistlestop.model.actions import Action, parse_action

WORLDS = 32
"""Worlds in which a position is evaluated, unless another number is asked for."""
# The part of the time that a glance may take; the rest is for trying in earnest.
GLANCING = 0.4
# A closer look glances at so many times more worlds at most.
MOST_GLANCES = 4
# How many standard errors of a gap are doubt: by so much less an action counts as better, or as
# worse, than the planner's own choice. More for better, since the best of many is sought.
DOUBT_OF_BETTER = 2.5
DOUBT_OF_WORSE = 0.5

Dealt = tuple[State, Rng]
"""A world that the view allows, and its luck."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action with its value; `error` is the standard error of what it costs, in points.

    `seems` is how much better than the planner's own choice it looked, doubt and all: no figure to
    show, but it tells where a closer look may find something.

    Attributes:
        action: What may be done.
        value: What it is worth.
        error: The standard error of what it costs, in points.
        worlds: In how many possible games it was tried.
        seems: No figure to show; see above.
    """

    action: Action
    value: Value
    error: float
    worlds: int
    seems: float = 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A position as a seat sees it: its value, and its actions, the best first.

    There are no options while the seat has to wait.

    Attributes:
        seat: Whose view it was.
        value: What the position is worth: as much as its best action.
        options: The actions that were tried, best first.
        worlds: In how many possible games they were tried.
    """

    seat: int
    value: Value
    options: tuple[Option, ...]
    worlds: int

    @property
    def best(self) -> Option | None:
        """The best action, whose value is the position's."""
        return self.options[0] if self.options else None

    def option(self, action: Action | str) -> Option:
        """An action that was evaluated; another one raises BotError."""
        for option in self.options:
            if action in (option.action, str(option.action)):
                return option
        raise BotError("not_evaluated", f"{action!s:.60} was not evaluated: ask for it by name.")

    def cost(self, action: Action | str) -> Value:
        """What an action gives away: points, and chance to win; nothing if it is the best."""
        return self.value - self.option(action).value


def evaluate(
    view: View,
    *,
    actions: Iterable[Action | str] = (),
    worlds: int = WORLDS,
    seconds: float | None = None,
    seed: Seed = 0,
    turns: int = TURNS,
    only: bool = False,
    ideas: Iterable[Action | str] = (),
    uses: int = USES,
    bots: Bots = (),
) -> Evaluation:
    """Evaluate a seat's position: the actions worth considering, and those asked for.

    With `only`, nothing else is tried but the planner's own choice, and `ideas`, which unlike what
    is asked for may be dropped once they are clearly worse. Planners play on for so many turns of
    the seat before a judge looks. Each dealt world has so many `uses`: with one it takes longer,
    and errors are what they are said to be even where rivals' cards decide. `bots` says who is
    known to play each seat, which changes what all actions are worth and not their order. The same
    question has the same answer, unless `seconds` ends it early.

    >>> from whistlestop import Game
    >>> found = evaluate(Game("new-york", 2, seed=1).view(0), worlds=4)
    >>> found.value == found.options[0].value
    True
    """
    assert view.seat is not None, "only a seat has actions; `standing` is for spectators"
    asked, tried = ([_code(view, action) for action in some] for some in (actions, ideas))
    if view.score is not None:
        return Evaluation(view.seat, final_value(view.score, view.seat), (), 0)
    trying = try_out(view, asked, worlds, seconds, seed, turns, only=only, ideas=tried, uses=uses)
    return _evaluation(view, trying, correction_of(view, bots))


def _code(view: View, action: Action | str) -> int:
    action = parse_action(action) if isinstance(action, str) else action
    if action not in view.legal:
        raise BotError("not_legal", f"{action!s:.60} is not legal here.")
    return int(codec_for(view.board, len(view.players)).encode(str(action)))


def try_out(
    view: View,
    asked: list[int],
    worlds: int,
    seconds: float | None,
    seed: Seed,
    turns: int = TURNS,
    *,
    only: bool = False,
    ideas: Iterable[int] = (),
    uses: int = USES,
) -> Trying:
    """The actions of a position after they have been tried in all worlds.

    Whatever else is asked for, the actions of the shortlist meet the same worlds.
    """
    begun = perf_counter()
    facts = facts_from_view(view)
    codes = shortlist(facts)[: 1 if only else None] if view.legal else [NO_ACTION]
    trying = Trying(judge_of(facts.flat), int(facts.seat), [Tried(code) for code in codes], turns)
    if is_many(codes):
        glanced = possible_states(view, seeded(seed, "glance"), suited=True, uses=uses)
        short = None if seconds is None else begun + GLANCING * seconds
        trying.glance(_in_time(islice(glanced, min(glances(worlds), worlds)), short))
    for code in asked:
        trying.ask(code)
    trying.add(ideas)
    dealt = possible_states(view, seeded(seed, "evaluation"), suited=True, uses=uses)
    end = None if seconds is None else begun + seconds
    for state, luck in _in_time(islice(dealt, worlds), end):
        trying.try_world(state, luck)
    return trying


def _in_time(worlds: Iterable[Dealt], end: float | None) -> Iterator[Dealt]:
    """The worlds that there is time for, and one in any case."""
    for world in worlds:
        yield world
        if end is not None and perf_counter() > end:
            return


def glances(worlds: int) -> int:
    """Worlds for a glance: more for a closer look, so that the same actions are tried each time."""
    return GLANCE * min(MOST_GLANCES, max(1, worlds // WORLDS))


class Raw(NamedTuple):
    """A mean margin and a mean chance over worlds, before any correction."""

    margin: float
    win: float


def raw_value(trying: Trying, lasts: float) -> Raw:
    """What worlds promise for the best action, or for the position of a seat that waits."""
    return _raw(_ordered(trying)[0], trying.tried[0], lasts)


def _raw(each: Tried, first: Tried, lasts: float) -> Raw:
    """The means of the first action, and what lasts of another one's difference beyond doubt."""
    count = len(first.outcomes)
    margin = sum(outcome.margin for outcome in first.outcomes) / count
    win = sum(outcome.win for outcome in first.outcomes) / count
    if each is first:
        return Raw(margin, win)
    better, likelier = _margin_gap(each, first), _win_gap(each, first)
    return Raw(margin + lasts * beyond_doubt(better), win + lasts * beyond_doubt(likelier))


def _evaluation(view: View, trying: Trying, lines: Correction) -> Evaluation:
    assert view.seat is not None
    first = trying.tried[0]
    if first.code == NO_ACTION:
        value = corrected(view, lines, *raw_value(trying, lasting(view)))
        return Evaluation(view.seat, value, (), len(first.outcomes))
    options = _options(view, trying, lines)
    return Evaluation(view.seat, options[0].value, options, len(first.outcomes))


def _options(view: View, trying: Trying, lines: Correction) -> tuple[Option, ...]:
    """The actions by value, none above the one before it."""
    ordered, lasts = _ordered(trying), lasting(view)
    options: list[Option] = []
    for each in ordered:
        value = corrected(view, lines, *_raw(each, trying.tried[0], lasts))
        if options:
            value = value.at_most(options[-1].value)
        error = _margin_gap(each, ordered[0]).error * lasts * _slope(view, lines)
        action = action_of(view, each.code)
        seems = lasts * _margin_gap(each, trying.tried[0]).mean
        options.append(Option(action, value, error, len(each.outcomes), seems))
    return tuple(options)


def _ordered(trying: Trying) -> list[Tried]:
    """By what the search weighs, beyond doubt; the planner's choice before its equals."""
    first = trying.tried[0]

    def place(each: Tried) -> tuple[float, bool, float]:
        found = trying.weighed_gap(each)
        return -beyond_doubt(found), each is not first, -found.mean

    return sorted(trying.tried, key=place)


def beyond_doubt(found: Gap) -> float:
    """A gap less the part of it that may well be luck."""
    if found.mean > 0.0:
        return max(0.0, found.mean - DOUBT_OF_BETTER * found.error)
    return min(0.0, found.mean + DOUBT_OF_WORSE * found.error)


def _margin_gap(each: Tried, other: Tried) -> Gap:
    return gap([o.margin for o in each.outcomes], [o.margin for o in other.outcomes])


def _win_gap(each: Tried, other: Tried) -> Gap:
    return gap([o.win for o in each.outcomes], [o.win for o in other.outcomes])


def _slope(view: View, lines: Correction) -> float:
    """How many points the correction makes of one."""
    left = min(player.trains for player in view.players) / view.board.rules.trains
    return at_stage(lines.margin_slope, left)
