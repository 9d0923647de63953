"""A finished game is told in one answer, and the answer is what its plies show one by one."""

from __future__ import annotations

import msgspec

from tests.server.finished.games import command, play, two_at_a_table
from tests.server.house import House, Scene
from whistlestop.engine.game import Game
from whistlestop.protocol.requests import Seen
from whistlestop.protocol.story import Moment, SeatMoment, Story
from whistlestop.server.table.taking_back.plies_back import decisions


def test_a_story_shows_every_ply_as_the_plies_themselves_do(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob, board="europe")
            game = (await play(scene, name)).state.game
            assert game is not None
            status, answer = await eve.get(f"/api/tables/{name}/story")
            assert status == 200
            told = msgspec.convert(answer, Story)
            assert len(told.moments) == game.ply + 1
            for ply, seats in enumerate(_whole(told)):
                _, answer = await eve.get(f"/api/tables/{name}/plies/{ply}?seat={ply % 2}")
                _agrees(told.moments[ply], seats, msgspec.convert(answer, Seen))
            assert [part.total for part in told.score.seats] == [s.total for s in seats]

    house.run(story)


def _whole(told: Story) -> list[list[SeatMoment]]:
    """All seats of every ply, where the story names those that have changed."""
    now: dict[int, SeatMoment] = {}
    whole = []
    for moment in told.moments:
        now |= {part.seat: part for part in moment.seats}
        whole.append([now[seat] for seat in sorted(now)])
    return whole


def _agrees(moment: Moment, seats: list[SeatMoment], seen: Seen) -> None:
    public, own = seen.game, seen.mine[0]
    assert public is not None
    assert (moment.phase, moment.turn, moment.waiting) == (
        public.phase,
        public.turn,
        public.waiting,
    )
    assert (moment.market, moment.pile) == (public.market, public.pile)
    assert (moment.tunnel, moment.turns_left) == (public.tunnel, public.turns_left)
    assert moment.discards == sum(public.discards.values())
    assert [s.points for s in seats] == [p.points for p in public.players]
    assert [(s.trains, s.stations) for s in seats] == [
        (p.trains, p.stations) for p in public.players
    ]
    mine = seats[own.seat]
    assert (mine.hand, mine.tickets, mine.offer) == (own.hand, own.tickets, own.offer)


def test_a_story_tells_the_score_as_if_the_game_ended_at_each_ply(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob, board="london")
            game = (await play(scene, name)).state.game
            assert game is not None
            _, answer = await bob.get(f"/api/tables/{name}/story")
            for ply, seats in enumerate(_whole(msgspec.convert(answer, Story))):
                then: Game = game.record.at(ply)
                for part, seat in zip(then.score().seats, seats, strict=True):
                    assert (part.total, part.completed) == (seat.total, len(seat.made))

    house.run(story)


def test_a_story_leaves_out_what_was_taken_back(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob, take_back=True)
            table = await play(scene, name, 3)
            decided = [seat for seat, _ in decisions(table.state)]
            taker = scene.ann if decided[0] == 0 else bob
            await command(taker, name, {"type": "take_back", "seat": decided[0]})
            game = (await play(scene, name)).state.game
            assert game is not None
            _, answer = await bob.get(f"/api/tables/{name}/story")
            told = msgspec.convert(answer, Story)
            assert [m.happened.params["do"] for m in told.moments[1:]] == [
                str(ply.action) for ply in game.plies
            ]
            assert told.moments[0].happened.kind == "started"

    house.run(story)


def test_a_running_game_has_no_story(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name, 4)
            for visitor in (scene.ann, bob):
                status, answer = await visitor.get(f"/api/tables/{name}/story")
                assert (status, answer["code"]) == (409, "not_finished")

    house.run(story)


def test_a_story_is_for_those_who_may_watch(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob, watch=False)
            await play(scene, name)
            assert (await bob.get(f"/api/tables/{name}/story"))[0] == 200
            status, answer = await eve.get(f"/api/tables/{name}/story")
            assert (status, answer["code"]) == (403, "not_allowed")

    house.run(story)
