"""Holding the log against what players were promised and shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from tests.server.faults.stubborn import Stubborn
from whistlestop.protocol.view_to_wire import public_view
from whistlestop.server.store.base import LogEntry, Store
from whistlestop.server.store.open import open_store
from whistlestop.server.table.entries import decode_body
from whistlestop.server.table.frames import encode
from whistlestop.server.table.state import TableState


async def judge(url: str, players: Sequence[Stubborn]) -> int:
    """Nothing promised is missing, nothing is there twice, nothing shown was otherwise.

    Returns how many moves were acknowledged.
    """
    store = open_store(url)
    await store.open()
    try:
        for table in sorted({player.table for player in players}):
            at_table = [player for player in players if player.table == table]
            await _judge_table(store, table, at_table)
    finally:
        await store.close()
    return sum(len(player.acked) for player in players)


async def _judge_table(store: Store, table: str, players: Sequence[Stubborn]) -> None:
    entries = await store.entries(table)
    row = await store.row(table)
    assert row is not None
    assert [entry.seq for entry in entries] == list(range(1, row.version + 1)), "a gap"
    twice = [k for k, n in Counter((e.who, e.cmd) for e in entries).items() if n > 1]
    assert not twice, "a command is in the log twice"
    by_command = {(entry.who, entry.cmd): entry.seq for entry in entries}
    for player in players:
        for id, version in player.acked.items():
            assert by_command.get((player.guest, id)) == version, "an acknowledged move is lost"
        for id in player.stale:
            assert (player.guest, id) not in by_command, "a refused move was made"
    _judge_views(table, entries, players)


def _judge_views(table: str, entries: Sequence[LogEntry], players: Sequence[Stubborn]) -> None:
    """The state rebuilt from the log is, version by version, the one that was shown."""
    state = TableState(table)
    for entry in entries:
        state.apply(entry, decode_body(entry.body))
        shown = [p.views[entry.seq] for p in players if entry.seq in p.views]
        if shown and state.game is not None:
            view = json.loads(encode(public_view(state.game.view(None), state.deadline)))
            assert all(one == view for one in shown), "something else was shown"
