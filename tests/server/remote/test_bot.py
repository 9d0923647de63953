"""A bot that plays at a table over the network, whatever happens to its connection."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.bots.processes.pools import alive
from tests.server.remote.tables import Host, hosting
from whistlestop.bots import make_bot
from whistlestop.bots.processes.pool import ChosenAction
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Draw
from whistlestop.protocol.limits import MESSAGES_PER_WINDOW
from whistlestop.remote import line as line_module
from whistlestop.remote import session
from whistlestop.remote.address import TableAddress, read_address
from whistlestop.remote.bot import RemoteBot
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.players import ProgramPlayer, RegisteredPlayer
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.table.entries import AnsweredBack

Story = Callable[[Host], Awaitable[None]]


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_module, "SHORTEST_PAUSE", 0.02)
    monkeypatch.setattr(line_module, "LONGEST_PAUSE", 0.2)


def run(story: Story, folder: Path, **settings: object) -> None:
    async def main() -> None:
        async with hosting(folder, **settings) as host:
            await asyncio.wait_for(story(host), 60)

    asyncio.run(main())


class Here:
    """A player in this process, which can look back at what it was shown."""

    def __init__(self) -> None:
        self.shown: list[View] = []
        self.look: Callable[[View], Awaitable[None]] | None = None

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def choose(self, view: View) -> ChosenAction:
        self.shown.append(view)
        if self.look is not None:
            await self.look(view)
        return ChosenAction(str(make_bot("greedy", 0).choose(view)), None)


class Drawing(Here):
    """Draws cards whenever it may, which makes for many decisions."""

    async def choose(self, view: View) -> ChosenAction:
        first = next((a for a in view.legal if isinstance(a, Draw)), view.legal[0])
        return ChosenAction(str(first), None)


class Notes(list[str]):
    """What a remote bot tells its user."""

    def __call__(self, sentence: str) -> None:
        self.append(sentence)


def test_every_view_a_remote_bot_is_shown_is_the_view_of_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BURST", 10_000)

    async def story(host: Host) -> None:
        table, address = await host.begun(board="europe")
        player = Here()

        async def look(view: View) -> None:
            # At the opening the rival may have chosen meanwhile: compare with the game of that ply.
            assert view == (await host.game(table)).record.at(view.ply).view(0)

        player.look = look
        score = await RemoteBot(read_address(address), player, Notes()).run()
        game = await host.game(table)
        assert game.over
        assert score == game.score()
        assert len(player.shown) == len(await host.deeds(table))

    run(story, tmp_path, limits=SocketLimits(messages=10_000))


@pytest.mark.slow
def test_a_fast_bot_keeps_to_the_pace_that_a_server_bears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[object] = []
    monkeypatch.setattr(
        session.RemoteSession, "_refused", lambda self, message: refused.append(message)
    )

    async def story(host: Host) -> None:
        table, address = await host.begun(board="usa")
        await RemoteBot(read_address(address), Drawing(), Notes()).run()
        assert len(await host.deeds(table)) > MESSAGES_PER_WINDOW
        assert refused == []

    run(story, tmp_path)


@pytest.mark.parametrize("bot", ["greedy", "random:by=actions"])
def test_a_registered_bot_plays_to_the_end(tmp_path: Path, bot: str) -> None:
    async def story(host: Host) -> None:
        table, address = await host.begun()
        notes = Notes()
        score = await RemoteBot(read_address(address), RegisteredPlayer(bot, 10.0, 7), notes).run()
        assert score == (await host.game(table)).score()
        assert notes == []
        assert {did.by for did in await host.deeds(table)} == {"remote"}

    run(story, tmp_path)


def test_it_may_come_before_the_start_and_waits_for_it(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        table = await host.new_table()
        address = await host.address(table)
        playing = asyncio.create_task(RemoteBot(read_address(address), Here(), Notes()).run())
        await asyncio.sleep(0.2)
        assert not playing.done()
        await host.say(table, "start")
        assert await playing == (await host.game(table)).score()

    run(story, tmp_path)


def test_it_says_no_to_a_take_back_of_what_was_revealed(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        table = await host.new_table({"kind": "me"}, first=1, take_back=True)
        bot = RemoteBot(read_address(await host.address(table)), Here(), Notes())
        playing = asyncio.create_task(bot.run())
        await host.say(table, "start")
        await does(host, table, "keep 1")
        async with asyncio.timeout(10):
            while (await host.game(table)).phase == "opening":
                await asyncio.sleep(0.01)
        await does(host, table, "draw deck")
        before = (await host.game(table)).position
        await host.say(table, "ask_back", seat=1)
        async with asyncio.timeout(10):
            while not isinstance((said := (await host.state(table)).lines[-1].body), AnsweredBack):
                await asyncio.sleep(0.01)
        assert not said.agrees
        assert (await host.game(table)).position == before
        playing.cancel()

    run(story, tmp_path)


async def does(host: Host, table: str, action: str) -> None:
    """The host plays the second seat."""
    decision = (await host.state(table)).decision_of(1)
    await host.say(
        table, "do", id=action.replace(" ", "-"), seat=1, decision=decision, action=action
    )


def test_it_adds_its_part_to_the_luck_of_the_deal(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        table = await host.new_table()
        played = []
        for id in ("one", "two"):  # the second program has a token and a value of its own
            made = await host.say(table, "reissue", id=id, seat=0)
            address = read_address(f"{host.server.address}t/{table}", str(made["token"]))
            bot = RemoteBot(address, Here(), Notes())
            played.append((bot, asyncio.create_task(bot.run())))
            async with asyncio.timeout(10):
                while (await host.state(table)).seats[0].value is None:
                    await asyncio.sleep(0.01)
        await host.say(table, "start")
        (old, gone), (bot, playing) = played
        await playing
        deal = (await host.game(table)).deal
        assert deal is not None
        assert deal.values == (*bot.known.values.values(), None)
        assert set(old.known.values.values()).isdisjoint(deal.values)
        with pytest.raises(RemoteError):
            await gone

    run(story, tmp_path)


@pytest.mark.slow
def test_a_program_that_hangs_crashes_or_cheats_is_replaced_for_that_decision(
    tmp_path: Path,
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    view = json.loads(line).get('view')\n"
        "    if view is None: continue\n"
        "    turn = view['ply'] // 4 % 4\n"
        "    if turn == 1: time.sleep(60)\n"
        "    if turn == 2: raise SystemExit(3)\n"
        "    if turn == 3: print('claim nowhere-elsewhere 3 red', flush=True)\n"
        "    print(view['legal'][0], flush=True)\n"
    )

    async def story(host: Host) -> None:
        table, address = await host.begun()
        notes = Notes()
        player = ProgramPlayer([sys.executable, str(program)], seconds=0.6, seed=3)
        score = await RemoteBot(read_address(address), player, notes).run()
        assert score == (await host.game(table)).score()
        for told in ("did not answer in time", "exit code 3", "which is not legal"):
            assert [note for note in notes if told in note and " instead." in note]

    run(story, tmp_path)


class BadLine:
    """A way to a server that is cut again and again."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self.host, self.port = str(parts.hostname), int(parts.port or 0)
        self.cuts = 0
        self._lines: set[asyncio.Task[None]] = set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        there, back = await asyncio.open_connection(self.host, self.port)
        try:
            await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
        except (asyncio.CancelledError, OSError):
            pass
        finally:
            self._lines.discard(task)
            for end in (writer, back):
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.transport.abort()

    def cut(self) -> None:
        for line in tuple(self._lines):
            self.cuts += 1
            line.cancel()


