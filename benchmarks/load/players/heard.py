"""What the load client reads of the server's messages: the few parts that it plays by."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct


class Own(Struct):
    seat: int
    decision: int | None
    legal: list[str]


class TableSeen(Struct):
    status: str
    rematch: str | None


class Welcome(Struct, tag="welcome"):
    v: int
    table: TableSeen
    mine: list[Own]


class Update(Struct, tag="update"):
    v: int
    table: TableSeen | None = None
    mine: list[Own] | None = None


class Ack(Struct, tag="ack"):
    id: str
    v: int
    result: dict[str, Any] | None = None


class Refused(Struct, tag="refused"):
    code: str
    id: str | None = None


class Bye(Struct, tag="bye"):
    code: str


Message = Welcome | Update | Ack | Refused | Bye

read: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
