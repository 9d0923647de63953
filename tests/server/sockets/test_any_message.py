"""Whatever is sent, in whatever state: an answer or a clean end, and everybody else is served."""

from __future__ import annotations

import json
from typing import Any, get_args

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from tests.server.house import HELLO, INVITES, House, Line, Scene, frame
from whistlestop.protocol.commands import FromClient
from whistlestop.server.http.guard import COOKIE
from whistlestop.server.sockets.limits import SocketLimits

pytestmark = pytest.mark.slow

LIMITS = SocketLimits(messages=1_000_000)
MANY = settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])

KINDS = [str(kind.__struct_config__.tag) for kind in get_args(FromClient)] + ["dance"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=5)
FIELDS = {
    "id": st.text("abc123", min_size=1, max_size=5) | VALUES,
    "seat": st.integers(-1, 6) | VALUES,
    "decision": st.integers(-1, 9) | VALUES,
    "action": st.sampled_from(["pass", "draw deck", "keep 1"]) | VALUES,
    "text": st.text(max_size=30) | VALUES,
    "name": st.text(max_size=30) | VALUES,
    "kind": st.sampled_from(["open", "bot", "here", "remote"]) | VALUES,
    "colour": st.sampled_from(["red", "mauve"]) | VALUES,
    "surprise": VALUES,
}
MESSAGES = st.builds(
    lambda kind, fields: json.dumps({"type": kind, **fields}),
    st.sampled_from(KINDS) | VALUES,
    st.fixed_dictionaries({}, optional=FIELDS),
)
TEXTS = st.text(max_size=200) | MESSAGES | VALUES.map(json.dumps)
FRAMES = st.lists(
    st.builds(
        frame,
        st.integers(0, 15),
        st.binary(max_size=40) | MESSAGES.map(str.encode),
        fin=st.booleans(),
        mask=st.booleans(),
    )
    | st.binary(max_size=30),
    max_size=6,
).map(b"".join)


async def _answer(line: Line, text: str) -> Any:
    await line.say(text)
    while True:
        heard = await line.hear()
        if heard["type"] in ("ack", "refused"):
            return heard


def test_every_message_gets_one_answer_and_only_acknowledged_ones_change_anything(
    house: House,
) -> None:
    with house.open(limits=LIMITS) as (scene, run):
        table = run(scene.ann.new_table())
        opened = scene.ann.at(table)
        line = run(opened.__aenter__())
        acknowledged: set[int] = {1}

        @MANY
        @given(TEXTS)
        def check(text: str) -> None:
            heard = run(_answer(line, text))
            if heard["type"] == "ack":
                acknowledged.add(heard["v"])

        check()
        _, seen = run(scene.ann.get(f"/api/tables/{table}"))
        assert seen["v"] == max(acknowledged) == len(acknowledged)
        run(opened.__aexit__(None, None, None))


async def _still_served(scene: Scene, table: str) -> None:
    status, seen = await scene.ann.get(f"/api/tables/{table}")
    assert (status, seen["v"]) == (200, 1)


WELCOME = b'"type":"welcome"'


def test_any_frames_end_in_an_answer_or_a_clean_close(house: House) -> None:
    with house.open(limits=LIMITS) as (scene, run):
        table = run(scene.ann.new_table())
        stranger = scene.server.hub.signer.guest_cookie("eve", scene.server.hub.sources.now())
        hello = {**HELLO, "invite": INVITES[table]}
        opening = scene.handshake(table, stranger) + frame(1, json.dumps(hello).encode())

        @MANY
        @given(FRAMES)
        def check(data: bytes) -> None:
            sent = opening + data + frame(8, b"\x03\xe8")
            assert WELCOME in run(scene.raw(sent, wait=0.3, after=WELCOME))

        check()
        run(_still_served(scene, table))


HEADERS = st.dictionaries(
    st.sampled_from(["Cookie", "Origin", "Authorization", "X-Forwarded-Host", "If-None-Match"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"))
    | st.text().map(lambda text: f"{COOKIE}={text!a}"),
    max_size=3,
)
PATHS = st.sampled_from(["/", "/api/me", "/api/tables", "/api/play", "/t/x", "/page/app.js"]) | (
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30).map("/".__add__)
)


def test_any_headers_and_paths_get_a_proper_answer(house: House) -> None:
    with house.open(limits=LIMITS) as (scene, run):
        table = run(scene.ann.new_table())

        @MANY
        @given(st.sampled_from(["GET", "POST", "PUT", "OPTIONS"]), PATHS, HEADERS)
        def check(method: str, path: str, headers: dict[str, str]) -> None:
            lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            data = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
            got = run(scene.raw(data, wait=2.0))
            status = int(got.split(b" ", 2)[1])
            assert status in (200, 304, 400, 401, 403, 404, 405)
            assert b"aiohttp" not in got

        check()
        run(_still_served(scene, table))


def test_any_bytes_instead_of_http_do_no_harm(house: House) -> None:
    with house.open(limits=LIMITS) as (scene, run):
        table = run(scene.ann.new_table())

        @MANY
        @given(st.binary(max_size=300))
        def check(data: bytes) -> None:
            got = run(scene.raw(data + b"\r\n\r\n", wait=0.1))
            assert not got or got.startswith(b"HTTP/1.")
            assert b" 5" not in got[:12]

        check()
        run(_still_served(scene, table))
