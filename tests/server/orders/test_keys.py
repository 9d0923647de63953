"""A new key signs from now on; what the old one signed is good for the time that was said."""

from __future__ import annotations

from tests.server.finished.games import command, two_at_a_table
from tests.server.house import House, Scene, Visitor
from tests.server.orders.giving import order
from whistlestop.server.identity import Signer

OLD, NEW = b"o" * 32, b"n" * 32
DAY = 24 * 3600 * 1000


def test_a_signer_reads_what_older_keys_signed_until_their_time() -> None:
    clock = [10 * DAY]
    before = Signer(OLD)
    cookie, token = before.guest_cookie("ann", 10 * DAY), before.seat_token("t", 1, 2)
    now = Signer(NEW, [(OLD, 12 * DAY)], lambda: clock[0])
    assert now.read_guest(cookie, 11 * DAY) == "ann"
    assert now.is_signed_before(cookie)
    assert not now.is_signed_before(now.renewed_cookie("ann", cookie, 11 * DAY))
    assert now.read_seat_token(token) == before.read_seat_token(token)
    clock[0] = 12 * DAY
    assert now.read_guest(cookie, 12 * DAY) is None
    assert now.read_seat_token(token) is None


async def me(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))[1]["guest"])


def test_browsers_get_a_cookie_of_the_new_key_and_keep_their_seats(home: House) -> None:
    cookies: list[str] = []

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            path = f"/api/tables/{name}/commands"
            first, old = await me(scene.ann), scene.ann.cookie()
            _, ack = await bob.post(path, {"type": "link", "id": "k", "seat": 1})
            assert (await order("rotate-keys", "--store", home.store, "--yes"))["changed"]
            # Whatever the browser asks for first brings the new cookie.
            assert (await scene.ann.get("/api/tables"))[0] == 200
            cookies.append(str(scene.ann.cookie()))
            assert (cookies[0] != old, await me(scene.ann)) == (True, first)
            await command(scene.ann, name, {"type": "say", "text": "still here"})
            async with scene.visitor() as phone:
                await phone.get("/api/me")
                token = ack["result"]["token"]
                sit = {"type": "sit", "seat": 1, "name": "Bob", "invite": token}
                await command(phone, name, sit)

    async def later(scene: Scene) -> None:
        async with scene.visitor() as ann:
            ann.headers["Cookie"] = f"whistlestop_guest={cookies[0]}"
            assert len((await ann.get("/api/me/tables"))[1]["tables"]) == 1

    home.run(story)
    home.run(later)
    assert home.lines("key_lost") == []


def test_at_once_ends_every_cookie_and_every_link(home: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            path = f"/api/tables/{name}/commands"
            first = await me(scene.ann)
            _, ack = await bob.post(path, {"type": "link", "id": "k", "seat": 1})
            await order("rotate-keys", "--store", home.store, "--yes")
            await order("rotate-keys", "--at-once", "--store", home.store, "--yes")
            say = {"type": "say", "id": "s1", "text": "hello"}
            status, answer = await scene.ann.post(path, say)
            assert (status, answer["code"]) == (401, "bad_cookie")
            assert await me(scene.ann) != first
            async with scene.visitor() as phone:
                await phone.get("/api/me")
                sit = {"type": "sit", "id": "x", "seat": 1, "name": "Bob"}
                sit["invite"] = ack["result"]["token"]
                assert (await phone.post(path, sit))[0] in (403, 409)
            assert len(await scene.server.hub.store.old_keys()) == 0

    home.run(story)