def test_a_connection_that_breaks_all_the_time_costs_no_decision_and_doubles_none(
    tmp_path: Path,
) -> None:
    async def story(host: Host) -> None:
        table, address = await host.begun()
        line = BadLine(host.server.address)
        server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        player, notes = Here(), Notes()

        async def look(view: View) -> None:
            if view.ply % 3 == 0:
                line.cut()
            elif view.ply % 3 == 1:
                asyncio.get_running_loop().call_later(0.002, line.cut)

        player.look = look
        async with server:
            near = read_address(address.replace(f":{line.port}/", f":{port}/"))
            score = await RemoteBot(near, player, notes).run()
        assert score == (await host.game(table)).score()
        assert line.cuts > 5
        plies = [view.ply for view in player.shown]
        assert len(plies) == len(set(plies)) == len(await host.deeds(table))

    run(story, tmp_path)


def test_a_server_that_restarts_finds_its_remote_bot_again(tmp_path: Path) -> None:
    async def main() -> None:
        player, notes = Here(), Notes()
        waiting = asyncio.Event()

        async def look(view: View) -> None:
            if len(player.shown) == 5:
                waiting.set()
                await asyncio.sleep(0.5)

        player.look = look
        async with hosting(tmp_path) as host:
            table, address = await host.begun()
            port = urlsplit(host.server.address).port
            playing = asyncio.create_task(RemoteBot(read_address(address), player, notes).run())
            await waiting.wait()
        await asyncio.sleep(0.3)
        async with hosting(tmp_path, port=port) as host:
            score = await asyncio.wait_for(playing, 60)
            assert score == (await host.game(table)).score()
            assert len(player.shown) == len(await host.deeds(table))
        assert notes

    asyncio.run(main())


