"""A table of a server, for a program with an event loop: sit, play, watch, download.

Each method asks the server anew, so nothing here grows old. What is to be decided comes from the
server with its legal actions; no rule is applied here. Commands get ids of their own, and `do` one
that follows from its decision, so that nothing is done twice however often it is sent.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import msgspec

from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action
from whistlestop.model.score import Score
from whistlestop.protocol.commands import Command, Do, Hello, Return
from whistlestop.protocol.limits import PROTOCOL
from whistlestop.protocol.messages import Happened, Refused, Update, Welcome
from whistlestop.protocol.requests import Log, Problem, Seen
from whistlestop.protocol.view_from_wire import view_from_wire
from whistlestop.protocol.views import OwnView
from whistlestop.record import Record, SeatRecord, loads
from whistlestop.remote.address import TableAddress
from whistlestop.remote.bot import RemoteBot
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.known_table import KnownTable, board_of
from whistlestop.remote.line import ConnectionLost, Line, hear
from whistlestop.remote.players import Playing, player_of
from whistlestop.remote.refusals import refusal
from whistlestop.remote.requests import Requests

T = TypeVar("T")

SECONDS = 10.0  # for a decision of a bot, unless the caller sets another limit

log = logging.getLogger("whistlestop.client")


class AsyncRemoteTable:
    """A table. `name` is what the caller is called there; `AsyncClient.table` makes one."""

    def __init__(self, requests: Requests, address: TableAddress, name: str) -> None:
        self.address = address
        self.name = name
        self._requests = requests

    def __repr__(self) -> str:
        return f"<table {self.address}>"

    @property
    def id(self) -> str:
        """The table's id."""
        return self.address.table

    @property
    def link(self) -> str:
        """The table's page. With an invite, if one is known, by which others take a free seat."""
        invite = self.address.invite
        return self.address.link(None if _is_token(invite) else invite)

    async def look(self) -> Seen:
        """The table as the caller may see it now: options, seats, the game, own hands."""
        return await self._get("", Seen)

    async def view(self, seat: int | None = None) -> View:
        """The view of an own seat, the first one unless told; a spectator's for those without."""
        seen = await self.look()
        own = [part for part in seen.mine if seat is None or part.seat == seat]
        if seat is not None and not own:
            raise RemoteError("not_your_seat", f"Seat {seat} is not yours, or nothing is dealt.")
        return _view(seen, own[0] if own else None)

    async def sit(self, seat: int | None = None, name: str | None = None) -> int:
        """Take a free seat, the first one unless told, or the seat whose token the link holds;
        returns its number."""
        invite = self.address.invite
        if seat is None:
            seat = _granted(invite) if _is_token(invite) else _free(await self.look())
        name = self.name if name is None else name
        await self.command("sit", seat=seat, name=name, invite=invite or None)
        await self.add_luck(seat)
        return seat

    async def add_luck(self, seat: int) -> None:
        """Add an own seat's random value to the luck of the deal, if there is one to come."""
        table = (await self.look()).table
        if table.deal is None or table.status != "gathering" or seat in table.deal.values:
            return
        try:
            await self.command("value", seat=seat, value=secrets.token_hex(32))
        except RemoteError as error:
            if error.code not in ("wrong_time", "value_given"):  # the start did not wait for it
                raise

    async def leave(self, seat: int) -> None:
        """Get up from an own seat."""
        await self.command("leave", seat=seat)

    async def start(self) -> None:
        """Start the game, as its host; seats that are still free are removed."""
        await self.command("start")

    async def say(self, text: str) -> None:
        """Say something at the table."""
        await self.command("say", text=text)

    async def program_link(self, seat: int) -> str:
        """An address by which a program plays a seat of the kind `remote`; older ones end."""
        made = await self.command("reissue", seat=seat)
        return self.address.link(str(made["token"]), "seat")

    async def device_link(self, seat: int) -> str:
        """A link by which the caller goes on with an own seat on another device, once."""
        made = await self.command("link", seat=seat)
        return self.address.link(str(made["token"]))

    async def do(self, action: Action | str, seat: int | None = None) -> None:
        """Take the decision that the game waits for; RemoteError names the rule that forbids it."""
        own = _asked(await self.look(), seat)
        if own is None:
            raise RemoteError("not_your_turn", "The game does not wait for you now.")
        id = f"d{own.decision}.{own.seat}"
        text, decision = str(action), own.decision or 0
        await self._send(_checked(Do, id=id, seat=own.seat, decision=decision, action=text))

    async def command(self, kind: str, **said: Any) -> dict[str, Any]:
        """Have any command of the protocol carried out; returns its result."""
        command = _checked(Command, type=kind, id=f"c{secrets.token_hex(8)}", **said)
        return await self._send(command)

    async def turn(self) -> View | None:
        """Wait until the game waits for an own seat; its view, or None when the game is over."""
        seen = await self.look()
        own = _asked(seen, None)
        if own is not None or seen.table.status == "over":
            return None if own is None else _view(seen, own)
        known = KnownTable()
        async with aclosing(self._listen(known, None)) as messages:
            async for _ in messages:
                await self._need_seat(known)
                for seat, _ in known.decisions():
                    return known.view(seat)
        return None

    async def play(
        self, bot: Playing = "greedy", seconds: float = SECONDS, seed: int | None = None
    ) -> Score | None:
        """Let a bot play the own seats until the game is over; returns the score."""
        player = player_of(bot, seconds, seed)
        return await RemoteBot(self.address, player, log.warning).run()

    async def watch(self, since: int = 0) -> AsyncIterator[Happened]:
        """Everything that has happened after version `since`, and then as it happens, until the
        game is over."""
        more = True
        while more:
            page = await self._get(f"/log?after={since}", Log)
            more = page.more
            for entry in page.happened:
                since = entry.v
                yield entry
        async with aclosing(self._listen(KnownTable(), since)) as messages:
            async for message in messages:
                for entry in message.happened:
                    if entry.v > since:
                        since = entry.v
                        yield entry

    async def record_bytes(self, seat: int | None = None) -> bytes:
        """The record as a file holds it: whole once the game is over, before that as the caller's
        seat saw the game; a finished game also as any seat saw it."""
        query = "" if seat is None else f"?seat={seat}"
        path = f"/api/tables/{self.id}/record.wst{query}"
        return await self._requests.raw(path, self.address.headers)

    async def record(self, seat: int | None = None) -> Record | SeatRecord:
        """The record, as `whistlestop.load` reads it."""
        return loads(await self.record_bytes(seat))

    async def download(self, path: str | Path, seat: int | None = None) -> Path:
        """Save the record in a file; returns its path."""
        data = await self.record_bytes(seat)
        Path(path).write_bytes(data)
        return Path(path)

    async def _get(self, path: str, kind: type[T]) -> T:
        where = f"/api/tables/{self.id}{path}"
        return await self._requests.get(where, kind, self.address.headers)

    async def _send(self, command: Any) -> dict[str, Any]:
        path = f"/api/tables/{self.id}/commands"
        ack = await self._requests.command(path, command, self.address.headers)
        return ack.result or {}

    async def _need_seat(self, known: KnownTable) -> None:
        """Take back a seat that was lost to the clock; refuse somebody who has none."""
        if not known.seated:
            raise RemoteError("no_seat", "You have no seat at this table.")
        for seat in known.you.away:
            await self._send(Return(f"r{known.version}.{seat}", seat))

    async def _listen(
        self, known: KnownTable, since: int | None
    ) -> AsyncGenerator[Welcome | Update]:
        """What comes over the table's socket until the game is over, however often it breaks."""
        line = Line(self._requests.http, self.address, log.warning)
        while not known.over:
            socket = await line.connect()
            try:
                seen = since if known.version is None else known.version
                hello = Hello(PROTOCOL, seen, self.address.invite or None)
                await socket.send_str(msgspec.json.encode(hello).decode())
                while not known.over:
                    message = await hear(socket)
                    if isinstance(message, Refused):
                        raise refusal(Problem(message.code, message.params or {}))
                    if isinstance(message, Welcome | Update):
                        line.works()
                        _take(known, message)
                        yield message
            except (ConnectionLost, aiohttp.ClientError, OSError):
                await line.rest()
            finally:
                await socket.close()

    def granted(self, invite: str) -> AsyncRemoteTable:
        """The same table by a link with this invite."""
        address = replace(self.address, invite=invite)
        return AsyncRemoteTable(self._requests, address, self.name)


