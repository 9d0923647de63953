"""What tables a store holds: how large, how old, and who sits there; for whoever runs the server.

It reads beside a server that uses the store, in either database, and changes nothing. Cards,
tickets and invites are not told, since nobody needs them to look after a table.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from whistlestop.server.errors import StartupError
from whistlestop.server.store.base import LogEntry
from whistlestop.server.store.copying import TABLES, Values, WholeStore, open_copier
from whistlestop.server.upkeep.verify import Differs, replayed


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table in short; times are milliseconds since 1970, `size` is bytes."""

    id: str
    status: str
    board: str
    listed: bool
    names: tuple[str, ...]
    version: int
    created: int
    updated: int
    size: int
    closed: bool = False


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """Who sits on a seat: `guest` is the id of a browser."""

    seat: int
    kind: str
    name: str | None
    guest: str | None
    bot: str | None
    away: str | None


@dataclass(frozen=True, slots=True)
class StoredTableDetails:
    """A table with its seats and its host; `plies` are the decisions of its game so far."""

    table: StoredTable
    host: str
    plies: int
    entries: int
    seats: tuple[StoredSeat, ...]


class _Seated(msgspec.Struct):
    name: str | None = None


class _Summary(msgspec.Struct):
    seats: list[_Seated] = []
    closed: bool = False


async def stored_tables(url: str) -> list[StoredTable]:
    """All tables of a store, the most recently updated first. Raises StartupError."""
    async with open_copier(url).reading() as store:
        found = await _tables(store)
    return sorted(found, key=lambda table: (-table.updated, table.id))


async def _tables(store: WholeStore) -> list[StoredTable]:
    sizes = await store.sizes()
    found: list[StoredTable] = []
    async for rows in store.batches(TABLES):
        found += [_table(row, sizes.get(row[0], 0)) for row in rows]
    return found


def _table(row: Values, size: int) -> StoredTable:
    id_, version, status, board, listed, created, updated, _, summary, _ = row
    try:
        part = msgspec.json.decode(summary, type=_Summary)
    except msgspec.MsgspecError:  # a row that was lost, and is to be made again
        part = _Summary()
    names = tuple(seat.name for seat in part.seats if seat.name is not None)
    values = (names, version, created, updated, size + len(summary), part.closed)
    return StoredTable(id_, status, board, bool(listed), *values)


async def stored_table(url: str, name: str) -> StoredTableDetails:
    """One table of a store. Raises StartupError if there is none, or if it cannot be read."""
    async with open_copier(url).reading() as store:
        tables = {table.id: table for table in await _tables(store)}
        if name not in tables:
            raise StartupError("no_such_table", f'There is no table "{name:.40}".')
        log = [LogEntry(*row[1:]) for row in await store.log(name)]
    try:
        state = replayed(name, log)
    except Differs as error:
        entry, says = error.args
        sentence = f"{name} is damaged at entry {entry}: {says}."
        raise StartupError("table_damaged", sentence) from None
    plies = 0 if state.game is None else state.game.ply
    seats = tuple(
        StoredSeat(number, seat.kind, seat.name, seat.guest, seat.bot, seat.away)
        for number, seat in enumerate(state.seats)
    )
    return StoredTableDetails(tables[name], state.host, plies, len(log), seats)
