"""The bodies of the HTTP part: what is asked and what is answered."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from whistlestop.protocol.limits import BoardName, BotName, Name, PlyNumber, SeatNumber
from whistlestop.protocol.messages import Happened, TablePart
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.views import OwnView, PublicView


class CreateTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Make a table; one seat at least is the maker's (`me`) or a bot's."""

    name: Name
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=5)]
    options: Options = Options()


class PlayNow(Struct, frozen=True, forbid_unknown_fields=True):
    """A running game against bots in one request."""

    name: Name
    board: BoardName = "usa"
    bots: Annotated[list[BotName], Meta(min_length=1, max_length=4)] = field(
        default_factory=lambda: ["greedy"]
    )


class ForkTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Make a table that goes on from a ply of a finished game, with as many seats in the same
    order. All that `seat` could not know there is dealt anew, or stays `as_it_lay`."""

    name: Name
    ply: PlyNumber
    seat: SeatNumber
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=5)]
    as_it_lay: bool = False


class Made(Struct, frozen=True):
    """A table that has been made: its id, its address, what lets others take a seat, and the
    commitment to the deal; null where nothing is dealt."""

    table: str
    path: str
    invite: str
    commitment: str | None


class Me(Struct, frozen=True):
    """Who is asking, and what the server is; `address` is where the world finds it, if that was
    told."""

    guest: str
    protocol: int
    server: str
    address: str | None = None


class BoardPart(Struct, frozen=True):
    """A board that can be played."""

    name: str
    title: str
    players: tuple[int, int]


class BotPart(Struct, frozen=True):
    """A bot that can take a seat; `level` is set for the levels of a board."""

    name: str
    says: str
    level: int | None


class Offers(Struct, frozen=True):
    """What a table can be made of."""

    boards: list[BoardPart]
    bots: list[BotPart]
    colours: list[str]
    phrases: list[str]


class TableLine(Struct, frozen=True):
    """A table in a list. `your_turn` and `seats` concern the one who asks; `deadline` is when the
    clock of those the game waits for runs out, in milliseconds since 1970."""

    table: TablePart
    version: int
    updated: int
    seats: list[int]
    your_turn: bool
    deadline: int | None = None


class Tables(Struct, frozen=True):
    """A list of tables; `before` continues it, if there is more."""

    tables: list[TableLine]
    before: int | None


class Seen(Struct, frozen=True):
    """A table, or one ply of a finished game, as the caller may see it."""

    v: int
    table: TablePart
    game: PublicView | None
    mine: list[OwnView]


class Log(Struct, frozen=True):
    """A piece of a table's log as the caller may see it."""

    happened: list[Happened]
    more: bool


class BoardStatistics(Struct, frozen=True):
    """How one has fared on a board with a number of players."""

    board: str
    players: int
    played: int
    won: int
    average: float
    best: int
    tickets_held: int
    tickets_made: int


class Statistics(Struct, frozen=True):
    """How a player has fared, board by board."""

    boards: list[BoardStatistics]


class Health(Struct, frozen=True, omit_defaults=True):
    """`ok`, or what does not work, and how many processes for bots live; then the damage, if any:
    tables that cannot be read, and tables that lost their newest moves."""

    status: str
    bots: int
    damaged_tables: int = 0
    tables_behind: int = 0


class Problem(Struct, frozen=True):
    """A request that was refused."""

    code: str
    params: dict[str, Any]
