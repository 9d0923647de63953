"""Bad messages with the limits that every server has, and a few without them."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import statistics
import time
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.server.hostile.attackers import Attack, Attacker, entries_of
from tests.server.hostile.bystanders import bystander
from tests.server.hostile.connections import KEY, Place, connect
from tests.server.hostile.messages import messages
from tests.server.house import INVITES, House, Scene
from tests.server.soak import times
from whistlestop.protocol.limits import MESSAGES_PER_WINDOW, WINDOW_SECONDS
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.sockets.table_socket import PATIENCE

WAVES = 4
BETWEEN = 0.7  # seconds
CROWD = 30
FLOOD = 200
# That players may have to wait while two tests share a processor: usually, all but one in twenty of
# them, and at most. Where more share it, everybody waits for longer.
MILLISECONDS = 250.0, 3_000.0, 12_000.0


def crowding() -> float:
    """By how much more the processors are shared than those times allow for."""
    return max(1.0, os.getloadavg()[0] / (2 * (os.cpu_count() or 1)))


async def stored(scene: Scene, tables: set[str]) -> str:
    """All that is stored of some tables, in short."""
    store = scene.server.hub.store
    rows = [[await store.row(table), await store.entries(table)] for table in sorted(tables)]
    return hashlib.sha256(repr((rows, await store.count_tables())).encode()).hexdigest()


def test_a_few_of_everything_bad_change_nothing(house: House) -> None:
    async def story(scene: Scene) -> None:
        entries, _ = await entries_of(scene.address, scene.ann)
        before = await stored(scene, {place.table for place, _ in entries})
        fight = Attack(entries, "a few")
        await fight.send(900)
        await fight.break_connections(60)
        assert fight.answers.total() >= 900
        assert fight.connections == 60
        assert set(fight.answers) >= {"bad_message"}
        assert "defect" not in fight.answers
        assert await stored(scene, {place.table for place, _ in entries}) == before

    house.run(story, limits=SocketLimits(messages=1_000_000))


async def knock(place: Place, key: bytes = KEY) -> tuple[str, asyncio.StreamWriter]:
    """Ask for a socket; the code of the refusal, or `open`."""
    reader, writer = await asyncio.open_connection(place.host, place.port)
    writer.write(place.handshake.replace(KEY, key))
    head = await reader.readuntil(b"\r\n\r\n")
    if head.startswith(b"HTTP/1.1 101"):
        return "open", writer
    return str(json.loads(await reader.read(500))["code"]), writer


def test_a_key_that_is_no_text_and_a_body_that_is_broken_off_are_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        await scene.ann.get("/api/me")
        place = Place(scene.host, scene.port, table, str(scene.ann.cookie()))
        code, writer = await knock(place, b"\xff\xfe")
        assert code == "bad_request"
        writer.close()
        path = f"/api/tables/{table}/commands"
        await connect(place, place.request("POST", path, "Content-Length: 40", body=b"{"), "reset")
        assert (await scene.ann.get("/health"))[0] == 200

    house.run(story)


async def flood(place: Place, bad: list[bytes]) -> tuple[Counter[str], float]:
    """Send far too much at once, then listen to the end; what was heard, by type and code, and for
    how many seconds."""
    attacker = Attacker(place, "spectator")
    await attacker.open()
    began = time.monotonic()
    attacker.send(bad)
    heard: Counter[str] = Counter()
    while (answer := await attacker.next_or_none()) is not None:
        if answer.startswith(b"{"):
            said: dict[str, Any] = json.loads(answer)
            heard[f"{said['type']} {said.get('code')}"] += 1
    return heard, time.monotonic() - began


async def wave(scene: Scene, table: str, number: int, bad: list[list[bytes]]) -> None:
    """Many strangers who flood a table at the same moment, a little after the wave before."""
    await asyncio.sleep(number * BETWEEN)
    signer, now = scene.server.hub.signer, scene.server.hub.sources.now()
    cookies = [signer.guest_cookie(f"guest{number}x{i}", now) for i in range(CROWD)]
    places = [Place(scene.host, scene.port, table, cookie, INVITES[table]) for cookie in cookies]
    for heard, seconds in await asyncio.gather(*map(flood, places, bad)):
        check(heard, seconds)


@pytest.mark.slow
def test_whoever_floods_is_refused_then_closed_while_others_play_on(house: House) -> None:
    stream = messages("spectator", "flood")
    bad = [list(islice(stream, FLOOD)) for _ in range(CROWD)]

    async def story(scene: Scene) -> None:
        entries, _ = await entries_of(scene.address, scene.ann)
        tables = {place.table for place, _ in entries}
        async with contextlib.AsyncExitStack() as stack:
            # As fast as players may be, so there are several.
            games = [bystander(scene.address, pause=0.75) for _ in range(4)]
            players = [await stack.enter_async_context(game) for game in games]
            before = await stored(scene, tables)
            for first in times(WAVES)[::WAVES]:  # soaking takes longer, it is not more at once
                waves = range(first, first + WAVES)
                await asyncio.gather(*(wave(scene, min(tables), i, bad) for i in waves))
            assert await stored(scene, tables) == before
            waited = sorted(x for player in players for x in player.taken())
        print(f"{len(waited)} answers, median {statistics.median(waited):.1f} ms, {waited[-1]:.1f}")
        assert len(waited) > 20
        usual, seldom, most = (limit * crowding() for limit in MILLISECONDS)
        assert statistics.median(waited) < usual
        assert waited[-1 - len(waited) // 20] < seldom
        assert waited[-1] < most

    house.run(story)


def check(heard: Counter[str], seconds: float) -> None:
    """A burst is answered, some more is refused as too fast, then the socket is closed."""
    assert heard["bye too_fast"] == 1
    assert heard["refused too_fast"] >= PATIENCE
    updates = sum(count for kind, count in heard.items() if kind.startswith("update"))
    answers, usual = heard.total() - updates - 1, MESSAGES_PER_WINDOW + PATIENCE
    # The hello was a message too, and advice is refused a moment later than the rest. The window
    # goes on while somebody is served slowly: what it allows begins the server's patience anew.
    again = 1 + int(seconds * MESSAGES_PER_WINDOW / WINDOW_SECONDS)
    assert usual - 3 - updates <= answers <= usual + again * (1 + PATIENCE)


@pytest.mark.slow
def test_neither_a_guest_nor_a_crowd_can_have_all_sockets(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        hub, sockets = scene.server.hub, scene.server.sockets
        cookies = [hub.signer.guest_cookie(guest, hub.sources.now()) for guest in ("ann", "bob")]
        ann, bob = (Place(scene.host, scene.port, table, cookie) for cookie in cookies)
        asked = [await knock(place) for place in [ann] * 6 + [bob] * 4]
        codes = [code for code, _ in asked]
        assert codes[:6] == ["open"] * 4 + ["too_many_sockets"] * 2
        assert codes[6:] == ["open"] * 2 + ["server_full"] * 2
        for _, writer in asked:
            writer.close()
        async with asyncio.timeout(10):
            while len(sockets):
                await asyncio.sleep(0.01)
        code, writer = await knock(ann)
        assert code == "open"
        writer.close()

    house.run(story, limits=SocketLimits(sockets=6, sockets_per_guest=4))
