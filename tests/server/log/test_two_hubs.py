"""Two processes, one store: no fork, no gap, and both show the same."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.log.weather import Shared, beside
from tests.server.soak import times
from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from tests.server.table.truth import assert_same, assert_shown, assert_stored
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Live, SeatPlan
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.game_clock import SKEW
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.entries import Did

AUDIENCES = [Caller(name) for name in ("ann", "bob", "eve")]


async def apart(
    there: Evening, *, told: bool = True, **options: object
) -> tuple[Evening, Person, Person]:
    """Ann's process and Bob's: a running game, the opening answered, Ann to move."""
    Shared(there.store, told=told)
    there.store.on_change(there.hub._on_change)
    other = beside(there)
    table, ann, here = await there.after_opening(**options)
    here.go()
    bob = await other.person(await other.hub.table(table.state.id), "bob")
    return other, ann, bob


async def meet(*people: Person) -> None:
    """Let what was told arrive everywhere."""
    for person in people:
        await person.table.seen(person.caller)
        assert_shown(person)
    assert len({person.version for person in people}) == 1
    assert len({person.table.state.version for person in people}) == 1
    assert_same(people[0].table, people[-1].table, AUDIENCES)


@at_table()
async def test_what_happens_in_one_process_is_shown_by_the_other(there: Evening) -> None:
    other, ann, bob = await apart(there)
    await ann.does(0, "tickets")
    await ann.does(0)
    await there.until(lambda: bob.version == ann.version)
    await bob.does(1, "draw deck")
    await there.until(lambda: bob.version == ann.version)
    await meet(ann, bob)
    await other.hub.close()


@at_table()
async def test_a_hint_that_was_lost_costs_time_and_nothing_else(there: Evening) -> None:
    other, ann, bob = await apart(there, told=False)
    await ann.does(0, "tickets")
    await ann.does(0)
    assert bob.version < ann.version
    await other.hub._look_around()
    assert bob.version == ann.version
    await bob.does(1, "draw deck")
    await there.hub._look_around()
    await meet(ann, bob)
    await other.hub.close()


@at_table()
async def test_a_process_that_knows_too_little_looks_before_it_refuses(there: Evening) -> None:
    other, ann, bob = await apart(there, told=False)
    elsewhere = Person(bob.table, ann.caller)
    await ann.does(0, "draw deck")
    decision = ann.mine[0].decision
    assert decision is not None
    await elsewhere.asks(co.Do, 0, decision, "draw deck")
    assert await refused(ann.asks(co.Do, 0, decision, "draw deck")) == "stale"
    await bob.asks(co.Leave, 1)
    assert await refused(Person(ann.table, bob.caller).asks(co.Leave, 1)) == "not_your_seat"
    await Person(ann.table, bob.caller).asks(co.Return, 1)
    await meet(ann, bob)
    await other.hub.close()


@at_table()
async def test_whoever_was_acknowledged_is_shown_it_by_every_process(there: Evening) -> None:
    other, ann, bob = await apart(there, told=False)
    ack = await ann.does(0, "draw deck")
    assert (await bob.table.seen(ann.caller)).v == ack.v
    ack = await ann.does(0, "draw deck")
    assert len((await bob.table.log(ann.caller, ack.v - 1, 10)).happened) == 1
    await ann.asks(co.Say, phrase="hello")
    moved = Person(bob.table, ann.caller)
    welcome = await moved.come(ann.version)
    assert (welcome.v, welcome.happened) == (ann.version, [])
    await meet(ann, bob, moved)
    await other.hub.close()


@at_table()
async def test_of_two_answers_in_two_processes_one_wins(there: Evening) -> None:
    other, ann, bob = await apart(there)
    tab = Person(bob.table, ann.caller)
    await tab.come()
    outcomes = await asyncio.gather(
        ann.does(0, "tickets"), tab.does(0, "draw deck"), return_exceptions=True
    )
    refusals = [o for o in outcomes if isinstance(o, BaseException)]
    assert [str(error) for error in refusals] == ["stale"]
    await meet(ann, bob, tab)
    await other.hub.close()


@at_table()
async def test_a_command_sent_to_both_processes_is_carried_out_once(there: Evening) -> None:
    other, ann, bob = await apart(there, told=False)
    decision = ann.mine[0].decision
    assert decision is not None
    do = co.Do("once", 0, decision, "draw deck")
    tab = Person(bob.table, ann.caller)
    acks = await asyncio.gather(*(one.says(do) for one in (ann, tab, ann, tab)))
    assert len(set(acks)) == 1
    assert await tab.says(do) == acks[0]
    await meet(ann, bob)
    await other.hub.close()


@at_table()
async def test_both_answer_the_opening_at_once_in_two_processes(there: Evening) -> None:
    Shared(there.store)
    other = beside(there)
    table, ann, here = await there.two()
    here.go()
    bob = await other.person(await other.hub.table(table.state.id), "bob")
    await asyncio.gather(ann.does(0), bob.does(1))
    await meet(ann, bob)
    assert table.state.game is not None
    assert table.state.game.phase == "turn"
    await other.hub.close()


@at_table()
async def test_a_table_that_is_due_is_looked_after_by_one_process(there: Evening) -> None:
    other, ann, bob = await apart(there, told=False, pace=Live(60))
    there.sources.wait(61)
    now = there.sources.now()
    claims = await asyncio.gather(
        there.store.claim_due(now, now + 1, 10), there.store.claim_due(now, now + 1, 10)
    )
    assert sorted(claims) == [[], [ann.table.state.id]]
    there.sources.wait(1 + SKEW / 1000)
    await asyncio.gather(there.hub._attend_due(), other.hub._attend_due())
    await meet(ann, bob)
    assert sum(line.who == "server" for line in ann.table.state.lines) == 1
    await other.hub.close()


@at_table()
async def test_two_processes_that_both_see_a_clock_run_out_write_it_once(there: Evening) -> None:
    other, ann, bob = await apart(there, told=False, pace=Live(60))
    there.sources.wait(61)
    await asyncio.gather(ann.table.attend(), bob.table.attend())
    await meet(ann, bob)
    assert sum(line.who == "server" for line in ann.table.state.lines) == 1
    await other.hub.close()


@pytest.mark.slow
@at_table(workers=1)
async def test_a_bot_that_both_processes_ask_moves_once(there: Evening) -> None:
    Shared(there.store)
    there.store.on_change(there.hub._on_change)
    other = beside(there)
    table, ann = await there.alone(first=1)
    twin = await other.hub.table(table.state.id)
    eve = await other.person(twin, "eve")
    await asyncio.gather(table.attend(), twin.attend())
    await ann.does(0)
    await asyncio.gather(table.attend(), twin.attend())
    await there.until(lambda: table.state.game is not None and table.state.game.waiting == (0,))
    await there.until(lambda: eve.version == ann.version)
    assert sum(
        isinstance(line.body, Did) and line.body.by == "bot" for line in twin.state.lines
    ) in (
        2,
        3,
    )
    keys = [(line.who, line.cmd) for line in table.state.lines]
    assert len(keys) == len(set(keys))
    await meet(ann, eve)
    await other.hub.close()


@at_table()
async def test_a_rematch_asked_for_in_two_processes_is_one_table(there: Evening) -> None:
    Shared(there.store)
    other = beside(there)
    table, ann, bob = await there.two(board="london")
    await play_to_the_end(table, {0: ann, 1: bob})
    twin = Person(await other.hub.table(table.state.id), bob.caller)
    acks = await asyncio.gather(ann.asks(co.Rematch), twin.asks(co.Rematch))
    assert acks[0].result == acks[1].result
    assert await there.store.count_tables() == {"over": 1, "gathering": 1}
    await other.hub.close()


@at_table()
async def test_one_process_may_make_a_table_and_the_other_start_it(there: Evening) -> None:
    Shared(there.store, told=False)
    other = beside(there)
    table = await there.table([SeatPlan("me"), SeatPlan()])
    ann = await there.person(table, "ann")
    bob = Person(await other.hub.table(table.state.id), Caller("bob", invite=table.state.invite))
    await bob.come()
    await bob.asks(co.Sit, 1, "Bob", invite=table.state.invite)
    await ann.asks(co.Start)
    await meet(ann, bob)
    assert sorted(bob.mine) == [1]
    await other.hub.close()


@pytest.mark.slow
@pytest.mark.parametrize("told", [True, False])
@at_table()
async def test_whole_games_with_players_in_several_processes(there: Evening, told: bool) -> None:
    shared = Shared(there.store, told=told)
    there.store.on_change(there.hub._on_change)
    hubs = [there, *(beside(there) for _ in range(3))]
    for number in times(3):
        there.sources.luck = f"several{number}"
        table, ann, bob = await there.two(board="europe")
        ids = table.state.id
        people = {0: ann, 1: await hubs[1].person(await hubs[1].hub.table(ids), "bob")}
        bob.go()
        watching = [await one.person(await one.hub.table(ids), "eve") for one in hubs]
        await play_everywhere(table, people, hubs, number)
        for hub in hubs:
            await hub.hub._look_around()
        await asyncio.sleep(0)
        await meet(*people.values(), *watching)
        await assert_stored(there.store, table)
    assert shared.told == told
    for hub in hubs[1:]:
        await hub.hub.close()


async def play_everywhere(
    table: Table, people: dict[int, Person], hubs: list[Evening], seed: int
) -> None:
    """Each command goes to two processes at once, one of them any."""
    chance = random.Random(seed)
    while table.state.status != "over":
        game = table.state.game
        assert game is not None
        seat = chance.choice(game.waiting)
        person, decision = people[seat], table.state.decision_of(seat)
        assert decision is not None
        action = str(chance.choice(game.legal_for(seat)))
        do = co.Do(person.id(), seat, decision, action)
        any_table = await chance.choice(hubs).hub.table(table.state.id)
        answers = await asyncio.gather(
            person.says(do),
            any_table.command(person.caller, do),
            any_table.command(person.caller, co.Say(person.id(), phrase="hurry")),
            return_exceptions=True,
        )
        assert answers[0] == answers[1]
        assert not any(isinstance(answer, ServerRefusal) for answer in answers)
        await table.seen(person.caller)
