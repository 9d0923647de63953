"""Attacks on other people's seats, each with the documented commands alone, and each in vain."""

from __future__ import annotations

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.table import Caller
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
    await table.decide_and_commit(ann.caller, "old", lambda _: old)
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


@at_table()
async def test_a_host_keeps_no_key_to_the_seat_of_a_program_where_a_person_sat_down(
    there: Evening,
) -> None:
    """A link with a program's token looks to its victim like any other one."""
    table = await there.table([SeatPlan("me"), SeatPlan("remote", name="Robot")], first=0)
    ann = await there.person(table, "ann")
    ack = await ann.asks(co.Reissue, 1)
    assert ack.result is not None
    token = ack.result["token"]
    bob = await there.person(table, "bob")
    await bob.asks(co.Sit, 1, "Bob", invite=token)
    assert await refused(ann.asks(co.Reissue, 1)) == "programs_only"
    await ann.asks(co.Start)
    spy = await there.program(table, token)
    assert (spy.mine, sorted(bob.mine)) == ({}, [1])
    assert await refused(ann.asks(co.Reissue, 1)) == "programs_only"


@at_table()
async def test_a_seat_whose_hand_a_program_has_seen_is_given_to_no_person(there: Evening) -> None:
    """The host reads hand and tickets by the program's token, then passes that on as a link."""
    table = await there.table([SeatPlan("me"), SeatPlan("remote", name="Robot")], first=0)
    ann = await there.person(table, "ann")
    ack = await ann.asks(co.Reissue, 1)
    assert ack.result is not None
    token = ack.result["token"]
    await ann.asks(co.Start)
    spy = await there.program(table, token)
    assert spy.mine[1].hand
    bob = await there.person(table, "bob")
    assert await refused(bob.asks(co.Sit, 1, "Bob", invite=token)) == "wrong_time"
    assert (bob.mine, sorted(spy.mine)) == ({}, [1])


@at_table()
async def test_whoever_was_kicked_does_not_come_back_by_the_old_invite(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()])
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    old = bob.who().invite
    await ann.asks(co.Kick, 1)
    new = ann.who().invite
    assert new is not None
    assert new != old
    assert bob.closed == "not_allowed"
    for seat in (1, 2):
        assert await refused(bob.asks(co.Sit, seat, "Bob", invite=old)) == "not_invited"
    stranger = Person(table, Caller("bob2", invite=old))
    assert await refused(stranger.come()) == "not_invited"
    assert await refused(stranger.asks(co.Sit, 1, "Bob", invite=old)) == "not_invited"
    assert not any(new.encode() in frame for frame in (*bob.frames, *stranger.frames))
    bob = await there.person(table, "bob")
    await bob.asks(co.Sit, 1, "Bob", invite=new)


@at_table()
async def test_the_id_of_a_private_table_alone_shows_nothing(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    await ann.asks(co.Say, text="between us")
    eve = Person(table, Caller("eve"))
    guessing = Person(table, Caller("eve", invite="invite0"))

    async def all_is_closed() -> None:
        for someone in (eve, guessing):
            assert await refused(someone.come()) == "not_invited"
            assert await refused(table.seen(someone.caller)) == "not_invited"
            assert await refused(table.log(someone.caller, 0, 10)) == "not_invited"
            assert await refused(someone.asks(co.Say, text="spam")) == "not_invited"
            assert someone.frames == []

    await all_is_closed()
    bob = await there.joins(table, "bob", 1)
    await ann.asks(co.Start)
    await all_is_closed()
    await play_to_the_end(table, {0: ann, 1: bob})
    await all_is_closed()


@at_table()
async def test_a_link_of_ones_own_shows_a_private_table_to_the_other_device(
    there: Evening,
) -> None:
    table, _, bob = await there.after_opening()
    ack = await bob.asks(co.Link, 1)
    assert ack.result is not None
    phone = Person(table, Caller("phone", invite=ack.result["token"]))
    await phone.come()
    assert phone.mine == {}
    await phone.asks(co.Sit, 1, "Bob", invite=ack.result["token"])
    assert phone.who().seats == [1]
    again = Person(table, Caller("other", invite=ack.result["token"]))
    assert await refused(again.come()) == "not_invited"


@at_table()
async def test_whoever_watches_by_the_link_stays_when_somebody_is_kicked(there: Evening) -> None:
    table, ann, _ = await there.after_opening()
    eve = await there.person(table, "eve")
    await ann.asks(co.Kick, 1)
    await ann.does(0, "draw deck")
    assert eve.closed is None
    assert eve.version == ann.version
    assert eve.who().invite is None


@at_table()
async def test_where_talking_is_off_nobody_talks(there: Evening) -> None:
    table, ann, _ = await there.two(talk=False)
    eve = await there.person(table, "eve")
    for someone in (ann, eve):
        assert await refused(someone.asks(co.Say, phrase="hello")) == "not_allowed"


@at_table()
async def test_whoever_was_kicked_from_a_listed_table_needs_its_new_invite(there: Evening) -> None:
    table = await there.table(listed=True)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 1)
    await ann.asks(co.Kick, 1)
    assert await refused(bob.asks(co.Sit, 1, "Bob")) == "not_invited"
    eve = await there.person(table, "eve")
    await eve.asks(co.Sit, 1, "Eve")


