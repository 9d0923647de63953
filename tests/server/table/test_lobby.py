"""Before the start: making a table, taking seats, colours and names, who may arrange what."""

from __future__ import annotations

import pytest

from tests.server.table.evening import Evening, at_table, refused
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.requests import CreateTable
from whistlestop.server.table import Caller, Table


def kinds(table: Table) -> list[str]:
    return [seat.kind for seat in table.state.seats]


def names(table: Table) -> list[str | None]:
    return [seat.name for seat in table.state.seats]


def colours(table: Table) -> list[str]:
    return [seat.colour for seat in table.state.seats]


@at_table()
async def test_a_table_has_every_kind_of_seat_that_was_asked_for(there: Evening) -> None:
    plans = [
        SeatPlan("bot", bot="greedy"),
        SeatPlan("me"),
        SeatPlan("here", name="Mum"),
        SeatPlan("remote", name="Robot"),
        SeatPlan("open"),
    ]
    table = await there.table(plans)
    assert kinds(table) == ["bot", "human", "here", "remote", "open"]
    assert names(table) == ["Greedy", "Ann", "Mum", "Robot", None]
    ann = await there.person(table, "ann")
    assert ann.who().seats == [1, 2], "who sits at the host's device is seen with the host's eyes"
    assert ann.who().host
    assert ann.shown().host == 1
    assert ann.shown().seats[0].bot == "greedy"


@at_table()
async def test_a_table_is_private_and_untimed_unless_asked_otherwise(there: Evening) -> None:
    table = await there.table()
    await there.table(listed=True)
    assert not table.state.options.listed
    assert table.state.deadline is None
    rows = await there.store.listed(["gathering"], 10, None)
    assert [row.id for row in rows] == ["table3"]


@at_table()
async def test_wanted_colours_are_given_and_clashes_resolved(there: Evening) -> None:
    plans = [SeatPlan("me", colour="green"), SeatPlan(colour="green"), SeatPlan(), SeatPlan()]
    table = await there.table(plans)
    assert colours(table)[0] == "green"
    assert len(set(colours(table))) == 4


@at_table()
async def test_nobody_at_a_table_is_called_the_same(there: Evening) -> None:
    plans = [
        SeatPlan("bot", bot="greedy", name="ANN"),
        SeatPlan("me"),
        SeatPlan("here", name="Ann"),
        SeatPlan(),
    ]
    table = await there.table(plans)
    await there.joins(table, "ann2", 3)
    cy = await there.person(table, "cy")
    assert await refused(cy.asks(co.Sit, 3, "x", invite=table.state.invite)) == "seat_taken"
    assert names(table) == ["ANN", "Ann 2", "Ann 3", "Ann2"]


@pytest.mark.parametrize(
    "board", ["nowhere", "/etc/passwd", "../usa.toml", "usa:nowhere", "x.toml"]
)
@at_table()
async def test_only_boards_that_are_offered_can_be_played(there: Evening, board: str) -> None:
    assert await refused(there.table(board=board)) == "no_such_board"


@at_table()
async def test_bad_seats_are_refused_with_a_code(there: Evening) -> None:
    me = SeatPlan("me")
    assert await refused(there.table([me, me])) == "bad_message"
    assert await refused(there.table([me, SeatPlan("bot")])) == "bad_message"
    assert await refused(there.table([me, SeatPlan("open", bot="greedy")])) == "bad_message"
    assert await refused(there.table([me, SeatPlan("bot", bot="nobody")])) == "unknown_bot"
    assert await refused(there.table([me, SeatPlan("bot", bot="greedy:x=1")])) == (
        "unknown_parameter"
    )
    five = [me, *[SeatPlan()] * 4]
    assert await refused(there.table(five, board="new-york")) == "bad_players"
    bad_name = CreateTable("\u200b", [me, SeatPlan()], Options())
    assert await refused(there.hub.create(Caller("ann"), bad_name)) == "bad_name"
    assert await there.store.count_tables() == {}


@at_table()
async def test_a_bot_is_written_as_the_registry_writes_it(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan("bot", bot=" random:by=kinds ")]
    table = await there.table(plans)
    assert table.state.seats[1].bot in ("random", "random:by=kinds")
    assert table.state.seats[1].name == "Random"


@at_table()
async def test_a_free_seat_is_taken_with_the_invite_only(there: Evening) -> None:
    table = await there.table()
    bob = await there.person(table, "bob")
    assert await refused(bob.asks(co.Sit, 1, "Bob")) == "not_invited"
    assert await refused(bob.asks(co.Sit, 1, "Bob", invite="guessed")) == "not_invited"
    assert await refused(bob.asks(co.Sit, 0, "Bob", invite=table.state.invite)) == "seat_taken"
    assert await refused(bob.asks(co.Sit, 2, "Bob", invite=table.state.invite)) == "no_such_seat"
    assert bob.who().invite is None
    await bob.asks(co.Sit, 1, "  Bob\u202e ", colour="black", invite=table.state.invite)
    assert bob.who().seats == [1]
    assert bob.who().invite == table.state.invite
    assert table.state.seats[1].name == "Bob"
    assert table.state.seats[1].colour == "black"


