"""A server below a path of its host has everything there; the path a stranger names is nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tests.server.house import HELLO, House, Scene
from whistlestop.server.http.base_path import (
    LONGEST,
    PREFIX,
    PublicAddress,
    read_base,
    read_public_address,
)

BASE = "/games/trains/"
PAGES = ("", "new", "games", "t/abcdef", "t/abcdef/12", "t/abcdef/review", "puzzles/x", "nothing")
HOSTILE = (
    *("//evil.example", "//evil.example/", '/a"><script>alert(1)</script>', "/../", "/a/../../b"),
    *("/./", "/.", "https://evil.example/", "\\\\evil.example", "/\\evil.example", "/a//b", "a"),
    *("/%2f%2fevil.example", "/a b", "/a;b", "/a?b", "/a#b", "/é", "/a'b", "/" + "a" * LONGEST),
)
MAKE = {"name": "Ann", "seats": [{"kind": "me"}, {"kind": "open"}]}


async def named_in(scene: Scene, path: str, **headers: str) -> tuple[str, list[str]]:
    """The page at a path, and the addresses that it names."""
    _, text = await scene.ann.get(path, Accept="text/html", **headers)
    return text, re.findall(r'(?:href|src)="([^"]*)"', text)


def at(scene: Scene) -> str:
    """A path of the host rather than of the server; visitors here speak to the server's address."""
    scene.ann.address = f"http://{scene.host}:{scene.port}"
    scene.ann.headers["Origin"] = scene.ann.address
    return scene.ann.address


@pytest.mark.parametrize("cut", [False, True], ids=["passed on", "cut"])
def test_pages_and_files_are_below_the_base_whether_the_proxy_cut_it_or_not(
    house: House, cut: bool
) -> None:
    async def story(scene: Scene) -> None:
        at(scene)
        for page in PAGES:
            text, named = await named_in(scene, f"/{page}" if cut else BASE + page)
            assert "<div id=" in text, page
            assert len(named) >= 5
            assert all(address.startswith(f"{BASE}page/") for address in named), named
            for address in named:
                asked = address.removeprefix(BASE[:-1]) if cut else address
                assert (await scene.ann.headers_of(asked))[0] == 200, address

    house.run(story, base=BASE)


def test_games_are_played_below_the_base(house: House) -> None:
    async def story(scene: Scene) -> None:
        assert scene.address == f"http://127.0.0.1:{scene.port}{BASE}"
        scene.ann.headers["Origin"] = at(scene)
        status, made = await scene.ann.post(f"{BASE}api/tables", MAKE)
        assert (status, made["path"]) == (201, f"/t/{made['table']}")
        path = f"{scene.ann.address}{BASE}api/tables/{made['table']}/socket"
        async with scene.ann._session.ws_connect(path, headers=scene.ann.headers) as ws:
            await ws.send_json(HELLO)
            assert (await ws.receive_json(timeout=10))["type"] == "welcome"
        assert (await scene.ann.get(f"{BASE}api/tables?limit=3"))[0] == 200
        for path in ("/health", f"{BASE}health", "/metrics", f"{BASE}metrics"):
            assert (await scene.ann.headers_of(path))[0] == 200, path

    house.run(story, base=BASE)


