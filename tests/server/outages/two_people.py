"""Ann and Bob at a table with a clock, over real connections, and what they read from it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from tests.server.house import INVITES, Visitor


@dataclass
class TwoPeople:
    """Ann, who made the table, and Bob; the opening waits for both."""

    ann: Visitor
    bob: Visitor
    table: str

    async def look(self) -> Reading:
        """What Ann is shown now."""
        async with self.ann.at(self.table) as line:
            return Reading(line.welcome)

    async def keep_tickets(self, visitor: Visitor) -> tuple[int, Any]:
        """Answer the opening."""
        async with visitor.at(self.table) as line:
            (own,) = line.welcome["mine"]
        do = {"type": "do", "id": "open", "seat": own["seat"], "decision": own["decision"]}
        path = f"/api/tables/{self.table}/commands"
        return await visitor.post(path, {**do, "action": own["legal"][0]})

    async def until_out(self, seconds: float) -> float:
        """Wait until somebody's time is up; how long that took."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        async with asyncio.timeout(seconds), self.ann.at(self.table) as line:
            while Reading(line.welcome).away == [None, None]:
                heard = await line.ws.receive_json(timeout=seconds)
                if heard.get("table"):
                    line.welcome["table"] = heard["table"]
        return loop.time() - begun


class Reading:
    """A welcome, by what it says about time."""

    def __init__(self, welcome: Any) -> None:
        self.away = [seat.get("away") for seat in welcome["table"]["seats"]]
        deadline = welcome["game"]["deadline"]
        self.left = None if deadline is None else (deadline - welcome["now"]) / 1000


@contextlib.asynccontextmanager
async def two_people(address: str, other: str | None = None) -> AsyncIterator[TwoPeople]:
    """Two who have not met yet; Bob may come to another process."""
    async with Visitor(address) as ann, Visitor(other or address) as bob:
        yield TwoPeople(ann, bob, "")


async def begin(people: TwoPeople, seconds: int) -> TwoPeople:
    """A new table of theirs with so many seconds for a turn; the game has begun."""
    ann, bob = people.ann, people.bob
    table = await ann.new_table(pace={"type": "live", "seconds": seconds})
    path = f"/api/tables/{table}/commands"
    sit = {"type": "sit", "id": "sit", "seat": 1, "name": "Bob", "invite": INVITES[table]}
    for visitor, command in ((bob, sit), (ann, {"type": "start", "id": "start"})):
        status, said = await visitor.post(path, command)
        assert status == 200, said
    return TwoPeople(ann, bob, table)
