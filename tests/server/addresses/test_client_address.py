"""A client cannot choose where it is: only what trusted proxies wrote down counts."""

from __future__ import annotations

import pytest

from whistlestop.server.addresses.client_address import UNKNOWN, client_address, counted_as


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2:bbbb::9]:443", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", None),
        ("", None),
        ("1.2.3.4, 5.6.7.8", None),
        ("1" * 5000, None),
    ],
)
def test_an_address_counts_as_its_own_or_as_its_64(text: str, name: str | None) -> None:
    assert counted_as(text) == name


@pytest.mark.parametrize(
    ("forwarded", "hops", "name"),
    [
        (["198.51.100.1"], 0, "10.0.0.1"),
        (["198.51.100.1"], 1, "198.51.100.1"),
        (["6.6.6.6, 198.51.100.1"], 1, "198.51.100.1"),
        (["6.6.6.6", "198.51.100.1"], 1, "198.51.100.1"),
        (["6.6.6.6, 198.51.100.1, 10.0.0.9"], 2, "198.51.100.1"),
        (["198.51.100.1"], 2, "198.51.100.1"),
        (["6.6.6.6, nonsense"], 1, "10.0.0.1"),
        ([""], 1, "10.0.0.1"),
        ([], 1, "10.0.0.1"),
    ],
)
def test_behind_proxies_the_client_is_so_many_from_the_end(
    forwarded: list[str], hops: int, name: str
) -> None:
    assert client_address("10.0.0.1", forwarded, hops) == name


def test_who_has_no_address_shares_one() -> None:
    assert client_address(None, [], 0) == UNKNOWN
