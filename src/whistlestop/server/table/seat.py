"""A seat as it is now and who plays it. Who may sit there is decided elsewhere."""

from __future__ import annotations

from whistlestop.protocol.messages import SeatPart
from whistlestop.server.table import entries as en


class Seat(en.SeatSetup, frozen=True):
    """A seat as it is now. `serial` is that of its newest token; 0: it has none."""

    away: en.Away | None = None
    since: int = 0  # when the player went away, by the game clock
    serial: int = 0
    value: str | None = None  # what its client gave for the deal; nobody else sees it

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot plays it, its own or one that stands in."""
        return self.kind == "bot" or self.away is not None

    @property
    def is_persons(self) -> bool:
        """Whether a person or a person's program belongs there."""
        return self.kind in ("human", "here", "remote")

    def part(self) -> SeatPart:
        """The seat as everybody sees it."""
        return SeatPart(self.kind, self.name, self.colour, self.bot, self.away)
