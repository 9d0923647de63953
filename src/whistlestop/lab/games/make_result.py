"""A game's result, made from its last state: one place for all ways to play a game."""

from __future__ import annotations

from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.state.accessors import tickets_held
from whistlestop.engine.state.flat_board import LAST, PASSES, FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import GameResult
from whistlestop.model.board import Board


def make_result(
    plan: SimulationPlan, number: int, t: FlatBoard, state: State, plies: int, turns: int
) -> GameResult:
    """What came of game `number` of a plan, which ended in `state`."""
    tally = tally_scores(t, state)
    winners, used = rank(t, state, tally)
    return GameResult(
        number=number,
        seed=plan.seed_of(number),
        bots=plan.seating(number),
        totals=tuple(map(int, tally.total)),
        winners=tuple(winners),
        completed=tuple(map(int, tally.completed)),
        tickets=tuple(int(tickets_held(t, state.bytes, seat)) for seat in range(plan.players)),
        plies=plies,
        turns=turns,
        ended=_ended(t, state),
        decided_by=_decided_by(plan.board, winners, used),
    )


def _ended(t: FlatBoard, s: State) -> str:
    """Why the game is over, in the words of the event that says so."""
    if s.bytes[PASSES] == t.players:
        return "passes"
    return "last round" if s.bytes[LAST] == 0 else "standstill"


def _decided_by(board: Board, winners: list[int], used: int) -> str:
    if len(winners) > 1:
        return "shared"
    return "points" if used == 0 else board.rules.tie_breaks[used - 1]
