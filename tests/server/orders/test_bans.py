"""Whoever is banned acts no more, in every process and after every restart, until the ban ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from tests.server.finished.games import command, play, two_at_a_table
from tests.server.house import House, Scene, Visitor
from tests.server.orders.giving import order, refused_order

MADE = {"name": "Bob", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {}}


async def me(visitor: Visitor) -> str:
    _, answer = await visitor.get("/api/me")
    return str(answer["guest"])


async def code(visitor: Visitor, path: str, body: Any) -> str:
    status, answer = await visitor.post(path, body)
    return "ok" if status in (200, 201) else str(answer["code"])


def test_a_banned_guest_leaves_its_seats_and_does_nothing_any_more(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            table = await play(scene, name, 4)
            await eve.get("/api/me")
            async with bob.at(name) as there, scene.ann.at(name) as ann:
                who = await me(bob)
                said = await order("ban", who, "--why", "spam", "--store", home.store, "--yes")
                assert (said["changed"], said["tables"]) == (True, [name])
                (bye,) = [one for one in await there.until_closed() if one["type"] == "bye"]
                assert (bye["code"], bye["retry"]) == ("banned", False)
                told = await ann.hear("update")
                assert (told["happened"][0]["kind"], told["happened"][0]["seat"]) == ("left", 1)
            assert table.state.seats[1].away == "kicked"
            commands = f"/api/tables/{name}/commands"
            for path, body in (
                ("/api/tables", MADE),
                ("/api/play", {"name": "Bob", "board": "usa", "bots": ["random"]}),
                (commands, {"type": "say", "id": "s", "text": "hey"}),
                (commands, {"type": "return", "id": "r", "seat": 1}),
            ):
                assert await code(bob, path, body) == "banned"
            assert (await bob.get(f"/api/tables/{name}/socket", Upgrade="websocket"))[0] == 403
            # A new cookie is a new guest: a ban by guest does not hold who throws it away.
            assert await code(eve, "/api/tables", MADE) == "ok"
            (one,) = await order("bans", "--store", home.store)
            assert (one["name"], one["why"]) == (who, "spam")
            await order("unban", who, "--store", home.store)
            assert await code(bob, "/api/tables", MADE) == "ok"
            assert not (await order("unban", who, "--store", home.store))["changed"]

    home.run(story)
    (line,) = [one for one in home.lines("order") if one["order"] == "ban"]
    assert (line["outcome"], line["tables"], len(line["guest"])) == ("done", 1, 20)


def test_a_ban_holds_after_a_restart(home: House) -> None:
    cookies: list[str] = []

    async def story(scene: Scene) -> None:
        who = await me(scene.ann)
        cookies.append(str(scene.ann.cookie()))
        await order("ban", who, "--store", home.store, "--yes")

    async def later(scene: Scene) -> None:
        async with scene.visitor() as ann:
            ann.headers["Cookie"] = f"whistlestop_guest={cookies[0]}"
            assert await code(ann, "/api/tables", MADE) == "banned"
            assert (await ann.get("/api/tables"))[0] == 200

    home.run(story)
    home.run(later)


def test_a_banned_host_hands_the_table_on_and_its_programs_tokens_end(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor(None) as program:
            seats = [{"kind": "me"}, {"kind": "remote", "name": "Robo"}, {"kind": "open"}]
            body = {"name": "Ann", "seats": seats, "options": {"board": "usa"}}
            _, made = await scene.ann.post("/api/tables", body)
            name = made["table"]
            await bob.get("/api/me")
            sit = {"type": "sit", "seat": 2, "name": "Bob", "invite": made["invite"]}
            await command(bob, name, sit)
            path = f"/api/tables/{name}/commands"
            _, ack = await scene.ann.post(path, {"type": "reissue", "id": "i", "seat": 1})
            bearer = {"Authorization": f"Bearer {ack['result']['token']}"}
            say = {"type": "say", "id": "s1", "text": "hi"}
            assert (await program.post(path, say, **bearer))[0] == 200
            await order("ban", await me(scene.ann), "--store", house.store, "--yes")
            say = {"type": "say", "id": "s2", "text": "hi"}
            assert (await program.post(path, say, **bearer))[0] == 403
            table = await scene.server.hub.table(name)
            assert table.state.host == await me(bob)
            assert table.state.seats[0].kind == "open"

    house.run(story)


def test_an_address_or_a_network_can_be_banned_while_it_runs(home: House) -> None:
    async def story(scene: Scene) -> None:
        said = await order("ban", "127.0.0.1/8", "--store", home.store, "--yes")
        assert said["changed"]
        assert (await scene.ann.get("/api/tables"))[1]["code"] == "not_allowed"
        await order("unban", "127.0.0.0/8", "--store", home.store)
        assert (await scene.ann.get("/api/tables"))[0] == 200

    home.run(story)


def test_what_is_no_guest_and_no_address_is_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        called = ("Ann & Bob", "ann", "zebulon")  # names of players, which ban nobody
        for text in (*called, "300.1.2.3", "", "a" * 41, "::1/200", "x;DROP TABLE bans"):
            says = await refused_order("ban", "--store", house.store, "--yes", "--", text)
            assert says.endswith("no address and no network."), text
        says = await refused_order("ban", "5f0c1e9a77d2", "--store", house.store, "--yes")
        assert says.endswith("What the log calls an address is banned for today by `serve --ban`.")
        with closing(sqlite3.connect(house.store)) as connection:
            assert connection.execute("SELECT count(*) FROM bans").fetchone() == (0,)

    house.run(story)
