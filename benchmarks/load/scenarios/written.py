"""What a move costs the disk: moves of real games go straight into a SQLite store.

Every commit takes as many moves as it does at 125 moves a second. Checkpoints are put off, so that
the write-ahead log shows all that was written. No server runs and nothing is sent.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from benchmarks.load.players.crowd import BOARDS, SEATS
from benchmarks.report import Figure
from whistlestop.protocol.options import COLOURS, Options
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Append
from whistlestop.server.store.sqlite.store import SqliteStore
from whistlestop.server.table import entries as en
from whistlestop.server.table.decide import start
from whistlestop.server.table.state import TableState
from whistlestop.server.table.to_store import change_of, new_entry

GAMES = 12  # different ones; each table plays one of them
PER_MOVE = 3_000  # bytes


@dataclass(frozen=True, slots=True)
class Written:
    """How much is written."""

    tables: int = 100
    moves: int = 16_000  # enough to fold the tail in twice
    together: int = 3  # moves in a commit: 125 a second with 22 ms between two commits


async def run(folder: Path, how: Written) -> list[Figure]:
    """Play all moves, and see what the file and the thread that writes it took for them."""
    sources = Sources()
    games = [list(_game(f"written {n}", BOARDS[n % len(BOARDS)], sources)) for n in range(GAMES)]
    store = SqliteStore(folder / "tables.db", _without_checkpoints)
    await store.open()
    try:
        tables = [sources.table_id() for _ in range(how.tables)]
        plays = {table: iter(random.choice(games)) for table in tables}
        # The table is made and the game dealt.
        for _ in range(2):
            await asyncio.gather(
                *(store.append(_at(table, next(plays[table]))) for table in tables)
            )
        log = Path(f"{store.path}-wal")
        before, begun = log.stat().st_size, _writer_seconds()
        moves = await _play(store, plays, games, how)
        written, took = log.stat().st_size - before, _writer_seconds() - begun
    finally:
        await store.close()
    return [
        Figure("write-ahead log per move", written / moves, "bytes", PER_MOVE),
        Figure("the thread that writes, per move", took / moves * 1e6, "µs"),
        Figure("moves", moves, ""),
    ]


async def _play(
    store: SqliteStore, plays: dict[str, Iterator[Append]], games: list[list[Append]], how: Written
) -> int:
    """Moves at tables in turn; a game that is over takes no part any longer."""
    moves, order = 0, list(plays)
    while moves < how.moves and len(order) >= how.together:
        group = []
        for table in random.sample(order, how.together):
            change = next(plays[table], None)
            if change is None:
                order.remove(table)
            else:
                group.append(_at(table, change))
        await asyncio.gather(*map(store.append, group))
        moves += len(group)
    return moves


def _at(table: str, change: Append) -> Append:
    return replace(change, row=replace(change.row, id=table))


def _game(seed: str, board: str, sources: Sources) -> Iterator[Append]:
    """The appends of a game, from the making of the table to the end."""
    chance = random.Random(seed)
    guests = [sources.guest_id() for _ in range(SEATS)]
    secret = sha256(seed.encode()).hexdigest()
    setups = [
        en.SeatSetup("human", COLOURS[i], f"Guest {i}", None, guests[i]) for i in range(SEATS)
    ]
    options = Options(board=board)
    state = TableState("t" * 16)
    body: en.Body = en.Created(options, tuple(setups), guests[0], sources.invite(), secret=secret)
    while True:
        now, cmd = sources.now(), f"{chance.getrandbits(40):x}"
        who = guests[getattr(body, "seat", 0)]
        entry, beside = new_entry(state, now, now, who, cmd, body, f"{chance.getrandbits(48):012x}")
        ahead, line = state.ahead(entry, body, beside, None)
        yield change_of(ahead, entry, body)
        ahead.add_line(line)
        state = ahead
        if state.status == "over":
            return
        body = start(state, sources).body if state.game is None else _decide(state, chance)


def _decide(state: TableState, chance: random.Random) -> en.Did:
    assert state.game is not None
    after, seat = state.game.copy(), state.game.turn
    after.play(chance.choice(state.game.legal), seat)
    return en.Did(seat, str(after.plies[-1].action), tuple(after.got(after.ply - 1)))


def _without_checkpoints(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_autocheckpoint = 0")


def _writer_seconds() -> float:
    """The CPU time of the thread that writes."""
    (thread,) = [t for t in threading.enumerate() if t.name == "store-writer"]
    spent = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text()
    return int(spent.split()[0]) / 1e9
