"""Many games, here or in a pool of processes; what comes out is in the order of the games.

Processes are started afresh (spawned), so nothing of this process leaks into them: a plan is sent
to each once, then numbers of games go out and results come back.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from whistlestop.lab.errors import LabError
from whistlestop.lab.plan import Plan
from whistlestop.lab.play import Played, play_game

Progress = Callable[[int, int], None]

CHUNKS = 16  # for each worker, so that a slow one does not keep the others waiting for long
LARGEST = 500

_sent = b""


def play_games(plan: Plan, games: int, workers: int, progress: Progress | None) -> list[Played]:
    """All games of a plan; `progress` is told how many are done and how many there are."""
    ranges = list(_chunks(games, workers))
    chunks = _in_pool(plan, ranges, workers) if workers > 1 else _here(plan, ranges)
    played: dict[int, list[Played]] = {}
    done = 0
    for start, results in chunks:
        played[start] = results
        done += len(results)
        if progress is not None:
            progress(done, games)
    return [result for start in sorted(played) for result in played[start]]


def _chunks(games: int, workers: int) -> Iterator[range]:
    size = min(LARGEST, max(1, games // (workers * CHUNKS)))
    for start in range(0, games, size):
        yield range(start, min(start + size, games))


def _here(plan: Plan, ranges: list[range]) -> Iterator[tuple[int, list[Played]]]:
    for numbers in ranges:
        yield numbers.start, [play_game(plan, number) for number in numbers]


def _in_pool(plan: Plan, ranges: list[range], workers: int) -> Iterator[tuple[int, list[Played]]]:
    pool = ProcessPoolExecutor(
        max_workers=min(workers, len(ranges)),
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(_packed(plan),),
    )
    try:
        waiting: dict[Future[list[Played] | str], int] = {
            pool.submit(_play_range, numbers): numbers.start for numbers in ranges
        }
        for future in as_completed(waiting):
            result = future.result()
            if isinstance(result, str):
                raise _not_portable(result)
            yield waiting[future], result
    except BrokenProcessPool:
        raise LabError(
            "no_workers",
            "The worker processes could not start or were stopped; a script that simulates with"
            ' several workers does so under `if __name__ == "__main__":`, from a file.',
        ) from None
    except BaseException:
        _stop(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers in the middle of their games: nobody waits for results any more."""
    # There is no public way to do this before Python 3.14.
    workers: dict[int, BaseProcess] = getattr(pool, "_processes", None) or {}
    for worker in list(workers.values()):
        worker.terminate()


def _packed(plan: Plan) -> bytes:
    try:
        return pickle.dumps(plan)
    # pickle raises several kinds of errors for what it cannot take.
    except Exception as error:
        raise _not_portable(error) from None


def _not_portable(error: object) -> LabError:
    return LabError(
        "bot_not_portable",
        "A bot that plays in several workers must be a class or function at the top of a module"
        f" ({' '.join(str(error).split())}).",
    )


def _begin(packed: bytes) -> None:
    """First thing in a worker: an interrupt is for the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    global _sent
    _sent = packed


@cache
def _plan() -> Plan:
    """The plan sent to this worker, unpacked once."""
    plan: Plan = pickle.loads(_sent)
    return plan


def _play_range(numbers: range) -> list[Played] | str:
    """What came of some games, or why this worker cannot play them."""
    try:
        plan = _plan()
    except Exception as error:
        return str(error)
    return [play_game(plan, number) for number in numbers]
