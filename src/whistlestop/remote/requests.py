"""Asking a server over HTTP: bodies are types of the protocol, refusals are a RemoteError.

It keeps no state but its connections. Where the server says that something came too fast, it waits
as long as it is told and asks again; a command, which the server runs once however often it comes,
is also sent again after a lost connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TypeVar

import aiohttp
import msgspec

from whistlestop.protocol.commands import Command
from whistlestop.protocol.messages import Ack
from whistlestop.protocol.requests import Problem
from whistlestop.remote.address import key_of
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.refusals import refusal

T = TypeVar("T")

SECONDS = 30.0  # for one answer
TRIES = 5  # of what was too fast, and of a command whose answer did not come
LONGEST_WAIT = 30.0  # seconds that a server may ask to wait; a longer wait is the caller's affair
PAUSE = 0.3  # seconds before a command is sent again, more each time

_encode = msgspec.json.Encoder().encode


class Requests:
    """Asks one server."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._http: aiohttp.ClientSession | None = None

    @property
    def http(self) -> aiohttp.ClientSession:
        """The connections, which are opened with the first question."""
        if self._http is None:
            self._http = aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(), timeout=aiohttp.ClientTimeout(SECONDS)
            )
        return self._http

    async def close(self) -> None:
        """Close all connections."""
        if self._http is not None:
            await self._http.close()
            self._http = None

    async def get(self, path: str, kind: type[T], headers: Mapping[str, str]) -> T:
        """Ask for something of a type. Raises RemoteError."""
        return _read((await self._ask("GET", path, headers))[0], kind)

    async def raw(self, path: str, headers: Mapping[str, str]) -> bytes:
        """Ask for bytes. Raises RemoteError."""
        return (await self._ask("GET", path, headers))[0]

    async def post(
        self, path: str, body: msgspec.Struct, kind: type[T], headers: Mapping[str, str]
    ) -> T:
        """Ask for a change. Raises RemoteError."""
        return _read((await self._ask("POST", path, headers, _encode(body)))[0], kind)

    async def command(self, path: str, command: Command, headers: Mapping[str, str]) -> Ack:
        """Have a command carried out, once, also if connections break meanwhile."""
        for tried in range(TRIES):
            try:
                return await self.post(path, command, Ack, headers)
            except RemoteError as error:
                if error.code not in ("unreachable", "restarting", "busy") or tried == TRIES - 1:
                    raise
            await asyncio.sleep(PAUSE * 2**tried)
        raise AssertionError("the last try returns or raises")

    async def with_key(
        self, path: str, kind: type[T], headers: Mapping[str, str]
    ) -> tuple[T, str | None]:
        """Ask for something of a type, and for the key of the guest that comes with it."""
        body, answer = await self._ask("GET", path, headers)
        return _read(body, kind), key_of(answer.cookies)

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str], data: bytes | None = None
    ) -> tuple[bytes, aiohttp.ClientResponse]:
        for tried in range(TRIES):
            body, answer = await self._once(method, path, headers, data)
            if answer.status < 300:
                return body, answer
            problem = _problem(body)
            wait = problem.params.get("seconds", 1)
            patient = isinstance(wait, int) and wait <= LONGEST_WAIT and tried < TRIES - 1
            if problem.code != "too_fast" or not patient:
                raise refusal(problem)
            await asyncio.sleep(max(wait, 1))
        raise AssertionError("the last try returns or raises")

    async def _once(
        self, method: str, path: str, headers: Mapping[str, str], data: bytes | None
    ) -> tuple[bytes, aiohttp.ClientResponse]:
        try:
            async with self.http.request(
                method, self.base + path, headers=headers, data=data
            ) as answer:
                return await answer.read(), answer
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
            raise RemoteError("unreachable", f"{self.base} cannot be reached.") from None


def _problem(body: bytes) -> Problem:
    return _read(body, Problem)


def _read(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError:
        raise RemoteError("bad_server", "What answers there is no server of this game.") from None
