"""What everyone at the table could write down: cards seen going into hands, ticket draws.

Kept beside the state and fed with the happenings of every action. It holds facts that any seat may
know (and, apart, each seat's own tickets), so views can say what a seat may deduce without ever
looking at a secret. The invariant: `known` never exceeds what the seat really holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from whistlestop.engine import trace as tr
from whistlestop.engine.events import Happening
from whistlestop.engine.state import State
from whistlestop.engine.tables import Tables


@dataclass(frozen=True, slots=True)
class TicketDraw:
    """One offer of tickets to a seat: what it saw and which places it kept (None: not yet)."""

    seat: int
    tickets: tuple[int, ...]
    kept: tuple[int, ...] | None = None


@dataclass(slots=True)
class Memory:
    """Known cards by seat and kind, and all ticket draws in order."""

    known: list[list[int]]
    draws: list[TicketDraw] = field(default_factory=list)
    laid: dict[int, int] = field(default_factory=dict)

    @classmethod
    def blank(cls, t: Tables) -> Memory:
        return cls([[0] * int(t.kinds) for _ in range(t.players)])

    def copy(self) -> Memory:
        return Memory([list(row) for row in self.known], list(self.draws), dict(self.laid))

    def follow(self, t: Tables, s: State, happenings: Iterable[Happening]) -> None:
        """Note what one action brought about; `s` is the state after it."""
        reshuffled = False
        for kind, a, b, c in happenings:
            if kind == tr.TOOK:
                self.known[a][b] += 1
            elif kind in (tr.PAID, tr.LAID):
                self.known[a][b] = max(0, self.known[a][b] - c)
                if kind == tr.LAID:
                    self.laid[b] = c
            elif kind in (tr.CLAIMED, tr.DECLINED):
                self._close_tunnel(a, kind == tr.DECLINED)
            elif kind == tr.RESHUFFLED:
                reshuffled = True
            else:
                self._follow_tickets(kind, a, b)
        if reshuffled and t.players == 2:
            self._count_out(t, s)

    def _close_tunnel(self, seat: int, declined: bool) -> None:
        """Cards laid down for a tunnel and taken back have been seen."""
        for card, count in self.laid.items():
            if declined:
                self.known[seat][card] += count
        self.laid.clear()

    def _count_out(self, t: Tables, s: State) -> None:
        """With two players an empty pile tells each what the other holds."""
        for seat in range(2):
            hand = t.o_hand + seat * t.kinds
            self.known[seat] = [int(s.bytes[hand + card]) for card in range(t.kinds)]

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
