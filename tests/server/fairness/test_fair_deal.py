"""Proving the deal: a commitment first, then everybody's value, and all of it opened at the end.

The attackers here are a server that would choose its secret late, players who would choose their
value knowing others', and whoever would hold up the start.
"""

from __future__ import annotations

import hashlib
import json

import msgspec
import pytest

from tests.server.log.test_old_logs import LOG
from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import DealPart
from whistlestop.protocol.options import SeatPlan
from whistlestop.record import Record, loads
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.finished.proof import prove_deal
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import LogEntry
from whistlestop.server.table import Table
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState
from whistlestop.server.table.to_store import change_of

ANNS, BOBS, CYS = ("a1" * 32, "b2" * 32, "c3" * 32)


def commitment_of(person: Person) -> str:
    deal = person.shown().deal
    assert deal is not None
    return deal.commitment


def deal_of(table: Table) -> ProvenDeal:
    assert table.state.game is not None
    assert table.state.game.deal is not None
    return table.state.game.deal


@at_table()
async def test_everybody_sees_one_commitment_from_the_gathering_to_the_end(there: Evening) -> None:
    table = await there.table(board="london")
    ann, eve = await there.person(table, "ann"), await there.person(table, "eve")
    bob = await there.joins(table, "bob", 1)
    before = {commitment_of(person) for person in (ann, bob, eve)}
    await ann.asks(co.Start)
    await play_to_the_end(table, {0: ann, 1: bob})
    after = {commitment_of(person) for person in (ann, bob, eve)}
    secret = str(table.state.secret)
    assert before == after
    assert before == {hashlib.sha256(f"whistlestop/commitment/{secret}".encode()).hexdigest()}


@at_table()
async def test_secret_and_values_make_the_deal_and_stand_in_the_record(there: Evening) -> None:
    table = await there.table(board="london")
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    await ann.asks(co.GiveValue, 0, ANNS)
    await bob.asks(co.GiveValue, 1, BOBS)
    await ann.asks(co.Start)
    started = next(entry for entry in ann.happened if entry.kind == "started")
    assert started.params["values"] == [0, 1]
    await play_to_the_end(table, {0: ann, 1: bob})
    assert table.state.game is not None
    record = loads(table.state.game.record.dumps())
    assert isinstance(record, Record)
    record.verify()
    assert record.seed == ProvenDeal(str(table.state.secret), (ANNS, BOBS)).seed
    header = json.loads(record.dumps().splitlines()[0])
    assert header["proof"] == {
        "commitment": commitment_of(bob),
        "secret": table.state.secret,
        "values": [ANNS, BOBS],
    }


@at_table()
async def test_another_value_makes_another_deal(there: Evening) -> None:
    """So a server that has committed itself does not choose the luck, and no player does."""
    positions = set()
    for value in (None, ANNS, BOBS):
        table = await there.table()
        ann = await there.person(table, "ann")
        await there.joins(table, "bob", 1)
        if value is not None:
            await ann.asks(co.GiveValue, 0, value)
        await ann.asks(co.Start)
        assert table.state.game is not None
        positions.add(table.state.game.position)
    assert len(positions) == 3


@at_table()
async def test_a_client_that_gives_no_value_holds_up_nobody(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    await bob.asks(co.GiveValue, 1, BOBS)
    await ann.asks(co.Start)
    assert deal_of(table).values == (None, BOBS)
    assert ann.happened[-1].params["values"] == [1]
    assert await refused(ann.asks(co.GiveValue, 0, ANNS)) == "wrong_time", "late, and not needed"


@at_table()
async def test_nobody_sees_the_secret_or_anothers_value_before_the_end(there: Evening) -> None:
    table = await there.table(board="london")
    ann, eve = await there.person(table, "ann"), await there.person(table, "eve")
    bob = await there.joins(table, "bob", 1)
    await ann.asks(co.GiveValue, 0, ANNS)
    ack = await bob.asks(co.GiveValue, 1, BOBS)
    assert bob.shown().deal == eve.shown().deal
    assert [entry.params for entry in eve.happened if entry.kind == "valued"] == [{}, {}]
    told = [msgspec.json.encode(ack)]
    await ann.asks(co.Start)
    for _ in range(3):
        await ann.does(0) if 0 in table.state.waiting else await bob.does(1)
        for person in (ann, bob, eve):
            late = await there.person(table, person.caller.guest)
            told += [*person.frames, *late.frames]
            told.append(msgspec.json.encode(await table.seen(person.caller)))
            told.append(msgspec.json.encode(await table.log(person.caller, 0, 200)))
    told.append(table.state.summary())
    told.append(repr(table.state).encode())
    assert table.state.game is not None
    sent = b"".join(told)
    for word in (table.state.secret, table.state.game.seed, ANNS, BOBS):
        assert str(word).encode() not in sent
    mine = [ANNS.encode(), BOBS.encode(), str(table.state.secret).encode()]
    for person in (ann, bob, eve):
        record = table.state.game.record.redact(0 if person is ann else None).dumps().encode()
        assert not any(word in record for word in mine)


@at_table()
async def test_a_seat_gives_one_value_and_only_its_own(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan("bot", bot="greedy")])
    ann, eve = await there.person(table, "ann"), await there.person(table, "eve")
    bob = await there.joins(table, "bob", 1)
    again = co.GiveValue("once", 0, ANNS)
    first = await ann.says(again)
    assert await ann.says(again) == first, "sent again, it is answered again"
    assert await refused(ann.says(co.GiveValue("once", 0, BOBS))) == "id_reused"
    assert await refused(ann.asks(co.GiveValue, 0, BOBS)) == "value_given"
    assert await refused(bob.asks(co.GiveValue, 0, BOBS)) == "not_your_seat"
    assert await refused(eve.asks(co.GiveValue, 1, BOBS)) == "not_your_seat"
    assert await refused(ann.asks(co.GiveValue, 2, ANNS)) == "not_your_seat", "bots give none"
    assert await refused(ann.asks(co.GiveValue, 4, ANNS)) == "no_such_seat"
    await ann.asks(co.Start)
    assert deal_of(table).values == (ANNS, None, None)


