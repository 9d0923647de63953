"""A table read from the log is the table that wrote it, after every entry."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import get_args

import pytest

from tests.server.soak import times
from tests.server.table.evening import Evening, Person, at_table
from tests.server.table.playing import let_bot_do, play_to_the_end
from tests.server.table.truth import assert_same, assert_shown, digest, welcomes
from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Live, SeatPlan
from whistlestop.server.store.base import LogEntry
from whistlestop.server.table import Caller, Table
from whistlestop.server.table import entries as en
from whistlestop.server.table.caller import OPERATOR
from whistlestop.server.table.decide import Decided
from whistlestop.server.table.state import LogLine, TableState

AUDIENCES = [Caller(name) for name in ("ann", "bob", "cy", "dee", "eve")]


class Clerk(Person):
    """A spectator who writes down the whole truth at every version."""

    truths: dict[int, tuple[str, list[bytes]]]

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self.truths[self.version] = (digest(self.table.state), welcomes(self.table, AUDIENCES))


async def clerk_at(table: Table) -> Clerk:
    clerk = Clerk(table, Caller("eve", invite=table.state.invite))
    clerk.truths = {}
    await clerk.come()
    return clerk


async def assert_read_back(there: Evening, clerk: Clerk) -> None:
    """Apply the stored entries one by one, and compare with what was true then."""
    table = clerk.table
    blank = Table(table.state.id, there.hub)
    for entry in await there.store.entries(table.state.id):
        blank.state.apply(entry, en.decode_body(entry.body))
        if entry.seq in clerk.truths:
            read = (digest(blank.state), welcomes(blank, AUDIENCES))
            assert read == clerk.truths[entry.seq], f"after entry {entry.seq}"
    assert_same(blank, table, AUDIENCES)


async def evening_of_everything(there: Evening) -> Clerk:
    """An evening in which everything happens that can happen at a table."""
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan(), SeatPlan("remote")]
    table = await there.table(plans, board="london", pace=Live(60), first=2, take_back=True)
    clerk = await clerk_at(table)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    cy = await there.joins(table, "cy", 2)
    await bob.asks(co.Paint, 1, "black")
    await bob.asks(co.GiveValue, 1, "b" * 64)
    await cy.asks(co.GiveValue, 2, "c" * 64)
    await cy.asks(co.Leave, 2)
    cy = await there.joins(table, "cy", 2)
    await ann.asks(co.Arrange, 3, "bot", bot="greedy")
    await ann.asks(co.Arrange, 3, "remote")
    await ann.asks(co.Reissue, 3)
    await ann.asks(co.Arrange, 3, "bot", bot="greedy")
    await ann.asks(co.Start)
    there.sources.wait(3)
    await cy.does(2)
    await cy.asks(co.TakeBack, 2)
    for seat, person in enumerate((ann, bob, cy)):
        await person.does(seat)
    await let_bot_do(table, 3)
    await cy.does(2, "draw deck")
    asked = (await cy.asks(co.AskBack, 2)).v
    await bob.asks(co.AnswerBack, 1, asked, True)
    await ann.asks(co.AnswerBack, 0, asked, True)
    await cy.does(2, "tickets")
    await cy.does(2)
    await cy.asks(co.TakeBack, 2)
    await hint(table, cy)
    await cy.asks(co.Say, phrase="oops")
    there.sources.wait(60)
    await table.attend()
    await let_bot_do(table, 2)
    await let_bot_do(table, 3, "tickets")
    await cy.asks(co.Return, 2)
    await let_bot_do(table, 3)
    token = (await bob.asks(co.Link, 1)).result
    assert token is not None
    dee = await there.person(table, "dee")
    await dee.asks(co.Sit, 1, "Dee", invite=token["token"])
    await ann.asks(co.Leave, 0)
    await let_bot_do(table, 0, "draw deck")
    await dee.asks(co.Kick, 2)
    clerk.go()
    clerk.caller = Caller("eve", invite=table.state.invite)
    await play_to_the_end(table, {1: dee}, stand_in=True)
    await clerk.come()
    await dee.asks(co.Rematch)
    await ordered(table, "o1", en.Closed())
    await ordered(table, "o2", en.Reopened())
    await ordered(table, "o3", en.Forgotten(()))
    assert cy.closed == "not_allowed"
    for person in (ann, bob, dee, clerk):
        assert_shown(person)
    return clerk


async def ordered(table: Table, order: str, body: en.Body) -> None:
    """What the operator has done."""
    await table.decide_and_commit(OPERATOR, order, lambda context: Decided(body))


async def hint(table: Table, person: Person) -> None:
    """Advice, as if a bot had given it."""
    seat, decision = 2, person.mine[2].decision
    assert decision is not None
    options = (AdvisedAction("draw deck", 1.5, "gather", {"cards": 2, "colour": "red", "x": 0.1}),)
    hinted = Decided(en.Hinted(seat, decision, options))
    await table.decide_and_commit(person.caller, person.id(), lambda context: hinted)


@at_table()
async def test_after_every_kind_of_entry_the_log_gives_the_same_table(there: Evening) -> None:
    clerk = await evening_of_everything(there)
    happened = {type(line.body) for line in clerk.table.state.lines}
    assert happened == set(get_args(en.Body))
    assert {
        line.body.why for line in clerk.table.state.lines if isinstance(line.body, en.Left)
    } == {
        "left",
        "time",
        "kicked",
    }
    await assert_read_back(there, clerk)


@at_table()
async def test_a_table_let_go_of_is_loaded_when_somebody_comes(there: Evening) -> None:
    table, ann, bob = await there.after_opening()
    for person in (ann, bob):
        person.go()
    there.sources.wait(119)
    await there.hub._look_around()
    assert there.hub.tables_loaded == 1
    there.sources.wait(2)
    await there.hub._look_around()
    assert there.hub.tables_loaded == 0
    loaded = await there.hub.table(table.state.id)
    assert loaded is not table
    assert_same(loaded, table, AUDIENCES)
    back = await there.person(loaded, "ann")
    await back.does(0, "draw deck")


@at_table()
async def test_a_table_that_somebody_watches_stays(there: Evening) -> None:
    await there.two()
    there.sources.wait(1000)
    await there.hub._look_around()
    assert there.hub.tables_loaded == 1


@at_table()
async def test_many_who_come_at_once_find_one_and_the_same_table(there: Evening) -> None:
    table, _, _ = await there.two()
    there.hub._tables.clear()
    found = await asyncio.gather(*(there.hub.table(table.state.id) for _ in range(20)))
    assert len({id(one) for one in found}) == 1
    missing = await asyncio.gather(
        *(there.hub.table("nowhere") for _ in range(5)), return_exceptions=True
    )
    assert {str(error) for error in missing} == {"no_such_table"}


@pytest.mark.slow
@pytest.mark.parametrize("board", ["usa", "europe", "new-york", "london"])
@at_table()
async def test_whole_games_are_read_back_ply_by_ply(there: Evening, board: str) -> None:
    for seed in times(2):
        there.sources.luck = f"{board}{seed}"
        plans = [SeatPlan("me"), SeatPlan("here"), SeatPlan("here")]
        table = await there.table(plans, board=board)
        clerk = await clerk_at(table)
        ann = await there.person(table, "ann")
        await ann.asks(co.Start)
        await play_to_the_end(table, {0: ann, 1: ann, 2: ann}, seed=seed)
        await assert_read_back(there, clerk)


@at_table()
async def test_others_work_while_a_long_log_is_read(
    there: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes colours all night makes a log that takes seconds to read."""
    table = await there.table()
    ann = await there.person(table, "ann")
    for i in range(2000):
        await ann.asks(co.Paint, 0, ("red", "green")[i % 2])
    there.hub._tables.clear()
    turn, turns = 0, []
    real = TableState.apply

    def noted(state: TableState, entry: LogEntry, body: en.Body) -> LogLine:
        turns.append(turn)
        return real(state, entry, body)

    monkeypatch.setattr(TableState, "apply", noted)
    reading = asyncio.ensure_future(there.hub.table(table.state.id))
    while not reading.done():
        turn += 1
        await asyncio.sleep(0)
    assert_same(await reading, table, AUDIENCES)
    assert len(turns) == 2001
    assert max(Counter(turns).values()) <= 300, "entries at one go"
