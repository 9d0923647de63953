"""The door to the rules: one game, played by readable actions.

`play` is the only thing that changes a game; an illegal action raises a sentence that a player can
read, and changes nothing. `view` is all that anyone playing may see. A game is its setup and its
actions: both are kept, the state is derived.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import u8

from whistlestop.boards.load import load_board
from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.knowledge.events import ALL, events_for
from whistlestop.engine.knowledge.make_view import Shared, make_view, share
from whistlestop.engine.knowledge.memory import Memory
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.legal import Legal
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import apply, is_legal, list_legal, may_act, to_act, why_not
from whistlestop.engine.scoring.results import score_of
from whistlestop.engine.state.chance import (
    Chance,
    ExpectedOtherwise,
    arrange_pile,
    arrange_tickets,
    cards_off_pile,
    tickets_offered,
)
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import OVER, PHASE, PHASE_NAMES, TICKETS_CODE, FlatBoard
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.setup import card_order, deal, ticket_order
from whistlestop.engine.state.state import State
from whistlestop.model.actions import Action
from whistlestop.model.board import Board
from whistlestop.model.events import Event
from whistlestop.model.score import Score

Seed = int | str

# Half of a character: Python holds it, no file can.
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Ply(NamedTuple):
    """One decision: who, what, and what came of it."""

    seat: int
    action: Action
    code: int
    events: tuple[RawEvent, ...]


class Game:
    """A game of any board.

    Examples:
        >>> game = Game("usa", players=["Ann", "Bob"], seed=7)
        >>> game.phase, game.turn
        ('opening', 0)
    """

    def __init__(
        self,
        board: Board | str = "usa",
        players: int | Sequence[str] = 2,
        *,
        seed: Seed | None = None,
        first: int | str = 0,
        cards: Sequence[str] | None = None,
        tickets: Sequence[str] | None = None,
    ) -> None:
        self.board: Board = load_board(board)
        self.names = _names(self.board, players)
        self.codec: Codec = codec_for(self.board, len(self.names))
        _check_setup(seed, cards, tickets)
        explicit = cards is not None or tickets is not None
        self.seed: Seed | None = seed if seed is not None or explicit else secrets.randbits(48)
        self.first = _first_seat(first, len(self.names), self.seed)
        t = self.flat
        self.cards = _order_cards(self.board, t, cards, self.seed)
        self.ticket_order = _order_tickets(self.board, t, tickets, self.seed)
        self.explicit = (cards is not None, tickets is not None)
        self.chance = Chance(seeded(0 if self.seed is None else self.seed, "shuffles"))
        log: list[RawEvent] = []
        self.chance.events = log
        self.state: State = deal(t, self.cards, self.ticket_order, self.first, self.chance)
        self.memory = Memory.blank(t)
        self.memory.follow(log)
        self.deal_events: tuple[RawEvent, ...] = tuple(log)
        self.plies: list[Ply] = []
        self.start_ply = 0
        self.dealt = True
        self._shared: Shared | None = None

    @classmethod
    def from_state(
        cls,
        board: Board,
        names: tuple[str, ...],
        state: State,
        chance: Chance,
        memory: Memory,
        first: int = 0,
        start_ply: int = 0,
    ) -> Game:
        """A game that starts in a given position; it can be played on but has no record."""
        game = cls.__new__(cls)
        game.board = board
        game.names = names
        game.codec = codec_for(board, len(names))
        game.seed = None
        game.first = first
        game.cards = game.ticket_order = vec[u8]()
        game.explicit = (False, False)
        game.chance = chance
        chance.events = []
        game.state = state
        game.memory = memory
        game.deal_events = ()
        game.plies = []
        game.start_ply = start_ply
        game.dealt = False
        game._shared = None
        return game

    @classmethod
    def from_text(cls, text: str) -> Game:
        """A game in the position that a text describes (see `position`)."""
        from whistlestop.engine.position import parse_position

        return parse_position(text)

    @property
    def position(self) -> str:
        """The whole truth as text that `from_text` reads back."""
        from whistlestop.engine.position import format_position

        return format_position(self)

    @property
    def flat(self) -> FlatBoard:
        """The board as flat integers, for this number of players."""
        return self.codec.flat

    @property
    def phase(self) -> str:
        """`opening`, `turn`, `second card`, `tickets`, `tunnel` or `over`."""
        return PHASE_NAMES[self.state.bytes[PHASE]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.bytes[PHASE] == OVER)

    @property
    def ply(self) -> int:
        """How many decisions have been taken."""
        return self.start_ply + len(self.plies)

    @property
    def turn(self) -> int:
        """The seat to act; at the opening the lowest that has not answered."""
        return int(to_act(self.flat, self.state))

    @property
    def waiting(self) -> tuple[int, ...]:
        """All seats that may act now: several at the opening, none at the end."""
        state = self.state
        return tuple([seat for seat in range(len(self.names)) if may_act(state, seat)])

    @property
    def legal(self) -> Legal:
        """The legal actions of the seat to act."""
        return self.legal_for(self.turn)

    def legal_for(self, seat: int) -> Legal:
        """The legal actions of a seat; none while the game does not wait for it."""
        self._check_seat(seat)
        if not may_act(self.state, seat):
            return Legal(self.codec, ())
        return Legal(self.codec, tuple(list_legal(self.flat, self.state, seat)))

    def play(
        self,
        action: Action | str,
        seat: int | None = None,
        *,
        got: Sequence[str] | None = None,
    ) -> tuple[Event, ...]:
        """Do an action and return what the acting seat learns from it.

        `got` tells what chance answered in a game played elsewhere: the cards that left the pile,
        in order, or the tickets offered. In a game with a seed it must be what the seed says.
        An action or an answer that is not possible raises and changes nothing.
        """
        ply = self.advance(action, seat, got=got)
        return tuple(events_for(self.board, ply.events, ply.seat))

    def advance(
        self,
        action: Action | str,
        seat: int | None = None,
        *,
        got: Sequence[str] | None = None,
    ) -> Ply:
        """The same as `play` for those who ask for events later, or not at all."""
        seat = self.turn if seat is None else seat
        self._check_seat(seat)
        if got is not None and not _is_names(got):
            raise IllegalAction("chance_disagrees", "What chance answered is a list of names.")
        code = self.codec.encode(action)
        if not is_legal(self.flat, self.state, seat, code):
            wanted = self.codec.decode(code)
            raise why_not(self.board, self.flat, self.state, self.names, seat, wanted)
        log = self._apply_to_copy(seat, code, got)
        self.memory.follow(log)
        ply = Ply(seat, self.codec.decode(code), code, log)
        self.plies.append(ply)
        return ply

    def _apply_to_copy(
        self, seat: int, code: int, got: Sequence[str] | None
    ) -> tuple[RawEvent, ...]:
        """Apply to a copy, so that a disagreement with `got` leaves the game as it was."""
        chance, state = self.chance, self.state.copy()
        before = chance.rng if got is None else chance.rng.copy()
        log: list[RawEvent] = []
        chance.events = log
        try:
            if got is not None and self.seed is None:
                self._expect(state, code, got)
            apply(self.flat, state, seat, code, chance)
            if got is not None and self._got(log, code) != list(got):
                raise ExpectedOtherwise
        except ExpectedOtherwise:
            chance.rng = before
            told = ", ".join(map(str, got or ())) or "nothing"
            raise IllegalAction(
                "chance_disagrees", f"Chance cannot have answered {told} to that action."
            ) from None
        finally:
            chance.expected = None
        self.state = state
        return tuple(log)

    def _expect(self, state: State, code: int, got: Sequence[str]) -> None:
        t, board = self.flat, self.board
        if code == TICKETS_CODE:
            ids = [board.ticket_by_id[x].index for x in got if x in board.ticket_by_id]
            if len(ids) != len(got):
                raise ExpectedOtherwise
            arrange_tickets(t, state.bytes, ids)
            return
        cards = [board.card_index[x] for x in got if x in board.card_index]
        if len(cards) != len(got):
            raise ExpectedOtherwise
        arrange_pile(t, state.bytes, cards)
        self.chance.expected = cards

    def _got(self, log: Sequence[RawEvent], code: int) -> list[str]:
        if code == TICKETS_CODE:
            return [self.board.tickets[i].id for i in tickets_offered(log)]
        return [self.board.cards[i] for i in cards_off_pile(log)]

    def got(self, ply: int) -> list[str]:
        """What chance answered to the action of a ply: cards or tickets by name, in order."""
        step = self.plies[ply - self.start_ply]
        return self._got(step.events, step.code)

    def view(self, seat: int | None) -> View:
        """All that a seat may know now; `None` is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        self._shared = share(self, self._shared)
        return make_view(self._shared, seat)

    def events(self, seat: int | None = ALL, since: int = 0) -> list[Event]:
        """What happened from ply `since` on as a seat saw it (`None`: a spectator).

        With no seat named, everything, secrets included; so too when the game is over.
        `since=0` begins with the deal.
        """
        if seat is not None and (seat != ALL or isinstance(seat, bool)):
            self._check_seat(seat)
        seat = ALL if self.over else seat
        result = events_for(self.board, self.deal_events, seat) if since == 0 else []
        for step in self.plies[max(0, since - self.start_ply) :]:
            result += events_for(self.board, step.events, seat)
        return result

    def score(self) -> Score:
        """The score, itemised; before the end, as if the game ended now."""
        return score_of(self.board, self.names, self.flat, self.state)

    @property
    def record(self) -> Any:
        """The game as a record that can be saved (`whistlestop.record.Record`)."""
        # Records are a layer above: looked up when asked for, never imported from here.
        return import_module("whistlestop.record").Record.of(self)

    def copy(self) -> Game:
        """An independent game in the same position with the same future luck."""
        game = Game.__new__(Game)
        game.board = self.board
        game.names = self.names
        game.codec = self.codec
        game.seed = self.seed
        game.first = self.first
        game.cards = self.cards
        game.ticket_order = self.ticket_order
        game.explicit = self.explicit
        game.chance = Chance(self.chance.rng.copy())
        game.state = self.state.copy()
        game.memory = self.memory.copy()
        game.deal_events = self.deal_events
        game.plies = list(self.plies)
        game.start_ply = self.start_ply
        game.dealt = self.dealt
        game._shared = self._shared
        return game

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < len(self.names):
            raise IllegalAction(
                "no_such_seat", f"There is no seat {seat!r}; seats are 0 to {len(self.names) - 1}."
            )

    def __repr__(self) -> str:
        return f"<Game {self.board}: {', '.join(self.names)}; ply {self.ply}, {self.phase}>"


