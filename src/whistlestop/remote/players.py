"""Who decides for a remote bot: a program over stdin and stdout, a registered bot, or an object of
this very program.

A player never runs on the event loop. Whatever goes wrong in a program or a registered bot becomes
a random legal action with a sentence about it, so that the others at the table do not wait. An
object of the caller's own raises instead: whoever wrote it wants to see where it fails.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Protocol

from whistlestop.bots import read_recipe
from whistlestop.bots.contract import Bot, BotError, action_of
from whistlestop.bots.processes.pool import BotPool, ChosenAction, stand_in
from whistlestop.bots.programs.stdio import Program, StdioBot
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng, seeded


class Player(Protocol):
    """Chooses for the seat whose view it is shown."""

    async def open(self) -> None:
        """Get ready to choose."""

    async def close(self) -> None:
        """End all processes that it started."""

    async def choose(self, view: View) -> ChosenAction:
        """A legal action, and a sentence if it is not the player's own."""


class ProgramPlayer:
    """Asks a program, and starts it anew for the next decision if it failed."""

    def __init__(
        self, command: str | Sequence[str], seconds: float, seed: int | None = None
    ) -> None:
        self.seed = secrets.randbits(31) if seed is None else seed
        self._bot = StdioBot(command, seconds=seconds, seed=self.seed)
        self._one_at_a_time = asyncio.Lock()
        self._asked: asyncio.Task[ChosenAction] | None = None

    async def open(self) -> None:
        """Do nothing: the first question starts the program."""

    async def close(self) -> None:
        """End the program."""
        self._bot.interrupt()
        await self._until_free()
        await asyncio.to_thread(self._bot.close)

    async def choose(self, view: View) -> ChosenAction:
        """The program's action; a random one if it fails."""
        async with self._one_at_a_time:
            await self._until_free()
            self._asked = asyncio.create_task(asyncio.to_thread(self._choose, view))
            return await asyncio.shield(self._asked)

    async def _until_free(self) -> None:
        """Wait for the thread that asks the program; a thread cannot be cancelled."""
        if self._asked is not None:
            await asyncio.wait([self._asked])

    def _choose(self, view: View) -> ChosenAction:
        try:
            action = self._bot.choose(view)
        except BotError as error:
            return self._instead(view, str(error))
        if action not in view.legal:
            return self._instead(view, f"The program answered {action}, which is not legal.")
        return ChosenAction(str(action), None)

    def _instead(self, view: View, failure: str) -> ChosenAction:
        return ChosenAction(str(stand_in(view, f"{self.seed}/{view.ply}")), failure)


class RegisteredPlayer:
    """Asks a registered bot in a process of its own."""

    def __init__(self, bot: str, seconds: float, seed: int | None = None) -> None:
        self.bot = bot
        self.seconds = seconds
        self.seed = secrets.randbits(31) if seed is None else seed
        self._pool = BotPool(workers=1)

    async def open(self) -> None:
        """Start the process."""
        await self._pool.open()

    async def close(self) -> None:
        """End the process."""
        await self._pool.close()

    async def choose(self, view: View) -> ChosenAction:
        """The bot's action; a random one if it fails."""
        seed = f"{self.seed}/{view.ply}"
        choice = await self._pool.choose(self.bot, seed, view, self.seconds)
        if choice.failure is None:
            return choice
        return ChosenAction(choice.action, f"The bot {self.bot} failed ({choice.failure}).")


class OwnPlayer:
    """Asks a bot of this program, in a thread."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def open(self) -> None:
        """Do nothing: it is there."""

    async def close(self) -> None:
        """Do nothing: a thread that still thinks cannot be ended."""

    async def choose(self, view: View) -> ChosenAction:
        """The bot's action. Raises BotError, with the bot's own error as its cause."""
        name = type(self.bot).__name__
        try:
            action = action_of(await asyncio.to_thread(self.bot.choose, view))
        except Exception as error:
            told = f"{name} raised {type(error).__name__}: {error}"
            raise BotError("bot_failed", " ".join(told.split())) from error
        if action not in view.legal:
            raise BotError("bot_failed", f"{name} answered {action}, which is not legal.")
        return ChosenAction(str(action), None)


Playing = str | Program | Bot | Callable[[Rng], Bot]
"""What can be let play: a registered bot by its name, a program, a bot, or what makes one."""


def player_of(bot: Playing, seconds: float, seed: int | None) -> Player:
    """Who decides for such a bot. Raises BotError if it is none."""
    if isinstance(bot, str):
        return RegisteredPlayer(read_recipe(bot).text, seconds, seed)
    if isinstance(bot, Program):
        return ProgramPlayer(bot.command, seconds, seed)
    if not isinstance(bot, type) and isinstance(bot, Bot):
        return OwnPlayer(bot)
    if not callable(bot):
        raise BotError("bad_bot", "A bot is a name such as greedy, or something with `choose`.")
    made = bot(seeded(secrets.randbits(31) if seed is None else seed))
    if not isinstance(made, Bot):
        raise BotError("bad_bot", f"What was made of {bot!r:.60} has no method `choose`.")
    return OwnPlayer(made)
