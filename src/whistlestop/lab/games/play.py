"""One simulated game, through the same doors that players use: views in, actions out.

Where all bots allow it, the engine plays the game inside instead, with the same result. Either way
a bot that fails is replaced and reported, so that every game comes to its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.bots.seated import Seated
from whistlestop.engine.game import Game
from whistlestop.lab.games.by_chance import play_chance_bots
from whistlestop.lab.games.details import Details, details_of
from whistlestop.lab.games.inside import Heartbeat, NeedsViews, play_fast_bots
from whistlestop.lab.games.make_result import make_result
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import FailedGame, LostDecision, Played
from whistlestop.lab.games.time_limit import TimedBot
from whistlestop.lab.games.uniform import play_uniform_bots

NOBODY = -1
"""The seat in a heartbeat that is sent before any bot is asked."""


def no_heartbeat(game: int, ply: int, seat: int) -> None:
    """For games that nobody watches from another process."""


def play_game(
    plan: SimulationPlan,
    number: int,
    lost: Sequence[LostDecision] = (),
    heartbeat: Heartbeat = no_heartbeat,
) -> Played:
    """Play game `number` of a plan, the fast way where the bots allow it.

    At the decisions in `lost`, which ended a worker, the bot is replaced without being asked.
    """
    lost = [place for place in lost if place.game == number]
    heartbeat(number, 0, NOBODY)
    if not lost and plan.all_uniform:
        return play_uniform_bots(plan, number)
    if not lost and plan.all_by_chance:
        return play_chance_bots(plan, number)
    if not lost and plan.all_fast:
        try:
            return play_fast_bots(plan, number, heartbeat)
        except NeedsViews:
            pass
    return play_through_views(plan, number, lost, heartbeat)


def play_through_views(
    plan: SimulationPlan,
    number: int,
    lost: Sequence[LostDecision] = (),
    heartbeat: Heartbeat = no_heartbeat,
) -> Played:
    """Show every bot its view and play what it answers."""
    seed = plan.seed_of(number)
    game = Game(plan.board, plan.players, seed=seed)
    seating = plan.seating(number)
    timed = [_timed(plan, bot, seating.index(bot), lost) for bot in range(plan.players)]
    seats = [_seated(plan, number, bot, timed[bot]) for bot in seating]
    failed: list[FailedGame] = []
    turns = 0
    while not game.over:
        turns += game.phase == "turn"
        heartbeat(number, game.ply, game.turn)
        failure = seats[game.turn].act(game, game.turn)
        if failure is not None:
            failed.append(FailedGame(number, seed, failure))
    spent = tuple((bot.spent, bot.decisions) for bot in timed)
    result = make_result(plan, number, game.flat, game.state, game.ply, turns)
    codes = tuple([ply.code for ply in game.plies]) if plan.kept else ()
    return Played(result, tuple(failed), _details(plan, game), spent, codes)


def _timed(plan: SimulationPlan, bot: int, seat: int, lost: Sequence[LostDecision]) -> TimedBot:
    places = {place.ply: place.problem for place in lost if place.seat == seat}
    return TimedBot(plan.bots[bot].make, plan.seconds, places)


def _seated(plan: SimulationPlan, number: int, bot: int, timed: TimedBot) -> Seated:
    return Seated(plan.bots[bot].text, timed.make, plan.bot_seed(number, bot))


def _details(plan: SimulationPlan, game: Game) -> Details | None:
    if not plan.detailed:
        return None
    log = [h for ply in game.plies for h in ply.events]
    return details_of(game.flat, game.state, [*game.deal_events, *log])
