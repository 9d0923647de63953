"""The game clock by itself and at a table: what it counts, over lives of the server and outages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.log.weather import beside
from tests.server.table.evening import Evening, StillSources, at_table, refused
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Live, Mail, Options, SeatPlan
from whistlestop.server.game_clock import FURTHEST, GRACE, SKEW, GameClock
from whistlestop.server.hub import Hub
from whistlestop.server.store.base import LogEntry, Store, StoreUnavailable
from whistlestop.server.store.open import open_store
from whistlestop.server.store.sqlite.store import KEPT_AFTER, MINUTE
from whistlestop.server.table import Caller
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState

DAY = 86_400_000


class Hours(StillSources):
    """Clocks that are wound by hand, without anybody having beaten."""

    def wait(self, seconds: float) -> None:
        self.time += round(seconds * 1000)
        self.passed += round(seconds * 1000)


def on_a_store(folder: Path, story: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = open_store(str(folder / "tables.db"))
        await store.open()
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(whole())


async def beats(clock: GameClock, hours: Hours, seconds: float) -> None:
    """Let time pass, with a beat every half second."""
    for _ in range(round(seconds * 2)):
        hours.wait(0.5)
        await clock.beat()


def test_it_counts_what_passes_and_not_what_the_system_says(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        hours = Hours()
        clock = GameClock(hours, store)
        await clock.open()
        begun = clock.now()
        for jump in (3_600_000, -7_200_000, 400 * DAY):
            hours.time += jump
            await beats(clock, hours, 1)
        assert clock.now() - begun == 3000
        assert clock.stops == 0

    on_a_store(tmp_path, story)


def test_it_goes_on_in_the_next_process_after_a_pause_for_people(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        hours = Hours()
        first = GameClock(hours, store)
        await first.open()
        await beats(first, hours, 61)
        hours.time += 30 * DAY
        hours.passed = 7
        second = GameClock(hours, store)
        await second.open()
        gained = first.now() - second.now()
        assert 0 <= gained < MINUTE, "no table was due, so nobody needed it to the second"
        begun = second.now()
        await beats(second, hours, GRACE / 1000)
        assert second.now() == begun
        await beats(second, hours, 2)
        assert second.now() == begun + 2000

    on_a_store(tmp_path, story)


@pytest.mark.parametrize("trouble", ["hangs", "refuses"])
def test_it_stands_still_while_the_store_takes_nothing(
    tmp_path: Path, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(shown: int) -> int:
        raise StoreUnavailable("disk_full")

    async def story(store: Store) -> None:
        hours = Hours()
        clock = GameClock(hours, store)
        await clock.open()
        await beats(clock, hours, 2)
        begun = clock.now()
        with monkeypatch.context() as patch:
            if trouble == "refuses":
                patch.setattr(store, "keep_clock", refuse)
                hours.wait(0.5)
                with pytest.raises(StoreUnavailable):
                    await clock.beat()
            hours.wait(25)
            charged = clock.now() - begun
        assert charged == (500 if trouble == "refuses" else FURTHEST)
        assert await clock.beat(), "whoever watches has to be told"
        assert not await clock.beat()
        assert clock.now() == begun + charged
        await beats(clock, hours, GRACE / 1000 + 1)
        assert clock.now() == begun + charged + 1000
        assert clock.stops == 1

    on_a_store(tmp_path, story)


def test_processes_of_one_store_follow_the_one_that_is_ahead(postgres_url: str) -> None:
    async def story() -> None:
        store = open_store(postgres_url)
        await store.open()
        here, there = Hours(), Hours()
        there.time -= DAY
        ahead, behind = GameClock(here, store), GameClock(there, store)
        await ahead.open()
        await ahead.beat()
        await behind.open()
        for _ in range(6):
            await beats(ahead, here, 0.5)
            await beats(behind, there, 0.5)
            assert 0 <= ahead.now() - behind.now() <= SKEW
        assert behind.reached() <= ahead.reached() == ahead.now() - SKEW
        # The first one is killed. The second one has begun just now, but there was no outage.
        shown = behind.now()
        await beats(behind, there, 1)
        assert behind.now() == shown + 1000
        await store.close()

    asyncio.run(story())


@at_table()
async def test_while_a_turn_is_timed_the_clock_is_kept_every_five_seconds(there: Evening) -> None:
    await there.after_opening(pace=Live(60))
    kept = await there.store.keep_clock(there.hub.clock.now())
    written: set[int] = set()
    for _ in range(20):
        there.sources.wait(0.5)
        await there.hub._attend_due()
        stored = await there.store.kept_clock()
        assert stored is not None
        assert there.hub.clock.now() - stored < KEPT_AFTER
        written.add(stored)
    assert there.hub.clock.now() == kept + 10_000
    assert len(written) <= 3, "each is a page that the disk writes"


@at_table()
async def test_in_a_game_over_days_only_days_that_were_served_count(there: Evening) -> None:
    table, _, _ = await there.after_opening(pace=Mail(1))
    there.sources.wait(DAY / 1000 - 3600)
    await there.hub._attend_due()
    again = await next_life(there, down=5 * DAY)
    loaded = await again.table(table.state.id)
    assert loaded.state.deadline is not None
    left = loaded.state.deadline - again.clock.now()
    assert 3_600_000 <= left <= 3_600_000 + MINUTE
    await loaded.attend()
    before = [seat.away for seat in loaded.state.seats]
    again.clock.follow(again.clock.now() + left)
    await loaded.attend()
    assert (before, loaded.state.seats[0].away) == ([None, None], "time")
    await again.close()


async def next_life(there: Evening, down: int) -> Hub:
    """A new server on the same store, after so many milliseconds by the system's clock."""
    there.hub._tables.clear()
    there.sources.time += down
    there.sources.passed = 0
    there.sources.clocks.clear()
    hub = Hub(there.store, there.hub.signer, there.hub.bots, there.sources)
    await hub.clock.open()
    return hub


