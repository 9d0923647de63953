"""The public door beside the engine behind it: simulations, bots in Python, texts of actions.

Times are the processor's, taken in turns, so that what else the machine does counts less and ratios
are those of one moment.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.measures import BARS, ROOT, flat_board
from benchmarks.report import Figure
from whistlestop.engine.fast import rollout
from whistlestop.engine.game import Game
from whistlestop.engine.legal import Legal
from whistlestop.engine.state.rng import seeded
from whistlestop.lab import Simulation, simulate

ROUNDS = 12
GAMES = 2_000
# On new-york a game takes the engine 10 µs, and making its generators from seeds takes 2 µs.
SHARES = {("usa", 2): 0.85, ("usa", 4): 0.85, ("europe", 2): 0.85}
TUTORIAL = ROOT / "docs" / "tutorial" / "first-bot.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def simulations() -> list[Figure]:
    """uniform players through `simulate`, beside the engine's own loop."""
    door, bare = dict.fromkeys(BARS, 0.0), dict.fromkeys(BARS, 0.0)
    for turn in range(ROUNDS):
        for key in BARS:
            door[key] = max(door[key], _per_second(GAMES, partial(_simulate, *key, turn)))
            bare[key] = max(bare[key], _per_second(GAMES, partial(_bare, *key, turn)))
    figures = []
    for (board, players), speed in door.items():
        where = f"{board}, {players} players"
        ratio = speed / bare[board, players]
        note = f"{speed:,.0f} of {bare[board, players]:,.0f} games/s"
        bar = SHARES.get((board, players))
        figures.append(Figure(f"simulate / bare engine, {where}", ratio, "times", bar, True, note))
    return figures


def kinds() -> list[Figure]:
    """random players, who choose among kinds of action, beside uniform ones."""
    speeds = {"random": 0.0, "uniform": 0.0}
    for turn in range(ROUNDS):
        for bot in speeds:
            work = partial(simulate, [bot] * 2, "usa", games=200, seed=turn)
            speeds[bot] = max(speeds[bot], _per_second(200, work))
    note = f"uniform ones {speeds['uniform']:,.0f}"
    return [
        Figure("simulate with random players, usa", speeds["random"], "games/s", 2_000, True, note)
    ]


def _simulate(board: str, players: int, seed: int) -> Simulation:
    return simulate(["uniform"] * players, board, games=GAMES, seed=seed)


def _bare(board: str, players: int, seed: int) -> None:
    rollout.random_games(flat_board(board, players), GAMES, seeded(seed))


def _per_second(count: int, work: Callable[[], object]) -> float:
    start = time.process_time()
    # Kept until the time is taken: throwing it away is not part of the work.
    done = work()
    took = time.process_time() - start
    del done
    return count / took


def python_bots() -> list[Figure]:
    """the bots of the tutorial, in Python, against greedy."""
    bots = _tutorial_bots()
    speeds = dict.fromkeys(["greedy", *bots], 0.0)
    for turn in range(ROUNDS // 2):
        for name in speeds:
            played = partial(_play_greedy, bots.get(name, name), turn)
            speeds[name] = max(speeds[name], _per_second(60, played))
    figures = []
    for name, bar in (("Anything", None), ("Planner", 400)):
        note = f"greedy itself is {speeds['greedy'] / speeds[name]:.0f} times as fast"
        label = f"{name} of the tutorial, new-york, 2 players"
        figures.append(Figure(label, speeds[name], "games/s", bar, True, note))
    return figures


def _play_greedy(bot: Any, seed: int) -> None:
    simulate([bot, "greedy"], "new-york", games=60, seed=seed)


def _tutorial_bots() -> dict[str, Any]:
    """The classes that the tutorial's page defines, without what it plays with them."""
    names: dict[str, Any] = {"__name__": "tutorial"}
    for block in BLOCK.findall(TUTORIAL.read_text()):
        exec(block.partition("\nprint(")[0], names)
    return {name: names[name] for name in ("Anything", "Planner")}


def legal_actions() -> list[Figure]:
    """what it takes to look at many legal actions."""
    legal = _many_actions()
    ways: dict[str, Callable[[], object]] = {
        "as actions": lambda: list(legal),
        "as texts": legal.texts,
        "as texts one by one": lambda: [str(action) for action in legal],
        "by route": legal.by_route,
    }
    bars = {"as texts": 100}
    figures = []
    for name, look in ways.items():
        took = min(1 / _per_second(1, look) for _ in range(50))
        label = f"{len(legal)} legal actions {name}"
        figures.append(Figure(label, took * 1e6, "µs", bars.get(name)))
    return figures


def _many_actions() -> Legal:
    """The legal actions of somebody with a full hand, before any route is claimed."""
    hand = "hand 6 red 6 blue 6 green 6 black 4 locomotive"
    return Game.from_text(f"board: usa\nAnn: {hand}\nBob: hand 1 white").legal


ALL: list[Callable[[], list[Figure]]] = [simulations, kinds, python_bots, legal_actions]
