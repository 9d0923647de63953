"""What everyone at the table could write down: cards seen going into hands, what piles held.

Kept beside the state and fed with the happenings of every action, so that views can say what a
seat may deduce without looking at a secret. Every card in a hand is either *known* (it was taken
face up or shown) or came blind out of one of two *pools*: the newest pile, whose contents everyone
knows because everyone saw the discards, and all that was dealt before it. The private part, which
cards a seat drew blind and which tickets it was offered, is told to that seat only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from whistlestop.engine import trace as tr
from whistlestop.engine.events import Happening
from whistlestop.engine.tables import Tables


@dataclass(frozen=True, slots=True)
class TicketDraw:
    """One offer of tickets to a seat: what it saw and which places it kept (None: not yet)."""

    seat: int
    tickets: tuple[int, ...]
    kept: tuple[int, ...] | None = None


@dataclass(slots=True)
class Pool:
    """Cards that have been a pile together. `left`: not seen leaving it; `blind`: by seat."""

    left: list[int]
    blind: list[list[int]]

    def copy(self) -> Pool:
        return Pool(list(self.left), [list(cards) for cards in self.blind])


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards a seat played that nobody had seen it get: they were blind ones until then.

    `pool` is the newest pool at that time and `drawn` how many cards the seat had out of it.
    """

    seat: int
    card: int
    count: int
    pool: int
    drawn: int


@dataclass(slots=True)
class Memory:
    """Known cards by seat and kind, pools, cards shown, and all ticket draws in order."""

    known: list[list[int]]
    pools: list[Pool]
    shown: list[Shown] = field(default_factory=list)
    draws: list[TicketDraw] = field(default_factory=list)
    laid: dict[int, int] = field(default_factory=dict)
    # False where the game began in a position whose past nobody knows.
    from_deal: bool = True

    @classmethod
    def blank(cls, t: Tables) -> Memory:
        players = int(t.players)
        deck = [int(t.copies)] * int(t.colours) + [int(t.locomotives)]
        known = [[0] * int(t.kinds) for _ in range(players)]
        return cls(known, [Pool(deck, [[] for _ in range(players)])])

    def copy(self) -> Memory:
        return Memory(
            [list(row) for row in self.known],
            [pool.copy() for pool in self.pools],
            list(self.shown),
            list(self.draws),
            dict(self.laid),
            self.from_deal,
        )

    def follow(self, happenings: Iterable[Happening]) -> None:
        """Note what one action brought about."""
        for kind, a, b, c in happenings:
            if kind == tr.TOOK:
                self.known[a][b] += 1
            elif kind in (tr.DREW, tr.DEALT):
                self.pools[-1].blind[a].append(b)
            elif kind == tr.TURNED_UP:
                self.pools[-1].left[b] -= 1
            elif kind == tr.REVEALED:
                self.pools[-1].left[a] -= 1
            elif kind in (tr.PAID, tr.LAID):
                self._play(a, b, c, kind == tr.LAID)
            elif kind in (tr.CLAIMED, tr.DECLINED):
                self._close_tunnel(a, kind == tr.DECLINED)
            elif kind == tr.RESHUFFLED:
                self._begin_pool()
            elif kind == tr.IN_PILE:
                self.pools[-1].left.append(b)
            else:
                self._follow_tickets(kind, a, b)

    def _begin_pool(self) -> None:
        """A new pile: everything blind from before is in hands now, and counts as one pool."""
        blind = []
        for seat in range(len(self.known)):
            cards = [card for pool in self.pools for card in pool.blind[seat]]
            for shown in self.shown:
                for _ in range(shown.count if shown.seat == seat else 0):
                    cards.remove(shown.card)
            blind.append(cards)
        held = [card for cards in blind for card in cards]
        kinds = range(len(self.known[0]))
        self.pools = [Pool([held.count(kind) for kind in kinds], blind)]
        self.pools.append(Pool([], [[] for _ in self.known]))
        self.shown.clear()

    def _play(self, seat: int, card: int, count: int, laid: bool) -> None:
        """Known cards are played first; the rest shows what was drawn blind."""
        seen = min(count, self.known[seat][card])
        self.known[seat][card] -= seen
        if count > seen:
            newest = len(self.pools) - 1
            drawn = len(self.pools[newest].blind[seat])
            self.shown.append(Shown(seat, card, count - seen, newest, drawn))
        if laid:
            self.laid[card] = count

    def _close_tunnel(self, seat: int, declined: bool) -> None:
        """Cards laid down for a tunnel and taken back have been seen."""
        for card, count in self.laid.items():
            if declined:
                self.known[seat][card] += count
        self.laid.clear()

    def start_here(self, hands: Sequence[Sequence[int]], seen: Sequence[int]) -> None:
        """Begin in the middle of a game: hands count as blind, `seen` cards lie open."""
        self.from_deal = False
        pool = self.pools[0]
        pool.blind = [list(hand) for hand in hands]
        for card in seen:
            pool.left[card] -= 1

    def _follow_tickets(self, kind: int, seat: int, ticket: int) -> None:
        if kind == tr.OFFERED_TICKET:
            last = self._open_draw(seat)
            if last is None:
                self.draws.append(TicketDraw(seat, (ticket,)))
            else:
                draw = self.draws[last]
                self.draws[last] = replace(draw, tickets=(*draw.tickets, ticket))
        elif kind in (tr.KEPT_TICKET, tr.REFUSED_TICKET):
            self._settle(seat, ticket, kind == tr.KEPT_TICKET)

    def _open_draw(self, seat: int) -> int | None:
        for i in range(len(self.draws) - 1, -1, -1):
            if self.draws[i].seat == seat:
                return i if self.draws[i].kept is None else None
        return None

    def _settle(self, seat: int, ticket: int, kept: bool) -> None:
        """Note one ticket of the seat's last draw as kept or refused."""
        last = max(i for i, draw in enumerate(self.draws) if draw.seat == seat)
        draw = self.draws[last]
        places = draw.kept or ()
        if kept:
            places = (*places, draw.tickets.index(ticket))
        self.draws[last] = replace(draw, kept=places)