def test_a_seat_that_was_lost_to_the_clock_is_taken_again(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        table, address = await host.begun(pace={"type": "live", "seconds": 3600})
        clock = host.server.hub.clock
        clock.follow(clock.now() + 3_700_000)
        for _ in range(100):
            if (await host.state(table)).seats[0].away is not None:
                break
            await asyncio.sleep(0.05)
        assert (await host.state(table)).seats[0].away == "time"
        await RemoteBot(read_address(address), Here(), Notes()).run()
        assert (await host.state(table)).seats[0].away is None
        assert "remote" in {did.by for did in await host.deeds(table)}

    run(story, tmp_path)


def test_a_token_that_was_replaced_ends_the_bot_with_a_sentence(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        table = await host.new_table({"kind": "open"})
        address = await host.address(table)
        playing = asyncio.create_task(RemoteBot(read_address(address), Here(), Notes()).run())
        await asyncio.sleep(0.2)
        await host.say(table, "arrange", seat=0, kind="bot", bot="greedy")
        with pytest.raises(RemoteError) as raised:
            await asyncio.wait_for(playing, 10)
        assert raised.value.code == "no_seat"

    run(story, tmp_path)


def test_a_bot_of_another_protocol_is_told_so_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "PROTOCOL", 1)

    async def story(host: Host) -> None:
        _, address = await host.begun()
        with pytest.raises(RemoteError, match="another protocol; update the older") as raised:
            await asyncio.wait_for(RemoteBot(read_address(address), Here(), Notes()).run(), 10)
        assert raised.value.code == "wrong_protocol"

    run(story, tmp_path)


@pytest.mark.parametrize("wrong", ["token", "table", "other table"])
def test_a_wrong_token_or_table_is_told_at_once(tmp_path: Path, wrong: str) -> None:
    async def story(host: Host) -> None:
        table, address = await host.begun()
        good = read_address(address)
        bad = {
            "token": TableAddress(good.base, table, good.token[:-3] + "xyz"),
            "table": TableAddress(good.base, "nosuchtable", good.token),
            "other table": TableAddress(good.base, await host.new_table(), good.token),
        }[wrong]
        with pytest.raises(RemoteError) as raised:
            await asyncio.wait_for(RemoteBot(bad, Here(), Notes()).run(), 10)
        assert raised.value.code in ("refused", "no_seat", "turned_away")
        assert good.token not in str(raised.value)

    run(story, tmp_path)


def test_a_server_that_is_not_there_is_given_up_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line_module, "FIRST_PATIENCE", 0.3)
    notes = Notes()

    async def main() -> None:
        nobody = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = nobody.sockets[0].getsockname()[1]
        nobody.close()
        await nobody.wait_closed()
        address = TableAddress(f"http://127.0.0.1:{port}", "abc", "t")
        await RemoteBot(address, Here(), notes).run()

    with pytest.raises(RemoteError) as raised:
        asyncio.run(main())
    assert raised.value.code == "unreachable"
    assert len(notes) == 1


