"""What to simulate: the board, the bots, the seed, as a value that other processes can read.

A plan gives every game its seed, its seating and its bots' seeds by its number alone, so that no
game depends on another or on who plays it. As many games in a row as there are players are a
block: every bot sits in every seat once. In a paired plan all games of a block are dealt alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from whistlestop.bots.contract import Bot, Seed
from whistlestop.bots.fast import fast_bot_of
from whistlestop.bots.random import KindsBot, UniformBot, make_random
from whistlestop.bots.registry import Recipe, need_read, read_recipe
from whistlestop.engine.state.rng import Rng
from whistlestop.lab.errors import LabError
from whistlestop.model.board import Board

BotChoice = str | Recipe | Callable[[Rng], Bot]

SECONDS = 10.0
"""How long a bot may think about one decision; after that we take it to hang."""
MOST_SECONDS = 10**6
"""The longest that it may be told to think."""


@dataclass(frozen=True)
class SimulationPlan:
    """Bots are numbered from 0 in the order in which they were named.

    `detailed` games give their details, `kept` ones the codes of their actions.
    """

    board: Board
    bots: tuple[Recipe, ...]
    seed: Seed
    rotate: bool = True
    paired: bool = False
    detailed: bool = False
    seconds: float = SECONDS
    kept: bool = False

    def __post_init__(self) -> None:
        """Refuse what no alarm can be set to."""
        number = isinstance(self.seconds, int | float) and not isinstance(self.seconds, bool)
        if not number or not 0 < self.seconds <= MOST_SECONDS:
            raise LabError(
                "bad_seconds",
                "The seconds for a decision are a number above 0 and at most"
                f" {MOST_SECONDS:,}, not {self.seconds!r:.40}.",
            )

    @property
    def players(self) -> int:
        """The number of seats, and of games in a block."""
        return len(self.bots)

    def seed_of(self, game: int) -> str:
        """`Game(board, players, seed=...)` with this deals the game again."""
        return f"{self.seed}/{game // self.players if self.paired else game}"

    def seating(self, game: int) -> tuple[int, ...]:
        """Which bot sits in each seat."""
        count = len(self.bots)
        shift = game % count if self.rotate else 0
        return tuple((seat - shift) % count for seat in range(count))

    def bot_seed(self, game: int, bot: int) -> str:
        """The seed from which a bot is made for a game: its own luck, apart from the deal's."""
        return f"{self.seed_of(game)}/{bot}"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, told apart by a number where two are the same."""
        texts = [recipe.text for recipe in self.bots]
        return tuple(
            f"{text} #{texts[: i + 1].count(text)}" if texts.count(text) > 1 else text
            for i, text in enumerate(texts)
        )

    @cached_property
    def by_numbers(self) -> bool:
        """Whether nothing but seeds and numbers tells how games go: no bot has to be made."""
        if self.detailed or self.kept:
            return False
        if not all(recipe.maker in (UniformBot, make_random) for recipe in self.bots):
            return False
        return all(type(bot) is UniformBot for bot in self._samples)

    @cached_property
    def all_by_chance(self) -> bool:
        """Whether all bots are random ones, so that the engine needs no views for them."""
        return all(by_chance(bot) for bot in self._samples)

    @cached_property
    def all_fast(self) -> bool:
        """Whether all bots are fast, so that nobody needs a view."""
        return all(self.fast)

    @cached_property
    def fast(self) -> tuple[bool, ...]:
        """Which bots are fast: they decide inside the engine, without a view."""
        return tuple(by_chance(bot) or fast_bot_of(bot) is not None for bot in self._samples)

    @cached_property
    def _samples(self) -> list[Bot | None]:
        return [_sample(recipe) for recipe in self.bots]


def by_chance(bot: object) -> bool:
    """Whether a bot is one of the two random ones, which look at nothing but legal actions."""
    return type(bot) in (UniformBot, KindsBot)


def _sample(recipe: Recipe) -> Bot | None:
    try:
        return recipe.make(0)
    except (Exception, SystemExit):
        # A maker that fails is reported by the games it fails in.
        return None


def recipes(bots: Sequence[BotChoice]) -> tuple[Recipe, ...]:
    """The bots asked for by name, as recipes, or as what makes one from an `Rng`."""
    need_read()
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise LabError("bad_bots", "Bots are given as a list, with one entry for each player.")
    return tuple(_recipe(bot) for bot in bots)


def _recipe(bot: BotChoice) -> Recipe:
    if isinstance(bot, Recipe):
        return bot
    if isinstance(bot, str):
        return read_recipe(bot)
    if not callable(bot):
        raise LabError(
            "bad_bots",
            "A bot is given by its name, or by a class or function that makes one from an Rng;"
            " one that is already made would remember earlier games.",
        )
    return Recipe(getattr(bot, "__name__", type(bot).__name__), bot, {})
