"""Games of uniformly random bots, played inside the engine without views.

Nothing is skipped but the showing: the deal, the luck of each bot and the order of legal actions
are those of `Game` and of `UniformBot`, so a game has the same result either way, and a test holds
both ways together.
"""

from __future__ import annotations

from whistlestop.bots.random import UniformBot
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.rng import Rng
from whistlestop.engine.rollout import deal_seeded, play_uniform, shuffles_of
from whistlestop.engine.scoring import rank, settle_scores
from whistlestop.engine.state import State
from whistlestop.engine.tables import LAST, PASSES, Tables
from whistlestop.lab.plan import Plan
from whistlestop.lab.results import GameResult
from whistlestop.model.board import Board


def play_inside(plan: Plan, number: int) -> GameResult:
    """Game `number` of a plan whose bots are all uniform."""
    t = codec_for(plan.board, len(plan.bots)).tables
    seed, seating = plan.seed_of(number), plan.seating(number)
    chance = shuffles_of(seed)
    state = deal_seeded(t, seed, 0, chance)
    codes, turns = play_uniform(t, state, [_luck(plan, number, bot) for bot in seating], chance)
    tally = settle_scores(t, state)
    winners, used = rank(t, state, tally)
    return GameResult(
        number=number,
        seed=seed,
        bots=seating,
        totals=tuple(map(int, tally.total)),
        winners=tuple(winners),
        completed=tuple(map(int, tally.completed)),
        tickets=tuple(int(state.bytes[t.o_held + seat]) for seat in range(len(seating))),
        plies=len(codes),
        turns=turns,
        ended=_ended(t, state),
        decided_by=_decided_by(plan.board, winners, used),
    )


def _luck(plan: Plan, number: int, bot: int) -> Rng:
    made = plan.bots[bot].make(plan.bot_seed(number, bot))
    assert isinstance(made, UniformBot)
    return made.rng


def _ended(t: Tables, s: State) -> str:
    if s.bytes[PASSES] == t.players:
        return "passes"
    return "last round" if s.bytes[LAST] == 0 else "standstill"


def _decided_by(board: Board, winners: list[int], used: int) -> str:
    if len(winners) > 1:
        return "shared"
    return "points" if used == 0 else board.rules.tie_breaks[used - 1]
