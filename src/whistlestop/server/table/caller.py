"""Who speaks to a table, and the socket to which its answers go. What they may do is not here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from whistlestop.server.addresses.address_book import NOWHERE, Address
from whistlestop.server.identity import SeatToken


@dataclass(frozen=True, slots=True)
class Caller:
    """A guest by its cookie, a program by a seat's token, or (`bot`) the server's own bot."""

    guest: str
    seat_token: SeatToken | None = None
    bot: bool = False
    # What the caller showed. It lets a guest look at a private table and makes nobody another.
    invite: str | None = field(default=None, compare=False)
    # A guest is the same one wherever it asks from.
    address: Address = field(default=NOWHERE, compare=False)

    def who_at(self, table: str) -> str:
        """The name in a table's log; together with a command's id it tells commands apart.

        A token of another table is a stranger here: it must not use up the ids of the program whose
        token happens to have the same serial.
        """
        token = self.seat_token
        if token is None:
            return self.guest
        at = "" if token.table == table else f"{token.table}."
        return f"remote.{at}{token.serial}"

    def party(self, table: str) -> tuple[str, str, str]:
        """Whose turn at the bots' processes a question of this caller takes."""
        return self.address.name, self.who_at(table), table


class Outlet(Protocol):
    """A socket as a table sees it. Neither of its methods waits."""

    caller: Caller

    def send(self, frame: bytes) -> None:
        """Send an encoded message."""

    def close(self, code: str, *, retry: bool) -> None:
        """Say bye and close; `retry` says whether coming back makes sense."""


def bot_caller(seat: int) -> Caller:
    """The bot that plays a seat."""
    return Caller(f"bot.{seat}", bot=True)


# Who starts games and ends turns whose time is up.
SERVER = Caller("server", bot=True)
# Whoever runs the server, by an order. No guest has so short a name.
OPERATOR = Caller("operator", bot=True)
