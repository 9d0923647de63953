"""Whoever is forgotten is named nowhere any more, and the games stay as they were played."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.cli.running import run
from tests.server.finished.games import command, play, two_at_a_table
from tests.server.house import CHATTY, House, Scene, Visitor
from tests.server.orders.giving import admin, order, refused_order
from tests.server.store.changes import opened
from tests.server.upkeep.old import SCORES, old_file
from whistlestop.record import loads
from whistlestop.server.store.backup import backup
from whistlestop.server.store.base import KeptReview

NAME = "Zebulon"


async def everything(url: str, folder: Path) -> str:
    """All that a store holds, as a backup writes it."""
    file = folder / "all.wsb"
    file.unlink(missing_ok=True)
    await backup(url, file, lambda done, total: None)
    text = gzip.decompress(file.read_bytes()).decode()
    async with opened(url) as store:
        found = await store.ask("SELECT table_id, body FROM reviews")
    return text + "".join(gzip.decompress(bytes(row[1])).decode() for row in found)


async def me(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))[1]["guest"])


async def zebulon_and_bob(scene: Scene, bob: Visitor, **options: Any) -> str:
    """A table of somebody who will be forgotten, and of Bob, who will not."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"board": "new-york", **options}
    body = {"name": NAME, "seats": seats, "options": options}
    _, made = await scene.ann.post("/api/tables", body)
    await bob.get("/api/me")
    sit = {"type": "sit", "seat": 1, "name": "Bob", "invite": made["invite"]}
    await command(bob, made["table"], sit)
    await command(scene.ann, made["table"], {"type": "start"})
    return str(made["table"])


async def say(visitor: Visitor, table: str, text: str) -> None:
    body = {"type": "say", "id": f"s{abs(hash(text))}", "text": text}
    assert (await visitor.post(f"/api/tables/{table}/commands", body))[0] == 200


def test_the_name_leaves_every_place_and_the_game_stays_as_it_was(
    home: House, tmp_path: Path
) -> None:
    guests: list[str] = []

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await zebulon_and_bob(scene, bob)
            await say(scene.ann, name, f"I am {NAME}, born in Ghent")
            await say(bob, name, f"hi {NAME.lower()}! not {NAME}s")
            table = await play(scene, name)
            assert table.state.game is not None
            before = table.state.game.record
            totals = [part.total for part in table.state.game.score().seats]
            kept = gzip.compress(json.dumps({"players": [NAME, "Bob"]}).encode())
            await scene.server.hub.store.keep_review(name, KeptReview(1, kept))
            for path in ("story", "record.wst", "log", ""):
                assert NAME in str((await bob.get(f"/api/tables/{name}/{path}".rstrip("/")))[1])
            kept_by_bob = {}
            for path in ("plies/3.svg", "plies/3.svg?seat=1", "record.wst", "record.wst?seat=1"):
                _, headers = await bob.headers_of(f"/api/tables/{name}/{path}")
                assert headers["Cache-Control"] == "private, no-cache"
                kept_by_bob[path] = headers["ETag"]
            guests.append(await me(scene.ann))
            async with bob.at(name) as there:
                said = await order("forget", guests[0], "--store", home.store, "--yes")
                assert said["tables"] == [name]
                anew = await there.hear("welcome")
                assert NAME not in json.dumps(anew).replace(f"{NAME}s", "")
                assert [seat["name"] for seat in anew["table"]["seats"]] == ["Guest 1", "Bob"]
            for path, tag in kept_by_bob.items():  # what his browser keeps is good no more
                had = {"If-None-Match": tag}
                assert (await bob.headers_of(f"/api/tables/{name}/{path}", **had))[0] == 200
            texts = []
            for path in ("story", "record.wst", "log", "plies/3", "plies/3.svg", ""):
                status, found = await bob.get(f"/api/tables/{name}/{path}".rstrip("/"))
                assert status == 200, path
                texts.append(str(found).replace(f"{NAME}s", ""))
            for text in (*texts, str(await bob.get("/api/me/tables"))):
                assert NAME not in text
                assert guests[0] not in text
            assert "Ghent" not in texts[2]
            assert "hi Guest 1!" in texts[2]
            after = loads((await bob.get(f"/api/tables/{name}/record.wst"))[1])
            after.verify()
            assert (after.plies, after.result) == (before.plies, before.result)
            assert after.players == ("Guest 1", "Bob")
            assert after.digest != before.digest  # it covers the names
            # The cookie is good, and has nothing any more.
            assert (await scene.ann.get("/api/me/tables"))[1]["tables"] == []
            assert (await scene.ann.get("/api/me/statistics"))[1]["boards"] == []
            (own,) = (await bob.get("/api/me/statistics"))[1]["boards"]
            assert (own["played"], own["best"]) == (1, totals[1])

    home.run(story, talk=CHATTY)
    text = asyncio.run(everything(home.store, tmp_path)).replace(f"{NAME}s", "")
    assert (NAME in text, guests[0] in text) == (False, False)
    assert run("store", "verify", "--store", home.store).exit_code == 0
    (line,) = home.lines("order")
    assert (line["order"], line["guest"], line["tables"]) == ("forget", guests[0], 1)
    assert NAME not in home.logged.getvalue()


