"""Following a game played elsewhere: what chance answered, and making it answer the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mypy_extensions import u8

from whistlestop.engine.knowledge.events import Happening
from whistlestop.engine.state import chance as tr
from whistlestop.engine.state.flat_board import TICKET_HEAD, TICKETS, FlatBoard
from whistlestop.engine.state.state import State


def left_pile(log: Iterable[Happening]) -> list[int]:
    """The cards that left the pile, in order."""
    cards = []
    for kind, a, b, _ in log:
        if kind in (tr.DREW, tr.TURNED_UP):
            cards.append(b)
        elif kind == tr.REVEALED:
            cards.append(a)
    return cards


def offered(log: Iterable[Happening]) -> list[int]:
    """The tickets offered, in order."""
    return [b for kind, _, b, _ in log if kind == tr.OFFERED_TICKET]


def arrange_tickets(t: FlatBoard, s: State, wanted: Sequence[int]) -> None:
    """Swap tickets within the deck so that `wanted` are its top ones, the first on top."""
    d = s.bytes
    count = int(d[TICKETS])
    if len(wanted) > count:
        raise tr.ExpectedOtherwise

    def place(i: int) -> int:
        return int(t.o_queue) + (int(d[TICKET_HEAD]) + i) % int(t.tickets)

    for i, ticket in enumerate(wanted):
        at = next((j for j in range(i, count) if d[place(j)] == ticket), None)
        if at is None:
            raise tr.ExpectedOtherwise
        d[place(at)] = d[place(i)]
        d[place(i)] = u8(ticket)
