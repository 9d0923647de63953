"""Fits what the search believes about rivals' tickets (bots/search/beliefs.py) to planners' games.

    python -m tools.fit_beliefs                 # half a minute on one core

Now and then in a game this tool notes how far a player has come with every ticket that a rival does
not hold itself, and which of them the player holds. It finds the constants that make these tickets
likeliest. For each board and number of players it then prints the mean log chance of a ticket that
is held, in games that were not fitted to: by the constants in use, by those found, and if all
tickets were equally likely.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from tools.fit_judges import line_ups
from whistlestop.boards.load import load_board
from whistlestop.bots.planner.choice import choose
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.reasoning.ways import FAR, Ways, spread
from whistlestop.bots.search import beliefs as worlds
from whistlestop.bots.tuned import tuning_of
from whistlestop.engine.fast.rollout import deal_random
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.phases.routes import is_open
from whistlestop.engine.state.accessors import holder_of, owner_of
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import OVER, PHASE, FlatBoard
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.state import State

Rows = NDArray[np.float64]

NAMES = ("GONE", "GONE_LATE", "REACHED", "REACHED_LATE", "MADE", "MADE_LATE")
OFTEN = 0.05
# For so many games to fit to, one more is played for the figures.
TEST = 3
STEPS = 30


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="for each board and number")
    options = parser.parse_args()
    games = range(options.games)
    others = range(options.games, options.games + max(1, options.games // TEST))
    weights = fit([rows for up in line_ups() for rows in moments(*up, games)])
    used = np.array([getattr(worlds, name) for name in NAMES])
    for board, players in line_ups():
        fresh = list(moments(board, players, others))
        told = [likelihood(w, fresh) for w in (used, weights, np.zeros(len(NAMES)))]
        line = "{:.3f} in use, {:.3f} found, {:.3f} if all were as likely".format(*told)
        print(f"{board} with {players}, {len(fresh)} positions: {line}")
    print(*(f"{n} {w:.2f}" for n, w in zip(NAMES, weights, strict=True)), sep=", ")


def moments(board: str, players: int, games: range) -> Iterator[Rows]:
    """Positions of games: a row for each ticket, what speaks for it and whether it is held."""
    t = codec_for(load_board(board), players).flat
    scale, tuning = scale_of(t), tuning_of(t)
    for number in games:
        seed = f"beliefs/{board}/{players}/{number}"
        luck, chance = Random(seed), Chance(seeded(seed))
        state = deal_random(t, chance)
        while state.bytes[PHASE] != OVER:
            seat = int(to_act(t, state))
            if luck.random() < OFTEN:
                rows = clues(t, state, (seat + luck.randrange(1, players)) % players, seat)
                if rows[:, :-1].any() and rows[:, -1].any():
                    yield rows
            apply(t, state, seat, choose(facts_from_state(t, state, seat), scale, tuning), chance)


def clues(t: FlatBoard, s: State, who: int, viewer: int) -> Rows:
    """What speaks for each ticket that is not the viewer's, in the order of the constants."""
    own = [r for r in range(t.routes) if owner_of(t, s.bytes, r) == who]
    late = sum(float(t.route_length[r]) for r in own) / float(t.trains)
    ends = {city for r in own for city in (t.route_a[r], t.route_b[r])}
    open_at = [t.route_length[r] if is_open(t, s, who, r) else FAR for r in range(t.routes)]
    price = vec[i64]([0 if r in own else open_at[r] for r in range(t.routes)])
    ways = Ways(t)
    rows = []
    for ticket in range(t.tickets):
        holder = holder_of(t, s.bytes, ticket)
        if holder == viewer:
            continue
        a, z = t.ticket_a[ticket], t.ticket_b[ticket]
        far, left = spread(ways, t.route_length, a, z), spread(ways, price, a, z)
        gone = max(0.0, 1.0 - float(left) / float(far))
        told = [gone, (a in ends) + (z in ends), left == 0]
        rows.append([*(float(x) * y for x in told for y in (1.0, late)), holder == who])
    return np.array(rows, dtype=np.float64)


def fit(noted: list[Rows]) -> Rows:
    """The constants by which the tickets held are likeliest, by Newton's method."""
    weights = np.zeros(len(NAMES))
    for _ in range(STEPS):
        slope, curve = np.zeros(len(NAMES)), 0.01 * np.eye(len(NAMES))
        for rows in noted:
            x, held = rows[:, :-1], rows[:, -1]
            p = chances(weights, rows)
            middle = p @ x
            slope += held @ x - held.sum() * middle
            curve += held.sum() * ((x * p[:, None]).T @ x - np.outer(middle, middle))
        step = np.linalg.solve(curve, slope)
        weights += step / max(1.0, float(np.abs(step).max()))
    return weights


def chances(weights: Rows, rows: Rows) -> Rows:
    odds = np.exp(rows[:, :-1] @ weights)
    shares: Rows = odds / odds.sum()
    return shares


def likelihood(weights: Rows, noted: list[Rows]) -> float:
    """The mean log chance of the tickets that are held."""
    logs = [np.log(chances(weights, rows)[rows[:, -1] > 0]) for rows in noted]
    return float(np.concatenate(logs).mean())


if __name__ == "__main__":
    main()
