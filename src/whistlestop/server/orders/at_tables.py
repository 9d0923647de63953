"""What an order does to one table: close it, open it again, delete it, send a guest away.

It goes through the lock of the table and the comparison of versions, as every command does, so no
move that was acknowledged is lost. Invariant: done twice, each does nothing the second time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.hub import Hub
from whistlestop.server.table import entries as en
from whistlestop.server.table.again.rematching import NoLongerNeeded
from whistlestop.server.table.caller import OPERATOR
from whistlestop.server.table.decide import CommandContext, Decided
from whistlestop.server.table.state import TableState
from whistlestop.server.table.table import Table

Wanted = Callable[[TableState], en.Body | None]


async def close(hub: Hub, name: str, order: str) -> bool:
    """Close a table; False if it was closed already. Raises ServerRefusal."""
    return await _append(
        await hub.table(name), order, lambda state: None if state.closed else en.Closed()
    )


async def reopen(hub: Hub, name: str, order: str) -> bool:
    """Open a closed table again; False if it was open. Raises ServerRefusal."""
    return await _append(
        await hub.table(name), order, lambda state: en.Reopened() if state.closed else None
    )


async def delete(hub: Hub, name: str, before: int | None = None) -> bool:
    """Delete a table, unless it was changed since a time; False if it was not deleted.

    One that is in memory is deleted under its lock: whoever waited for that finds no table.
    """
    loaded = await in_memory(hub, name)
    if loaded is None:
        deleted = await hub.store.delete_table(name, before)
    else:
        async with loaded.lock:
            deleted = await hub.store.delete_table(name, before)
            loaded.gone = loaded.gone or deleted
    if deleted:
        await in_memory(hub, name)  # somebody may have begun to load it just before
        hub.drop(name)
    return deleted


async def in_memory(hub: Hub, name: str) -> Table | None:
    """A table that is in memory, or that somebody is loading."""
    with contextlib.suppress(ServerRefusal):
        return await hub.table(name) if hub.has_loaded(name) else None
    return None


async def send_away(hub: Hub, name: str, guest: str, order: str) -> bool:
    """Take a guest from its seats as if the host had kicked it; whether it had any. The tokens of
    programs that it has as the host are good no longer."""
    table = await hub.table(name)
    hosted = table.state.host == guest
    sent = False
    for seat in range(len(table.state.seats)):
        wanted = partial(_kicked, hub, seat, guest, hosted)
        sent |= await _append(table, f"{order}.{seat}", wanted)
    return sent


def _kicked(hub: Hub, seat: int, guest: str, hosted: bool, state: TableState) -> en.Body | None:
    if seat >= len(state.seats) or state.status == "over":
        return None
    here = state.seats[seat]
    if here.guest == guest:
        return en.Left(seat, "kicked", hub.sources.invite())
    if here.kind == "remote" and hosted:
        return en.Reissued(seat, state.serial + 1)
    return None


async def _append(table: Table, order: str, wanted: Wanted) -> bool:
    """Append what is wanted at the newest state; False if nothing is."""

    def decided(context: CommandContext) -> Decided:
        body = wanted(context.state)
        if body is None:
            raise NoLongerNeeded
        return Decided(body)

    try:
        await table.decide_and_commit(OPERATOR, f"order.{order}", decided)
    except NoLongerNeeded:
        return False
    return True
