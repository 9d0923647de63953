"""The addresses that ask a server for something: what each has used up, and its name in the log.

It keeps counts in memory only, by the monotonic clock. Invariant: an address beyond a limit is
refused before any work is done for it, and no address is ever written to the log.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network

from aiohttp import web

from whistlestop.server.addresses.client_address import client_address
from whistlestop.server.addresses.limits import WINDOWS, AddressLimits, Paced
from whistlestop.server.addresses.rates import Rates
from whistlestop.server.errors import ServerRefusal

FORWARDED = "X-Forwarded-For"
ALIAS_BYTES = 6
LINES = 30  # of the log in a minute, about refusals of one address that asks for too much

log = logging.getLogger("whistlestop.server")

_DAY = 24 * 3600 * 1000  # milliseconds


class AddressBook:
    """What each address has used up."""

    def __init__(
        self,
        limits: AddressLimits | None,
        secret: bytes,
        now: Callable[[], int],
        *,
        hops: int = 0,
        banned: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without `limits` it counts nothing. So many `hops` of X-Forwarded-For are ours. `secret`
        and the day of `now` (milliseconds since 1970) make the aliases of the log. `banned` has
        addresses, networks and aliases."""
        self.limits = limits
        self._rates = _rates(limits)
        self._lines = Rates(LINES, 60.0)
        self._secret = secret
        self._now = now
        self._hops = hops
        self._clock = clock
        self._warned = False
        self._at_start = frozenset(banned)
        self.ban(())

    def ban(self, names: Iterable[str]) -> None:
        """Ban these addresses and networks, beside those that were banned at the start."""
        self._banned = self._at_start.union(names)
        self._networks = [ip_network(text) for text in self._banned if not _is_alias(text)]

    def address_of(self, request: web.BaseRequest) -> Address:
        """Where a request comes from."""
        forwarded = list(request.headers.getall(FORWARDED, [])) if self._hops else []
        if self._hops and not forwarded:
            self._warn()
        return Address(client_address(request.remote, forwarded, self._hops), self)

    def _warn(self) -> None:
        """Tell the operator once that a proxy hides addresses, so that all clients are one."""
        if not self._warned:
            self._warned = True
            log.warning("no_forwarded_for")

    def wait(self, name: str, what: Paced) -> float:
        """How many seconds an address has to wait before it may do something again."""
        rates = self._rates.get(what)
        return 0.0 if rates is None else rates.wait(name, self._clock())

    def take(self, name: str, what: Paced) -> float:
        """Count what an address does; if that is too much, how many seconds it has to wait."""
        rates = self._rates.get(what)
        return 0.0 if rates is None else rates.take(name, self._clock())

    def is_worth_a_line(self, name: str) -> bool:
        """Whether the log has room for one more line about an address that asks for too much."""
        return not self._lines.take(name, self._clock())

    def alias(self, name: str) -> str:
        """What the log calls an address: the same all day (UTC), in every process on the store, and
        another tomorrow."""
        day = f"address {self._now() // _DAY}".encode()
        key = hmac.digest(self._secret, day, "sha256")
        return hashlib.blake2b(name.encode(), key=key, digest_size=ALIAS_BYTES).hexdigest()

    def is_banned(self, name: str) -> bool:
        """Whether the operator wants nothing to do with an address."""
        if not self._banned:
            return False
        if self.alias(name) in self._banned:
            return True
        try:
            whole = ip_network(name)
        except ValueError:
            return False
        return any(_within(whole, network) for network in self._networks)


@dataclass(frozen=True, slots=True)
class Address:
    """One address. `name` is an IPv4 address or the /64 of an IPv6 address, and not for the log."""

    name: str
    book: AddressBook | None = None

    @property
    def alias(self) -> str | None:
        """What the log calls it."""
        return None if self.book is None else self.book.alias(self.name)

    @property
    def limits(self) -> AddressLimits | None:
        """What it may have at once, if anybody counts."""
        return None if self.book is None else self.book.limits

    def is_worth_a_line(self) -> bool:
        """Whether the log has room for one more line about it as one that asks for too much."""
        return self.book is None or self.book.is_worth_a_line(self.name)

    def take(self, what: Paced) -> None:
        """Count what an address does, or refuse it. Raises ServerRefusal."""
        if self.book is not None:
            _refuse(what, self.book.take(self.name, what))

    def guess(self, right: bool) -> bool:
        """Whether a secret that somebody shows is right. After too many wrong ones from here the
        server refuses right ones too, or guessing would still pay. Raises ServerRefusal."""
        if self.book is not None:
            _refuse("invites", self.book.wait(self.name, "invites"))
            if not right:
                self.book.take(self.name, "invites")
        return right


NOWHERE = Address("")
"""Where the server's own bots are."""
ADDRESS = web.RequestKey("address", Address)


def check_ban(text: str) -> None:
    """Raise ValueError unless a text is an address, a network or an alias."""
    if not _is_alias(text):
        ip_network(text)


def _rates(limits: AddressLimits | None) -> dict[Paced, Rates]:
    if limits is None:
        return {}
    return {what: Rates(getattr(limits, what), window) for what, window in WINDOWS.items()}


def _refuse(what: Paced, seconds: float) -> None:
    if seconds:
        raise ServerRefusal("too_fast", 429, limit=what, seconds=math.ceil(seconds))


def _is_alias(text: str) -> bool:
    return len(text) == 2 * ALIAS_BYTES and all(sign in "0123456789abcdef" for sign in text)


def _within(part: IPv4Network | IPv6Network, whole: IPv4Network | IPv6Network) -> bool:
    """Whether two networks overlap: of an IPv6 client only the /64 is known."""
    return part.version == whole.version and part.overlaps(whole)
