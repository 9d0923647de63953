"""Games between fast bots, played inside the engine without views.

The deal, the luck and the rules are those of `Game`, so a game has the same result either way; a
test compares both. Where anything goes wrong here, the game is played once more through views,
which reports the failure.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from whistlestop.bots.contract import BotError
from whistlestop.bots.random import KindsBot, UniformBot
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.engine.fast.rollout import deal_seeded, shuffles_of
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import is_legal
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.lab.games.by_chance import picker_of
from whistlestop.lab.games.details import details_of
from whistlestop.lab.games.fast_bots import fast_bot_of, play_on
from whistlestop.lab.games.make_result import make_result
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played, Spent
from whistlestop.lab.games.time_limit import within

Heartbeat = Callable[[int, int, int], None]
"""Called with the game, the ply and the seat before every decision."""

Decider = Callable[[FlatBoard, State, int], int]
"""Answers with the code of an action for a seat."""

ALARM = 30
"""A whole game may take this many times what one decision may, before bots are timed one by one."""


class NeedsViews(Exception):
    """This game has to be played through views."""


def play_fast_bots(plan: SimulationPlan, number: int, heartbeat: Heartbeat) -> Played:
    """Game `number` of a plan whose bots are all fast."""
    try:
        # An alarm for each decision would cost as much as a quick bot's thinking.
        with within(ALARM * plan.seconds):
            return _play(plan, number, heartbeat)
    except BotError:
        raise NeedsViews from None


def _play(plan: SimulationPlan, number: int, heartbeat: Heartbeat) -> Played:
    t = codec_for(plan.board, plan.players).flat
    seating = plan.seating(number)
    bots = [_made(plan, number, bot) for bot in seating]
    spent = [0.0] * plan.players
    asked = [0] * plan.players
    codes: list[int] = []
    chance = shuffles_of(plan.seed_of(number))
    log: list[RawEvent] = []
    chance.events = log
    state = deal_seeded(t, plan.seed_of(number), 0, chance)

    def ask(ply: int, seat: int) -> int:
        heartbeat(number, ply, seat)
        started = thread_time()
        try:
            code = bots[seat](t, state, seat)
        except (Exception, SystemExit):
            raise NeedsViews from None
        if type(code) is not int or not is_legal(t, state, seat, code):
            raise NeedsViews
        spent[seat] += thread_time() - started
        asked[seat] += 1
        codes.append(code)
        return code

    plies = play_on(t, state, chance, ask)
    turns = sum(kind == event_kinds.TURN_BEGAN for kind, *_ in log)
    result = make_result(plan, number, t, state, plies, turns)
    details = details_of(t, state, log) if plan.detailed else None
    kept = tuple(codes) if plan.kept else ()
    return Played(result, (), details, _spent(seating, spent, asked), kept)


def _made(plan: SimulationPlan, number: int, bot: int) -> Decider:
    try:
        made = plan.bots[bot].make(plan.bot_seed(number, bot))
        mind = fast_bot_of(made)
    except (Exception, SystemExit):
        raise NeedsViews from None
    if isinstance(made, UniformBot | KindsBot):
        pick, rng = picker_of(made), made.rng
        return lambda t, state, seat: pick(t, state, seat, rng)
    if mind is None:
        raise NeedsViews
    return lambda t, state, seat: mind.decide(facts_from_state(t, state, seat))


def _spent(seating: tuple[int, ...], seconds: list[float], decisions: list[int]) -> Spent:
    """By bot instead of by seat."""
    order = [seating.index(bot) for bot in range(len(seating))]
    return tuple((seconds[seat], decisions[seat]) for seat in order)
