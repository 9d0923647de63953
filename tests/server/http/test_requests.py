"""HTTP: what is asked and answered, and how a request is refused."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.server.house import House, Scene
from whistlestop.server.sockets.limits import SocketLimits

PLAY = {"name": "Ann", "bots": ["random"]}


def test_play_now_gives_a_running_game(house: House) -> None:
    async def story(scene: Scene) -> None:
        status, made = await scene.ann.post("/api/play", PLAY)
        assert status == 201
        status, seen = await scene.ann.get(f"/api/tables/{made['table']}")
        assert status == 200
        assert seen["table"]["status"] == "playing"
        assert seen["mine"][0]["legal"]

    house.run(story)


def test_a_command_is_answered_once_it_is_stored_and_given_twice_done_once(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        command = {"type": "say", "id": "c1", "text": "hello"}
        first = await scene.ann.post(f"/api/tables/{table}/commands", command)
        again = await scene.ann.post(f"/api/tables/{table}/commands", command)
        assert first == again == (200, {"type": "ack", "id": "c1", "v": 2})
        _, log = await scene.ann.get(f"/api/tables/{table}/log?after=1")
        assert [entry["kind"] for entry in log["happened"]] == ["said"]

    house.run(story)


def test_lists_show_listed_tables_to_all_and_own_tables_to_their_guest(house: House) -> None:
    async def story(scene: Scene) -> None:
        private = await scene.ann.new_table()
        listed = await scene.ann.new_table(listed=True)
        async with scene.visitor() as bob:
            _, everybody = await bob.get("/api/tables")
            _, none = await bob.get("/api/me/tables")
        _, mine = await scene.ann.get("/api/me/tables")
        assert [line["table"]["id"] for line in everybody["tables"]] == [listed]
        assert none["tables"] == []
        assert {line["table"]["id"] for line in mine["tables"]} == {private, listed}
        assert all(line["seats"] == [0] for line in mine["tables"])

    house.run(story)


def test_a_long_list_is_told_in_pieces_without_gap_or_repetition(house: House) -> None:
    async def story(scene: Scene) -> None:
        made = [await scene.ann.new_table(listed=True) for _ in range(5)]
        found: list[str] = []
        path = "/api/tables?limit=2"
        before: int | None = None
        for _ in range(3):
            more = "" if before is None else f"&before={before}"
            _, page = await scene.ann.get(path + more)
            found += [line["table"]["id"] for line in page["tables"]]
            before = page["before"]
        assert before is None
        assert sorted(found) == sorted(made)

    house.run(story)


def test_my_turn_shows_in_my_list(house: House) -> None:
    async def story(scene: Scene) -> None:
        await scene.ann.post("/api/play", PLAY)
        _, mine = await scene.ann.get("/api/me/tables?status=playing")
        assert [line["your_turn"] for line in mine["tables"]] == [True]

    house.run(story)


def test_a_list_has_the_deadline_of_those_who_are_waited_for(house: House) -> None:
    async def story(scene: Scene) -> None:
        seats = [{"kind": "me"}, {"kind": "here", "name": "Bea"}]
        timed = {"board": "usa", "pace": {"type": "mail", "days": 3}}
        deadlines = []
        for options in (timed, {"board": "usa"}):
            body = {"name": "Ann", "seats": seats, "options": options}
            _, made = await scene.ann.post("/api/tables", body)
            path = f"/api/tables/{made['table']}"
            await scene.ann.post(f"{path}/commands", {"type": "start", "id": "start"})
            _, mine = await scene.ann.get("/api/me/tables?status=playing")
            _, seen = await scene.ann.get(path)
            line = next(x for x in mine["tables"] if x["table"]["id"] == made["table"])
            assert line["deadline"] == seen["game"]["deadline"]
            deadlines.append(line["deadline"])
        assert deadlines[0] is not None
        assert deadlines[1] is None

    house.run(story)


def test_offers_name_boards_bots_colours_and_phrases(house: House) -> None:
    async def story(scene: Scene) -> None:
        status, offers = await scene.ann.get("/api/offers")
        assert status == 200
        assert {"usa", "europe", "new-york", "usa:mega"} <= {b["name"] for b in offers["boards"]}
        assert {"greedy", "random"} <= {bot["name"] for bot in offers["bots"]}
        assert len(offers["colours"]) == 5
        assert "hello" in offers["phrases"]

    house.run(story)


def test_a_new_guest_has_empty_statistics(house: House) -> None:
    async def story(scene: Scene) -> None:
        assert await scene.ann.get("/api/me/statistics") == (200, {"boards": []})

    house.run(story)


NOT_THERE = [
    ("/nothing", 404, "no_such_path"),
    ("/api/tables/", 404, "no_such_path"),
    ("/page/../run.py", 404, "no_such_path"),
    ("/page/%2e%2e%2frun.py", 404, "no_such_path"),
    ("/api/tables/aaaa", 404, "no_such_table"),
    ("/api/tables/AAAA", 404, "no_such_table"),
    ("/api/tables/a%00b", 404, "no_such_table"),
    ("/api/tables/" + "a" * 500, 404, "no_such_table"),
    ("/api/tables/aaaa/socket", 404, "no_such_table"),
    ("/api/tables?limit=0", 400, "bad_query"),
    ("/api/tables?limit=1e3", 400, "bad_query"),
    ("/api/tables?before=-1", 400, "bad_query"),
    ("/api/tables?status=burning", 400, "bad_query"),
    ("/api/tables?limit=%D9%A1", 400, "bad_query"),
    ("/api/play", 405, "no_such_method"),
]


def test_what_is_not_there_is_refused_with_a_code(house: House) -> None:
    async def story(scene: Scene) -> None:
        for path, status, code in NOT_THERE:
            got, refused = await scene.ann.get(path)
            assert (got, refused["code"]) == (status, code), path

    house.run(story)


BAD_BODIES = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'{"name":"Ann","bots":["random"],"extra":1}',
    b'{"name":"Ann","bots":[]}',
    b'{"name":1}',
    b'{"name":"' + b"a" * 25 + b'"}',
    b'{"name":"\xff\xfe"}',
    b'{"name":"\\ud800"}',
    b'{"name":NaN}',
    b"[" * 4000,
    b'\xff\xfe{"name":"Ann"}',
]


def test_a_body_that_is_not_of_its_type_is_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        for body in BAD_BODIES:
            status, refused = await scene.ann.post("/api/play", body)
            assert (status, refused) == (400, {"code": "bad_message", "params": {}}), body

    house.run(story)


def test_a_body_may_have_4_kb_and_no_more(house: House) -> None:
    async def story(scene: Scene) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        fits = json.dumps({"name": "Ann", "seats": seats}).encode().ljust(4096)
        assert (await scene.ann.post("/api/tables", fits))[0] == 201
        status, refused = await scene.ann.post("/api/tables", fits + b" ")
        assert (status, refused["code"]) == (413, "too_long")

    house.run(story)


def test_a_packed_body_is_not_unpacked(house: House) -> None:
    async def story(scene: Scene) -> None:
        import zlib

        packed = zlib.compress(json.dumps(PLAY).encode())
        status, refused = await scene.ann.post(
            "/api/play", packed, **{"Content-Encoding": "deflate"}
        )
        assert (status, refused["code"]) == (400, "bad_message")

    house.run(story)


def test_commands_without_a_socket_are_as_limited_as_on_one(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        statuses = []
        for number in range(8):
            command = {"type": "say", "id": f"c{number}", "text": "hello"}
            statuses.append((await scene.ann.post(f"/api/tables/{table}/commands", command))[0])
        assert statuses == [200] * 4 + [429] * 4  # making the table was the first of five

    house.run(story, limits=SocketLimits(messages=5, window=600.0))


RAW = [
    b"GET / HTTP/1.1\r\nHost: a\r\nHost : b\r\n\r\n",
    b"NONSENSE\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 500 + b"\r\n",
    b"\r\n\r\n\r\n\x00\xff\xfe",
]


def test_broken_http_gets_a_code_without_sentence_version_or_trace(house: House) -> None:
    async def story(scene: Scene) -> None:
        for got in await asyncio.gather(*(scene.raw(data, wait=1.0) for data in RAW)):
            assert b"aiohttp" not in got.lower()
            assert b"python" not in got.lower()
            assert b"Traceback" not in got
            head, _, body = got.partition(b"\r\n\r\n")
            assert head.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), head
            problem: dict[str, Any] = json.loads(body)
            assert set(problem) == {"code", "params"}
        assert (await scene.ann.get("/health"))[0] == 200

    house.run(story)


def test_a_method_that_is_not_allowed_says_which_are(house: House) -> None:
    async def story(scene: Scene) -> None:
        got = await scene.raw(
            b"DELETE /api/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        head, _, body = got.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 405")
        assert b"Allow: GET,HEAD,POST" in head
        assert json.loads(body) == {"code": "no_such_method", "params": {}}

    house.run(story)


def test_a_body_that_never_comes_is_not_waited_for_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whistlestop.server.http.request_response.BODY_SECONDS", 0.2)

    async def story(scene: Scene) -> None:
        started = asyncio.get_running_loop().time()
        got = await scene.raw(
            b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nab"
        )
        assert b'{"code":"too_slow","params":{}}' in got
        assert asyncio.get_running_loop().time() - started < 4

    house.run(story)