def _take(known: KnownTable, message: Welcome | Update) -> None:
    if isinstance(message, Welcome):
        known.welcome(message)
    else:
        known.update(message)


def _view(seen: Seen, own: OwnView | None) -> View:
    if seen.game is None:
        raise RemoteError("wrong_time", "The game has not begun.")
    return view_from_wire(board_of(seen.game.board), seen.game, own)


def _asked(seen: Seen, seat: int | None) -> OwnView | None:
    """The own part of the seat that has to decide now, if there is one."""
    if seen.table.status != "playing":
        return None
    asked = [own for own in seen.mine if own.decision is not None]
    return next((own for own in asked if seat in (None, own.seat)), None)


def _free(seen: Seen) -> int:
    free = [seat for seat, part in enumerate(seen.table.seats) if part.kind == "open"]
    if not free:
        raise RemoteError("seat_taken", "No seat at this table is free.")
    return free[0]


def _is_token(invite: str) -> bool:
    """Whether what a link grants is one seat; an invite is good for any free one."""
    return "." in invite


def _granted(token: str) -> int:
    """The seat that a token stands for; it is written in it."""
    seat = token.split(".")[1]
    if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise RemoteError("bad_token", "The link does not hold the token of a seat.")
    return int(seat)


def _checked(kind: Any, **said: Any) -> Any:
    """A command with these fields, as the protocol has it. Raises RemoteError."""
    try:
        return msgspec.convert({**said, "type": said.get("type", "do")}, kind)
    except msgspec.ValidationError as error:
        raise RemoteError("bad_message", f"That is no command: {error}.") from None
