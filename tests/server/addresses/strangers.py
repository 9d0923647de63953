"""Clients at addresses of their own that keep no cookie and come from no page, as programs do."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import aiohttp

from tests.server.house import Line, Scene

EVE, BOB = "127.0.0.2", "127.0.0.3"
TABLE = {"name": "Eve", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {}}
LISTED = {**TABLE, "options": {"listed": True}}


class Said(NamedTuple):
    """An answer."""

    status: int
    code: str
    body: Any
    headers: Any


class Stranger:
    """Asks from an address of the machine's own net, each time as if for the first time."""

    def __init__(self, scene: Scene, ip: str) -> None:
        self.base = scene.address.rstrip("/")
        self._lines: list[Line] = []
        wires = aiohttp.TCPConnector(local_addr=(ip, 0), limit=0)
        self._session = aiohttp.ClientSession(connector=wires, cookie_jar=aiohttp.DummyCookieJar())

    async def get(self, path: str, **headers: str) -> Said:
        return await self._ask("GET", path, None, headers)

    async def post(self, path: str, body: Any, **headers: str) -> Said:
        return await self._ask("POST", path, json.dumps(body).encode(), headers)

    async def _ask(self, method: str, path: str, data: bytes | None, headers: Any) -> Said:
        async with self._session.request(
            method, self.base + path, data=data, headers=headers
        ) as answer:
            body = await answer.read()
            if answer.content_type == "application/json":
                told = json.loads(body)
                return Said(answer.status, told.get("code", ""), told, answer.headers)
            return Said(answer.status, "", body, answer.headers)

    async def make(self, wanted: Any, **headers: str) -> Said:
        return await self.post("/api/tables", wanted, **headers)

    async def guess(self, table: str, invite: str, **headers: str) -> Said:
        sit = {"type": "sit", "id": "g", "seat": 1, "name": "Eve", "invite": invite}
        return await self.post(f"/api/tables/{table}/commands", sit, **headers)

    async def open(self, table: str, **headers: str) -> Line:
        """A socket that stays open; aiohttp's error has the status if it is refused."""
        path = f"{self.base}/api/tables/{table}/socket"
        line = Line(await self._session.ws_connect(path, headers=headers, max_msg_size=0))
        self._lines.append(line)
        return line

    async def close(self) -> None:
        await self._session.close()


@contextlib.asynccontextmanager
async def strangers(scene: Scene, *ips: str) -> AsyncIterator[list[Stranger]]:
    """A client at each of these addresses."""
    them = [Stranger(scene, ip) for ip in ips]
    try:
        yield them
    finally:
        for one in them:
            await one.close()


def is_told_when(said: Said) -> bool:
    """Whether a refusal says that this was too much, and after how many seconds to come again."""
    return said.status == 429 and int(said.headers["Retry-After"]) >= 1
