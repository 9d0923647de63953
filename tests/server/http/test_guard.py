"""Who gets in: cookies, origins and tokens at the door of the server."""

from __future__ import annotations

import aiohttp
import pytest

from tests.server.house import HELLO, House, Scene, Visitor
from whistlestop.server.http.guard import COOKIE, HOST_COOKIE
from whistlestop.server.identity import COOKIE_AGE

MAKE = {"name": "Ann", "seats": [{"kind": "me"}, {"kind": "open"}]}


def test_a_first_request_makes_a_guest_who_stays_the_same(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, first = await scene.ann.get("/api/me")
        _, again = await scene.ann.get("/api/me")
        assert first["guest"] == again["guest"]
        async with scene.visitor() as bob:
            _, other = await bob.get("/api/me")
        assert other["guest"] != first["guest"]

    house.run(story)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(house: House) -> None:
    async def story(scene: Scene) -> None:
        for path in ("/", "/api/me", "/api/tables"):
            async with scene.visitor() as somebody:
                _, headers = await somebody.headers_of(path)
            cookie = headers["Set-Cookie"]
            assert cookie.startswith(f"{COOKIE}=")
            for word in ("HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={COOKIE_AGE}"):
                assert word in cookie
            assert "Secure" not in cookie

    house.run(story)


def test_behind_a_proxy_with_https_the_cookie_is_secure(house: House) -> None:
    async def story(scene: Scene) -> None:
        told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example"}
        _, headers = await scene.ann.headers_of("/", **told)
        assert "Secure" in headers["Set-Cookie"]
        async with scene.visitor("https://play.example") as bob:
            status, _ = await bob.post("/api/tables", MAKE, **told)
            assert status == 201
            status, refused = await bob.post("/api/tables", MAKE)
            assert (status, refused["code"]) == (403, "bad_origin")

    house.run(story, proxy=True)


HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example"}


def test_under_https_the_cookie_belongs_to_this_very_host(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, headers = await scene.ann.headers_of("/api/me", **HTTPS)
        cookie = headers["Set-Cookie"]
        assert cookie.startswith(f"{HOST_COOKIE}=")
        assert "; Secure" in cookie
        assert "Domain" not in cookie, "browsers refuse such a cookie with a domain"
        value = cookie.partition(";")[0]
        async with scene.visitor("https://play.example") as bob:
            first = await bob.get("/api/me", Cookie=value, **HTTPS)
            made = await bob.post("/api/tables", MAKE, Cookie=value, **HTTPS)
            assert made[0] == 201
            # A neighbour below the same domain can set the plain cookie, and gains nothing.
            forged = f"{COOKIE}={scene.ann.cookie() or 'x'}; {value}"
            assert await bob.get("/api/me", Cookie=forged, **HTTPS) == first

    house.run(story, proxy=True)


def test_a_guest_of_before_keeps_their_seats_under_https(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, me = await scene.ann.get("/api/me")
        old = f"{COOKIE}={scene.ann.cookie()}"
        async with scene.visitor("https://play.example") as bob:
            status, _ = await bob.post("/api/tables", MAKE, Cookie=old, **HTTPS)
            assert status == 201
            _, headers = await bob.headers_of("/api/tables", Cookie=old, **HTTPS)
            renamed = headers["Set-Cookie"].partition(";")[0]
            assert renamed.startswith(HOST_COOKIE)
        async with scene.visitor("https://play.example") as again:
            assert (await again.get("/api/me", Cookie=renamed, **HTTPS))[1]["guest"] == me["guest"]
            _, headers = await again.headers_of("/api/tables", Cookie=renamed, **HTTPS)
            assert "Set-Cookie" not in headers, "once is enough"

    house.run(story, proxy=True)


def test_without_a_proxy_nobody_is_believed_about_forwarding(house: House) -> None:
    async def story(scene: Scene) -> None:
        told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
        _, headers = await scene.ann.headers_of("/", **told)
        assert "Secure" not in headers["Set-Cookie"]
        async with scene.visitor("https://evil.example") as bob:
            status, refused = await bob.post("/api/tables", MAKE, **told)
            assert (status, refused["code"]) == (403, "bad_origin")

    house.run(story)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None, "http://127.0.0.1:1"])
def test_a_cookie_with_a_foreign_or_no_origin_changes_nothing(
    house: House, origin: str | None
) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with _with_cookie_of(scene.ann, scene, origin) as page:
            status, refused = await page.post("/api/tables", MAKE)
            assert (status, refused["code"]) == (403, "bad_origin")
            command = {"type": "start", "id": "1"}
            status, refused = await page.post(f"/api/tables/{table}/commands", command)
            assert (status, refused["code"]) == (403, "bad_origin")
            with pytest.raises(aiohttp.WSServerHandshakeError) as shut:
                async with page.socket(table):
                    pass
            assert shut.value.status == 403
        _, log = await scene.ann.get(f"/api/tables/{table}/log")
        assert len(log["happened"]) == 1

    house.run(story)


def _with_cookie_of(ann: Visitor, scene: Scene, origin: str | None) -> Visitor:
    page = scene.visitor(origin)
    page.headers["Cookie"] = f"{COOKIE}={ann.cookie()}"
    return page


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_a_foreign_page_cannot_begin_a_guest_s_life_either(house: House, origin: str) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor(origin) as page:
            status, refused = await page.post("/api/tables", MAKE)
        assert (status, refused["code"]) == (403, "bad_origin")

    house.run(story)


def test_a_program_without_cookie_needs_no_origin(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor(None) as program:
            status, made = await program.post("/api/tables", MAKE)
        assert status == 201
        assert made["path"] == f"/t/{made['table']}"

    house.run(story)


def test_only_the_named_origins_may_ask_where_some_are_named(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor("https://play.example") as bob:
            assert (await bob.post("/api/tables", MAKE))[0] == 201
        assert (await scene.ann.post("/api/tables", MAKE))[0] == 403

    house.run(story, origins=("https://Play.example/",))


def test_a_tampered_cookie_is_nobody(house: House) -> None:
    """Reading makes a new guest of whoever shows it; changing anything is refused."""

    async def story(scene: Scene) -> None:
        _, me = await scene.ann.get("/api/me")
        good = scene.ann.cookie()
        assert good is not None
        forged = good.replace(me["guest"], "a" * len(me["guest"]))
        said = {"Cookie": f"{COOKIE}={forged}"}
        async with scene.visitor() as thief:
            status, other = await thief.get("/api/me", **said)
            assert status == 200
            assert other["guest"] not in (me["guest"], "a" * len(me["guest"]))
        async with scene.visitor() as thief:
            status, refused = await thief.post("/api/tables", MAKE, **said)
            assert (status, refused["code"]) == (401, "bad_cookie")

    house.run(story)


def test_an_expired_cookie_is_nobody_and_is_replaced(house: House) -> None:
    async def story(scene: Scene) -> None:
        old = scene.server.hub.signer.guest_cookie("ann", 1_000_000)
        async with scene.visitor() as ann:
            status, refused = await ann.post("/api/tables", MAKE, Cookie=f"{COOKIE}={old}")
            assert (status, refused["code"]) == (401, "bad_cookie")
            assert ann.cookie() not in (None, old)
            assert (await ann.post("/api/tables", MAKE))[0] == 201

    house.run(story)


@pytest.mark.parametrize("token", ["Bearer nonsense", "Bearer ", "Basic YTpi", "x" * 300])
def test_a_bad_token_is_refused_and_no_guest_is_made_of_it(house: House, token: str) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.visitor(None) as program:
            for path in (f"/api/tables/{table}", "/api/me"):
                status, refused = await program.get(path, Authorization=token)
                assert (status, refused["code"]) == (401, "bad_token")
            assert program.cookie() is None

    house.run(story)


def test_a_seat_token_needs_no_origin_and_is_no_guest(house: House) -> None:
    async def story(scene: Scene) -> None:
        table, token = await _remote_seat(scene)
        bearer = {"Authorization": f"Bearer {token}"}
        async with scene.visitor("https://elsewhere.example") as program:
            async with program.at(table, **bearer) as line:
                assert line.welcome["you"]["seats"] == [1]
            status, refused = await program.get("/api/me", **bearer)
            assert (status, refused["code"]) == (403, "guests_only")
            status, refused = await program.post("/api/tables", MAKE, **bearer)
            assert (status, refused["code"]) == (403, "guests_only")

    house.run(story)


def test_a_seat_token_is_worth_nothing_at_another_table(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, token = await _remote_seat(scene)
        other, _ = await _remote_seat(scene)
        bearer = {"Authorization": f"Bearer {token}"}
        async with scene.visitor(None) as program, program.socket(other, **bearer) as line:
            await line.say(HELLO)
            assert [said["code"] for said in await line.until_closed()] == ["not_invited"] * 2

    house.run(story)


async def _remote_seat(scene: Scene) -> tuple[str, str]:
    """A table whose second seat is a program's, and the token for it."""
    seats = [{"kind": "me"}, {"kind": "remote"}]
    status, made = await scene.ann.post("/api/tables", {"name": "Ann", "seats": seats})
    assert status == 201, made
    command = {"type": "reissue", "id": "t1", "seat": 1}
    status, ack = await scene.ann.post(f"/api/tables/{made['table']}/commands", command)
    assert status == 200, ack
    return made["table"], ack["result"]["token"]
