"""`simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from whistlestop.boards.load import load_board
from whistlestop.bots.contract import Seed
from whistlestop.engine.game import Game
from whistlestop.lab.data.files import Wanted, game_files
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.plan import SECONDS, BotChoice, SimulationPlan, recipes
from whistlestop.lab.games.results import FailedGame, GameResult, Played, Simulation, Spent
from whistlestop.lab.games.uniform import play_uniform_games
from whistlestop.lab.runs.run import CHUNKS, LARGEST, GameBlock, Progress, Run, check_number
from whistlestop.lab.speed import NOT_COMPILED, is_compiled
from whistlestop.model.board import Board

MOST_GAMES = 10**8
# Positions of later failures are dropped: a bot that always fails would fill the memory.
KEPT_POSITIONS = 100


def simulate(
    bots: Sequence[BotChoice],
    board: Board | str = "usa",
    games: int = 100,
    seed: Seed | None = None,
    *,
    workers: int = 1,
    progress: Progress | None = None,
    rotate: bool = True,
    on: str = "pool",
    results: str | Path | None = None,
    seconds: float = SECONDS,
    records: str | Path | None = None,
    dataset: str | Path | None = None,
) -> Simulation:
    """Play many games between bots, one bot for each player.

    Bots are names such as `greedy` or `random:by=actions`, or classes that make a bot from an
    `Rng`. Seats rotate from game to game. The same seed gives the same games, whatever the number
    of workers; without one, a fresh seed is used and named in the result. With a `results` file a
    run that was interrupted goes on where it was. A bot may think for so many `seconds` about each
    decision.

    `records` is a file for the records of all games, which `load_all` reads; `dataset` is one for
    every decision as a row of Parquet. Both are written whole or not at all.

    >>> result = simulate(["uniform", "uniform"], "new-york", games=4, seed=1)
    >>> len(result.games), result.seed
    (4, 1)
    """
    wanted = Wanted(records, dataset)
    plan = SimulationPlan(
        load_board(board),
        recipes(bots),
        checked_seed(seed),
        rotate,
        seconds=seconds,
        kept=wanted.checked(),
    )
    check_number("games", games, MOST_GAMES)
    Game(plan.board, len(plan.bots), seed=0)  # says in a sentence if so many cannot play
    started = perf_counter()
    if plan.by_numbers and results is None and _alone(workers, on):
        alone = _play_alone(plan, games, progress)
        return _simulation(plan, alone, perf_counter() - started)
    where: dict[str, Any] = {"workers": workers, "on": on, "results": results}
    with (
        game_files(wanted, [plan]) as files,
        Run([plan], **where, progress=progress, files=files) as run,
    ):
        run.play((GameBlock(0, b) for b in range(-(-games // plan.players))), games)
        played = [game for block in run.games(0) for game in block]
    return summed_up(plan, played, perf_counter() - started)


def _alone(workers: object, on: object) -> bool:
    """Whether this process plays; whatever is wrong with either is said elsewhere."""
    return type(workers) is int and workers == 1 and on == "pool"


def _play_alone(
    plan: SimulationPlan, games: int, progress: Progress | None
) -> tuple[GameResult, ...]:
    """Games that are not worth being handed around: no bot is asked, nothing is written."""
    results: list[GameResult] = []
    most = min(LARGEST, max(1, games // CHUNKS))
    for start in range(0, games, most):
        results += play_uniform_games(plan, start, min(start + most, games))
        if progress is not None:
            progress(len(results), games)
    return tuple(results)


def summed_up(plan: SimulationPlan, played: Sequence[Played], seconds: float) -> Simulation:
    """Games of a plan as a simulation."""
    failures = [failed for game in played for failed in game.failures]
    results = tuple(game.result for game in played)
    return _simulation(plan, results, seconds, failures, _spent(plan, played))


def _simulation(
    plan: SimulationPlan,
    results: tuple[GameResult, ...],
    seconds: float,
    failures: Sequence[FailedGame] = (),
    spent: Spent = (),
) -> Simulation:
    return Simulation(
        board=plan.board.name,
        bots=plan.labels,
        seed=plan.seed,
        rotate=plan.rotate,
        games=results,
        failures=tuple(_without_later_positions(failures)),
        notes=tuple(_notes(plan, len(results))),
        seconds=seconds,
        spent=spent or ((0.0, 0),) * plan.players,
    )


def _spent(plan: SimulationPlan, played: Sequence[Played]) -> tuple[tuple[float, int], ...]:
    """Seconds and decisions of each bot, of the games that were timed in this run."""
    timed = [game.spent for game in played if game.spent]
    return tuple(
        (sum(spent[bot][0] for spent in timed), sum(spent[bot][1] for spent in timed))
        for bot in range(plan.players)
    )


def checked_seed(seed: object) -> Seed:
    """The seed given, or a fresh one for None; refuses what is neither number nor text."""
    if seed is None:
        return secrets.randbits(48)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise LabError("bad_seed", f"A seed is a whole number or a text, not {seed!r:.40}.")
    return seed


def _notes(plan: SimulationPlan, games: int) -> Iterator[str]:
    if not is_compiled():
        yield NOT_COMPILED
    if plan.rotate and games % len(plan.bots):
        played = f"{games:,} games" if games > 1 else "One game"
        yield (
            f"{played} cannot be shared out equally over {len(plan.bots)} seats, so some bots"
            " sat in some seats once more than others"
        )


def _without_later_positions(failures: Sequence[FailedGame]) -> Iterator[FailedGame]:
    yield from failures[:KEPT_POSITIONS]
    for failed in failures[KEPT_POSITIONS:]:
        yield replace(failed, failure=replace(failed.failure, position=""))
