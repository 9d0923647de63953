"""Playing at a table: commands, decisions, acknowledgements."""

from __future__ import annotations

import asyncio
from itertools import permutations

import msgspec
import pytest

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.dealing import deal
from whistlestop.server.table.entries import Started


@at_table()
async def test_a_whole_game_of_two_people_ends_with_a_score(there: Evening) -> None:
    table, ann, bob = await there.two(board="new-york")
    await play_to_the_end(table, {0: ann, 1: bob})
    assert table.state.status == "over"
    assert ann.shown().status == "over"
    assert ann.game is not None
    assert ann.game.score is not None
    assert ann.game == bob.game
    score = ann.game.score
    for guest, seat in (("ann", 0), ("bob", 1)):
        tally = (await there.store.tallies(guest))[0]
        assert (tally.board, tally.players, tally.played) == ("new-york", 2, 1)
        assert (tally.best, tally.won) == (score.seats[seat].total, int(score.seats[seat].winner))
    row = await there.store.row(table.state.id)
    assert row is not None
    assert (row.status, row.due_at) == ("over", None)


@at_table()
async def test_after_the_end_nothing_can_be_played_but_people_may_talk(there: Evening) -> None:
    table, ann, bob = await there.two(board="london")
    await play_to_the_end(table, {0: ann, 1: bob})
    assert await refused(ann.asks(co.Do, 0, table.state.version, "pass")) == "wrong_time"
    assert await refused(ann.asks(co.TakeBack, 0)) == "wrong_time"
    assert await refused(ann.asks(co.Hint, 0, table.state.version)) == "wrong_time"
    assert await refused(bob.asks(co.Leave, 1)) == "wrong_time"
    await bob.asks(co.Say, phrase="well_played")


@at_table()
async def test_the_same_command_again_gives_the_first_answer(there: Evening) -> None:
    table, ann, _ = await there.two()
    own = ann.mine[0]
    assert own.decision is not None
    do = co.Do("once", 0, own.decision, own.legal[0])
    first = await ann.says(do)
    version = table.state.version
    assert await ann.says(do) == first
    assert table.state.version == version


@at_table()
async def test_two_people_may_use_the_same_command_id(there: Evening) -> None:
    table, ann, bob = await there.two()
    version = table.state.version
    await ann.says(co.Say("same", phrase="hello"))
    await bob.says(co.Say("same", phrase="hello"))
    assert table.state.version == version + 2


@at_table()
async def test_no_command_id_belongs_to_the_server(there: Evening) -> None:
    table, ann, _ = await there.two()
    for id in ("create", "d3", "time.0.0"):
        version = table.state.version
        assert (await ann.says(co.Say(id, phrase="hello"))).v == version + 1


@at_table()
async def test_a_late_answer_is_stale_and_told_the_present_decision(there: Evening) -> None:
    _, ann, bob = await there.after_opening()
    own = ann.mine[0]
    assert own.decision is not None
    await ann.does(0, "draw deck")
    with pytest.raises(ServerRefusal) as late:
        await ann.says(co.Do("late", 0, own.decision, own.legal[0]))
    assert late.value.code == "stale"
    assert late.value.params == {"decision": ann.mine[0].decision}
    with pytest.raises(ServerRefusal) as early:
        await bob.says(co.Do("early", 1, own.decision, "draw deck"))
    assert (early.value.code, early.value.params) == ("stale", {"decision": None})


@at_table()
async def test_a_decision_is_only_for_the_one_whose_seat_it_is(there: Evening) -> None:
    table, ann, bob = await there.after_opening()
    decision = ann.mine[0].decision
    assert decision is not None
    eve = await there.person(table, "eve")
    for other in (bob, eve):
        assert await refused(other.asks(co.Do, 0, decision, "draw deck")) == "not_your_seat"
    assert await refused(ann.asks(co.Do, 2, decision, "draw deck")) == "no_such_seat"


