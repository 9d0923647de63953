"""The measurements. Each returns figures; times are the best of several runs."""

import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.report import Figure
from benchmarks.verify import check_sample
from whistlestop.boards.load import load_board
from whistlestop.engine.fast import rollout, timing
from whistlestop.engine.fast.kinds import play_by_chance
from whistlestop.engine.game import Game
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases import moves
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import MAIN, OVER, PHASE, FlatBoard
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State
from whistlestop.model.actions import Action
from whistlestop.record import Record, loads

ROOT = Path(__file__).parents[1]
COPIES = 200_000
BARS = {("usa", 2): 20_000, ("usa", 4): 10_000, ("europe", 2): 12_000, ("new-york", 2): 40_000}


def compiled() -> bool:
    """Whether the engine runs as machine code."""
    return not (moves.__file__ or "").endswith(".py")


def flat_board(board: str, players: int) -> FlatBoard:
    """A board as the engine holds it."""
    return codec_for(load_board(board), players).flat


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest time of some runs, in seconds."""
    return min(timed(work) for _ in range(runs))


def timed(work: Callable[[], object]) -> float:
    """How many seconds some work took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def games_per_second(board: str, players: int, games: int, runs: int) -> float:
    """The speed of random games, the best of some runs."""
    t = flat_board(board, players)
    return games / best_of(runs, lambda: rollout.random_games(t, games, seeded("bench")))


def random_games() -> list[Figure]:
    """random games to the final score, and the same source uncompiled."""
    figures = []
    best = dict.fromkeys(BARS, 0.0)
    # In rounds, so that a slow moment of the machine does not fall on one board alone.
    for _ in range(12):
        for key in BARS:
            best[key] = max(best[key], games_per_second(*key, 1_000, 1))
    for (board, players), bar in BARS.items():
        speed = best[board, players]
        checked = check_sample(board, players, 40)
        note = f"{checked} of these games replayed through Game"
        figures.append(Figure(f"{board}, {players} players", speed, "games/s", bar, True, note))
    slow = _uncompiled()
    for figure, speed in zip(list(figures), slow, strict=True):
        name = f"{figure.name}: compiled / uncompiled"
        ratio = figure.value / speed
        figures.append(Figure(name, ratio, "times", 100, True, f"uncompiled {speed:.1f} games/s"))
    return figures


