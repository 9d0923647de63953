"""Appends for tests of the store: short to write, and what they hold can be told apart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from whistlestop.server.pace import Pace
from whistlestop.server.store.base import Append, LogEntry, Member, SeatResult, Store, TableRow
from whistlestop.server.store.open import open_store


@asynccontextmanager
async def opened(url: str, pace: Pace | None = None) -> AsyncIterator[Store]:
    store = open_store(url, pace)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def entry(
    seq: int, who: str = "ann", cmd: str | None = None, body: bytes | None = None
) -> LogEntry:
    text = body if body is not None else b'{"n":%d}' % seq
    return LogEntry(seq, 1_000 + seq, who, cmd or f"c{seq}", text)


def row(table: str, version: int, **other: object) -> TableRow:
    values: dict[str, object] = {
        "status": "playing",
        "board": "europe",
        "listed": False,
        "created": 1_000,
        "updated": 1_000 + version,
        "due_at": None,
        "summary": b'{"version":%d}' % version,
    }
    return TableRow(table, version, **(values | other))  # type: ignore[arg-type]  # values by name


def change(
    table: str,
    version: int,
    entries: int = 1,
    *,
    who: str = "ann",
    members: tuple[Member, ...] | None = None,
    results: tuple[SeatResult, ...] = (),
    **other: object,
) -> Append:
    """Entries that bring a table to a version."""
    log = tuple(entry(seq, who) for seq in range(version - entries + 1, version + 1))
    return Append(row(table, version, **other), log, members, results)


def move(table: str, version: int, **other: object) -> Append:
    """A usual move: nothing changes of the row but what every move changes."""
    values = {"summary": b"{}", "waiting": 1 << version % 5, **other}
    return Append(row(table, version, **values), (entry(version),), lazy=True)


def talk(table: str, version: int, lines: int = 1, *, forget: int = 0) -> Append:
    """Lines of talk that bring a table to a version."""
    said = tuple(
        entry(seq, "eve", f"t{seq}", b'{"type":"said","n":%d}' % seq)
        for seq in range(version - lines + 1, version + 1)
    )
    return Append(row(table, version), (), talk=said, forget=forget)


def result(seat: int, guest: str | None, **other: object) -> SeatResult:
    values: dict[str, object] = {
        "name": f"player {seat}",
        "bot": None if guest else "greedy",
        "board": "europe",
        "players": 2,
        "score": 50 + seat,
        "won": seat == 1,
        "tickets_held": 4,
        "tickets_made": 3,
    }
    return SeatResult(seat, guest, **(values | other))  # type: ignore[arg-type]  # values by name


def is_whole(log: list[LogEntry], version: int) -> bool:
    """Whether a log runs from 1 to a version without a gap."""
    return [one.seq for one in log] == list(range(1, version + 1))
