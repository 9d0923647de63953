"""`simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from whistlestop.bots.protocol import Seed
from whistlestop.engine.game import Game
from whistlestop.lab.errors import LabError
from whistlestop.lab.parallel import Progress, play_games
from whistlestop.lab.plan import BotChoice, Plan, recipes
from whistlestop.lab.results import FailedGame, Simulation
from whistlestop.lab.speed import NOT_COMPILED, is_compiled
from whistlestop.model.board import Board
from whistlestop.model.boardfile import load_board

MOST_GAMES = 10**8
MOST_WORKERS = 256
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
) -> Simulation:
    """Play many games between bots, one bot for each player.

    Bots are names such as `greedy` or `random:by=actions`, or classes that make a bot from an
    `Rng`. Seats rotate from game to game. The same seed gives the same games, whatever the number
    of workers; without one, a fresh seed is used and named in the result.

    >>> result = simulate(["uniform", "uniform"], "new-york", games=4, seed=1)
    >>> len(result.games), result.seed
    (4, 1)
    """
    plan = Plan(load_board(board), recipes(bots), _checked_seed(seed), rotate)
    _check_number("games", games, MOST_GAMES)
    _check_number("workers", workers, MOST_WORKERS)
    Game(plan.board, len(plan.bots), seed=0)  # says in a sentence if so many cannot play
    started = perf_counter()
    played = play_games(plan, games, workers, progress)
    seconds = perf_counter() - started
    failures = [failed for _, failed_games in played for failed in failed_games]
    return Simulation(
        board=plan.board.name,
        bots=plan.labels,
        seed=plan.seed,
        rotate=rotate,
        games=tuple(result for result, _ in played),
        failures=tuple(_without_later_positions(failures)),
        notes=tuple(_notes(plan, games)),
        seconds=seconds,
    )


def _checked_seed(seed: object) -> Seed:
    if seed is None:
        return secrets.randbits(48)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise LabError("bad_seed", f"A seed is a whole number or a text, not {seed!r:.40}.")
    return seed


def _check_number(name: str, value: object, most: int) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not 1 <= value <= most:  # type: ignore[operator]  # whole says it is a number
        raise LabError(f"bad_{name}", f"The number of {name} is 1 to {most:,}, not {value!r:.40}.")


def _notes(plan: Plan, games: int) -> Iterator[str]:
    if not is_compiled():
        yield NOT_COMPILED
    if plan.rotate and games % len(plan.bots):
        yield (
            f"{games} games cannot be shared out equally over {len(plan.bots)} seats, so some bots"
            " sat in some seats once more than others"
        )


def _without_later_positions(failures: Sequence[FailedGame]) -> Iterator[FailedGame]:
    yield from failures[:KEPT_POSITIONS]
    for failed in failures[KEPT_POSITIONS:]:
        yield replace(failed, failure=replace(failed.failure, position=""))