@pytest.mark.parametrize("value", ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 63 + "\n", 7])
def test_a_value_is_32_bytes_in_small_hexadecimal_digits(value: object) -> None:
    said = json.dumps({"type": "value", "id": "v", "seat": 0, "value": value})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(said, type=co.FromClient)


@at_table()
async def test_who_gets_up_takes_the_value_along_and_who_changes_device_does_not(
    there: Evening,
) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    await bob.asks(co.GiveValue, 1, BOBS)
    await bob.asks(co.Leave, 1)
    cy = await there.joins(table, "cy", 1)
    assert ann.shown().deal == DealPart(commitment_of(cy), [])
    await cy.asks(co.GiveValue, 1, CYS)
    link = (await cy.asks(co.Link, 1)).result
    assert link is not None
    phone = await there.person(table, "phone")
    await phone.asks(co.Sit, 1, "Cy", invite=link["token"])
    assert await refused(phone.asks(co.GiveValue, 1, BOBS)) == "value_given"
    await ann.asks(co.Start)
    assert deal_of(table).values == (None, CYS)


@at_table()
async def test_players_on_one_device_and_programs_give_values_and_open_seats_leave_no_gap(
    there: Evening,
) -> None:
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan("here", name="Dee"), SeatPlan("remote")]
    table = await there.table(plans)
    ann = await there.person(table, "ann")
    old = (await ann.asks(co.Reissue, 3)).result
    assert old is not None
    early = await there.program(table, old["token"])
    await early.asks(co.GiveValue, 3, BOBS)
    new = (await ann.asks(co.Reissue, 3)).result
    assert new is not None
    program = await there.program(table, new["token"])
    await ann.asks(co.GiveValue, 2, ANNS)
    assert await refused(program.asks(co.GiveValue, 2, CYS)) == "not_your_seat"
    await program.asks(co.GiveValue, 3, CYS)
    await ann.asks(co.Start)
    assert deal_of(table).values == (None, ANNS, CYS), "by the seats that play"
    assert ann.happened[-1].params["values"] == [1, 2]


@at_table()
async def test_bots_among_themselves_have_a_commitment_too(there: Evening) -> None:
    bot = SeatPlan("bot", bot="greedy")
    table = await there.table([bot, bot])
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    assert deal_of(table).values == (None, None)
    assert deal_of(table).commitment == commitment_of(ann)


@at_table()
async def test_a_rematch_has_a_secret_of_its_own(there: Evening) -> None:
    table, ann, bob = await there.two(board="london")
    await play_to_the_end(table, {0: ann, 1: bob})
    there.sources.luck = "the next evening"
    ack = await ann.asks(co.Rematch)
    assert ack.result is not None
    again = (await there.hub.table(ack.result["table"])).state
    assert again.secret not in (None, table.state.secret)
    assert all(seat.value is None for seat in again.seats)


@at_table()
async def test_a_rematch_against_bots_waits_for_the_host_who_would_give_a_value(
    there: Evening,
) -> None:
    table, ann = await there.alone(board="london")
    await play_to_the_end(table, {0: ann}, stand_in=True)
    ack = await ann.asks(co.Rematch, wait=True)
    assert ack.result is not None
    again = await there.hub.table(ack.result["table"])
    assert again.state.status == "gathering"
    anew = await there.person(again, "ann")
    await anew.asks(co.GiveValue, 0, ANNS)
    await anew.asks(co.Start)
    assert deal_of(again).values == (ANNS, None)


def test_a_server_draws_a_secret_for_every_table() -> None:
    sources = Sources()
    drawn = {sources.secret() for _ in range(100)}
    assert len(drawn) == 100
    assert all(ProvenDeal(secret, ()).commitment for secret in drawn)


async def of_before(there: Evening, until: str) -> Table:
    """A table that an earlier server left in the store, up to the first entry of a kind."""
    state = TableState("table1")
    for line in LOG.read_text().splitlines():
        seq, at, who, cmd, said = json.loads(line)
        if said["type"] == until:
            break
        entry = LogEntry(seq, at, who, cmd, json.dumps(said).encode())
        body = en.decode_body(entry.body)
        state.apply(entry, body)
        await there.store.append(change_of(state, entry, body))
    return await there.hub.table("table1")


@at_table()
async def test_a_table_of_before_starts_and_ends_without_a_proof(there: Evening) -> None:
    table = await of_before(there, "started")
    host = await there.person(table, table.state.host)
    assert host.shown().deal is None
    assert await refused(host.asks(co.GiveValue, host.who().seats[0], ANNS)) == "not_allowed"
    await host.asks(co.Start)
    assert host.happened[-1].params["values"] is None
    game = table.state.game
    assert game is not None
    assert (game.seed, game.rng, game.deal) == (there.sources.luck, 1, None)


@at_table()
async def test_a_game_of_before_goes_on_as_it_was_dealt(there: Evening) -> None:
    table = await of_before(there, "rematched")
    game = table.state.game
    assert game is not None
    assert (game.seed, game.rng, game.over) == ("e", 1, True)
    with pytest.raises(ServerRefusal) as caught:
        prove_deal(game)
    assert caught.value.code == "not_proven"