@at_table()
async def test_nobody_is_absent_by_a_jump_of_the_clock_or_an_outage(there: Evening) -> None:
    table, _, bob = await there.after_opening(absence=600)
    await bob.asks(co.Leave, 1)
    cy = await there.person(table, "cy")

    async def asks() -> str:
        return await refused(cy.asks(co.Sit, 1, "Cy", invite=table.state.invite))

    there.sources.time += DAY
    assert await asks() == "too_early"
    await there.hub._attend_due()
    again = await next_life(there, down=DAY)
    loaded = await again.table(table.state.id)
    sit = co.Sit("sit", 1, "Cy", invite=table.state.invite)
    assert await refused(loaded.command(Caller("cy"), sit)) == "too_early"
    again.clock.follow(again.clock.now() + 600_000)
    await loaded.command(Caller("cy"), sit)
    await again.close()


@at_table()
async def test_bots_rest_and_tables_are_let_go_by_the_time_that_passed(there: Evening) -> None:
    plans = [SeatPlan("bot", bot="greedy"), SeatPlan("bot", bot="greedy")]
    table = await there.table(plans)
    for jump in (DAY, -2 * DAY):
        there.sources.time += jump
        assert not table._looks.rests(table.state)
        await there.hub._look_around()
        assert there.hub.tables_loaded == 1
    there.sources.wait(700)
    assert table._looks.rests(table.state)


@at_table()
async def test_two_processes_reckon_a_turn_alike_whatever_their_clocks_say(there: Evening) -> None:
    table, _, _ = await there.after_opening(pace=Live(60))
    other = beside(there)
    there.sources.wait(20)
    there.sources.time += 3_600_000  # the second one's system is wrong by an hour
    twin = await other.hub.table(table.state.id)
    await twin.attend()
    assert twin.state.seats[0].away is None
    assert twin.state.deadline == table.state.deadline
    await other.hub.close()


def test_entries_of_before_count_by_the_time_they_were_made() -> None:
    state = TableState("t")
    created = en.Created(options=Options(), seats=(), guest="ann", invite="x")
    state.apply(LogEntry(1, 5000, "ann", "+create", en.encode_body(created)), created)
    assert state.reached == 5000
    said = en.Said(None, "Eve", None, "hello")
    earlier, later = en.Beside("d", clock=4000), en.Beside(clock=6000)
    state.apply(LogEntry(2, 9000, "eve", "1", en.encode_body(said, earlier)), said)
    assert state.reached == 5000, "the clock of a table never goes back"
    state.apply(LogEntry(3, 9000, "eve", "2", en.encode_body(said, later)), said)
    assert state.reached == 6000
