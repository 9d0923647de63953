"""Tables of a real server with a seat for a program, and what became of them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tests.server.house import Visitor
from whistlestop.engine.game import Game
from whistlestop.server.run import Server, Settings, running
from whistlestop.server.table.entries import Did
from whistlestop.server.table.state import TableState


class Host:
    """Somebody who makes tables at a server."""

    def __init__(self, server: Server, visitor: Visitor) -> None:
        self.server = server
        self.visitor = visitor

    async def say(self, table: str, command: str, **said: Any) -> Any:
        """Carry out one command; returns its result."""
        body = {"type": command, "id": f"{command}{said.get('seat', '')}", **said}
        status, ack = await self.visitor.post(f"/api/tables/{table}/commands", body)
        assert status == 200, ack
        return ack.get("result")

    async def new_table(self, *others: dict[str, Any], **options: Any) -> str:
        """A table whose first seat is a program's; a bot sits in the second unless told."""
        seats = [{"kind": "remote"}, *(others or [{"kind": "bot", "bot": "greedy"}])]
        options = {"board": "new-york", **options}
        body = {"name": "Ann", "seats": seats, "options": options}
        status, made = await self.visitor.post("/api/tables", body)
        assert status == 201, made
        return str(made["table"])

    async def token(self, table: str, seat: int = 0) -> str:
        result = await self.say(table, "reissue", seat=seat)
        return str(result["token"])

    async def address(self, table: str) -> str:
        """What the host gives to whoever has the program."""
        return f"{self.server.address}t/{table}#seat={await self.token(table)}"

    async def begun(self, **options: Any) -> tuple[str, str]:
        """A running game with a program in the first seat: the table and the address."""
        table = await self.new_table(**options)
        address = await self.address(table)
        await self.say(table, "start")
        return table, address

    async def state(self, table: str) -> TableState:
        return (await self.server.hub.table(table)).state

    async def game(self, table: str) -> Game:
        game = (await self.state(table)).game
        assert game is not None
        return game

    async def deeds(self, table: str, seat: int = 0) -> list[Did]:
        """The decisions of a seat, as the log has them."""
        lines = (await self.state(table)).lines
        return [x.body for x in lines if isinstance(x.body, Did) and x.body.seat == seat]


@contextlib.asynccontextmanager
async def hosting(folder: Path, **settings: Any) -> AsyncIterator[Host]:
    """A real server on a free port with a store in a folder."""
    wanted = Settings(
        **{"store": str(folder / "tables.db"), "port": 0, "bots": 1, "addresses": None, **settings}
    )
    async with running(wanted) as server, Visitor(server.address) as visitor:
        yield Host(server, visitor)
