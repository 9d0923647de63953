"""Fits the judges of `whistlestop/bots/tuned.json` to games of planners; says how good they are.

    python -m tools.fit_judges                  # all of them, half an hour on two cores
    python -m tools.fit_judges --only europe/4

Planners play whole games and now and then try something that they would not have done, so that the
judges learn positions off their way too. Least squares over the traits of positions give weights
for the final margin; a logistic regression on the expected margin gives the chance to win. Figures
come from cross-validation: each fifth of the games is judged by weights from the others. For each
tenth of the chance a figure says how many of a hundred positions were won beyond those expected,
with a standard error. The same number of games gives the same weights, with any number of workers.
The games are kept in build/judges.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.boards.load import load_board
from whistlestop.bots import tuned
from whistlestop.bots.planner.choice import choose
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.search.candidates import list_candidates
from whistlestop.bots.search.judge import CURVE, DECIDED, STEEP, STEPS, PositionJudge, inputs_of
from whistlestop.bots.search.traits import PROMISED, TRAITS
from whistlestop.bots.search.trials import margin_of
from whistlestop.bots.tuned import ANY, map_of, tuning_of
from whistlestop.engine.fast.rollout import deal_random
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import MAIN, OVER, PHASE, FlatBoard
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.state import State

Rows = NDArray[np.float64]

FILE = Path(tuned.__file__).with_name("tuned.json")
FOLDER = Path(__file__).parent.parent / "build" / "judges"
BOARDS = ("usa:classic", "europe", "new-york", "london")
CHUNK = 100
# How often a planner tries something else, and how often a turn is noted, usually and after that.
ODD = 0.06
USUAL = 0.12
AFTER = 0.6
# So many parts of the games take turns at being judged by the others.
FOLDS = 5
# A tenth with fewer positions gets no figure.
FEW = 200
# Ridge regression: keeps weights small where traits say nearly the same.
RIDGE = 1e-4
# Newton's method ends after so many steps, or with one that is as small as this.
ROUNDS, CLOSE = 25, 1e-7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="with two players")
    parser.add_argument("--only", default="", help="one map and number of players: usa/2")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = json.loads(FILE.read_text(encoding="utf-8"))
    everything: dict[int, list[list[Rows]]] = {}
    with get_context("spawn").Pool(options.workers) as pool:
        for board, players in line_ups():
            if options.only in ("", f"{board.partition(':')[0]}/{players}"):
                chunks = 2 * options.games // players // CHUNK
                played = pool.map(chunk, [(board, players, n) for n in range(chunks)], 1)
                everything.setdefault(players, []).append(played)
                fit_into(file, board.partition(":")[0], players, [played])
    if not options.only:
        for players, parts in everything.items():
            fit_into(file, ANY, players, parts)
    FILE.write_text(as_text(file), encoding="utf-8")


def line_ups() -> list[tuple[str, int]]:
    rules = [(board, load_board(board).rules) for board in BOARDS]
    return [(b, n) for b, r in rules for n in range(r.min_players, r.max_players + 1)]


def chunk(job: tuple[str, int, int]) -> Rows:
    """The positions of some games, a row for each: what a judge weighs, and the margin."""
    board, players, number = job
    t = codec_for(load_board(board), players).flat
    name = f"{map_of(t)}-{players}-{number}"
    kept = FOLDER / f"{name}.npy"
    if not kept.exists():
        rows = [row for game in range(CHUNK) for row in positions(t, f"{name}-{game}")]
        np.save(kept, np.array(rows, dtype=np.float32))
    rows_kept: Rows = np.load(kept).astype(np.float64)
    return rows_kept


def positions(t: FlatBoard, seed: str) -> Iterator[list[float]]:
    """Some positions of one game."""
    luck = Random(seed)
    chance = Chance(seeded(seed))
    # This judge only reads inputs from states, so it needs no weights.
    judge = PositionJudge(t, scale_of(t), tuning_of(t), [0.0] * CURVE)
    state = deal_random(t, chance)
    tried = [False] * t.players
    seen: list[tuple[int, list[float]]] = []
    while state.bytes[PHASE] != OVER:
        seat = to_act(t, state)
        if state.bytes[PHASE] == MAIN:
            if luck.random() < (AFTER if tried[seat] else USUAL):
                seen.append((seat, list(inputs_of(judge, state, seat))))
            tried[seat] = False
        code, odd = action(judge, state, seat, luck)
        tried[seat] = tried[seat] or odd
        apply(t, state, seat, code, chance)
    for seat, row in seen:
        yield [*row, margin_of(t, state, seat) / float(t.trains)]


def action(judge: PositionJudge, state: State, seat: int, luck: Random) -> tuple[int, bool]:
    """What a planner does, or now and then anything that it considers; and which of both."""
    facts = facts_from_state(judge.flat, state, seat)
    if luck.random() < ODD and len(facts.codes) > 1:
        options = list_candidates(Prices(facts, judge.scale, judge.tuning))
        return luck.choice([int(code) for code in options.codes]), True
    return int(choose(facts, judge.scale, judge.tuning)), False


def fit_into(file: Any, name: str, players: int, parts: list[list[Rows]]) -> None:
    """Fit a judge, put it into the file, and print how good it is."""
    chunks = [rows for part in parts for rows in part]
    weights, curve = fit_both(np.concatenate(chunks))
    judges = file["judges"].setdefault(name, {})
    judges[str(players)] = [round(float(v), 5) for v in (*curve, *weights)]
    report(f"{name}/{players}", chunks)


def fit_both(rows: Rows) -> tuple[Rows, Rows]:
    """The weights of the margin, and the curve of the chance."""
    weights = fit(rows)
    return weights, fit_curve(terms(expected(weights, rows), rows), won(rows))


def won(rows: Rows) -> Rows:
    """1 for a win, half for a tie."""
    wins: Rows = np.where(rows[:, -1] > 0, 1.0, np.where(rows[:, -1] == 0, 0.5, 0.0))
    return wins


def terms(margins: Rows, rows: Rows) -> Rows:
    """The terms of the log odds, as in `judge.chance_to_win`."""
    left, gone = rows[:, -2], 1 - rows[:, -2]
    rising = [margins, *(np.tanh(STEEP * (margins - step)) for step in STEPS)]
    parts = (gone * gone, 2 * left * gone, left * left)
    return np.stack([r * part for r in (np.ones(len(rows)), *rising) for part in parts], axis=1)


def fit_curve(x: Rows, wins: Rows) -> Rows:
    """Logistic regression that keeps all numbers but the first three at or above zero.

    The first three do not depend on the margin, so the chance never falls where the margin rises.
    """
    kept = list(range(x.shape[1]))
    while True:
        found = newton(x[:, kept], wins)
        worst = min(range(3, len(kept)), key=lambda n: found[n])
        if found[worst] >= 0:
            curve: Rows = np.zeros(x.shape[1])
            curve[kept] = found
            return curve
        kept.pop(worst)


def newton(x: Rows, wins: Rows) -> Rows:
    """Logistic regression."""
    found: Rows = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        chances = chances_of(x @ found)
        square = (x * (chances * (1 - chances))[:, None]).T @ x + RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(square, x.T @ (wins - chances))
        found = found + step
        if np.abs(step).max() < CLOSE:
            break
    return found


def chances_of(x: Rows) -> Rows:
    """The chance by the logarithm of the odds."""
    chances: Rows = 1 / (1 + np.exp(-np.clip(x, -DECIDED, DECIDED)))
    return chances


def doubled(rows: Rows) -> Rows:
    """Each input, followed by itself times the share of trains left."""
    inputs = rows[:, :-1]
    return np.stack([inputs, inputs * inputs[:, -1:]], axis=2).reshape(len(rows), -1)


def fit(rows: Rows) -> Rows:
    x = doubled(rows)
    scale = np.sqrt((x * x).mean(axis=0))
    scale[scale < 1e-9] = 1.0
    z = x / scale
    square = z.T @ z + RIDGE * len(z) * np.eye(z.shape[1])
    weights: Rows = np.linalg.solve(square, z.T @ rows[:, -1]) / scale
    return weights


def expected(weights: Rows, rows: Rows) -> Rows:
    margins: Rows = doubled(rows) @ weights
    return margins


def report(name: str, chunks: list[Rows]) -> None:
    """How margins go together with what was expected, and wins with chances."""
    rows = np.concatenate(chunks)
    chunk_of = np.repeat(np.arange(len(chunks)), [len(c) for c in chunks])
    margins, chances = np.zeros(len(rows)), np.zeros(len(rows))
    for fold in range(FOLDS):
        fresh = chunk_of % FOLDS == fold
        weights, curve = fit_both(rows[~fresh])
        margins[fresh] = expected(weights, rows[fresh])
        chances[fresh] = chances_of(terms(margins[fresh], rows[fresh]) @ curve)
    wins, plain = won(rows), forecast(rows)
    line = f"{name}: {len(chunks) * CHUNK:,} games, {len(rows):,} positions. Correlation with the"
    line += f" margin {np.corrcoef(margins, rows[:, -1])[0, 1]:.3f}"
    line += f" (plans alone {np.corrcoef(plain, rows[:, -1])[0, 1]:.3f}), Brier"
    line += (
        f" {np.mean((chances - wins) ** 2):.4f} (plans alone {brier_of(plain, wins):.4f}), tenths"
    )
    tenths = np.minimum((10 * chances).astype(int), 9)
    for tenth in range(10):
        at = tenths == tenth
        if at.sum() >= FEW:
            off = 100 * (wins - chances)[at]
            sums = np.bincount(chunk_of[at], off, minlength=len(chunks))
            error = float(np.std(sums)) * len(chunks) ** 0.5 / len(off)
            line += f" {off.mean():+.1f}±{error:.1f}"
    print(line, flush=True)


def forecast(rows: Rows) -> Rows:
    """What the plans promise: points so far and to come, own less those of the best rival."""
    own, rival = rows[:, 1 : 1 + TRAITS], rows[:, 1 + TRAITS : 1 + 2 * TRAITS]
    parts = list(PROMISED)
    margins: Rows = (own[:, parts] - rival[:, parts]).sum(axis=1)
    return margins


def brier_of(margins: Rows, wins: Rows) -> float:
    """The Brier score of margins with the spread that suits them best."""
    return min(
        float(np.mean((chances_of(1.7 * margins / s) - wins) ** 2))
        for s in np.linspace(0.1, 4.0, 40)
    )


def as_text(file: Any) -> str:
    """A line for each judge and each board's constants."""
    parts = []
    for part, boards in sorted(file.items()):
        lines = []
        for board, content in sorted(boards.items()):
            if part == "judges":
                rows = [f'   "{n}": {json.dumps(content[n])}' for n in sorted(content)]
                lines.append(f'  "{board}": {{\n' + ",\n".join(rows) + "\n  }")
            else:
                lines.append(f'  "{board}": {json.dumps(content)}')
        parts.append(f' "{part}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