def _names(board: Board, players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, int | Sequence):
        raise SetupError("bad_players", "Players are given as a number or as a list of names.")
    if isinstance(players, int):
        names = tuple(f"Player {i + 1}" for i in range(min(max(players, 0), 99)))
    else:
        names = tuple(players)
    rules = board.rules
    if not rules.min_players <= len(names) <= rules.max_players:
        raise SetupError(
            "bad_players",
            f"{board.title} is for {rules.min_players} to {rules.max_players} players,"
            f" not {players if isinstance(players, int) else len(names)}.",
        )
    for name in names:
        if (
            not isinstance(name, str)
            or not name.strip()
            or len(name) > 40
            or not name.isprintable()
        ):
            raise SetupError("bad_players", f"{name!r} cannot be a player's name.")
    if len(set(names)) != len(names):
        raise SetupError("bad_players", "Two players have the same name.")
    return names


def _check_setup(seed: object, cards: object, tickets: object) -> None:
    """A seed is a number or a text that can be written down; an order is a list of names."""
    if seed is not None:
        short = type(seed) is int and seed.bit_length() <= 1024
        plain = isinstance(seed, str) and len(seed) <= 200 and not _SURROGATE.search(seed)
        if not (short or plain):
            raise SetupError("bad_seed", "A seed is a whole number or a short text.")
    for what, order in (("cards", cards), ("tickets", tickets)):
        if order is not None and not _is_names(order):
            raise SetupError(f"bad_{what}", f"An order of {what} is a list of their names.")


