"""The environments: decisions a second, beside the bare engine in the same rounds.

Times are the processor's, so that what else the machine does counts less. Actions are legal ones
at random. A step of the vector environment is one decision with its
observation and its mask handed out as copies, which is what users get who ask for nothing else.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from benchmarks.measures import BARS, flat_board
from benchmarks.report import Figure
from whistlestop import envs
from whistlestop.engine.fast import rollout
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded

ROUNDS = 24
GAMES = 256
# About as many as a game has decisions, so that every run deals and scores its share of games.
STEPS = 160
VECTOR_BARS = {("usa", 2): 700_000}
RIVAL_BARS = {("usa", "greedy"): 100_000}
SOLO_BARS = {"random": None, "greedy": 38_400}
AEC_BARS = {("usa", 2): 25_000, ("europe", 3): 25_000}


def vectors() -> list[Figure]:
    """the vector environment, and the bare engine."""
    made = {key: envs.vector(*key, games=GAMES) for key in BARS}
    for env in made.values():
        env.reset(seed=1)
        _steps(env)
    fast, bare = dict.fromkeys(BARS, 0.0), dict.fromkeys(BARS, 0.0)
    for _ in range(ROUNDS):
        for key, env in made.items():
            fast[key] = max(fast[key], _steps(env))
            bare[key] = max(bare[key], _bare(*key))
    figures = []
    for (board, players), speed in fast.items():
        where = f"{board}, {players} players"
        bar = VECTOR_BARS.get((board, players))
        note = f"{GAMES} games; {_replayed(board, players)} replayed through Game"
        figures.append(Figure(f"vector environment, {where}", speed, "steps/s", bar, True, note))
        ratio = speed / bare[board, players]
        note = f"bare {bare[board, players]:,.0f} steps/s"
        figures.append(Figure(f"vector / bare engine, {where}", ratio, "times", note=note))
    return figures


def against_bots() -> list[Figure]:
    """the vector environment against a bot inside the engine, and without one."""
    figures = []
    for board, bot in (("usa", "greedy"), ("new-york", "greedy"), ("usa", "planner")):
        made = {
            name: envs.vector(board, 2, games=GAMES, opponents=name) for name in (bot, "random")
        }
        best = dict.fromkeys(made, 0.0)
        for env in made.values():
            env.reset(seed=1)
        for _ in range(ROUNDS // 4):
            for name, env in made.items():
                best[name] = max(best[name], _steps(env))
        bar = RIVAL_BARS.get((board, bot))
        note = f"against random {best['random']:,.0f} steps/s"
        name = f"vector environment, {board}, against {bot}"
        figures.append(Figure(name, best[bot], "steps/s", bar, True, note))
    return figures


def _steps(env: Any) -> float:
    start = time.process_time()
    for _ in range(STEPS):
        env.step(env.sample())
    return GAMES * STEPS / (time.process_time() - start)


def _bare(board: str, players: int) -> float:
    """Decisions a second of random games without observations, masks and an interpreter."""
    t = flat_board(board, players)
    start = time.process_time()
    plies, _ = rollout.random_games(t, 150, seeded("envs"))
    return int(plies) / (time.process_time() - start)


def _replayed(board: str, players: int) -> int:
    """Play a small batch to the first end of each game, each checked in a `Game` of its own."""
    env = envs.vector(board, players, games=8)
    _, info = env.reset(seed=2)
    games = [Game(board, players, seed=env.game_seed(i)) for i in range(8)]
    agreed = 0
    while agreed < len(games):
        actions = env.sample()
        masks = info["action_mask"]
        *_, over, _, info = env.step(actions)
        for i in [i for i, game in enumerate(games) if not game.over]:
            assert tuple(np.flatnonzero(masks[i])) == games[i].legal.codes
            games[i].play(games[i].codec.decode(int(actions[i])))
            if over[i]:
                assert tuple(info["points"][i]) == games[i].score().totals
                agreed += 1
    return agreed


def one_by_one() -> list[Figure]:
    """the environments that step one game."""
    figures = []
    for (board, players), bar in AEC_BARS.items():
        env = envs.aec(board, players)
        speed = max(_aec_steps(env, 3_000, seed) for seed in range(ROUNDS // 2))
        bare = max(_bare(board, players) for _ in range(ROUNDS // 2))
        where = f"{board}, {players} players"
        figures.append(Figure(f"AEC, {where}", speed, "steps/s", bar, True))
        note = f"a bare step is {bare / speed:.0f} times as fast"
        figures.append(Figure(f"AEC / bare engine, {where}", speed / bare, "times", note=note))
    for bot, least in SOLO_BARS.items():
        speed = max(_solo_steps(bot, 600, seed) for seed in range(ROUNDS // 3))
        note = "the bot's time included"
        figures.append(Figure(f"solo, usa, against {bot}", speed, "steps/s", least, True, note))
    speed = max(_spiel_steps(seed) for seed in range(ROUNDS // 3))
    note = "chance nodes included"
    figures.append(Figure("OpenSpiel, usa, 2 players", speed, "steps/s", more=True, note=note))
    return figures


def _aec_steps(env: Any, steps: int, seed: int) -> float:
    luck = random.Random(seed)
    env.reset(seed=seed)
    start = time.process_time()
    for _ in range(steps):
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        legal = seen["action_mask"].nonzero()[0]
        env.step(legal[int(luck.random() * len(legal))])
    return steps / (time.process_time() - start)


def _solo_steps(bot: str, steps: int, seed: int) -> float:
    env, luck = envs.solo("usa", [bot]), random.Random(seed)
    _, info = env.reset(seed=seed)
    start = time.process_time()
    for _ in range(steps):
        legal = info["action_mask"].nonzero()[0]
        _, _, over, _, info = env.step(legal[int(luck.random() * len(legal))])
        if over:
            _, info = env.reset()
    return steps / (time.process_time() - start)


def _spiel_steps(seed: int) -> float:
    """One random game, every answer of chance a step."""
    state, luck, steps = envs.open_spiel("usa").new_initial_state(), random.Random(seed), 0
    start = time.process_time()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, odds)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
        steps += 1
    return steps / (time.process_time() - start)


ALL = [vectors, against_bots, one_by_one]
