"""Every ply of a finished game has an address; a running game has none."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec

from tests.server.finished.games import play, two_at_a_table
from tests.server.house import House, Scene
from whistlestop.protocol.requests import Seen


def test_a_ply_of_a_finished_game_is_shown_with_any_seats_eyes(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            for ply in (0, 5, game.ply):
                then = game.record.at(ply)
                for seat in (0, 1):
                    status, answer = await eve.get(f"/api/tables/{name}/plies/{ply}?seat={seat}")
                    seen = msgspec.convert(answer, Seen)
                    assert status == 200
                    assert seen.game is not None
                    assert (seen.game.ply, [own.seat for own in seen.mine]) == (ply, [seat])
                    assert seen.mine[0].hand == dict(then.view(seat).hand)
                    assert seen.game.market == list(then.view(None).market)
                _, answer = await eve.get(f"/api/tables/{name}/plies/{ply}")
                assert answer["mine"] == []

    house.run(story)


def test_a_running_game_shows_no_ply_to_anybody(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name, 4)
            for visitor in (scene.ann, bob):
                for path in ("plies/2", "plies/2?seat=0", "plies/2.svg", "plies/2.svg?seat=1"):
                    status, answer = await visitor.get(f"/api/tables/{name}/{path}")
                    assert (status, answer["code"]) == (409, "not_finished")

    house.run(story)


def test_a_ply_is_drawn_as_a_picture_that_runs_nothing(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            path = f"/api/tables/{name}/plies/7.svg?seat=1"
            status, headers = await bob.headers_of(path)
            assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
            assert headers["Content-Security-Policy"].startswith("default-src 'none'")
            _, text = await bob.get(path)
            assert text == game.record.at(7).view(1).to_svg()
            assert ElementTree.fromstring(text).tag.endswith("svg")

    house.run(story)


def test_a_ply_or_seat_that_the_game_does_not_have_is_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name)
            for path in ("plies/9999", "plies/3?seat=4", "plies/9999.svg", "plies/3.svg?seat=4"):
                status, answer = await bob.get(f"/api/tables/{name}/{path}")
                assert (status, answer["code"]) == (404, "no_such_ply"), path
            for path in ("plies/-1", "plies/x", "plies/123456"):
                status, answer = await bob.get(f"/api/tables/{name}/{path}")
                assert (status, answer["code"]) == (404, "no_such_path"), path
            status, answer = await bob.get(f"/api/tables/{name}/plies/3?seat=x")
            assert (status, answer["code"]) == (400, "bad_query")

    house.run(story)
