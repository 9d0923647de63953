"""A table's socket: greetings, commands, limits, and how it is closed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import aiohttp
import pytest

from tests.server.house import CHATTY, HELLO, House, Line, Scene, frame
from whistlestop.protocol.limits import MESSAGE_BYTES, SOCKETS_PER_GUEST
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.sockets.open_sockets import WRITES_AT_ONCE
from whistlestop.server.sockets.socket_line import HELD_BYTES
from whistlestop.server.sockets.table_socket import TableSocket

SAY = {"type": "say", "id": "s1", "text": "hello"}


def test_a_hello_is_answered_with_where_the_table_stands(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            assert line.welcome["table"]["id"] == table
            assert line.welcome["v"] == 1
            assert line.welcome["you"]["seats"] == [0]

    house.run(story)


def test_a_command_is_acknowledged_to_its_sender_and_shown_to_all(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as ann, scene.visitor() as bob, bob.at(table) as watching:
            await ann.say(SAY)
            shown, ack = await ann.hear(), await ann.hear()
            assert (shown["type"], shown["v"]) == ("update", 2)
            assert ack == {"type": "ack", "id": "s1", "v": 2}
            seen = await watching.hear()
            assert (seen["type"], seen["v"]) == ("update", 2)

    house.run(story)


class Noted:
    """A transport that notes what is written to it."""

    def __init__(self, transport: Any) -> None:
        self.written: list[bytes] = []
        self._transport = transport

    def write(self, data: bytes) -> None:
        self.written.append(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def test_what_a_command_made_goes_out_with_its_answer(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as ann:
            (outlet,) = (await scene.server.hub.table(table)).outlets
            assert isinstance(outlet, TableSocket)
            outlet._transport = noted = Noted(outlet._transport)  # type: ignore[assignment]
            await ann.say(SAY)
            assert [(await ann.hear())["type"] for _ in range(2)] == ["update", "ack"]
            assert len(noted.written) == 1

    house.run(story)


def test_what_is_sent_in_one_go_to_many_reaches_each_of_them(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(scene.ann.at(table)) for _ in range(4)]
            outlets = (await scene.server.hub.table(table)).outlets
            sockets = scene.server.sockets
            for number in range(3 * WRITES_AT_ONCE):
                for outlet in outlets:
                    outlet.send(b'{"type":"update","v":%d}' % number)
            assert len(sockets._writing) < WRITES_AT_ONCE
            for line in lines:
                heard = [(await line.hear("update"))["v"] for _ in range(3 * WRITES_AT_ONCE)]
                assert heard == list(range(3 * WRITES_AT_ONCE))

    house.run(story)


def test_what_is_held_to_go_out_together_is_little_and_stays_in_order(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as ann:
            (outlet,) = (await scene.server.hub.table(table)).outlets
            assert isinstance(outlet, TableSocket)
            for number in range(20):
                outlet.send(b'{"type":"update","v":%d,"%b":0}' % (number, b"x" * 1000))
            assert len(outlet._held) <= HELD_BYTES
            heard = [(await ann.hear("update"))["v"] for _ in range(20)]
            assert heard == list(range(20))

    house.run(story)


def test_a_client_of_an_older_protocol_is_told_so_with_ours(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.socket(table) as line:
            await line.say({"type": "hello", "protocol": 1})
            refused, bye = await line.until_closed()
            assert refused == {
                "type": "refused",
                "code": "wrong_protocol",
                "params": {"protocol": 2},
            }
            assert bye == {"type": "bye", "code": "wrong_protocol", "retry": False}
            assert line.ws.close_code == 1008

    house.run(story)


def test_whoever_does_not_begin_with_a_hello_is_turned_away(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.socket(table) as line:
            await line.say(SAY)
            assert [said["code"] for said in await line.until_closed()] == ["no_hello", "no_hello"]
        _, log = await scene.ann.get(f"/api/tables/{table}/log")
        assert len(log["happened"]) == 1

    house.run(story)


def test_whoever_says_nothing_is_not_waited_for(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.socket(table) as line:
            assert await line.until_closed() == [{"type": "bye", "code": "no_hello", "retry": True}]
        assert len(scene.server.sockets) == 0

    house.run(story, limits=SocketLimits(hello=0.2))


BAD = [
    "",
    "{",
    "null",
    "[]",
    "hello",
    '{"type":"dance","id":"a"}',
    '{"type":"say"}',
    '{"type":"say","id":"a","text":"x","more":1}',
    '{"type":"say","id":"' + "a" * 41 + '","text":"x"}',
    '{"type":"say","id":"a b","text":"x"}',
    '{"type":"say","id":"a","text":"\\ud800"}',
    '{"type":"do","id":"a","seat":9,"decision":0,"action":"pass"}',
    '{"type":"do","id":"a","seat":-1,"decision":0,"action":"pass"}',
    '{"type":"do","id":"a","seat":1e99,"decision":0,"action":"pass"}',
    '{"type":"hello","protocol":1}',
    "[" * 4000,
]


def test_a_bad_message_is_refused_and_the_socket_goes_on(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            for text in BAD:
                await line.say(text)
                refused = await line.hear()
                assert (refused["type"], refused["code"]) == ("refused", "bad_message"), text
            await line.say(SAY)
            assert (await line.hear("ack"))["id"] == "s1"

    house.run(story)


def test_a_refusal_names_the_message_it_refuses_where_that_can_be_read(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            await line.say({"type": "say", "id": "mine", "wrong": True})
            assert (await line.hear("refused"))["id"] == "mine"
            await line.say({"type": "do", "id": "m2", "seat": 0, "decision": 3, "action": "pass"})
            assert (await line.hear("refused"))["id"] == "m2"

    house.run(story)


def test_a_message_may_have_4_kb_and_no_more(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            await line.say(json.dumps(SAY).ljust(MESSAGE_BYTES))
            assert (await line.hear("ack"))["id"] == "s1"
            await line.say(json.dumps({**SAY, "id": "s2"}).ljust(MESSAGE_BYTES + 1))
            assert await line.until_closed() == []
            assert line.ws.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG

    house.run(story)


def test_sixty_messages_in_a_window_are_heard_and_more_are_not(house: House) -> None:
    """The hello is the first of them; after many more the socket is closed."""
    usual = SocketLimits()
    assert (usual.messages, usual.window) == (60, 20.0)

    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            for number in range(59):
                await line.say({**SAY, "id": f"s{number}"})
                await line.hear("ack")
            await line.say({**SAY, "id": "late"})
            assert (await line.hear("refused"))["code"] == "too_fast"
            await _flood(line, 500)
            heard = await line.until_closed()
            assert {said["code"] for said in heard} == {"too_fast"}
            assert heard[-1]["type"] == "bye"
            assert len(heard) <= 25
            assert line.ws.close_code == 1008
        _, log = await scene.ann.get(f"/api/tables/{table}/log?after=1")
        assert len(log["happened"]) == 59

    limits = SocketLimits(window=36_000.0)  # no machine is too slow for that
    house.run(story, limits=limits, talk=CHATTY)


async def _flood(line: Line, count: int) -> None:
    with contextlib.suppress(ConnectionError):
        for number in range(count):
            await line.say({**SAY, "id": f"f{number}"})


def test_who_slows_down_is_heard_again(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as line:
            codes = []
            for number in range(6):
                await line.say({**SAY, "id": f"s{number}"})
                message = await line.hear()
                while message["type"] == "update":
                    message = await line.hear()
                codes.append(message["type"])
            assert codes == ["ack"] * 4 + ["refused"] * 2
            await asyncio.sleep(2.5)
            await line.say({**SAY, "id": "again"})
            assert (await line.hear("ack"))["id"] == "again"

    house.run(story, limits=SocketLimits(messages=5, window=10.0))


def test_pings_count_as_messages(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        data = scene.handshake(table, scene.ann.cookie() or "") + frame(9, b"hi") * 500
        got = await scene.raw(data)
        assert got.count(b"\x8a\x02hi") == 60
        assert b"too_fast" in got
        assert got[-4:].startswith(b"\x88")

    house.run(story, limits=SocketLimits(window=36_000.0))


def test_a_guest_may_have_twenty_sockets_and_others_still_get_in(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(SOCKETS_PER_GUEST):
                await stack.enter_async_context(scene.ann.at(table))
            with pytest.raises(aiohttp.WSServerHandshakeError) as shut:
                await stack.enter_async_context(scene.ann.socket(table))
            assert shut.value.status == 429
            bob = await stack.enter_async_context(scene.visitor())
            await stack.enter_async_context(bob.at(table))
            assert len(scene.server.sockets) == SOCKETS_PER_GUEST + 1
        await _until_empty(scene)
        async with scene.ann.at(table):
            pass

    house.run(story)


def test_a_full_server_says_so(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table), scene.visitor() as bob:
            with pytest.raises(aiohttp.WSServerHandshakeError) as shut:
                async with bob.socket(table):
                    pass
            assert shut.value.status == 503
        await _until_empty(scene)
        async with scene.visitor() as bob, bob.at(table):
            pass

    house.run(story, limits=SocketLimits(sockets=1))


async def _until_empty(scene: Scene) -> None:
    async with asyncio.timeout(5):
        while len(scene.server.sockets):
            await asyncio.sleep(0.01)


def test_a_request_without_the_handshake_is_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        status, refused = await scene.ann.get(f"/api/tables/{table}/socket")
        assert (status, refused["code"]) == (400, "bad_request")
        scene.server.sockets.take_place(_caller(scene))  # there is one: it would refuse

    house.run(story, limits=SocketLimits(sockets=1))


def _caller(scene: Scene) -> Any:
    from whistlestop.server.table.caller import Caller

    return Caller("bob")


TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
HELLO_FRAME = frame(TEXT, json.dumps(HELLO).encode())
BROKEN = {
    "binary": (frame(BINARY, b"abc"), 1003),
    "invalid UTF-8": (frame(TEXT, b'{"type":"\xff"}'), 1007),
    "a reserved bit": (b"\xf1\x80\0\0\0\0", 1002),
    "an unknown kind": (frame(3, b""), 1002),
    "a continuation of nothing": (frame(0, b"x"), 1002),
    "a message inside another": (frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"), 1002),
    "a ping in pieces": (frame(PING, b"x", fin=False), 1002),
    "a large ping": (frame(PING, b"x" * 126), 1002),
    "an impossible close": (frame(CLOSE, b"\x00\x01"), 1002),
    "half a close code": (frame(CLOSE, b"\x03"), 1002),
    "too large by its header": (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\0\0\0\0", 1009),
    "too large in pieces": (
        frame(TEXT, b"x" * 3000, fin=False) + frame(0, b"x" * 3000, fin=False),
        1009,
    ),
}


def test_broken_frames_close_the_socket_with_their_code(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        opening = scene.handshake(table, scene.ann.cookie() or "") + HELLO_FRAME
        async with scene.visitor() as bob, bob.at(table) as watching:
            for name, (data, code) in BROKEN.items():
                got = await scene.raw(opening + data)
                assert b'"type":"welcome"' in got, name
                assert b"\x88\x02" + code.to_bytes(2, "big") in got[-8:], name
                await watching.say({**SAY, "id": f"after-{code}-{len(name)}"})
                await watching.hear("ack")
        await _until_empty(scene)

    house.run(story)


def test_a_message_in_pieces_is_put_together(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        hello = json.dumps(HELLO).encode()
        pieces = frame(TEXT, hello[:7], fin=False) + frame(PING, b"hi") + frame(0, hello[7:])
        got = await scene.raw(
            scene.handshake(table, scene.ann.cookie() or "") + pieces + frame(CLOSE, b"\x03\xe8")
        )
        assert b"\x8a\x02hi" in got
        assert b'"type":"welcome"' in got

    house.run(story)


def test_endless_empty_pieces_are_cut_off(house: House) -> None:
    """They never become a message, so only a bound on bytes can stop them."""

    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        opening = scene.handshake(table, scene.ann.cookie() or "") + HELLO_FRAME
        pieces = frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * 100_000
        await scene.raw(opening + pieces)
        assert house.lines("socket_cut")
        await _until_empty(scene)

    house.run(story)


def test_a_silent_client_is_pinged_and_then_dropped(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        opening = scene.handshake(table, scene.ann.cookie() or "") + HELLO_FRAME
        async with scene.ann.at(table) as living:
            hearing = asyncio.create_task(living.until_closed())
            got = await scene.raw(opening)
            assert b"\x89\x00" in got
            assert [line["why"] for line in house.lines("socket_end")] == ["silent"]
            assert len(scene.server.sockets) == 1
            await living.ws.close()
            await hearing

    house.run(story, limits=SocketLimits(ping_after=0.2, silent_after=0.6))


def test_a_stale_answer_is_refused_and_followed_by_the_present_view(house: House) -> None:
    async def story(scene: Scene) -> None:
        status, made = await scene.ann.post("/api/play", {"name": "Ann", "bots": ["random"]})
        assert status == 201
        async with scene.ann.at(made["table"]) as line:
            do = {"type": "do", "id": "d", "seat": 0, "decision": 999_999, "action": "keep 1 2 3"}
            await line.say(do)
            assert (await line.hear("refused"))["code"] == "stale"
            assert (await line.hear("welcome"))["v"] >= 2

    house.run(story)


def test_where_watching_is_off_a_stranger_is_turned_away(house: House) -> None:
    async def story(scene: Scene) -> None:
        seats = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]
        body = {"name": "Ann", "seats": seats, "options": {"watch": False}}
        _, made = await scene.ann.post("/api/tables", body)
        start = {"type": "start", "id": "go"}
        status, ack = await scene.ann.post(f"/api/tables/{made['table']}/commands", start)
        assert status == 200, ack
        async with scene.visitor() as eve, eve.socket(made["table"]) as line:
            await line.say(HELLO)
            heard = await line.until_closed()
            assert [said["code"] for said in heard] == ["not_allowed", "not_allowed"]
            assert heard[-1]["retry"] is False

    house.run(story)
