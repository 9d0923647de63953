"""Strangers name bots; how long and how widely these think is for the operator to say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.house import House, Scene

GREEDY_FOR_TIME = (
    "search:time=60s",
    "search:time=60s,cores=64",
    " search:worlds=1000000",
    "random:by=actions",
    "nobody:x=1",
)


@pytest.mark.parametrize("bot", GREEDY_FOR_TIME)
def test_a_stranger_cannot_choose_how_long_a_bot_thinks(house: House, bot: str) -> None:
    async def story(scene: Scene) -> None:
        asked: dict[str, Any] = {"name": "Eve", "board": "usa", "bots": [bot]}
        assert await scene.ann.post("/api/play", asked) == (403, refused(bot))
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        asked = {"name": "Eve", "seats": seats, "options": {}}
        assert await scene.ann.post("/api/tables", asked) == (403, refused(bot))
        assert await scene.server.hub.store.count_tables() == {}
        table = await scene.ann.new_table()
        asked = {"type": "arrange", "id": "a", "seat": 1, "kind": "bot", "bot": bot}
        said = await scene.ann.post(f"/api/tables/{table}/commands", asked)
        assert said == (403, refused(bot))

    house.run(story)


def refused(bot: str) -> dict[str, object]:
    return {"code": "no_recipes", "params": {"bot": bot.strip()}}


@pytest.mark.parametrize("bot", ["level:4", "search", "greedy"])
def test_levels_and_plain_names_are_for_everybody(house: House, bot: str) -> None:
    async def story(scene: Scene) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        asked = {"name": "Ann", "seats": seats, "options": {}}
        assert (await scene.ann.post("/api/tables", asked))[0] == 201

    house.run(story)


def test_an_operator_may_allow_recipes_but_none_that_takes_more_processes(house: House) -> None:
    async def story(scene: Scene) -> None:
        asked = {"name": "Ann", "board": "usa", "bots": ["search:time=0.1s"]}
        assert (await scene.ann.post("/api/play", asked))[0] == 201
        asked["bots"] = ["search:time=0.1s,cores=64"]
        status, said = await scene.ann.post("/api/play", asked)
        assert (status, said["code"]) == (400, "unknown_parameter")

    house.run(story, recipes=True)
