"""One who plays: a guest with a cookie, a seat and a socket, who picks from the actions it is sent.

It knows no rules. Invariant: it sees every version of its table once and in order, or it is counted
as a gap; a move without an answer is sent again under its id after a new connection.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from benchmarks.load.players.heard import Ack, Own, Refused, TableSeen, Update, Welcome, read
from benchmarks.load.players.line import Line, dial
from whistlestop.boards.load import load_board
from whistlestop.engine.lookup import action_texts
from whistlestop.protocol import commands as co
from whistlestop.protocol.limits import PROTOCOL

if TYPE_CHECKING:
    from benchmarks.load.players.party import Party

ANSWER_SECONDS = 30.0
LONGEST_WAIT = 4.0
# So that games go on for long: cards are drawn more often than laid down, as people do.
_WEIGHTS = {"draw": 6.0, "claim": 3.0, "tickets": 0.2, "build": 0.2, "decline": 0.2}
_SOURCES = 4  # loopback addresses, each with ports of its own

_encode = msgspec.json.Encoder().encode


class Unexpected(Exception):
    """The server refused what should have been possible, or went away."""


class Player:
    """A seat at a party's table."""

    def __init__(self, party: Party, seat: int, cookie: str) -> None:
        self.party = party
        self.seat = seat
        self.cookie = cookie
        self.own: Own | None = None
        self.v = 0
        self._line: Line | None = None
        self._waits: dict[str, asyncio.Future[Ack]] = {}
        self._welcome: asyncio.Future[None] | None = None
        self._commands = 0
        # Moves without an answer: the next may be asked for before the last is acknowledged.
        self._moves: dict[str, tuple[co.Do, float]] = {}
        self._bye = ""

    # Coming and going

    async def come(self, since: int | None = None) -> None:
        """Open a socket to the party's table. Raises OSError or Unexpected."""
        loop = asyncio.get_running_loop()
        self._welcome = loop.create_future()
        self.v = since or 0
        path = f"/api/tables/{self.party.table}/socket"
        source = f"127.0.0.{2 + self.seat % _SOURCES}"
        async with asyncio.timeout(ANSWER_SECONDS):
            await dial(self, self.party.crowd.host, path, self.cookie, source)
            await self._welcome

    def leave(self) -> None:
        """Close the socket in good order."""
        self.party.crowd.ready.discard(self)
        self.own = None
        if self._line is not None:
            self._line.leave()
            self._line = None

    async def come_back(self) -> None:
        """Try again and again as the page does: each time later, never all at the same moment."""
        for tries in itertools.count():
            await asyncio.sleep(min(LONGEST_WAIT, 0.5 * 2**tries) * random.uniform(0.5, 1.0))
            try:
                await self.come(self.v)
                break
            except (OSError, Unexpected, TimeoutError):
                continue
        for do, _ in self._moves.values():
            self.party.crowd.tally.resent += 1
            self._send(do)

    def opened(self, line: Line) -> None:
        """Called by the line: say hello."""
        self._line = line
        self._send(co.Hello(PROTOCOL, self.v or None, self.party.invite))

    def closed(self, why: str) -> None:
        """Called by the line: whoever waits for an answer is let down."""
        self.party.crowd.ready.discard(self)
        self._line = self.own = None
        why, self._bye = why + self._bye, ""
        for wait in (*self._waits.values(), self._welcome):
            if wait is not None and not wait.done():
                wait.set_exception(Unexpected(f"the socket was closed: {why}"))
                wait.exception()  # whoever waits is told; nobody else needs to be
        self._waits.clear()
        self.party.crowd.lost(self, why)

    # Speaking

    def _send(self, message: co.FromClient) -> None:
        if self._line is not None:
            self._line.send(_encode(message))

    def new_id(self) -> str:
        """An id for the next command."""
        self._commands += 1
        return f"{self.seat}.{self._commands}"

    async def ask(self, command: co.Command) -> Ack:
        """Send a command and wait for its answer."""
        wait = asyncio.get_running_loop().create_future()
        self._waits[command.id] = wait
        self._send(command)
        async with asyncio.timeout(ANSWER_SECONDS):
            answer: Ack = await wait
        return answer

    def act(self, due: float) -> None:
        """Take the decision that is asked of this seat."""
        own, self.own = self.own, None
        if own is None or own.decision is None:
            return
        do = co.Do(self.new_id(), self.seat, own.decision, choose(own.legal, self.party.board))
        self._moves[do.id] = (do, due)
        self._send(do)

    # Listening

    def heard(self, frame: bytes) -> None:
        """Called by the line: count the frame and take in the message."""
        self.party.crowd.tally.note_frame(len(frame))
        message = read.decode(frame)
        if isinstance(message, Update):
            self._see(message)
        elif isinstance(message, Ack):
            self._acknowledged(message)
        elif isinstance(message, Welcome):
            self._welcomed(message)
        elif isinstance(message, Refused):
            self._refused(message)
        else:
            self._bye = f" ({message.code})"

    def _see(self, update: Update) -> None:
        if update.v != self.v + 1:
            self.party.crowd.tally.gaps += 1
        self._take_in(update.v, update.table, update.mine or [])

    def _welcomed(self, welcome: Welcome) -> None:
        if welcome.v < self.v:
            self.party.crowd.tally.gaps += 1
        if self._welcome is not None and not self._welcome.done():
            self._welcome.set_result(None)
        self._take_in(welcome.v, welcome.table, welcome.mine)

    def _take_in(self, v: int, table: TableSeen | None, mine: list[Own]) -> None:
        self.v = v
        for own in mine:
            self._asked(own)
        if table is not None:
            self.party.table_changed(table)

    def _asked(self, own: Own) -> None:
        crowd = self.party.crowd
        if own.decision is None:
            self.own = None
            crowd.ready.discard(self)
        elif all(do.decision != own.decision for do, _ in self._moves.values()):
            self.own = own
            crowd.asked(self)

    def _acknowledged(self, ack: Ack) -> None:
        if ack.id in self._moves:
            do, due = self._moves.pop(ack.id)
            self.party.crowd.tally.latencies.append(asyncio.get_running_loop().time() - due)
            told = texts_of(self.party.board)[int(do.action)]
            self.party.told.append((ack.v, do.seat, told))
        wait = self._waits.pop(ack.id, None)
        if wait is not None and not wait.done():
            wait.set_result(ack)

    def _refused(self, refused: Refused) -> None:
        self.party.crowd.tally.refused[refused.code] += 1
        id = refused.id or ""
        self._moves.pop(id, None)
        wait = self._waits.pop(id, None)
        if wait is not None and not wait.done():
            wait.set_exception(Unexpected(f"refused: {refused.code}"))


@cache
def texts_of(board: str) -> list[str]:
    """What each number of a board stands for."""
    return action_texts(load_board(board))


def choose(legal: list[int], board: str) -> int:
    """An action at random: first what kind, then which of it."""
    texts, kinds = texts_of(board), dict[str, list[int]]()
    for action in legal:
        kinds.setdefault(texts[action].partition(" ")[0], []).append(action)
    weights = [_WEIGHTS.get(kind, 1.0) for kind in kinds]
    return random.choice(random.choices(list(kinds.values()), weights)[0])
