"""One simulated game, through the same doors that players use: views in, actions out.

Where all bots allow it, the engine plays the game inside instead, with the same result; where some
do, those are shown no views. Either way a bot that fails is replaced and reported, so that every
game comes to its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.bots.contract import Seed
from whistlestop.bots.seated import Seated
from whistlestop.engine.game import Game
from whistlestop.engine.state.flat_board import MAIN, OVER, PHASE
from whistlestop.lab.games.by_chance import play_chance_bots
from whistlestop.lab.games.details import Details, details_of
from whistlestop.lab.games.inside import FastSeat, Heartbeat, NeedsViews, decider_of, play_fast_bots
from whistlestop.lab.games.make_result import make_result
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import FailedGame, LostDecision, Played
from whistlestop.lab.games.time_limit import Alarm, TimedBot
from whistlestop.lab.games.uniform import play_uniform_games

NOBODY = -1
"""The seat in a heartbeat that is sent before any bot is asked."""


def no_heartbeat(game: int, ply: int, seat: int) -> None:
    """For games that nobody watches from another process."""


def play_games(
    plan: SimulationPlan,
    start: int,
    stop: int,
    lost: Sequence[LostDecision] = (),
    heartbeat: Heartbeat = no_heartbeat,
) -> list[Played]:
    """Play games `start` up to `stop` of a plan, together where nobody has to be asked."""
    if not lost and plan.by_numbers:
        heartbeat(start, 0, NOBODY)
        return [Played(result, ()) for result in play_uniform_games(plan, start, stop)]
    return [play_game(plan, number, lost, heartbeat) for number in range(start, stop)]


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
    if not lost and plan.all_by_chance:
        return play_chance_bots(plan, number)
    if not lost and any(plan.fast):
        try:
            if plan.all_fast:
                return play_fast_bots(plan, number, heartbeat)
            return _play_seated(plan, number, (), heartbeat, plan.fast)
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
    return _play_seated(plan, number, lost, heartbeat, (False,) * plan.players)


def _play_seated(
    plan: SimulationPlan,
    number: int,
    lost: Sequence[LostDecision],
    heartbeat: Heartbeat,
    fast: Sequence[bool],
) -> Played:
    """Play a `Game`: bots get views, but for the `fast` ones, which look inside."""
    game = Game(plan.board, plan.players, seed=plan.seed_of(number))
    failed: list[FailedGame] = []
    turns = 0
    with Alarm(plan.seconds) as alarm:
        bots = [_sit(plan, number, bot, fast[bot], alarm, lost) for bot in range(plan.players)]
        seats = [bots[bot].act for bot in plan.seating(number)]
        while (phase := game.state.bytes[PHASE]) != OVER:
            turns += phase == MAIN
            seat = game.turn
            heartbeat(number, len(game.plies), seat)
            failure = seats[seat](game, seat)
            if failure is not None:
                failed.append(FailedGame(number, plan.seed_of(number), failure))
    spent = tuple((bot.spent, bot.decisions) for bot in bots)
    result = make_result(plan, number, game.flat, game.state, game.ply, turns)
    codes = tuple([ply.code for ply in game.plies]) if plan.kept else ()
    return Played(result, tuple(failed), _details(plan, game), spent, codes)


def _sit(
    plan: SimulationPlan,
    number: int,
    bot: int,
    fast: bool,
    alarm: Alarm,
    lost: Sequence[LostDecision],
) -> FastSeat | TimedSeat:
    """A bot in its seat of game `number`."""
    if fast:
        return FastSeat(decider_of(plan, number, bot), alarm)
    seat = plan.seating(number).index(bot)
    places = {place.ply: place.problem for place in lost if place.seat == seat}
    timed = TimedBot(plan.bots[bot].make, alarm, places)
    return TimedSeat(plan.bots[bot].text, timed, plan.bot_seed(number, bot))


class TimedSeat(Seated):
    """A bot that gets views, with the time it took."""

    def __init__(self, name: str, timed: TimedBot, seed: Seed) -> None:
        super().__init__(name, timed.make, seed)
        self._timed = timed

    @property
    def spent(self) -> float:
        """Seconds that the bot thought."""
        return self._timed.spent

    @property
    def decisions(self) -> int:
        """How often it was asked."""
        return self._timed.decisions


def _details(plan: SimulationPlan, game: Game) -> Details | None:
    if not plan.detailed:
        return None
    log = [h for ply in game.plies for h in ply.events]
    return details_of(game.flat, game.state, [*game.deal_events, *log])
