"""Environments' rows beside games: random games, and arrays that follow any `Game`.

`beside` brings the compiled rows to the position of a game however that came about, so that games
with explicit luck can be looked at through the eyes of an environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.state.chance import Chance, arrange_pile, arrange_tickets
from whistlestop.engine.state.flat_board import TICKETS_CODE
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.setup import deal
from whistlestop.envs.episode_arrays import EpisodeArrays
from whistlestop.envs.settings import Setting, setting_of

BOARDS = ("europe", "london", "new-york", "usa")
TABLES = [
    (board, players)
    for board in BOARDS
    for players in range(
        load_board(board).rules.min_players, load_board(board).rules.max_players + 1
    )
]


def some_number(game: Game, rng: Random) -> int:
    """A legal action by its number; kinds of actions first, so that rare ones happen too."""
    codes = list(game.legal.codes)
    kinds: dict[str, list[int]] = {}
    for code in codes:
        kinds.setdefault(game.codec.text(code).split()[0], []).append(code)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def random_game(board: str, players: int, seed: str, plies: int) -> Game:
    """A game after so many random plies, or at its end."""
    game, rng = Game(board, players, seed=seed), Random(seed)
    while game.ply < plies and not game.over:
        game.play(game.codec.decode(some_number(game, rng)))
    return game


def in_step(board: str, players: int, seed: str) -> Iterator[tuple[Game, EpisodeArrays]]:
    """Every position of a random game, as a `Game` and as arrays."""
    game, arrays, rng = (
        Game(board, players, seed=seed),
        EpisodeArrays(setting_of(board, players)),
        Random(0),
    )
    arrays.deal(seed)
    yield game, arrays
    while not game.over:
        number = some_number(game, rng)
        game.play(game.codec.decode(number))
        arrays.play(number)
        yield game, arrays


def beside(setting: Setting, game: Game) -> EpisodeArrays:
    """Arrays of a game in which everything has happened that happened in another."""
    arrays, t = EpisodeArrays(setting), setting.flat
    chance = Chance(seeded(0 if game.seed is None else game.seed, "shuffles"))
    arrays.episode.chance = chance
    arrays.episode.take_up(deal(t, game.cards, game.ticket_order, game.first, chance), game.first)
    for number, ply in enumerate(game.plies):
        state, got = arrays.episode.state, game.got(number)
        if ply.code == TICKETS_CODE:
            arrange_tickets(t, state.bytes, [game.board.ticket_by_id[name].index for name in got])
        else:
            cards = [game.board.card_index[name] for name in got]
            arrange_pile(t, state.bytes, cards)
            chance.expected = cards
        arrays.episode.play(ply.code)
        chance.expected = None
    arrays.episode.list_actions()
    return arrays
