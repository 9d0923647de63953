"""Talk is kept apart from the game, and bounded: a table loads as fast whatever was said there."""

from __future__ import annotations

import asyncio
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.log.weather import Shared, beside
from tests.server.table.evening import SIGNER, Evening, Person, StillSources, at_table, refused
from tests.server.table.truth import assert_same
from tests.server.talk.old_stores import old_postgres, old_rows, old_store
from whistlestop.bots.processes.pool import BotPool
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import Happened
from whistlestop.server.hub import Hub
from whistlestop.server.store.base import LogEntry
from whistlestop.server.store.open import open_store
from whistlestop.server.table import Caller, Table
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState
from whistlestop.server.table.talk.limits import TalkLimits, TalkRates
from whistlestop.server.table.talk.lines import TALK_LINES

LINES = 60_000
FEW = 20  # lines that a table keeps in some of these tests


async def in_hub(url: str, story: Callable[[Hub], Awaitable[None]]) -> None:
    """Open a store and let a hub serve it."""
    store = open_store(url)
    await store.open()
    try:
        await story(Hub(store, SIGNER, BotPool(0), StillSources()))
    finally:
        await store.close()


async def seconds_to_load(hub: Hub, name: str) -> float:
    hub._tables.clear()
    begun = time.process_time()
    await hub.table(name)
    return time.process_time() - begun


@pytest.mark.slow
def test_a_table_of_sixty_thousand_lines_loads_about_as_fast_as_a_silent_one(
    tmp_path: Path,
) -> None:
    """The store is one of 0.1, where strangers had written all that into the log."""
    path = tmp_path / "tables.db"
    old_store(path, {"silent": 0, "loud": LINES})

    async def story(hub: Hub) -> None:
        both = [
            (await seconds_to_load(hub, "silent"), await seconds_to_load(hub, "loud"))
            for _ in range(9)
        ]
        silent, loud = (min(times) for times in zip(*both, strict=True))
        print(f"silent {silent * 1000:.1f} ms, loud {loud * 1000:.1f} ms")
        assert loud < 3 * silent + 0.010
        tracemalloc.start()
        try:
            await seconds_to_load(hub, "loud")
            print(f"at most {tracemalloc.get_traced_memory()[1] / 1e6:.1f} MB")
            assert tracemalloc.get_traced_memory()[1] < 12e6
        finally:
            tracemalloc.stop()
        table = await hub.table("loud")
        assert table.state.version == LINES + 161
        assert len(table.state.lines.talk) == TALK_LINES
        cy = Person(table, Caller("cy"))
        assert [h.v for h in (await cy.come()).happened][-2:] == [LINES + 160, LINES + 161]

    asyncio.run(in_hub(str(path), story))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("lines", [0, 3])
def test_a_store_of_0_1_opens_with_the_tables_of_then(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str, lines: int
) -> None:
    if kind == "sqlite":
        url = str(tmp_path / "tables.db")
        old_store(tmp_path / "tables.db", {"table1": lines})
    else:
        url = request.getfixturevalue("postgres_url")
        asyncio.run(old_postgres(url, old_rows(lines)))

    async def story(hub: Hub) -> None:
        table = await hub.table("table1")
        assert table.state.version == 161 + lines
        then = TableState("table1")
        for seq, at, who, cmd, body in old_rows(lines):
            then.apply(LogEntry(seq, at, who, cmd, body), en.decode_body(body))
        before = Table("table1", hub)
        before.state = then
        assert_same(table, before, [Caller(name) for name in ("ann", "cy", "eve")])
        assert len(await hub.store.entries("table1", 0, 0)) == 160
        person = Person(table, Caller("cy"))
        await person.come()
        ack = await person.says(co.Say("9-9", phrase="hello"))
        assert ack.v == 162 + lines
        assert (await person.says(co.Say("5-8", phrase="oops"))).v == 19, "said then, heard now"

    asyncio.run(in_hub(url, story))


