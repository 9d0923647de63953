"""Plays every stored game again with this version, and tells which come out otherwise.

A game is replayed from its log, every answer of chance compared; then its row and its results are
compared with what the log gives. It reads stores of every schema that this version knows, old ones
as they are. Invariant: nothing is ever changed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from msgspec import MsgspecError

from whistlestop.boards.load import BoardError
from whistlestop.model.errors import Refusal
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.store.backup import Progress
from whistlestop.server.store.base import LogEntry
from whistlestop.server.store.copying import (
    ENTRIES,
    RESULTS,
    TABLES,
    TalkApart,
    Values,
    WholeStore,
    open_copier,
)
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState
from whistlestop.server.table.to_store import results_of

# Of a result: all but who it was, since names may be forgotten.
_COUNTED = ("board", "players", "score", "won", "tickets_held", "tickets_made")


@dataclass(frozen=True, slots=True)
class Difference:
    """A table that comes out otherwise: at which entry, 0 for the end, and how."""

    table: str
    entry: int
    says: str

    def __str__(self) -> str:
        where = f"entry {self.entry}" if self.entry else "at its end"
        return f"{self.table}, {where}: {self.says}"


@dataclass(slots=True)
class Verified:
    """What a verification has read so far, and all differences."""

    tables: int = 0
    games: int = 0
    finished: int = 0
    entries: int = 0
    schema: int = 0
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class _Kept:
    """What the store says about a table beside its log."""

    version: int
    status: str
    board: str
    results: list[tuple[Any, ...]] = field(default_factory=list)
    talk: int = 0


class Differs(Exception):
    """A table does not come out as it was; with the entry and a sentence."""


async def verify(url: str, progress: Progress) -> Verified:
    """Replay every game of a store, while a server may go on using it. Raises StartupError."""
    found = Verified()
    async with open_copier(url).reading(older=True) as store:
        found.schema = store.schema
        kept = await _kept(store)
        async with aclosing(_logs(store, kept)) as logs:
            async for table, entries in logs:
                _compare(found, table, entries, kept.pop(table, None))
                progress(found.tables, found.tables + len(kept))
        for table in kept:
            _compare(found, table, [], kept[table])
    return found


async def _kept(store: WholeStore) -> dict[str, _Kept]:
    """The rows and results of all tables."""
    kept: dict[str, _Kept] = {}
    async for rows in store.batches(TABLES):
        kept.update({row[0]: _Kept(row[1], row[2], row[3]) for row in rows})
    names = RESULTS.columns.split(", ")
    async for rows in store.batches(RESULTS):
        for row in rows:
            result = dict(zip(names, row, strict=True))
            if row[0] in kept:
                counted = tuple(int(result[name]) for name in _COUNTED[1:])
                kept[row[0]].results.append((result["seat"], result["board"], *counted))
    for table, seq in (await store.last_talk()).items():
        if table in kept:
            kept[table].talk = seq
    return kept


async def _logs(
    store: WholeStore, kept: dict[str, _Kept]
) -> AsyncGenerator[tuple[str, list[LogEntry]], None]:
    """The logs of all tables, one after the other, without talk."""
    apart = TalkApart() if store.schema == 1 else None
    open_, log = "", list[LogEntry]()
    async for rows in store.batches(ENTRIES):
        for table, its in groupby(_game_rows(rows, apart, kept), key=lambda row: row[0]):
            if table != open_ and log:
                yield open_, log
                log = []
            open_ = table
            log += [LogEntry(*row[1:]) for row in its]
    if log:
        yield open_, log


def _game_rows(
    rows: Sequence[Values], apart: TalkApart | None, kept: dict[str, _Kept]
) -> Sequence[Values]:
    """Rows of the log without talk, which lies among them in old stores."""
    if apart is None:
        return rows
    entries, talk = apart.parted(rows)
    for table, seq, *_ in talk:
        if table in kept:
            kept[table].talk = seq
    return entries


def _compare(found: Verified, table: str, log: list[LogEntry], kept: _Kept | None) -> None:
    found.tables += 1
    found.entries += len(log)
    try:
        state = replayed(table, log)
        found.games += state.game is not None
        found.finished += state.status == "over"
        _compare_end(state, kept)
    except Differs as error:
        found.differences.append(Difference(table, *error.args))


def replayed(table: str, log: Sequence[LogEntry]) -> TableState:
    """The state of a table after its log. Raises an error with the entry and a sentence."""
    state = TableState(table)
    for entry in log:
        try:
            state.apply(entry, en.decode_body(entry.body))
        except MsgspecError:
            raise Differs(entry.seq, "this version cannot read it") from None
        except ServerRefusal as refusal:
            raise Differs(entry.seq, _refused(refusal)) from None
        except (Refusal, BoardError) as error:
            raise Differs(entry.seq, str(error)) from None
        except AssertionError:
            raise Differs(entry.seq, "something is missing before it") from None
        except (LookupError, ValueError, TypeError, AttributeError):
            raise Differs(entry.seq, "it cannot come here") from None
    return state


def _refused(refusal: ServerRefusal) -> str:
    if refusal.code == "board_changed":
        return f"the board {refusal.params['board']} is another one now"
    return refusal.code


def _compare_end(state: TableState, kept: _Kept | None) -> None:
    """Compare what the log gives with what the store has noted of it."""
    if kept is None:
        raise Differs(0, "the table has a log and no row")
    if max(state.version, kept.talk) < kept.version:
        raise Differs(0, f"entries are missing after {state.version}, of {kept.version}")
    if (state.status, state.options.board) != (kept.status, kept.board):
        was = f"{kept.status} on {kept.board}"
        raise Differs(0, f"it is {state.status} on {state.options.board}, and was {was}")
    if state.status == "over":
        _compare_results(state, kept)


def _compare_results(state: TableState, kept: _Kept) -> None:
    results = [
        (result.seat, result.board, *(int(getattr(result, name)) for name in _COUNTED[1:]))
        for result in results_of(state)
    ]
    noted = {result[0]: result for result in kept.results}
    for result in results:
        seat, score = result[0], result[3]
        if seat not in noted:
            raise Differs(0, f"the result of seat {seat} is missing")
        if noted[seat] != result:
            was = noted[seat][3]
            how = f"{score} points, and had {was}" if score != was else "another result than before"
            raise Differs(0, f"seat {seat} has {how}")
