"""Messages come twice, late, in the wrong order and on two sockets; each counts once."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.soak import times
from tests.server.table.evening import Evening, Person, at_table
from tests.server.table.playing import play_to_the_end
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import Ack
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import Table

Answer = Ack | str


class Careless(Person):
    """Says everything one to five times, and now and then something old once more."""

    chance: random.Random
    other: Person
    sent: list[co.Command]
    answers: dict[str, set[Answer]]

    def begin(self, seed: str, other: Person) -> None:
        self.chance, self.other = random.Random(seed), other
        self.sent, self.answers = [], {}

    async def says(self, command: co.Command) -> Ack:
        again = self.chance.sample(self.sent, min(2, len(self.sent)))
        everything = [command] * self.chance.randint(1, 5) + again
        self.chance.shuffle(everything)
        self.sent.append(command)
        await asyncio.gather(*(self._deliver(one) for one in everything))
        (answer,) = self.answers[command.id]
        assert isinstance(answer, Ack)
        return answer

    async def _deliver(self, command: co.Command) -> None:
        way = self.chance.choice([self, self.other])
        try:
            answer: Answer = await way.table.command(way.caller, command)
        except ServerRefusal as refusal:
            answer = refusal.code
        self.answers.setdefault(command.id, set()).add(answer)


async def careless(there: Evening, table: Table, guest: str, seat: int, seed: int) -> Careless:
    usual = await there.joins(table, guest, seat) if seat else await there.person(table, guest)
    someone = Careless(table, usual.caller)
    await someone.come()
    someone.begin(f"{guest}{seed}", usual)
    return someone


@pytest.mark.slow
@at_table()
async def test_every_command_counts_once_however_often_it_comes(there: Evening) -> None:
    delivered = 0
    for seed in times(4):
        there.sources.luck = f"luck{seed}"
        table = await there.table(board="new-york")
        ann = await careless(there, table, "ann", 0, seed)
        bob = await careless(there, table, "bob", 1, seed)
        await ann.asks(co.Start)
        await play_to_the_end(table, {0: ann, 1: bob}, seed=seed)
        for person in (ann, bob):
            assert all(len(answers) == 1 for answers in person.answers.values())
            assert person.seen == person.other.seen == await table.seen(person.caller)
            delivered += len(person.sent)
        keys = [(line.who, line.cmd) for line in table.state.lines]
        assert len(set(keys)) == len(keys)
        assert len(await there.store.entries(table.state.id)) == table.state.version
    assert delivered > 200
