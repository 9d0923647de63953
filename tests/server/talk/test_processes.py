"""Talk between processes that share a PostgreSQL: heard in each, in one order, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from tests.server.table.evening import Evening, Person, StillSources, refused
from tests.server.table.truth import assert_same
from whistlestop.bots.processes.pool import BotPool
from whistlestop.protocol import commands as co
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.store.open import open_store
from whistlestop.server.table import Caller
from whistlestop.server.table.talk.limits import TalkLimits, TalkRates

KEPT = 25
AUDIENCES = [Caller(name) for name in ("ann", "bob", "eve")]


@asynccontextmanager
async def process(url: str) -> AsyncIterator[Evening]:
    """A hub with a store of its own, as another process has them."""
    store = open_store(url)
    await store.open()
    there = Evening(store, StillSources(), BotPool(0))
    there.hub.talk = TalkRates(TalkLimits(10**6, 10**6, 10**6, kept=KEPT))
    await there.hub.open()
    try:
        yield there
    finally:
        await there.hub.close()
        await store.close()


def in_two_processes(url: str, story: Callable[[Evening, Evening], Awaitable[None]]) -> None:
    async def run() -> None:
        async with process(url) as here, process(url) as elsewhere:
            await asyncio.wait_for(story(here, elsewhere), 60)

    asyncio.run(run())


async def meet(here: Evening, *people: Person) -> None:
    """Wait until all have heard the newest."""
    newest = max(person.table.state.version for person in people)
    await here.until(lambda: all(person.version == newest for person in people), 10)


async def talks(person: Person) -> list[int]:
    """Say something five times, each until it is acknowledged; the versions."""
    versions: list[int] = []
    while len(versions) < 5:
        try:
            versions.append((await person.asks(co.Say, phrase="hurry")).v)
        except ServerRefusal as refusal:
            if refusal.code != "busy":
                raise
    return versions


def test_a_line_said_in_one_process_is_heard_in_the_other(postgres_url: str) -> None:
    async def story(here: Evening, elsewhere: Evening) -> None:
        table, ann, _ = await here.two()
        eve = await elsewhere.person(await elsewhere.hub.table(table.state.id), "eve")
        await ann.says(co.Say("a1", text="who is there?"))
        await eve.says(co.Say("e1", text="just me"))
        await ann.does(0)
        await meet(here, ann, eve)
        heard = [h.params.get("text", h.kind) for h in eve.happened[-3:]]
        assert heard == ["who is there?", "just me", "did"]
        moved = await elsewhere.person(eve.table, "ann")
        assert (await moved.says(co.Say("a1", text="who is there?"))).v == 4
        assert await refused(moved.says(co.Say("a1", text="who else?"))) == "id_reused"

    in_two_processes(postgres_url, story)


def test_all_talk_at_once_and_every_process_keeps_the_same(postgres_url: str) -> None:
    async def story(here: Evening, elsewhere: Evening) -> None:
        table, ann, bob = await here.two()
        twin = await elsewhere.hub.table(table.state.id)
        eve = await elsewhere.person(twin, "eve")

        # By rounds shorter than what is kept: nothing is forgotten before everybody heard it.
        for first in (4, 19, 34):
            said = await asyncio.gather(*map(talks, (ann, bob, eve)))
            assert sorted(v for versions in said for v in versions) == [*range(first, first + 15)]
            await meet(here, ann, bob, eve)
        assert_same(table, twin, AUDIENCES)
        stored = await here.store.entries(table.state.id)
        assert [entry.seq for entry in stored] == [1, 2, 3, *range(49 - KEPT, 49)]

    in_two_processes(postgres_url, story)
