"""The proof of a finished game's deal: secret and values opened, the game dealt again from them.

Only a game that is over is proven: before that its secret stays here, and the caller has checked
that. It proves what `whistlestop check` proves of the record, and nothing about who has read the
server's files.
"""

from __future__ import annotations

from whistlestop.engine.forking import newest_deal
from whistlestop.engine.game import Game
from whistlestop.protocol.story import DealProof
from whistlestop.record import RecordError, loads
from whistlestop.server.errors import ServerRefusal


def prove_deal(game: Game) -> DealProof:
    """Open the deal of a game that is over, and play its record again from it. That takes
    milliseconds, so not in the event loop. Raises ServerRefusal `not_proven`."""
    assert game.over, "a running game has secrets"
    deal = newest_deal(game.deal, game.forks)
    if deal is None:
        raise ServerRefusal("not_proven", 404)
    return DealProof(deal.commitment, deal.secret, list(deal.values), deal.seed, _follows(game))


def _follows(game: Game) -> bool:
    """Whether every card and ticket of the record follows from its secret and values."""
    try:
        loads(game.record.dumps(), game.board).verify()
    except RecordError:
        return False
    return True
