"""Views of real games to draw: every board, seats and spectator, from the opening to the end."""

from __future__ import annotations

from functools import lru_cache

from whistlestop.bots import make_bot
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")
EVERY = 17


@lru_cache(maxsize=16)
def views(board: str, players: int) -> tuple[View, ...]:
    """All seats' views and the spectator's, every few plies and at the end."""
    game = Game(board, players=NAMES[:players], seed=11)
    bots = [make_bot("random", seed=seat) for seat in range(players)]
    seen: list[View] = []
    while not game.over:
        if game.ply % EVERY == 0 or game.phase == "tunnel":
            seen += all_views(game)
        seat = game.waiting[0]
        game.play(bots[seat].choose(game.view(seat)), seat=seat)
    return (*seen, *all_views(game))


def all_views(game: Game) -> list[View]:
    return [game.view(seat) for seat in (None, *range(len(game.names)))]
