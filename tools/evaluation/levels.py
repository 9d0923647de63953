"""Fitting how strong the levels are: what games against planners add to what the coach says.

Each bot plays planners on every board. What the coach says there, asked as if all were planners, is
off by the bot's strength times the trains left: one number for the margin in points per train and
one for the log odds of winning. Each board has its own, around those of all boards together.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tools.evaluation.fitting import ROUNDS, SPREAD, Rows
from tools.evaluation.positions import PLANNERS, LineUp, Position
from tools.evaluation.tables import equals
from whistlestop.bots.evaluation import strength
from whistlestop.bots.evaluation.correction import log_odds
from whistlestop.bots.levels import levels
from whistlestop.bots.tuned import ANY

FILE = Path(strength.__file__).with_name("strength.json")
# How many positions pull as hard: towards no difference, and towards the same on all boards.
FIRM_ANY, FIRM_OWN = 4.0, 40.0

Columns = tuple[Rows, Rows, Rows, Rows]
Found = dict[str, dict[str, list[float]]]


def line_ups(boards: tuple[str, ...]) -> list[LineUp]:
    """Every level that is no planner against planners, on every board."""
    bots = [level.bot for level in levels(boards[0]) if level.bot != PLANNERS]
    return [LineUp(board, 2, f"{PLANNERS}+{bot}") for board in boards for bot in bots]


def fit(seen: dict[LineUp, list[Position]]) -> Found:
    """The strengths by map and bot, and those of all maps together."""
    found: Found = {}
    for bot in sorted({_bot(line) for line in seen}):
        parts = {line: _columns(line, each) for line, each in seen.items() if _bot(line) == bot}
        common = _both(list(parts.values()), (0.0, 0.0), FIRM_ANY)
        name = bot.partition(":")[0]
        found.setdefault(ANY, {})[name] = _rounded(common)
        for line, part in parts.items():
            found.setdefault(line.map, {})[name] = _rounded(_both([part], common, FIRM_OWN))
    return found


def _bot(line: LineUp) -> str:
    return line.bots.partition("+")[2]


def _columns(line: LineUp, seen: list[Position]) -> Columns:
    """The trains left, negative for planners; margins off per train; odds said; and who won."""
    left = np.array([p.left if p.bot != PLANNERS else -p.left for p in seen])
    values = [equals(line, p) for p in seen]
    off = np.array([p.ended - v.margin for p, v in zip(seen, values, strict=True)]) / line.trains
    return left, off, np.array([log_odds(v.win) for v in values]), np.array([p.won for p in seen])


def _both(parts: list[Columns], around: tuple[float, float], firm: float) -> tuple[float, float]:
    """Least squares for the margin and logistic regression for the chance, around given numbers."""
    left, off, odds, won = (np.concatenate(each) for each in zip(*parts, strict=True))
    pull = SPREAD * firm
    margin = (left @ off + pull * around[0]) / (left @ left + pull)
    win = around[1]
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-(odds + win * left)))
        slope = left @ (won - chance) - pull * (win - around[1])
        win += slope / ((left * left) @ (chance * (1.0 - chance)) + pull)
    return float(margin), float(win)


def _rounded(numbers: tuple[float, float]) -> list[float]:
    return [round(number, 3) for number in numbers]


def write(found: Found) -> None:
    """Write the strengths, a line for each map."""
    rows = [f' "{name}": {json.dumps(by_bot)}' for name, by_bot in sorted(found.items())]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
