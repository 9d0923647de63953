"""Values of the store as rows of a database, and back; both databases have the same columns.

It knows no database: a row is a tuple in the order of the columns named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import merge
from operator import attrgetter
from typing import Any

from msgspec.structs import astuple

from whistlestop.server.store.base import Append, GuestTable, LogEntry, Member, TableRow

ALWAYS = 1 << 62  # later than any time in milliseconds

TABLE_COLUMNS = "id, version, status, board, listed, created, updated, due_at, summary, waiting"
ENTRY_COLUMNS = "table_id, seq, at, who, cmd, body"
MEMBER_COLUMNS = "table_id, guest, seat"
RESULT_COLUMNS = (
    "table_id, seat, guest, name, bot, board, players, score, won, tickets_held, tickets_made"
)
REVIEW_COLUMNS = "table_id, format, body"


def entry_tuples(changes: Iterable[Append]) -> list[tuple[Any, ...]]:
    """All new entries as rows of `entries`."""
    return [_entry_tuple(change.row.id, entry) for change in changes for entry in change.entries]


def talk_tuples(changes: Iterable[Append]) -> list[tuple[Any, ...]]:
    """All new lines of talk as rows of `talk`."""
    return [_entry_tuple(change.row.id, line) for change in changes for line in change.talk]


def forgotten_tuples(changes: Iterable[Append]) -> list[tuple[str, int]]:
    """The tables whose old talk is forgotten, each with the version up to which it is."""
    return [(change.row.id, change.forget) for change in changes if change.forget]


def _entry_tuple(table: str, entry: LogEntry) -> tuple[Any, ...]:
    return (table, entry.seq, entry.at, entry.who, entry.cmd, entry.body)


def clock_bytes(shown: int) -> bytes:
    """What the game clock shows, as `meta` has it: bytes that sort as the numbers do."""
    return shown.to_bytes(8, "big")


Seated = list[tuple[str, tuple[Member, ...]]]


def seated_anew(changes: Iterable[Append]) -> Seated:
    """The tables whose members are replaced, with the new ones."""
    return [(change.row.id, change.members) for change in changes if change.members is not None]


def member_tuples(seated: Seated) -> list[tuple[Any, ...]]:
    """The members of tables as rows of `members`."""
    return [(table, member.guest, member.seat) for table, all_ in seated for member in all_]


def result_tuples(changes: Iterable[Append]) -> list[tuple[Any, ...]]:
    """All new results as rows of `results`."""
    return [(c.row.id, *astuple(result)) for c in changes for result in c.results]


def to_row(found: Sequence[Any]) -> TableRow:
    """A row of `tables` as a value; SQLite keeps truth values as 0 and 1."""
    id_, version, status, board, listed, *others = found
    return TableRow(id_, version, status, board, bool(listed), *others)


def to_guest_table(found: Sequence[Any], seats: Sequence[int]) -> GuestTable:
    """A row of `tables` and a guest's seats as a value."""
    return GuestTable(to_row(found), tuple(sorted(seats)))


def until(before: int | None) -> int:
    """The time before which rows are wanted; all of them without one."""
    return ALWAYS if before is None else before


def newest_first(rows: list[TableRow], limit: int) -> list[TableRow]:
    """The most recently updated rows, at most `limit` of them."""
    rows.sort(key=lambda row: (-row.updated, row.id))
    return rows[:limit]


def check_append(change: Append) -> None:
    """Raises ValueError if a change's entries are not consecutive: that is the caller's defect,
    never a conflict."""
    seq = change.base
    if change.lazy:
        entry = change.entries[0] if len(change.entries) == 1 else None
        if entry is None or seq + 1 != entry.seq or entry.at != change.row.updated or change.talk:
            raise ValueError("a lazy append has one entry, which tells when the row was updated")
        return
    if seq < 0:
        raise ValueError(f"version {change.row.version} with {len(change.entries)} entries")
    for entry in merge(change.entries, change.talk, key=attrgetter("seq")):
        seq += 1
        if entry.seq != seq:
            raise ValueError(f"entry {entry.seq} where {seq} is next")
