"""The names under which a server may be asked, against pages that make their name lead to it.

A stranger's page can let its own name point at this machine (DNS rebinding); the browser then takes
the server for a part of that page. It still sends the stranger's name as Host, so that is what
tells. Ports do not matter: tunnels and containers change them. Nothing here looks at requests.
Invariant: a name counts as ours only if the operator gave it or the machine has it.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

EVERYWHERE = ("", "0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class OwnHosts:
    """Names that are ours; `any_number`: all plain addresses too, since no page has one as name."""

    names: frozenset[str]
    any_number: bool

    def has(self, host: str) -> bool:
        """Whether a Host header names us."""
        name = _without_port(host)
        if name in self.names or name == "localhost" or name.endswith(".localhost"):
            return True
        try:
            number = ip_address(name)
        except ValueError:
            return False
        return self.any_number or number.is_loopback


def own_hosts(listens: str, origins: Iterable[str], machine: str | None = None) -> OwnHosts:
    """The names of a server that listens on an address, with those of its pages."""
    names = {_without_port(urlsplit(origin).netloc) for origin in origins} | {listens.lower()}
    if listens in EVERYWHERE:
        machine = (machine or socket.gethostname()).lower()
        names |= {machine, f"{machine}.local"}
    return OwnHosts(frozenset(names - set(EVERYWHERE)), not is_loopback(listens))


def _without_port(host: str) -> str:
    """The name in a Host header, or the number in its brackets."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def is_loopback(address: str) -> bool:
    """Whether only programs on this machine reach an address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address.lower() == "localhost"
