"""Going on with another device by a link of one's own, and programs that play by a token."""

from __future__ import annotations

from tests.server.table.evening import SIGNER, Evening, Person, at_table, refused
from tests.server.table.playing import let_bot_do
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.table import Table

Remote = tuple[Table, Person, Person]


async def token_of(host: Person, seat: int) -> str:
    ack = await host.asks(co.Reissue, seat)
    assert ack.result is not None
    return str(ack.result["token"])


async def link_of(person: Person, seat: int) -> str:
    """What a player's own link for another device grants."""
    ack = await person.asks(co.Link, seat)
    assert ack.result is not None
    return str(ack.result["token"])


async def with_program(there: Evening) -> Remote:
    """Ann plays against a program."""
    table = await there.table([SeatPlan("me"), SeatPlan("remote", name="Robot")], first=1)
    ann = await there.person(table, "ann")
    robot = await there.program(table, await token_of(ann, 1))
    await ann.asks(co.Start)
    return table, ann, robot


@at_table()
async def test_only_the_host_makes_tokens_and_only_for_programs_seats(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan("bot", bot="greedy"), SeatPlan()]
    table = await there.table(plans)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    assert await refused(bob.asks(co.Reissue, 1)) == "not_host"
    assert await refused(ann.asks(co.Reissue, 2)) == "not_allowed"
    assert await refused(ann.asks(co.Reissue, 3)) == "not_allowed"


@at_table()
async def test_the_same_reissue_again_gives_the_same_token(there: Evening) -> None:
    table, ann, _ = await with_program(there)
    once = co.Reissue("once", 1)
    assert await ann.says(once) == await ann.says(once)
    assert table.state.seats[1].serial == 2


@at_table()
async def test_a_link_is_for_ones_own_seat_and_asked_for_by_its_player_alone(
    there: Evening,
) -> None:
    table, ann, robot = await with_program(there)
    eve = await there.person(table, "eve")
    for someone in (ann, eve, robot):
        assert await refused(someone.asks(co.Link, 1)) in ("not_your_seat", "not_allowed")
    for someone in (eve, robot):
        assert await refused(someone.asks(co.Link, 0)) == "not_your_seat"
    assert await refused(ann.asks(co.Link, 7)) == "no_such_seat"


@at_table()
async def test_a_token_is_told_to_nobody_else(there: Evening) -> None:
    _, ann, bob = await there.two()
    token = await link_of(bob, 1)
    for person in (ann, bob):
        assert not any(token.encode() in frame for frame in person.frames)
    assert ann.happened[-1].params == {}


@at_table()
async def test_a_player_goes_on_with_another_device_by_a_link_of_their_own(there: Evening) -> None:
    table, ann, bob = await there.after_opening()
    token = await link_of(bob, 1)
    cy = await there.person(table, "cy")
    assert cy.mine == {}
    await cy.asks(co.Sit, 1, "Cy", colour="black", invite=token)
    assert (bob.who().seats, cy.who().seats) == ([], [1])
    assert bob.mine == {}
    assert cy.mine[1].hand
    seat = table.state.seats[1]
    assert (seat.guest, seat.name, seat.colour) == ("cy", "Bob", "red"), "as the game was dealt"
    assert ann.happened[-1].params == {"name": "Cy", "colour": "red", "moved": True}
    await ann.does(0, "tickets")
    await ann.does(0)
    await cy.does(1)
    assert await refused(bob.asks(co.Do, 1, 0, "pass")) == "not_your_seat"


@at_table()
async def test_a_link_works_once(there: Evening) -> None:
    table, _, bob = await there.two()
    token = await link_of(bob, 1)
    cy = await there.person(table, "cy")
    await cy.asks(co.Sit, 1, "Cy", invite=token)
    assert await refused(bob.asks(co.Sit, 1, "Bob", invite=token)) == "bad_token"
    assert await refused(bob.asks(co.Link, 1)) == "not_your_seat"
    await bob.asks(co.Sit, 1, "Bob", invite=await link_of(cy, 1))


@at_table()
async def test_a_host_who_changes_device_stays_host_with_all_that_was_theirs(
    there: Evening,
) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan("here", name="Kid")])
    ann = await there.person(table, "ann")
    await there.joins(table, "bob", 1)
    await ann.asks(co.Start)
    phone = await there.person(table, "phone")
    await phone.asks(co.Sit, 0, "Ann", invite=await link_of(ann, 0))
    assert (phone.who().seats, phone.who().host) == ([0, 2], True)
    assert (ann.who().seats, ann.who().host, ann.mine) == ([], False, {})


@at_table()
async def test_a_link_brings_back_whoever_left(there: Evening) -> None:
    table, _, bob = await there.after_opening()
    await bob.asks(co.Leave, 1)
    phone = await there.person(table, "phone")
    await phone.asks(co.Sit, 1, "Bob", invite=await link_of(bob, 1))
    assert table.state.seats[1].away is None
    assert (phone.who().seats, bob.who().away) == ([1], [])


@at_table()
async def test_older_links_of_a_seat_are_dead(there: Evening) -> None:
    table, _, bob = await there.two()
    older, newer = await link_of(bob, 1), await link_of(bob, 1)
    cy = await there.person(table, "cy")
    assert await refused(cy.asks(co.Sit, 1, "Cy", invite=older)) == "bad_token"
    await cy.asks(co.Sit, 1, "Cy", invite=newer)


