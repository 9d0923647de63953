"""Playing on from a finished game over HTTP: who may, what is dealt, and what it never becomes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.server.finished.games import command, play, two_at_a_table
from tests.server.house import House, Scene, Visitor
from whistlestop.engine.forking import MOST_FORKS
from whistlestop.engine.game import Game
from whistlestop.protocol.story import Story
from whistlestop.record import Record, SeatRecord, loads
from whistlestop.server.addresses.limits import AddressLimits
from whistlestop.server.table import Table
from whistlestop.server.table import entries as en

BOT = {"kind": "bot", "bot": "greedy"}
VALUE = "c3" * 32


async def finished(scene: Scene, bob: Visitor, **options: Any) -> Table:
    return await play(scene, await two_at_a_table(scene, bob, **options))


async def fork(visitor: Visitor, table: Table | str, **changes: Any) -> tuple[int, Any]:
    name = table if isinstance(table, str) else table.state.id
    asked = {"name": "Fay", "ply": 20, "seat": 0, "seats": [{"kind": "me"}, BOT]}
    return await visitor.post(f"/api/tables/{name}/fork", asked | changes)


async def forked(scene: Scene, visitor: Visitor, table: Table, **changes: Any) -> Table:
    """A table that was made by playing on, and has started."""
    status, made = await fork(visitor, table, **changes)
    assert status == 201, made
    await command(visitor, made["table"], {"type": "start"})
    return await scene.server.hub.table(made["table"])


def game_of(table: Table) -> Game:
    assert table.state.game is not None
    return table.state.game


def test_a_stranger_plays_on_from_a_replay_and_sees_what_the_seat_saw(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as fay:
            old = await finished(scene, bob, board="europe")
            await fay.get("/api/me")
            status, made = await fork(fay, old, ply=40, seat=1, seats=[BOT, {"kind": "me"}])
            assert (status, made["path"]) == (201, f"/t/{made['table']}")
            _, seen = await fay.get(f"/api/tables/{made['table']}")
            origin = {"table": old.state.id, "ply": 40, "seat": 1}
            assert (seen["table"]["origin"], seen["table"]["status"]) == (origin, "gathering")
            assert seen["table"]["deal"]["commitment"] == made["commitment"]
            assert not seen["table"]["options"]["listed"]
            colours = [seat["colour"] for seat in seen["table"]["seats"]]
            assert colours == [seat.colour for seat in old.state.seats]
            await command(fay, made["table"], {"type": "value", "seat": 1, "value": VALUE})
            await command(fay, made["table"], {"type": "start"})
            _, seen = await fay.get(f"/api/tables/{made['table']}")
            _, then = await fay.get(f"/api/tables/{old.state.id}/plies/40?seat=1")
            for part in ("hand", "tickets", "offers"):
                assert seen["mine"][0][part] == then["mine"][0][part]
            for part in ("owners", "market", "pile", "discards", "turn", "phase", "ply", "pools"):
                assert seen["game"][part] == then["game"][part]
            new = await scene.server.hub.table(made["table"])
            assert game_of(new).names == ("Greedy", "Fay")
            assert game_of(new).forks[-1].game == game_of(old).record.digest

    house.run(story)


def test_what_the_seat_could_not_know_is_dealt_anew_or_lies_as_it_lay(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob)
            then = game_of(old).record.at(24)
            worlds = set()
            for _ in range(4):
                new = await forked(scene, scene.ann, old, ply=24)
                assert game_of(new).view(0).hand == then.view(0).hand
                worlds.add(game_of(new).position.replace("Fay", "Ann").replace("Greedy", "Bob"))
            assert len(worlds | {then.position}) == 5
            status, made = await fork(scene.ann, old, ply=24, as_it_lay=True)
            assert (status, made["commitment"]) == (201, None)
            await command(scene.ann, made["table"], {"type": "start"})
            lay = game_of(await scene.server.hub.table(made["table"]))
            assert list(lay.state.bytes) == list(then.state.bytes)
            _, seen = await scene.ann.get(f"/api/tables/{made['table']}")
            assert seen["table"]["deal"] is None
            assert seen["table"]["origin"]["seat"] is None

    house.run(story)


def test_the_table_plays_to_its_end_with_its_whole_story_record_and_proof(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            old = await finished(scene, bob)
            here = [{"kind": "me"}, {"kind": "here", "name": "Hal"}]
            status, made = await fork(scene.ann, old, ply=25, seats=here)
            name = made["table"]
            await command(scene.ann, name, {"type": "value", "seat": 0, "value": VALUE})
            await command(scene.ann, name, {"type": "start"})
            _, text = await scene.ann.get(f"/api/tables/{name}/record.wst?seat=1")
            part = loads(str(text) if isinstance(text, str) else text)
            assert isinstance(part, SeatRecord)
            assert [x.ply for x in part.forks] == [25]
            new = await play(scene, name)
            game = game_of(new)
            status, answer = await eve.get(f"/api/tables/{name}/story")
            told = msgspec.convert(answer, Story)
            assert (status, len(told.moments)) == (200, game.ply + 1)
            assert told.table.origin is not None
            for ply in (0, 12, 24, 25, 26, game.ply):
                _, seen = await eve.get(f"/api/tables/{name}/plies/{ply}?seat=1")
                seat = [m for x in told.moments[: ply + 1] for m in x.seats if m.seat == 1][-1]
                own = seen["mine"][0]
                assert (seat.hand, seat.tickets) == (own["hand"], own["tickets"]), ply
            past = [moment.happened.params.get("do") for moment in told.moments[1:26]]
            assert past == [str(ply.action) for ply in game_of(old).plies[:25]]
            _, proof = await eve.get(f"/api/tables/{name}/proof")
            assert (proof["agrees"], proof["values"]) == (True, [VALUE, None])
            assert proof["commitment"] == made["commitment"]
            _, text = await eve.get(f"/api/tables/{name}/record.wst")
            record = loads(text)
            assert isinstance(record, Record)
            record.verify()
            assert record.commitment == made["commitment"]
            assert record.forks[-1].game == game_of(old).record.digest

    house.run(story)


def test_it_counts_for_nobody_and_the_game_it_came_from_still_does(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob)
            _, before = await scene.ann.get("/api/me/statistics")
            assert [board["played"] for board in before["boards"]] == [1]
            for how in ({}, {"as_it_lay": True}):
                here = [{"kind": "me"}, {"kind": "here", "name": "Hal"}]
                new = await forked(scene, scene.ann, old, seats=here, **how)
                await play(scene, new.state.id)
                assert new.state.status == "over"
            _, after = await scene.ann.get("/api/me/statistics")
            assert after == before
            # Made again from its log, as after damage, it counts no more than before.
            await scene.server.hub.make_rows([new.state.id])
            _, after = await scene.ann.get("/api/me/statistics")
            assert after == before

    house.run(story)


def test_friends_take_the_free_seats_and_all_of_them_must_be_taken(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob)
            status, made = await fork(scene.ann, old, seats=[{"kind": "open"}, {"kind": "me"}])
            name = made["table"]
            body = {"type": "start", "id": "too-early"}
            status, answer = await scene.ann.post(f"/api/tables/{name}/commands", body)
            assert (status, answer["code"]) == (409, "seats_free")
            sit = {"type": "sit", "seat": 0, "name": "Bob"}
            status, answer = await bob.post(f"/api/tables/{name}/commands", {"id": "s", **sit})
            assert (status, answer["code"]) == (403, "not_invited")
            await command(bob, name, {**sit, "invite": made["invite"]})
            await command(scene.ann, name, {"type": "start"})
            new = await scene.server.hub.table(name)
            assert game_of(new).names == ("Bob", "Fay")
            await play(scene, name, 5)

    house.run(story)


def test_nothing_is_taken_back_that_was_played_elsewhere(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob, take_back=True)
            here = [{"kind": "me"}, {"kind": "here", "name": "Hal"}]
            new = await forked(scene, scene.ann, old, seats=here)
            path = f"/api/tables/{new.state.id}/commands"
            for seat in (0, 1):
                body = {"type": "take_back", "id": f"b{seat}", "seat": seat}
                status, answer = await scene.ann.post(path, body)
                assert (status, answer["code"]) == (409, "too_late")
            began = game_of(new).position
            await play(scene, new.state.id, 1)
            assert new.state.without(1).position == began
            assert new.state.without(1).forks == game_of(new).forks

    house.run(story)


def test_a_running_game_a_private_one_and_wrong_places_are_refused_and_nothing_is_made(
    house: House,
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            await eve.get("/api/me")
            running = await two_at_a_table(scene, bob)
            await play(scene, running, 30)
            for visitor in (scene.ann, bob, eve):
                for ply in (0, 10, 30):
                    status, answer = await fork(visitor, running, ply=ply)
                    assert (status, answer["code"]) == (409, "not_finished")
            gathering = await scene.ann.new_table()
            assert (await fork(scene.ann, gathering))[1]["code"] == "not_finished"
            private = await finished(scene, bob, watch=False)
            status, answer = await fork(eve, private)
            assert (status, answer["code"]) == (403, "not_allowed")
            assert (await fork(bob, private))[0] == 201
            old = await finished(scene, bob)
            last = game_of(old).ply
            made = scene.server.hub.tables_loaded
            wrong: list[tuple[dict[str, Any], int, str]] = [
                ({"ply": last}, 404, "no_such_ply"),
                ({"ply": last + 1}, 404, "no_such_ply"),
                ({"ply": 99_999}, 404, "no_such_ply"),
                ({"ply": 100_000}, 400, "bad_message"),
                ({"ply": -1}, 400, "bad_message"),
                ({"ply": "3"}, 400, "bad_message"),
                ({"seat": 2}, 404, "no_such_seat"),
                ({"seat": 5}, 400, "bad_message"),
                ({"seat": None}, 400, "bad_message"),
                ({"seats": [{"kind": "me"}]}, 400, "bad_message"),
                ({"seats": [{"kind": "me"}, BOT, BOT]}, 400, "bad_players"),
                ({"seats": [{"kind": "me"}, {"kind": "me"}]}, 400, "bad_message"),
                ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "gone"}]}, 400, "unknown_bot"),
                (
                    {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "level:99"}]},
                    400,
                    "unknown_level",
                ),
                (
                    {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "search:time=60s"}]},
                    403,
                    "no_recipes",
                ),
                ({"record": "{}"}, 400, "bad_message"),
                ({"name": "\u200b"}, 400, "bad_name"),
            ]
            for change, status, code in wrong:
                got, answer = await fork(scene.ann, old, **change)
                assert (got, answer["code"]) == (status, code), change
            assert (await fork(scene.ann, "nowhere"))[1]["code"] == "no_such_table"
            assert scene.server.hub.tables_loaded == made

    house.run(story)


def test_neither_a_token_nor_another_page_can_play_on(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor(origin="http://evil.example") as eve:
            old = await finished(scene, bob)
            await eve.get("/api/me")
            assert (await fork(eve, old))[1]["code"] == "bad_origin"
            token = scene.server.hub.signer.seat_token(old.state.id, 0, 1)
            asked = {"name": "F", "ply": 1, "seat": 0, "seats": [{"kind": "me"}, BOT]}
            path = f"/api/tables/{old.state.id}/fork"
            async with scene.visitor(origin=None) as program:
                status, _ = await program.post(path, asked, Authorization=f"Bearer {token}")
                assert status in (401, 403)

    house.run(story)


def test_tables_made_by_playing_on_count_as_tables_of_the_address(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob)
            answers = [await fork(scene.ann, old) for _ in range(12)]
            codes = [answer.get("code") for status, answer in answers if status != 201]
            assert codes
            assert set(codes) == {"too_fast"}

    house.run(story, addresses=AddressLimits(tables=8))


def test_a_game_goes_on_sixteen_times_and_no_more(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob)
            game = game_of(old)
            for _ in range(MOST_FORKS - 1):
                game = game.fork(19 if game.over else None)
            last = game.fork()
            while not last.over:
                last.play(last.legal[0])
            old.state.game = last
            status, answer = await fork(scene.ann, old)
            assert (status, answer["code"]) == (409, "too_many_forks")
            assert (await fork(scene.ann, old, ply=18))[0] == 201

    house.run(story)


def test_a_killed_server_finds_the_table_again_without_the_old_one(house: House) -> None:
    kept: dict[str, Any] = {}

    async def before(scene: Scene) -> None:
        async with scene.visitor() as bob:
            old = await finished(scene, bob)
            here = [{"kind": "me"}, {"kind": "here", "name": "Hal"}]
            new = await forked(scene, scene.ann, old, seats=here)
            await play(scene, new.state.id, 7)
            second = await play(scene, (await forked(scene, scene.ann, old, seats=here)).state.id)
            third = await forked(scene, scene.ann, second, ply=22, seats=here)
            waiting = (await fork(scene.ann, second, ply=24, as_it_lay=True))[1]["table"]
            kept["old"] = old.state.id
            kept["waiting"] = waiting
            kept["games"] = {t.state.id: game_of(t).position for t in (new, second, third)}
            entries = await scene.server.hub.store.entries(new.state.id)
            created = en.decode_body(entries[0].body)
            assert isinstance(created, en.Created)
            assert created.origin is not None
            assert len(entries[0].body) < 20_000

    async def after(scene: Scene) -> None:
        hub = scene.server.hub
        for name, position in kept["games"].items():
            table = await hub.table(name)
            assert game_of(table).position == position
            game_of(table).record.verify()
        assert not hub.has_loaded(kept["old"])
        assert (await hub.table(kept["waiting"])).state.origin is not None

    house.run(before)
    house.run(after)


@pytest.mark.parametrize("as_it_lay", [False, True])
def test_nothing_that_anybody_is_sent_holds_the_secrets_of_a_running_fork(
    house: House, as_it_lay: bool
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            old = await finished(scene, bob)
            new = await forked(scene, scene.ann, old, as_it_lay=as_it_lay)
            name, told = new.state.id, []
            link = {"Whistlestop-Invite": new.state.invite}
            for visitor in (scene.ann, eve):
                for path in ("", "/log", "/record.wst", "/story", "/plies/3", "/proof"):
                    told.append(str(await visitor.get(f"/api/tables/{name}{path}", **link)))
            told += [str(await scene.ann.get("/api/me/tables")), house.logged.getvalue()]
            record = game_of(new).record
            words = [str(record.seed), str(game_of(old).deal.secret)]  # type: ignore[union-attr]
            words += [str(x.seed) for x in record.forks if x.seed] + [str(new.state.secret)]
            for word in words:
                # What the old game's end has opened is no secret, but has no business here.
                assert not any(word in text for text in told if word != "None")

    house.run(story)