@at_table()
async def test_before_the_start_there_is_nothing_to_decide(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    assert await refused(ann.asks(co.Do, 0, 1, "pass")) == "wrong_time"
    assert await refused(ann.asks(co.TakeBack, 0)) == "wrong_time"
    assert await refused(ann.asks(co.Hint, 0, 1)) == "wrong_time"
    assert (await table.seen(ann.caller)).game is None


@at_table()
async def test_two_tabs_that_answer_the_same_decision_differently_one_wins(there: Evening) -> None:
    table, ann, _ = await there.after_opening()
    tab = await there.person(table, "ann")
    decision = ann.mine[0].decision
    assert decision is not None
    first = ann.says(co.Do("a", 0, decision, "draw deck"))
    second = tab.says(co.Do("b", 0, decision, "tickets"))
    outcomes = await asyncio.gather(first, second, return_exceptions=True)
    refusals = [o for o in outcomes if isinstance(o, ServerRefusal)]
    assert [r.code for r in refusals] == ["stale"]
    assert ann.mine == tab.mine
    await tab.come()
    assert tab.seen == ann.seen


@at_table()
async def test_one_device_plays_several_seats(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan("here", name="Mum"), SeatPlan("here", name="Dad")]
    table = await there.table(plans, board="london", first=1)
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    assert sorted(ann.mine) == [0, 1, 2]
    await play_to_the_end(table, {0: ann, 1: ann, 2: ann})
    assert [s.name for s in table.state.seats] == ["Ann", "Mum", "Dad"]
    tally = (await there.store.tallies("ann"))[0]
    assert tally.played == 1, "only the own seat counts for a player's results"


@at_table()
async def test_the_opening_may_be_answered_in_any_order_with_the_same_result(
    there: Evening,
) -> None:
    """S4: nobody's choice depends on who was quicker."""
    results = set()
    for order in permutations(range(3)):
        table, people = await three(there)
        decisions = {people[seat].mine[seat].decision for seat in order}
        assert len(decisions) == 1
        for seat in order:
            assert people[seat].mine[seat].decision in decisions, "others' answers change nothing"
            await people[seat].does(seat, people[seat].mine[seat].legal[seat])
        game = table.state.game
        assert game is not None
        assert game.phase == "turn"
        results.add(game.position)
    assert len(results) == 1


@at_table()
async def test_all_may_answer_the_opening_at_the_same_moment(there: Evening) -> None:
    table, people = await three(there)
    acks = await asyncio.gather(*(people[seat].does(seat) for seat in (2, 0, 1)))
    assert sorted(ack.v for ack in acks) == [5, 6, 7]
    assert table.state.game is not None
    assert table.state.game.phase == "turn"


@at_table()
async def test_until_all_have_answered_nobody_learns_what_others_chose(there: Evening) -> None:
    _, people = await three(there)
    eve = await there.person(people[0].table, "eve")
    assert people[1].game is not None
    before = people[1].game
    await people[0].does(0)
    assert people[1].game.waiting == [1, 2]
    assert [p.tickets for p in people[1].game.players] == [p.tickets for p in before.players]
    for other in (people[1], eve):
        assert other.happened[-1].params == {"do": "keep", "by": "player"}
        assert [e.name for e in other.happened[-1].events] == ["answered"]


async def three(there: Evening) -> tuple[Table, dict[int, Person]]:
    """Ann, Bob and Cy before the opening choice, always of the same luck."""
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()], first=0, board="europe")
    people = {0: await there.person(table, "ann")}
    people[1] = await there.joins(table, "bob", 1)
    people[2] = await there.joins(table, "cy", 2)
    await people[0].asks(co.Start)
    return table, people


@at_table()
async def test_whoever_leaves_a_running_game_may_come_back(there: Evening) -> None:
    table, ann, bob = await there.after_opening(first=1)
    await bob.asks(co.Leave, 1)
    assert (bob.who().seats, bob.who().away, bob.mine) == ([], [1], {})
    assert ann.shown().seats[1].away == "left"
    assert await refused(bob.asks(co.Do, 1, table.state.moved, "draw deck")) == "not_your_seat"
    assert await refused(bob.asks(co.Leave, 1)) == "not_your_seat"
    assert await refused(ann.asks(co.Return, 1)) == "not_your_seat"
    mine = await there.store.tables_of("bob", ["playing"], 5, None)
    assert [m.seats for m in mine] == [(1,)], "the way back is not lost"
    await bob.asks(co.Return, 1)
    assert ann.shown().seats[1].away is None
    assert bob.mine[1].hand
    await bob.does(1, "draw deck")
    assert await refused(bob.asks(co.Return, 1)) == "not_your_seat"


@at_table()
async def test_a_host_who_leaves_a_running_game_is_followed_by_who_is_there(
    there: Evening,
) -> None:
    _, ann, bob = await there.two()
    await ann.asks(co.Leave, 0)
    assert bob.who().host
    await ann.asks(co.Return, 0)
    assert await refused(ann.asks(co.Kick, 1)) == "not_host"
    await bob.asks(co.Leave, 1)
    assert ann.who().host
    await ann.asks(co.Leave, 0)
    assert ann.who().host, "nobody else is there"


@at_table()
async def test_a_game_whose_board_is_another_now_is_refused_and_not_guessed(
    there: Evening,
) -> None:
    table, _, _ = await there.two()
    started = next(x.body for x in table.state.lines if isinstance(x.body, Started))
    assert deal("usa", started).position == deal("usa", started).position
    with pytest.raises(ServerRefusal, match="board_changed"):
        deal("usa", msgspec.structs.replace(started, board_digest="another"))


@at_table()
async def test_whoever_is_nobody_can_still_not_do_anything(there: Evening) -> None:
    table, _, _ = await there.two()
    nobody = Person(table, Caller(""))
    decision = table.state.decision_of(0)
    assert decision is not None
    assert await refused(nobody.asks(co.Do, 0, decision, "keep 1 2")) == "not_your_seat"
    assert await refused(nobody.asks(co.Kick, 1)) == "not_host"
