"""A game's result, made from its outcome: one place for all ways to play a game."""

from __future__ import annotations

from whistlestop.engine.scoring.outcome import outcome_of
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import GameResult
from whistlestop.model.board import Board


def make_result(
    plan: SimulationPlan, number: int, t: FlatBoard, state: State, plies: int, turns: int
) -> GameResult:
    """What came of game `number` of a plan, which ended in `state`."""
    totals, winners, completed, tickets, ended, used = outcome_of(t, state)
    return GameResult(
        number=number,
        seed=plan.seed_of(number),
        bots=plan.seating(number),
        totals=totals,
        winners=winners,
        completed=completed,
        tickets=tickets,
        plies=plies,
        turns=turns,
        ended=ended,
        decided_by="shared" if len(winners) > 1 else comparisons_of(plan.board)[used],
    )


def comparisons_of(board: Board) -> tuple[str, ...]:
    """What tells the winner from the others, in the order in which it is asked."""
    return ("points", *board.rules.tie_breaks)
