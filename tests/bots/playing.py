"""Games between bots, for tests of what bots do."""

from collections.abc import Iterator

from whistlestop.boards.load import board_names, load_board
from whistlestop.bots import bot_names, make_bot
from whistlestop.bots.contract import action_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action

TABLES = [
    (name, players)
    for name in board_names()
    for players in range(load_board(name).rules.min_players, load_board(name).rules.max_players + 1)
]
"""Every board with every number of players."""

QUICK = {"search": "search:time=60s,worlds=2,guard=0,edge=0"}
"""Bots that take long otherwise; by worlds and not by time they also repeat themselves."""

BOTS = [QUICK.get(name, name) for name in bot_names()]
"""Every registered bot, in a form that suits tests."""


def decisions(bots: list[str], board: str, seed: int | str) -> Iterator[tuple[Game, View, Action]]:
    """Every decision of a game, before it is played; `bots` by seat."""
    game = Game(board, len(bots), seed=seed)
    seated = [make_bot(bot, seed=f"{seed}/{seat}") for seat, bot in enumerate(bots)]
    while not game.over:
        seat = game.turn
        view = game.view(seat)
        action = action_of(seated[seat].choose(view))
        yield game, view, action
        game.play(action, seat)
