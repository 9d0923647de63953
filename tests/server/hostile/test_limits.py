"""Bad messages with the limits that every server has, and a few without them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import statistics
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.server.hostile.attackers import Attack, Attacker, entries_of
from tests.server.hostile.bystanders import bystander
from tests.server.hostile.connections import Place
from tests.server.hostile.messages import messages
from tests.server.soak import times
from tests.server.transport.house import House, Scene, frame
from whistlestop.server.protocol.limits import MESSAGES_PER_WINDOW
from whistlestop.server.socket import PATIENCE
from whistlestop.server.sockets import Limits

CROWD = 40
FLOOD = 200
MILLISECONDS = 100.0


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

    house.run(story, limits=Limits(messages=1_000_000))


async def flood(place: Place, seed: object) -> Counter[str]:
    """Send far too much at once, then listen to the end; what was heard, by type and code."""
    attacker = Attacker(place, "spectator")
    await attacker.open()
    attacker.send(list(islice(messages("spectator", seed), FLOOD)))
    heard: Counter[str] = Counter()
    while (answer := await attacker.next_or_none()) is not None:
        if answer.startswith(b"{"):
            said: dict[str, Any] = json.loads(answer)
            heard[f"{said['type']} {said.get('code')}"] += 1
    return heard


@pytest.mark.slow
def test_whoever_floods_is_refused_then_closed_while_others_play_on(house: House) -> None:
    async def story(scene: Scene) -> None:
        entries, _ = await entries_of(scene.address, scene.ann)
        tables = {place.table for place, _ in entries}
        signer, sources = scene.server.hub.signer, scene.server.hub.sources
        async with bystander(scene.address, pause=0.15) as player:
            before = await stored(scene, tables)
            for number in times(1):
                cookies = [
                    signer.guest_cookie(f"guest{number}x{i}", sources.now()) for i in range(CROWD)
                ]
                places = [Place(scene.host, scene.port, min(tables), c) for c in cookies]
                crowd = [flood(place, f"{number} {i}") for i, place in enumerate(places)]
                for heard in await asyncio.gather(*crowd):
                    check(heard)
            assert await stored(scene, tables) == before
            waited = player.taken()
        print(f"{len(waited)} answers, median {statistics.median(waited):.1f} ms, {waited[-1]:.1f}")
        assert statistics.median(waited) < MILLISECONDS

    house.run(story)


def check(heard: Counter[str]) -> None:
    """A burst is answered, some more is refused as too fast, then the socket is closed."""
    assert heard["bye too_fast"] == 1
    too_fast = heard["refused too_fast"]
    assert PATIENCE <= too_fast <= PATIENCE + 10
    answered = heard.total() - too_fast - 1
    assert MESSAGES_PER_WINDOW - 1 <= answered <= MESSAGES_PER_WINDOW + 20


@pytest.mark.slow
def test_one_guest_cannot_have_all_sockets(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        await scene.ann.get("/api/me")
        place = Place(scene.host, scene.port, table, str(scene.ann.cookie()))
        most = Limits().sockets_per_guest
        heads = []
        writers = []
        for _ in range(most + 5):
            reader, writer = await asyncio.open_connection(scene.host, scene.port)
            writer.write(place.handshake)
            heads.append((await reader.readuntil(b"\r\n\r\n"))[9:12])
            writers.append(writer)
        assert heads == [b"101"] * most + [b"429"] * 5
        for writer in writers:
            writer.write(frame(8, b"\x03\xe8"))
            writer.close()

    house.run(story)
