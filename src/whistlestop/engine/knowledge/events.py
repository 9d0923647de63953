"""From raw events to the readable events of one audience (H1–H4).

An audience is a seat, a spectator (`None`) or everything (`ALL`). The secret parts are the
card a seat drew blind, the tickets offered to it, and which of them it kept; others learn that a
card was drawn and how many tickets were offered and kept, never in which order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from whistlestop.engine.state.event_kinds import (
    ANSWERED,
    BUILT,
    CLAIMED,
    COUNTED_EXTRA,
    DEALT,
    DECLINED,
    DREW,
    ENDED,
    IN_PILE,
    KEPT_TICKET,
    LAID,
    LAST_ROUND,
    OFFERED_TICKET,
    PAID,
    PASSED,
    REFUSED_TICKET,
    RESHUFFLED,
    REVEALED,
    TOOK,
    TURN_BEGAN,
    TURNED_UP,
    WIPED,
)
from whistlestop.model.board import Board
from whistlestop.model.events import Event

ALL: Final = -1
NOBODY: Final = -2
RawEvent = tuple[int, int, int, int]
NamedEvent = tuple[str, dict[str, object]]

_REASONS = ("last round", "passes", "standstill")


def events_for(board: Board, log: Iterable[RawEvent], seat: int | None) -> list[Event]:
    """Raw events as one audience may know them."""
    return [Event(name, params) for name, params in named_events(board, log, seat)]


def named_events(board: Board, log: Iterable[RawEvent], seat: int | None) -> list[NamedEvent]:
    """The same as names and parameters, for those who only pass them on."""
    log = list(log)
    audience = NOBODY if seat is None else seat
    events: list[NamedEvent] = []
    done: set[tuple[int, int]] = set()
    for kind, a, b, c in log:
        if OFFERED_TICKET <= kind <= REFUSED_TICKET:
            if (kind, a) not in done:
                done |= _add_all_tickets(board, log, kind, a, audience, events)
        elif kind != IN_PILE:
            events.append(_event(board, kind, a, b, c, audience))
    return events


def _add_all_tickets(
    board: Board, log: list[RawEvent], kind: int, seat: int, audience: int, events: list[NamedEvent]
) -> set[tuple[int, int]]:
    """All of a seat's tickets at once, kept ones first: no order may show which.

    Returns the kinds that this has dealt with.
    """
    if kind == OFFERED_TICKET:
        _add_tickets(board, "offered", log, kind, seat, audience, events)
        return {(kind, seat)}
    _add_tickets(board, "kept", log, KEPT_TICKET, seat, audience, events)
    _add_tickets(board, "refused", log, REFUSED_TICKET, seat, audience, events)
    return {(KEPT_TICKET, seat), (REFUSED_TICKET, seat)}


def _add_tickets(
    board: Board,
    name: str,
    log: list[RawEvent],
    kind: int,
    seat: int,
    audience: int,
    events: list[NamedEvent],
) -> None:
    tickets = [x[2] for x in log if x[0] == kind and x[1] == seat]
    if tickets:
        params: dict[str, object] = {"seat": seat, "count": len(tickets)}
        if audience in (seat, ALL):
            params["tickets"] = [board.tickets[i].id for i in tickets]
        events.append((name, params))


def _event(board: Board, kind: int, a: int, b: int, c: int, audience: int) -> NamedEvent:
    """An event about cards, or else about pieces and turns."""
    if kind == TURNED_UP:
        return "turned_up", {"slot": a, "card": board.cards[b]}
    if kind == DREW or kind == DEALT:  # noqa: SIM109 -- a tuple would be boxed
        params: dict[str, object] = {"seat": a}
        if audience in (a, ALL):
            params["card"] = board.cards[b]
        return "drew" if kind == DREW else "dealt", params
    if kind == TOOK:
        return "took", {"seat": a, "card": board.cards[b], "slot": c}
    if kind == PAID:
        return "paid", {"seat": a, "card": board.cards[b], "count": c}
    if kind == LAID:
        return "laid", {"seat": a, "card": board.cards[b], "count": c}
    if kind == REVEALED:
        return "revealed", {"card": board.cards[a]}
    if kind == WIPED:
        return "wiped", {"times": a}
    if kind == RESHUFFLED:
        return "reshuffled", {"cards": a}
    return _plain_event(board, kind, a, b, c)


def _plain_event(board: Board, kind: int, a: int, b: int, c: int) -> NamedEvent:
    if kind == TURN_BEGAN:
        return "turn", {"seat": a}
    if kind == CLAIMED:
        return "claimed", {"seat": a, "route": board.routes[b].id, "points": c}
    if kind == COUNTED_EXTRA:
        return "tunnel", {"seat": a, "route": board.routes[b].id, "extra": c}
    if kind == DECLINED:
        return "declined", {"seat": a, "route": board.routes[b].id}
    if kind == BUILT:
        return "built", {"seat": a, "city": board.cities[b].id}
    if kind == PASSED:
        return "passed", {"seat": a}
    if kind == ANSWERED:
        return "answered", {"seat": a}
    if kind == LAST_ROUND:
        return "last_round", {"seat": a}
    assert kind == ENDED
    return "ended", {"reason": _REASONS[a]}
