"""The coach: how a seat stands, by playing on in worlds that its view allows.

The chance of winning comes from light players who play on in sampled worlds. They are weaker than
people may be, so the coach corrects it by the results of many real games (docs/lab.md has the
table). Like a bot, the coach knows no more than the view.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import exp, log

from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.explaining import Thoughts, explain_action
from whistlestop.bots.contract import Seed
from whistlestop.bots.light.player import LightBoard
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.from_view import action_of
from whistlestop.bots.search.trials import CandidateTrials, play_on
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import tuning_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import seeded

# From the share of worlds won to a chance to win, in log odds. Worlds are too kind to the viewer,
# whose tickets are real while its rivals' are guessed: the kinder, the later it is and the more
# rivals there are. But late in a game less can change, so worlds won count more then. In the order
# of `chance_terms`; tools/measure_chances.py fitted them to games of planners.
WEIGHTS = (-0.37, 0.63, -0.22, -1.92, 0.37)


@dataclass(frozen=True, slots=True)
class Prospect:
    """The chance that a seat wins, and the points it may expect to be ahead of its best rival."""

    win: float
    margin: float
    worlds: int


def prospect(view: View, worlds: int = 100, seed: Seed = 0) -> Prospect:
    """How the viewer stands, whoever is to act; the same view and seed give the same answer.

    >>> from whistlestop import Game
    >>> 0.2 < prospect(Game("usa", 2, seed=1).view(0), worlds=20).win < 0.8
    True
    """
    margins = margins_of(view, worlds, seed)
    won = sum((margin > 0) + 0.5 * (margin == 0) for margin in margins)
    return Prospect(win_chance(view, won, worlds), sum(margins) / worlds, worlds)


def margins_of(view: View, worlds: int, seed: Seed) -> list[float]:
    """The points by which the viewer ends ahead of its best rival, in each of so many worlds."""
    assert view.seat is not None, "only a seat can win"
    states = islice(possible_states(view, seeded(seed, "prospect")), worlds)
    light = light_board_of(_flat(view))
    return [play_on(light, state, view.seat, rng) for state, rng in states]


def win_chance(view: View, won: float, worlds: float) -> float:
    """The chance of winning after winning so many worlds; never quite 0 or 1."""
    spent = 1.0 - min(player.trains for player in view.players) / view.board.rules.trains
    return chance(won, worlds, len(view.players), spent)


def chance(won: float, worlds: float, players: int, spent: float) -> float:
    """The same from plain numbers; `spent` is the share of trains that the fastest has placed."""
    terms = chance_terms(won, worlds, players, spent)
    return 1.0 / (1.0 + exp(-sum(w * term for w, term in zip(WEIGHTS, terms, strict=True))))


def chance_terms(won: float, worlds: float, players: int, spent: float) -> tuple[float, ...]:
    """The terms whose weighted sum is the log odds of winning."""
    share = (won + 0.5) / (worlds + 1.0)
    odds = log(share / (1.0 - share))
    return 1.0, odds, log(max(1, players - 1)), spent, spent * odds


def explain_trial(view: View, trial: CandidateTrials, best: int, count: int) -> tuple[Advice, ...]:
    """The candidates tried, the choice first: why, the margin each promises, the chance to win."""
    if not view.legal or count < 1:
        return ()
    thoughts = Thoughts(view, tuning_of(_flat(view)))
    order = sorted(range(len(trial.codes)), key=lambda n: (n != best, -trial.mean(n)))[:count]
    # Judges are too hopeful on some boards, so the coach says how likely a win is, and the trials
    # how much less likely it is with the other actions.
    win = prospect(view).win if trial.tried[best] else 0.0
    # A candidate dropped early was tried in fewer worlds; luck there must not make it look better.
    most = _share_won(trial, best)
    wins = [win + min(0.0, _share_won(trial, n) - most) for n in order]
    listed = [_tried(thoughts, trial, n, w) for n, w in zip(order, wins, strict=True)]
    value = listed[0].value
    return tuple(Advice(a.action, min(a.value, value), a.reason, a.params) for a in listed)


def _tried(thoughts: Thoughts, trial: CandidateTrials, place: int, win: float) -> Advice:
    action = action_of(thoughts.view, int(trial.codes[place]))
    why = explain_action(thoughts, action)
    tried = int(trial.tried[place])
    if not tried:
        return Advice(action, why.value, "only_action")
    margin = round(trial.margin[place] / tried, 1)
    params = {**why.params, "win": round(max(0.01, win), 2), "worlds": tried}
    return Advice(action, margin, why.reason, params)


def _share_won(trial: CandidateTrials, place: int) -> float:
    """The mean chance of winning that the judge gave a candidate."""
    return trial.won[place] / max(1, int(trial.tried[place]))


def _flat(view: View) -> FlatBoard:
    return codec_for(view.board, len(view.players)).flat


@cache
def light_board_of(t: FlatBoard) -> LightBoard:
    """What light players of a board share, made once."""
    return LightBoard(t, scale_of(t))
