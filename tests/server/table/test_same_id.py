"""A command's id stands for one command: the same again gets the first answer, another is refused.

Whoever sends a second command by an id that was used must not believe that it was carried out.
"""

from __future__ import annotations

import pytest

from tests.server.log.test_two_hubs import apart
from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Options
from whistlestop.server.store.base import LogEntry
from whistlestop.server.table import Table
from whistlestop.server.table import entries as en


async def reused(person: Person, first: co.Command, *others: co.Command) -> None:
    """Send a command, then others by its id: they are refused, and the first keeps its answer."""
    answer = await person.says(first)
    version = person.table.state.version
    for other in others:
        assert other.id == first.id
        assert await refused(person.says(other)) == "id_reused", other
    assert await person.says(first) == answer
    assert person.table.state.version == version, "nothing happened meanwhile"


@at_table()
async def test_another_line_of_chat(there: Evening) -> None:
    _, ann, _ = await there.two()
    await reused(
        ann,
        co.Say("x", "I agree"),
        co.Say("x", "I do not agree"),
        co.Say("x", phrase="bye"),
        co.Leave("x", 0),
        co.Rematch("x"),
        co.Hint("x", 0, 1),
    )


@at_table()
async def test_another_seat_colour_or_use_in_the_lobby(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    await reused(ann, co.Paint("p", 0, "green"), co.Paint("p", 0, "red"), co.Paint("p", 1, "green"))
    await reused(ann, co.Arrange("a", 1, "here"), co.Arrange("a", 1, "here", name="Bob"))
    await reused(ann, co.Arrange("b", 1, "open"), co.Arrange("b", 1, "remote"))
    bob = await there.person(table, "bob")
    invite = table.state.invite
    await reused(
        bob,
        co.Sit("s", 1, "Bob", invite=invite),
        co.Sit("s", 1, "Bo", invite=invite),
        co.Sit("s", 1, "Bob", colour="red", invite=invite),
        co.Sit("s", 1, "Bob"),
    )
    await reused(ann, co.Start("go"), co.Kick("go", 1))


@at_table()
async def test_another_action_or_decision_of_the_game(there: Evening) -> None:
    _, ann, _ = await there.after_opening()
    now = ann.mine[0].decision
    assert now is not None
    await reused(
        ann,
        co.Do("d", 0, now, "draw deck"),
        co.Do("d", 0, now, "tickets"),
        co.Do("d", 0, now + 1, "draw deck"),
        co.Do("d", 1, now, "draw deck"),
        co.TakeBack("d", 0),
    )


@at_table()
async def test_after_the_end_a_used_id_makes_no_rematch(there: Evening) -> None:
    table, ann, bob = await there.two()
    await play_to_the_end(table, {0: ann, 1: bob})
    await reused(ann, co.Say("x", "well"), co.Rematch("x"))
    assert table.state.rematch is None
    assert await refused(there.hub.table("table2")) == "no_such_table"
    await reused(ann, co.Rematch("y"), co.Say("y", "well"))


@at_table()
async def test_a_restart_and_another_process_know_what_an_id_stood_for(there: Evening) -> None:
    other, ann, bob = await apart(there)
    said = co.Say("x", "yes")
    answer = await ann.says(said)
    there.hub._tables.clear()
    for hub in (there.hub, other.hub):
        table = await hub.table(ann.table.state.id)
        with pytest.raises(Exception, match="id_reused"):
            await table.command(ann.caller, co.Say("x", "no"))
        assert await table.command(ann.caller, said) == answer
    await bob.asks(co.Say, "x")
    await other.hub.close()


@at_table()
async def test_entries_from_before_are_known_by_the_id_alone(there: Evening) -> None:
    old = Table("old", there.hub)
    setup = (en.SeatSetup("human", "blue", "Ann", guest="ann"), en.SeatSetup("open", "red"))
    created = en.Created(Options(), setup, "ann", "invite")
    said = b'{"type":"said","seat":0,"name":"Ann","text":"hello","phrase":null}'
    old.state.apply(LogEntry(1, 1, "ann", "+create", en.encode_body(created)), created)
    old.state.apply(LogEntry(2, 2, "ann", "x", said), en.decode_body(said))
    old.doubt = False
    ann = await there.person(await there.table(), "ann")
    assert (await old.command(ann.caller, co.Say("x", "other"))).v == 2
