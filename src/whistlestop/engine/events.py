"""From the engine's happenings to the events of one audience (H1–H4).

An audience is a seat, a spectator (`None`) or everything (`ALL`). The secret parts are the
card a seat drew blind, the tickets offered to it, and which of them it kept; others learn that a
card was drawn and how many tickets were offered and kept, never in which order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whistlestop.engine import trace as tr
from whistlestop.model.board import Board
from whistlestop.model.events import Event

ALL = -1
Happening = tuple[int, int, int, int]

_REASONS = ("last round", "passes", "standstill")
_SETTLED = (tr.KEPT_TICKET, tr.REFUSED_TICKET)
_TICKETS = {tr.OFFERED_TICKET: "offered", tr.KEPT_TICKET: "kept", tr.REFUSED_TICKET: "refused"}


def events_for(board: Board, happenings: Iterable[Happening], seat: int | None) -> list[Event]:
    """The events of some happenings as one audience may know them."""
    return list(_events(board, list(happenings), seat))


def _events(board: Board, log: list[Happening], audience: int | None) -> Iterator[Event]:
    told: set[tuple[int, int]] = set()
    for happening in log:
        kind, seat = happening[0], happening[1]
        if kind == tr.IN_PILE:
            continue
        if kind not in _TICKETS:
            yield _event(board, happening, audience)
        elif (kind, seat) not in told:
            # All of a seat's tickets at once, kept ones first: no order may show which.
            for name in (tr.OFFERED_TICKET,) if kind == tr.OFFERED_TICKET else _SETTLED:
                tickets = [x[2] for x in log if x[:2] == (name, seat)]
                told.add((name, seat))
                if tickets:
                    yield _ticket_event(board, _TICKETS[name], seat, tickets, audience)


def _ticket_event(
    board: Board, name: str, seat: int, tickets: list[int], audience: int | None
) -> Event:
    params: dict[str, object] = {"seat": seat, "count": len(tickets)}
    if audience in (seat, ALL):
        params["tickets"] = [board.tickets[i].id for i in tickets]
    return Event(name, params)


def _event(board: Board, happening: Happening, audience: int | None) -> Event:
    kind, a, b, c = happening
    cards = board.cards
    if kind in (tr.DREW, tr.DEALT):
        params: dict[str, object] = {"seat": a}
        if audience in (a, ALL):
            params["card"] = cards[b]
        return Event("drew" if kind == tr.DREW else "dealt", params)
    match kind:
        case tr.TOOK:
            return Event("took", {"seat": a, "card": cards[b], "slot": c})
        case tr.TURNED_UP:
            return Event("turned_up", {"slot": a, "card": cards[b]})
        case tr.REVEALED:
            return Event("revealed", {"card": cards[a]})
        case tr.WIPED:
            return Event("wiped", {"times": a})
        case tr.RESHUFFLED:
            return Event("reshuffled", {"cards": a})
        case tr.PAID | tr.LAID:
            name = "paid" if kind == tr.PAID else "laid"
            return Event(name, {"seat": a, "card": cards[b], "count": c})
        case _:
            return _plain_event(board, happening)


def _plain_event(board: Board, happening: Happening) -> Event:
    kind, a, b, c = happening
    match kind:
        case tr.CLAIMED:
            return Event("claimed", {"seat": a, "route": board.routes[b].id, "points": c})
        case tr.TUNNEL:
            return Event("tunnel", {"seat": a, "route": board.routes[b].id, "extra": c})
        case tr.DECLINED:
            return Event("declined", {"seat": a, "route": board.routes[b].id})
        case tr.BUILT:
            return Event("built", {"seat": a, "city": board.cities[b].id})
        case tr.PASSED:
            return Event("passed", {"seat": a})
        case tr.ANSWERED:
            return Event("answered", {"seat": a})
        case tr.LAST_ROUND:
            return Event("last_round", {"seat": a})
        case tr.TURN_BEGAN:
            return Event("turn", {"seat": a})
        case _:
            return Event("ended", {"reason": _REASONS[a]})
