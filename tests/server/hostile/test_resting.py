"""Games of bots alone rest when nobody has looked for a while, and go on at the next look."""

from __future__ import annotations

import asyncio

from tests.server.house import INVITES, House, Scene

REST = 0.5  # seconds


async def moves(scene: Scene, table: str, seconds: float) -> bool:
    """Whether a table's log grows, without looking at it as a visitor would."""
    store = scene.server.hub.store
    before = await store.versions([table])
    async with asyncio.timeout(20):
        for _ in range(int(seconds / 0.1)):
            await asyncio.sleep(0.1)
            if await store.versions([table]) != before:
                return True
    return False


def test_a_game_that_nobody_watches_rests_until_somebody_looks(house: House) -> None:
    tables = []

    async def story(scene: Scene) -> None:
        seats = [{"kind": "bot", "bot": "level:4"}, {"kind": "bot", "bot": "level:4"}]
        asked = {"name": "Eve", "seats": seats, "options": {}}
        _, made = await scene.ann.post("/api/tables", asked)
        table = made["table"]
        INVITES[table] = made["invite"]
        tables.append(table)
        path = f"/api/tables/{table}"
        await scene.ann.post(f"{path}/commands", {"type": "start", "id": "s"})
        assert await moves(scene, table, 10)
        async with scene.ann.at(table):
            await asyncio.sleep(2 * REST)
            assert await moves(scene, table, 10)
        await asyncio.sleep(2 * REST)
        while (await scene.server.hub.table(table)).busy:
            await asyncio.sleep(0.1)  # a thought that had begun
        assert not await moves(scene, table, 2)
        assert (await scene.ann.get(path))[1]["table"]["status"] == "playing"
        assert await moves(scene, table, 10)

    async def after_a_restart(scene: Scene) -> None:
        assert not await moves(scene, tables[0], 2)
        async with scene.ann.at(tables[0]):
            assert await moves(scene, tables[0], 10)

    house.run(story, rest_seconds=REST)
    house.run(after_a_restart, rest_seconds=REST)