def _uncompiled() -> list[float]:
    """The same measurement in a process that imports the sources, not the compiled modules."""
    code = (
        "import json; from benchmarks import measures as m; assert not m.compiled();"
        "print(json.dumps([m.games_per_second(*key, 12, 3) for key in m.BARS]))"
    )
    paths = os.pathsep.join([str(ROOT / "build" / "pure"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    speeds: list[float] = json.loads(done.stdout)
    return speeds


def middle_states(board: str, players: int, count: int) -> list[State]:
    """Positions at the start of a turn in the middle of random games."""
    t = flat_board(board, players)
    states = []
    for i in range(count):
        rng = seeded(i, "middle")
        s = rollout.deal_random(t, Chance(rng))
        history = [s.copy()]
        while s.bytes[PHASE] != OVER:
            seat = moves.to_act(t, s)
            n = rng.below(moves.count_legal(t, s, seat))
            moves.apply(t, s, seat, moves.seek_legal(t, s, seat, n), Chance(rng))
            if s.bytes[PHASE] == MAIN:
                history.append(s.copy())
        states.append(history[len(history) // 2])
    return states


def final_states(board: str, players: int, count: int) -> list[State]:
    """Ends of random games."""
    t = flat_board(board, players)
    states = []
    for i in range(count):
        rng: Rng = seeded(i, "final")
        s = rollout.deal_random(t, Chance(rng))
        rollout.play_out(t, s, rng, Chance(rng))
        states.append(s)
    return states


def states() -> list[Figure]:
    """copying a state, listing legal actions, size of a state."""
    figures = []
    listings: list[float] = []
    for board, players in BARS:
        t, middle = flat_board(board, players), middle_states(board, players, 100)
        where = f"{board}, {players} players"

        def copying(s: State = middle[0]) -> None:
            timing.copy_often(s, COPIES)

        copy = best_of(3, copying) / COPIES
        figures.append(Figure(f"copy of a state, {where}", copy * 1e9, "ns", 120))

        def listing(t: FlatBoard = t, middle: list[State] = middle) -> None:
            for s in middle:
                timing.list_often(t, s, 1_000)

        mean = best_of(3, listing) / len(middle) / 1_000
        count = sum(timing.list_often(t, s, 1) for s in middle) / len(middle)
        note = f"{count:.0f} actions on average"
        name = f"legal actions mid-game, {where}"
        figures.append(Figure(name, mean * 1e9, "ns", note=note))
        listings.append(mean * 1e9)
    mean = sum(listings) / len(listings)
    figures.append(Figure("legal actions mid-game, mean of these", mean, "ns", 300))
    largest = max(
        int(flat_board(name, load_board(name).rules.max_players).state_size)
        for name in ("usa:mega", "europe:mega", "new-york", "london")
    )
    figures.append(Figure("largest state of all boards", largest, "bytes", 1_500))
    return figures


def scoring() -> list[Figure]:
    """final scoring, on average and of the worst positions known."""
    figures = []
    for board, players in [*BARS, ("usa", 5), ("europe", 5)]:
        t, ends = flat_board(board, players), final_states(board, players, 100)

        def score(t: FlatBoard = t, ends: list[State] = ends) -> None:
            for s in ends:
                timing.score_often(t, s, 50)

        mean = best_of(3, score) / len(ends) / 50
        name = f"final scoring, {board}, {players} players"
        figures.append(Figure(name, mean * 1e6, "µs"))
    mean = sum(figure.value for figure in figures) / len(figures)
    figures.append(Figure("final scoring, mean of these", mean, "µs", 15))
    return figures + worst_scoring()


def worst_scoring() -> list[Figure]:
    """The hardest positions for the longest trail that a search has found, one per board."""
    hard = json.loads((ROOT / "tests" / "rules" / "scoring" / "worst_trails.json").read_text())
    figures = []
    for board, positions in hard.items():
        slowest = 0.0
        for position in positions:
            text = f"board: {board}\nAnn: routes {' '.join(position['routes'])}"

            game = Game.from_text(text)

            def score(game: Game = game) -> None:
                timing.score_often(game.flat, game.state, 1)

            slowest = max(slowest, best_of(5, score))
        name = f"worst of {len(positions)} scorings, {board}"
        figures.append(Figure(name, slowest * 1e3, "ms", 20))
    return figures


def start_up() -> list[Figure]:
    """importing the package and asking for help."""

    def run(*command: str) -> float:
        return best_of(7, lambda: subprocess.run(command, check=True, capture_output=True))

    empty = run(sys.executable, "-c", "pass")
    door = run(sys.executable, "-c", "import whistlestop")
    game = run(sys.executable, "-c", "import whistlestop as ws; ws.Game('usa', seed=1)")
    cli = run(str(Path(sys.executable).with_name("whistlestop")), "--help")
    return [
        Figure("import whistlestop", door - empty, "s", 0.15, note="less an empty interpreter"),
        Figure("import and a first game", game - empty, "s"),
        Figure("whistlestop --help", cli, "s", 0.3),
    ]


def random_codes(board: str, players: int, seed: int) -> list[int]:
    """The actions of a random game with this seed."""
    t, chance = flat_board(board, players), rollout.shuffles_of(seed)
    choosers = [seeded(seed, f"replay {seat}") for seat in range(players)]
    state = rollout.deal_seeded(t, seed, 0, chance)
    return play_by_chance(t, state, choosers, [False] * players, chance)[0]


# What is timed at every ply of a game, with the microseconds promised, if any. Copying and playing
# is timed alone; the rest one after the other as a server does it, caches full of other things.
DOOR = {
    "copy and play": 9,
    "play between views": None,
    "first view of a ply": 25,
    "further views of the ply": 6,
    "a spectator's view of it": 6,
    "data of a view": 12,
    "pickling a view": 40,
}


def door() -> list[Figure]:
    """playing and viewing through `Game`, beside a bare step of the engine."""
    figures = []
    for board, players in (("europe", 5), ("usa", 5), ("new-york", 4)):
        where = f"{board}, {players} players"
        step = _seconds_per_ply(board, players)
        figures.append(Figure(f"bare step of the engine, {where}", step * 1e6, "µs"))
        # The best of several games at every ply, so that a slow moment does not count.
        rounds = [_through_the_door(board, players) for _ in range(9)]
        for name, bar in DOOR.items():
            best = [min(times) for times in zip(*(lap[name] for lap in rounds), strict=True)]
            mean = sum(best) / len(best)
            note = f"mean of {len(best)} plies; {mean / step:.0f} bare steps"
            figures.append(Figure(f"{name}, {where}", mean * 1e6, "µs", bar, note=note))
    return figures


def _seconds_per_ply(board: str, players: int) -> float:
    t = flat_board(board, players)
    plies = int(rollout.random_games(t, 200, seeded("bench"))[0])
    return best_of(9, lambda: rollout.random_games(t, 200, seeded("bench"))) / plies


def _through_the_door(board: str, players: int) -> dict[str, list[float]]:
    """How long each thing took at every ply of one game but the last."""
    codes = random_codes(board, players, 7)[:-1]
    alone, game = (Game(board, players=players, seed=7) for _ in range(2))
    actions = [game.codec.decode(code) for code in codes]
    laps: dict[str, list[float]] = {name: [] for name in DOOR}
    for action in actions:
        laps["copy and play"].append(timed(partial(_copy_and_play, alone, action)))
        alone.play(action)
    for action in actions:
        laps["play between views"].append(timed(partial(game.play, action)))
        laps["first view of a ply"].append(timed(partial(game.view, 0)))
        others = timed(lambda: [game.view(seat) for seat in range(1, players)])
        laps["further views of the ply"].append(others / (players - 1))
        laps["a spectator's view of it"].append(timed(partial(game.view, None)))
        view = game.view(0)
        laps["data of a view"].append(timed(view.data))
        laps["pickling a view"].append(timed(partial(pickle.dumps, view)))
    return laps


def _copy_and_play(game: Game, action: Action) -> None:
    game.copy().play(action)


def replay() -> list[Figure]:
    """loading, replaying and verifying a long record."""
    longest = max(range(300), key=lambda seed: len(random_codes("usa", 5, seed)))
    game = Game("usa", players=5, seed=longest)
    for code in random_codes("usa", 5, longest):
        game.play(game.codec.decode(code))
    text = Record.of(game).dumps()
    took = best_of(20, lambda: loads(text).verify())
    name = f"a record of {game.ply} plies: load, replay, verify"
    return [Figure(name, took * 1e3 * 500 / game.ply, "ms", 10, note="scaled to 500 plies")]


ALL: list[Callable[[], list[Figure]]] = [random_games, states, scoring, door, start_up, replay]
