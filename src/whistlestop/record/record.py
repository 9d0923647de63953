"""A game as data: its setup, its plies and how it ended.

A record saves nothing else, for every state follows from these: `at` derives the game at any ply,
`verify` proves that the whole record is true, and `redact(seat)` is what a seat may have of it. A
record is a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whistlestop.engine.again import ShuffledAgain
from whistlestop.engine.checked_setup import Seed
from whistlestop.engine.forking import Fork, newest_deal
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import ALL
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.model.board import Board
from whistlestop.model.events import Event
from whistlestop.record.digest import game_digest
from whistlestop.record.errors import RecordError
from whistlestop.record.parts import (
    RecordedPly,
    RecordedResult,
    Setup,
    end_line,
    in_order,
    read_body,
    read_end,
    read_ply,
    read_setup,
    setup_line,
    step_line,
)
from whistlestop.record.replay import check_end, prove, reason_of, replay, result_of
from whistlestop.record.saved import Saved
from whistlestop.record.seat import SeatRecord, redact_game


@dataclass(frozen=True)
class Record(Saved):
    """A whole game, or the beginning of one.

    `dropped` is the text of a last line that was cut off when the file was written, if any.

    Attributes:
        setup: All that is needed to deal the game again.
        plies: Every decision, in order.
        result: How it ended, if it has.
        digest: The SHA-256 of a finished game.
        dropped: The text of a last line that was cut off, if any.
        shuffles: Piles that were shuffled again after a take-back.
    """

    setup: Setup
    plies: tuple[RecordedPly, ...]
    result: RecordedResult | None = None
    digest: str | None = None
    dropped: str = ""
    shuffles: tuple[ShuffledAgain, ...] = ()

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game as far as it has been played."""
        setup = setup_of(game)
        plies = tuple(plies_of(game))
        if not game.over:
            return cls(setup, plies, shuffles=game.shuffles)
        return cls(setup, plies, *end_of(game, setup, plies), shuffles=game.shuffles)

    @property
    def board(self) -> Board:
        """The board it was played on."""
        return self.setup.board

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.setup.players

    @property
    def first(self) -> int:
        """The seat that began."""
        return self.setup.first

    @property
    def seed(self) -> Seed | None:
        """What the shuffles followed from; None if the cards are as recorded."""
        return self.setup.seed

    @property
    def deal(self) -> ProvenDeal | None:
        """Secret and values of the newest deal, if it can be proven: of a fork, what was dealt
        anew there."""
        return newest_deal(self.setup.deal, self.setup.forks)

    @property
    def commitment(self) -> str | None:
        """What the players were shown before a proven deal."""
        return None if self.deal is None else self.deal.commitment

    @property
    def forks(self) -> tuple[Fork, ...]:
        """Where the game left others, the newest last; such a game counts in no statistics."""
        return self.setup.forks

    @property
    def finished(self) -> bool:
        """Whether the record holds the game to its end."""
        return self.result is not None

    def __len__(self) -> int:
        """How many plies there are."""
        return len(self.plies)

    def at(self, ply: int) -> Game:
        """The game after so many plies; 0 is after the deal.

        A pile that was shuffled again after that ply is shuffled.
        """
        if type(ply) is not int or not 0 <= ply <= len(self.plies):
            sentence = f"there is no ply {ply!r}; the record has plies 0 to {len(self.plies)}"
            raise RecordError("no_such_ply", sentence)
        shuffles = [step for step in self.shuffles if step.ply <= ply]
        return replay(self.setup, self.plies[:ply], shuffles)

    @property
    def game(self) -> Game:
        """The game after the last ply."""
        return self.at(len(self.plies))

    def fork(
        self,
        ply: int | None = None,
        *,
        seat: int | None = None,
        seed: Seed | None = None,
        players: Sequence[str] | None = None,
    ) -> Game:
        """A game that goes on from a ply of this one; see `Game.fork`."""
        return self.game.fork(ply, seat=seat, seed=seed, players=players)

    def events(self, seat: int | None = ALL) -> list[Event]:
        """What happened, as a seat saw it; with no seat named, everything."""
        return self.game.events(seat)

    def verify(self) -> None:
        """Replay everything and raise `RecordError` unless all of it is true.

        Every action must be legal, chance must answer as recorded, and a finished game must end
        with the recorded result and digest.
        """
        if self.result is None:
            prove(self.setup, self.plies, self.shuffles)
        else:
            digest = self.digest or ""
            check_end(self.setup, self.plies, self.result, digest, self.shuffles)

    def redact(self, seat: int | None) -> SeatRecord:
        """The record as a seat saw it; `None` is a spectator."""
        return redact_game(self.game, seat, self.result)

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines as objects: the setup, each ply and shuffle, and the end if there is one."""
        yield setup_line(self.setup, self.shuffles)
        yield from map(step_line, in_order(self.plies, self.shuffles))
        if self.result is not None:
            yield end_line(self.result, self.digest or "")

    def __repr__(self) -> str:
        state = "finished" if self.finished else "unfinished"
        return f"<Record {self.board}: {', '.join(self.players)}; {len(self)} plies, {state}>"


def setup_of(game: Game) -> Setup:
    """How a game was set up; an order that was given is kept, one that was shuffled is not."""
    if not game.dealt:
        raise RecordError("not_dealt", "this game began in the middle, so it has no record")
    if type(game.seed) not in (int, str, type(None)):
        raise RecordError("bad_text", "only a whole number or a text can be saved as a seed")
    start = (game.board, game.names, game.first, game.seed)
    if not any(game.explicit):
        return Setup(*start, rng=game.rng, deal=game.deal, forks=game.forks)
    cards = tuple(game.board.cards[i] for i in game.cards)
    tickets = tuple(game.board.tickets[i].id for i in game.ticket_order)
    return Setup(*start, cards, tickets, game.rng, forks=game.forks)


def plies_of(game: Game, since: int = 0) -> Iterator[RecordedPly]:
    """The plies of a game from one on."""
    for number in range(since, len(game.plies)):
        ply = game.plies[number]
        yield RecordedPly(ply.seat, str(ply.action), tuple(game.got(number)))


def end_of(game: Game, setup: Setup, plies: Sequence[RecordedPly]) -> tuple[RecordedResult, str]:
    """Result and digest of a game that is over."""
    reason = reason_of(game, game.plies[-1].events)
    result = result_of(game, game.state, reason)
    return result, game_digest(setup, plies, game.flat, game.state, game.shuffles)


def read_record(objects: Sequence[Mapping[str, Any]], board: Board, cut: str) -> Record:
    """A record of the kind `game` from its lines."""
    setup = read_setup(objects[0], board)
    players = len(setup.players)
    last = objects[-1]
    ended = len(objects) > 1 and "end" in last
    body = objects[1:-1] if ended else objects[1:]
    plies, shuffles = read_body(body, players, read_ply)
    if not ended:
        return Record(setup, plies, dropped=cut, shuffles=shuffles)
    return Record(setup, plies, *read_end(last, len(objects), players), shuffles=shuffles)
