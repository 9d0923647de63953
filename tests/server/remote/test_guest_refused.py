"""What a guest cannot have: every refusal is a code and one sentence, and nothing is half done."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.remote.tables import Host
from tests.server.remote.visits import code_of, run
from whistlestop.client import AsyncClient, Client, RemoteError
from whistlestop.protocol.requests import Problem
from whistlestop.remote.refusals import sentence_of

NO_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"board": "atlantis"}, "no_such_board"),
    ({"seats": ["me", "gready"]}, "unknown_bot"),
    ({"seats": ["me", "level:77"]}, "unknown_level"),
    ({"seats": ["me", "search:time=60s"]}, "no_recipes"),
    ({"seats": ["me"]}, "bad_message"),
    ({"seats": ["me"] + ["greedy"] * 5}, "bad_message"),
    ({"board": "new-york", "seats": ["me"] + ["greedy"] * 4}, "bad_players"),
    ({"board": "b" * 61}, "bad_message"),
    ({"spedd": 3}, "bad_message"),
    ({"pace": {"type": "live", "seconds": 1}}, "bad_message"),
    ({"first": object()}, "bad_message"),
]


def test_a_table_that_cannot_be_is_not_made(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address, "Ann") as ann:
            for wanted, code in NO_TABLES:
                assert (wanted, await code_of(ann.new_table(**wanted))) == (wanted, code)
            assert await ann.tables(mine=True) == []

    run(story, tmp_path)


def test_what_cannot_be_done_at_a_table_is_refused_by_its_code(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        address = host.server.address
        async with AsyncClient(address, "Ann") as ann, AsyncClient(address, "Eve") as eve:
            table = await ann.new_table("new-york", ["me", "open"])
            stranger = eve.table(table.id)
            assert await code_of(stranger.look()) == "not_invited"
            assert await code_of(anext(stranger.watch())) == "not_invited"
            assert await code_of(stranger.sit(1)) == "not_invited"
            assert await code_of(stranger.start()) == "not_host"
            assert await code_of(table.sit()) == "already_seated"
            guest = eve.table(table.link)
            assert await code_of(guest.turn()) == "no_seat"
            assert await code_of(guest.play("greedy")) == "no_seat"
            assert await code_of(guest.sit(4)) == "no_such_seat"
            assert await code_of(guest.command("hop")) == "bad_message"
            assert await code_of(guest.command("sit", seat=1)) == "bad_message"
            assert await code_of(table.program_link(0)) == "programs_only"
            assert await code_of(table.record()) == "wrong_time"
            assert await code_of(table.do("draw deck")) == "not_your_turn"
            await guest.sit(name="Bob")
            assert await code_of(eve.table("nosuchtable").look()) == "no_such_table"
            await table.start()
            assert await code_of(table.do("draw deck")) == "wrong_phase"
            assert await code_of(table.do("hop")) == "bad_notation"
            assert await code_of(table.do("x" * 200)) == "bad_message"
            assert await code_of(table.do("keep 1", seat=1)) == "not_your_turn"
            assert (await host.game(table.id)).ply == 0

    run(story, tmp_path)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "host",
        "ftp://host",
        "http://",
        "http://h:99999",
        "http://u@h",
        "http://a b",
        "http://[h",
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_is_asked(address: str) -> None:
    with pytest.raises(RemoteError) as raised:
        Client(address)
    assert raised.value.code == "bad_address"


def test_a_link_of_another_server_is_refused(tmp_path: Path) -> None:
    async def story(host: Host) -> None:
        async with AsyncClient(host.server.address) as ann:
            for link in ("https://other.example/t/abc", "/t/abc", "A B", ""):
                with pytest.raises(RemoteError) as raised:
                    ann.table(link)
                assert raised.value.code == "bad_address"
        with pytest.raises(RemoteError, match="First greet"):
            AsyncClient(host.server.address).table("abc")

    run(story, tmp_path)


@contextlib.asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[str]:
    """The address of something that answers every request in one way."""

    async def tell(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(tell, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def http(body: str, status: str = "200 OK", more: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{more}\r\n"
    return (head + body).encode()


ME = '{"guest":"abc","protocol":%d,"server":"9"}'
COOKIE = "Set-Cookie: whistlestop_guest=abc.1.xyz\r\n"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (http("<html>hello</html>"), "bad_server"),
        (http("<html>no</html>", "404 Not Found"), "bad_server"),
        (http("{}"), "bad_server"),
        (http(ME % 1, more=COOKIE), "wrong_protocol"),
        (http(ME % 2), "wrong_protocol"),
        (http('{"code":"server_full","params":{}}', "503 Busy"), "server_full"),
        (http('{"code":"a_new_code","params":{"a":1}}', "409 Conflict"), "a_new_code"),
        (http('{"code":"too_fast","params":{"seconds":9999}}', "429 Many"), "too_fast"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}", "unreachable"),
        (b"SSH-2.0-OpenSSH\r\n", "unreachable"),
    ],
)
def test_what_is_no_server_of_ours_is_named_in_a_sentence(answer: bytes, code: str) -> None:
    async def main() -> None:
        async with answering(answer) as address:
            assert await code_of(AsyncClient(address).__aenter__()) == code

    asyncio.run(main())


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(RemoteError, match="cannot be reached"):
        Client("http://127.0.0.1:9")


@pytest.mark.parametrize("params", [{}, {"seconds": 3}, {"{": "}"}])
def test_a_sentence_does_without_a_parameter_that_is_missing(params: dict[str, Any]) -> None:
    assert sentence_of(Problem("too_fast", params)).endswith(".")
    assert "bad_luck" in sentence_of(Problem("bad_luck", params))


def test_every_rule_that_a_client_can_break_has_a_sentence() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
    table = page.partition("Of the rules, in answer to `do`:")[2].partition("\n\nOf the ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)
    codes = [code for code, when in rows if "never in answer" not in when]
    assert len(codes) > 25
    for code in codes:
        assert code not in sentence_of(Problem(code, {}))


def test_without_aiohttp_the_import_names_the_extra() -> None:
    program = "import sys; sys.modules['aiohttp'] = None; import whistlestop.client"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    told = done.stderr.splitlines()[-1]
    assert "pip install 'whistlestop[server]'" in told, done.stderr
