"""The orders, and what is answered to them, as the store keeps both.

Nothing is carried out here. Invariant: what is written by one version is read by the next.
"""

from __future__ import annotations

import getpass
import re
from ipaddress import ip_network

import msgspec
from msgspec import Struct

from whistlestop.server.errors import StartupError

_NAME = re.compile(r"[a-z0-9]{1,40}")
_GUEST = re.compile(r"[a-z0-9]{20}")  # as every server has made them
_ALIAS = re.compile(r"[0-9a-f]{12}")
_ADDRESS = re.compile(r"[0-9a-fA-F:.]+(/[0-9]{1,3})?")


class CloseTable(Struct, frozen=True, tag="close"):
    """Nobody may move or talk at a table any more."""

    table: str


class ReopenTable(Struct, frozen=True, tag="reopen"):
    """A closed table goes on."""

    table: str


class DeleteTable(Struct, frozen=True, tag="delete"):
    """A table goes, with all that is kept about it."""

    table: str


class BanGuest(Struct, frozen=True, tag="ban"):
    """A guest, an address or a network may do nothing any more."""

    name: str
    why: str = ""


class UnbanGuest(Struct, frozen=True, tag="unban"):
    """A ban ends."""

    name: str


class ForgetGuest(Struct, frozen=True, tag="forget"):
    """A guest's name leaves every place."""

    guest: str


class CleanTables(Struct, frozen=True, tag="clean"):
    """Tables go that were last changed before these times (milliseconds since 1970): finished ones
    and all others. None leaves them."""

    finished: int | None = None
    unfinished: int | None = None


class ChangeKey(Struct, frozen=True, tag="rotate-keys"):
    """Cookies and tokens are signed by a new key; what the old one signed is good until a time."""

    until: int


Order = (
    CloseTable
    | ReopenTable
    | DeleteTable
    | BanGuest
    | UnbanGuest
    | ForgetGuest
    | CleanTables
    | ChangeKey
)


class OrderAnswer(Struct, frozen=True, omit_defaults=True):
    """What became of an order. With a `code` it was refused, and has changed nothing.

    `tables` are those that it changed; `count` is how many, where they are not named. `linked` are
    other guests of the same person, by which they sat at one of these tables.
    """

    code: str | None = None
    changed: bool = True
    tables: tuple[str, ...] = ()
    count: int = 0
    linked: tuple[str, ...] = ()


SENTENCES = {
    "no_such_table": "There is no such table.",
    "no_such_guest": "No table knows this guest.",
    "table_damaged": "The table's log is damaged, so it cannot be changed: see store repair.",
    "store_unavailable": "The store cannot be written now; nothing was changed.",
    "busy": "The table changes too fast; try again.",
    "board_changed": "The table's board is another one now, so its log cannot be changed.",
    "failed": "The server could not carry it out; its log says why.",
}
"""What the codes of an OrderAnswer mean."""

encode = msgspec.json.Encoder().encode
_order: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)
_answer = msgspec.json.Decoder(OrderAnswer)

# An order and an answer from their bytes. Both raise msgspec.DecodeError.
decode_order = _order.decode
decode_answer = _answer.decode


def kind_of(order: Order) -> str:
    """The word for an order: that of the command which gives it."""
    return str(order.__struct_config__.tag)


def is_address(name: str) -> bool:
    """Whether what is banned is an address or a network, and no guest."""
    return _NAME.fullmatch(name) is None


def banned_name(text: str) -> str:
    """A guest, an address or a network as it is kept. Raises StartupError.

    What a player is called, or what the log calls an address, is none of them: nobody would be
    banned by it.
    """
    text = text.strip()
    if _GUEST.fullmatch(text) and not text.isdecimal():
        return text
    try:
        if _ADDRESS.fullmatch(text) is None:
            raise ValueError
        return str(ip_network(text, strict=False))
    except ValueError:
        says = f'"{text:.60}" is no guest as admin show names them, no address and no network.'
        if _ALIAS.fullmatch(text):
            says += " What the log calls an address is banned for today by `serve --ban`."
        raise StartupError("bad_name", says) from None


def operator() -> str:
    """Who gives orders: the system's user."""
    try:
        return getpass.getuser()[:60]
    except (OSError, KeyError):  # a container may have users without a name
        return "somebody"
