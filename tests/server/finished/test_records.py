"""Records over HTTP: whole after the end, before that only what the caller's seat saw."""

from __future__ import annotations

import json

from tests.server.finished.games import play, two_at_a_table
from tests.server.house import INVITES, House, Scene
from whistlestop.record import Record, SeatRecord, loads


def test_a_running_game_gives_each_caller_what_its_own_seat_saw(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            table = await play(scene, name, 9)
            game = table.state.game
            assert game is not None
            assert not game.over
            for visitor, seat in ((scene.ann, 0), (bob, 1), (eve, None)):
                link = {"Whistlestop-Invite": INVITES[name]}
                status, text = await visitor.get(f"/api/tables/{name}/record.wst", **link)
                record = loads(text)
                assert status == 200
                assert isinstance(record, SeatRecord)
                assert (record.viewer, len(record)) == (seat, 9)
                assert record.events() == game.events(seat)
                assert "seed" not in json.loads(text.splitlines()[0])
                assert str(game.seed) not in text

    house.run(story)


def test_nobody_is_given_the_record_of_another_seat_while_the_game_runs(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            await play(scene, name, 4)
            link = {"Whistlestop-Invite": INVITES[name]}
            for visitor, seat in ((scene.ann, 1), (bob, 0), (eve, 0), (eve, 1)):
                path = f"/api/tables/{name}/record.wst?seat={seat}"
                status, answer = await visitor.get(path, **link)
                assert (status, answer["code"]) == (403, "not_your_seat")
            assert (await bob.get(f"/api/tables/{name}/record.wst?seat=1"))[0] == 200

    house.run(story)


def test_a_finished_game_gives_everybody_the_whole_record(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            table = await play(scene, name)
            game = table.state.game
            assert game is not None
            status, text = await eve.get(f"/api/tables/{name}/record.wst")
            record = loads(text)
            assert status == 200
            assert isinstance(record, Record)
            record.verify()
            assert record.seed == game.seed
            assert record.game.score() == game.score()
            seen = loads((await eve.get(f"/api/tables/{name}/record.wst?seat=1"))[1])
            assert isinstance(seen, SeatRecord)
            assert seen.viewer == 1
            status, answer = await eve.get(f"/api/tables/{name}/record.wst?seat=3")
            assert (status, answer["code"]) == (404, "no_such_seat")

    house.run(story)


def test_a_record_is_kept_by_the_browser_once_the_game_is_over_and_asked_for_again(
    house: House,
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            path = f"/api/tables/{name}/record.wst"
            assert (await bob.headers_of(path))[1]["Cache-Control"] == "no-store"
            await play(scene, name)
            headers = (await bob.headers_of(path))[1]
            assert headers["Cache-Control"] == "private, no-cache"  # a guest may be forgotten
            again = await bob.headers_of(path, **{"If-None-Match": headers["ETag"]})
            assert (again[0], again[1]["ETag"]) == (304, headers["ETag"])
            assert (await bob.headers_of(f"{path}?seat=0"))[1]["ETag"] != headers["ETag"]
            assert headers["Content-Disposition"] == f'attachment; filename="{name}.wst"'

    house.run(story)


def test_a_table_without_a_game_has_no_record(house: House) -> None:
    async def story(scene: Scene) -> None:
        name = await scene.ann.new_table(board="new-york")
        status, answer = await scene.ann.get(f"/api/tables/{name}/record.wst")
        assert (status, answer["code"]) == (409, "wrong_time")
        status, answer = await scene.ann.get("/api/tables/nosuchtable/record.wst")
        assert (status, answer["code"]) == (404, "no_such_table")

    house.run(story)


def test_where_watching_is_off_strangers_get_no_record_not_even_of_a_finished_game(
    house: House,
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob, watch=False)
            for plies in (3, 10_000):
                await play(scene, name, plies)
                for path in ("record.wst", "plies/1", "plies/1.svg"):
                    status, answer = await eve.get(f"/api/tables/{name}/{path}")
                    assert (status, answer["code"]) == (403, "not_allowed")
            assert (await bob.get(f"/api/tables/{name}/record.wst"))[0] == 200

    house.run(story)
