"""Strangers who talk without end: limits hold without a cookie, and players are heard."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.server.hostile.fort import Fort
from tests.server.house import INVITES, House, Scene, Visitor
from whistlestop.server.table.talk.limits import TalkLimits

pytestmark = pytest.mark.slow

CROWD = 12  # connections, none of which shows a cookie
STRANGERS = "127.0.0.2"  # their address; those who play have another
SECONDS = 2.0
LINE = "buy cheap trains " * 17  # as long as a line may be


def request(scene: Scene, table: str, number: str, *headers: str) -> bytes:
    """A line of talk from somebody who shows nothing but the table's link."""
    body = json.dumps({"type": "say", "id": number, "text": LINE}).encode()
    lines = (
        f"POST /api/tables/{table}/commands HTTP/1.1",
        f"Host: {scene.host}:{scene.port}",
        f"Whistlestop-Invite: {INVITES[table]}",
        f"Content-Length: {len(body)}",
        *headers,
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


async def answered(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], Any]:
    """One answer: its status, its headers and its body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (x.partition(": ") for x in head[1:])}
    body = await reader.readexactly(int(headers["content-length"]))
    return int(head[0].split()[1]), headers, json.loads(body)


async def babble(scene: Scene, table: str, number: int, until: float) -> Counter[int]:
    """One line after the other on one connection; the answers by their status."""
    reader, writer = await asyncio.open_connection(
        scene.host, scene.port, local_addr=(STRANGERS, 0)
    )
    heard: Counter[int] = Counter()
    while time.monotonic() < until:
        writer.write(request(scene, table, f"{number}-{heard.total()}"))
        status, headers, body = await answered(reader)
        heard[status] += 1
        if status == 429:
            assert body["code"] == "too_fast"
            assert int(headers["retry-after"]) >= 1
    writer.close()
    return heard


def stored_bytes(house: House) -> int:
    return sum(os.path.getsize(house.store + end) for end in ("", "-wal"))


def test_a_crowd_without_cookies_is_held_to_the_pace_of_one_address(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table(listed=True)
        before = stored_bytes(house)
        until = time.monotonic() + SECONDS
        crowd = [babble(scene, table, i, until) for i in range(CROWD)]
        heard = sum(await asyncio.gather(*crowd), Counter())
        print(heard, f"+{(stored_bytes(house) - before) / 1e6:.2f} MB")
        assert set(heard) == {200, 429}
        assert heard[200] <= 40 + 2 * SECONDS + 2
        assert stored_bytes(house) - before < 1_500_000
        async with scene.ann.at(table) as line:  # those who sit there are heard all the same
            await line.say({"type": "say", "id": "s", "text": "what a noise"})
            assert (await line.hear("ack"))["id"] == "s"

    house.run(story)


def test_behind_a_proxy_the_address_counts_that_the_proxy_names(house: House) -> None:
    """Whatever a stranger puts before it is made up."""

    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table(listed=True)
        reader, writer = await asyncio.open_connection(scene.host, scene.port)

        async def said(number: int, address: str) -> int:
            header = f"X-Forwarded-For: 1.2.3.{number}, {address}"
            writer.write(request(scene, table, str(number), header))
            return (await answered(reader))[0]

        assert [await said(n, "9.9.9.9") for n in range(6)] == [200] * 4 + [429] * 2
        assert await said(6, "8.8.8.8") == 200
        writer.close()

    house.run(story, proxy=True, talk=TalkLimits(address=4, window=600.0))


async def talk(visitor: Visitor, table: str, name: str, lines: int) -> dict[str, int]:
    """Say something; the versions that were acknowledged, by the texts."""
    acked: dict[str, int] = {}
    async with visitor.at(table) as line:
        for n in range(lines):
            text = f"{name} {n}"
            await line.say({"type": "say", "id": text.replace(" ", "-"), "text": text})
            acked[text] = (await line.hear("ack"))["v"]
    return acked


def test_a_kill_loses_no_line_that_was_acknowledged(tmp_path: Path) -> None:
    async def before(address: str) -> tuple[str, dict[str, int]]:
        async with Visitor(address) as ann, Visitor(address) as eve:
            table = await ann.new_table(listed=True)
            both = talk(ann, table, "ann", 15), talk(eve, table, "eve", 15)
            first, second = await asyncio.gather(*both)
            return table, first | second

    async def after(address: str, table: str) -> dict[str, int]:
        async with Visitor(address) as late:
            _, log = await late.get(f"/api/tables/{table}/log?after=0")
            return {h["params"]["text"]: h["v"] for h in log["happened"] if h["kind"] == "said"}

    with Fort(tmp_path) as fort:  # leaving it kills it
        table, acked = asyncio.run(before(fort.address))
    assert sorted(acked.values()) == list(range(2, 32))
    with Fort(tmp_path) as fort:
        assert asyncio.run(after(fort.address, table)) == acked
