"""Whoever waits for an append, and how a group of them is told; used on the event loop only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from whistlestop.server.store.base import Conflict, StoreCounts, StoreUnavailable

Outcome = Exception | None

log = logging.getLogger("whistlestop.server")

MOST_LATENCIES = 100_000


def settle(
    counts: StoreCounts,
    futures: Sequence[asyncio.Future[Any]],
    outcomes: Sequence[Outcome],
    seconds: float | None,
) -> None:
    """Count what happened to a group, and answer everybody; no `seconds` means no commit."""
    _note(counts, None if seconds is not None else outcomes[0])
    if seconds is not None:
        counts.commits += 1
        if len(counts.latencies) < MOST_LATENCIES:
            counts.latencies.append(seconds)
    for future, outcome in zip(futures, outcomes, strict=True):
        if outcome is None:
            counts.appends += 1
        elif isinstance(outcome, Conflict):
            counts.conflicts += 1
        else:
            counts.failures += 1
        answer(future, None, outcome)


def _note(counts: StoreCounts, failure: Outcome) -> None:
    """Log when the store begins to fail and when it works again, not every time in between."""
    if failure is not None and not counts.failing:
        code, cause = getattr(failure, "code", ""), type(failure.__cause__ or failure).__name__
        log.error("store_failing", extra={"code": code, "error": cause})
    elif failure is None and counts.failing:
        log.warning("store_recovered")
    counts.failing = failure is not None


def failed(error: StoreUnavailable, count: int) -> list[Outcome]:
    """The failure of a group, once for each of it: an exception belongs to who raises it."""
    copies = [type(error)(error.code, str(error)) for _ in range(count)]
    for copy in copies:
        copy.__cause__ = error.__cause__
    return list(copies)


def answer(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():  # whoever waited was cancelled meanwhile
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
