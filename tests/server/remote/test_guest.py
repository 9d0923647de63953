"""`whistlestop.client` against a real server: tables made, played, watched and downloaded."""

from __future__ import annotations

import asyncio
import signal
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.bots.processes.pools import end_within
from tests.server.remote.tables import Host
from tests.server.remote.test_bot import BadLine
from tests.server.remote.visits import code_of, run
from whistlestop.bots import BotError, make_bot
from whistlestop.bots.programs.stdio import Program
from whistlestop.client import AsyncClient, Client, RemoteError
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.score import Score
from whistlestop.record import Record, SeatRecord
from whistlestop.remote import line, requests
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.table.entries import Said

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
SMALL = ("me", "greedy")


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "SHORTEST_PAUSE", 0.02)
    monkeypatch.setattr(line, "LONGEST_PAUSE", 0.2)
    monkeypatch.setattr(requests, "PAUSE", 0.02)


class Own:
    """A bot of the caller's own, made from a source of luck."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        return str(make_bot("greedy", 0).choose(view))


def test_a_table_is_made_played_by_hand_and_downloaded(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            table = await ann.new_table("new-york", SMALL, first=0)
            assert await code_of(table.view()) == "wrong_time"
            await table.start()
            deal = (await host.game(table.id)).deal
            assert deal is not None
            assert deal.values[0] is not None
            while (view := await table.turn()) is not None:
                assert view == (await host.game(table.id)).view(0)
                await table.do(make_bot("greedy", 0).choose(view))
            game = await host.game(table.id)
            assert game.over
            assert await table.view() == game.view(0)
            record = await table.record()
            assert isinstance(record, Record)
            record.verify()
            assert record.game.score() == game.score()
            assert (await table.download(tmp_path / "a.wst")).read_text() == record.dumps()
            assert isinstance(await table.record(1), SeatRecord)

    run(story, tmp_path)


def test_the_same_without_an_event_loop(tmp_path: Path) -> None:
    def evening(address: str) -> tuple[str, Game]:
        with Client(address, "Ann") as ann, Client(address, "Bob") as bob:
            table = ann.new_table("new-york", ["me", "open", "greedy"])
            theirs = bob.table(table.link)
            assert theirs.sit() == 1
            theirs.say("Good evening")
            table.start()
            assert [entry.v for entry in islice(theirs.watch(), 3)] == [1, 2, 3]
            theirs.leave(1)
            assert isinstance(table.play("greedy"), Score)
            kinds = [entry.kind for entry in bob.table(table.link).watch()]
            assert {"created", "sat", "said", "started", "left", "did"} <= set(kinds)
            assert table.turn() is None
            assert table.view(0).over
            assert [one.table.id for one in ann.tables(mine=True)] == [table.id]
            assert ann.tables() == []
            assert "new-york" in [board.name for board in ann.offers().boards]
            assert table.look().v == len(kinds)
            assert table.download(tmp_path / "b.wst").read_bytes() == table.record_bytes()
            record = table.record()
            assert isinstance(record, Record)
            return table.id, record.game

    async def story(host: Host) -> None:
        table, game = await asyncio.to_thread(evening, host.server.address)
        assert (await host.game(table)).score() == game.score()

    run(story, tmp_path)


def test_any_kind_of_bot_plays_a_seat(tmp_path: Path) -> None:
    program = Program([sys.executable, str(EXAMPLES / "traveller.py")])

    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            for bot in ("planner", Own, make_bot("greedy", 1), program):
                table = await ann.new_table("new-york", SMALL)
                await table.start()
                assert await table.play(bot) == (await host.game(table.id)).score()
                assert {did.by for did in await host.deeds(table.id)} == {"player"}

    run(story, tmp_path)


class Broken:
    """A bot that fails, or answers what is not legal."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer

    def choose(self, view: View) -> str:
        if self.answer is None:
            raise OSError("no such file")
        return self.answer


BROKEN: list[tuple[Any, str]] = [
    (Broken(None), "Broken raised OSError: no such file"),
    (Broken("pass"), "Broken answered pass, which is not legal."),
    (Broken("hop"), "Broken raised NotationError"),
    ("gready", 'did you mean "greedy"'),
    (7, "A bot is a name such as greedy, or something with `choose`."),
    (lambda rng: 7, "has no method `choose`"),
]


