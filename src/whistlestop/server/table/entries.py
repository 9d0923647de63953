"""The entries of a table's log, from which everything else about the table is derived.

Entries hold secrets (the seed, what chance answered, advice), so they never leave the server as
they are; `entry_to_wire` says what an audience learns from each. Invariant: the bytes of an entry,
once committed, are read back by every later version or refused loudly.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.protocol.options import Colour, Options, Phrase, SeatKind

Away = Literal["left", "time", "kicked"]
By = Literal["player", "bot", "stand_in", "remote"]


class SeatSetup(Struct, frozen=True):
    """A seat as it was when the table was made."""

    kind: SeatKind
    colour: Colour
    name: str | None = None
    bot: str | None = None
    guest: str | None = None


class Created(Struct, frozen=True, tag="created"):
    """A table was made. `guest` is its host."""

    options: Options
    seats: tuple[SeatSetup, ...]
    guest: str
    invite: str
    rematch_of: str | None = None
    invited: tuple[str, ...] = ()  # guests who need no invite: a rematch is their offer


class Sat(Struct, frozen=True, tag="sat"):
    """A guest took a seat."""

    seat: int
    guest: str
    name: str
    colour: Colour
    moved: bool = False  # it is the same person, on another device


class Painted(Struct, frozen=True, tag="painted"):
    """A seat got a colour."""

    seat: int
    colour: Colour


class Left(Struct, frozen=True, tag="left"):
    """A seat is no longer its player's: free before the start, a bot's after it."""

    seat: int
    why: Away
    invite: str | None = None  # the table's new one; kicking ends the old one


class Returned(Struct, frozen=True, tag="returned"):
    """A player came back to the seat they were away from."""

    seat: int


class Arranged(Struct, frozen=True, tag="arranged"):
    """The host said what a seat is for."""

    seat: int
    kind: Literal["open", "bot", "here", "remote"]
    name: str | None = None
    bot: str | None = None


class Reissued(Struct, frozen=True, tag="reissued"):
    """A token was made for a seat; `serial` makes the older ones worthless."""

    seat: int
    serial: int


class Linked(Struct, frozen=True, tag="linked"):
    """A player made a link for another device; `serial` makes the older ones worthless."""

    seat: int
    serial: int


class Started(Struct, frozen=True, tag="started"):
    """The game was dealt. `seats` are the seats of the table that play, in the game's order."""

    seed: str
    first: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    board_digest: str
    rng: int
    server: str


class Did(Struct, frozen=True, tag="did", gc=False):
    """A decision of the game with what chance answered. `by` is who took it."""

    seat: int
    do: str
    got: tuple[str, ...] = ()
    by: By = "player"


class TookBack(Struct, frozen=True, tag="took_back"):
    """The last `plies` decisions are undone."""

    seat: int
    plies: int


class Hinted(Struct, frozen=True, tag="hinted"):
    """A seat was given advice on a decision."""

    seat: int
    decision: int
    options: tuple[AdvisedAction, ...]


class Said(Struct, frozen=True, tag="said"):
    """Chat; `seat` is None for a spectator."""

    seat: int | None
    name: str
    text: str | None = None
    phrase: Phrase | None = None


class Rematched(Struct, frozen=True, tag="rematched"):
    """Those who sat here are offered a new table. `seat` is whose player asked for it."""

    table: str
    seat: int | None = None


OfSeats = Sat | Painted | Left | Returned | Arranged | Reissued | Linked
Body = Created | OfSeats | Started | Did | TookBack | Hinted | Said | Rematched


class _Digest(Struct, frozen=True):
    """What an entry's bytes hold beside its body."""

    digest: str = ""


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_digests = msgspec.json.Decoder(_Digest)

# An entry from its bytes. Raises msgspec.DecodeError.
decode_body = _decoder.decode


def encode_body(body: Body, digest: str = "") -> bytes:
    """The bytes of an entry as the store keeps them, with the digest of its command if any."""
    data = _encoder.encode(body)
    return data[:-1] + f',"digest":"{digest}"}}'.encode() if digest else data


def decode_digest(data: bytes) -> str:
    """The digest of the command that made an entry; "" if it has none."""
    return _digests.decode(data).digest
