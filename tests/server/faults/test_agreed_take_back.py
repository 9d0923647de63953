"""A server that is killed while people agree to a take-back goes on as if nothing had happened."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.server.faults.program import Program
from tests.server.house import Visitor

LOST = (aiohttp.ClientError, ConnectionError)


class Pair:
    """Ann and Bob at a table of a server that can be killed."""

    def __init__(self, program: Program, ann: Visitor, bob: Visitor) -> None:
        self.program = program
        self.people = (ann, bob)
        self.table = ""

    async def says(self, who: int, kind: str, id: str, **more: Any) -> dict[str, Any]:
        body = {"type": kind, "id": id, **more}
        status, ack = await self.people[who].post(f"/api/tables/{self.table}/commands", body)
        assert status == 200, ack
        return dict(ack)

    async def does(self, seat: int, action: str | None = None) -> None:
        own = (await self.seen(seat))["mine"][0]
        what = action or own["legal"][0]
        id = f"move{own['decision']}"
        await self.says(seat, "do", id, seat=seat, decision=own["decision"], action=what)

    async def seen(self, seat: int) -> dict[str, Any]:
        _, seen = await self.people[seat].get(f"/api/tables/{self.table}")
        return dict(seen)

    async def all_seen(self) -> list[dict[str, Any]]:
        return [await self.seen(seat) for seat in (0, 1)]

    async def gather(self) -> None:
        """A running game, the opening answered; Ann has drawn a card that she would take back."""
        seats, options = [{"kind": "me"}, {"kind": "open"}], {"first": 0, "take_back": True}
        body = {"name": "Ann", "seats": seats, "options": options}
        _, made = await self.people[0].post("/api/tables", body)
        self.table = made["table"]
        await self.people[1].get("/api/me")
        await self.says(1, "sit", "sit", seat=1, name="Bob", invite=made["invite"])
        await self.says(0, "value", "value", seat=0, value="a1" * 32)
        await self.says(0, "start", "start")
        await self.does(0)
        await self.does(1)
        self.before = await self.seen(0)
        await self.does(0, "draw deck")

    async def again(self, fault: str = "") -> None:
        """Kill the server, if it still lives, and start it again."""
        if self.program.alive:
            await asyncio.to_thread(self.program.kill)
        else:
            await asyncio.to_thread(self.program.wait)
        await asyncio.to_thread(self.program.start, fault)


@pytest.mark.parametrize("place", ["before_commit", "after_commit"])
def test_a_take_back_is_done_once_wherever_the_server_is_killed(tmp_path: Path, place: str) -> None:
    async def story(program: Program) -> None:
        async with Visitor(program.address) as ann, Visitor(program.address) as bob:
            pair = Pair(program, ann, bob)
            await ann.get("/api/me")
            await pair.gather()
            asked = (await pair.says(0, "ask_back", "ask", seat=0))["v"]
            shown = await pair.all_seen()
            await pair.again(fault=f"{place}:1:kill")
            assert await pair.all_seen() == shown
            yes = {"seat": 1, "asked": asked, "agrees": True}
            with contextlib.suppress(*LOST):
                await pair.says(1, "answer_back", "yes", **yes)
            await pair.again()
            ack = await pair.says(1, "answer_back", "yes", **yes)
            assert ack["v"] == asked + 1
            back = await pair.all_seen()
            assert back[0]["game"]["deadline"] == pair.before["game"]["deadline"]
            assert back[0]["mine"][0]["hand"] == pair.before["mine"][0]["hand"]
            await pair.does(0, "draw deck")
            shown = await pair.all_seen()
            await pair.again()
            assert await pair.all_seen() == shown

    with Program(str(tmp_path / "tables.db"), tmp_path) as program:
        program.start()
        asyncio.run(asyncio.wait_for(story(program), 120))
        program.stop()
