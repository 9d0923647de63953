"""Spectators, chat, and what somebody who comes later is shown."""

from __future__ import annotations

import pytest

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from whistlestop.protocol import commands as co
from whistlestop.protocol.limits import HISTORY_ENTRIES
from whistlestop.protocol.messages import Happened
from whistlestop.server.table import Caller


@at_table()
async def test_a_spectator_sees_the_game_and_no_hand(there: Evening) -> None:
    _, ann, bob = await there.after_opening()
    eve = await there.person(ann.table, "eve")
    await ann.does(0, "draw deck")
    assert eve.game == ann.game == bob.game
    assert eve.mine == {}
    drew = [e for e in eve.happened[-1].events if e.name == "drew"]
    assert [e.params for e in drew] == [{"seat": 0}]
    own = [e for e in ann.happened[-1].events if e.name == "drew"]
    assert [sorted(e.params) for e in own] == [["card", "seat"]]
    keeps = [h.params["do"] for h in eve.happened if h.kind == "did" and h.seat is not None]
    assert keeps == ["keep", "keep", "draw deck"]


@at_table()
async def test_where_watching_is_off_a_running_game_is_for_its_players(there: Evening) -> None:
    table = await there.table(watch=False)
    ann = await there.person(table, "ann")
    eve = await there.person(table, "eve")
    bob = await there.joins(table, "bob", 1)
    closed = [person.closed for person in (ann, bob, eve)]
    assert closed == [None, None, None], "whoever is invited has to find a seat first"
    await ann.asks(co.Start)
    closed = [person.closed for person in (ann, bob, eve)]
    assert closed == [None, None, "not_allowed"]
    late = Person(table, Caller("eve"))
    assert await refused(late.come()) == "not_allowed"
    assert await refused(table.seen(late.caller)) == "not_allowed"
    assert await refused(table.log(late.caller, 0, 10)) == "not_allowed"
    assert await refused(late.asks(co.Say, phrase="hello")) == "not_allowed"
    assert table.outlets == {ann, bob}


@at_table()
async def test_where_watching_is_off_whoever_is_kicked_sees_no_more(there: Evening) -> None:
    table, ann, bob = await there.two(watch=False)
    version = bob.version
    await ann.asks(co.Kick, 1)
    assert bob.closed == "not_allowed"
    assert bob.version == version
    assert await refused(table.finished(bob.caller)) == "not_allowed"


@at_table()
async def test_where_watching_is_off_whoever_left_still_sees_it(there: Evening) -> None:
    table, ann, bob = await there.two(watch=False)
    await bob.asks(co.Leave, 1)
    await ann.does(0)
    assert bob.closed is None
    assert bob.game == ann.game
    assert bob.mine == {}
    assert (await table.seen(bob.caller)).mine == []


@at_table()
async def test_chat_is_a_text_or_a_phrase_and_never_both(there: Evening) -> None:
    table, ann, bob = await there.two()
    eve = await there.person(table, "eve")
    assert await refused(ann.asks(co.Say)) == "bad_message"
    assert await refused(ann.asks(co.Say, text="hi", phrase="hello")) == "bad_message"
    assert await refused(ann.asks(co.Say, text="\u200b\u202e")) == "bad_text"
    await ann.asks(co.Say, text=" <b>Nice\u202e\n move</b> ")
    assert bob.happened[-1].params == {"name": "Ann", "text": "<b>Nice move</b>"}
    assert bob.happened[-1].seat == 0
    await bob.asks(co.Say, phrase="well_played")
    assert ann.happened[-1].params == {"name": "Bob", "phrase": "well_played"}
    await eve.asks(co.Say, phrase="hello")
    assert (ann.happened[-1].seat, ann.happened[-1].params["name"]) == (None, "")


@at_table()
async def test_chat_travels_without_the_view(there: Evening) -> None:
    _, ann, bob = await there.two()
    await ann.asks(co.Say, phrase="hello")
    assert len(bob.frames[-1]) < 250


@at_table()
async def test_whoever_comes_back_gets_what_happened_since(there: Evening) -> None:
    table, ann, bob = await there.after_opening()
    before = bob.version
    bob.go()
    await ann.does(0, "draw deck")
    await ann.does(0, "draw deck")
    assert bob.version == before
    welcome = await bob.come(before)
    assert [h.v for h in welcome.happened] == [before + 1, before + 2]
    assert not welcome.more
    assert bob.seen == await table.seen(bob.caller)
    nothing_missed = await bob.come(table.state.version)
    assert nothing_missed.happened == []
    assert not nothing_missed.more


@pytest.mark.parametrize("since", [None, 10**9, 0])
@at_table()
async def test_a_version_that_nobody_can_have_seen_gives_the_first_view(
    there: Evening, since: int | None
) -> None:
    table, _, _ = await there.two()
    eve = Person(table, Caller("eve", invite=table.state.invite))
    welcome = await eve.come(since)
    assert [h.v for h in welcome.happened] == [1, 2, 3]
    assert not welcome.more


@at_table()
async def test_a_long_history_is_cut_and_can_be_read_on_in_pieces(there: Evening) -> None:
    table, ann, _ = await there.two()
    for _ in range(HISTORY_ENTRIES + 10):
        await ann.asks(co.Say, phrase="hello")
    eve = Person(table, Caller("eve", invite=table.state.invite))
    welcome = await eve.come(5)
    assert len(welcome.happened) == HISTORY_ENTRIES
    assert welcome.more
    whole: list[Happened] = []
    while len(whole) < table.state.version:
        piece = await table.log(eve.caller, len(whole), 70)
        whole += piece.happened
        assert piece.more == (len(whole) < table.state.version)
    assert [h.v for h in whole] == list(range(1, table.state.version + 1))
    assert whole[-HISTORY_ENTRIES:] == welcome.happened
    assert (await table.log(eve.caller, 10**9, 70)).happened == []
    assert (await table.log(eve.caller, -5, 2)).happened == whole[:2]


@at_table()
async def test_every_ply_of_a_finished_game_can_be_seen_with_any_eyes(there: Evening) -> None:
    table, ann, bob = await there.two(board="london")
    views = [(ann.game, dict(ann.mine), dict(bob.mine))]
    assert await refused(table.at(ann.caller, 0)) == "not_finished"

    def note() -> None:
        views.append((ann.game, dict(ann.mine), dict(bob.mine)))

    await play_to_the_end(table, {0: ann, 1: bob}, each=note)
    game = table.state.game
    assert game is not None
    assert len(views) == game.ply + 1
    for ply in (0, 1, 7, game.ply):
        public, of_ann, of_bob = views[ply]
        for seat, own in ((0, of_ann[0]), (1, of_bob[1]), (None, None)):
            then = await table.at(Caller("eve"), ply, seat)
            assert then.game == public
            assert [(v.hand, v.tickets, v.legal) for v in then.mine] == (
                [] if own is None else [(own.hand, own.tickets, own.legal)]
            )
    assert await refused(table.at(ann.caller, game.ply + 1)) == "no_such_ply"
    assert await refused(table.at(ann.caller, 0, 2)) == "no_such_ply"
