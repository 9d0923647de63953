"""The HTTP part as data: every path with what it takes, what it answers and how it may refuse.

The OpenAPI document is made from this list, and a test holds the list against the server's own
routes. It handles nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from whistlestop.protocol.boards import BoardFacts, Outline
from whistlestop.protocol.commands import Command
from whistlestop.protocol.limits import TableId
from whistlestop.protocol.messages import Ack
from whistlestop.protocol.requests import (
    CreateTable,
    Log,
    Made,
    Me,
    Offers,
    PlayNow,
    Seen,
    Statistics,
    Tables,
)
from whistlestop.protocol.story import PlyAdvice, Story

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
    body: Any = None
    takes: tuple[OperationParameter, ...] = ()
    ways: tuple[Literal["guest", "seat"], ...] = ()
    refusals: tuple[tuple[int, tuple[str, ...]], ...] = ()
    method: Literal["get", "post"] = "get"


TABLE = OperationParameter("id", "The table.", TableId, "path")
INVITE = OperationParameter(
    "Whistlestop-Invite", "The table's invite, for strangers at a private table.", str, "header"
)
PLY = OperationParameter("ply", "After so many decisions; 0 is the deal.", int, "path")
SEAT = OperationParameter("seat", "Whose eyes; nobody's own without it.", int)
BOARD = OperationParameter("name", "The board, as `usa` or `usa:mega`.", str, "path")
DIGEST = OperationParameter("v", "The outline's digest; the answer may then be kept for good.")
FILE = OperationParameter("name", "The file.", str, "path")
BEFORE = OperationParameter("before", "Continue a list: what was updated before this time.", int)
STATUS = OperationParameter("status", "Only tables that are `gathering`, `playing` or `over`.")
AFTER = OperationParameter("after", "The version after which the log is wanted.", int)
LIMIT = OperationParameter("limit", "At most so many.", int)

GUEST: tuple[Literal["guest", "seat"], ...] = ("guest",)
ANYONE: tuple[Literal["guest", "seat"], ...] = ("guest", "seat")
NO_TABLE = (404, ("no_such_table",))
NO_BOARD = (404, ("no_such_board",))
WATCHING = (403, ("not_allowed",))
LINK = (403, ("not_allowed", "not_invited"))
QUERY = (400, ("bad_query",))
MAKING = (
    (400, ("bad_message", "bad_name", "bad_players", "unknown_bot", "unknown_level")),
    (403, ("bad_origin", "guests_only", "no_recipes")),
    NO_BOARD,
    (503, ("store_unavailable", "busy")),
)
NOT_FINISHED = (409, ("not_finished",))
FINISHED = (QUERY, WATCHING, (404, ("no_such_table", "no_such_ply")), NOT_FINISHED)

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
        refusals=(QUERY,),
    ),
    Operation("/api/me", "me", "Who is asking.", Me, ways=GUEST),
    Operation(
        "/api/me/tables",
        "myTables",
        "The tables where the guest has a seat.",
        Tables,
        takes=(STATUS, BEFORE, LIMIT),
        refusals=(QUERY,),
        ways=GUEST,
    ),
    Operation("/api/me/statistics", "myStatistics", "How the guest fared.", Statistics, ways=GUEST),
    Operation("/api/offers", "offers", "What a table can be made of.", Offers),
    Operation(
        "/api/tables/{id}",
        "table",
        "A table as the caller may see it.",
        Seen,
        takes=(TABLE, INVITE),
        ways=ANYONE,
        refusals=(NO_TABLE, LINK),
    ),
    Operation(
        "/api/tables/{id}/log",
        "log",
        "A piece of a table's log as the caller may see it.",
        Log,
        takes=(TABLE, AFTER, LIMIT, INVITE),
        ways=ANYONE,
        refusals=(QUERY, LINK, NO_TABLE),
    ),
    Operation(
        "/api/tables/{id}/socket",
        "socket",
        "The table's WebSocket: FromClient in, FromServer out.",
        status=101,
        takes=(TABLE,),
        ways=ANYONE,
        refusals=(NO_TABLE, WATCHING),
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
            (403, ("bad_origin", "not_your_seat", "not_host", "not_invited")),
            NO_TABLE,
            (409, ("stale", "wrong_time", "not_allowed", "seat_taken")),
            (429, ("too_fast",)),
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
        refusals=(*FINISHED, (429, ("too_fast",)), (503, ("no_advice", "restarting"))),
    ),
    Operation(
        "/api/tables/{id}/story",
        "story",
        "A finished game, every ply of it.",
        Story,
        takes=(TABLE,),
        ways=ANYONE,
        refusals=(WATCHING, NO_TABLE, NOT_FINISHED),
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
        ),
    ),
    Operation(
        "/api/boards/{name}",
        "board",
        "A board: what is printed on it and where.",
        BoardFacts,
        takes=(BOARD,),
        refusals=(NO_BOARD,),
    ),
    Operation(
        "/api/boards/{name}.svg",
        "boardDrawing",
        "The empty board, drawn.",
        media=SVG,
        takes=(BOARD,),
        refusals=(NO_BOARD,),
    ),
    Operation(
        "/api/boards/{name}/outline",
        "boardOutline",
        "The land under a board.",
        Outline,
        takes=(BOARD, DIGEST),
        refusals=((404, ("no_such_board", "no_such_outline")),),
    ),
    Operation("/api/openapi.json", "openapi", "This document.", dict[str, Any]),
    Operation("/health", "health", "Whether the server can do its work.", dict[str, Any]),
    Operation("/metrics", "metrics", "Figures for Prometheus.", media=TEXT),
    Operation("/", "startPage", "The page to play on.", media=HTML),
    Operation("/new", "newPage", "The page to make a table on.", media=HTML),
    Operation("/games", "gamesPage", "The page of the guest's own games.", media=HTML),
    Operation("/watch", "watchPage", "The page of the listed tables.", media=HTML),
    Operation("/rules", "rulesPage", "The page of the rules.", media=HTML),
    Operation("/t/{id}", "tablePage", "The page of a table.", media=HTML, takes=(TABLE,)),
    Operation(
        "/t/{id}/{ply}",
        "plyPage",
        "The page of one ply of a finished game.",
        media=HTML,
        takes=(TABLE, PLY),
    ),
    Operation("/page/{name}", "pageFile", "A file of the page.", takes=(FILE,)),
)
