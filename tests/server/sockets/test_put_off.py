"""Where many tables are at it, messages are read when the next commit is near: none of it shows."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.house import House, Scene
from whistlestop.server import pace as pacing

DISTANCE = 0.2
SAID = [f"word {n}" for n in range(5)]


@pytest.fixture(autouse=True)
def _far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "DISTANCE", DISTANCE)


async def _busy(scene: Scene) -> str:
    """Make as many tables as it takes; the last of them."""
    return [await scene.ann.new_table() for _ in range(pacing.MANY + 1)][-1]


async def _heard(scene: Scene, table: str) -> list[str]:
    _, log = await scene.ann.get(f"/api/tables/{table}/log")
    return [line["params"]["text"] for line in log["happened"] if line["kind"] == "said"]


def _say(text: str) -> dict[str, str]:
    return {"type": "say", "id": text.replace(" ", "."), "text": text}


def test_messages_that_were_put_off_are_read_in_order(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await _busy(scene)
        async with scene.ann.socket(table) as line:
            await line.say({"type": "hello", "protocol": 2})
            await line.hear("welcome")
            for text in SAID:
                await line.say(_say(text))
                await asyncio.sleep(0.01)
            answered = [(await line.hear("ack"))["id"] for _ in SAID]
            assert answered == [text.replace(" ", ".") for text in SAID]
        assert await _heard(scene, table) == SAID

    house.run(story)


def test_what_was_said_right_before_leaving_is_heard(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await _busy(scene)
        async with scene.ann.socket(table) as line:
            await line.say({"type": "hello", "protocol": 2})
            await line.hear("welcome")
            await asyncio.sleep(DISTANCE)
            await line.say(_say("first"))
            await line.hear("ack")
            begun = asyncio.get_running_loop().time()
            await line.say(_say("goodbye"))
            # Gone without a word, before the next commit is near.
            response = line.ws._response
            assert response.connection is not None
            assert response.connection.transport is not None
            response.connection.transport.close()
            assert asyncio.get_running_loop().time() < begun + DISTANCE / 2
        async with asyncio.timeout(5):
            while await _heard(scene, table) != ["first", "goodbye"]:
                await asyncio.sleep(0.05)

    house.run(story)
