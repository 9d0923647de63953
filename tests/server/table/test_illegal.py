"""Well-formed commands that may not be: a stable code each, and nothing has changed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from tests.server.soak import times
from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_one
from tests.server.table.truth import assert_stored, digest
from whistlestop.engine.game import Game
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan

COMMANDS = 10_000

# Whatever is refused is refused with one of these.
OURS = {
    "bad_message",
    "bad_token",
    "no_such_seat",
    "not_allowed",
    "not_host",
    "not_your_seat",
    "stale",
    "wrong_time",
}


class Mischief:
    """Makes commands that are well formed and never allowed in the present position."""

    def __init__(self, game: Callable[[], Game], chance: random.Random) -> None:
        self.game = game
        self.chance = chance
        self.made = 0

    def command(self, person: Person) -> tuple[co.Command, bool]:
        """A command, and whether the engine is the one to refuse it."""
        self.made += 1
        own = [own for own in person.mine.values() if own.decision is not None]
        if own and self.chance.random() < 0.5:
            seat = self.chance.choice(own)
            assert seat.decision is not None
            return co.Do(self.id, seat.seat, seat.decision, self.illegal(seat.legal)), True
        return self.chance.choice(self._out_of_place)(person), False

    @property
    def id(self) -> str:
        return f"mischief.{self.made}"

    def illegal(self, legal: list[int]) -> str | int:
        """An action of this board that is not allowed now, or no action at all."""
        codec = self.game().codec
        if self.chance.random() < 0.1:
            words: list[str | int] = ["dance", "claim", "draw", "draw mauve", "keep 1 99"]
            return self.chance.choice([*words, codec.size, 999_999])
        while (code := self.chance.randrange(codec.size)) in legal:
            pass
        return code if self.chance.random() < 0.5 else codec.text(code)

    @property
    def _out_of_place(self) -> list[Callable[[Person], co.Command]]:
        return [
            self._others_seat,
            self._other_decision,
            lambda _: co.Do(self.id, 4, self._decision, "draw deck"),
            lambda _: co.TakeBack(self.id, 3),
            lambda person: co.TakeBack(self.id, self._not_of(person)),
            lambda person: co.Hint(self.id, self._not_of(person), self._decision),
            lambda _: co.Say(self.id),
            lambda _: co.Say(self.id, text="x", phrase="hello"),
            lambda _: co.Sit(self.id, self.chance.randrange(3), "Me", invite="invite2"),
            lambda _: co.Sit(self.id, self.chance.randrange(3), "Me", invite="x.0.1.y"),
            lambda _: co.Paint(self.id, self.chance.randrange(3), "black"),
            lambda person: co.Leave(self.id, self._not_of(person)),
            lambda _: co.Return(self.id, self.chance.randrange(3)),
            lambda _: co.Arrange(self.id, 1, "bot", bot="greedy"),
            lambda _: co.Kick(self.id, 0),
            lambda _: co.Reissue(self.id, 4),
            lambda _: co.Start(self.id),
            lambda _: co.Rematch(self.id),
        ]

    @property
    def _decision(self) -> int:
        return self.chance.randrange(60)

    def _not_of(self, person: Person) -> int:
        return self.chance.choice([seat for seat in range(4) if seat not in person.mine])

    def _others_seat(self, person: Person) -> co.Command:
        return co.Do(self.id, self._not_of(person), self._decision, "draw deck")

    def _other_decision(self, person: Person) -> co.Command:
        own = self.chance.choice([*person.mine.values(), None])
        decision = self.chance.randrange(60)
        if own is None or own.decision == decision:
            return self._others_seat(person)
        return co.Do(self.id, own.seat, decision, "draw deck")


@pytest.mark.parametrize("count", [400, pytest.param(COMMANDS, marks=pytest.mark.slow)])
@at_table()
async def test_no_illegal_command_changes_anything(there: Evening, count: int) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], board="europe")
    ann = await there.person(table, "ann")
    people = [ann, await there.joins(table, "bob", 1), await there.joins(table, "cy", 2)]
    await ann.asks(co.Start)
    foreign = await there.table([SeatPlan("me"), SeatPlan("remote")])
    host = await there.person(foreign, "ann")
    token = (await host.asks(co.Reissue, 1)).result
    assert token is not None
    strangers = [await there.person(table, "eve"), await there.program(table, token["token"])]

    chance = random.Random(1)
    mischief = Mischief(lambda: table.state.game or Game(), chance)
    codes: Counter[str] = Counter()
    engine: Counter[str] = Counter()
    rounds = times(count)
    for number in rounds:
        if number % (len(rounds) // 40) == 0:
            await play_one(table, dict(enumerate(people)), chance)
            before = digest(table.state)
            frames = [len(person.frames) for person in people + strangers]
        person = chance.choice(people + strangers)
        command, by_engine = mischief.command(person)
        code = await refused(person.says(command))
        (engine if by_engine else codes)[code] += 1
        if number % 50 == 49:
            assert digest(table.state) == before
            assert [len(person.frames) for person in people + strangers] == frames
    assert set(codes) <= OURS
    assert not set(engine) & OURS
    assert {"wrong_phase", "not_enough_cards"} <= set(engine)
    assert sum((codes + engine).values()) == len(rounds)
    await assert_stored(there.store, table)
