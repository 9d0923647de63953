"""Whether a bot is fit to play: it answers legally and in time, repeats itself, and does not
change its mind when everything it cannot know is dealt anew. Kinds of action that it never used are
remarked on.

An inspection plays games of the bot against itself. It says nothing about strength. Invariant:
every fault carries its seed and its position, so that anyone can see it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from whistlestop.boards.load import load_board
from whistlestop.bots.contract import Bot, BotError
from whistlestop.bots.registry import Recipe
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.lab.games.time_limit import Alarm, too_long
from whistlestop.model.actions import Build, Claim, Decline, Draw, DrawTickets, Keep, Pay
from whistlestop.model.board import Board

EVERY = 7
"""Plies between two looks at a world dealt anew, each of which asks three more bots."""
DOUBTS = 8
"""How often a bot that seems to peek is asked once more whether it answers by chance."""
STUCK = 3
"""Answers that came too late, after which the bot is asked no more."""
WORDS = {
    Keep: "keep tickets",
    Draw: "draw a card",
    Claim: "claim a route",
    DrawTickets: "draw tickets",
    Build: "build a station",
    Pay: "pay for a tunnel",
    Decline: "decline a tunnel",
}


@dataclass(frozen=True, slots=True)
class BotFault:
    """What a bot did wrong, and where."""

    code: str
    says: str
    board: str
    players: int
    seed: int
    ply: int
    position: str

    def __str__(self) -> str:
        where = f"{self.board}, {self.players} players, seed {self.seed}, ply {self.ply}"
        return f"{self.says} ({where})"


@dataclass(slots=True)
class Inspection:
    """What was found about a bot."""

    bot: str
    games: int = 0
    decisions: int = 0
    slowest: float = 0.0
    faults: list[BotFault] = field(default_factory=list)
    unused: dict[str, list[str]] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong; kinds of action that it never used are a remark only."""
        return not self.faults

    @property
    def stuck(self) -> bool:
        """Whether it is not worth waiting for this bot any longer."""
        return sum(fault.code == "late" for fault in self.faults) >= STUCK


class _Stop(Exception):
    """A fault after which this game cannot go on."""


def inspect_bot(
    recipe: Recipe,
    boards: tuple[str, ...],
    games: int = 40,
    seconds: float = 10.0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Inspection:
    """Play `games` games on each board, with the fewest and the most players in turn."""
    found = Inspection(recipe.text)
    total = games * len(boards)
    for name in boards:
        board = load_board(name)
        used: set[type] = set()
        for seed in range(games):
            players = (board.rules.min_players, board.rules.max_players)[seed % 2]
            with Alarm(seconds) as alarm:
                used |= _InspectedGame(found, recipe, board, players, seed, alarm).play()
            found.games += 1
            progress(found.games, total)
            if found.stuck:
                return found
        if missing := [WORDS[kind] for kind in kinds_of(board) if kind not in used]:
            found.unused[name] = missing
    return found


def kinds_of(board: Board) -> Iterator[type]:
    """The kinds of action that a board knows."""
    yield from (Keep, Draw, Claim, DrawTickets)
    if board.rules.stations:
        yield Build
    if board.rules.tunnel_cards and any(route.tunnel for route in board.routes):
        yield from (Pay, Decline)


class _InspectedGame:
    """One game of a bot against itself, under observation.

    It has a loop of its own: `play.play_through_views` replaces a bot that fails and goes on, while
    here the first fault ends the game, and between question and answer a second bot is asked.
    """

    def __init__(
        self,
        found: Inspection,
        recipe: Recipe,
        board: Board,
        players: int,
        seed: int,
        alarm: Alarm,
    ) -> None:
        self.found, self.recipe, self.alarm, self.seed = found, recipe, alarm, seed
        self.game = Game(board, players, seed=seed)
        self.bots: list[Bot] = []

    def play(self) -> set[type]:
        """Play to the end or to the first thing that is wrong; the kinds of action used."""
        used: set[type] = set()
        try:
            self.bots = [self._made(seat) for seat in range(len(self.game.names))]
            while not self.game.over:
                used.add(self._ply())
        except _Stop:
            pass
        for bot in self.bots:
            _close(bot)
        return used

    def _ply(self) -> type:
        seat = self.game.turn
        view = self.game.view(seat)
        action = self._answer(self.bots[seat], view)
        if self.game.ply % EVERY == 0:
            self._look_again(seat, view)
        legal = {str(one): one for one in view.legal}
        if action not in legal:
            self._fault("illegal", f'it answered "{action:.60}", which is not legal')
        self.game.play(legal[action], seat)
        return type(legal[action])

    def _answer(self, bot: Bot, view: View) -> str:
        start = time.perf_counter()
        try:
            action = str(self.alarm.ask(bot.choose, view))
        # A bot may go wrong in any way, and even ask to leave the program.
        except (Exception, SystemExit) as error:
            self._went_wrong("it raised", error)
        spent = time.perf_counter() - start
        self.found.decisions += 1
        self.found.slowest = max(self.found.slowest, spent)
        # Where no alarm can ring, it is found out afterwards.
        if spent > self.alarm.seconds:
            self._fault("late", too_long(self.alarm.seconds))
        return action

    def _look_again(self, seat: int, view: View) -> None:
        """A fresh bot must answer the same twice, and in a world that looks the same to it."""
        dealt = view.sample(seeded(self.seed, f"anew {self.game.ply}"))
        first, anew = self._asked(view, seat), self._asked(dealt.view(seat), seat)
        # One that answers by chance may give the same answer twice: that is no peeking.
        for _ in range(1 if first == anew else DOUBTS):
            again = self._asked(view, seat)
            if first != again:
                self._fault("changes", f'with the same seed it answers "{first}", then "{again}"')
        if first != anew:
            self._fault("peeks", f'it answers "{anew}" instead when hidden cards are dealt anew')

    def _asked(self, view: View, seat: int) -> str:
        bot = self._made(seat)
        try:
            return self._answer(bot, view)
        finally:
            _close(bot)

    def _made(self, seat: int) -> Bot:
        try:
            return self.alarm.ask(self.recipe.make, f"{self.seed}/{seat}")
        except (Exception, SystemExit) as error:
            self._went_wrong("making it raised", error)

    def _went_wrong(self, what: str, error: BaseException) -> NoReturn:
        if isinstance(error, BotError) and error.code in ("too_slow", "hung"):
            self._fault("late", too_long(self.alarm.seconds))
        self._fault("raised", f"{what} {type(error).__name__}: {str(error)[:120]}")

    def _fault(self, code: str, says: str) -> NoReturn:
        game = self.game
        place = (game.board.name, len(game.names), self.seed, game.ply, game.position)
        self.found.faults.append(BotFault(code, says, *place))
        raise _Stop


def _close(bot: Bot) -> None:
    close = getattr(bot, "close", None)
    if callable(close):
        close()
