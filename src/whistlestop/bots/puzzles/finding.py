"""Finding puzzles: a position is looked at in stages, each longer than the one before.

A quick evaluation looks at what the search would try, and closer ones look again. Where one move
seems to lead every time, all moves of the position are evaluated; where it still seems to lead, it
must lead the nearest of them beyond doubt in many more worlds; and at last planners play it and the
next best to the end of the game, which no judge has a part in. Every stage has other seeds, so a
move that led by luck alone does not lead twice. Everything follows from the view and the seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation import Evaluation, Option, Value, evaluate
from whistlestop.bots.evaluation.trying import Gap, gap
from whistlestop.bots.puzzles.kept_view import keep_view
from whistlestop.bots.puzzles.moves import move_of, moves_of
from whistlestop.bots.puzzles.puzzle import Puzzle
from whistlestop.bots.puzzles.themes import theme_of
from whistlestop.bots.registry import make_bot
from whistlestop.bots.search.trials import play_action
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import seeded
from whistlestop.model.actions import Action
from whistlestop.model.board import Board

# The answer leads by this many points for each train that players start with, at least by two.
LEAD_PER_TRAIN = 1 / 15
SMALLEST_LEAD = 2.0
# Standard errors that are taken off a lead before it counts.
DOUBT = 2.0
# Other moves that the long evaluation looks at again.
NEAREST = 6
FEWEST_MOVES = 3
"""A position with fewer moves is no puzzle."""
PHASES = ("opening", "tickets", "turn")
# More turns than any game has.
TO_THE_END = 10_000


@dataclass(frozen=True, slots=True)
class Stages:
    """Worlds for each stage."""

    quick: int = 4
    closer: int = 10
    closest: int = 32
    every: int = 12
    long: int = 128
    end: int = 64


@dataclass(frozen=True, slots=True)
class ToTheEnd:
    """What an answer brings against another move when both are played to the end."""

    gain: float
    harm: float
    lead: Gap


def lead_of(board: Board) -> float:
    """The points by which the answer of a puzzle leads every other move of this board."""
    return max(SMALLEST_LEAD, board.rules.trains * LEAD_PER_TRAIN)


def find_puzzle(view: View, name: str, seed: Seed, stages: Stages) -> Puzzle | None:
    """The puzzle that a position makes, if it makes one."""
    lead = lead_of(view.board)
    every = _candidate(view, lead, seed, stages)
    if every is None:
        return None
    near = [option.action for option in _by_seeming(every)[: NEAREST + 1]]
    found = evaluate(view, actions=near, worlds=stages.long, seed=f"{seed}/long")
    if not leads(found, lead) or _seeming(found) != _seeming(every):
        return None
    options = _one_each(found.options)
    end = play_to_end(view, options[0].action, options[1].action, stages.end, f"{seed}/end")
    if end.lead.mean < max(lead, end.lead.error):
        return None
    return _puzzle(view, name, options, _others(every, options), end, stages.long)


def _candidate(view: View, lead: float, seed: Seed, stages: Stages) -> Evaluation | None:
    """All moves of a position, evaluated, if one of them seems to lead at every look."""
    if view.phase not in PHASES or len(view.legal) < FEWEST_MOVES:
        return None
    seeming = set()
    for worlds in (stages.quick, stages.closer, stages.closest):
        found = evaluate(view, worlds=worlds, seed=f"{seed}/{worlds}")
        seeming.add(_seeming(found))
        if not seems_to_lead(found, lead) or len(seeming) > 1:
            return None
    moves = moves_of(view)
    if len(moves) < FEWEST_MOVES:
        return None
    every = evaluate(view, actions=moves.values(), worlds=stages.every, seed=f"{seed}/every")
    return every if seems_to_lead(every, lead) and _seeming(every) in seeming else None


def seems_to_lead(found: Evaluation, lead: float) -> bool:
    """Whether one move looks better than every other by so much, doubt and all."""
    best, *others = _by_seeming(found)
    return bool(others) and best.seems - others[0].seems >= lead


def leads(found: Evaluation, lead: float) -> bool:
    """Whether the best move is better than every other by so much, beyond doubt."""
    best, *others = _one_each(found.options)
    return bool(others) and all(
        best.value.margin - other.value.margin >= lead
        and best.seems - other.seems >= lead + DOUBT * other.error
        for other in others
    )


def _by_seeming(found: Evaluation) -> list[Option]:
    return _one_each(sorted(found.options, key=lambda option: -option.seems))


def _seeming(found: Evaluation) -> str:
    """The move that looks best."""
    return move_of(_by_seeming(found)[0].action)


def _one_each(options: Iterable[Option]) -> list[Option]:
    """The first way of each move."""
    found: dict[str, Option] = {}
    for option in options:
        found.setdefault(move_of(option.action), option)
    return list(found.values())


def _others(every: Evaluation, options: Iterable[Option]) -> list[Option]:
    """The moves that were evaluated only with all others."""
    known = {move_of(option.action) for option in options}
    return [each for each in _one_each(every.options) if move_of(each.action) not in known]


def play_to_end(view: View, answer: Action, other: Action, worlds: int, seed: Seed) -> ToTheEnd:
    """Let planners play two moves to the end of the game, in the same worlds."""
    assert view.seat is not None
    seat, codec = view.seat, codec_for(view.board, len(view.players))
    judge = judge_of(codec.flat)
    codes = [int(codec.encode(answer)), int(codec.encode(other))]
    points: list[list[float]] = [[], []]
    margins: list[list[float]] = [[], []]
    for state, luck in islice(possible_states(view, seeded(seed), suited=True), worlds):
        for place, code in enumerate(codes):
            after = state.copy()
            chance = Chance(luck.copy())
            outcome = play_action(judge, after, seat, code, TO_THE_END, chance)
            margins[place].append(outcome.margin)
            points[place].append(float(final_totals(codec.flat, after)[seat]))
    lead, gain = gap(*margins), gap(*points).mean
    return ToTheEnd(gain, lead.mean - gain, lead)


def _puzzle(
    view: View, name: str, options: list[Option], others: list[Option], end: ToTheEnd, worlds: int
) -> Puzzle:
    answer, other = options[0].action, options[1].action
    floor = options[-1].value
    moves = [_row(str(option.action), option.value) for option in options]
    moves += [_row(move_of(each.action), each.value.at_most(floor)) for each in others]
    return Puzzle(
        id=name,
        theme=theme_of(view, answer, other, end.harm / end.lead.mean),
        level=_level(view, answer),
        gain=round(end.gain, 1),
        harm=round(end.harm, 1),
        worlds=worlds,
        moves=tuple(moves),
        seen=keep_view(view),
    )


def _row(text: str, value: Value) -> tuple[str, float, float]:
    told = value.told()
    return text, told.margin, told.win


def _level(view: View, answer: Action) -> int:
    """How strong a bot must be to find the answer."""
    for level, bot in enumerate(("greedy", "planner"), 1):
        if move_of(make_bot(bot, seed=0).choose(view)) == move_of(answer):
            return level
    return 3