@at_table()
async def test_tokens_of_other_seats_other_tables_and_other_servers_are_worthless(
    there: Evening,
) -> None:
    table, ann, bob = await there.two()
    other, _, bob_there = await there.two()
    never = SIGNER.seat_token(table.state.id, 1, 0)
    assert await refused(ann.asks(co.Sit, 1, "Cy", invite=never)) == "bad_token"
    await link_of(bob, 1)
    elsewhere = await link_of(bob_there, 1)
    await other.command(ann.caller, co.Link("zero", 0))
    cy = await there.person(table, "cy")
    own_seat = await link_of(ann, 0)
    assert await refused(cy.asks(co.Sit, 1, "Cy", invite=own_seat)) == "bad_token"
    assert await refused(cy.asks(co.Sit, 1, "Cy", invite=elsewhere)) == "bad_token"
    forged = own_seat[:-1] + ("A" if own_seat[-1] != "A" else "B")
    assert await refused(cy.asks(co.Sit, 1, "Cy", invite=forged)) == "wrong_time"


@at_table()
async def test_a_kicked_player_keeps_no_link(there: Evening) -> None:
    table, ann, bob = await there.after_opening(first=1)
    old = await link_of(bob, 1)
    await ann.asks(co.Kick, 1)
    assert bob.closed == "not_allowed"
    assert await refused(bob.asks(co.Return, 1)) == "not_your_seat"
    assert await refused(bob.asks(co.Sit, 1, "Bob", invite=old)) == "bad_token"
    assert await refused(ann.asks(co.Kick, 1)) == "not_allowed"
    assert await refused(bob.asks(co.Link, 1)) == "not_your_seat"
    await let_bot_do(table, 1)


@at_table()
async def test_before_the_start_a_link_brings_name_and_colour(there: Evening) -> None:
    table = await there.table()
    bob = await there.joins(table, "bob", 1)
    cy = await there.person(table, "cy")
    await cy.asks(co.Sit, 1, "Cy", colour="black", invite=await link_of(bob, 1))
    seat = table.state.seats[1]
    assert (seat.guest, seat.name, seat.colour) == ("cy", "Cy", "black")


@at_table()
async def test_a_program_plays_by_its_token(there: Evening) -> None:
    _, ann, robot = await with_program(there)
    assert (robot.who().seats, robot.who().host) == ([1], False)
    await robot.does(1)
    await ann.does(0)
    await robot.does(1, "draw deck")
    assert ann.happened[-1].params == {"do": "draw deck", "by": "remote"}
    assert await refused(robot.asks(co.Do, 0, 0, "pass")) == "not_your_seat"
    assert await refused(robot.asks(co.Kick, 0)) == "not_host"
    assert await refused(robot.asks(co.Sit, 1, "Robot")) == "not_allowed"
    assert await refused(robot.asks(co.Rematch)) == "not_allowed"


@at_table()
async def test_a_program_may_leave_and_come_back(there: Evening) -> None:
    table, _, robot = await with_program(there)
    await robot.does(1)
    await robot.asks(co.Leave, 1)
    assert robot.mine == {}
    assert robot.who().away == [1]
    await robot.asks(co.Return, 1)
    assert sorted(robot.mine) == [1]
    assert table.state.seats[1].away is None


@at_table()
async def test_a_program_with_an_older_token_is_a_spectator(there: Evening) -> None:
    table, ann, robot = await with_program(there)
    newer = await token_of(ann, 1)
    assert (robot.who().seats, robot.mine) == ([], {})
    assert await refused(robot.asks(co.Do, 1, 0, "pass")) == "not_your_seat"
    again = await there.program(table, newer)
    await again.does(1)


@at_table()
async def test_a_token_is_good_for_its_own_table_only_and_not_for_a_persons_seat(
    there: Evening,
) -> None:
    table, ann, _ = await with_program(there)
    other, _, _ = await with_program(there)
    stranger = await there.program(other, await token_of(ann, 1))
    assert stranger.mine == {}
    person = await there.program(table, await link_of(ann, 0))
    assert person.mine == {}, "a browser's seat is played by whoever sat down there"


@at_table()
async def test_a_token_of_another_table_uses_up_none_of_the_ids_of_a_program(
    there: Evening,
) -> None:
    """Tokens of two tables may have the same serial, and whoever reads a client's source knows
    which ids it will give its commands."""
    table, _, robot = await with_program(there)
    other, _, _ = await with_program(there)
    spoiler = await there.program(other, SIGNER.seat_token(other.state.id, 1, 1))
    assert sorted(spoiler.mine) == [1], "a good token, with the serial of the other one"
    spoiler = await there.program(table, SIGNER.seat_token(other.state.id, 1, 1))
    own = robot.mine[1]
    assert own.decision is not None
    move = co.Do(f"d{own.decision}.1", 1, own.decision, own.legal[0])
    await spoiler.says(co.Say(move.id, "mine"))
    assert (await robot.says(move)).v == table.state.version
    assert table.state.decision_of(1) is None
