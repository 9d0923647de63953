"""Tickets in hindsight: those a seat kept and refused, and whether its final network joins them."""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.boards.graph import ends_of, parts_of
from whistlestop.bots.review.form import TicketInHindsight
from whistlestop.engine.game import Game
from whistlestop.engine.state.event_kinds import KEPT_TICKET, REFUSED_TICKET
from whistlestop.model.board import Ticket


def tickets_of(end: Game, seat: int) -> tuple[TicketInHindsight, ...]:
    """The tickets that a seat was offered in a game that is over, in the order it answered."""
    made = _made(end, seat)
    told: list[TicketInHindsight] = []
    for ply, step in enumerate(end.plies):
        for kind, who, index, _ in step.events:
            if who == seat and kind in (KEPT_TICKET, REFUSED_TICKET):
                ticket = end.board.tickets[index]
                kept = kind == KEPT_TICKET
                told.append(TicketInHindsight(ticket.id, ticket.points, ply, kept, made(ticket)))
    return tuple(told)


def _made(end: Game, seat: int) -> Callable[[Ticket], bool]:
    """Whether a seat's routes, and those its stations borrow, join the cities of a ticket."""
    owners = end.view(None).owners
    routes = [route for route in end.board.routes if owners[route.index] == seat]
    routes += [route for _, route in end.score().seats[seat].borrowed]
    part = parts_of(len(end.board.cities), ends_of(routes))
    return lambda ticket: part[ticket.a.index] == part[ticket.b.index]
