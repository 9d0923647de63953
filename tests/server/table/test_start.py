"""Starting a game, and playing another one with the same people."""

from __future__ import annotations

import asyncio

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.table import Table


@at_table()
async def test_only_the_host_starts_and_only_once(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    assert await refused(ann.asks(co.Start)) == "bad_players"
    bob = await there.joins(table, "bob", 1)
    assert await refused(bob.asks(co.Start)) == "not_host"
    await ann.asks(co.Start)
    assert await refused(ann.asks(co.Start)) == "wrong_time"
    assert ann.game is not None
    assert ann.game.phase == "opening"
    assert sorted(ann.mine) == [0]
    assert sorted(bob.mine) == [1]


@at_table()
async def test_open_seats_are_gone_after_the_start_and_who_starts_moves_along(
    there: Evening,
) -> None:
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan(), SeatPlan(), SeatPlan()]
    table = await there.table(plans, first=4)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 2)
    cy = await there.joins(table, "cy", 4)
    await ann.asks(co.Start)
    assert [seat.name for seat in table.state.seats] == ["Ann", "Bob", "Cy"]
    assert [person.who().seats for person in (ann, bob, cy)] == [[0], [1], [2]]
    assert table.state.game is not None
    assert table.state.game.first == 2
    assert table.state.options.first == 2
    mine = await there.store.tables_of("cy", ["playing"], 5, None)
    assert [m.seats for m in mine] == [(2,)]


@at_table()
async def test_if_the_seat_that_should_start_is_empty_chance_decides(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], first=1)
    ann = await there.person(table, "ann")
    await there.joins(table, "bob", 2)
    await ann.asks(co.Start)
    assert table.state.options.first == "chance"


@at_table()
async def test_a_game_is_dealt_by_a_fresh_secret_that_nobody_is_told(there: Evening) -> None:
    table, ann, bob = await there.two()
    spectator = await there.person(table, "eve")
    game, secret = table.state.game, table.state.secret
    assert game is not None
    assert secret is not None
    assert game.seed == ProvenDeal(secret, (None, None)).seed
    for person in (ann, bob, spectator):
        sent = b"".join(person.frames)
        assert secret.encode() not in sent
        assert str(game.seed).encode() not in sent


async def finished(there: Evening) -> tuple[Table, Person, Person]:
    table, ann, bob = await there.two(board="london")
    await play_to_the_end(table, {0: ann, 1: bob})
    return table, ann, bob


@at_table()
async def test_a_rematch_offers_a_new_table_to_the_same_people(there: Evening) -> None:
    table, ann, bob = await there.two(board="london", hints=False)
    assert await refused(bob.asks(co.Rematch)) == "wrong_time"
    await play_to_the_end(table, {0: ann, 1: bob})
    eve = await there.person(table, "eve")
    assert await refused(eve.asks(co.Rematch)) == "not_your_seat"
    ack = await bob.asks(co.Rematch)
    assert ack.result is not None
    again = await there.hub.table(ack.result["table"])
    assert again.state.id != table.state.id
    assert again.state.options == table.state.options
    assert [s.guest for s in again.state.seats] == [None, "bob"]
    assert again.state.host == "ann"
    assert (ann.happened[-1].kind, ann.happened[-1].seat) == ("rematched", 1)
    assert again.state.status == "gathering"
    assert again.state.invite != table.state.invite
    for person in (ann, bob, eve):
        assert person.shown().rematch == again.state.id, "everybody is told where it is"


@at_table()
async def test_there_is_one_rematch_however_often_and_by_whom_it_is_asked_for(
    there: Evening,
) -> None:
    table, ann, bob = await finished(there)
    once = co.Rematch("once")
    acks = await asyncio.gather(
        ann.says(once), bob.says(once), ann.says(once), bob.says(co.Rematch("more"))
    )
    assert len({ack.v for ack in acks}) == 1
    assert len({str(ack.result) for ack in acks}) == 1
    assert await ann.says(once) == acks[0]
    assert await there.store.count_tables() == {"over": 1, "gathering": 1}
    assert sum(line.body.__struct_config__.tag == "rematched" for line in table.state.lines) == 1


@at_table()
async def test_a_rematch_whose_answer_was_lost_is_found_again(there: Evening) -> None:
    """The new table was made, but the process ended before the old one knew of it."""
    table, ann, bob = await finished(there)
    made = await there.hub.rematch(table.state, ann.caller)
    ack = await bob.asks(co.Rematch)
    assert ack.result == {"table": made}
    assert (await there.hub.table(made)).state.host == "ann"


@at_table()
async def test_whoever_was_kicked_leaves_a_free_seat_and_whoever_left_is_asked_again(
    there: Evening,
) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], board="london")
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    cy = await there.joins(table, "cy", 2)
    await ann.asks(co.Start)
    await ann.asks(co.Kick, 1)
    await cy.asks(co.Leave, 2)
    await play_to_the_end(table, {0: ann}, stand_in=True)
    assert await refused(bob.asks(co.Rematch)) == "not_your_seat"
    ack = await cy.asks(co.Rematch)
    assert ack.result is not None
    again = (await there.hub.table(ack.result["table"])).state
    assert [s.kind for s in again.seats] == ["open", "open", "human"]
    assert [s.guest for s in again.seats] == [None, None, "cy"]
    assert again.host == "ann"
    assert again.invited == {"ann", "cy"}
