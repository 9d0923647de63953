"""What everyone at the table could write down: cards seen going into hands, what piles held.

Kept beside the state and fed with the raw events of every action, so that views can say what a
seat may deduce without looking at a secret. Every card in a hand is either *known* (it was taken
face up or shown) or came blind out of one of two *pools*: the newest pile, whose contents everyone
knows because everyone saw the discards, and all that was dealt before it. The private part, which
cards a seat drew blind and which tickets it was offered, goes into the views of that seat only.

Everything a memory holds is replaced, never changed: copies share it, and what was worked out from
a part holds as long as the part is the same object.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from whistlestop.engine.state.event_kinds import (
    CLAIMED,
    DEALT,
    DECLINED,
    DREW,
    IN_PILE,
    KEPT_TICKET,
    LAID,
    OFFERED_TICKET,
    PAID,
    REFUSED_TICKET,
    RESHUFFLED,
    REVEALED,
    TOOK,
    TURNED_UP,
    RawEvent,
)
from whistlestop.engine.state.flat_board import FlatBoard

Counts = tuple[int, ...]

# In place of a seat among the draws: here the ticket deck got a new order that nobody knows.
SHUFFLED: Final = -1


class TicketDraw:
    """One offer of tickets to a seat: what it saw and which places it kept (None: not yet)."""

    def __init__(
        self, seat: int, tickets: tuple[int, ...], kept: tuple[int, ...] | None = None
    ) -> None:
        self.seat = seat
        self.tickets = tickets
        self.kept = kept


class Shown:
    """Cards a seat played that nobody had seen it get: they were blind ones until then.

    `pool` is the newest pool at that time and `drawn` how many cards the seat had out of it.
    """

    def __init__(self, seat: int, card: int, count: int, pool: int, drawn: int) -> None:
        self.seat = seat
        self.card = card
        self.count = count
        self.pool = pool
        self.drawn = drawn


class CardPool:
    """Cards that have been a pile together. `left`: not seen leaving it; `blind`: by seat."""

    def __init__(self, left: Counts, blind: tuple[tuple[int, ...], ...]) -> None:
        self.left = left
        self.blind = blind

    def seen(self, card: int) -> CardPool:
        """The pool after everyone saw a card leaving it."""
        return CardPool(_added(self.left, card, -1), self.blind)

    def drawn(self, seat: int, card: int) -> CardPool:
        """The pool after a seat drew a card out of it that nobody else saw."""
        blind = list(self.blind)
        blind[seat] = (*blind[seat], card)
        return CardPool(self.left, tuple(blind))


class Memory:
    """Known cards by seat and kind, pools, cards shown, and all ticket draws in order."""

    def __init__(
        self,
        known: tuple[Counts, ...],
        pools: tuple[CardPool, ...],
        shown: tuple[Shown, ...] = (),
        draws: tuple[TicketDraw, ...] = (),
    ) -> None:
        self.known = known
        self.pools = pools
        self.shown = shown
        self.draws = draws
        self.laid: Mapping[int, int] = {}
        # False where the game began in a position whose past nobody knows.
        self.from_deal: bool = True

    @staticmethod
    def blank(t: FlatBoard) -> Memory:
        """Nothing has happened: all cards are in the first pile."""
        players = int(t.players)
        left = [int(t.copies)] * int(t.colours) + [int(t.locomotives)]
        row: Counts = (0,) * int(t.kinds)
        nothing: tuple[int, ...] = ()
        return Memory((row,) * players, (CardPool(tuple(left), (nothing,) * players),))

    def copy(self) -> Memory:
        """A memory that goes on by itself; the two share all that is in them now."""
        memory = Memory(self.known, self.pools, self.shown, self.draws)
        memory.laid = self.laid
        memory.from_deal = self.from_deal
        return memory

    def follow(self, log: Sequence[RawEvent]) -> None:
        """Note what one action brought about."""
        for kind, a, b, c in log:
            if kind == TOOK:
                self._know(a, b, 1)
            elif kind == DREW or kind == DEALT:  # noqa: SIM109 -- a tuple would be boxed
                self._renew(self.pools[-1].drawn(a, b))
            elif kind == TURNED_UP:
                self._renew(self.pools[-1].seen(b))
            elif kind == REVEALED:
                self._renew(self.pools[-1].seen(a))
            elif kind == PAID:
                self._play(a, b, c)
            elif kind == LAID:
                self._play(a, b, c)
                self.laid = {**self.laid, b: c}
            elif kind == CLAIMED:
                self.laid = {}
            elif kind == DECLINED:
                self._take_back(a)
            elif kind == RESHUFFLED:
                self._begin_pool()
            elif kind == IN_PILE:
                pool = self.pools[-1]
                self._renew(CardPool((*pool.left, b), pool.blind))
            elif kind == OFFERED_TICKET:
                self._offer(a, b)
            elif kind == KEPT_TICKET:
                self._note_choice(a, b, True)
            elif kind == REFUSED_TICKET:
                self._note_choice(a, b, False)

    def _know(self, seat: int, card: int, by: int) -> None:
        rows = list(self.known)
        rows[seat] = _added(rows[seat], card, by)
        self.known = tuple(rows)

    def _renew(self, newest: CardPool) -> None:
        """Put the newest pool as it is now in place of what it was."""
        self.pools = (*self.pools[:-1], newest)

    def _begin_pool(self) -> None:
        """A new pile: everything blind from before is in hands now, and counts as one pool."""
        blind: list[tuple[int, ...]] = []
        for seat in range(len(self.known)):
            cards = [card for pool in self.pools for card in pool.blind[seat]]
            for shown in self.shown:
                for _ in range(shown.count if shown.seat == seat else 0):
                    cards.remove(shown.card)
            blind.append(tuple(cards))
        held = [card for row in blind for card in row]
        left = [held.count(kind) for kind in range(len(self.known[0]))]
        nothing: list[tuple[int, ...]] = [() for _ in self.known]
        self.pools = (CardPool(tuple(left), tuple(blind)), CardPool((), tuple(nothing)))
        self.shown = ()

    def _play(self, seat: int, card: int, count: int) -> None:
        """Known cards are played first; the rest shows what was drawn blind."""
        seen = min(count, self.known[seat][card])
        if seen:
            self._know(seat, card, -seen)
        if count > seen:
            newest = len(self.pools) - 1
            drawn = len(self.pools[newest].blind[seat])
            self.shown = (*self.shown, Shown(seat, card, count - seen, newest, drawn))

    def _take_back(self, seat: int) -> None:
        """Cards laid down for a tunnel and taken back have been seen."""
        for card, count in self.laid.items():
            self._know(seat, card, count)
        self.laid = {}

    def start_here(self, hands: Sequence[Sequence[int]], seen: Sequence[int]) -> None:
        """Begin in the middle of a game: hands count as blind, `seen` cards lie open."""
        self.from_deal = False
        left = list(self.pools[0].left)
        for card in seen:
            left[card] -= 1
        blind: list[tuple[int, ...]] = [tuple(hand) for hand in hands]
        self.pools = (CardPool(tuple(left), tuple(blind)),)

    def shuffle_tickets(self) -> None:
        """Where in the ticket deck a refused ticket lies is known no longer."""
        self.draws = (*self.draws, TicketDraw(SHUFFLED, (), ()))

    def _offer(self, seat: int, ticket: int) -> None:
        last = self._last_draw(seat)
        if last < 0 or self.draws[last].kept is not None:
            self.draws = (*self.draws, TicketDraw(seat, (ticket,)))
        else:
            self._redraw(last, TicketDraw(seat, (*self.draws[last].tickets, ticket)))

    def _note_choice(self, seat: int, ticket: int, kept: bool) -> None:
        """Note one ticket of the seat's last draw as kept or refused."""
        last = self._last_draw(seat)
        draw = self.draws[last]
        places = draw.kept or ()
        if kept:
            places = (*places, draw.tickets.index(ticket))
        self._redraw(last, TicketDraw(seat, draw.tickets, places))

    def _last_draw(self, seat: int) -> int:
        """The place of the seat's last draw among all draws, or -1."""
        i = len(self.draws) - 1
        while i >= 0 and self.draws[i].seat != seat:
            i -= 1
        return i

    def _redraw(self, place: int, draw: TicketDraw) -> None:
        draws = list(self.draws)
        draws[place] = draw
        self.draws = tuple(draws)


def _added(counts: Counts, kind: int, by: int) -> Counts:
    """The counts with `by` more of one kind."""
    changed = list(counts)
    changed[kind] += by
    return tuple(changed)
