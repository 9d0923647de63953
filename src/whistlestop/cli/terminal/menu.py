"""What a player may do now, sorted into short lists with a key for each.

The keys are the numbers that a player types. A route has one number, which means the sensible way
to pay for it; `ways` keeps the others. Every entry is a legal action of the view.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from whistlestop.bots.advice.network import Network
from whistlestop.bots.contract import of_kind
from whistlestop.cli.terminal.payment_order import payment_order
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import (
    Action,
    Build,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Pass,
    Pay,
    Payment,
)
from whistlestop.model.board import Route

SHOWN_CLAIMS = 8


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """One way to pay, and the key that chooses it."""

    key: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A route that can be claimed, and all ways to pay for it, the sensible one first.

    `tickets` are the player's tickets, counted from 1, that have it on a cheapest way.
    """

    key: str
    route: Route
    claims: tuple[Claim, ...]
    tickets: tuple[int, ...]


class Menu:
    """The lists of one decision; `actions` finds the action of every key.

    `ways` has all ways to pay for the claims among them.
    """

    def __init__(self, view: View, shown_claims: int = SHOWN_CLAIMS) -> None:
        self.actions: dict[str, Action] = {}
        self.ways: dict[str, tuple[Claim, ...]] = {}
        legal = list(view.legal)
        self.draws = [(self._enter(draw), draw) for draw in of_kind(legal, Draw)]
        claims = _by_route(view, of_kind(legal, Claim))
        self.claims = [self._claim_line(line) for line in claims[:shown_claims]]
        self.hidden_claims = len(claims) - len(self.claims)
        pays = sorted(of_kind(legal, Pay), key=lambda p: payment_order(view.hand, p.payment))
        self.pays = [PaymentLine(self._enter(pay), pay.payment) for pay in pays]
        self.builds = of_kind(legal, Build)
        self.tickets = self._enter_if(DrawTickets() in legal, DrawTickets())
        self.decline = self._enter_if(Decline() in legal, Decline())
        self.passes = self._enter_if(Pass() in legal, Pass())
        # Stations are built by name; only where nothing else is left are they worth a list.
        forced = [] if self.actions else _one_for_each_city(view, self.builds)
        self.forced_builds = [(self._enter(build), build) for build in forced]

    def _enter(self, action: Action) -> str:
        key = str(len(self.actions) + 1)
        self.actions[key] = action
        return key

    def _enter_if(self, legal: bool, action: Action) -> str:
        return self._enter(action) if legal else ""

    def _claim_line(self, line: Line) -> ClaimLine:
        route, claims, tickets = line
        key = self._enter(claims[0])
        self.ways[key] = tuple(claims)
        return ClaimLine(key, route, tuple(claims), tickets)


def _one_for_each_city(view: View, builds: Sequence[Build]) -> list[Build]:
    """The sensible way to pay, for every city."""
    best: dict[str, Build] = {}
    for build in sorted(builds, key=lambda b: payment_order(view.hand, b.payment)):
        best.setdefault(build.city, build)
    return list(best.values())


Line = tuple[Route, Sequence[Claim], tuple[int, ...]]


def _by_route(view: View, claims: Sequence[Claim]) -> list[Line]:
    """Claims by route: those on the way of a ticket first, then by points."""
    wanted = _wanted_routes(view) if claims else {}
    by_route: dict[Route, list[Claim]] = {}
    for claim in claims:
        by_route.setdefault(view.board.route_by_id[claim.route], []).append(claim)
    lines: list[Line] = []
    for route, ways in by_route.items():
        if not _same_as_twin(view, route, by_route):
            ways.sort(key=lambda claim: payment_order(view.hand, claim.payment))
            lines.append((route, ways, wanted.get(route.index, ())))
    lines.sort(key=lambda line: (not line[2], -line[0].length, line[0].id))
    return lines


def _same_as_twin(view: View, route: Route, listed: Container[Route]) -> bool:
    """Whether the other side, equal in all but its place, is listed already."""
    if route.twin is None or route.twin > route.index:
        return False
    twin = view.board.routes[route.twin]
    return twin.colour == route.colour and twin in listed


def _wanted_routes(view: View) -> dict[int, tuple[int, ...]]:
    """Routes on a cheapest way of a ticket that is not complete, with the tickets' numbers."""
    assert view.seat is not None
    net = Network(view, view.seat, borrow=False)
    wanted: dict[int, tuple[int, ...]] = {}
    for number, ticket in enumerate(view.tickets, 1):
        for route in net.way(ticket.a, ticket.b):
            sides = [route.index] if route.twin is None else [route.index, route.twin]
            for side in sides:
                wanted[side] = (*wanted.get(side, ()), number)
    return wanted
