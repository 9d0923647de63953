"""Fitting how strong the levels are: what games against planners add to what the coach says.

Each bot plays planners on every board. What the coach says there, asked as if all were planners, is
off by the bot's strength, which changes with the stage of the game: in points per train for the
margin, and in log odds for the chance. From its own eyes it is off in another way than from those
of the planner across from it, so there are two fits, each for the boards around all boards
together.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tools.evaluation.fitting import ROUNDS, SPREAD, Rows, stages
from tools.evaluation.positions import PLANNERS, LineUp, Position
from tools.evaluation.tables import equals
from whistlestop.bots.evaluation import strength
from whistlestop.bots.evaluation.correction import log_odds
from whistlestop.bots.evaluation.strength import Strengths
from whistlestop.bots.levels import levels
from whistlestop.bots.search.judge import DECIDED
from whistlestop.bots.tuned import ANY

FILE = Path(strength.__file__).with_name("strength.json")
# Newton's method steps no farther: where nearly all games end alike, it would leap.
MOST = 2.0
# How many positions pull as hard: towards no difference, and towards the same on all boards.
FIRM_ANY, FIRM_OWN = 1.0, 20.0

Columns = tuple[Rows, Rows, Rows, Rows]
Numbers = tuple[Rows, Rows]
Found = dict[str, dict[str, dict[str, list[list[float]]]]]


def line_ups(boards: tuple[str, ...]) -> list[LineUp]:
    """Every level that is no planner against planners, on every board."""
    bots = [level.bot for level in levels(boards[0]) if level.bot != PLANNERS]
    return [LineUp(board, 2, f"{PLANNERS}+{bot}") for board in boards for bot in bots]


def fit(seen: dict[LineUp, list[Position]]) -> Found:
    """The strengths by map and bot, and those of all maps together."""
    found: Found = {}
    for bot in sorted({_bot(line) for line in seen}):
        lines = [line for line in seen if _bot(line) == bot]
        for side in Strengths._fields:
            parts = [_columns(line, seen[line], side) for line in lines]
            common = _fit(parts, (np.zeros(3), np.zeros(3)), FIRM_ANY)
            _note(found, ANY, bot, side, common)
            for line, part in zip(lines, parts, strict=True):
                _note(found, line.map, bot, side, _fit([part], common, FIRM_OWN))
    return found


def _bot(line: LineUp) -> str:
    return line.bots.partition("+")[2]


def _note(found: Found, name: str, bot: str, side: str, numbers: Numbers) -> None:
    by_side = found.setdefault(name, {}).setdefault(bot.partition(":")[0], {})
    by_side[side] = [[round(float(number), 3) for number in row] for row in numbers]


def _columns(line: LineUp, seen: list[Position], side: str) -> Columns:
    """How much each stage counts; margins off per train; odds said; and who won.

    What rivals see of a bot is taken from themselves, so there it counts against them.
    """
    itself = side == "itself"
    seen = [p for p in seen if (p.bot != PLANNERS) == itself]
    values = [equals(line, p) for p in seen]
    counts = stages(np.array([p.left for p in seen])) * (1.0 if itself else -1.0)
    off = np.array([p.ended - v.margin for p, v in zip(seen, values, strict=True)]) / line.trains
    return counts, off, np.array([log_odds(v.win) for v in values]), np.array([p.won for p in seen])


def _fit(parts: list[Columns], around: Numbers, firm: float) -> Numbers:
    """Least squares for the margin and logistic regression for the chance, around given numbers."""
    x, off, odds, won = (np.concatenate(each) for each in zip(*parts, strict=True))
    pull = SPREAD * firm * np.eye(x.shape[1])
    margin = around[0] + np.linalg.solve(x.T @ x + pull, x.T @ (off - x @ around[0]))
    win = around[1].copy()
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(odds + x @ win, -DECIDED, DECIDED)))
        curve = (x * (chance * (1.0 - chance))[:, None]).T @ x + pull
        step = np.linalg.solve(curve, x.T @ (won - chance) - pull @ (win - around[1]))
        win = win + np.clip(step, -MOST, MOST)
    return margin, win


def write(found: Found) -> None:
    """Write the strengths, a line for each bot on each map."""
    maps = []
    for name, by_bot in sorted(found.items()):
        rows = [f'  "{bot}": {json.dumps(sides)}' for bot, sides in sorted(by_bot.items())]
        maps.append(f' "{name}": {{\n' + ",\n".join(rows) + "\n }")
    FILE.write_text("{\n" + ",\n".join(maps) + "\n}\n", encoding="utf-8")