def test_whoever_leaves_out_the_last_slash_is_led_there(house: House) -> None:
    async def story(scene: Scene) -> None:
        found = await scene.raw(b"GET /games/trains HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"308 Permanent Redirect" in found
        assert b"\r\nLocation: /games/trains/\r\n" in found

    house.run(story, base=BASE)


def test_a_path_beside_the_base_is_none_of_ours(house: House) -> None:
    async def story(scene: Scene) -> None:
        at(scene)
        for path in ("/games/trainspotting/api/me", "/games/api/me", "/games/trains/../api/me"):
            said = await scene.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert said.startswith(b"HTTP/1.1 404 "), path
        # What looks like another host after the base is a path, and leads nowhere.
        said = await scene.raw(
            b"GET /games/trains//evil.example HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        assert said.startswith(b"HTTP/1.1 404 ")
        assert b"Location" not in said

    house.run(story, base=BASE)


# What a proxy says


def test_a_trusted_proxy_says_what_it_has_cut(house: House) -> None:
    async def story(scene: Scene) -> None:
        for told in ("/a", "/a/", "/evil, /a"):
            _, named = await named_in(scene, "/t/abcdef", **{PREFIX: told})
            assert {address[:8] for address in named} == {"/a/page/"}, told
        _, plain = await named_in(scene, "/")
        assert {address[:6] for address in plain} == {"/page/"}

    house.run(story, proxy=True)


def test_pages_of_two_bases_are_not_taken_for_each_other(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, one = await scene.ann.headers_of("/", **{PREFIX: "/a/"})
        _, other = await scene.ann.headers_of("/", **{PREFIX: "/b/"})
        assert one["ETag"] != other["ETag"]
        assert PREFIX in one["Vary"]
        same = {PREFIX: "/a/", "If-None-Match": one["ETag"]}
        assert (await scene.ann.headers_of("/", **same))[0] == 304
        assert (await scene.ann.headers_of("/", **{**same, PREFIX: "/b/"}))[0] == 200

    house.run(story, proxy=True)


@pytest.mark.parametrize("settings", [{}, {"base": BASE}, {"base": BASE, "proxy": True}], ids=str)
def test_a_stranger_s_prefix_counts_for_nothing(house: House, settings: dict[str, Any]) -> None:
    """Without a proxy that is trusted, and where the operator has said the base."""

    async def story(scene: Scene) -> None:
        for path in ("/", "/a"):
            plain = await _whole(scene, path, None)
            for prefix in ("/a", *HOSTILE):
                assert await _whole(scene, path, prefix) == plain, prefix

    house.run(story, **settings)


def test_a_prefix_that_is_no_plain_path_is_refused_even_from_the_proxy(house: House) -> None:
    async def story(scene: Scene) -> None:
        for prefix in HOSTILE:
            for path in ("/", "/api/me", "/evil.example", "/nothing", "/page/worker.js"):
                said = await _whole(scene, path, prefix)
                assert said.startswith(b"HTTP/1.1 400 "), (path, prefix)
                head, _, body = said.partition(b"\r\n\r\n")
                assert json.loads(body) == {"code": "bad_request", "params": {}}
                for word in (b"evil", b"Location", b"Set-Cookie"):
                    assert word not in head

    house.run(story, proxy=True)


async def _whole(scene: Scene, path: str, prefix: str | None) -> bytes:
    """An answer but for what differs each time: the cookie of a new guest, and the date."""
    told = b"" if prefix is None else f"{PREFIX}: {prefix}\r\n".encode()
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n"
    said = await scene.raw(head.encode() + told + b"\r\n")
    return re.sub(rb"(Date: |guest[~a-z]*=)[^;\r]+", rb"\1", said)


@given(st.text(max_size=120) | st.from_regex(r"[/.a-z~%\\]{1,20}"))
def test_whatever_is_taken_for_a_base_is_a_plain_path_of_this_host(text: str) -> None:
    base = read_base(text)
    if base is not None:
        assert re.fullmatch(r"/([\w-][\w.-]*/)*", base, re.ASCII)
        assert base in (text, f"{text}/")


def test_an_address_of_the_world_is_an_origin_and_a_base() -> None:
    read = read_public_address
    assert read("https://Play.Example") == PublicAddress("https://play.example")
    assert read("http://[::1]:8000/a/B") == PublicAddress("http://[::1]:8000", "/a/B/")
    assert str(read("https://play.example/a")) == "https://play.example/a/"


# Guests


def cookies(said: bytes) -> list[str]:
    return [line.decode() for line in re.findall(rb"Set-Cookie: ([^\r]+)", said)]


async def _visit(scene: Scene, base: str, secure: bool, cookie: str = "") -> list[str]:
    proto = "https" if secure else "http"
    head = f"GET {base}api/me HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: {proto}\r\n"
    shown = f"Cookie: {cookie}\r\n" if cookie else ""
    return cookies(await scene.raw(f"{head}{shown}Connection: close\r\n\r\n".encode()))


@pytest.mark.parametrize(
    ("secure", "name", "path"),
    [
        (True, "__Host-whistlestop_guest~games~trains", "Path=/;"),
        (False, "whistlestop_guest~games~trains", f"Path={BASE};"),
    ],
)
def test_a_guest_s_cookie_bears_the_base_in_its_name(
    house: House, secure: bool, name: str, path: str
) -> None:
    """Two servers below two paths of one host share its cookies, and `__Host-` demands `/`."""

    async def story(scene: Scene) -> None:
        [cookie] = await _visit(scene, BASE, secure)
        assert cookie.startswith(f"{name}=")
        assert path in cookie
        assert ("; Secure" in cookie) == secure
        shown = cookie.partition(";")[0]
        # A neighbour's cookies are sent along, and change nothing.
        beside = f"whistlestop_guest=x.1.y; __Host-whistlestop_guest=x.1.y; {shown}; {name}~b=x.1.y"
        [again] = await _visit(scene, BASE, secure, beside)
        assert _guest(again) == _guest(cookie)

    house.run(story, base=BASE, proxy=True)


def test_guests_keep_their_seats_when_the_server_moves_below_a_path(house: House) -> None:
    old: list[str] = []

    async def story(scene: Scene) -> None:
        old.extend(await _visit(scene, "/", secure=True))
        assert old[0].startswith("__Host-whistlestop_guest=")

    async def later(scene: Scene) -> None:
        [new] = await _visit(scene, BASE, secure=True, cookie=old[0].partition(";")[0])
        assert new.startswith("__Host-whistlestop_guest~games~trains=")
        assert _guest(new) == _guest(old[0])

    house.run(story, proxy=True)
    house.run(later, proxy=True, base=BASE)


def _guest(cookie: str) -> str:
    return cookie.partition("=")[2].partition(".")[0]


# What the server says about itself


def test_the_public_address_says_origin_base_and_links(house: House) -> None:
    public = PublicAddress("https://play.example", BASE)

    async def story(scene: Scene) -> None:
        scene.ann.address = f"http://127.0.0.1:{scene.port}"
        said = {"Host": "play.example", "X-Forwarded-Proto": "https"}
        status, me = await scene.ann.get(f"{BASE}api/me", **said)
        assert (status, me["address"]) == (200, f"https://play.example{BASE}")
        assert (await scene.ann.get(f"{BASE}api/me", Host="evil.example"))[0] == 421
        good, bad = {"Origin": public.origin}, {"Origin": "https://evil.example"}
        assert (await scene.ann.post(f"{BASE}api/tables", MAKE, **said, **good))[0] == 201
        assert (await scene.ann.post(f"{BASE}api/tables", MAKE, **said, **bad))[0] == 403
        _, document = await scene.ann.get(f"{BASE}api/openapi.json")
        assert document["servers"] == [{"url": f"https://play.example{BASE[:-1]}"}]
        assert house.lines("listening")[0]["public"] == str(public)

    house.run(story, proxy=True, public=public)


@pytest.mark.parametrize(("base", "url"), [(None, "/"), (BASE, BASE[:-1])])
def test_the_document_says_where_the_server_is(house: House, base: str | None, url: str) -> None:
    async def story(scene: Scene) -> None:
        _, document = await scene.ann.get("/api/openapi.json")
        assert document["servers"] == [{"url": url}]
        _, me = await scene.ann.get("/api/me")
        assert me["address"] is None

    house.run(story, base=base)
