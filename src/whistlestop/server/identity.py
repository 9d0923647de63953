"""Who somebody is: guests by a signed cookie, seats by a signed token.

It looks nothing up: a signature made with the server's key is the whole proof, and the table knows
whether a seat token's serial is still the newest. Invariant: a key signs for one purpose only, so
nobody can pass a token off as a cookie or the other way round.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from whistlestop.server.sources import Sources

COOKIE_DAYS = 365
COOKIE_AGE = COOKIE_DAYS * 24 * 3600  # seconds

_DAY = 24 * 3600 * 1000
# A system's clock may jump by days, back and forth, before its error is noticed; a guest who were
# sent away meanwhile would have lost their seats for good.
_CLOCK_ERROR = 30 * _DAY
_LONGEST = 200  # characters; ours are shorter, and longer ones are not worth a signature
_MAC_BYTES = 24  # 192 bits: nobody guesses them, and they need no padding as base64
_NAME, _NUMBER = "[a-z0-9]{1,40}", "0|[1-9][0-9]{0,14}"
_GUEST = re.compile(rf"({_NAME})\.({_NUMBER})")
_SEAT = re.compile(rf"({_NAME})\.({_NUMBER})\.({_NUMBER})")


@dataclass(frozen=True, slots=True)
class SeatToken:
    """A seat that a token stands for; `serial` tells a new token from an older one."""

    table: str
    seat: int
    serial: int


@dataclass(frozen=True, slots=True)
class _Keys:
    """What follows from one secret; `until` is how long its signatures are good, in milliseconds
    since 1970, without an end for the secret that signs now."""

    guest: bytes
    seat: bytes
    until: int | None = None


class Signer:
    """Makes and reads cookies and tokens with one secret of the server.

    Those of `older` secrets are read as well, each until its time: the operator changed the key.
    """

    def __init__(
        self,
        secret: bytes,
        older: Iterable[tuple[bytes, int]] = (),
        clock: Callable[[], int] | None = None,
    ) -> None:
        self._clock = clock or Sources().now
        self.change(secret, older)

    def change(self, secret: bytes, older: Iterable[tuple[bytes, int]]) -> None:
        """Sign with this secret from now on, and read what these older ones signed."""
        if len(secret) < 32:
            raise ValueError("the secret of a signer has 32 bytes or more")
        self._now = _keys(secret, None)
        self._all = (self._now, *(_keys(old, until) for old, until in older))
        self.alias_key = _key(secret, b"whistlestop address alias 1")

    def guest_cookie(self, guest: str, now: int) -> str:
        """The cookie of a guest; `now` is milliseconds since 1970."""
        return _signed(self._now.guest, f"{guest}.{now // 1000}")

    def renewed_cookie(self, guest: str, old: str, now: int) -> str:
        """A guest's cookie that lasts from now on, or as long as the old one if that is longer:
        it would be lost if the clock were put right that was set back."""
        found = self._guest(old, now)
        made = int(found[2]) * 1000 if found is not None and found[1] == guest else 0
        return self.guest_cookie(guest, max(now, made))

    def read_guest(self, cookie: str, now: int) -> str | None:
        """The guest of a cookie; None if it was tampered with or is much older than a year. One
        from the future is good: only this key can have signed it, before the clock was set back."""
        found = self._guest(cookie, now)
        if found is None:
            return None
        guest, made = found.groups()
        age = now - int(made) * 1000
        return guest if age <= COOKIE_DAYS * _DAY + _CLOCK_ERROR else None

    def is_signed_before(self, cookie: str) -> bool:
        """Whether a cookie bears the signature of an older key, so that it should be renewed."""
        return _read(self._now.guest, cookie, _GUEST) is None

    def _guest(self, cookie: str, now: int) -> re.Match[str] | None:
        good = [keys.guest for keys in self._all if keys.until is None or now < keys.until]
        return _first(good, cookie, _GUEST)

    def seat_token(self, table: str, seat: int, serial: int) -> str:
        """The token that lets its holder play a seat."""
        return _signed(self._now.seat, f"{table}.{seat}.{serial}")

    def read_seat_token(self, token: str) -> SeatToken | None:
        """The seat of a token; None if it was tampered with."""
        now = self._clock()
        good = [keys.seat for keys in self._all if keys.until is None or now < keys.until]
        found = _first(good, token, _SEAT)
        return None if found is None else SeatToken(found[1], int(found[2]), int(found[3]))


def _keys(secret: bytes, until: int | None) -> _Keys:
    guest = _key(secret, b"whistlestop guest cookie 1")
    return _Keys(guest, _key(secret, b"whistlestop seat token 1"), until)


def _first(keys: list[bytes], signed: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """What was signed by one of these keys."""
    found = (_read(key, signed, pattern) for key in keys)
    return next((one for one in found if one is not None), None)


def _key(secret: bytes, purpose: bytes) -> bytes:
    return hmac.digest(secret, purpose, "sha256")


def _mac(key: bytes, text: str) -> str:
    full = hmac.digest(key, text.encode("ascii"), "sha256")
    return urlsafe_b64encode(full[:_MAC_BYTES]).decode("ascii")


def _signed(key: bytes, text: str) -> str:
    return f"{text}.{_mac(key, text)}"


def _read(key: bytes, signed: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """What was signed, by its parts; None unless this key signed it."""
    if len(signed) > _LONGEST or not signed.isascii():
        return None
    text, _, mac = signed.rpartition(".")
    if not hmac.compare_digest(_mac(key, text), mac):
        return None
    return pattern.fullmatch(text)
