"""When the store fails: nobody is told of success, nothing is shown, it works again by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator

import pytest

from tests.server.log.weather import Trouble, Weather
from tests.server.soak import times
from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import play_to_the_end
from tests.server.table.truth import assert_same, assert_shown, assert_stored, digest
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import Ack
from whistlestop.protocol.options import Live
from whistlestop.protocol.requests import PlayNow
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.faults import plan_faults
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.caller import bot_caller
from whistlestop.server.table.to_store import BOT_LEASE

AUDIENCES = [Caller(name) for name in ("ann", "bob", "eve")]


@pytest.fixture(autouse=True)
def no_faults_afterwards() -> Iterator[None]:
    yield
    plan_faults("")


async def assert_sound(there: Evening, table: Table, *people: Person) -> None:
    """Memory, store and what people were shown are the same."""
    await assert_stored(there.store, table)
    there.hub._tables.pop(table.state.id, None)
    assert_same(await there.hub.table(table.state.id), table, AUDIENCES)
    for person in people:
        assert_shown(person)


@pytest.mark.parametrize("trouble", ["refused", "unknown_lost"])
@at_table()
async def test_a_command_that_could_not_be_stored_has_not_happened(
    there: Evening, trouble: Trouble
) -> None:
    weather = Weather(there.store)
    table, ann, bob = await there.after_opening()
    before, frames = digest(table.state), (len(ann.frames), len(bob.frames))
    do = co.Do("once", 0, ann.mine[0].decision or 0, "draw deck")
    weather.troubles = [trouble, trouble]
    for _ in range(2):
        with pytest.raises(ServerRefusal) as failed:
            await ann.says(do)
        assert failed.value.code == "store_unavailable"
        assert failed.value.status == 503
        assert failed.value.params["why"] in ("disk_full", "unreachable")
    assert digest(table.state) == before
    assert (len(ann.frames), len(bob.frames)) == frames
    ack = await ann.says(do)
    assert ack.v == bob.version == table.state.version
    await assert_sound(there, table, ann, bob)


@at_table()
async def test_a_command_that_was_stored_unknown_to_us_is_answered_by_the_first_answer(
    there: Evening,
) -> None:
    weather = Weather(there.store)
    table, ann, bob = await there.after_opening()
    version = table.state.version
    do = co.Do("once", 0, ann.mine[0].decision or 0, "draw deck")
    weather.troubles = ["unknown_stored"]
    assert await refused(ann.says(do)) == "store_unavailable"
    assert ann.version == bob.version == version, "nobody is shown what is not certain"
    ack = await ann.says(do)
    assert ack.v == ann.version == bob.version == version + 1
    assert await ann.says(do) == ack
    assert len(await there.store.entries(table.state.id)) == version + 1
    await assert_sound(there, table, ann, bob)


@at_table()
async def test_what_was_stored_unknown_to_us_is_shown_to_whoever_looks(there: Evening) -> None:
    weather = Weather(there.store)
    table, ann, bob = await there.after_opening()
    weather.troubles = ["unknown_stored"]
    assert await refused(ann.does(0, "draw deck")) == "store_unavailable"
    await there.hub._look_around()
    assert bob.version == table.state.version
    weather.troubles = ["unknown_stored"]
    assert await refused(ann.asks(co.Say, phrase="oops")) == "store_unavailable"
    eve = await there.person(table, "eve")
    assert eve.happened[-1].kind == "said"
    await assert_sound(there, table, ann, bob, eve)


@at_table()
async def test_while_the_log_cannot_be_read_a_doubtful_table_answers_nothing(
    there: Evening,
) -> None:
    weather = Weather(there.store)
    table, ann, bob = await there.after_opening()
    weather.troubles, weather.unreadable = ["unknown_stored"], True
    assert await refused(ann.does(0, "draw deck")) == "store_unavailable"
    assert await refused(ann.does(0, "draw deck")) == "store_unavailable"
    assert await refused(table.seen(ann.caller)) == "store_unavailable"
    assert await refused(Person(table, ann.caller).come()) == "store_unavailable"
    assert await refused(there.hub.table("elsewhere")) == "store_unavailable"
    await there.hub._look_around()
    weather.unreadable = False
    assert (await table.seen(ann.caller)).v == ann.version == bob.version
    await assert_sound(there, table, ann, bob)


@at_table()
async def test_an_entry_that_this_program_cannot_read_is_never_passed_over(there: Evening) -> None:
    """A newer program may have written it; what it did is not guessed, nor is an old view shown."""
    weather = Weather(there.store)
    table, ann, _ = await there.two()
    weather.troubles = ["unknown_stored"]
    assert await refused(ann.asks(co.Say, phrase="hello")) == "store_unavailable"
    weather.unknown_kind = True
    for _ in range(2):
        assert await refused(table.seen(ann.caller)) == "table_damaged"
        assert await refused(ann.asks(co.Say, phrase="hello")) == "table_damaged"
    weather.unknown_kind = False
    assert (await table.seen(ann.caller)).v == ann.version


@at_table()
async def test_a_table_that_is_certain_is_shown_while_the_store_is_away(there: Evening) -> None:
    weather = Weather(there.store)
    table, _, _ = await there.two()
    weather.unreadable = True
    eve = await there.person(table, "eve")
    assert_shown(eve)


@at_table()
async def test_a_command_that_is_cut_off_leaves_the_table_sound(there: Evening) -> None:
    """Whether it was stored or not, the log knows, and the next who comes is told."""
    weather = Weather(there.store)
    table, ann, bob = await there.after_opening()
    for trouble in ("hangs", None):
        weather.troubles = [trouble] if trouble else []
        cut_off = asyncio.create_task(ann.asks(co.Say, phrase="hello"))
        await there.until(lambda: bool(weather.appends and weather.appends[-1].row.version))
        await asyncio.sleep(0.02 if trouble else 0)
        cut_off.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cut_off
    await bob.asks(co.Say, phrase="hello")
    await there.hub._look_around()
    assert table.state.version == len(await there.store.entries(table.state.id))
    await assert_sound(there, table, ann, bob)


@at_table()
async def test_many_commands_are_cut_off_at_any_moment(there: Evening) -> None:
    table, ann, bob = await there.two()
    chance = random.Random(3)
    for _ in times(60):
        tasks = [asyncio.create_task(one.asks(co.Say, phrase="hurry")) for one in (ann, bob)]
        for _ in range(chance.randrange(6)):
            await asyncio.sleep(0)
        chance.choice(tasks).cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await bob.asks(co.Say, phrase="hello")
    await assert_sound(there, table, ann, bob)


@at_table()
async def test_a_table_that_could_not_be_stored_is_not_there(there: Evening) -> None:
    weather = Weather(there.store)
    weather.troubles = ["refused", "refused"]
    assert await refused(there.table()) == "store_unavailable"
    now = PlayNow("Ann", "usa", ["greedy"])
    assert await refused(there.hub.play_now(Caller("ann"), now)) == "store_unavailable"
    assert there.hub.tables_loaded == 0
    assert await there.store.count_tables() == {}


@at_table()
async def test_a_defect_before_or_after_the_commit_is_survived(there: Evening) -> None:
    table, ann, bob = await there.after_opening()
    for place, stored in (("before_commit", 0), ("after_commit", 1)):
        version = table.state.version
        plan_faults(f"{place}:1:defect")
        once = co.Say(f"once-{place}", phrase="hello")
        with pytest.raises(RuntimeError):
            await ann.says(once)
        assert len(await there.store.entries(table.state.id)) == version + stored
        assert (await ann.says(once)).v == version + 1
        assert bob.version == version + 1
    await assert_sound(there, table, ann, bob)


@at_table()
async def test_a_clock_that_could_not_be_stored_runs_out_later(there: Evening) -> None:
    weather = Weather(there.store)
    table, _, _ = await there.after_opening(pace=Live(60))
    there.sources.wait(60)
    weather.troubles = ["refused"]
    await there.hub._attend_due()
    assert table.state.seats[0].away is None
    there.sources.wait(31)
    await there.hub._attend_due()
    assert table.state.seats[0].away == "time"


async def alone_with_a_bot(there: Evening) -> tuple[Weather, Table, Person]:
    """Ann has to decide, a bot comes next, and the store may fail."""
    weather = Weather(there.store)
    table, ann = await there.alone(first=0)
    await until_ann_is_asked(there, table)
    return weather, table, ann


async def until_ann_is_asked(there: Evening, table: Table) -> None:
    await there.until(lambda: table.state.game is not None and table.state.game.waiting == (0,))


@pytest.mark.slow
@at_table(workers=1)
async def test_a_bot_whose_move_could_not_be_stored_moves_when_it_is_due(there: Evening) -> None:
    weather, table, ann = await alone_with_a_bot(there)
    await ann.does(0)
    await ann.does(0, "tickets")
    await ann.does(0)
    weather.troubles = ["refused"]
    await there.until(lambda: not weather.troubles)
    version = table.state.version
    await asyncio.sleep(0.05)
    assert table.state.version == version
    there.sources.wait(BOT_LEASE / 1000)
    await there.hub._attend_due()
    await until_ann_is_asked(there, table)
    await assert_sound(there, table, ann)


@at_table(workers=1)
async def test_bots_go_on_after_a_move_that_was_stored_unknown_to_us(there: Evening) -> None:
    """The move that the bot answers was in the log, but nobody had asked the bot."""
    weather, table, ann = await alone_with_a_bot(there)
    await ann.does(0)
    await ann.does(0, "tickets")
    last = co.Do("last", 0, ann.mine[0].decision or 0, ann.mine[0].legal[0])
    weather.troubles = ["unknown_stored"]
    assert await refused(ann.says(last)) == "store_unavailable"
    await ann.says(last)
    await until_ann_is_asked(there, table)
    await assert_sound(there, table, ann)


@at_table(workers=1)
async def test_a_bot_whose_table_could_not_be_read_moves_as_soon_as_it_can(there: Evening) -> None:
    weather, table, ann = await alone_with_a_bot(there)
    await ann.does(0)
    await ann.does(0, "tickets")
    await ann.does(0)
    weather.unreadable = table.doubt = True
    await there.until(lambda: not table.thinking)
    version = table.state.version
    weather.unreadable = False
    await there.hub._look_around()
    await until_ann_is_asked(there, table)
    assert table.state.version > version
    await assert_sound(there, table, ann)


class Stubborn(Person):
    """Says everything again until it is acknowledged."""

    tries = 0

    async def says(self, command: co.Command) -> Ack:
        while True:
            self.tries += 1
            with contextlib.suppress(ServerRefusal):
                return await super().says(command)


@pytest.mark.slow
@at_table()
async def test_whole_games_are_played_through_any_weather(there: Evening) -> None:
    chance = random.Random(5)
    weather = Weather(there.store)
    kinds: list[Trouble] = ["refused", "unknown_stored", "unknown_lost"]
    for number in times(4):
        there.sources.luck = f"weather{number}"
        table, *usual = await there.two(board="new-york")
        people = {seat: Stubborn(table, one.caller) for seat, one in enumerate(usual)}
        for person in people.values():
            await person.come()

        def change() -> None:
            if chance.random() < 0.3:
                weather.troubles = chance.choices(kinds, k=chance.randint(1, 3))

        await play_to_the_end(table, people, seed=number, each=change)
        weather.troubles = []
        await table.seen(usual[0].caller)
        assert sum(person.tries for person in people.values()) > table.state.version
        keys = [(line.who, line.cmd) for line in table.state.lines]
        assert len(keys) == len(set(keys))
        await assert_sound(there, table, *people.values(), *usual)


@at_table()
async def test_a_stand_in_does_not_move_twice_in_bad_weather(there: Evening) -> None:
    weather = Weather(there.store)
    table, ann, bob = await there.after_opening()
    await ann.asks(co.Leave, 0)
    weather.troubles = ["unknown_stored"]
    do = co.Do("d", 0, table.state.moved, "draw deck")
    assert await refused(table.command(bot_caller(0), do)) == "store_unavailable"
    ack = await table.command(bot_caller(0), do)
    assert ack.v == table.state.version == bob.version
    assert sum(line.who == "bot.0" for line in table.state.lines) == 1
    await assert_sound(there, table, ann, bob)
