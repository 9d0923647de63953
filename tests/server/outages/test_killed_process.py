"""A process that is killed among others: whoever was there goes on elsewhere, within seconds."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.server.faults.program import Program
from tests.server.house import INVITES, Line, Visitor

BACK_WITHIN = 5.0  # seconds until the game goes on before one's eyes
SEATS = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_bot_whose_process_was_killed_moves_in_another(
    tmp_path: Path, postgres_url: str, comes_back: bool
) -> None:
    """The other process knows the table, so it does not load it; it has to look all the same."""

    async def story(dying: Program, other: Program) -> float:
        async with Visitor(dying.address) as ann, Visitor(other.address) as bob:
            table = await gathered(ann, bob)
            path = f"/api/tables/{table}/commands"
            async with bob.at(table) as bobs:
                async with ann.at(table) as line:
                    # Its answer is lost together with the process.
                    asked = asyncio.create_task(ann.post(path, {"type": "start", "id": "start"}))
                    await line.until_closed()
                lost = asyncio.get_running_loop().time()
                await asyncio.gather(asked, return_exceptions=True)
                ann.address, ann.headers = bob.address, bob.headers
                async with ann.at(table) if comes_back else nullcontext(bobs) as line:
                    await until_bot_moved(line)
                return asyncio.get_running_loop().time() - lost

    with Program(postgres_url, tmp_path) as dying, Program(postgres_url, tmp_path) as other:
        other.start()
        # Making the table and starting it are its first two commits; the bot's is the third.
        dying.start("before_commit:3:kill")
        took = asyncio.run(story(dying, other))
        assert took <= BACK_WITHIN
        dying.wait()


async def gathered(ann: Visitor, bob: Visitor) -> str:
    """A table of Ann, Bob and a bot, ready to start."""
    body = {"name": "Ann", "seats": SEATS, "options": {}}
    _, made = await ann.post("/api/tables", body)
    table = str(made["table"])
    INVITES[table] = made["invite"]
    sit = {"type": "sit", "id": "sit", "seat": 1, "name": "Bob", "invite": made["invite"]}
    status, said = await bob.post(f"/api/tables/{table}/commands", sit)
    assert status == 200, said
    return table


async def until_bot_moved(line: Line) -> None:
    heard: list[dict[str, Any]] = line.welcome["happened"]
    async with asyncio.timeout(30):
        while not any(entry["kind"] == "did" and entry["seat"] == 2 for entry in heard):
            message = await line.ws.receive(timeout=30)
            assert message.type is aiohttp.WSMsgType.TEXT
            heard = message.json().get("happened", [])
