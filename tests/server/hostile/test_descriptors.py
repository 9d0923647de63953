"""A server with hardly a descriptor left: bots come back with the descriptors, and it shows."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import resource
import signal
from collections.abc import Iterator
from typing import Any

from tests.server.house import House, Scene

FEW = 200  # descriptors, so that all of them are soon taken


@contextlib.contextmanager
def hardly_a_descriptor_left() -> Iterator[None]:
    """Take the descriptors of this process, as strangers do with connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, hard))
    taken = []
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        for one in taken:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def health(scene: Scene, wanted: int) -> dict[str, Any]:
    """What /health says once it answers with a status."""
    async with asyncio.timeout(10):
        while True:
            status, said = await scene.ann.get("/health")
            if status == wanted:
                return dict(said)
            await asyncio.sleep(0.05)


async def bots_move(scene: Scene) -> None:
    before = scene.server.hub.bot_moves
    asked = {"name": "Ann", "board": "usa", "bots": ["greedy"]}
    assert (await scene.ann.post("/api/play", asked))[0] == 201
    async with asyncio.timeout(10):
        while scene.server.hub.bot_moves == before:
            await asyncio.sleep(0.02)


def test_workers_lost_without_descriptors_come_back_with_them(house: House) -> None:
    async def story(scene: Scene) -> None:
        pool = scene.server.hub.bots
        assert await health(scene, 200) == {"status": "ok", "bots": 1}
        await bots_move(scene)
        with hardly_a_descriptor_left():
            os.kill(pool.pids[0], signal.SIGKILL)
            await bots_move(scene)  # by chance, since none of the workers lives
            assert await health(scene, 503) == {"status": "no_bot_workers", "bots": 0}
            _, figures = await scene.ann.get("/metrics")
            assert "whistlestop_bot_workers 0.0" in figures
        assert await health(scene, 200) == {"status": "ok", "bots": 1}
        failures = scene.server.hub.bot_failures
        await bots_move(scene)
        assert scene.server.hub.bot_failures == failures
        _, figures = await scene.ann.get("/metrics")
        assert "whistlestop_bot_workers 1.0" in figures

    house.run(story)
    assert house.lines("no_bot_worker")
    failed = house.lines("bot_failed")[0]
    assert (failed["bot"], failed["seat"], failed["failure"]) == ("greedy", 1, "no worker")
    assert len(failed["table"]) == 16
    house.logged = io.StringIO()  # these were planned
