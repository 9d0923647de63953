"""One simulated game, through the same doors that players use: views in, actions out.

Where all bots allow it, the game is played inside the engine instead, with the same result. A bot
that fails is replaced and reported, whichever way: a game always comes to its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.bots.seated import Seated
from whistlestop.engine.game import Game
from whistlestop.lab.games.details import Details, details_of
from whistlestop.lab.games.inside import Heartbeat, NeedsViews, play_fast_bots
from whistlestop.lab.games.plan import GamePlan
from whistlestop.lab.games.results import FailedGame, GameResult, LostDecision, Played
from whistlestop.lab.games.time_limit import TimedBot
from whistlestop.lab.games.uniform import play_uniform_bots

NOBODY = -1
"""The seat of what is lost before anybody is asked: then bots are not even looked at first."""


def no_heartbeat(game: int, ply: int, seat: int) -> None:
    """For whoever plays alone: nobody is watching."""


def play_game(
    plan: GamePlan,
    number: int,
    lost: Sequence[LostDecision] = (),
    heartbeat: Heartbeat = no_heartbeat,
) -> Played:
    """Play game `number` of a plan, the fast way where the bots allow it.

    `lost` are decisions that ended a worker: there the bot is replaced without being asked.
    """
    lost = [place for place in lost if place.game == number]
    heartbeat(number, 0, NOBODY)
    if not lost and plan.all_uniform:
        return play_uniform_bots(plan, number)
    if not lost and plan.all_fast:
        try:
            return play_fast_bots(plan, number, heartbeat)
        except NeedsViews:
            pass
    return play_through_views(plan, number, lost, heartbeat)


def play_through_views(
    plan: GamePlan,
    number: int,
    lost: Sequence[LostDecision] = (),
    heartbeat: Heartbeat = no_heartbeat,
) -> Played:
    """Show every bot its view and play what it answers."""
    seed = plan.seed_of(number)
    game = Game(plan.board, plan.players, seed=seed)
    seating = plan.seating(number)
    watched = [_watched(plan, bot, seating.index(bot), lost) for bot in range(plan.players)]
    seats = [_seated(plan, number, bot, watched[bot]) for bot in seating]
    failed: list[FailedGame] = []
    turns = 0
    while not game.over:
        turns += game.phase == "turn"
        heartbeat(number, game.ply, game.turn)
        failure = seats[game.turn].act(game, game.turn)
        if failure is not None:
            failed.append(FailedGame(number, seed, failure))
    spent = tuple((bot.spent, bot.decisions) for bot in watched)
    return Played(_result(plan, number, game, turns), tuple(failed), _details(plan, game), spent)


def _watched(plan: GamePlan, bot: int, seat: int, lost: Sequence[LostDecision]) -> TimedBot:
    places = {place.ply: place.problem for place in lost if place.seat == seat}
    return TimedBot(plan.bots[bot].make, plan.seconds, places)


def _seated(plan: GamePlan, number: int, bot: int, watched: TimedBot) -> Seated:
    return Seated(plan.bots[bot].text, watched.make, plan.bot_seed(number, bot))


def _details(plan: GamePlan, game: Game) -> Details | None:
    if not plan.detailed:
        return None
    log = [h for ply in game.plies for h in ply.happenings]
    return details_of(game.flat, game.state, [*game.deal_happenings, *log])


def _result(plan: GamePlan, number: int, game: Game, turns: int) -> GameResult:
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
