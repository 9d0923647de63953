"""A server that may open few files: players go on, newcomers are told, nothing spins or breaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.forge import ROOT
from tests.server.hostile.bystanders import bystander
from tests.server.hostile.fort import Fort
from tests.server.house import Visitor

FILES = 200
CROWD = 400  # connections, twice as many as the server may open files
PLAY = {"name": "Late", "board": "usa", "bots": ["greedy"]}
HEAD = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n"


@contextlib.contextmanager
def crowd(fort: Fort) -> Iterator[list[socket.socket]]:
    """Strangers who connect, begin a request and never end it."""
    with contextlib.ExitStack() as held:
        lines = []
        for _ in range(CROWD):
            line = held.enter_context(socket.create_connection(address_of(fort), timeout=5))
            with contextlib.suppress(ConnectionError):
                line.sendall(HEAD)
            lines.append(line)
        yield lines


def address_of(fort: Fort) -> tuple[str, int]:
    parts = urlsplit(fort.address)
    return str(parts.hostname), int(parts.port or 0)


async def ask(fort: Fort, ip: str = "127.0.0.1") -> bytes:
    """What a newcomer from an address is answered, all of it."""
    reader, writer = await asyncio.open_connection(*address_of(fort), local_addr=(ip, 0))
    try:
        writer.write(HEAD + b"Connection: close\r\n\r\n")
        async with asyncio.timeout(5):
            return await reader.read()
    finally:
        writer.close()


def check_full(answer: bytes) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 "), head
    assert b"\r\nRetry-After: " in head
    assert json.loads(body)["code"] == "server_full"


async def until_let_in(fort: Fort) -> None:
    async with asyncio.timeout(5):
        while not (await ask(fort)).startswith(b"HTTP/1.1 200 "):
            await asyncio.sleep(0.05)


@pytest.mark.slow
def test_at_the_limit_players_go_on_and_newcomers_are_told_to_come_back(tmp_path: Path) -> None:
    async def story(fort: Fort) -> None:
        # Slowly enough for the game to last as long as the story.
        async with bystander(fort.address, pause=0.05) as player:
            await asyncio.sleep(0.5)
            player.taken()
            with crowd(fort):
                await asyncio.sleep(1.0)
                waited = player.taken()
                assert len(waited) > 5
                assert waited[-1] < 2000
                for _ in range(20):
                    check_full(await ask(fort))
                assert fort.descriptors <= FILES
                await asyncio.sleep(0.5)
                assert len(player.taken()) > 0
            await until_let_in(fort)
            async with Visitor(fort.address) as late:
                assert (await late.post("/api/play", PLAY))[0] == 201
            await asyncio.sleep(0.5)
            assert len(player.taken()) > 0

    with Fort(tmp_path, FILES) as fort:
        asyncio.run(asyncio.wait_for(story(fort), 60))
        told = fort.events("connections_full")
        assert 1 <= len(told) <= 5, "a line now and then, not one for each"
        assert fort.events("defect") == []
        assert fort.events("library") == []
        assert fort.stop() == 0


@pytest.mark.slow
def test_an_address_cannot_have_all_places_for_connections(tmp_path: Path) -> None:
    """Idle connections cost nothing and last for more than a minute."""

    async def story(fort: Fort) -> None:
        with crowd(fort):
            check_full(await ask(fort))
            for last in range(2, 12):
                answer = await ask(fort, f"127.0.0.{last}")
                assert answer.startswith(b"HTTP/1.1 200 "), answer
        await until_let_in(fort)

    with Fort(tmp_path, FILES, counts=True) as fort:
        asyncio.run(asyncio.wait_for(story(fort), 60))
        told = fort.events("connections_full")
        assert 1 <= len(told) <= 5, "a line now and then, not one for each"
        assert len(told[0]["address"]) == 12
        assert "127.0.0.2" not in fort.log.read_text()
        assert fort.events("defect") == []


@pytest.mark.slow
def test_without_a_file_to_accept_with_the_server_neither_spins_nor_breaks(tmp_path: Path) -> None:
    """Something else has taken the files that the server had reckoned with."""

    async def story(fort: Fort) -> None:
        async with bystander(fort.address, pause=0.1) as player:
            with fort.no_files_left(), crowd(fort):
                player.taken()
                before = fort.busy_seconds
                check_full(await ask(fort))
                await asyncio.sleep(1.0)
                busy = fort.busy_seconds - before
                print(f"{busy:.2f} s of work in a second")
                assert busy < 0.5
                assert len(player.taken()) > 3
            await until_let_in(fort)

    with Fort(tmp_path) as fort:
        asyncio.run(asyncio.wait_for(story(fort), 60))
        assert 1 <= len(fort.events("connections_full")) <= 5
        assert fort.events("defect") == []


def served(files: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """`whistlestop serve` with so many files, by somebody who has the port already."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 64), files))

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "whistlestop", "serve", "--port", str(port), "--bots", "1"]
        return subprocess.run(
            [*command, "--store", str(folder / "tables.db")],
            preexec_fn=limit,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=30,
        )


@pytest.mark.parametrize(("files", "sockets"), [(256, 143), (1024, 719)])
def test_a_low_limit_leaves_sockets_most_of_the_files(
    tmp_path: Path, files: int, sockets: int
) -> None:
    """The soft limit is lower still: the server raises it by itself."""
    (line,) = [
        line
        for line in map(json.loads, served(files, tmp_path).stderr.splitlines()[:1])
        if line["event"] == "fewer_sockets"
    ]
    assert (line["sockets"], line["files"]) == (sockets, files)


def test_a_limit_that_is_too_low_is_refused_with_one_sentence(tmp_path: Path) -> None:
    done = served(64, tmp_path)
    assert done.returncode != 0
    assert done.stderr.strip() == (
        "Only 64 files may be open here, and a server needs 98: raise the limit with ulimit -n 98."
    )
