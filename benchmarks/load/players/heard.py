"""What the load client reads of the server's messages: the few parts that it plays by."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct


class Own(Struct):
    """What is asked of one of the player's seats."""

    seat: int
    decision: int | None
    legal: list[int]


class TableSeen(Struct):
    """The parts of a table that matter here."""

    status: str
    rematch: str | None


class Welcome(Struct, tag="welcome"):
    """The first message on a socket."""

    v: int
    table: TableSeen
    mine: list[Own]


class Update(Struct, tag="update"):
    """A change of the table."""

    v: int
    table: TableSeen | None = None
    mine: list[Own] | None = None


class Ack(Struct, tag="ack"):
    """A command was done, and is durable."""

    id: str
    v: int
    result: dict[str, Any] | None = None


class Refused(Struct, tag="refused"):
    """A command was refused, and why."""

    code: str
    id: str | None = None


class Bye(Struct, tag="bye"):
    """The server closes the socket, and why."""

    code: str


Message = Welcome | Update | Ack | Refused | Bye

read: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