def test_a_bot_that_fails_ends_the_call_and_the_seat_can_be_played_on(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            table = await ann.new_table("new-york", SMALL)
            await table.start()
            for bot, says in BROKEN:
                with pytest.raises(BotError) as raised:
                    await table.play(bot)
                assert says in str(raised.value)
            view = await table.turn()
            assert view is not None
            await table.do(view.legal[0])

    run(story, tmp_path)


def test_a_guest_comes_back_with_the_key_and_goes_on(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            table, key = await ann.new_table("new-york", SMALL), ann.key
        assert key not in repr(table)
        async with AsyncClient(host.server.address, key=key) as again:
            mine = again.table(table.id)
            await mine.start()
            assert (await mine.view()).seat == 0
        for other in (key[:-3] + "xyz", "no key"):
            assert await code_of(_greet(host, other)) == "bad_cookie"

    run(story, tmp_path)


async def _greet(host: Host, key: str) -> None:
    async with AsyncClient(host.server.address, key=key):
        raise AssertionError("that was no key")


def test_a_device_link_moves_the_seat_and_the_host(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        address = host.server.address
        async with AsyncClient(address, "Ann") as ann, AsyncClient(address, "Ann too") as other:
            table = await ann.new_table("new-york", SMALL)
            link = await table.device_link(0)
            moved = other.table(link)
            assert await moved.sit() == 0
            await moved.start()
            assert await code_of(table.view(0)) == "not_your_seat"
            assert (await moved.view()).seat == 0
            assert (await table.view()).seat is None
            assert await code_of(ann.table(link).sit()) == "bad_token"
            assert link not in moved.link
            back = ann.table(await moved.device_link(0))  # in a running game, too
            assert await back.sit() == 0
            assert (await back.view(0)).seat == 0

    run(story, tmp_path)


def test_a_program_link_plays_its_seat_and_nothing_else(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            table = await ann.new_table("new-york", ["remote", "greedy"])
            link = await table.program_link(0)
            program = ann.table(link)
            assert await code_of(program.start()) == "not_host"
            await table.start()
            assert await program.play("greedy") == (await host.game(table.id)).score()
            assert {did.by for did in await host.deeds(table.id)} == {"remote"}

    run(story, tmp_path)


def test_a_watcher_misses_nothing_and_hears_nothing_twice_on_a_bad_line(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        bad = BadLine(host.server.address)
        proxy = await asyncio.start_server(bad.carry, "127.0.0.1", 0)
        near = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
        async with AsyncClient(host.server.address, "Ann") as ann, AsyncClient(near) as eve:
            table = await ann.new_table("new-york", SMALL)
            await table.start()
            watched = eve.table(table.link.replace(ann.server, near))
            heard = []
            playing = asyncio.create_task(table.play("greedy"))
            async for entry in watched.watch():
                heard.append(entry.v)
                if entry.v % 7 == 0:
                    bad.cut()
            await playing
            assert heard == list(range(1, (await table.look()).v + 1))
            assert bad.cuts > 2
            assert (await watched.view()) == (await host.game(table.id)).view(None)
        proxy.close()

    run(story, tmp_path)


def test_a_watcher_is_told_of_more_than_one_page_of_the_log(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            table = await ann.new_table("usa", ["random", "random", "random"])
            await table.start()
            live = [entry.v async for entry in table.watch()]
            assert len(live) > 200
            assert live == list(range(1, len(live) + 1))
            assert [entry.v async for entry in table.watch(since=3)] == live[3:]

    run(story, tmp_path)


def test_a_caller_who_is_too_fast_waits_as_long_as_the_server_says(tmp_path: Path) -> None:
    lines = [f"line {number}" for number in range(4)]

    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            table = await ann.new_table("new-york", ["me", "open"])
            for text in lines:
                await table.say(text)
            kept = (await host.state(table.id)).lines
            assert [x.body.text for x in kept if isinstance(x.body, Said)] == lines

    run(story, tmp_path, limits=SocketLimits(messages=4, window=2.0))


def test_what_is_closed_says_so(tmp_path: Path) -> None:
    def evening(address: str) -> None:
        with Client(address) as guest:
            table = guest.new_table("new-york", SMALL)
            watching = table.watch()
            assert next(watching).kind == "created"
        guest.close()
        for ask in (guest.offers, table.look, lambda: next(watching)):
            with pytest.raises(RemoteError, match="This client is closed"):
                ask()

    async def story(host: Host) -> None:
        await asyncio.to_thread(evening, host.server.address)

    run(story, tmp_path)


INTERRUPTED = """
import sys
from whistlestop.bots.programs.stdio import Program
from whistlestop.client import Client

with Client(sys.argv[1]) as guest:
    table = guest.new_table("new-york")
    table.start()
    table.play(Program(sys.argv[2], seconds=50))
"""


def test_an_interrupt_ends_a_plain_call_with_its_program(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = tmp_path / "waits"
    program.write_text(f"#!/bin/sh\necho $$ > {pid}.new\nmv {pid}.new {pid}\nexec sleep 60\n")
    program.chmod(0o755)

    async def story(host: Host) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", INTERRUPTED, host.server.address, str(program)),
            stderr=asyncio.subprocess.PIPE,
        )
        while not pid.exists():
            await asyncio.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, told = await process.communicate()
        assert told.decode().splitlines()[-1] == "KeyboardInterrupt"
        assert end_within([int(pid.read_text())], 2.0)

    run(story, tmp_path)
