"""The door to the rules: one game, played by readable actions.

`play` is the only thing that changes a game; an illegal action raises a sentence that a player can
read, and changes nothing. `view` is all that anyone playing may see. A game is its setup and its
actions: both are kept, the state is derived.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import u8

from whistlestop.boards.load import load_board
from whistlestop.engine.again import PILES, ShuffledAgain, check_again, shuffle_again
from whistlestop.engine.checked_setup import (
    Seed,
    check_setup,
    first_seat,
    is_names,
    order_cards,
    order_tickets,
    player_names,
    seed_of,
    shuffles,
)
from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.forking import Fork, fork_game, luck_of
from whistlestop.engine.knowledge.events import ALL, events_for
from whistlestop.engine.knowledge.make_view import Shared, make_view, share
from whistlestop.engine.knowledge.memory import Memory
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.legal import Legal
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.packing import pack_game
from whistlestop.engine.phases.moves import (
    all_to_act,
    applied,
    is_legal,
    list_legal,
    may_act,
    to_act,
    why_not,
)
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.scoring.results import score_of
from whistlestop.engine.state.chacha import CHACHA_VERSION
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
from whistlestop.engine.state.rng import RNG_VERSION
from whistlestop.engine.state.setup import deal as deal_out
from whistlestop.engine.state.state import State
from whistlestop.model.actions import Action
from whistlestop.model.board import Board
from whistlestop.model.events import Event
from whistlestop.model.score import Score


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
        rng: int = RNG_VERSION,
        deal: ProvenDeal | None = None,
    ) -> None:
        self.board: Board = load_board(board)
        self.names = player_names(self.board, players)
        self.codec: Codec = codec_for(self.board, len(self.names))
        check_setup(seed, cards, tickets, rng)
        self.deal = deal
        self.rng = rng if deal is None else CHACHA_VERSION
        seed = seed_of(deal, len(self.names), seed, cards, tickets) or seed
        explicit = cards is not None or tickets is not None
        self.seed: Seed | None = seed if seed is not None or explicit else secrets.randbits(48)
        self.first = first_seat(first, len(self.names), self.seed, self.rng)
        t = self.flat
        self.cards = order_cards(self.board, t, cards, self.seed, self.rng)
        self.ticket_order = order_tickets(self.board, t, tickets, self.seed, self.rng)
        self.explicit = (cards is not None, tickets is not None)
        self.chance = Chance(shuffles(self.rng, self.seed))
        log: list[RawEvent] = []
        self.chance.events = log
        self.state: State = deal_out(t, self.cards, self.ticket_order, self.first, self.chance)
        self.memory = Memory.blank(t)
        self.memory.follow(log)
        self.deal_events: tuple[RawEvent, ...] = tuple(log)
        log.clear()
        self.plies: list[Ply] = []
        self.shuffles: tuple[ShuffledAgain, ...] = ()
        self.forks: tuple[Fork, ...] = ()
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
        game.rng = RNG_VERSION
        game.deal = None
        game.first = first
        game.cards = game.ticket_order = vec[u8]()
        game.explicit = (False, False)
        game.chance = chance
        chance.events = []
        game.state = state
        game.memory = memory
        game.deal_events = ()
        game.plies = []
        game.shuffles = ()
        game.forks = ()
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
        from whistlestop.engine.write_position import format_position

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
        return all_to_act(self.state, len(self.names))

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
        codec, state = self.codec, self.state
        t = codec.flat
        seat = to_act(t, state) if seat is None else seat
        self._check_seat(seat)
        if got is not None and not is_names(got):
            raise IllegalAction("chance_disagrees", "What chance answered is a list of names.")
        code = codec.encode(action)
        if not is_legal(t, state, seat, code):
            raise why_not(self.board, t, state, self.names, seat, codec.decode(code))
        if got is None:
            self.state, log = applied(t, state, seat, code, self.chance)
        else:
            self.state, log = self._applied_as(seat, code, got)
        self.memory.follow(log)
        ply = Ply(seat, codec.decode(code), code, log)
        self.plies.append(ply)
        return ply

    def _applied_as(
        self, seat: int, code: int, got: Sequence[str]
    ) -> tuple[State, tuple[RawEvent, ...]]:
        """Apply what chance answered elsewhere; a disagreement leaves the game as it was."""
        chance, state = self.chance, self.state.copy()
        before = chance.rng.copy()
        try:
            if self.seed is None:
                self._expect(state, code, got)
            after, log = applied(self.flat, state, seat, code, chance)
            if self._got(log, code) != list(got):
                raise ExpectedOtherwise
        except ExpectedOtherwise:
            chance.rng = before
            told = ", ".join(map(str, got)) or "nothing"
            raise IllegalAction(
                "chance_disagrees", f"Chance cannot have answered {told} to that action."
            ) from None
        finally:
            chance.expected = None
        return after, log

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

    def shuffle_again(
        self, *, cards: bool = True, tickets: bool = False, again: int | None = None
    ) -> ShuffledAgain:
        """Give the pile or the ticket deck a new order, after a take-back of what was revealed.

        `again` numbers the shuffles of a game, those of take-backs that were taken back too, so
        that no two of them are alike; without it the next number is taken.
        """
        piles = tuple([pile for pile, on in zip(PILES, (cards, tickets), strict=True) if on])
        last = self.shuffles[-1].again if self.shuffles else 0
        step = ShuffledAgain(self.ply, piles, last + 1 if again is None else again)
        check_again(self.state, self.shuffles, step)
        state = self.state.copy()
        shuffle_again(self.flat, state, self.chance, luck_of(self), step)
        self.state = state
        if tickets:
            self.memory.shuffle_tickets()
        self.shuffles = (*self.shuffles, step)
        return step

    def fork(
        self,
        ply: int | None = None,
        *,
        seat: int | None = None,
        seed: Seed | None = None,
        deal: ProvenDeal | None = None,
        players: Sequence[str] | None = None,
    ) -> Game:
        """Another game that goes on from a ply of this one, or from where it stands.

        With a `seat`, all that this seat could not know there is dealt anew, by a seed or a proven
        deal; without one, everything is as it lay. Its record says where it came from.
        """
        return fork_game(self, ply, seat, seed, deal, players)

    def view(self, seat: int | None) -> View:
        """All that a seat may know now; `None` is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        self._shared = share(self, self._shared)
        return make_view(self._shared, seat)

    def views(self, seats: Iterable[int | None]) -> list[View]:
        """The views of several audiences at once: what they share is compared with the game only
        once."""
        shared = self._shared = share(self, self._shared)
        return [make_view(shared, seat) for seat in seats]

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
        # Named one by one, they take half the time that copying the dictionary of them does.
        game.board, game.names, game.codec = self.board, self.names, self.codec
        game.seed, game.rng, game.deal = self.seed, self.rng, self.deal
        game.first, game.explicit, game.dealt = self.first, self.explicit, self.dealt
        game.cards, game.ticket_order = self.cards, self.ticket_order
        game.deal_events, game.start_ply = self.deal_events, self.start_ply
        game.shuffles, game.forks, game._shared = self.shuffles, self.forks, self._shared
        game.chance = Chance(self.chance.rng.copy())
        game.state = self.state.copy()
        game.memory = self.memory.copy()
        game.plies = list(self.plies)
        return game

    def __copy__(self) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return pack_game(self)

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < len(self.names):
            raise IllegalAction(
                "no_such_seat", f"There is no seat {seat!r}; seats are 0 to {len(self.names) - 1}."
            )

    def __repr__(self) -> str:
        return f"<Game {self.board}: {', '.join(self.names)}; ply {self.ply}, {self.phase}>"
