"""Those who come to an evening, each with connections of its own and all that they were sent.

A person is a guest with a cookie, a program with a seat's token, or a stranger who keeps no cookie.
`eyes` are the seats whose secrets are this person's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tests.server.secrecy.scripts import Eyes
from tests.server.secrecy.wire import Address, Asking, Ear, Kept, Message


class Someone:
    """A person at a server."""

    def __init__(self, name: str, address: Address, eyes: Eyes, token: str | None = None) -> None:
        self.name = name
        self.eyes = eyes
        self.token = token
        self.address = address
        headers = {"Origin": f"http://{address.name}"}
        if token is not None:
            headers = {"Authorization": f"Bearer {token}"}
        self.asking = Asking(address, headers)
        self.guest = ""
        self.asked: list[Kept] = []
        self.ears: list[Ear] = []
        self.commands = 0

    @property
    def ear(self) -> Ear:
        """The socket this person plays on."""
        return self.ears[0]

    @property
    def kept(self) -> list[Kept]:
        """Everything this person was sent, connection by connection."""
        return [*self.asked, *(ear.kept for ear in self.ears)]

    async def introduce(self) -> None:
        """Become a guest."""
        _, body = await self.get("/api/me")
        self.guest = str(msgspec.json.decode(body)["guest"])

    async def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
        status, body, kept = await self.asking.ask(method, path, None, **headers)
        self.asked.append(kept)
        return status, body

    async def post(self, path: str, what: Any) -> tuple[int, Any]:
        status, body, kept = await self.asking.ask("POST", path, msgspec.json.encode(what))
        self.asked.append(kept)
        return status, msgspec.json.decode(body)

    async def listen(self, table: str, label: str, since: int | None = None) -> Ear:
        """One more socket at a table."""
        ear = Ear(f"socket: {label}")
        self.ears.append(ear)
        if await ear.open(self.address, table, self.asking.headers):
            await ear.hello(since)
        return ear

    def id(self) -> str:
        self.commands += 1
        return f"{self.name}-{self.commands}"

    async def command(self, kind: str, /, **what: Any) -> Message:
        """Say something on the first socket; the answer."""
        id = self.id()
        self.ear.say({"type": kind, "id": id, **what})
        return await self.ear.answer(id)

    async def leave(self) -> None:
        for ear in self.ears:
            await ear.close()
        await self.asking.close()


class Stranger(Someone):
    """Asks without keeping the cookie it is given: somebody new every time."""

    async def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes]:
        answer = await super().get(path, method, **headers)
        self.asking.headers.pop("Cookie", None)
        return answer
