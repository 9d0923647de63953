"""Tables that nobody has touched for a while go, by an order or by themselves, and no others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.cli.running import refused
from tests.server.house import House, Scene
from tests.server.orders.giving import admin, order
from tests.server.store.changes import change, opened, result
from tests.server.upkeep.old import TABLES, old_file
from whistlestop.server.orders.retention import Retention
from whistlestop.server.sources import Sources

DAY = 24 * 3600 * 1000


async def fill(url: str, now: int) -> None:
    """Tables of every status, one touched today and one a hundred days ago."""
    async with opened(url) as store:
        for status in ("gathering", "playing", "over"):
            for name, age in (("new", 1), ("old", 100)):
                scores = (result(0, "ann"),) if status == "over" else ()
                await store.append(
                    change(
                        f"{status}{name}",
                        1,
                        results=scores,
                        status=status,
                        updated=now - age * DAY,
                        due_at=None,
                    )
                )


async def left(url: str) -> list[str]:
    async with opened(url) as store:
        return sorted(row[0] for row in await store.ask("SELECT id FROM tables"))


def test_old_tables_go_and_the_others_stay(home: House) -> None:
    asyncio.run(fill(home.store, Sources().now()))

    async def story(scene: Scene) -> None:
        words = ("clean", "--finished-older", "90d", "--store", home.store)
        told = await order(*words, "--dry-run")
        assert (told["count"], [one["id"] for one in told["tables"]]) == (1, ["overold"])
        assert (await order(*words, "--yes"))["count"] == 1
        assert (await order(*words, "--yes"))["count"] == 0
        words = ("clean", "--unfinished-older", "30d", "--store", home.store)
        assert (await order(*words, "--yes"))["count"] == 2

    home.run(story)
    assert asyncio.run(left(home.store)) == ["gatheringnew", "overnew", "playingnew"]


def test_a_server_clears_away_by_itself_what_it_is_not_to_keep(home: House) -> None:
    asyncio.run(fill(home.store, Sources().now()))

    async def story(scene: Scene) -> None:
        for _ in range(600):
            if home.lines("tables_cleaned"):
                break
            await asyncio.sleep(0.1)

    home.run(story, keep=Retention(unfinished=30 * 86400.0))
    assert asyncio.run(left(home.store)) == ["gatheringnew", "overnew", "overold", "playingnew"]
    (line,) = home.lines("tables_cleaned")
    assert line["tables"] == 2


def test_nothing_goes_by_itself_unless_it_is_set(house: House) -> None:
    asyncio.run(fill(house.store, Sources().now()))

    async def story(scene: Scene) -> None:
        await asyncio.sleep(0.5)

    house.run(story)
    assert len(asyncio.run(left(house.store))) == 6


def test_a_table_that_somebody_watches_stays(house: House) -> None:
    async def story(scene: Scene) -> None:
        watched, idle = await scene.ann.new_table(), await scene.ann.new_table()
        words = ("clean", "--unfinished-older", "1s", "--store", house.store, "--yes")
        async with scene.ann.at(watched) as ann:
            await asyncio.sleep(1.1)
            assert (await order(*words))["count"] == 1
            await ann.say({"type": "say", "id": "s", "text": "still here"})
            await ann.hear("ack")
        assert (await scene.ann.get(f"/api/tables/{watched}"))[0] == 200
        assert (await scene.ann.get(f"/api/tables/{idle}"))[0] == 404

    house.run(story)


def test_many_tables_go_in_batches(home: House) -> None:
    async def many() -> None:
        async with opened(home.store) as store:
            for number in range(120):
                await store.append(change(f"t{number}", 1, status="over", updated=1_000))

    asyncio.run(many())
    told = admin("clean", "--finished-older", "1d", "--store", home.store, "--yes")
    assert told["count"] == 120
    assert asyncio.run(left(home.store)) == []


def test_a_store_of_before_is_cleaned_after_a_server_had_it(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    words = ("admin", "clean", "--finished-older", "1d", "--yes", "--store", path)
    assert "start a server on it first" in refused(*words)
    asyncio.run(left(str(path)))
    assert admin(*words[1:])["count"] == 2
    assert len(asyncio.run(left(str(path)))) == len(TABLES) - 2


@pytest.mark.parametrize("words", [(), ("--dry-run",), ("--finished-older", "soon")])
def test_what_is_to_go_has_to_be_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert refused("admin", "clean", *words, "--store", old_file(tmp_path))
