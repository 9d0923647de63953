"""What bots cost: whole games of planners, decisions, the search's time, and evaluations.

Times are the processor's, so that what else the machine does counts less.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from unittest.mock import patch

from benchmarks.report import Figure
from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.bots.evaluation import evaluate
from whistlestop.bots.search import bot as search
from whistlestop.bots.search.bot import SearchBot
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.lab.games.plan import SimulationPlan, recipes
from whistlestop.lab.games.play import play_game

ROUNDS = 8
GAMES = 25
BUDGET = 0.3
TABLES = (("usa", 2), ("usa", 4), ("europe", 2), ("europe", 4))
# How many decisions of each phase at each table, and one of how many is taken, so that the
# common ones come from all parts of a game.
PHASES = {
    "opening": (5, 1),
    "tickets": (5, 1),
    "tunnel": (5, 1),
    "turn": (10, 12),
    "second card": (5, 12),
}


def games() -> list[Figure]:
    """games and decisions of planners and of greedy bots."""
    planner = _played("planner", "usa:classic", 2)
    greedy = _played("greedy", "usa:classic", 2)
    return [
        Figure("planner, usa:classic, 2 players", planner[0], "games/s", 100, True),
        Figure("a decision of it", planner[1] * 1e3, "ms", 0.5),
        Figure("a decision of greedy", greedy[1] * 1e6, "µs", 20),
    ]


def _played(bot: str, board: str, players: int) -> tuple[float, float]:
    """Games a second and seconds a decision, each the best of some rounds."""
    plan = SimulationPlan(load_board(board), recipes([bot] * players), "bench")
    speeds, costs = [], []
    for first in range(0, ROUNDS * GAMES, GAMES):
        start = time.process_time()
        played = [play_game(plan, number) for number in range(first, first + GAMES)]
        speeds.append(GAMES / (time.process_time() - start))
        spent = [bot for game in played for bot in game.spent]
        costs.append(sum(seconds for seconds, _ in spent) / sum(asked for _, asked in spent))
    return max(speeds), min(costs)


def searching() -> list[Figure]:
    """how long the search takes for its time, and how many worlds it tries."""
    bot = SearchBot(seeded("bench"), time=BUDGET)
    spent, worlds = [], 0
    # By the processor's clock it thinks as it would with a processor of its own.
    with patch.object(search, "perf_counter", time.process_time):
        for view in (view for table in TABLES for view in _positions(*table)):
            start = time.process_time()
            worlds += int(bot.think(view).worlds)
            spent.append(time.process_time() - start)
    nearly = sorted(spent)[-1 - len(spent) // 100]
    note = f"longest of {len(spent)} decisions; 99 of 100 {nearly / BUDGET:.3f}"
    return [
        Figure("search: time taken / time given", max(spent) / BUDGET, "times", 1.1, note=note),
        Figure("search: all candidates tried", worlds / sum(spent), "worlds/s"),
    ]


def evaluating() -> list[Figure]:
    """how long a hint takes, and a hundred decisions of a review."""
    spent = []
    for view in (view for table in TABLES for view in _positions(*table)):
        start = time.process_time()
        evaluate(view)
        spent.append(time.process_time() - start)
    note = f"longest of {len(spent)} decisions"
    hundred = 100 * sum(spent) / len(spent)
    return [
        Figure("evaluation of a decision", max(spent), "s", 3.0, note=note),
        Figure("evaluation of a hundred", hundred, "s", 60.0),
    ]


def _positions(board: str, players: int) -> Iterator[View]:
    """Decisions of all kinds from games of planners."""
    left = {phase: count for phase, (count, _) in PHASES.items()}
    for seed in range(GAMES):
        game = Game(board, players, seed=seed)
        bots = [make_bot("planner", seat) for seat in range(players)]
        chance = seeded(seed, "positions")
        while not game.over and any(left.values()):
            view = game.view(game.turn)
            now = left[game.phase] and not chance.below(PHASES[game.phase][1])
            if now and len(view.legal) > 1:
                left[game.phase] -= 1
                yield view
            game.play(bots[game.turn].choose(view))


ALL: list[Callable[[], list[Figure]]] = [games, searching, evaluating]
