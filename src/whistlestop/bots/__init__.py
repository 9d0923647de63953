"""Bots: what one is, the registry of bots by name, and the first of them.

    >>> from whistlestop.bots import bot_names, make_bot
    >>> bot_names()
    ('greedy', 'random', 'uniform')
    >>> bot = make_bot("random:by=actions", seed=3)

A bot is asked `choose(view)` and answers with an action; it never sees a game.
"""

from whistlestop.bots import greedy, random
from whistlestop.bots.protocol import Bot, BotError
from whistlestop.bots.registry import (
    Entry,
    Parameter,
    Recipe,
    bot_entry,
    bot_names,
    make_bot,
    read_recipe,
    register,
)
from whistlestop.bots.seated import Failure, Seated

__all__ = [
    "Bot",
    "BotError",
    "Entry",
    "Failure",
    "Parameter",
    "Recipe",
    "Seated",
    "bot_entry",
    "bot_names",
    "greedy",
    "make_bot",
    "random",
    "read_recipe",
    "register",
]
