"""A table that goes on from a finished game: what its log keeps of that game, and how it deals.

The log holds the other game's record up to the ply, so that the table depends on no other table.
Nothing is stored or decided here. Invariant: only a game that is over is gone on from, and such a
table counts in no statistics.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from msgspec.structs import replace as with_changes

from whistlestop.boards.load import load_board
from whistlestop.engine.forking import MOST_FORKS
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.protocol.messages import OriginPart
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.requests import ForkTable
from whistlestop.record import Record, RecordError, loads
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import entries as en
from whistlestop.server.table.seat import Seat

KEPT = 16  # games in memory, between the making of a table and its start


def check_fork(game: Game, wanted: ForkTable) -> None:
    """Refuse a ply or a seat that a finished game does not have, and its end."""
    assert game.over, "a running game has secrets"
    players = len(game.names)
    if wanted.ply >= game.ply:
        raise ServerRefusal("no_such_ply", 404)
    if wanted.seat >= players:
        raise ServerRefusal("no_such_seat", 404, seat=wanted.seat)
    if len(wanted.seats) != players:
        raise ServerRefusal(
            "bad_players", 400, players=len(wanted.seats), least=players, most=players
        )
    if sum(fork.ply <= wanted.ply for fork in game.forks) >= MOST_FORKS:
        raise ServerRefusal("too_many_forks", most=MOST_FORKS)


def origin_of(table: str, board: str, game: Game, wanted: ForkTable) -> en.Origin:
    """What a new table keeps of a finished game. It is played again up to the ply, so not in the
    event loop; the start that follows finds it there."""
    record = game.record
    begun = Record(
        replace(record.setup, forks=tuple(x for x in record.forks if x.ply <= wanted.ply)),
        record.plies[: wanted.ply],
        shuffles=tuple(step for step in record.shuffles if step.ply <= wanted.ply),
    )
    seat = None if wanted.as_it_lay else wanted.seat
    text = begun.dumps()
    _past(board, text)
    return en.Origin(table, wanted.ply, text, record.digest, seat)


def plans_of(wanted: ForkTable, seats: list[Seat]) -> list[SeatPlan]:
    """The seats as they are wanted, each in the colour it had, unless another is wanted."""
    both = zip(wanted.seats, seats, strict=True)
    return [with_changes(plan, colour=plan.colour or seat.colour) for plan, seat in both]


def options_of(options: Options) -> Options:
    """The options of the other table; nobody finds the new one in the list of all."""
    return with_changes(options, listed=False, first="chance")


def origin_part(origin: en.Origin | None) -> OriginPart | None:
    """What everybody at a table may know of where its game came from."""
    return None if origin is None else OriginPart(origin.table, origin.ply, origin.seat)


@lru_cache(maxsize=KEPT)
def _past(board: str, record: str) -> Game:
    """The other game up to the ply: whoever gets it copies it. Raises RecordError."""
    return loads(record, load_board(board)).game


def go_on(board: str, origin: en.Origin, names: list[str], deal: ProvenDeal | None) -> Game:
    """The game of a table at its start. Raises SetupError."""
    try:
        past = _past(board, origin.record)
    except RecordError:
        # A newer program has another board of this name, and this game cannot go on there.
        raise ServerRefusal("board_changed", 500, board=board) from None
    game = past.fork(seat=origin.seat, deal=deal, players=names)
    *before, newest = game.forks
    game.forks = (*before, newest._replace(game=origin.game))
    return game
