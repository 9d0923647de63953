"""Somebody at a server, for a program with an event loop: makes tables, and finds them.

A server knows a guest by a key, as it knows a browser by its cookie. Invariant: the key travels in
headers only, and whoever has it is the guest: host of its tables, and in its seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast, get_args, get_type_hints

import msgspec

from whistlestop.protocol.limits import PROTOCOL
from whistlestop.protocol.options import SeatPlan
from whistlestop.protocol.requests import CreateTable, Made, Me, Offers, Problem, TableLine, Tables
from whistlestop.remote.address import (
    TableAddress,
    guest_headers,
    is_secret,
    is_table,
    read_link,
    read_server,
)
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.refusals import refusal
from whistlestop.remote.requests import Requests
from whistlestop.remote.table import AsyncRemoteTable

T = TypeVar("T")

SERVER = "http://127.0.0.1:8000"  # where `whistlestop serve` is
KINDS = get_args(get_type_hints(SeatPlan)["kind"])


class AsyncClient:
    """A guest of a server, for `async with`. `key` is what one comes back with as the same guest:
    treat it like a password."""

    def __init__(
        self, server: str = SERVER, name: str = "Player", *, key: str | None = None
    ) -> None:
        self.server = read_server(server)
        self.name = name
        self._key = key
        self._greeted = False
        self._public = ""
        self._requests = Requests(self.server)
        if key is not None and not is_secret(key):
            raise refusal(Problem("bad_cookie", {}))

    async def __aenter__(self) -> AsyncClient:
        await self.greet()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def greet(self) -> None:
        """Ask who one is, and whether the server speaks this protocol. Raises RemoteError."""
        if self._greeted:
            return
        try:
            me, key = await self._requests.with_key("/api/me", Me, self._headers)
            self._check(me, key)
        except RemoteError:
            await self.close()
            raise
        self._key, self._greeted = key, True
        self._public = read_server(me.address) if me.address else ""

    def _check(self, me: Me, key: str | None) -> None:
        """Refuse a server that we do not understand, or that does not know us."""
        if me.protocol != PROTOCOL or key is None:
            raise refusal(Problem("wrong_protocol", {}))
        # A server that cannot read a key takes its holder for somebody new, who has no seats.
        if self._key is not None and self._key.partition(".")[0] != me.guest:
            raise refusal(Problem("bad_cookie", {}))

    async def close(self) -> None:
        """Close all connections; tables and seats stay."""
        await self._requests.close()

    @property
    def key(self) -> str:
        """What one comes back with as the same guest: `AsyncClient(server, key=key)`."""
        return self._key or ""

    async def offers(self) -> Offers:
        """What a table can be made of: boards, bots, colours, phrases."""
        return await self._get("/api/offers", Offers)

    async def tables(self, *, mine: bool = False) -> list[TableLine]:
        """Tables that are listed for everybody, or those with an own seat; the latest first."""
        path = "/api/me/tables" if mine else "/api/tables"
        return (await self._get(path, Tables)).tables

    async def new_table(
        self, board: str = "usa", seats: Sequence[str | SeatPlan] = ("me", "greedy"), **options: Any
    ) -> AsyncRemoteTable:
        """Make a table. Each seat is `me`, `open` for whoever has the link, `remote` for a program,
        or the name of a bot; options are those of the protocol, such as `listed=True`."""
        await self.greet()
        wanted = _wanted(self.name, board, seats, options)
        made = await self._requests.post("/api/tables", wanted, Made, self._headers)
        table = self.table(made.table).granted(made.invite)
        for seat, plan in enumerate(wanted.seats):
            if plan.kind in ("me", "here") and made.commitment is not None:
                await table.add_luck(seat)
        return table

    def table(self, link: str) -> AsyncRemoteTable:
        """A table by its link or its id. With a seat's token in the link one plays that seat."""
        given = TableAddress(self.server, link) if is_table(link) else read_link(link)
        if given.base not in (self.server, self._public):
            raise RemoteError("bad_address", f"{given} is not a table of {self.server}.")
        if not given.token and not self._greeted:
            raise RemoteError("not_greeted", "First greet the server, as `async with` does.")
        guest = "" if given.token else self.key
        address = replace(given, base=self.server, guest=guest, public=self._public)
        return AsyncRemoteTable(self._requests, address, self.name)

    @property
    def _headers(self) -> dict[str, str]:
        return guest_headers(self._public or self.server, self.key)

    async def _get(self, path: str, kind: type[T]) -> T:
        await self.greet()
        return await self._requests.get(path, kind, self._headers)


def _wanted(
    name: str, board: str, seats: Sequence[str | SeatPlan], options: dict[str, Any]
) -> CreateTable:
    """What is asked for, if a server would read it. Raises RemoteError."""
    plans = [_plan(seat) for seat in seats]
    wanted = {"name": name, "seats": plans, "options": {"board": board, **options}}
    try:
        return msgspec.convert(msgspec.to_builtins(wanted), CreateTable)
    except (msgspec.ValidationError, TypeError) as error:
        raise RemoteError("bad_message", f"A table cannot be made so: {error}.") from None


def _plan(seat: str | SeatPlan) -> SeatPlan:
    if isinstance(seat, SeatPlan):
        return seat
    return SeatPlan(cast(Any, seat)) if seat in KINDS else SeatPlan("bot", seat)
