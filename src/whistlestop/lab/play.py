"""One simulated game, through the same doors that players use: views in, actions out."""

from __future__ import annotations

from whistlestop.engine.game import Game
from whistlestop.lab.plan import Plan
from whistlestop.lab.results import FailedGame, GameResult
from whistlestop.lab.uniform import play_inside

Played = tuple[GameResult, list[FailedGame]]


def play_game(plan: Plan, number: int) -> Played:
    """Play game `number` of a plan, the fast way where the bots allow it."""
    if plan.all_uniform:
        return play_inside(plan, number), []
    return play_through_views(plan, number)


def play_through_views(plan: Plan, number: int) -> Played:
    """Show every bot its view and play what it answers."""
    seed = plan.seed_of(number)
    game = Game(plan.board, len(plan.bots), seed=seed)
    bots = plan.seated(number)
    failed: list[FailedGame] = []
    turns = 0
    while not game.over:
        turns += game.phase == "turn"
        failure = bots[game.turn].act(game, game.turn)
        if failure is not None:
            failed.append(FailedGame(number, seed, failure))
    return _result(plan, number, game, turns), failed


def _result(plan: Plan, number: int, game: Game, turns: int) -> GameResult:
    score = game.score()
    return GameResult(
        number=number,
        seed=plan.seed_of(number),
        bots=plan.seating(number),
        totals=score.totals,
        winners=score.winners,
        completed=tuple(seat.completed for seat in score.seats),
        tickets=tuple(len(seat.tickets) for seat in score.seats),
        plies=game.ply,
        turns=turns,
        ended=next(e["reason"] for e in game.events(None, game.ply - 1) if e.name == "ended"),
        decided_by=score.decided_by,
    )
