"""Bots: what one is, the registry of bots by name, and the first of them.

    Examples:
        >>> from whistlestop.bots import bot_names, make_bot
        >>> bot_names()
        ('greedy', 'planner', 'random', 'reference', 'uniform')
        >>> bot = make_bot("random:by=actions", seed=3)

A bot is asked `choose(view)` and answers with an action; it never sees a game.
"""

from whistlestop.bots import greedy, planner, random, reference
from whistlestop.bots.advice import Advice, advise
from whistlestop.bots.levels import Level, levels
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
    strongest_bot,
)
from whistlestop.bots.seated import Failure, Seated

__all__ = [
    "Advice",
    "Bot",
    "BotError",
    "Entry",
    "Failure",
    "Level",
    "Parameter",
    "Recipe",
    "Seated",
    "advise",
    "bot_entry",
    "bot_names",
    "greedy",
    "levels",
    "make_bot",
    "planner",
    "random",
    "read_recipe",
    "reference",
    "register",
    "strongest_bot",
]
