"""All that is true of a table, as one value that can be compared."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from tests.server.table.evening import Person
from whistlestop.server.store.base import Store
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.audience import seen_now, welcome
from whistlestop.server.table.frames import encode
from whistlestop.server.table.state import TableState
from whistlestop.server.table.talk.lines import TALK_LINES


def facts(state: TableState) -> dict[str, Any]:
    """Every field of a state; the game by its position, its plies and its luck to come."""
    found = msgspec.structs.asdict(state)
    del found["_summary"]  # kept for speed, and not by all who know the same
    game = found.pop("game")
    if game is not None:
        found["game"] = (game.position, game.names, game.seed, game.first, game.plies)
        found["luck"] = game.chance.rng.copy().below(1 << 30)
        found["deal"] = game.deal_events
    return found


def digest(state: TableState) -> str:
    """The facts in short: of what only ever grows, the length and the end."""
    found = facts(state)
    lines, done = found.pop("lines"), found.pop("_done")
    position, *others, plies = found.pop("game", ("", []))
    tail = [(len(x), x[-2:]) for x in (lines, plies, list(done.items()))]
    return hashlib.sha256(repr((found, position, others, tail)).encode()).hexdigest()


def welcomes(table: Table, callers: list[Caller], history: int = 3) -> list[bytes]:
    """What each caller would be shown on coming now, byte by byte."""
    state = table.state
    since = max(0, state.version - history)
    return [
        encode(welcome(state, caller, since, 0, seen_now(state, caller).mine)) for caller in callers
    ]


def assert_same(one: Table, other: Table, callers: list[Caller]) -> None:
    """Two tables in memory are one and the same."""
    assert facts(one.state) == facts(other.state)
    everything = one.state.version
    assert welcomes(one, callers, everything) == welcomes(other, callers, everything)


def assert_shown(person: Person) -> None:
    """What a person was sent bit by bit is what the table shows."""
    assert person.seen == seen_now(person.table.state, person.caller)


async def assert_stored(store: Store, table: Table) -> None:
    """The store holds the state's version, and the row tells the truth about it."""
    row = await store.row(table.state.id)
    assert row is not None
    assert (row.version, row.status) == (table.state.version, table.state.status)
    assert row.summary == encode(msgspec.structs.replace(table.state.table_part(), waiting=[]))
    assert row.waiting == sum(1 << seat for seat in table.state.waiting)
    entries = [entry.seq for entry in await store.entries(table.state.id)]
    # Only talk is ever forgotten, and only as much as the table's memory forgets.
    assert entries == [line.seq for line in table.state.lines]
    assert entries == list(range(1, row.version + 1)) or len(table.state.lines.talk) == TALK_LINES
