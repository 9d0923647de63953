"""Two who play at another table meanwhile, and how long they wait for their answers."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from tests.server.house import INVITES, Line, Visitor

PAUSE = 0.01


@dataclass
class Bystander:
    """Keeps a ticket, takes that back, and so on; every answer is measured, every word awaited."""

    line: Line
    other: Line
    table: str
    decision: int
    pause: float
    said: int = 0
    seconds: list[float] = field(default_factory=list)

    async def play_on(self) -> None:
        while True:
            ack = await self._say({"type": "do", "decision": self.decision, "action": "keep 1"})
            assert ack["type"] == "ack", ack
            ack = await self._say({"type": "take_back"})
            assert ack["type"] == "ack", ack
            self.decision = ack["v"]
            await asyncio.sleep(self.pause)

    async def _say(self, what: dict[str, Any]) -> Any:
        self.said += 1
        id = f"b{self.said}"
        begun = time.perf_counter()
        await self.line.say({"id": id, "seat": 0, **what})
        heard = await self.line.hear()
        while heard.get("id") != id:
            heard = await self.line.hear()
        while (await self.other.hear("update"))["v"] < heard["v"]:
            pass
        self.seconds.append(time.perf_counter() - begun)
        return heard

    def taken(self) -> list[float]:
        """What was measured since the last time, in milliseconds and in order of size."""
        taken, self.seconds = sorted(x * 1000 for x in self.seconds), []
        return taken


@contextlib.asynccontextmanager
async def bystander(address: str, pause: float = PAUSE) -> AsyncIterator[Bystander]:
    """A game of two that goes on as long as the context lasts, and must."""
    async with Visitor(address) as ann, Visitor(address) as bob:
        status, made = await ann.post("/api/tables", TABLE)
        assert status == 201, made
        table = made["table"]
        INVITES[table] = made["invite"]
        async with ann.at(table) as line, bob.at(table) as other:
            sit = {"type": "sit", "id": "sit", "seat": 1, "name": "Bob", "invite": made["invite"]}
            await other.say(sit)
            await other.hear("ack")
            await line.say({"type": "start", "id": "start"})
            decision = (await line.hear("ack"))["v"]
            for who, seat in ((line, 0), (other, 1)):
                keep = {"type": "do", "id": "keep", "seat": seat, "action": "keep 1 2 3"}
                await who.say({**keep, "decision": decision})
                last = (await who.hear("ack"))["v"]
            # Which tickets to keep can be chosen again and again: it reveals nothing.
            draw = {"type": "do", "id": "offer", "seat": 0, "action": "tickets"}
            await line.say({**draw, "decision": last})
            last = (await line.hear("ack"))["v"]
            playing = Bystander(line, other, table, last, pause)
            going = asyncio.create_task(playing.play_on())
            try:
                yield playing
                assert not going.done(), going.exception()
            finally:
                going.cancel()
                await asyncio.wait((going,))


TABLE = {
    "name": "Ann",
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "options": {"board": "usa", "first": 0, "watch": False, "take_back": True},
}
