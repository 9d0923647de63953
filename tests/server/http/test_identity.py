"""Cookies and tokens: what was signed is read back, and nothing else is."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from whistlestop.server.identity import COOKIE_DAYS, SeatToken, Signer

NOW = 1_800_000_000_000
DAY = 24 * 3600 * 1000
SIGNER = Signer(b"k" * 32)
WORDS = st.text("abcdefghijkmnpqrstuvwxyz23456789", min_size=1, max_size=40)


@given(WORDS)
def test_a_cookie_gives_its_guest_back(guest: str) -> None:
    assert SIGNER.read_guest(SIGNER.guest_cookie(guest, NOW), NOW) == guest


@given(WORDS, st.integers(0, 4), st.integers(0, 10**9))
def test_a_token_gives_its_seat_back(table: str, seat: int, serial: int) -> None:
    token = SIGNER.seat_token(table, seat, serial)
    assert SIGNER.read_seat_token(token) == SeatToken(table, seat, serial)


def test_a_cookie_lasts_for_a_year_and_as_long_as_a_clock_may_be_wrong() -> None:
    """A browser forgets it after a year; the server's clock may jump ahead for some days."""
    cookie = SIGNER.guest_cookie("ann", NOW)
    assert SIGNER.read_guest(cookie, NOW + (COOKIE_DAYS + 30) * DAY) == "ann"
    assert SIGNER.read_guest(cookie, NOW + (COOKIE_DAYS + 30) * DAY + 1000) is None


def test_a_cookie_outlives_a_clock_that_is_set_back() -> None:
    """Also to 1970, where a machine without a battery begins before it has asked for the time."""
    cookie = SIGNER.guest_cookie("ann", NOW)
    assert [SIGNER.read_guest(cookie, NOW - back) for back in (2 * DAY, 900 * DAY, NOW)] == 3 * [
        "ann"
    ]


def test_a_renewed_cookie_lasts_no_shorter_than_the_old_one() -> None:
    cookie = SIGNER.guest_cookie("ann", NOW)
    assert SIGNER.renewed_cookie("ann", cookie, NOW - 900 * DAY) == cookie
    assert SIGNER.renewed_cookie("ann", cookie, NOW + DAY) == SIGNER.guest_cookie("ann", NOW + DAY)
    for old in ("", cookie[:-1] + "!", SIGNER.guest_cookie("bob", NOW + DAY)):
        assert SIGNER.renewed_cookie("ann", old, NOW) == cookie


@given(st.data())
def test_any_changed_character_makes_a_cookie_worthless(data: st.DataObject) -> None:
    cookie = SIGNER.guest_cookie("ann", NOW)
    place = data.draw(st.integers(0, len(cookie) - 1))
    other = data.draw(st.characters().filter(lambda sign: sign != cookie[place]))
    assert SIGNER.read_guest(cookie[:place] + other + cookie[place + 1 :], NOW) is None


@given(st.data())
def test_any_changed_character_makes_a_token_worthless(data: st.DataObject) -> None:
    token = SIGNER.seat_token("abc", 1, 2)
    place = data.draw(st.integers(0, len(token) - 1))
    other = data.draw(st.characters().filter(lambda sign: sign != token[place]))
    assert SIGNER.read_seat_token(token[:place] + other + token[place + 1 :]) is None


@given(st.text(max_size=300))
def test_no_text_is_taken_for_a_cookie_or_a_token(text: str) -> None:
    assert SIGNER.read_guest(text, NOW) is None
    assert SIGNER.read_seat_token(text) is None


def test_a_token_is_no_cookie_and_a_cookie_no_token() -> None:
    """The two have keys of their own, so equal texts have different signatures."""
    cookie, token = SIGNER.guest_cookie("abc", 1000), SIGNER.seat_token("abc", 1, 2)
    assert SIGNER.read_seat_token(cookie) is None
    assert SIGNER.read_guest(token, NOW) is None
    mixed = f"abc.1.2.{cookie.rpartition('.')[2]}"
    assert SIGNER.read_seat_token(mixed) is None


def test_another_server_s_cookie_is_worthless() -> None:
    assert Signer(b"x" * 32).read_guest(SIGNER.guest_cookie("ann", NOW), NOW) is None


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Signer(b"short")
