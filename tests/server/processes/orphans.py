"""Tables that nobody comes back to when their process is killed: a clock that runs, a bot to move.

Nobody has a socket there, so only the rows in the store can bring another process to them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from tests.server.faults.stubborn import Stubborn, gather_table
from tests.server.processes.town import Town
from whistlestop.server.store.base import Store
from whistlestop.server.store.open import open_store
from whistlestop.server.table.entries import Body, Started, decode_beside, decode_body

PATIENCE = 40.0


@dataclass(frozen=True)
class After:
    """An entry of the log, and how many seconds of the game clock after the start it was made.

    The game clock stands still while an overloaded machine stalls all processes.
    """

    seconds: float
    who: str
    body: Body


async def leave_a_bot_to_the_others(town: Town) -> str:
    """A table whose process is killed when the bot has chosen its first move: before the commit."""
    program = town.programs[0]
    await asyncio.to_thread(program.kill)
    # Making the table and starting it are the first two commits of its life.
    await asyncio.to_thread(program.start, "before_commit:3:kill")
    (player,) = await gather_table([program.address], 80, 1, bot=True)
    await player.close()
    await asyncio.to_thread(program.wait)
    await asyncio.to_thread(program.start)
    return player.table


async def leave_a_clock_running(town: Town, first: int, seconds: int) -> str:
    """A table of two people who never move, made in one of the processes."""
    pace = {"type": "live", "seconds": seconds}
    people: list[Stubborn] = await gather_table(town.from_the(first), 90, 2, pace=pace)
    for player in people:
        await player.close()
    return people[0].table


async def until_attended(town: Town, table: str, entries: int) -> list[After]:
    """Wait until so many entries follow the start of a game; what they are."""
    store = open_store(town.store)
    await store.open()
    try:
        async with asyncio.timeout(PATIENCE):
            while len(found := await _after_the_start(store, table)) < entries:
                await asyncio.sleep(0.1)
        return found
    finally:
        await store.close()


async def _after_the_start(store: Store, table: str) -> list[After]:
    log = [(entry, decode_body(entry.body)) for entry in await store.entries(table)]
    began = next(entry for entry, body in log if isinstance(body, Started))
    later = [(entry, body) for entry, body in log if entry.seq > began.seq]
    start = decode_beside(began.body).clock
    return [
        After((decode_beside(entry.body).clock - start) / 1000, entry.who, body)
        for entry, body in later
    ]
