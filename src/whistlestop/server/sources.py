"""The one place from which a server takes time and chance, so that tests can hold both still."""

from __future__ import annotations

import secrets
import time

# 32 signs, so 5 bits each; without l, o, 0 and 1, which people confuse when they read them out.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class Sources:
    """The clock and the luck of a server."""

    def now(self) -> int:
        """Milliseconds since 1970 by the system's clock, for people to read: it may jump."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> int:
        """Milliseconds since some moment, for whatever is decided by the time that has passed."""
        return time.monotonic_ns() // 1_000_000

    def table_id(self) -> str:
        """A name nobody can guess: 80 bits."""
        return _word(16)

    def guest_id(self) -> str:
        """A new guest's name: 100 bits."""
        return _word(20)

    def invite(self) -> str:
        """What lets others take a seat at a table: 100 bits."""
        return _word(20)

    def secret(self) -> str:
        """A table's part of its luck, known to nobody before the end: 256 bits."""
        return secrets.token_hex(32)

    def seed(self) -> str:
        """All the luck of a game at a table that was made before tables had secrets."""
        return secrets.token_hex(16)


def _word(length: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(length))