def _is_names(thing: object) -> bool:
    """Whether this is a list of texts; a text alone is not."""
    if type(thing) is not tuple and (
        not isinstance(thing, Sequence) or isinstance(thing, str | bytes)
    ):
        return False
    return all(isinstance(name, str) for name in thing)


def _first_seat(first: int | str, players: int, seed: Seed | None) -> int:
    """P21: the seat named, or one left to chance."""
    if first == "chance" and seed is not None:
        return int(seeded(seed, "first").below(players))
    if type(first) is not int or not 0 <= first < players:
        raise SetupError(
            "bad_first",
            f'The first seat is 0 to {players - 1}, or "chance" where there is a seed,'
            f" not {first!r}.",
        )
    return first


def _order_cards(
    board: Board, t: FlatBoard, given: Sequence[str] | None, seed: Seed | None
) -> vec[u8]:
    """The cards in the order in which they will be drawn."""
    order = card_order(t, seeded(seed, "cards"))
    if given is None:
        return order
    left = list(order) if seed is not None else sorted(order)
    for name in given:
        card = board.card_index.get(name)
        if card is None or card not in left:
            raise SetupError("bad_cards", f"The deck has no {name!r} card left at that place.")
        left.remove(card)
    return vec[u8]([u8(board.card_index[name]) for name in given] + [u8(x) for x in left])


def _order_tickets(
    board: Board, t: FlatBoard, given: Sequence[str] | None, seed: Seed | None
) -> vec[u8]:
    """The tickets in the order in which they will be dealt, long ones first where they differ."""
    order = ticket_order(t, seeded(seed, "tickets"))
    if given is None:
        return order
    left = list(order) if seed is not None else sorted(order)
    named: list[int] = []
    for name in given:
        ticket = board.ticket_by_id.get(name)
        if ticket is None or ticket.index not in left:
            raise SetupError("bad_tickets", f"There is no ticket {name!r} left at that place.")
        left.remove(ticket.index)
        named.append(ticket.index)
    everything = named + [int(x) for x in left]
    long = [u8(x) for x in everything if t.ticket_long[x]]
    return vec[u8](long + [u8(x) for x in everything if not t.ticket_long[x]])
