"""The address of a client: of its connection, or as the trusted proxies before us wrote it down.

It counts nothing and looks nothing up. Invariant: whatever a client writes into its headers, it
cannot choose its address, because only what trusted proxies appended is read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_LONGEST = 60  # characters: an IPv6 address with a zone, in brackets, with a port
_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](?::\d+)?|(?P<four>[\d.]+):\d+")

UNKNOWN = "unknown"


def client_address(peer: str | None, forwarded: list[str], hops: int) -> str:
    """The name under which a client is counted.

    `forwarded` has the values of X-Forwarded-For, `hops` says how many proxies before us are ours.
    Each of them appends the address that it was asked from, so the client is `hops` from the end.
    """
    if hops:
        named = [part.strip() for value in forwarded for part in value.split(",")]
        if named:
            # Fewer than our proxies write: somebody came in behind the first of them.
            found = counted_as(named[max(0, len(named) - hops)])
            if found is not None:
                return found
    return counted_as(peer or "") or UNKNOWN


@lru_cache(maxsize=4096)
def counted_as(text: str) -> str | None:
    """An IPv4 address as it is, an IPv6 address by the /64 that one household has; None for what is
    no address."""
    found = _parsed(text)
    if found is None:
        return None
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> 64 << 64, 64)))


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    if len(text) > _LONGEST:
        return None
    port = _WITH_PORT.fullmatch(text)
    plain = (port["six"] or port["four"] or "") if port else text
    try:
        return ip_address(plain.partition("%")[0])
    except ValueError:
        return None
