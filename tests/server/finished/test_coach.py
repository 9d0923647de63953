"""The coach looks at plies of finished games, with the eyes of one seat."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tests.server.finished.games import play, two_at_a_table
from tests.server.house import House, Scene
from whistlestop.bots.processes.messages import Answer
from whistlestop.protocol.story import PlyAdvice


def test_the_coach_advises_the_seat_that_had_to_decide(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            for ply in (0, 9, game.ply - 1):
                then = game.record.at(ply)
                status, answer = await eve.get(f"/api/tables/{name}/plies/{ply}/advice")
                assert status == 200, answer
                advice = msgspec.convert(answer, PlyAdvice)
                legal = {str(action) for action in then.legal_for(then.waiting[0])}
                assert advice.seat == then.waiting[0]
                assert 0 <= advice.win <= 1
                assert 1 <= len(advice.options) <= 3
                assert {option.action for option in advice.options} <= legal
                best = advice.options[0]
                assert (advice.margin, advice.win) == (best.value, (best.params or {})["win"])

    house.run(story)


def test_a_seat_that_waits_is_told_how_it_stands(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            waits = 1 - game.record.at(9).waiting[0]
            _, answer = await bob.get(f"/api/tables/{name}/plies/9/advice?seat={waits}")
            assert (answer["seat"], answer["options"]) == (waits, [])
            assert 0 <= answer["win"] <= 1

    house.run(story)


def test_the_coach_is_silent_about_running_games_and_plies_without_a_decision(
    house: House,
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name, 4)
            status, answer = await bob.get(f"/api/tables/{name}/plies/2/advice")
            assert (status, answer["code"]) == (409, "not_finished")
            game = (await play(scene, name)).state.game
            assert game is not None
            for path in (f"{game.ply}/advice", "9999/advice", "3/advice?seat=4"):
                status, answer = await bob.get(f"/api/tables/{name}/plies/{path}")
                assert (status, answer["code"]) == (404, "no_such_ply"), path

    house.run(story)


def test_a_caller_waits_for_one_answer_at_a_time_and_an_answer_is_worked_out_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name)
            path = f"/api/tables/{name}/plies/5/advice"
            bots, asked = scene.server.hub.bots, asyncio.Event()
            prospect, answered = bots.prospect, asyncio.Event()

            async def slow(*question: Any) -> Answer:
                asked.set()
                await answered.wait()
                return await prospect(*question)

            monkeypatch.setattr(bots, "prospect", slow)
            first = asyncio.create_task(bob.get(path))
            await asked.wait()
            assert (await bob.get(path))[1]["code"] == "too_fast"
            answered.set()
            given = await first
            monkeypatch.setattr(bots, "prospect", None)
            assert await bob.get(path) == given

    house.run(story)


def test_a_coach_that_fails_refuses_with_a_code(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        async def hung(*_: object) -> Answer:
            return Answer(failure="hung")

        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name)
            monkeypatch.setattr(scene.server.hub.bots, "prospect", hung)
            status, answer = await bob.get(f"/api/tables/{name}/plies/5/advice")
            assert (status, answer["code"]) == (503, "no_advice")

    house.run(story)
