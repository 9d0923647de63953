"""What the book keeps of addresses: counts by a clock that cannot jump, and names for a day."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request

from whistlestop.server.addresses.address_book import LINES, NOWHERE, Address, AddressBook
from whistlestop.server.addresses.limits import AddressLimits
from whistlestop.server.addresses.listed_tables import FORGOTTEN, ListedTables
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.store.base import Append, LogEntry, TableRow
from whistlestop.server.store.sqlite.store import SqliteStore

SECRET = b"s" * 32
DAY = 24 * 3600 * 1000


class Times:
    """The time of day and the time since the start, each held still."""

    def __init__(self) -> None:
        self.wall, self.since = 5 * DAY + 1000, 50.0

    def book(self, limits: AddressLimits | None = None, **more: Any) -> AddressBook:
        return AddressBook(
            limits or AddressLimits(), SECRET, lambda: self.wall, clock=lambda: self.since, **more
        )


def test_a_wall_clock_that_jumps_gives_nothing_back() -> None:
    times = Times()
    eve = Address("203.0.113.7", times.book(AddressLimits(tables=1)))
    eve.take("tables")
    times.wall += 10 * DAY
    with pytest.raises(ServerRefusal) as refused:
        eve.take("tables")
    assert refused.value.params == {"limit": "tables", "seconds": 600}
    times.since += 601
    eve.take("tables")


def test_an_alias_lasts_a_day_in_every_process_and_tells_nothing() -> None:
    times = Times()
    book, other = times.book(), times.book()
    alias = book.alias("203.0.113.7")
    assert alias == other.alias("203.0.113.7")
    assert alias != book.alias("203.0.113.8")
    assert "203" not in alias
    assert len(alias) == 12
    times.wall += DAY
    assert book.alias("203.0.113.7") != alias
    assert AddressBook(None, b"t" * 32, lambda: times.wall).alias("203.0.113.7") != alias


@pytest.mark.parametrize(
    ("name", "banned"),
    [
        ("203.0.113.7", True),
        ("203.0.113.8", False),
        ("2001:db8:4:9::/64", True),
        ("2001:db8:5::/64", False),
        ("unknown", False),
    ],
)
def test_a_ban_is_by_address_or_network(name: str, banned: bool) -> None:
    bans = ("203.0.113.7", "2001:db8:4::/48")
    assert Times().book(banned=bans).is_banned(name) is banned


def test_a_ban_by_alias_ends_with_the_day() -> None:
    times = Times()
    book = times.book(banned=(times.book().alias("203.0.113.7"),))
    assert book.is_banned("203.0.113.7")
    times.wall += DAY
    assert not book.is_banned("203.0.113.7")


def test_a_proxy_that_hides_addresses_is_named_in_the_log_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    book = Times().book(hops=1)
    with caplog.at_level(logging.WARNING, "whistlestop.server"):
        for _ in range(3):
            book.address_of(make_mocked_request("GET", "/"))
    assert caplog.messages == ["no_forwarded_for"]
    shown = make_mocked_request("GET", "/", headers={"X-Forwarded-For": "1.1.1.1, 198.51.100.1"})
    assert book.address_of(shown).name == "198.51.100.1"


def test_the_log_has_room_for_some_lines_of_each_address_in_a_minute() -> None:
    times = Times()
    book = times.book()
    eve, bob = Address("203.0.113.7", book), Address("203.0.113.8", book)
    assert sum(eve.is_worth_a_line() for _ in range(1000)) == LINES
    assert bob.is_worth_a_line()
    times.since += 60
    assert eve.is_worth_a_line()


def test_nothing_is_counted_of_the_server_s_own_bots_and_without_limits() -> None:
    for address in (NOWHERE, Address("eve", AddressBook(None, SECRET, lambda: 0))):
        for _ in range(2000):
            address.take("tables")
            assert not address.guess(False)
        assert address.limits is None


def test_a_listed_table_counts_until_nothing_has_happened_at_it_for_a_day(tmp_path: Path) -> None:
    times = Times()

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        listed = ListedTables(store, lambda: times.wall)
        eve = Address("eve", times.book(AddressLimits(listed=1)))
        async with listed.place(eve, "one"):
            with pytest.raises(ServerRefusal):  # it is coming, though the store knows nothing yet
                async with listed.place(eve, "two"):
                    pass
            row = TableRow("one", 1, "gathering", "usa", True, times.wall, times.wall, None, b"{}")
            entry = LogEntry(1, times.wall, "eve", "+create", b"{}")
            await store.append(Append(row, (entry,)))
        with pytest.raises(ServerRefusal, match="too_many_tables"):
            async with listed.place(eve, "two"):
                pass
        times.wall += FORGOTTEN
        async with listed.place(eve, "two"):
            pass
        # Making the second came to nothing, so its place is free.
        async with listed.place(eve, "three"):
            pass
        await store.close()

    asyncio.run(run())
