"""Values of the store as rows of a database, and back; the same columns in both databases.

It knows no database: a row is a tuple in the order of the columns named here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whistlestop.server.store.base import (
    Append,
    GuestTable,
    GuestTally,
    LogEntry,
    Member,
    SeatResult,
    TableRow,
)

TABLE_COLUMNS = "id, version, status, board, listed, created, updated, due_at, summary"
ENTRY_COLUMNS = "table_id, seq, at, who, cmd, body"
MEMBER_COLUMNS = "table_id, guest, seat"
RESULT_COLUMNS = (
    "table_id, seat, guest, name, bot, board, players, score, won, tickets_held, tickets_made"
)


def table_tuple(row: TableRow) -> tuple[Any, ...]:
    return (
        row.id,
        row.version,
        row.status,
        row.board,
        row.listed,
        row.created,
        row.updated,
        row.due_at,
        row.summary,
    )


def entry_tuple(table: str, entry: LogEntry) -> tuple[Any, ...]:
    return (table, entry.seq, entry.at, entry.who, entry.cmd, entry.body)


def member_tuple(table: str, member: Member) -> tuple[Any, ...]:
    return (table, member.guest, member.seat)


def result_tuple(table: str, result: SeatResult) -> tuple[Any, ...]:
    return (
        table,
        result.seat,
        result.guest,
        result.name,
        result.bot,
        result.board,
        result.players,
        result.score,
        result.won,
        result.tickets_held,
        result.tickets_made,
    )


def to_row(found: Sequence[Any]) -> TableRow:
    id_, version, status, board, listed, created, updated, due_at, summary = found
    return TableRow(id_, version, status, board, bool(listed), created, updated, due_at, summary)


def to_mine(found: Sequence[Any], seats: Sequence[int]) -> GuestTable:
    return GuestTable(to_row(found), tuple(sorted(seats)))


def to_tally(found: Sequence[Any]) -> GuestTally:
    return GuestTally(*found)


def newest_first(rows: list[TableRow], limit: int) -> list[TableRow]:
    rows.sort(key=lambda row: (-row.updated, row.id))
    return rows[:limit]


def check_append(change: Append) -> None:
    """A change whose entries are not consecutive is a defect of the caller, never a conflict."""
    seq = change.base
    if seq < 0:
        raise ValueError(f"version {change.row.version} with {len(change.entries)} entries")
    for entry in change.entries:
        seq += 1
        if entry.seq != seq:
            raise ValueError(f"entry {entry.seq} where {seq} is next")
