"""How a table deals: whose luck goes into it, and the game that comes of it.

A table draws its secret when it is made and shows the hash of it; each seat's client may add a
value before the start. Invariant: a deal follows from the table's log alone, and nothing that is
shown before the end tells the secret or a value.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal, commitment_to
from whistlestop.protocol.messages import DealPart
from whistlestop.protocol.options import Options
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import entries as en
from whistlestop.server.table.origin import go_on
from whistlestop.server.table.seat import Seat


def deal_part(secret: str | None, seats: Sequence[Seat]) -> DealPart | None:
    """What everybody may know of a deal that will be proven; None at tables of before."""
    if secret is None:
        return None
    return DealPart(commitment_to(secret), [i for i, s in enumerate(seats) if s.value is not None])


def deal_anew(
    board: str,
    names: Sequence[str],
    first: int | str,
    luck: en.Mixed | None,
    seed: str,
    origin: en.Origin | None = None,
) -> Game:
    """A new game by the table's luck, or one that goes on from its origin; by a bare seed at tables
    of before. Raises SetupError."""
    proven = None if luck is None else ProvenDeal(luck.secret, luck.values)
    if origin is not None:
        return go_on(board, origin, list(names), proven)
    if proven is None:
        return Game(board, players=names, seed=seed, first=first)
    return Game(board, players=names, first=first, deal=proven)


def deal(board: str, started: en.Started, origin: en.Origin | None = None) -> Game:
    """The game of a `started` entry before its first decision."""
    start = (started.names, started.first, started.luck, started.seed)
    game = deal_anew(board, *start, origin)
    if game.board.digest != started.board_digest:
        # A newer program has another board of this name, and this game cannot go on there.
        raise ServerRefusal("board_changed", 500, board=board)
    return game


def shuffle_piles(game: Game, piles: Sequence[str], again: int) -> None:
    """Shuffle what a take-back has revealed, as shuffle number `again` of the game."""
    game.shuffle_again(cards="cards" in piles, tickets="tickets" in piles, again=again)


def taken_back(game: Game, body: en.TookBack) -> Game:
    """A game that went back, with what was revealed shuffled anew."""
    if body.piles:
        shuffle_piles(game, body.piles, body.again)
    return game


def renumbered(options: Options, seats: Sequence[int]) -> Options:
    """Who starts, by the numbers of the seats that play."""
    first = options.first
    if not isinstance(first, int):
        return options
    return replace(options, first=seats.index(first) if first in seats else "chance")
