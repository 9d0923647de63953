"""Bots: what one is, the registry of bots by name, and the first of them.

    Examples:
        >>> from whistlestop.bots import bot_names, make_bot
        >>> bot_names()[:5]
        ('blocker', 'greedy', 'long-route', 'one-step', 'planner')
        >>> bot = make_bot("random:by=actions", seed=3)

A bot is asked `choose(view)` and answers with an action; it never sees a game.
"""

from whistlestop.bots import random
from whistlestop.bots.advice.advice import Advice, advise
from whistlestop.bots.advice.coach import Prospect, prospect
from whistlestop.bots.contract import Bot, BotError
from whistlestop.bots.greedy import bot as greedy
from whistlestop.bots.levels import Level, levels
from whistlestop.bots.planner import bot as planner
from whistlestop.bots.reference import bot as reference
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
from whistlestop.bots.search import bot as search
from whistlestop.bots.seated import Failure, Seated
from whistlestop.bots.styles import bot as styles

__all__ = [
    "Advice",
    "Bot",
    "BotError",
    "Entry",
    "Failure",
    "Level",
    "Parameter",
    "Prospect",
    "Recipe",
    "Seated",
    "advise",
    "bot_entry",
    "bot_names",
    "greedy",
    "levels",
    "make_bot",
    "planner",
    "prospect",
    "random",
    "read_recipe",
    "reference",
    "register",
    "search",
    "strongest_bot",
    "styles",
]
