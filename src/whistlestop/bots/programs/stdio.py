"""Bots in any language: a program that reads views as lines of JSON and answers with actions.

The program gets a hello with the board's facts, then one line for each decision, and a bye;
docs/bots.md is the contract. It sees `View.data()` and nothing else. This module talks to one
program; the game checks whether an answer is legal. Invariant: a call ends within its time limit,
and before an error is raised the program that failed has ended with everything it started.
"""

from __future__ import annotations

import contextlib
import json
import shlex
import weakref
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from whistlestop.bots.contract import BotError
from whistlestop.bots.programs.conversation import Conversation
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import action_texts, codec_for
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action, NotationError, parse_action
from whistlestop.model.board import Board, Route

PROTOCOL = 2
SECONDS = 10.0  # for each decision, unless the caller sets another limit


class StdioBot:
    """Asks a program, which starts with the first decision and runs until `close`.

    If the program fails, `choose` ends it and raises `BotError`; the next decision starts it anew.
    The program gets `seed`, so that one that honours it plays the same again.
    """

    def __init__(
        self, command: str | Sequence[str], *, seconds: float = SECONDS, seed: int = 0
    ) -> None:
        self.command = _words(command)
        self.seconds = seconds
        self.seed = seed
        self._told: str | None = None
        self._talk: Conversation | None = None
        self._interrupted = False

    def choose(self, view: View) -> Action:
        """The action that the program answers."""
        lines = [] if self._told == view.board.digest else [self._hello(view.board)]
        try:
            answer = self._conversation().ask([*lines, _line({"view": view.data()})], self.seconds)
            self._told = view.board.digest
            return _action(view, answer)
        except BaseException:
            self.close(politely=False)
            raise
        finally:
            self._interrupted = False

    def close(self, *, politely: bool = True) -> None:
        """Say goodbye and end the program; one that stays is killed."""
        talk, self._talk, self._told = self._talk, None, None
        if talk is not None:
            _end(talk, politely)

    def interrupt(self) -> None:
        """Kill the program while another thread waits for it in `choose`, or is starting it."""
        self._interrupted = True
        talk = self._talk
        if talk is not None:
            talk.kill()

    def __enter__(self) -> StdioBot:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _conversation(self) -> Conversation:
        if self._talk is None:
            self._talk = talk = Conversation(self.command)
            # Dropping the bot ends its program: the lab does not close bots.
            weakref.finalize(self, _end, talk, True)
            if self._interrupted:  # by somebody who saw no program yet
                talk.kill()
        return self._talk

    def _hello(self, board: Board) -> bytes:
        facts = {"protocol": PROTOCOL, "seed": self.seed, "board": board_facts(board)}
        return _line({"hello": facts})


@dataclass(frozen=True)
class Program:
    """Makes a `StdioBot` for each game; the lab takes it as a bot, with several workers too.

    >>> Program("node robot.mjs --bold").__name__
    'robot.mjs'
    """

    command: str | Sequence[str]
    seconds: float = SECONDS

    def __call__(self, rng: Rng) -> StdioBot:
        return StdioBot(self.command, seconds=self.seconds, seed=int(rng.next32()))

    @property
    def __name__(self) -> str:
        """The name of the program's file, for tables of results."""
        words = _words(self.command)
        named = [word for word in words if "." in Path(word).name and not word.startswith("-")]
        return Path((named or words)[0]).name


def board_facts(board: Board) -> dict[str, Any]:
    """What is printed on a board, as plain data, without positions for drawing."""
    rules = asdict(board.rules)
    return {
        "name": board.name,
        "title": board.title,
        "digest": board.digest,
        "cards": [{"name": name, "count": board.count_of(i)} for i, name in enumerate(board.cards)],
        "cities": [
            {"id": c.id, "name": c.name, "attraction": c.attraction, "district": c.district}
            for c in board.cities
        ],
        "routes": [_route_facts(board, route) for route in board.routes],
        "tickets": [
            {"id": t.id, "a": t.a.id, "b": t.b.id, "points": t.points, "long": t.long}
            for t in board.tickets
        ],
        "rules": rules,
        "bonuses": [asdict(bonus) for bonus in board.bonuses],
        "actions": action_texts(board),
    }


def _route_facts(board: Board, route: Route) -> dict[str, Any]:
    return {
        "id": route.id,
        "a": route.a.id,
        "b": route.b.id,
        "length": route.length,
        "colour": route.colour,
        "tunnel": route.tunnel,
        "ferry": route.ferry,
        "twin": None if route.twin is None else board.routes[route.twin].id,
        "points": board.rules.points[route.length],
    }


def _words(command: str | Sequence[str]) -> tuple[str, ...]:
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise BotError("bad_command", f"The command cannot be read ({error}).") from None
    if not words or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise BotError("bad_command", "A program is named by its path and its arguments.")
    return tuple(words)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _action(view: View, answer: str) -> Action:
    """The action that a line names, by its number or its text."""
    try:
        if answer.isascii() and answer.isdigit():
            return codec_for(view.board, len(view.players)).decode(int(answer))
        return parse_action(answer)
    except (NotationError, IllegalAction) as error:
        raise BotError("bad_answer", str(error)) from None


def _end(talk: Conversation, politely: bool) -> None:
    with contextlib.suppress(BotError):
        talk.end(_line({"bye": True}) if politely else b"")
