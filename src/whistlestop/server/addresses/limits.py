"""How much one address may ask for. The defaults suit a school class: thirty people, one address.

It counts nothing. Each limit is an option of `whistlestop serve`, and `docs/server.md` lists them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Paced = Literal["tables", "commands", "changes", "invites", "reads", "guests", "reviews"]
"""What an address may do so many times in a window."""

WINDOWS: dict[Paced, float] = {
    "tables": 600.0,
    "commands": 20.0,
    "changes": 600.0,
    "invites": 600.0,
    "reads": 60.0,
    "guests": 600.0,
    "reviews": 600.0,
}
"""The windows in seconds. An address may use up a window at once, and has it again in the next."""


@dataclass(frozen=True, slots=True)
class AddressLimits:
    """What one address may do in a window, or have at once (`sockets`, `listed`)."""

    tables: int = 60
    listed: int = 30
    sockets: int = 200
    commands: int = 600
    changes: int = 1200
    invites: int = 20
    reads: int = 600
    guests: int = 600
    reviews: int = 30
