"""The entries of a table's log, from which everything else about the table is derived.

Entries hold secrets (the luck, what chance answered, advice), so they never leave the server as
they are; `entry_to_wire` says what an audience learns from each. Invariant: the bytes of an entry,
once committed, are read back by every later version or refused loudly.

No kind of entry, command or append is derived from another, and `isinstance` takes several times as
long for msgspec's classes as for others: what every move passes compares types instead.
"""

from __future__ import annotations

from typing import Literal, final

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


class Origin(Struct, frozen=True):
    """The game that a table goes on from: where it was played, its `record` up to the ply, and the
    digest of the whole. All that `seat` could not know is dealt anew; None leaves it as it lay."""

    table: str
    ply: int
    record: str
    game: str | None
    seat: int | None = None


class Created(Struct, frozen=True, tag="created"):
    """A table was made. `guest` is its host."""

    options: Options
    seats: tuple[SeatSetup, ...]
    guest: str
    invite: str
    rematch_of: str | None = None
    invited: tuple[str, ...] = ()  # guests who need no invite: a rematch is their offer
    secret: str | None = None  # the server's part of the luck; tables of before have none
    origin: Origin | None = None


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


class Valued(Struct, frozen=True, tag="valued"):
    """A seat's client gave its part of the luck."""

    seat: int
    value: str


class Mixed(Struct, frozen=True):
    """All that a proven deal follows from. `values` are those of the seats that play, in the game's
    order; None where a client gave none."""

    secret: str
    values: tuple[str | None, ...]


class Started(Struct, frozen=True, tag="started"):
    """The game was dealt. `seats` are the seats of the table that play, in the game's order."""

    seed: str
    first: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    board_digest: str
    rng: int
    server: str
    luck: Mixed | None = None  # games of before were dealt by the seed alone
    ply: int = 0  # the decisions taken before, where the game goes on from another one


@final
class Did(Struct, frozen=True, tag="did", gc=False):
    """A decision of the game with what chance answered. `by` is who took it."""

    seat: int
    do: str
    got: tuple[str, ...] = ()
    by: By = "player"


class TookBack(Struct, frozen=True, tag="took_back"):
    """The last `plies` decisions are undone. Where they had revealed something, the rivals `agreed`
    and `piles` (cards, tickets) were shuffled, as shuffle number `again` of the game."""

    seat: int
    plies: int
    piles: tuple[str, ...] = ()
    again: int = 0
    agreed: tuple[int, ...] = ()


class AskedBack(Struct, frozen=True, tag="asked_back"):
    """A seat asked its rivals to agree to a take-back of something that was revealed. They may
    answer until the game clock shows `until`."""

    seat: int
    plies: int
    until: int


class AnsweredBack(Struct, frozen=True, tag="answered_back"):
    """A rival answered the question of version `asked`, and it was not the last yes to come."""

    seat: int
    agrees: bool
    asked: int


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


class Closed(Struct, frozen=True, tag="closed"):
    """Whoever runs the server closed the table: nobody moves or talks any more."""


class Reopened(Struct, frozen=True, tag="reopened"):
    """Whoever runs the server opened the table again."""


class Forgotten(Struct, frozen=True, tag="forgotten"):
    """A guest was forgotten: the log before this was rewritten, and the guest's `seats` are
    nobody's. Whoever has read the log before has to read it again."""

    seats: tuple[int, ...]


OfSeats = Sat | Painted | Left | Returned | Arranged | Reissued | Linked | Valued
OfGame = Started | Did | TookBack | AskedBack | AnsweredBack | Hinted
OfOperator = Closed | Reopened | Forgotten
Body = Created | OfSeats | OfGame | OfOperator | Said | Rematched


class Beside(Struct, frozen=True, gc=False):
    """What an entry's bytes hold beside its body: the digest of its command, of the game's entries
    how many lines of talk came before, and what the game clock showed; 0 where there was none."""

    digest: str = ""
    said: int = 0
    clock: int = 0


NOTHING = Beside()

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_beside = msgspec.json.Decoder(Beside)

# An entry from its bytes, and what they hold beside it. Both raise msgspec.DecodeError.
decode_body = _decoder.decode
decode_beside = _beside.decode


def is_rewritten(data: bytes) -> bool:
    """Whether the entry with these bytes says that those before it were changed."""
    return data.startswith(b'{"type":"forgotten"')


def encode_body(body: Body, beside: Beside = NOTHING) -> bytes:
    """The bytes of an entry as the store keeps them, with what is beside it, if anything is."""
    data = _encoder.encode(body)
    text = f',"said":{beside.said}' if beside.said else ""
    if beside.digest:
        text += f',"digest":"{beside.digest}"'
    if beside.clock:
        text += f',"clock":{beside.clock}'
    return data[:-1] + text.encode() + b"}" if text else data
