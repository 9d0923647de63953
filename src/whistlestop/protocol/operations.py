"""The HTTP part as data: every path with what it takes, what it answers and how it may refuse.

The OpenAPI document is made from this list, and a test holds the list against the server's own
routes. It handles nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from whistlestop.bots.review import Review
from whistlestop.protocol.boards import BoardFacts, Outline
from whistlestop.protocol.commands import Command
from whistlestop.protocol.limits import (
    HISTORY_ENTRIES,
    LIST_TABLES,
    PlyNumber,
    SeatNumber,
    TableId,
    Time,
    Version,
)
from whistlestop.protocol.messages import Ack, Status
from whistlestop.protocol.puzzles import PuzzleList, PuzzlePosition, PuzzleSolution
from whistlestop.protocol.requests import (
    CreateTable,
    ForkTable,
    Health,
    Log,
    Made,
    Me,
    Offers,
    PlayNow,
    Seen,
    Statistics,
    Tables,
)
from whistlestop.protocol.story import DealProof, PlyAdvice, ReviewProgress, Story

JSON = "application/json"
SVG = "image/svg+xml"
RECORD = "application/x-ndjson"
TEXT = "text/plain"
HTML = "text/html"


@dataclass(frozen=True)
class OperationParameter:
    """Something in the path, the query or the headers."""

    name: str
    says: str
    type: Any = str
    where: Literal["path", "query", "header"] = "query"


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked over HTTP. `ways` are those of saying who asks; `refusals` the
    codes that are its own, by status."""

    path: str
    name: str
    says: str
    answer: Any = None
    media: str = JSON
    status: int = 200
    meanwhile: Any = None  # what is answered with 202 as long as the answer is not ready
    unwell: int | None = None  # the status of the same answer when it is no good news
    body: Any = None
    takes: tuple[OperationParameter, ...] = ()
    ways: tuple[Literal["guest", "seat"], ...] = ()
    refusals: tuple[tuple[int, tuple[str, ...]], ...] = ()
    method: Literal["get", "post"] = "get"


TABLE = OperationParameter("id", "The table.", TableId, "path")
INVITE = OperationParameter(
    "Whistlestop-Invite", "The table's invite, for strangers at a private table.", str, "header"
)
PLY = OperationParameter("ply", "After so many decisions; 0 is the deal.", PlyNumber, "path")
SEAT = OperationParameter("seat", "Whose eyes; nobody's own without it.", SeatNumber)
BOARD = OperationParameter("name", "The board, as `usa` or `usa:mega`.", str, "path")
DIGEST = OperationParameter("v", "The outline's digest; the answer may then be kept for good.")
FILE = OperationParameter("name", "The file.", str, "path")
PUZZLE = OperationParameter("puzzle", "The puzzle.", str, "path")
BEFORE = OperationParameter("before", "Continue a list: what was updated before this time.", Time)
STATUS = OperationParameter(
    "status", "Only tables that are `gathering`, `playing` or `over`.", Status
)
AFTER = OperationParameter("after", "The version after which the log is wanted.", Version)
LIMIT = OperationParameter("limit", "At most so many.", Annotated[int, Meta(ge=1, le=LIST_TABLES)])
LOG_LIMIT = OperationParameter(
    "limit", "At most so many.", Annotated[int, Meta(ge=1, le=HISTORY_ENTRIES)]
)
# The page is the same whatever stands there; it says itself that there is no such table.
PAGE_TABLE = OperationParameter("id", "The table.", str, "path")

GUEST: tuple[Literal["guest", "seat"], ...] = ("guest",)
ANYONE: tuple[Literal["guest", "seat"], ...] = ("guest", "seat")
NO_TABLE = (404, ("no_such_table",))
NO_BOARD = (404, ("no_such_board",))
NO_PATH = (404, ("no_such_path",))
NO_PUZZLE = (404, ("no_such_puzzle",))
WATCHING = (403, ("not_allowed",))
LINK = (403, ("not_allowed", "not_invited"))
QUERY = (400, ("bad_query",))
TOO_FAST = (429, ("too_fast",))
MAKING = (
    (400, ("bad_message", "bad_name", "bad_players", "unknown_bot", "unknown_level")),
    (403, ("bad_origin", "guests_only", "no_recipes")),
    NO_BOARD,
    (429, ("too_fast", "too_many_tables")),
    (503, ("store_unavailable", "busy")),
)
NOT_FINISHED = (409, ("not_finished",))
FINISHED = (QUERY, WATCHING, (404, ("no_such_table", "no_such_ply")), NOT_FINISHED, TOO_FAST)

