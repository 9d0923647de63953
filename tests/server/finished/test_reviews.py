"""Reviews of finished games: worked out once in the background, kept, stopped when nobody asks.

All stories play the same game; what a worker has found about one of its steps, it tells again.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tests.server.finished.games import play, two_at_a_table
from tests.server.house import House, Scene, Visitor
from whistlestop.bots.processes.messages import Answer
from whistlestop.bots.processes.pool import BotPool
from whistlestop.bots.review import Review, ReviewTerms
from whistlestop.bots.review.steps import Step
from whistlestop.server.addresses.limits import AddressLimits
from whistlestop.server.finished import reviews as module
from whistlestop.server.finished.reviews import Reviews
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import KeptReview
from whistlestop.server.table.caller import Caller

_FOUND: dict[tuple[str, str, str], Answer] = {}
"""What workers found, by the game, the terms and the step."""


class SameGames(Sources):
    """Every server deals the same games."""

    def __init__(self) -> None:
        self._dealt = 0

    def secret(self) -> str:
        self._dealt += 1
        return f"{self._dealt:064x}"


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds: the story is the same, and done in a moment."""
    monkeypatch.setattr(module, "ReviewTerms", lambda bots: ReviewTerms(worlds=2, bots=bots))


@pytest.fixture(autouse=True)
def found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is worked out for the first story that asks for it."""
    really = BotPool.review_step

    async def review_step(
        pool: BotPool, record: str, terms: ReviewTerms, step: Step, *more: Any
    ) -> Answer:
        key = record, repr(terms), repr(step)
        if key not in _FOUND:
            answer = await really(pool, record, terms, step, *more)
            if answer.failure:
                return answer
            _FOUND[key] = answer
        return _FOUND[key]

    monkeypatch.setattr(BotPool, "review_step", review_step)


async def wait_for(visitor: Visitor, path: str) -> tuple[dict[str, Any], list[int]]:
    """The review, and how far it was each time we asked."""
    seen: list[int] = []
    while True:
        status, answer = await visitor.get(path)
        if status == 200:
            return answer, seen
        assert status == 202, answer
        assert 0 <= answer["done"] < answer["total"]
        seen.append(answer["done"])
        await asyncio.sleep(0.05)


def test_a_finished_game_is_told_after_a_while(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            path = f"/api/tables/{name}/review"
            answer, seen = await wait_for(bob, path)
            assert seen[0] == 0
            assert seen == sorted(seen)
            told = msgspec.convert(answer, Review)
            assert [d.played for d in told.decisions] == [ply.do for ply in game.record.plies]
            assert told.totals == game.score().totals
            for seat in told.seats:
                split = seat.own
                parts = split.deal + split.draws + split.tunnels + split.rivals + split.decisions
                assert parts == pytest.approx(seat.margin, abs=0.001)
            status, again = await eve.get(path)  # a stranger, who has the link
            assert (status, again) == (200, answer)

    house.run(story, sources=SameGames())


def test_the_review_is_the_one_of_the_library(house: House) -> None:
    from whistlestop.lab.review import review

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            answer, _ = await wait_for(bob, f"/api/tables/{name}/review")
            told = review(game.record, worlds=2).to_dict()
            for seat in told["seats"]:
                seat["most"] = None
            assert answer == told

    house.run(story, sources=SameGames())


def test_a_running_game_has_no_review(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name, 6)
            status, answer = await bob.get(f"/api/tables/{name}/review")
            assert (status, answer["code"]) == (409, "not_finished")
            assert (await bob.get("/api/tables/nowhere/review"))[1]["code"] == "no_such_table"

    house.run(story, sources=SameGames())


def test_a_review_outlives_the_server(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []

    async def first(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name)
            path = f"/api/tables/{name}/review"
            found.extend((path, (await wait_for(bob, path))[0]))

    async def second(scene: Scene) -> None:
        monkeypatch.setattr(scene.server.hub.bots, "review_step", None)
        async with scene.visitor() as bob:
            assert await bob.get(found[0]) == (200, found[1])

    house.run(first, sources=SameGames())
    house.run(second, sources=SameGames())


class Asked:
    """Reviews of a scene with a clock of our own, and a count of the steps that were taken."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.steps = 0
        self.answered = asyncio.Event()
        bots = scene.server.hub.bots
        really = bots.review_step

        async def counted(*question: Any) -> Answer:
            self.steps += 1
            await self.answered.wait()
            return await really(*question)

        monkeypatch.setattr(bots, "review_step", counted)
        self.reviews = Reviews(bots, scene.server.hub.store, lambda: self.now)

    async def until(self, steps: int) -> None:
        while self.steps < steps:
            await asyncio.sleep(0.01)


def test_many_who_ask_share_one_review(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            asked = Asked(scene, monkeypatch)
            for guest in ("a", "b", "c"):
                await asked.reviews.of(name, game, Caller(guest))
            await asked.until(1)
            await asyncio.sleep(0.05)
            assert (asked.steps, asked.reviews.running) == (1, 1)

    house.run(story, sources=SameGames())


def test_work_stops_when_nobody_asks_and_goes_on_when_somebody_does(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            game = (await play(scene, name)).state.game
            assert game is not None
            asked, ann = Asked(scene, monkeypatch), Caller("ann")
            await asked.reviews.of(name, game, ann)
            await asked.until(1)
            asked.now = module.PATIENCE + 1
            asked.answered.set()
            while asked.reviews.running:
                await asyncio.sleep(0.01)
            assert asked.steps == 1
            progress = await asked.reviews.of(name, game, ann)
            assert getattr(progress, "done", None) == 1
            await asked.until(3)
            assert asked.reviews.running

    house.run(story, sources=SameGames())


def test_a_step_that_fails_refuses_once_and_may_be_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(scene: Scene) -> None:
        async def hung(*_: object) -> Answer:
            return Answer(failure="hung")

        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name)
            path = f"/api/tables/{name}/review"
            really = scene.server.hub.bots.review_step
            monkeypatch.setattr(scene.server.hub.bots, "review_step", hung)
            assert (await bob.get(path))[0] == 202
            status, answer = await bob.get(path)
            while status == 202:
                await asyncio.sleep(0.01)
                status, answer = await bob.get(path)
            assert (status, answer["code"]) == (503, "no_review")
            monkeypatch.setattr(scene.server.hub.bots, "review_step", really)
            assert (await wait_for(bob, path))[0]["format"] == 2

    house.run(story, sources=SameGames())


def test_an_address_begins_only_so_many_reviews(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            names = [await two_at_a_table(scene, bob) for _ in range(2)]
            for name in names:
                await play(scene, name)
            one, two = (f"/api/tables/{name}/review" for name in names)
            assert (await bob.get(one))[0] == 202
            status, answer = await bob.get(two)
            assert (status, answer["code"], answer["params"]["limit"]) == (
                429,
                "too_fast",
                "reviews",
            )
            await wait_for(bob, one)  # asking how far it is counts for nothing

    house.run(story, addresses=AddressLimits(reviews=1), sources=SameGames())


def test_a_review_of_an_older_format_is_worked_out_anew(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await two_at_a_table(scene, bob)
            await play(scene, name)
            await scene.server.hub.store.keep_review(name, KeptReview(1, b"old"))
            answer, seen = await wait_for(bob, f"/api/tables/{name}/review")
            assert seen
            assert answer["format"] == 2
            kept = await scene.server.hub.store.review(name)
            assert kept is not None
            assert kept.format == 2

    house.run(story, sources=SameGames())
