"""How fast people may talk: by guest, by address and by table, and never because of strangers."""

from __future__ import annotations

from tests.server.table.evening import Evening, Person, at_table, refused
from whistlestop.protocol import commands as co
from whistlestop.server.addresses.address_book import Address
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.talk.limits import TalkLimits, TalkRates

LIMITS = TalkLimits(guest=3, address=5, table=8, window=20.0)


class Clock:
    """Seconds that pass when told."""

    time = 100.0

    def __call__(self) -> float:
        return self.time


def said(rates: TalkRates, guest: str, address: str, table: str, times: int = 20) -> int:
    """How many of so many lines are in time."""
    return sum(rates.allowed(guest, address, table) for _ in range(times))


def test_guests_addresses_and_tables_each_have_their_pace() -> None:
    rates = TalkRates(LIMITS, Clock())
    assert said(rates, "ann", "1.1.1.1", "t1") == 3
    assert said(rates, "bob", "1.1.1.1", "t1") == 2, "they share an address"
    assert said(rates, "cy", "2.2.2.2", "t1") == 3
    assert said(rates, "dee", "3.3.3.3", "t1") == 0, "the table has had its share"
    assert said(rates, "dee", "3.3.3.3", "t2") == 3


def test_a_guest_made_up_for_every_line_gains_nothing() -> None:
    rates = TalkRates(LIMITS, Clock())
    assert sum(said(rates, f"guest{n}", "1.1.1.1", f"t{n}", 1) for n in range(500)) == 5


def test_time_makes_room_again_at_the_same_pace() -> None:
    clock = Clock()
    rates = TalkRates(LIMITS, clock)
    assert said(rates, "ann", "1.1.1.1", "t1") == 3
    clock.time += 7
    assert said(rates, "ann", "1.1.1.1", "t1") == 1
    clock.time += 20
    assert said(rates, "ann", "1.1.1.1", "t1") == 3


def test_those_who_have_long_been_quiet_are_forgotten() -> None:
    clock = Clock()
    rates = TalkRates(LIMITS, clock)
    for n in range(1000):
        clock.time += 5
        assert rates.allowed(f"guest{n}", f"1.1.1.{n}", f"t{n}")
    assert len(rates._buckets) < 50


def stranger(table: Table, number: int) -> Person:
    invited = Caller(
        f"stranger{number}", invite=table.state.invite, address=Address(f"9.9.9.{number}")
    )
    return Person(table, invited)


@at_table()
async def test_strangers_who_watch_cannot_keep_players_from_talking(there: Evening) -> None:
    there.hub.talk = TalkRates(LIMITS, Clock())
    table, ann, bob = await there.two()
    for number in range(8):
        await stranger(table, number).asks(co.Say, phrase="hello")
    late = stranger(table, 9)
    assert await refused(late.asks(co.Say, phrase="hello")) == "too_fast"
    for person in (ann, bob):
        for _ in range(3):
            await person.asks(co.Say, phrase="hello")
        assert await refused(person.asks(co.Say, phrase="hello")) == "too_fast"


@at_table()
async def test_a_line_that_comes_again_or_is_refused_does_not_count(there: Evening) -> None:
    there.hub.talk = TalkRates(LIMITS, Clock())
    table, ann, _ = await there.two()
    for _ in range(10):
        assert (await ann.says(co.Say("same", phrase="hello"))).v == 4
        assert await refused(ann.says(co.Say("empty", text="\u200b"))) == "bad_text"
        outsider = Person(table, Caller("eve"))
        assert await refused(outsider.asks(co.Say, phrase="hello")) == "not_invited"
    await ann.asks(co.Say, phrase="hello")
    await ann.asks(co.Say, phrase="hello")
    assert await refused(ann.asks(co.Say, phrase="hello")) == "too_fast"
    assert (await ann.says(co.Say("same", phrase="hello"))).v == 4, "still answered"
