"""A store with games in it, and the ways in which its file can be damaged.

Pages are found as SQLite's file format describes it, so that a test can name the page it ruins.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.house import House, Scene, captured_logs
from tests.server.table.evening import Evening, StillSources
from tests.server.table.playing import play_one, play_to_the_end
from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.bots.processes.pool import BotPool
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.sources import Sources
from whistlestop.server.store.open import open_store
from whistlestop.server.table import entries as en
from whistlestop.server.table.decide import Decided

TABLES = 30
PLIES = 25
PAGE = 4096
INTERIOR = (2, 5)


class Named(StillSources):
    """As still as ever, but tables have ids as they have in the world."""

    def table_id(self) -> str:
        return Sources().table_id()


async def fill(path: Path, tables: int = TABLES, plies: int = PLIES) -> list[str]:
    """Games on a new store, the first of them over; the ids of their tables."""
    store = open_store(str(path))
    await store.open()
    there = Evening(store, Named(), BotPool(0))
    made = [await _game(there, number, plies) for number in range(tables)]
    await there.hub.close()
    await store.close()
    return made


async def killed(path: Path) -> list[str]:
    """Games on a new store whose server was killed in the middle of them; the write-ahead log is
    folded into the file."""
    store = open_store(f"{path}.first")
    await store.open()
    there = Evening(store, Named(), BotPool(0))
    seats = [SeatPlan("me"), SeatPlan("here", name="Bo")]
    made = []
    for number in range(TABLES):
        table = await there.table(seats, host=f"host{number}", board="usa", listed=True)
        host = await there.person(table, f"host{number}")
        await host.asks(co.Start)
        for _ in range(PLIES):
            await play_one(table, {0: host, 1: host}, random.Random(number))
        made.append(table.state.id)
    for ending in ("", "-wal", ".promises"):
        shutil.copy(f"{path}.first{ending}", f"{path}{ending}")
    await there.hub.close()
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return made


async def _game(there: Evening, number: int, plies: int) -> str:
    seats = [SeatPlan("me"), *(SeatPlan("here", name="N" * 20) for _ in range(4))]
    board = "new-york" if number < 2 else "usa"
    seats = seats[:2] if number < 2 else seats
    table = await there.table(seats, host=f"host{number}", board=board, listed=True)
    host = await there.person(table, f"host{number}")
    await host.asks(co.Start)
    people = dict.fromkeys(range(len(seats)), host)
    if number < 2:
        await play_to_the_end(table, people, seed=number)
    else:
        for ply in range(plies):
            await play_one(table, people, random.Random(number))
            if ply % 10 == number % 10:
                await host.asks(co.Say, text="how about a nice cup of tea? " * 10)
        advice = tuple(AdvisedAction(f"draw {'x' * 50}", 1.0, "gather", {}) for _ in range(60))
        seat = table.state.waiting[0]
        hinted = Decided(en.Hinted(seat, table.state.decision_of(seat) or 0, advice))
        await table.decide_and_commit(host.caller, host.id(), lambda context: hinted)
    if number % 2:
        await host.asks(co.Say, phrase="well_played")
    host.go()
    return table.state.id


# Pages


def root_of(path: Path, tree: str) -> int:
    """The first page of a tree."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        return int(connection.execute(query, (tree,)).fetchone()[0])


def page(path: Path, number: int) -> bytes:
    return path.read_bytes()[(number - 1) * PAGE : number * PAGE]


def leaf_of(path: Path, tree: str) -> int:
    """A page without pages below, in the middle of a tree."""
    leaves = _leaves(path, root_of(path, tree))
    return leaves[len(leaves) // 2]


def shared_leaf(path: Path, tree: str, names: list[str]) -> int:
    """A page without pages below that holds something of two names, so one of them begins there."""
    leaves = _leaves(path, root_of(path, tree))
    return next(
        number
        for number in leaves[len(leaves) // 2 :] + leaves
        if sum(name.encode() in page(path, number) for name in names) > 1
    )


def _leaves(path: Path, number: int) -> list[int]:
    found = page(path, number)
    if found[0] not in INTERIOR:
        return [number]
    cells = int.from_bytes(found[3:5], "big")
    places = [int.from_bytes(found[12 + 2 * i : 14 + 2 * i], "big") for i in range(cells)]
    below = [int.from_bytes(found[at : at + 4], "big") for at in places]
    last = int.from_bytes(found[8:12], "big")
    return [leaf for child in (*below, last) for leaf in _leaves(path, child)]


def overflow_page(path: Path, text: bytes) -> int:
    """A page with the rest of a long value, found by something in it."""
    whole = path.read_bytes()
    for number in range(2, len(whole) // PAGE + 1):
        found = whole[(number - 1) * PAGE : number * PAGE]
        if found[0] not in (2, 5, 10, 13) and text in found:
            return number
    raise AssertionError("no value is that long")


def zero(path: Path, number: int) -> None:
    """What a failing disk leaves of a page."""
    with path.open("r+b") as file:
        file.seek((number - 1) * PAGE)
        file.write(bytes(PAGE))


# What a server makes of it


@dataclass
class Seen:
    """How a server with a damaged store answers."""

    served: set[str]
    refusals: dict[str, tuple[int, Any]]
    made: int
    health: tuple[int, Any]
    listed: set[str]
    figures: str
    log: list[dict[str, Any]]


def serve(store: Path, tables: list[str]) -> Seen:
    """Start a real server on a store, and ask it for all tables twice, and for a new one."""
    house = House(store.parent)
    house.store = str(store)
    seen: list[Seen] = []

    async def story(scene: Scene) -> None:
        seen.append(await _look(scene, tables))

    with captured_logs(house):
        house.run(story)
    seen[0].log = house.lines()
    return seen[0]


async def _look(scene: Scene, tables: list[str]) -> Seen:
    ann = scene.ann
    answers: dict[str, tuple[int, Any]] = {}
    for _ in range(2):
        answers = {table: await ann.get(f"/api/tables/{table}") for table in tables}
    new = {"name": "Ann", "seats": [{"kind": "me"}, {"kind": "here", "name": "Bob"}]}
    made = [(await ann.post("/api/tables", new))[0] for _ in range(5)]
    await asyncio.sleep(0.5)
    _, some = await ann.get("/api/tables?limit=50")
    return Seen(
        {table for table, (status, _) in answers.items() if status == 200},
        {table: answer for table, answer in answers.items() if answer[0] != 200},
        made.count(201),
        await ann.get("/health"),
        {line["table"]["id"] for line in some["tables"]} if "tables" in some else set(),
        (await ann.get("/metrics"))[1],
        [],
    )