def test_a_running_game_goes_on_without_the_forgotten(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await zebulon_and_bob(scene, bob)
            table = await play(scene, name, 7)
            version = table.state.version
            await order("forget", await me(scene.ann), "--store", home.store, "--yes")
            assert table.state.version > version
            assert [seat.name for seat in table.state.seats] == ["Guest 1", "Bob"]
            assert (table.state.seats[0].away, table.state.seats[0].guest) == ("left", None)
            assert table.state.host == await me(bob)
            async with bob.at(name) as there:
                for _ in range(200):  # a bot goes on in the place of whoever left
                    if 1 in table.state.waiting:
                        break
                    await there.hear("update")
            seat_one = table.state.seats[1].guest
            assert seat_one == await me(bob)
            decision, game = table.state.decision_of(1), table.state.game
            assert game is not None
            action = str(game.legal_for(1)[0])
            do = {"type": "do", "id": "d1", "seat": 1, "decision": decision, "action": action}
            status, answer = await bob.post(f"/api/tables/{name}/commands", do)
            assert status == 200, answer

    home.run(story)
    assert run("store", "verify", "--store", home.store).exit_code == 0


def test_tables_that_go_on_from_a_forgotten_game_are_told_its_new_digest(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await zebulon_and_bob(scene, bob)
            table = await play(scene, name)
            fork = {"name": "Bob", "ply": 5, "seat": 1, "as_it_lay": True}
            fork["seats"] = [{"kind": "bot", "bot": "random"}, {"kind": "me"}]
            status, made = await bob.post(f"/api/tables/{name}/fork", fork)
            assert status == 201, made
            await command(bob, made["table"], {"type": "start"})
            child = await scene.server.hub.table(made["table"])
            assert child.state.origin is not None
            assert NAME in child.state.origin.record
            said = await order("forget", await me(scene.ann), "--store", home.store, "--yes")
            assert sorted(said["tables"]) == sorted([name, made["table"]])
            parent = (await scene.server.hub.table(name)).state.game
            assert parent is not None
            assert child.state.origin is not None
            assert child.state.game is not None
            assert (table.state.game is parent, NAME in child.state.origin.record) == (True, False)
            assert child.state.origin.game == parent.record.digest
            assert child.state.game.forks[-1].game == parent.record.digest
            child.state.game.record.verify()

    home.run(story)
    assert run("store", "verify", "--store", home.store).exit_code == 0


def test_a_person_on_two_devices_is_one_at_a_table(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as phone:
            name = await zebulon_and_bob(scene, bob)
            path = f"/api/tables/{name}/commands"
            _, ack = await scene.ann.post(path, {"type": "link", "id": "k", "seat": 0})
            await phone.get("/api/me")
            token = ack["result"]["token"]
            await command(phone, name, {"type": "sit", "seat": 0, "name": NAME, "invite": token})
            first, second = await me(scene.ann), await me(phone)
            said = await order("forget", second, "--store", house.store, "--yes")
            assert (said["tables"], said["linked"]) == ([name], [first])
            log = await scene.server.hub.store.entries(name)
            whole = b"".join(entry.body + entry.who.encode() for entry in log).decode()
            assert not any(word in whole for word in (NAME, first, second))

    house.run(story)


def test_a_neutral_name_is_nobody_elses(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            body = {"name": NAME, "seats": [{"kind": "me"}, {"kind": "open"}], "options": {}}
            _, made = await scene.ann.post("/api/tables", body)
            await bob.get("/api/me")
            sit = {"type": "sit", "seat": 1, "name": "Guest 1", "invite": made["invite"]}
            await command(bob, made["table"], sit)
            await command(scene.ann, made["table"], {"type": "start"})
            await order("forget", await me(scene.ann), "--store", house.store, "--yes")
            table = await scene.server.hub.table(made["table"])
            assert [seat.name for seat in table.state.seats] == ["Guest 1 2", "Guest 1"]

    house.run(story)


def test_whoever_is_unknown_cannot_be_forgotten(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            await two_at_a_table(scene, bob)
            for guest in ("nobody", "x" * 20, '"', "%", "Ann"):
                says = await refused_order("forget", "--store", home.store, "--yes", "--", guest)
                assert says == "No table knows this guest.", guest

    home.run(story)


def test_old_logs_can_be_forgotten_too(tmp_path: Path) -> None:
    """Without a server, on a store that 0.1 wrote."""
    url = str(old_file(tmp_path))
    asyncio.run(_touch(url))
    said = admin("forget", "ann", "--store", url, "--yes")
    assert sorted(said["tables"]) == ["table1", "table3"]
    names = {one["id"]: one["names"] for one in admin("list", "--store", url)}
    assert names["table3"] == ["Guest 1", "Cy", "Dee"]
    result = run("store", "verify", "--store", url, "--json")
    assert result.exit_code == 0
    assert "Guest 1" in str(asyncio.run(_results(url)))


async def _touch(url: str) -> None:
    async with opened(url):
        pass


async def _results(url: str) -> list[Any]:
    async with opened(url) as store:
        rows = await store.ask("SELECT table_id, seat, name, guest, score FROM results")
    found = [tuple(row) for row in rows]
    for table, scores in SCORES.items():
        assert [row[4] for row in sorted(found) if row[0] == table] == scores
    assert not any(row[3] == "ann" for row in found)
    return found


def test_after_a_stop_not_even_free_pages_of_the_file_have_the_name(house: House) -> None:
    async def story(scene: Scene) -> None:
        for _ in range(3):
            async with scene.visitor() as bob:
                await play(scene, await zebulon_and_bob(scene, bob, board="europe"))
        guest = await me(scene.ann)
        assert len((await order("forget", guest, "--store", house.store, "--yes"))["tables"]) == 3

    house.run(story)
    file = Path(house.store)
    assert not [x for x in file.parent.glob(f"{file.name}*") if NAME.encode() in x.read_bytes()]


def test_a_command_that_does_it_itself_says_only_what_it_did(house: House) -> None:
    guests: list[str] = []

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            await zebulon_and_bob(scene, bob)
        guests.append(await me(scene.ann))

    house.run(story)
    words = ["admin", "forget", guests[0], "--store", house.store, "--yes"]
    done = subprocess.run(
        [sys.executable, "-m", "whistlestop", *words], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"{guests[0]} is forgotten at 1 table.\n")
    assert done.stderr == ""
