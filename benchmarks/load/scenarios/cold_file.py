"""A store full of games that were left in the middle, written directly.

A few dozen real games are played; each is copied to many tables with guests of their own.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

from benchmarks.load.players.crowd import BOARDS, SEATS
from whistlestop.engine.game import Game
from whistlestop.model.actions import DECK, Action, Draw
from whistlestop.protocol.options import COLOURS, Options
from whistlestop.server.http.guard import COOKIE
from whistlestop.server.identity import Signer
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Append, LogEntry, Member
from whistlestop.server.store.open import open_store
from whistlestop.server.table import entries as en
from whistlestop.server.table.decide import start
from whistlestop.server.table.state import TableState
from whistlestop.server.table.to_store import row_of

PLAYED = 60  # different games
LENGTHS = (20, 280)  # plies: from just begun to nearly over
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class ColdTable:
    """A table in the file, and the cookie of one who sits there."""

    id: str
    version: int
    cookie: str


async def make_file(path: Path, tables: int) -> list[ColdTable]:
    """Write so many tables; returns all of them."""
    sources = Sources()
    games = [_play(f"cold {n}", BOARDS[n % len(BOARDS)], sources) for n in range(PLAYED)]
    store = open_store(str(path))
    await store.open()
    try:
        signer = Signer(await store.secret())
        made: list[ColdTable] = []
        while len(made) < tables:
            count = min(AT_ONCE, tables - len(made))
            changes = [_copy(random.choice(games), sources) for _ in range(count)]
            await asyncio.gather(*(store.append(change) for change in changes))
            made += [_cold(change, signer, sources) for change in changes]
        return made
    finally:
        await store.close()


def _cold(change: Append, signer: Signer, sources: Sources) -> ColdTable:
    assert change.members is not None
    cookie = signer.guest_cookie(change.members[0].guest, sources.now())
    return ColdTable(change.row.id, change.row.version, f"{COOKIE}={cookie}")


def _play(seed: str, board: str, sources: Sources) -> TableState:
    """A game up to somewhere in the middle."""
    state, secret = TableState("cold"), sha256(seed.encode()).hexdigest()
    setups = [en.SeatSetup("human", COLOURS[i], f"Guest {i}", None, "") for i in range(SEATS)]
    _add(state, en.Created(Options(board=board), tuple(setups), "", "", secret=secret), sources)
    _add(state, start(state, sources).body, sources)
    for _ in range(random.randint(*LENGTHS)):
        game = state.game
        assert game is not None
        seat, after = game.turn, game.copy()
        after.play(_choose(game), seat)
        if after.over:
            break
        did = en.Did(seat, str(after.plies[-1].action), tuple(after.got(after.ply - 1)))
        _add(state, did, sources)
    return state


def _choose(game: Game) -> Action:
    """Cards are drawn more often than laid down, as people do."""
    draws = random.random() < 0.6 and Draw(DECK) in game.legal
    return Draw(DECK) if draws else random.choice(game.legal)


def _add(state: TableState, body: en.Body, sources: Sources) -> None:
    seq = state.version + 1
    state.apply(LogEntry(seq, sources.now(), "", f"{seq}", en.encode_body(body)), body)


def _copy(state: TableState, sources: Sources) -> Append:
    """The same game at a table of its own with people of its own."""
    table, guests = sources.table_id(), [sources.guest_id() for _ in range(SEATS)]
    entries = [
        LogEntry(line.seq, line.at, guests[0], line.cmd, en.encode_body(_owned(line.body, guests)))
        for line in state.lines
    ]
    summary = msgspec.json.encode(msgspec.structs.replace(state.table_part(), id=table, host=0))
    members = tuple(Member(guest, seat) for seat, guest in enumerate(guests))
    row = msgspec.structs.replace(row_of(state, state.lines[-1].at), id=table, summary=summary)
    return Append(row, tuple(entries), members)


def _owned(body: en.Body, guests: list[str]) -> en.Body:
    if not isinstance(body, en.Created):
        return body
    seats = tuple(
        msgspec.structs.replace(seat, guest=guest)
        for seat, guest in zip(body.seats, guests, strict=True)
    )
    return msgspec.structs.replace(body, seats=seats, guest=guests[0], invite="cold")
