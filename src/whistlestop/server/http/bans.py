"""The guests that the operator has banned, as the store has them.

Addresses are banned by the address book. A guest is a browser's cookie: whoever throws it away is
a new guest, whom no ban knows. Invariant: all who are banned in the store are banned here, at the
latest a second after the order.
"""

from __future__ import annotations

from collections.abc import Iterable

from whistlestop.server.table.caller import Caller


class Bans:
    """The banned guests of one process."""

    def __init__(self) -> None:
        self._guests: frozenset[str] = frozenset()

    def set(self, names: Iterable[str]) -> None:
        """Ban these and no others."""
        self._guests = frozenset(names)

    def has(self, caller: Caller) -> bool:
        """Whether a caller is banned."""
        return caller.guest in self._guests