@at_table()
async def test_at_a_listed_table_anybody_may_sit_down_once(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], listed=True)
    bob = await there.person(table, "bob")
    await bob.asks(co.Sit, 1, "Bob", colour="blue")
    assert table.state.seats[1].colour == "red", "Ann has the blue one"
    assert await refused(bob.asks(co.Sit, 2, "Bob")) == "already_seated"


@at_table()
async def test_a_colour_is_changed_by_whose_seat_it_is(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan("bot", bot="greedy")])
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    assert await refused(bob.asks(co.Paint, 1, "blue")) == "colour_taken"
    assert await refused(bob.asks(co.Paint, 0, "black")) == "not_your_seat"
    assert await refused(bob.asks(co.Paint, 2, "black")) == "not_your_seat"
    assert await refused(ann.asks(co.Paint, 1, "black")) == "not_your_seat"
    await bob.asks(co.Paint, 1, "black")
    await ann.asks(co.Paint, 2, "yellow")
    assert colours(table) == ["blue", "black", "yellow"]
    await ann.asks(co.Start)
    assert await refused(bob.asks(co.Paint, 1, "green")) == "wrong_time"


@at_table()
async def test_every_colour_can_be_chosen_while_a_free_seat_has_it(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), *[SeatPlan()] * 4])
    ann = await there.person(table, "ann")
    await ann.asks(co.Paint, 0, "black")
    assert colours(table) == ["black", "red", "green", "yellow", "blue"]
    bob = await there.person(table, "bob")
    await bob.asks(co.Sit, 1, "Bob", colour="blue", invite=table.state.invite)
    assert colours(table) == ["black", "blue", "green", "yellow", "red"]
    assert await refused(bob.asks(co.Paint, 1, "black")) == "colour_taken"
    await bob.asks(co.Paint, 1, "blue")
    assert [seat.colour for seat in bob.shown().seats] == colours(table)


@at_table()
async def test_a_seat_that_is_left_before_the_start_is_free_again(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    await bob.asks(co.Leave, 1)
    assert kinds(table) == ["human", "open"]
    assert names(table) == ["Ann", None]
    assert bob.who().seats == []
    assert bob.who().invite is None
    assert await refused(bob.asks(co.Leave, 1)) == "not_your_seat"
    assert await refused(bob.asks(co.Return, 1)) == "wrong_time"
    await there.joins(table, "cy", 1)
    assert [seat.name for seat in ann.shown().seats] == ["Ann", "Cy"]


@at_table()
async def test_a_host_who_gets_up_is_followed_by_the_next_who_sits_there(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()])
    ann = await there.person(table, "ann")
    await ann.asks(co.Leave, 0)
    assert ann.who().host, "nobody else is there"
    await ann.asks(co.Sit, 0, "Ann")
    bob = await there.joins(table, "bob", 2)
    assert await refused(bob.asks(co.Start)) == "not_host"
    await ann.asks(co.Leave, 0)
    assert bob.who().host
    assert not ann.who().host
    assert await refused(ann.asks(co.Arrange, 0, "bot", bot="greedy")) == "not_host"
    await bob.asks(co.Arrange, 0, "bot", bot="greedy")
    await bob.asks(co.Start)
    assert table.state.status == "playing"


@at_table()
async def test_the_host_arranges_seats_until_somebody_sits_there(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()])
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    assert await refused(bob.asks(co.Arrange, 2, "bot", bot="greedy")) == "not_host"
    assert await refused(ann.asks(co.Arrange, 1, "open")) == "seat_taken"
    assert await refused(ann.asks(co.Arrange, 2, "bot")) == "bad_message"
    assert await refused(ann.asks(co.Arrange, 2, "bot", bot="nobody")) == "unknown_bot"
    await ann.asks(co.Arrange, 2, "bot", bot="greedy", name="Bob")
    assert (kinds(table)[2], names(table)[2]) == ("bot", "Bob 2")
    await ann.asks(co.Arrange, 2, "here", name="Mum")
    assert ann.who().seats == [0, 2]
    await ann.asks(co.Arrange, 2, "remote")
    assert ann.who().seats == [0]
    await ann.asks(co.Arrange, 2, "open")
    assert (kinds(table)[2], names(table)[2], table.state.seats[2].bot) == ("open", None, None)


@at_table()
async def test_the_host_may_kick_others_and_only_others(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan("bot", bot="greedy"), SeatPlan("here")]
    table = await there.table(plans)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    assert await refused(bob.asks(co.Kick, 0)) == "not_host"
    for own in (0, 2, 3):
        assert await refused(ann.asks(co.Kick, own)) == "not_allowed"
    await ann.asks(co.Kick, 1)
    assert kinds(table)[1] == "open"
    assert bob.closed == "not_allowed"
    assert await there.store.tables_of("bob", ["gathering"], 10, None) == []


@at_table()
async def test_who_has_a_seat_finds_the_table_among_the_own(there: Evening) -> None:
    table, _, _ = await there.two()
    for guest, seat in (("ann", 0), ("bob", 1)):
        mine = await there.store.tables_of(guest, ["playing"], 10, None)
        assert [(m.row.id, m.seats) for m in mine] == [(table.state.id, (seat,))]


@at_table()
async def test_a_table_that_is_not_there_is_refused(there: Evening) -> None:
    assert await refused(there.hub.table("nowhere")) == "no_such_table"
    assert there.hub.tables_loaded == 0
