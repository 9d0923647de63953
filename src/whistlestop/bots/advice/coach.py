"""The coach: how a seat stands, by playing on in worlds that its view allows.

The chance of winning comes from light players going on in sampled worlds; they are not as good as
people may be, so it is corrected by what came of many real games (docs/lab.md has the table).
Like a bot, the coach knows no more than the view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import exp, log

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.explaining import Thoughts, explain_action
from whistlestop.bots.contract import Seed
from whistlestop.bots.light.network import LightBoard
from whistlestop.bots.reasoning.from_view import action_of, scale_of
from whistlestop.bots.search.beliefs import Beliefs, deal_again, suit_all
from whistlestop.bots.search.trials import CandidateTrials, play_on
from whistlestop.bots.tuned import judge_of, tuning_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State

# Dealing a world from the view is slow beside playing it, so each one is used several times with
# the pile shuffled and the hidden tickets exchanged.
USES = 4
# The share of worlds won as a chance to win, on the scale of log odds. A world is too kind to the
# viewer, whose tickets are real while its rivals' are guessed, and kinder the later it is and the
# more rivals there are; but late in a game there is less left to go otherwise. In the order of
# `chance_terms`, fitted to games of planners by tools/measure_chances.py.
WEIGHTS = (-0.37, 0.63, -0.22, -1.92, 0.37)

_light_boards: dict[FlatBoard, LightBoard] = {}


@dataclass(frozen=True, slots=True)
class Prospect:
    """The chance that a seat wins, and the points it may expect to be ahead of its best rival."""

    win: float
    margin: float
    worlds: int


def prospect(view: View, worlds: int = 100, seed: Seed = 0) -> Prospect:
    """How the viewer stands, whoever is to act; the same view and seed give the same.

    >>> from whistlestop import Game
    >>> 0.2 < prospect(Game("usa", 2, seed=1).view(0), worlds=20).win < 0.8
    True
    """
    margins = margins_of(view, worlds, seed)
    won = sum((margin > 0) + 0.5 * (margin == 0) for margin in margins)
    return Prospect(win_chance(view, won, worlds), sum(margins) / worlds, worlds)


def margins_of(view: View, worlds: int, seed: Seed) -> list[float]:
    """By how many points the viewer ends ahead of its best rival in each of so many worlds."""
    assert view.seat is not None, "only a seat can win"
    states = islice(possible_states(view, seeded(seed, "prospect")), worlds)
    light = light_board_of(_tables(view))
    return [play_on(light, state, view.seat, rng) for state, rng in states]


def win_chance(view: View, won: float, worlds: float) -> float:
    """The chance of winning by the worlds that were won, never quite 0 or 1."""
    spent = 1.0 - min(player.trains for player in view.players) / view.board.rules.trains
    return chance(won, worlds, len(view.players), spent)


def chance(won: float, worlds: float, players: int, spent: float) -> float:
    """The same where a share `spent` of the trains is gone from who has fewest."""
    terms = chance_terms(won, worlds, players, spent)
    return 1.0 / (1.0 + exp(-sum(w * term for w, term in zip(WEIGHTS, terms, strict=True))))


def chance_terms(won: float, worlds: float, players: int, spent: float) -> tuple[float, ...]:
    """What the log odds of winning are made of, each with its weight."""
    share = (won + 0.5) / (worlds + 1.0)
    odds = log(share / (1.0 - share))
    return 1.0, odds, log(max(1, players - 1)), spent, spent * odds


def explain_trial(view: View, trial: CandidateTrials, best: int, count: int) -> tuple[Advice, ...]:
    """What was tried, the choice first: why, the margin it promises, and the chance of winning."""
    if not view.legal or count < 1:
        return ()
    thoughts = Thoughts(view, tuning_of(_tables(view)))
    order = sorted(range(len(trial.codes)), key=lambda n: (n != best, -trial.mean(n)))[:count]
    # A judge is too hopeful on some boards, so the coach says how likely a win is, and the trial
    # what the others take from that.
    win = prospect(view).win if trial.tried[best] else 0.0
    # What was dropped early has been tried in fewer worlds; it is not better for that.
    most = _share_won(trial, best)
    wins = [win + min(0.0, _share_won(trial, n) - most) for n in order]
    listed = [_tried(thoughts, trial, n, w) for n, w in zip(order, wins, strict=True)]
    value = listed[0].value
    return tuple(Advice(a.action, min(a.value, value), a.reason, a.params) for a in listed)


def _tried(thoughts: Thoughts, trial: CandidateTrials, n: int, win: float) -> Advice:
    action = action_of(thoughts.view, int(trial.codes[n]))
    why = explain_action(thoughts, action)
    tried = int(trial.tried[n])
    if not tried:
        return Advice(action, why.value, "only_action")
    margin = round(trial.margin[n] / tried, 1)
    params = {**why.params, "win": round(max(0.01, win), 2), "worlds": tried}
    return Advice(action, margin, why.reason, params)


def _share_won(trial: CandidateTrials, n: int) -> float:
    """The chance of winning that the judge has given on average."""
    return trial.won[n] / max(1, int(trial.tried[n]))


def possible_states(view: View, rng: Rng, suited: bool = False) -> Iterator[tuple[State, Rng]]:
    """States that the seat cannot tell from the true one, without end, each with luck to come.

    Where rivals' tickets suit them, which takes longer, a world is not too kind to the viewer; the
    coach corrects for that afterwards.
    """
    assert view.seat is not None, "a bot plays a seat, it is never a spectator"
    beliefs: Beliefs | None = None
    while True:
        world = view.sample(rng)
        if beliefs is None:
            beliefs = Beliefs(judge_of(world.flat), world.state, view.seat, _seen(view))
        for _ in range(USES):
            state = world.state.copy()
            deal_again(beliefs, state, rng)
            if suited:
                suit_all(beliefs, state, rng)
            yield state, Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32())


def _seen(view: View) -> vec[i64]:
    """For each ticket whether the viewer has ever seen it."""
    names = {name for draw in view.draws for name in draw.tickets or ()}
    return vec[i64]([int(ticket.id in names) for ticket in view.board.tickets])


def _tables(view: View) -> FlatBoard:
    return codec_for(view.board, len(view.players)).flat


def light_board_of(t: FlatBoard) -> LightBoard:
    """What light players of a board share, made once."""
    if t not in _light_boards:
        _light_boards[t] = LightBoard(t, scale_of(t))
    return _light_boards[t]
