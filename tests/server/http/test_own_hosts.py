"""A page of a stranger whose name leads to this machine (DNS rebinding) learns and does nothing."""

from __future__ import annotations

import aiohttp
import pytest

from tests.server.house import House, Scene
from whistlestop.server.http.own_hosts import own_hosts

MAKE = {"name": "Eve", "seats": [{"kind": "me"}, {"kind": "open"}]}
STRANGE = ("evil.example", "localhost.evil.example", "10.1.2.3", "127.0.0.1.evil.example", "[::2]")


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_that_is_not_ours_is_refused_whatever_it_asks(house: House, name: str) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table(listed=True)
        host = f"{name}:{scene.port}"
        async with scene.visitor(f"http://{host}") as eve:
            paths = ("/", "/api/me", "/api/tables", f"/api/tables/{table}", "/health", "/nothing")
            for path in paths:
                status, said = await eve.get(path, Host=host, Accept="text/html")
                assert (status, said) == (421, {"code": "wrong_host", "params": {}}), path
            status, said = await eve.post("/api/tables", MAKE, Host=host)
            assert (status, said["code"]) == (421, "wrong_host")
            with pytest.raises(aiohttp.WSServerHandshakeError) as shut:
                async with eve.socket(table, Host=host):
                    pass
            assert shut.value.status == 421
            assert eve.cookie() is None

    house.run(story)


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "[::1]"])
def test_names_of_this_machine_are_ours(house: House, name: str) -> None:
    async def story(scene: Scene) -> None:
        for host in (name, f"{name}:{scene.port}"):
            assert (await scene.ann.get("/api/me", Host=host))[0] == 200

    house.run(story)


def test_the_operator_s_names_are_ours(house: House) -> None:
    async def story(scene: Scene) -> None:
        assert (await scene.ann.get("/api/me", Host="play.example"))[0] == 200
        assert (await scene.ann.get("/api/me", Host="evil.example"))[0] == 421

    house.run(story, origins=("https://play.example:8443",))


def test_behind_a_proxy_the_name_it_forwards_counts(house: House) -> None:
    async def story(scene: Scene) -> None:
        told = {"Host": "inside", "X-Forwarded-Host": "evil.example, play.example"}
        assert (await scene.ann.get("/api/me", **told))[0] == 200
        told["X-Forwarded-Host"] = "play.example, evil.example"
        assert (await scene.ann.get("/api/me", **told))[0] == 421

    house.run(story, proxy=True, origins=("https://play.example",))


def test_a_proxy_without_names_is_believed(house: House) -> None:
    async def story(scene: Scene) -> None:
        assert (await scene.ann.get("/api/me", Host="play.example"))[0] == 200

    house.run(story, proxy=True)


def test_a_server_for_a_network_is_found_by_its_numbers_and_its_machine_s_name() -> None:
    everywhere = own_hosts("0.0.0.0", (), "Box")
    for name in ("192.168.1.5:8000", "[fe80::1]:8000", "box:8000", "box.local", "localhost"):
        assert everywhere.has(name), name
    assert not everywhere.has("evil.example")
    assert not everywhere.has("")
    named = own_hosts("play.example", (), "Box")
    assert named.has("play.example:80")
    assert not own_hosts("127.0.0.1", (), "Box").has("box")
    assert own_hosts("::1", (), "Box").has("[::1]:8000")
