"""Games with a proven deal, with and without shuffles after take-backs, for several tests."""

from __future__ import annotations

from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.state.rng import seeded

SECRET = "5e" * 32
NAMES = ("Ann", "Bob", "Cy")
DEAL = ProvenDeal(SECRET, ("ann's value", None, "Zoë"))


def proven_game(plies: int = 1000, shuffles: bool = False, board: str = "new-york") -> Game:
    """A game played at random for some plies, or to its end."""
    return play_on(Game(board, NAMES, deal=DEAL, first="chance"), plies, shuffles)


def shuffled_game(plies: int = 1000, rng: int = 1, board: str = "new-york") -> Game:
    """A game without a proof whose piles are shuffled again now and then."""
    return play_on(Game(board, NAMES, seed=11, rng=rng), plies, True)


def play_on(game: Game, plies: int, shuffles: bool) -> Game:
    choices = seeded("proven", "choices")
    while len(game.plies) < plies and not game.over:
        legal = game.legal
        game.play(legal[choices.below(len(legal))])
        if shuffles and game.phase == "turn" and choices.below(4) == 0:
            game.shuffle_again(cards=choices.below(2) == 0, tickets=True)
    return game
