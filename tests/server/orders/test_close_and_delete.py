"""A table that the operator closes stands still and stays readable; one that is deleted is gone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.cli.running import run
from tests.server.finished.games import play, two_at_a_table
from tests.server.house import House, Scene, Visitor
from tests.server.orders.giving import admin, order, refused_order
from tests.server.store.changes import opened
from whistlestop.server.orders.orders import operator
from whistlestop.server.table import entries as en
from whistlestop.server.table.table import Table

PARTS = ("tables", "entries", "talk", "members", "results", "reviews")


def move(table: Table, seat: int | None = None) -> dict[str, Any]:
    """A move that a seat could make now."""
    game = table.state.game
    assert game is not None
    seat = game.waiting[0] if seat is None else seat
    decision = table.state.decision_of(seat)
    action = str(game.legal_for(seat)[0])
    return {
        "type": "do",
        "id": f"m{decision}",
        "seat": seat,
        "decision": decision,
        "action": action,
    }


async def answered(visitor: Visitor, table: str, message: dict[str, Any]) -> tuple[int, str]:
    status, answer = await visitor.post(f"/api/tables/{table}/commands", message)
    return status, answer.get("code", "ok")


async def rows(url: str, table: str) -> dict[str, int]:
    """How many rows each part of the store has of a table."""
    async with opened(url) as store:
        found = {}
        for part in PARTS:
            column = "id" if part == "tables" else "table_id"
            query = f"SELECT count(*) FROM {part} WHERE {column} = ?1"
            found[part] = (await store.ask(query, table))[0][0]
        return found


def test_at_a_closed_table_nobody_acts_and_everybody_may_still_look(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            table = await play(scene, name, 6)
            async with scene.ann.at(name) as ann:
                said = await order("close", name, "--store", home.store, "--yes")
                assert (said["changed"], said["tables"]) == (True, [name])
                told = await ann.hear("update")
                assert [one["kind"] for one in told["happened"]] == ["closed"]
                assert told["table"]["closed"] is True
                await ann.say({"type": "say", "id": "s1", "text": "hello?"})
                assert (await ann.hear("refused"))["code"] == "table_closed"
            for visitor in (scene.ann, bob):
                for message in (
                    *(move(table, seat) for seat in table.state.waiting),
                    {"type": "say", "id": "s2", "text": "well"},
                    {"type": "leave", "id": "l1", "seat": 0},
                    {"type": "rematch", "id": "r1"},
                ):
                    assert await answered(visitor, name, message) == (403, "table_closed")
            status, seen = await bob.get(f"/api/tables/{name}")
            assert (status, seen["table"]["closed"]) == (200, True)
            assert (await bob.get(f"/api/tables/{name}/record.wst"))[0] == 200
            assert not (await order("close", name, "--store", home.store, "--yes"))["changed"]

    home.run(story)
    (line, again) = home.lines("order")
    assert (line["order"], line["by"], line["outcome"]) == ("close", operator(), "done")
    assert (line["tables"], line["table"], again["outcome"]) == (1, again["table"], "nothing_to_do")


def test_a_closed_table_is_in_no_public_list_and_goes_on_when_it_is_opened(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob, listed=True)
            table = await scene.server.hub.table(name)
            await order("close", name, "--store", home.store, "--yes")
            listed = (await bob.get("/api/tables"))[1]["tables"]
            assert [one["table"]["id"] for one in listed] == []
            mine = (await bob.get("/api/me/tables"))[1]["tables"]
            assert [one["table"]["closed"] for one in mine] == [True]
            (shown,) = await order("list", "--store", home.store)
            assert shown["closed"] is True
            await order("reopen", name, "--store", home.store)
            seat = table.state.waiting[0]
            assert await answered((scene.ann, bob)[seat], name, move(table, seat)) == (200, "ok")
            assert len((await bob.get("/api/tables"))[1]["tables"]) == 1

    home.run(story)


def test_the_clock_of_a_closed_table_stands_and_its_bots_stop(house: House) -> None:
    async def story(scene: Scene) -> None:
        pace = {"type": "live", "seconds": 60}
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        body = {"name": "Ann", "seats": seats, "options": {"pace": pace, "board": "new-york"}}
        _, made = await scene.ann.post("/api/tables", body)
        name = made["table"]
        table = await scene.server.hub.table(name)
        await order("close", name, "--store", house.store, "--yes")
        status, _ = await scene.ann.post(
            f"/api/tables/{name}/commands", {"type": "start", "id": "s"}
        )
        assert status == 403
        await order("reopen", name, "--store", house.store)
        await scene.ann.post(f"/api/tables/{name}/commands", {"type": "start", "id": "t"})
        before = table.state.deadline
        await order("close", name, "--store", house.store, "--yes")
        version = table.state.version
        assert (table.state.deadline, table.state.bots_to_move()) == (None, ())
        assert (await scene.server.hub.store.row(name)).due_at is None  # type: ignore[union-attr]
        await asyncio.sleep(1.2)
        assert table.state.version == version
        await order("reopen", name, "--store", house.store)
        assert before is not None
        assert table.state.deadline is not None
        assert table.state.deadline >= before + 1_000

    house.run(story)


def test_a_closed_table_is_closed_after_a_restart_and_verifies(home: House) -> None:
    names: list[str] = []

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            names.append(await two_at_a_table(scene, bob))
            await play(scene, names[0], 5)
            await order("close", names[0], "--store", home.store, "--yes")

    async def later(scene: Scene) -> None:
        table = await scene.server.hub.table(names[0])
        assert table.state.closed is not None

    home.run(story)
    home.run(later)
    assert run("store", "verify", "--store", home.store).exit_code == 0


def test_a_deleted_table_is_gone_from_every_place(home: House) -> None:
    names: list[str] = []

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            other = await two_at_a_table(scene, bob, listed=True)
            names.extend((name, other))
            await play(scene, name)
            for path in ("story", "record.wst", "plies/3.svg"):
                assert (await bob.get(f"/api/tables/{name}/{path}"))[0] == 200
            async with scene.ann.at(name) as ann, bob.at(other) as there:
                await ann.say({"type": "say", "id": "s1", "text": "bye"})
                await ann.hear("ack")
                assert (await order("delete", name, "--store", home.store, "--yes"))["changed"]
                (bye,) = [one for one in await ann.until_closed() if one["type"] == "bye"]
                assert (bye["code"], bye["retry"]) == ("table_deleted", False)
                await there.say({"type": "say", "id": "s2", "text": "still here"})
                await there.hear("ack")
            for path in ("", "/story", "/record.wst", "/plies/3.svg", "/log", "/socket"):
                status, answer = await bob.get(f"/api/tables/{name}{path}")
                assert (status, answer["code"]) == (404, "no_such_table"), path
            lists = [await bob.get("/api/me/tables"), await scene.ann.get("/api/tables")]
            assert [one["table"]["id"] for _, found in lists for one in found["tables"]] == [
                other,
                other,
            ]
            assert (await bob.get("/api/me/statistics"))[1]["boards"] == []
            says = await refused_order("delete", name, "--store", home.store, "--yes")
            assert says == "There is no such table."

    home.run(story)
    assert asyncio.run(rows(home.store, names[0])) == dict.fromkeys(PARTS, 0)
    assert asyncio.run(rows(home.store, names[1]))["entries"] == 3
    assert run("store", "verify", "--store", home.store).exit_code == 0
    assert home.lines("table_damaged") == []


def test_deleting_a_table_leaves_nothing_of_it_in_the_file(house: House) -> None:
    async def story(scene: Scene) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"name": "Zebulon", "seats": seats, "options": {}}
        _, made = await scene.ann.post("/api/tables", body)
        await order("delete", made["table"], "--store", house.store, "--yes")

    house.run(story)
    with open(house.store, "rb") as file:
        assert b"Zebulon" not in file.read()
    assert not os.path.exists(f"{house.store}-wal")


def test_without_a_server_the_command_does_it_itself(home: House) -> None:
    names: list[str] = []

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            names.append(await two_at_a_table(scene, bob))

    home.run(story)
    assert admin("close", names[0], "--store", home.store, "--yes")["changed"]
    assert admin("show", names[0], "--store", home.store)["table"]["closed"]
    assert run("store", "verify", "--store", home.store).exit_code == 0
    assert admin("delete", names[0], "--store", home.store, "--yes")["changed"]
    assert admin("list", "--store", home.store) == []


def test_whoever_does_not_mean_it_changes_nothing(house: House) -> None:
    names: list[str] = []

    async def story(scene: Scene) -> None:
        names.append(await scene.ann.new_table())

    house.run(story)
    for words in (
        ("close", names[0]),
        ("delete", names[0]),
        ("ban", "x7k2m9example0000000"),
        ("forget", "ann"),
        ("clean", "--unfinished-older", "1s"),
        ("rotate-keys",),
    ):
        result = run("admin", *words, "--store", house.store, typed="n\n")
        assert result.exit_code == 130
        assert "?" in result.stderr
    (found,) = admin("list", "--store", house.store)
    assert (found["version"], found["closed"]) == (1, False)
    with closing(sqlite3.connect(house.store)) as connection:
        assert connection.execute("SELECT count(*) FROM orders").fetchone() == (0,)


def test_no_command_of_a_client_is_an_order(home: House) -> None:
    """A guest who sends what the operator's entries look like is refused, and so is one who names
    the command of an order."""

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            for kind in ("closed", "reopened", "forgotten", "close", "delete", "ban", "order"):
                message = {"type": kind, "id": "x1", "table": name, "seats": [0, 1]}
                assert await answered(scene.ann, name, message) == (400, "bad_message")
            for path in ("/api/orders", "/api/admin", "/admin", f"/api/tables/{name}/close"):
                status, _ = await scene.ann.post(path, {"table": name})
                assert status in (404, 405), path
            table = await scene.server.hub.table(name)
            assert not any(isinstance(line.body, en.Closed) for line in table.state.lines.game)

    home.run(story)


@pytest.mark.parametrize("words", [("close", "nobody"), ("delete", "nobody"), ("reopen", "x")])
def test_a_table_that_is_not_there_is_refused_in_a_sentence(
    home: House, words: tuple[str, str]
) -> None:
    async def story(scene: Scene) -> None:
        yes = () if words[0] == "reopen" else ("--yes",)
        says = await refused_order(*words, *yes, "--store", home.store)
        assert says == "There is no such table."

    home.run(story)
