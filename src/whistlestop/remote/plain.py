"""The same for programs without an event loop: every call waits for its answer.

The loop is in a thread of its own, so this works in a notebook too. Nothing is decided here: each
method calls the one of `guest` or `table` that has its name, where it is described.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action
from whistlestop.model.score import Score
from whistlestop.protocol.messages import Happened
from whistlestop.protocol.options import SeatPlan
from whistlestop.protocol.requests import Offers, Seen, TableLine
from whistlestop.record import Record, SeatRecord
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.guest import SERVER, AsyncClient
from whistlestop.remote.players import Playing
from whistlestop.remote.table import SECONDS, AsyncRemoteTable

T = TypeVar("T")

TIDY_SECONDS = 5.0  # for what was interrupted to end its processes and connections


class LoopThread:
    """An event loop in a thread, which ends with the program or by `close`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop and wait for its result; an interrupt ends it there, too."""
        if self.closed:
            work.close()
            raise RemoteError("closed", "This client is closed.")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def each(self, items: AsyncIterator[T]) -> Iterator[T]:
        """What an asynchronous iterator gives, one after the other."""
        try:
            while True:
                yield self.run(_next(items))
        except StopAsyncIteration:
            return
        finally:
            if not self.closed:
                self.run(_end(items))

    @property
    def closed(self) -> bool:
        """Whether nothing can be done here any more."""
        return self._loop.is_closed()

    def close(self) -> None:
        """End the loop and its thread, after all that was interrupted has tidied up."""
        if not self.closed:
            self.run(_others())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


async def _next(items: AsyncIterator[T]) -> T:
    return await anext(items)


async def _others() -> None:
    """Wait for everything else that the loop does."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others, timeout=TIDY_SECONDS)


async def _end(items: AsyncIterator[Any]) -> None:
    close = getattr(items, "aclose", None)
    if close is not None:
        await close()


class Client:
    """A guest of a server, for `with`. See `AsyncClient`."""

    def __init__(
        self, server: str = SERVER, name: str = "Player", *, key: str | None = None
    ) -> None:
        self._guest = AsyncClient(server, name, key=key)
        self._loop = LoopThread()
        try:
            self._loop.run(self._guest.greet())
        except BaseException:
            self._loop.close()
            raise

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; tables and seats stay."""
        if not self._loop.closed:
            self._loop.run(self._guest.close())
            self._loop.close()

    @property
    def key(self) -> str:
        """What one comes back with as the same guest: `Client(server, key=key)`."""
        return self._guest.key

    def offers(self) -> Offers:
        """What a table can be made of: boards, bots, colours, phrases."""
        return self._loop.run(self._guest.offers())

    def tables(self, *, mine: bool = False) -> list[TableLine]:
        """Tables that are listed for everybody, or those with an own seat; the latest first."""
        return self._loop.run(self._guest.tables(mine=mine))

    def new_table(
        self, board: str = "usa", seats: Sequence[str | SeatPlan] = ("me", "greedy"), **options: Any
    ) -> RemoteTable:
        """Make a table; see `AsyncClient.new_table`."""
        made = self._loop.run(self._guest.new_table(board, seats, **options))
        return RemoteTable(self._loop, made)

    def table(self, link: str) -> RemoteTable:
        """A table by its link or its id. With a seat's token in the link one plays that seat."""
        return RemoteTable(self._loop, self._guest.table(link))


class RemoteTable:
    """A table of a server; `Client.new_table` and `Client.table` give one."""

    def __init__(self, loop: LoopThread, table: AsyncRemoteTable) -> None:
        self._loop = loop
        self._table = table

    def __repr__(self) -> str:
        return repr(self._table)

    @property
    def id(self) -> str:
        """The table's id."""
        return self._table.id

    @property
    def link(self) -> str:
        """The table's page. With an invite, if one is known, by which others take a free seat."""
        return self._table.link

    def look(self) -> Seen:
        """The table as the caller may see it now: options, seats, the game, own hands."""
        return self._loop.run(self._table.look())

    def view(self, seat: int | None = None) -> View:
        """The view of an own seat, the first one unless told; a spectator's for those without."""
        return self._loop.run(self._table.view(seat))

    def sit(self, seat: int | None = None, name: str | None = None) -> int:
        """Take a free seat, the first one unless told, or the seat whose token the link holds."""
        return self._loop.run(self._table.sit(seat, name))

    def leave(self, seat: int) -> None:
        """Get up from an own seat."""
        self._loop.run(self._table.leave(seat))

    def start(self) -> None:
        """Start the game, as its host; seats that are still free are removed."""
        self._loop.run(self._table.start())

    def say(self, text: str) -> None:
        """Say something at the table."""
        self._loop.run(self._table.say(text))

    def program_link(self, seat: int) -> str:
        """An address by which a program plays a seat of the kind `remote`; older ones end."""
        return self._loop.run(self._table.program_link(seat))

    def device_link(self, seat: int) -> str:
        """A link by which the caller goes on with an own seat on another device, once."""
        return self._loop.run(self._table.device_link(seat))

    def do(self, action: Action | str, seat: int | None = None) -> None:
        """Take the decision that the game waits for; RemoteError names the rule that forbids it."""
        self._loop.run(self._table.do(action, seat))

    def command(self, kind: str, **said: Any) -> dict[str, Any]:
        """Have any command of the protocol carried out; returns its result."""
        return self._loop.run(self._table.command(kind, **said))

    def turn(self) -> View | None:
        """Wait until the game waits for an own seat; its view, or None when the game is over."""
        return self._loop.run(self._table.turn())

    def play(
        self, bot: Playing = "greedy", seconds: float = SECONDS, seed: int | None = None
    ) -> Score | None:
        """Let a bot play the own seats until the game is over; returns the score."""
        return self._loop.run(self._table.play(bot, seconds, seed))

    def watch(self, since: int = 0) -> Iterator[Happened]:
        """Everything that has happened after version `since`, and then as it happens, until the
        game is over."""
        return self._loop.each(self._table.watch(since))

    def record(self, seat: int | None = None) -> Record | SeatRecord:
        """The record: whole once the game is over, before that as the caller's seat saw it."""
        return self._loop.run(self._table.record(seat))

    def record_bytes(self, seat: int | None = None) -> bytes:
        """The record as a file holds it."""
        return self._loop.run(self._table.record_bytes(seat))

    def download(self, path: str | Path, seat: int | None = None) -> Path:
        """Save the record in a file; returns its path."""
        return self._loop.run(self._table.download(path, seat))
