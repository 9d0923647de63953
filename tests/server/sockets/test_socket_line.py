"""What is left of a request once its socket is open, and of a socket that has ended: nothing."""

from __future__ import annotations

import asyncio
import gc

from aiohttp import web

from tests.server.house import House, Scene
from whistlestop.server.http.connection import HttpConnection
from whistlestop.server.sockets.table_socket import TableSocket


def _alive() -> tuple[int, int, int]:
    """How many requests, connections that read requests, and sockets are in memory."""
    kinds = [type(thing) for thing in gc.get_objects()]
    return kinds.count(web.Request), kinds.count(HttpConnection), kinds.count(TableSocket)


def test_neither_a_request_nor_a_socket_outlives_its_use(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        gc.collect()
        gc.disable()  # nothing may wait for it either
        try:
            async with scene.ann.at(table), scene.ann.at(table):
                await asyncio.sleep(0.05)
                assert _alive() == (0, 0, 2)
            await asyncio.sleep(0.05)
            assert _alive() == (0, 0, 0)
        finally:
            gc.enable()

    house.run(story)
