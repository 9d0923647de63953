"""How a command reaches its table, from a socket or over HTTP.

What it means is the table's affair. Invariant: a stop waits for every command that has begun, every
command is counted, and whatever goes wrong becomes a refusal.
"""

from __future__ import annotations

import asyncio

from whistlestop.bots.processes.pool import PoolClosed
from whistlestop.protocol.commands import Command, Do, Say
from whistlestop.protocol.messages import Ack
from whistlestop.protocol.tags import tag_of
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.table import Table
from whistlestop.server.watch.logs import note_defect

# A game has only so many decisions, and talk is forgotten. Everything else could be asked for
# without end, and stays in the table's log for good.
_OTHERWISE_BOUNDED = (Do, Say)


async def run_command(sockets: OpenSockets, table: Table, caller: Caller, command: Command) -> Ack:
    """Let a table run a command, and count it. Whatever goes wrong is a ServerRefusal."""
    sockets.begin()
    loop = asyncio.get_running_loop()
    begun = loop.time()
    outcome = "defect"
    try:
        if type(command) not in _OTHERWISE_BOUNDED:
            caller.address.take("changes")
        ack = await table.command(caller, command)
        outcome = "ok"
    except ServerRefusal as refusal:
        outcome = refusal.code
        raise
    except StoreUnavailable as failure:
        outcome = "store_unavailable"
        raise ServerRefusal(outcome, 503, why=failure.code) from None
    except PoolClosed:
        outcome = "restarting"
        raise ServerRefusal(outcome, 503) from None
    except asyncio.CancelledError:
        outcome = "gone"
        raise
    except Exception as defect:
        note_defect("command", defect)
        raise ServerRefusal("defect", 500) from None
    finally:
        sockets.end()
        sockets.metrics.count_command(tag_of(type(command)), outcome, loop.time() - begun)
    return ack
