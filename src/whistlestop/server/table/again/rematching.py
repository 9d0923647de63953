"""A rematch: the command that makes another table, and notes it in the log of this one.

The hub makes the table. Invariant: a table has one rematch, however many ask for it at once.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import Ack
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import entries as en
from whistlestop.server.table.again.repeats import digest_of, first_line
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.decide import CommandContext, Decided, need_open

if TYPE_CHECKING:
    from whistlestop.server.table.table import Table


class NoLongerNeeded(Exception):
    """Something else happened first, so the server's own entry would be pointless."""


async def offer_rematch(table: Table, caller: Caller, command: co.Rematch) -> Ack:
    """Offer those who sat at a table a new one. Raises ServerRefusal."""
    await table.fresh()
    state = table.state
    first_line(state, caller, command.id, digest_of(command))
    need_open(state)
    if caller.seat_token is not None:
        raise ServerRefusal("not_allowed", 403)
    if not (state.seats_of(caller) or state.left_by(caller)):
        raise ServerRefusal("not_your_seat", 403)
    if state.status != "over":
        raise ServerRefusal("wrong_time", stage=state.status)
    if state.rematch is None:
        made = await table.hub.rematch(state, caller, wait=bool(command.wait))
        await _note(table, caller, command, made)
    line = next(x for x in reversed(table.state.lines.game) if isinstance(x.body, en.Rematched))
    return table.ack(command.id, line.seq, line.body)


async def _note(table: Table, caller: Caller, command: co.Rematch, made: str) -> None:
    def decided(context: CommandContext) -> Decided:
        if context.state.rematch is not None:
            raise NoLongerNeeded
        own = context.state.seats_of(caller) or context.state.left_by(caller)
        return Decided(en.Rematched(made, own[0]))

    # Two who ask at once make the same table, and one of them notes it.
    with contextlib.suppress(NoLongerNeeded):
        await table.decide_and_commit(caller, command.id, decided, digest_of(command))