OPERATIONS = (
    Operation(
        "/api/play",
        "playNow",
        "A running game against bots.",
        Made,
        method="post",
        body=PlayNow,
        status=201,
        ways=GUEST,
        refusals=MAKING,
    ),
    Operation(
        "/api/tables",
        "createTable",
        "Make a table.",
        Made,
        method="post",
        body=CreateTable,
        status=201,
        ways=GUEST,
        refusals=MAKING,
    ),
    Operation(
        "/api/tables",
        "listedTables",
        "Tables that are listed for everybody.",
        Tables,
        takes=(STATUS, BEFORE, LIMIT),
        refusals=(QUERY, TOO_FAST),
    ),
    Operation("/api/me", "me", "Who is asking.", Me, ways=GUEST, refusals=(TOO_FAST,)),
    Operation(
        "/api/me/tables",
        "myTables",
        "The tables where the guest has a seat.",
        Tables,
        takes=(STATUS, BEFORE, LIMIT),
        refusals=(QUERY, TOO_FAST),
        ways=GUEST,
    ),
    Operation(
        "/api/me/statistics",
        "myStatistics",
        "How the guest fared.",
        Statistics,
        ways=GUEST,
        refusals=(TOO_FAST,),
    ),
    Operation("/api/offers", "offers", "What a table can be made of.", Offers),
    Operation(
        "/api/tables/{id}",
        "table",
        "A table as the caller may see it.",
        Seen,
        takes=(TABLE, INVITE),
        ways=ANYONE,
        refusals=(NO_TABLE, LINK, TOO_FAST),
    ),
    Operation(
        "/api/tables/{id}/log",
        "log",
        "A piece of a table's log as the caller may see it.",
        Log,
        takes=(TABLE, AFTER, LOG_LIMIT, INVITE),
        ways=ANYONE,
        refusals=(QUERY, LINK, NO_TABLE, TOO_FAST),
    ),
    Operation(
        "/api/tables/{id}/socket",
        "socket",
        "The table's WebSocket: FromClient in, FromServer out.",
        status=101,
        takes=(TABLE,),
        ways=ANYONE,
        refusals=(
            (400, ("bad_request",)),
            (403, ("bad_origin", "banned", *WATCHING[1])),
            NO_TABLE,
            (429, ("too_fast", "too_many_sockets")),
        ),
    ),
    Operation(
        "/api/tables/{id}/commands",
        "command",
        "One command, for those without a socket.",
        Ack,
        method="post",
        body=Command,
        takes=(TABLE, INVITE),
        ways=ANYONE,
        refusals=(
            (400, ("bad_message",)),
            (403, ("bad_origin", "not_your_seat", "not_host", "not_invited", "table_closed")),
            NO_TABLE,
            (409, ("stale", "wrong_time", "not_allowed", "seat_taken")),
            TOO_FAST,
            (503, ("store_unavailable", "busy")),
        ),
    ),
    Operation(
        "/api/tables/{id}/plies/{ply}",
        "ply",
        "One ply of a finished game.",
        Seen,
        takes=(TABLE, PLY, SEAT),
        ways=ANYONE,
        refusals=FINISHED,
    ),
    Operation(
        "/api/tables/{id}/plies/{ply}.svg",
        "plyDrawing",
        "One ply of a finished game, drawn.",
        media=SVG,
        takes=(TABLE, PLY, SEAT),
        ways=ANYONE,
        refusals=FINISHED,
    ),
    Operation(
        "/api/tables/{id}/plies/{ply}/advice",
        "plyAdvice",
        "What the coach says to the seat that had to decide, or to another.",
        PlyAdvice,
        takes=(TABLE, PLY, SEAT),
        ways=ANYONE,
        refusals=(*FINISHED, (503, ("no_advice", "restarting"))),
    ),
    Operation(
        "/api/tables/{id}/fork",
        "forkTable",
        "Make a table that goes on from a ply of a finished game.",
        Made,
        method="post",
        body=ForkTable,
        status=201,
        takes=(TABLE,),
        ways=GUEST,
        refusals=(
            (400, ("bad_message", "bad_name", "bad_players", "unknown_bot", "unknown_level")),
            (403, ("bad_origin", "guests_only", "no_recipes", "not_allowed")),
            (404, ("no_such_table", "no_such_ply", "no_such_seat", "no_such_board")),
            (409, ("not_finished", "too_many_forks")),
            (429, ("too_fast", "too_many_tables")),
            (503, ("store_unavailable", "busy")),
        ),
    ),
    Operation(
        "/api/tables/{id}/story",
        "story",
        "A finished game, every ply of it.",
        Story,
        takes=(TABLE,),
        ways=ANYONE,
        refusals=(WATCHING, NO_TABLE, NOT_FINISHED, TOO_FAST),
    ),
    Operation(
        "/api/tables/{id}/review",
        "review",
        "A finished game told afterwards: what decisions cost, what was luck, where it turned.",
        Review,
        meanwhile=ReviewProgress,
        takes=(TABLE,),
        ways=ANYONE,
        refusals=(WATCHING, NO_TABLE, NOT_FINISHED, TOO_FAST, (503, ("no_review", "restarting"))),
    ),
    Operation(
        "/api/tables/{id}/proof",
        "proof",
        "The deal of a finished game, opened and checked.",
        DealProof,
        takes=(TABLE,),
        ways=ANYONE,
        refusals=(WATCHING, (404, ("no_such_table", "not_proven")), NOT_FINISHED, TOO_FAST),
    ),
    Operation(
        "/api/tables/{id}/record.wst",
        "record",
        "The record: whole once the game is over, before that as the caller saw the game.",
        media=RECORD,
        takes=(TABLE, SEAT),
        ways=ANYONE,
        refusals=(
            QUERY,
            (403, ("not_allowed", "not_your_seat")),
            (404, ("no_such_table", "no_such_seat")),
            (409, ("wrong_time",)),
            TOO_FAST,
        ),
    ),
    Operation(
        "/api/boards/{name}",
        "board",
        "A board: what is printed on it and where.",
        BoardFacts,
        takes=(BOARD,),
        refusals=(NO_BOARD, TOO_FAST),
    ),
    Operation(
        "/api/boards/{name}.svg",
        "boardDrawing",
        "The empty board, drawn.",
        media=SVG,
        takes=(BOARD,),
        refusals=(NO_BOARD, TOO_FAST),
    ),
    Operation(
        "/api/boards/{name}/outline",
        "boardOutline",
        "The land under a board.",
        Outline,
        takes=(BOARD, DIGEST),
        refusals=((404, ("no_such_board", "no_such_outline")), TOO_FAST),
    ),
    Operation(
        "/api/puzzles",
        "puzzles",
        "All puzzles, and which one is today's.",
        PuzzleList,
        refusals=(TOO_FAST,),
    ),
    Operation(
        "/api/puzzles/{puzzle}",
        "puzzle",
        "A puzzle as its seat sees it.",
        PuzzlePosition,
        takes=(PUZZLE,),
        refusals=(NO_PUZZLE, TOO_FAST),
    ),
    Operation(
        "/api/puzzles/{puzzle}/solution",
        "puzzleSolution",
        "The answer of a puzzle: every move with its value, and the coach's reasons.",
        PuzzleSolution,
        takes=(PUZZLE,),
        refusals=(NO_PUZZLE, TOO_FAST),
    ),
    Operation("/api/openapi.json", "openapi", "This document.", dict[str, Any]),
    Operation("/health", "health", "Whether the server can do its work.", Health, unwell=503),
    Operation("/metrics", "metrics", "Figures for Prometheus.", media=TEXT),
    Operation("/", "startPage", "The page to play on.", media=HTML),
    Operation("/new", "newPage", "The page to make a table on.", media=HTML),
    Operation("/games", "gamesPage", "The page of the guest's own games.", media=HTML),
    Operation("/watch", "watchPage", "The page of the listed tables.", media=HTML),
    Operation("/rules", "rulesPage", "The page of the rules.", media=HTML),
    Operation("/puzzles", "puzzlesPage", "The page of the puzzles.", media=HTML),
    Operation(
        "/puzzles/{puzzle}", "puzzlePage", "The page of a puzzle.", media=HTML, takes=(PUZZLE,)
    ),
    Operation("/t/{id}", "tablePage", "The page of a table.", media=HTML, takes=(PAGE_TABLE,)),
    Operation(
        "/t/{id}/{ply}",
        "plyPage",
        "The page of one ply of a finished game.",
        media=HTML,
        takes=(PAGE_TABLE, PLY),
        refusals=(NO_PATH,),
    ),
    Operation(
        "/t/{id}/review",
        "reviewPage",
        "The page of the review of a finished game.",
        media=HTML,
        takes=(PAGE_TABLE,),
    ),
    Operation(
        "/page/{name}", "pageFile", "A file of the page.", takes=(FILE,), refusals=(NO_PATH,)
    ),
)
