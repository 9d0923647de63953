"""Without a cookie nothing begins anew: who asks for too much is refused, and nobody else is."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

import aiohttp
import pytest

from tests.server.addresses.strangers import (
    BOB,
    EVE,
    LISTED,
    TABLE,
    Said,
    Stranger,
    is_told_when,
    strangers,
)
from tests.server.finished.games import play, two_at_a_table
from tests.server.house import HELLO, INVITES, House, Scene
from whistlestop.server.addresses.limits import WINDOWS, AddressLimits
from whistlestop.server.sockets.limits import SocketLimits

FEW = 4


def test_an_address_makes_no_more_tables_than_it_may(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with strangers(scene, EVE, BOB) as (eve, bob):
            made = [await eve.make(TABLE) for _ in range(FEW)]
            made += await asyncio.gather(*(eve.make(TABLE) for _ in range(30)))
            assert Counter(said.status for said in made) == {201: FEW, 429: 30}
            assert all(map(is_told_when, made[FEW:]))
            assert made[-1].body == {
                "code": "too_fast",
                "params": {"limit": "tables", "seconds": 600 // FEW},
            }
            now = {"name": "Eve", "board": "usa", "bots": ["level:1"]}
            assert (await eve.post("/api/play", now)).status == 429
            assert (await bob.make(TABLE)).status == 201
            assert await scene.server.hub.store.count_tables() == {"gathering": FEW + 1}

    house.run(story, addresses=AddressLimits(tables=FEW))


def test_an_address_cannot_fill_the_list_that_everybody_reads(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with strangers(scene, EVE, BOB) as (eve, bob):
            made = await asyncio.gather(*(eve.make(LISTED) for _ in range(30)))
            assert Counter(said.code for said in made) == {"": FEW, "too_many_tables": 30 - FEW}
            assert all(is_told_when(said) for said in made if said.code)
            assert (await eve.make(TABLE)).status == 201  # the list does not show it
            assert (await bob.make(LISTED)).status == 201
            listed = (await bob.get("/api/tables")).body["tables"]
            assert len(listed) == FEW + 1

    house.run(story, addresses=AddressLimits(listed=FEW))


def test_a_listed_game_that_is_over_makes_room_for_another(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            table = await two_at_a_table(scene, bob, listed=True)
            async with strangers(scene, "127.0.0.1") as (again,):
                assert (await again.make(LISTED)).code == "too_many_tables"
                await play(scene, table)
                assert (await again.make(LISTED)).status == 201
                assert (await again.make(LISTED)).code == "too_many_tables"

    house.run(story, addresses=AddressLimits(listed=1))


async def all_ways_to_guess(eve: Stranger, table: str) -> list[Said]:
    path, shown = f"/api/tables/{table}", {"Whistlestop-Invite": "b" * 20}
    say = {"type": "say", "id": "s", "text": "Hi"}
    return [
        await eve.guess(table, "a" * 20),
        await eve.get(path, **shown),
        await eve.get(f"{path}/log", **shown),
        await eve.post(f"{path}/commands", say, **shown),
        await eve.get(path, Authorization="Bearer abc.0.1.def"),
    ]


def test_after_a_few_wrong_invites_even_a_right_one_is_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        right = INVITES[table]
        async with strangers(scene, EVE, BOB) as (eve, bob):
            said = await all_ways_to_guess(eve, table)
            assert [one.status for one in said] == [403, 403, 403, 403, 401]
            said = await all_ways_to_guess(eve, table)
            assert all(map(is_told_when, said))
            assert is_told_when(await eve.guess(table, right))
            line = await eve.open(table)
            await line.say({**HELLO, "invite": right})
            refused = await line.hear("refused")
            assert (refused["code"], refused["params"]["limit"]) == ("too_fast", "invites")
            # Who has only the id shows no invite, and guesses nothing.
            assert (await eve.get(f"/api/tables/{table}")).code == "not_invited"
            assert (await bob.guess(table, right)).status == 200

    house.run(story, addresses=AddressLimits(invites=5))


def test_who_sits_at_a_table_need_not_care_what_others_at_the_address_guess(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with strangers(scene, "127.0.0.1") as (eve,):
            for _ in range(3):
                await eve.guess(table, "a" * 20)
        shown = {"Whistlestop-Invite": INVITES[table]}
        assert (await scene.ann.get(f"/api/tables/{table}", **shown))[0] == 200
        async with scene.ann.at(table) as line:
            assert line.welcome["you"]["seats"] == [0]

    house.run(story, addresses=AddressLimits(invites=2))


async def opened(someone: Stranger, table: str, count: int) -> Counter[int]:
    """Open sockets and leave them open; what came of it."""
    came: Counter[int] = Counter()
    for _ in range(count):
        try:
            await someone.open(table)
            came[101] += 1
        except aiohttp.WSServerHandshakeError as error:
            told = error.headers is not None and error.headers.get("Retry-After")
            came[error.status if told else 0] += 1
    return came


@pytest.mark.parametrize(
    ("limits", "all_of_them"),
    [(AddressLimits(sockets=FEW), 1000), (AddressLimits(), 2 * FEW)],
    ids=["as many as are set", "half of all"],
)
def test_an_address_cannot_have_all_sockets(
    house: House, limits: AddressLimits, all_of_them: int
) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with strangers(scene, EVE, BOB) as (eve, bob):
            assert await opened(eve, table, 20) == {101: FEW, 429: 20 - FEW}
            assert await opened(bob, table, 2) == {101: 2}
            await eve.close()
            async with asyncio.timeout(10):
                while len(scene.server.sockets) > 2:
                    await asyncio.sleep(0.01)
        async with strangers(scene, EVE) as (eve,):
            assert await opened(eve, table, 1) == {101: 1}

    house.run(story, addresses=limits, limits=SocketLimits(sockets=all_of_them))


def test_commands_count_whether_they_come_by_socket_or_not(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table(listed=True)
        say = {"type": "say", "id": "s", "text": "Hi"}
        async with strangers(scene, EVE, BOB) as (eve, bob):
            line = await eve.open(table)
            await line.say(HELLO)
            await line.hear("welcome")
            for number in range(FEW):
                said = await eve.post(f"/api/tables/{table}/commands", {**say, "id": f"s{number}"})
                assert said.status == 200
            assert is_told_when(await eve.post(f"/api/tables/{table}/commands", say))
            for _ in range(30):  # more than would close a socket that is too fast by itself
                await line.say(say)
                refused = await line.hear("refused")
                assert (refused["code"], refused["params"]["limit"]) == ("too_fast", "commands")
            assert (await bob.post(f"/api/tables/{table}/commands", say)).status == 200

    house.run(story, addresses=AddressLimits(commands=FEW + 1))


def test_an_address_cannot_fill_the_disk_with_changes_that_never_end(house: House) -> None:
    """Talk is forgotten and games end, but who sat where in which colour is kept for good."""

    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table(listed=True)
        path = f"/api/tables/{table}/commands"
        sit = {"type": "sit", "id": "s", "seat": 1, "name": "Eve"}
        async with strangers(scene, EVE, BOB) as (eve, bob):
            cookie = {"Cookie": (await eve.get("/api/me")).headers["Set-Cookie"].split(";")[0]}
            mine = {**cookie, "Origin": scene.ann.address}
            assert (await eve.post(path, sit, **mine)).status == 200
            said = [await eve.post(path, painting(n), **mine) for n in range(FEW)]
            assert [one.status for one in said] == [200] * (FEW - 1) + [429]
            assert is_told_when(said[-1])
            assert said[-1].body["params"]["limit"] == "changes"
            talk = {"type": "say", "id": "t", "text": "Hi"}
            assert (await eve.post(path, talk, **mine)).status == 200
            assert (await bob.post(path, sit)).code == "seat_taken"

    house.run(story, addresses=AddressLimits(changes=FEW))


def painting(number: int) -> dict[str, Any]:
    colour = ("red", "green")[number % 2]
    return {"type": "paint", "id": f"p{number}", "seat": 1, "colour": colour}


def test_an_address_brings_no_more_new_guests_than_it_may(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with strangers(scene, EVE, BOB) as (eve, bob):
            came = [await eve.get("/api/me") for _ in range(FEW)]
            cookie = came[0].headers["Set-Cookie"].partition(";")[0]
            assert is_told_when(await eve.get("/api/me"))
            assert is_told_when(await eve.get("/"))
            assert (await eve.get("/api/me", Cookie=cookie)).status == 200  # no new one
            assert (await eve.get("/health")).status == 200
            assert (await bob.get("/api/me")).status == 200

    house.run(story, addresses=AddressLimits(guests=FEW))


EXPENSIVE = [
    "/api/tables",
    "/api/me/tables",
    "/api/me/statistics",
    "/api/boards/usa",
    "/api/boards/usa.svg",
    "/api/boards/usa/outline",
    "/api/tables/{}/log",
    "/api/tables/{}/story",
    "/api/tables/{}/record.wst",
    "/api/tables/{}/plies/3",
    "/api/tables/{}/plies/3.svg",
    "/api/tables/{}/plies/3/advice",
    "/api/tables/{}/review",
    "/api/tables/aaaabbbbccccdddd",  # looked for in the store
]


def test_what_takes_work_to_answer_is_not_answered_too_often(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(WINDOWS, "reads", 3600.0)  # so that no slow answer makes room for another

    async def story(scene: Scene) -> None:
        async with scene.visitor() as someone, strangers(scene, EVE, BOB) as (eve, bob):
            table = await two_at_a_table(scene, someone, listed=True)
            await play(scene, table)
            paths = [path.format(table) for path in EXPENSIVE]
            for path in paths:
                assert (await eve.get(path)).status in (200, 202, 404), path
            for path in paths:
                assert is_told_when(await eve.get(path)), path
            assert (await bob.get(paths[0])).status == 200

    house.run(story, addresses=AddressLimits(reads=len(EXPENSIVE)))


def test_a_forged_header_makes_nobody_another(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with strangers(scene, EVE) as (eve,):
            made = [await eve.make(TABLE, **forged(n)) for n in range(20)]
            assert Counter(said.status for said in made) == {201: FEW, 429: 20 - FEW}

    house.run(story, addresses=AddressLimits(tables=FEW))


def forged(number: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"10.1.{number}.1", "Forwarded": f"for=10.1.{number}.1"}


@pytest.mark.parametrize("hops", [1, 2])
def test_behind_a_proxy_its_word_counts_and_no_client_s(house: House, hops: int) -> None:
    def through(client: str, claims: str) -> dict[str, str]:
        ours = [client, "10.9.9.9"][:hops]  # the second proxy names the first
        return {"X-Forwarded-For": ", ".join([claims, *ours])}

    async def story(scene: Scene) -> None:
        async with strangers(scene, "127.0.0.1") as (proxy,):
            six = [f"2001:db8:0:5::{n:x}" for n in range(10)]
            for same in (["198.51.100.1"] * 10, six):
                made = [
                    await proxy.make(TABLE, **through(client, f"10.1.{n}.1"))
                    for n, client in enumerate(same)
                ]
                assert Counter(said.status for said in made) == {201: FEW, 429: 10 - FEW}
            made = [await proxy.make(TABLE, **through(f"10.7.0.{n}", "1.1.1.1")) for n in range(9)]
            assert {said.status for said in made} == {201}

    house.run(story, addresses=AddressLimits(tables=FEW), proxy=True, proxy_hops=hops)


def test_a_school_class_behind_one_address_is_refused_nothing(house: House) -> None:
    async def pupil(scene: Scene, number: int) -> None:
        async with scene.visitor() as one:
            assert (await one.get("/"))[0] == 200
            for path in ("/api/me", "/api/offers", "/api/tables", "/api/me/tables"):
                assert (await one.get(path))[0] == 200
            for path in ("", ".svg", "/outline"):
                assert (await one.get(f"/api/boards/usa{path}"))[0] == 200
            table = await one.new_table(listed=number % 3 == 0)
            async with one.at(table) as line, one.at(table), one.at(table):
                for n in range(10):
                    colour = ("red", "blue")[n % 2]
                    await line.say({"type": "paint", "id": f"p{n}", "seat": 0, "colour": colour})
                    await line.hear("ack")

    async def story(scene: Scene) -> None:
        await asyncio.gather(*(pupil(scene, number) for number in range(30)))
        assert house.lines("refused") == []

    house.run(story, addresses=AddressLimits())


def test_the_log_knows_an_address_by_an_alias_and_a_ban_works_by_it(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with strangers(scene, EVE, BOB) as (eve, bob):
            table = (await eve.make(LISTED)).body["table"]
            await eve.open(table)
            for _ in range(100):
                await eve.make(LISTED)
            await bob.get("/api/me")

    house.run(story, addresses=AddressLimits(tables=1))
    assert EVE not in house.logged.getvalue()
    refused = house.lines("refused")
    assert 1 <= len(refused) <= 40  # a hundred would fill the disk sooner
    alias = refused[-1]["address"]
    aliases = {line["address"] for line in house.lines("request")}
    assert alias in aliases
    assert len(aliases) == 2
    assert {line["address"] for line in house.lines("socket_open")} == {alias}

    async def banned(scene: Scene) -> None:
        async with strangers(scene, EVE, BOB) as (eve, bob):
            said = await eve.get("/api/me")
            assert (said.status, said.code) == (403, "not_allowed")
            assert (await bob.get("/api/me")).status == 200

    house.run(banned, banned=(alias,))
    house.run(banned, banned=("127.0.0.2/32", "2001:db8::/32"))


def test_an_attack_on_tables_ends_at_the_limit_with_the_settings_of_every_server(
    house: House,
) -> None:
    async def story(scene: Scene) -> None:
        usual = AddressLimits()
        async with strangers(scene, EVE) as (eve,):
            begun, made = time.monotonic(), 0
            while time.monotonic() - begun < 1.0:
                some = await asyncio.gather(*(eve.make(TABLE) for _ in range(20)))
                made += sum(said.status == 201 for said in some)
            assert made <= usual.tables + 1

    house.run(story, addresses=AddressLimits())