@at_table()
async def test_nobody_becomes_host_by_asking_for_a_rematch_and_nobody_is_seated_unasked(
    there: Evening,
) -> None:
    table, ann, bob = await there.two(board="london")
    await play_to_the_end(table, {0: ann, 1: bob})
    ack = await bob.asks(co.Rematch)
    assert ack.result is not None
    again = await there.hub.table(ack.result["table"])
    assert again.state.host == "ann"
    assert [(s.kind, s.guest) for s in again.state.seats] == [("open", None), ("human", "bob")]
    bob = Person(again, Caller("bob"))
    await bob.come()
    for attack in (co.Start("a"), co.Reissue("b", 0), co.Arrange("c", 0, "remote")):
        assert await refused(bob.says(attack)) == "not_host"
    ann = Person(again, Caller("ann"))
    await ann.come()
    await ann.asks(co.Sit, 0, "Ann")
    await ann.asks(co.Start)
    assert (sorted(ann.mine), sorted(bob.mine)) == ([0], [1])


@at_table()
async def test_the_offer_of_a_rematch_is_for_those_who_played_and_were_not_sent_away(
    there: Evening,
) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], board="london")
    ann = await there.person(table, "ann")
    await there.joins(table, "bob", 1)
    await there.joins(table, "cy", 2)
    await ann.asks(co.Start)
    await ann.asks(co.Kick, 1)
    cy = next(outlet for outlet in table.outlets if outlet.caller.guest == "cy")
    assert isinstance(cy, Person)
    await play_to_the_end(table, {0: ann, 2: cy}, stand_in=True)
    ack = await ann.asks(co.Rematch)
    assert ack.result is not None
    again = await there.hub.table(ack.result["table"])
    for stranger in ("bob", "eve"):
        assert await refused(Person(again, Caller(stranger)).come()) == "not_invited"
    cy = Person(again, Caller("cy"))
    await cy.come()
    assert cy.who().invite == again.state.invite
    await cy.asks(co.Sit, 2, "Cy")
    ann = Person(again, Caller("ann"))
    await ann.come()
    await ann.asks(co.Kick, 2)
    assert cy.closed == "not_allowed"
    assert await refused(cy.asks(co.Sit, 2, "Cy")) == "not_invited"


@at_table()
async def test_the_seat_of_somebody_who_stays_away_goes_to_a_person_without_eyes_here(
    there: Evening,
) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], absence=120, first=0)
    ann = await there.person(table, "ann")
    bob, cy = await there.joins(table, "bob", 1), await there.joins(table, "cy", 2)
    await ann.asks(co.Start)
    eve = await there.person(table, "eve")
    invite = table.state.invite
    assert await refused(eve.asks(co.Sit, 1, "Eve", invite=invite)) == "wrong_time"
    await bob.asks(co.Leave, 1)
    there.sources.wait(119)
    assert await refused(eve.asks(co.Sit, 1, "Eve", invite=invite)) == "too_early"
    there.sources.wait(1)
    for seated in (ann, bob, cy):
        assert await refused(seated.asks(co.Sit, 1, "Spy", invite=invite)) == "already_seated"
    assert await refused(eve.asks(co.Sit, 1, "Eve", invite="guessed")) == "not_invited"
    await eve.asks(co.Sit, 1, "Eve", invite=invite)
    assert (eve.who().seats, bob.who().away) == ([1], [])
    assert await refused(bob.asks(co.Return, 1)) == "not_your_seat"
    seen = ann.happened[-1]
    assert (seen.kind, seen.seat, seen.params["name"]) == ("sat", 1, "Eve")


@at_table()
async def test_whoever_has_seen_a_hand_takes_no_other_one(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan(), SeatPlan()]
    table = await there.table(plans, absence=60)
    ann = await there.person(table, "ann")
    names = ("bob", "cy", "dee")
    bob, cy, dee = [await there.joins(table, who, i) for i, who in enumerate(names, 1)]
    await ann.asks(co.Start)
    await ann.asks(co.Kick, 3)
    link = (await cy.asks(co.Link, 2)).result
    assert link is not None
    phone = await there.person(table, "phone")
    await phone.asks(co.Sit, 2, "Cy", invite=link["token"])
    await bob.asks(co.Leave, 1)
    there.sources.wait(60)
    for known in (cy, dee):
        invite = table.state.invite
        assert await refused(known.asks(co.Sit, 1, "Spy", invite=invite)) == "already_seated"
    eve = await there.person(table, "eve")
    await eve.asks(co.Sit, 1, "Eve", invite=table.state.invite)
    await phone.asks(co.Leave, 2)
    await eve.asks(co.Leave, 1)
    there.sources.wait(60)
    assert await refused(bob.asks(co.Sit, 2, "Spy", invite=invite)) == "already_seated"
    await bob.asks(co.Sit, 1, "Bob", invite=invite)
    assert sorted(bob.mine) == [1], "it was his own"


@at_table()
async def test_whoever_comes_back_in_time_keeps_the_seat(there: Evening) -> None:
    table, _, bob = await there.after_opening(absence=60)
    eve = await there.person(table, "eve")
    for _ in range(3):
        await bob.asks(co.Leave, 1)
        there.sources.wait(40)
        refusal = await refused(eve.asks(co.Sit, 1, "Eve", invite=table.state.invite))
        assert refusal == "too_early"
        await bob.asks(co.Return, 1)
    assert bob.who().seats == [1]


@at_table()
async def test_kicking_somebody_makes_no_place_for_a_friend_of_the_host(there: Evening) -> None:
    table, ann, _ = await there.after_opening(absence=60)
    await ann.asks(co.Kick, 1)
    there.sources.wait(100_000)
    friend = await there.person(table, "friend")
    invite = table.state.invite
    assert await refused(friend.asks(co.Sit, 1, "Friend", invite=invite)) == "wrong_time"
