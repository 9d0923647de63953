"""A server's beginning and end: one sentence if it cannot start, and a quiet stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house import House, Line, Scene, Visitor
from whistlestop.server.store.base import Append

SERVE = [sys.executable, "-c", "from whistlestop.cli.main import main; main()", "serve"]
SAY = {"type": "say", "id": "s1", "text": "hello"}


def _refused(*options: str) -> str:
    """What a server says that cannot start: one sentence and exit code 2."""
    done = subprocess.run([*SERVE, *options], capture_output=True, text=True, timeout=30)
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert done.returncode == 2, done.stderr
    assert len(lines) == 1
    assert lines[0].endswith(".")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return lines[0]


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.mark.slow
def test_a_port_in_use_is_told_in_a_sentence(tmp_path: Path, taken_port: int) -> None:
    said = _refused("--port", str(taken_port), "--store", str(tmp_path / "a.db"))
    assert str(taken_port) in said
    assert "--port" in said


@pytest.mark.slow
def test_an_address_of_another_machine_is_told_in_a_sentence(tmp_path: Path) -> None:
    said = _refused("--host", "192.0.2.1", "--port", "0", "--store", str(tmp_path / "a.db"))
    assert "192.0.2.1" in said


@pytest.mark.slow
def test_a_host_that_is_no_name_is_told_in_a_sentence(tmp_path: Path) -> None:
    said = _refused("--host", "no such host", "--port", "0", "--store", str(tmp_path / "a.db"))
    assert "no such host" in said


@pytest.mark.slow
def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    said = _refused("--port", "0", "--store", str(tmp_path / "folder"))
    assert "folder" in said
    said = _refused("--port", "0", "--store", "/proc/nowhere/tables.db")
    assert "/proc/nowhere" in said


@pytest.mark.slow
def test_a_file_of_another_kind_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Ann, " * 100)
    said = _refused("--port", "0", "--store", str(tmp_path / "letter.db"))
    assert "letter.db" in said


@pytest.mark.slow
def test_a_wrong_postgresql_address_is_told_in_a_sentence_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"postgresql://ann:sesame@127.0.0.1:{port}/tables"
    monkeypatch.setenv("WHISTLESTOP_STORE", address)
    said = _refused("--port", "0")
    assert "sesame" not in said
    assert "127.0.0.1" in said


@pytest.mark.slow
def test_an_origin_that_is_none_is_told_in_a_sentence() -> None:
    assert "play.example" in _refused("--origin", "play.example")


@contextlib.contextmanager
def _serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server as a process of its own, and its address."""
    process = subprocess.Popen(
        [*SERVE, "--port", "0", "--bots", "1", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.fullmatch(r"Whistlestop is at (http://127\.0\.0\.1:\d+/)\n", said)
        assert found is not None, said
        yield process, found.group(1)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_second_server_on_the_same_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    with _serving("--store", store):
        said = _refused("--port", "0", "--store", store)
    assert "tables.db" in said


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_a_server_quietly_and_nothing_is_lost(
    tmp_path: Path, number: signal.Signals
) -> None:
    store = str(tmp_path / "tables.db")
    with _serving("--store", store) as (process, address):
        table = asyncio.run(_play_until_stopped(address, process, number))
        _, errors = process.communicate(timeout=10)
        assert process.returncode == 0
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert "listening" in events
    assert events[-1] == "stopped"
    assert "defect" not in events
    with _serving("--store", store) as (_, address):
        asyncio.run(_find_again(address, table))


async def _play_until_stopped(
    address: str, process: subprocess.Popen[str], number: signal.Signals
) -> str:
    async with Visitor(address) as ann:
        table = await ann.new_table(listed=True)
        async with ann.at(table) as line:
            await line.say(SAY)
            await line.hear("ack")
            process.send_signal(number)
            assert await line.until_closed() == [
                {"type": "bye", "code": "restarting", "retry": True}
            ]
            assert line.ws.close_code == 1012
    return table


async def _find_again(address: str, table: str) -> None:
    async with Visitor(address) as bob:
        _, log = await bob.get(f"/api/tables/{table}/log")
        assert [entry["kind"] for entry in log["happened"]] == ["created", "said"]


@pytest.mark.slow
def test_several_servers_may_share_a_port(tmp_path: Path) -> None:
    with _serving("--store", str(tmp_path / "a.db"), "--reuse-port") as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        options = ("--port", port, "--reuse-port", "--store", str(tmp_path / "b.db"))
        with _serving(*options) as (_, other):
            assert other == address


def test_a_stop_waits_for_commands_in_flight_and_refuses_new_ones(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acknowledgement comes before the goodbye."""
    heard: list[Any] = []

    async def story(scene: Scene) -> None:
        store = scene.server.hub.store
        table = await scene.ann.new_table()
        append = store.append

        async def slow(change: Append) -> None:
            await asyncio.sleep(0.4)
            await append(change)

        async with scene.ann.at(table) as ann, scene.visitor() as other, other.at(table) as bob:
            monkeypatch.setattr(store, "append", slow)
            await ann.say(SAY)
            await _until_busy(scene)
            stopping = asyncio.create_task(scene.server.sockets.stop())
            await asyncio.sleep(0)
            await bob.say({**SAY, "id": "late"})
            assert (await bob.hear("refused"))["code"] == "restarting"
            status, refused = await scene.ann.post("/api/play", {"name": "Ann"})
            assert (status, refused["code"]) == (503, "restarting")
            heard.extend(await ann.until_closed())
            await stopping
            monkeypatch.undo()

    house.run(story)
    assert [said["type"] for said in heard] == ["update", "ack", "bye"]


async def _until_busy(scene: Scene) -> None:
    async with asyncio.timeout(5):
        while not scene.server.sockets.busy:
            await asyncio.sleep(0.005)


def test_a_stop_does_not_wait_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from whistlestop.server.sockets.limits import SocketLimits

    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()

        async def stuck(change: Append) -> None:
            await asyncio.sleep(3600)

        async with scene.ann.at(table) as ann:
            monkeypatch.setattr(scene.server.hub.store, "append", stuck)
            await ann.say(SAY)
            await _until_busy(scene)
            begun = time.monotonic()
            await asyncio.gather(scene.server.sockets.stop(), _goodbye(ann))
            assert time.monotonic() - begun < 3
            monkeypatch.undo()

    house.run(story, limits=SocketLimits(finish=0.3))


async def _goodbye(line: Line) -> None:
    assert [said["code"] for said in await line.until_closed()] == ["restarting"]


@pytest.mark.slow
def test_a_planned_fault_ends_the_process_where_it_was_planned(tmp_path: Path) -> None:
    environment = {**os.environ, "WHISTLESTOP_FAULT": "before_commit:2:kill"}
    store = str(tmp_path / "tables.db")
    process = subprocess.Popen(
        [*SERVE, "--port", "0", "--bots", "1", "--store", store],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        asyncio.run(_say_into_the_void(address))
        assert process.wait(10) == -signal.SIGKILL
    finally:
        process.kill()
        process.communicate()


async def _say_into_the_void(address: str) -> None:
    async with Visitor(address) as ann:
        table = await ann.new_table()
        async with ann.at(table) as line:
            await line.say(SAY)
            assert await line.until_closed() == []


@pytest.mark.slow
def test_a_fault_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "WHISTLESTOP_FAULT": "somewhere"}
    done = subprocess.run(
        [*SERVE, "--port", "0", "--store", str(tmp_path / "a.db")],
        capture_output=True,
        text=True,
        timeout=30,
        env=environment,
    )
    assert done.returncode == 2
    assert "WHISTLESTOP_FAULT" in done.stderr
    assert "Traceback" not in done.stderr
