"""Attacks on other people's seats, each with the documented commands alone, and each in vain."""

from __future__ import annotations

from tests.server.table.evening import Evening, at_table, refused
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.table import entries as en
from whistlestop.server.table.decide import Decided


@at_table()
async def test_a_host_gets_no_key_to_a_persons_seat(there: Evening) -> None:
    table, ann, _ = await there.after_opening()
    before = table.state.version
    assert await refused(ann.asks(co.Reissue, 1)) == "programs_only"
    assert await refused(ann.asks(co.Reissue, 0)) == "programs_only"
    assert table.state.version == before


@at_table()
async def test_a_host_gets_no_key_to_a_seat_before_the_start(there: Evening) -> None:
    """A key made while people gather would open the hand that is dealt later."""
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan("here", name="Cy")])
    ann = await there.person(table, "ann")
    await there.joins(table, "bob", 1)
    for seat in (0, 1, 2):
        assert await refused(ann.asks(co.Reissue, seat)) == "programs_only"


@at_table()
async def test_kicking_somebody_gives_the_host_no_key_either(there: Evening) -> None:
    table, ann, _ = await there.after_opening()
    await ann.asks(co.Kick, 1)
    assert await refused(ann.asks(co.Reissue, 1)) == "programs_only"
    invite = table.state.invite
    assert await refused(ann.asks(co.Sit, 1, "Ann", invite=invite)) == "wrong_time"
    assert sorted(ann.mine) == [0]


@at_table()
async def test_a_key_that_an_older_server_made_for_a_persons_seat_opens_nothing(
    there: Evening,
) -> None:
    table, ann, bob = await there.after_opening()
    old = Decided(en.Reissued(1, 1))
    await table._decide_and_commit(ann.caller, "old", lambda _: old)
    token = there.hub.signer.seat_token(table.state.id, 1, 1)
    cy = await there.person(table, "cy")
    assert await refused(cy.asks(co.Sit, 1, "Cy", invite=token)) == "bad_token"
    assert (cy.mine, sorted(bob.mine)) == ({}, [1])


@at_table()
async def test_whoever_has_a_seat_takes_no_second_one_by_a_token(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan("remote", name="Robot")]
    table = await there.table(plans)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    ack = await ann.asks(co.Reissue, 2)
    assert ack.result is not None
    token = ack.result["token"]
    await ann.asks(co.Start)
    for someone in (ann, bob):
        assert await refused(someone.asks(co.Sit, 2, "Spy", invite=token)) == "already_seated"
    await bob.asks(co.Leave, 1)
    assert await refused(bob.asks(co.Sit, 2, "Spy", invite=token)) == "already_seated"