@at_table()
async def test_only_the_newest_talk_is_kept_and_all_of_the_game(there: Evening) -> None:
    there.hub.talk = TalkRates(TalkLimits(10**6, 10**6, 10**6, kept=FEW))
    table, ann, bob = await there.two()
    for n in range(30):
        await bob.says(co.Say(f"b{n}", text=f"line {n}"))
        if n == 25:
            await ann.does(0)
            await bob.does(1)
    stored = await there.store.entries(table.state.id)
    talk = [entry for entry in stored if b'"said",' in entry.body[:16]]
    game = [entry for entry in stored if entry not in talk]
    assert [entry.seq for entry in talk] == [e.seq for e in table.state.lines.talk]
    assert len(talk) == FEW
    assert [entry.seq for entry in game] == [1, 2, 3, 30, 31]
    there.hub._tables.clear()
    loaded = await there.hub.table(table.state.id)
    assert_same(loaded, table, [Caller(name) for name in ("ann", "bob", "eve")])
    eve = await there.person(loaded, "eve")
    assert [h.v for h in eve.happened] == [entry.seq for entry in stored]
    back = await there.person(loaded, "bob")
    assert (await back.says(co.Say("b29", text="line 29"))).v == 35
    assert await refused(back.says(co.Say("b29", text="another"))) == "id_reused"
    assert await refused(back.says(co.Start("b29"))) == "id_reused"


@at_table()
async def test_the_log_is_read_on_in_pieces_over_what_was_forgotten(there: Evening) -> None:
    there.hub.talk = TalkRates(TalkLimits(10**6, 10**6, 10**6, kept=FEW))
    table, ann, _ = await there.two()
    for _ in range(50):
        await ann.asks(co.Say, phrase="hello")
    eve = await there.person(table, "eve")
    assert [h.v for h in eve.happened] == [1, 2, 3, *range(34, 54)]
    found: list[Happened] = []
    more = True
    while more:
        piece = await table.log(eve.caller, found[-1].v if found else 0, 7)
        found, more = found + piece.happened, piece.more
    assert found == eve.happened
    welcome = await eve.come(20)
    assert [h.v for h in welcome.happened] == list(range(34, 54))
    assert not welcome.more


@at_table()
async def test_an_entry_of_the_game_that_is_missing_is_noticed_among_forgotten_talk(
    there: Evening,
) -> None:
    there.hub.talk = TalkRates(TalkLimits(10**6, 10**6, 10**6, kept=FEW))
    table, ann, bob = await there.two()
    for _ in range(30):
        await ann.asks(co.Say, phrase="hello")
    await ann.does(0)
    await bob.does(1)
    whole = await there.store.entries(table.state.id)
    blank = Table(table.state.id, there.hub)
    for entry in [e for e in whole if e.seq < 34 and e.seq != 3]:
        blank.state.apply(entry, en.decode_body(entry.body))
    after = next(e for e in whole if e.seq == 34)
    with pytest.raises(AssertionError, match="no gaps"):
        blank.state.apply(after, en.decode_body(after.body))


@at_table()
async def test_talk_reaches_other_processes_in_order_and_is_known_there(there: Evening) -> None:
    Shared(there.store)
    other = beside(there)
    table, ann, _ = await there.two()
    twin = await other.person(await other.hub.table(table.state.id), "eve")
    for n in range(5):
        await ann.says(co.Say(f"a{n}", text=f"line {n}"))
    await ann.does(0)
    await twin.table.catch_up()
    await there.until(lambda: twin.happened[-1].kind == "did")  # hints may be on their way too
    assert [h.kind for h in twin.happened[-6:]] == ["said"] * 5 + ["did"]
    again = await other.person(twin.table, "ann")
    assert (await again.says(co.Say("a3", text="line 3"))).v == 7
    assert await refused(again.says(co.Say("a3", text="else"))) == "id_reused"