def test_what_is_no_server_of_ours_is_named_in_a_sentence() -> None:
    async def main() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(ConnectionError):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            address = TableAddress(f"http://127.0.0.1:{port}", "abc", "t")
            await RemoteBot(address, Here(), Notes()).run()

    with pytest.raises(RemoteError, match="no such table"):
        asyncio.run(main())


def test_a_bot_that_is_stopped_leaves_no_program_behind(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys, time\n"
        f"open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
        "sys.stdin.read()\n"
        "time.sleep(60)\n"
    )

    async def story(host: Host) -> None:
        _, address = await host.begun()
        player = ProgramPlayer([sys.executable, str(program)], seconds=60.0)
        playing = asyncio.create_task(RemoteBot(read_address(address), player, Notes()).run())
        while not pid.exists() or not pid.read_text():
            await asyncio.sleep(0.02)
        playing.cancel()
        await asyncio.wait([playing], timeout=5)
        assert playing.cancelled()
        assert not alive(int(pid.read_text()))

    run(story, tmp_path)


@pytest.mark.parametrize(
    ("url", "token", "expected"),
    [
        ("http://h:80/t/abc#seat=x.y", None, ("http://h:80", "abc", "x.y")),
        ("https://h/t/abc?seat=x.y", None, ("https://h", "abc", "x.y")),
        ("https://h/games/t/abc/#seat=x", None, ("https://h/games", "abc", "x")),
        ("https://h/t/abc#invite=x.y", None, ("https://h", "abc", "x.y")),
        ("https://h/t/abc/41#seat=x", None, ("https://h", "abc", "x")),
        ("https://h/games/t/abc/review", "given", ("https://h/games", "abc", "given")),
        ("https://h/t/abc", "given", ("https://h", "abc", "given")),
        ("https://h/t/abc#seat=x", "given", ("https://h", "abc", "given")),
    ],
)
def test_an_address_holds_the_server_the_table_and_the_token(
    url: str, token: str | None, expected: tuple[str, str, str]
) -> None:
    assert read_address(url, token) == TableAddress(*expected)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "bad_address"),
        ("h/t/abc#seat=x", "bad_address"),
        ("ftp://h/t/abc#seat=x", "bad_address"),
        ("http:///t/abc#seat=x", "bad_address"),
        ("http://h/abc#seat=x", "bad_address"),
        ("http://h/t/ABC#seat=x", "bad_address"),
        ("http://h/t/abc/elsewhere#seat=x", "bad_address"),
        ("http://h:99999/t/abc#seat=x", "bad_address"),
        ("http://user@h/t/abc#seat=x", "bad_address"),
        ("http://[h/t/abc#seat=x", "bad_address"),
        ("http://h/t/abc", "no_token"),
        ("http://h/t/abc#seat=", "no_token"),
        ("http://h/t/abc#seat=a%0d%0ab", "no_token"),
        ("http://h/t/abc#seat=" + "x" * 300, "no_token"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str, code: str) -> None:
    with pytest.raises(RemoteError) as raised:
        read_address(url)
    assert raised.value.code == code


def test_an_address_does_not_show_its_token() -> None:
    address = read_address("https://h/t/abc#seat=secret")
    assert "secret" not in f"{address} {address!r} {address.socket}"
