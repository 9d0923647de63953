"""Bots: what one is, the registry of bots by name, and every player that comes with the package.

    Examples:
        >>> from whistlestop.bots import bot_names, make_bot
        >>> bot_names()[:5]
        ('blocker', 'greedy', 'learned', 'long-route', 'one-step')
        >>> bot = make_bot("random:by=actions", seed=3)

A bot is asked `choose(view)` and answers with an action; it never sees a game.

Each player has a folder (`greedy`, `reference`, `planner`, `learned`, `styles`, `search`); what
several of them reason with is in `reasoning`. `evaluation` says what positions and actions are
worth, `advice` explains that to people, `review` tells finished games, `puzzles` are positions with
one best move, `programs` speaks to bots in other languages, `processes` runs bots beside an event
loop.
Running many games is the lab's business, and tables are the server's.
"""

from whistlestop.bots.advice.advice import Advice, advise
from whistlestop.bots.advice.coach import Prospect, prospect
from whistlestop.bots.contract import Bot, BotError
from whistlestop.bots.greedy.bot import GreedyBot
from whistlestop.bots.learned.bot import LearnedBot
from whistlestop.bots.levels import Level, levels
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.random import make_random
from whistlestop.bots.reference.bot import ReferenceBot
from whistlestop.bots.registry import (
    Entry,
    Parameter,
    Recipe,
    bot_entry,
    bot_names,
    make_bot,
    read_recipe,
    register,
    strongest_bot,
)
from whistlestop.bots.search.bot import SearchBot
from whistlestop.bots.seated import Failure, Seated
from whistlestop.bots.styles.bot import StyleBot

__all__ = [
    "Advice",
    "Bot",
    "BotError",
    "Entry",
    "Failure",
    "GreedyBot",
    "LearnedBot",
    "Level",
    "Parameter",
    "PlannerBot",
    "Prospect",
    "Recipe",
    "ReferenceBot",
    "SearchBot",
    "Seated",
    "StyleBot",
    "advise",
    "bot_entry",
    "bot_names",
    "levels",
    "make_bot",
    "make_random",
    "prospect",
    "read_recipe",
    "register",
    "strongest_bot",
]
