"""What became of a group of appends, and how all who wait for them are answered.

Used on the event loop only. Invariant: everybody who waits is answered once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from whistlestop.server.store.base import Conflict, StoreCounts, StoreUnavailable

Outcome = Exception | None
"""Why an append was not stored; None if it was."""

log = logging.getLogger("whistlestop.server")

MOST_LATENCIES = 100_000  # kept until somebody reads the metrics


def answer_group(
    counts: StoreCounts,
    futures: Sequence[asyncio.Future[Any]],
    outcomes: Sequence[Outcome],
    seconds: float,
) -> None:
    """Count a group that was committed in so many seconds, and answer all who wait for it."""
    _note_health(counts, None)
    counts.commits += 1
    if len(counts.latencies) < MOST_LATENCIES:
        counts.latencies.append(seconds)
    _answer_all(counts, futures, outcomes)


def fail_group(
    counts: StoreCounts, futures: Sequence[asyncio.Future[Any]], error: StoreUnavailable
) -> None:
    """Count a group that could not be committed, and answer all who wait for it."""
    copies = [_copy(error) for _ in futures]
    _note_health(counts, error)
    _answer_all(counts, futures, copies)


def _answer_all(
    counts: StoreCounts, futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[Outcome]
) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        if outcome is None:
            counts.appends += 1
        elif isinstance(outcome, Conflict):
            counts.conflicts += 1
        else:
            counts.failures += 1
        answer(future, None, outcome)


def _note_health(counts: StoreCounts, failure: Outcome) -> None:
    """Log when the store begins to fail and when it works again, not every time in between."""
    if failure is not None and not counts.failing:
        code, cause = getattr(failure, "code", ""), type(failure.__cause__ or failure).__name__
        log.error("store_failing", extra={"code": code, "error": cause})
    elif failure is None and counts.failing:
        log.warning("store_recovered")
    counts.failing = failure is not None


def _copy(error: StoreUnavailable) -> StoreUnavailable:
    """An error for one who waits: raising it adds a traceback, which must not be shared."""
    copy = type(error)(error.code, str(error))
    copy.__cause__ = error.__cause__
    return copy


def answer(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    """Give a result or an error to one who waits, unless that one was cancelled meanwhile."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
