"""How much of a judged gap between two actions is left at the end of the game.

After three turns a judge says how much better one action is than another. Does that last? Where
another action than the planner's looks better at a glance, the two are judged in other worlds, and
in yet others planners play both out to the end. The slope of what was left on what was judged, by
the stage of the game, is what `correction.LASTING` rests on. Pairs are kept in build/evaluation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from time import monotonic

import numpy as np

from tools.evaluation.fitting import Rows, stages
from tools.evaluation.positions import FOLDER, LineUp
from whistlestop.bots.evaluation.trying import TURNS, Gap, Tried, Trying, gap
from whistlestop.bots.reasoning.from_view import facts_from_view
from whistlestop.bots.registry import make_bot
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded

FILE = FOLDER / "gaps.jsonl"
GLANCED, JUDGED, ENDED = 12, 48, 96
"""Worlds to find the other action, to judge the two, and to play them out."""
EACH = 12
"""Decisions of a game that get a glance."""
SEEMS = 0.05
"""Points per train by which the other action must look better at a glance to be looked at."""
TO_THE_END = 1000
"""More turns than any game has."""
FIRM = 20.0
"""How many decisions pull as hard towards one slope for the whole game."""

Pair = tuple[float, float, float]
"""The share of trains left, the gap as judged and the gap at the end, in points per train."""


def play_more(lines: list[LineUp], seconds: float) -> None:
    """Look at decisions of one game of each line-up after the other until the time is over."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    end = monotonic() + seconds
    number = len(FILE.read_text().splitlines()) if FILE.exists() else 0
    while monotonic() < end:
        line = lines[number % len(lines)]
        pairs = list(_pairs(line, f"gaps/{line}/{number}"))
        with FILE.open("a") as file:
            file.write(json.dumps(pairs) + "\n")
        number += 1


def _pairs(line: LineUp, name: str) -> Iterator[Pair]:
    moments: list[View] = []
    game, bot = Game(line.board, line.players, seed=name), make_bot("planner")
    while not game.over:
        view = game.view(game.turn)
        if len(view.legal) > 1:
            moments.append(view)
        game.play(bot.choose(view))
    rng = seeded(name, "decisions")
    for number in range(EACH):
        found = _pair(moments[rng.below(len(moments))], f"{name}/{number}")
        if found is not None:
            yield found


def _pair(view: View, seed: str) -> Pair | None:
    facts = facts_from_view(view)
    codes = shortlist(facts)
    if len(codes) < 2:
        return None
    glance = _tried(view, codes, TURNS, GLANCED, f"{seed}/glance")
    first, *others = glance.tried
    best = max(others, key=lambda each: _margins(each, first).mean)
    if _margins(best, first).mean < SEEMS * view.board.rules.trains:
        return None
    two = [codes[0], best.code]
    judged = _tried(view, two, TURNS, JUDGED, f"{seed}/judged").tried
    ended = _tried(view, two, TO_THE_END, ENDED, f"{seed}/ended").tried
    trains = view.board.rules.trains
    left = min(player.trains for player in view.players) / trains
    gaps = [_margins(other, usual).mean / trains for usual, other in (judged, ended)]
    return left, gaps[0], gaps[1]


def _margins(one: Tried, other: Tried) -> Gap:
    return gap([o.margin for o in one.outcomes], [o.margin for o in other.outcomes])


def _tried(view: View, codes: list[int], turns: int, worlds: int, seed: str) -> Trying:
    facts = facts_from_view(view)
    tried = [Tried(code, asked=True) for code in codes]
    trying = Trying(judge_of(facts.flat), int(facts.seat), tried, turns)
    for state, luck in islice(possible_states(view, seeded(seed), suited=True), worlds):
        trying.try_world(state, luck)
    return trying


def kept() -> Rows:
    """All pairs that were looked at, a row each."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return np.array([pair for line in lines for pair in json.loads(line)], dtype=np.float64)


def report() -> str:
    """The slopes by third of the game, and the three numbers that fit them."""
    seen = kept()
    left, judged, ended = seen.T
    said = [f"{len(seen)} decisions; all: {_slope(judged, ended)}"]
    for name, low, high in (("end", 0.0, 0.34), ("middle", 0.34, 0.67), ("start", 0.67, 1.01)):
        part = (left >= low) & (left < high)
        said.append(f"{name}: {_slope(judged[part], ended[part])} of {part.sum()}")
    x = stages(left) * judged[:, None]
    common = np.full(3, float(judged @ ended / (judged @ judged)))
    pull = FIRM * float(np.mean(judged**2)) * np.eye(3)
    found = common + np.linalg.solve(x.T @ x + pull, x.T @ (ended - x @ common))
    return "\n".join([*said, f"LASTING = ({', '.join(f'{n:.2f}' for n in found)})"])


def _slope(x: Rows, y: Rows) -> str:
    if len(x) < 3:
        return "too few"
    slope = float(x @ y / (x @ x))
    rest = y - slope * x
    wide = 1.96 * sqrt(float((x * rest) @ (x * rest))) / float(x @ x)
    return f"{slope:.2f} ± {wide:.2f}"
