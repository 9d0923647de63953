"""A bot's move as a command: what the pool of bots chose for a seat that the game waits for.

It changes nothing: the table runs the command like a person's, and refuses it if it comes late.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from whistlestop.bots import BotError
from whistlestop.bots.levels import SECONDS, budget_of
from whistlestop.bots.processes.fair_queue import Party
from whistlestop.engine.game import Game
from whistlestop.model.board import Board
from whistlestop.protocol.commands import Do
from whistlestop.server.table.state import TableState

if TYPE_CHECKING:
    from whistlestop.server.hub import Hub


async def bot_command(
    hub: Hub, state: TableState, game: Game, seat: int, decision: int, party: Party
) -> Do:
    """The move of the bot that plays a seat, thought about in the turn of a party. Its id follows
    from the decision, so of two processes that ask bots for the same decision one is heard."""
    bot = state.seats[seat].bot or hub.stand_in
    view = game.view(seat)
    seed = _bot_seed(game, seat, decision)
    choice = await hub.bots.choose(bot, seed, view, _seconds(bot, view.board), party)
    hub.note_bot(state.id, seat, bot, choice.failure)
    return Do(f"d{decision}", seat, decision, choice.action)


def _bot_seed(game: Game, seat: int, decision: int) -> str:
    """A bot's luck: the same after a restart, known to nobody, and telling nothing of the deck."""
    return hashlib.sha256(f"{game.seed}/{seat}/{decision}".encode()).hexdigest()[:32]


def _seconds(bot: str, board: Board) -> float:
    """How long a bot may think, even if a newer program does not know it any more."""
    try:
        return budget_of(bot, board)
    except BotError:
        return SECONDS
