"""What is true of a position, as a person would say it: tickets, ways, rivals, cards, tunnels.

Everything is counted from the view alone and exactly, in values of the model; nothing is estimated
here. Reasons (`explaining`) state nothing about the map that does not come from this module or from
the plan that they name. Invariant: a ticket is complete if it would count at an end of the game
right now, with the best choice of routes that the seat's stations can borrow (B3, B4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import comb, inf

from whistlestop.boards.graph import CheapestWays, cheapest_ways, ends_of, links_of, parts_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.phases.double_routes import SOMEONE_ELSE, closes
from whistlestop.model.actions import Claim
from whistlestop.model.board import LOCOMOTIVE, City, Route, Ticket

Cards = dict[str, int]
ANY = "any"
"""Cards of a colour that is still free to choose, for gray routes."""


class MapFacts:
    """The map as one seat sees it."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a spectator has no tickets to join"
        self.view = view
        self.board = view.board
        self.seat: int = view.seat
        self.trains = view.players[self.seat].trains
        self.stations = view.players[self.seat].stations
        self.own = list(view.routes)

    def complete(self, tickets: Iterable[Ticket], more: Sequence[Route] = ()) -> list[Ticket]:
        """Those that would count with some more routes, by the best use of the seat's stations."""
        tickets = list(tickets)
        best: list[Ticket] = []
        for lent in product(*self._lendings):
            joined = _joined([*self.own, *more, *lent], tickets, len(self.board.cities))
            if sum(t.points for t in joined) > sum(t.points for t in best):
                best = joined
        return best

    @cached_property
    def _lendings(self) -> list[list[Route]]:
        """For each own station the routes of rivals that it can borrow."""
        owners = self.view.station_owners
        cities = [c for c in self.board.cities if self._has_station(c, owners)]
        return [lent for city in cities if (lent := self.lent_at(city))]

    def _has_station(self, city: City, owners: Sequence[int | None]) -> bool:
        return city.index < len(owners) and owners[city.index] == self.seat

    def lent_at(self, city: City) -> list[Route]:
        """The routes of rivals that end in a city."""
        owners = self.view.owners
        rivals = [r for r in self.board.routes if owners[r.index] not in (None, self.seat)]
        return [route for route in rivals if city in (route.a, route.b)]

    @cached_property
    def lent(self) -> list[Route]:
        """Every route that an own station could borrow."""
        return [route for routes in self._lendings for route in routes]

    @cached_property
    def open(self) -> list[Ticket]:
        """The seat's tickets that are not complete, the most points first."""
        done = self.complete(self.view.tickets)
        return sorted((t for t in self.view.tickets if t not in done), key=lambda t: -t.points)

    def completed_by(self, route: Route) -> list[Ticket]:
        """The open tickets that one more route completes."""
        return [t for t in self.open if t in self.complete(self.view.tickets, [route])]

    def cut_by(
        self, route: Route, plan: Collection[Route], tickets: Iterable[Ticket]
    ) -> list[Ticket]:
        """The tickets that a plan joins only by way of a route."""
        rest = [*self.own, *self.lent, *(r for r in plan if r is not route)]
        tickets = list(tickets)
        joined = _joined(rest, tickets, len(self.board.cities))
        return [t for t in tickets if t not in joined]

    def distance(
        self, ticket: Ticket, free: Sequence[Route] = (), lost: Sequence[Route] = ()
    ) -> float:
        """The trains that the cheapest way takes; routes in `free` cost none, `lost` are gone."""
        return self._ways(ticket, free, lost).costs[ticket.b.index]

    def way(self, ticket: Ticket, free: Sequence[Route]) -> list[Route]:
        """The routes to claim on a cheapest way, beside those that are free."""
        edges = self._ways(ticket, free, ()).edges_to(ticket.b.index)
        routes = [self.board.routes[edge] for edge in edges]
        return [r for r in routes if r not in free and r not in self.own and r not in self.lent]

    def _ways(self, ticket: Ticket, free: Sequence[Route], lost: Sequence[Route]) -> CheapestWays:
        costs = self._costs[:]
        for route in free:
            costs[route.index] = 0
        for route in lost:
            costs[route.index] = inf
        return cheapest_ways(self._links, costs, [ticket.a.index], goal=ticket.b.index)

    @cached_property
    def _links(self) -> Sequence[Sequence[tuple[int, int]]]:
        return links_of(len(self.board.cities), ends_of(self.board.routes))

    @cached_property
    def _costs(self) -> list[float]:
        return [self._cost(route) for route in self.board.routes]

    def _cost(self, route: Route) -> float:
        if route in self.own or route in self.lent:
            return 0
        fits = route.length <= self.trains and self.view.is_open(route, self.seat)
        return route.length if fits else inf

    def lost_with(self, route: Route) -> list[Route]:
        """What a seat loses if a rival claims a route: its twin too, where only one is open."""
        single = self.board.rules.single_track(len(self.view.players))
        if route.twin is not None and closes(SOMEONE_ELSE, self.seat, single):
            return [route, self.board.routes[route.twin]]
        return [route]

    def rival_at(self, route: Route) -> tuple[int, list[City]] | None:
        """The rival that has built up to most ends of a route and could claim it next."""
        found: list[tuple[int, list[City]]] = []
        for player in self.view.players:
            able = min(player.trains, player.cards) >= route.length
            if player.seat != self.seat and able and self.view.is_open(route, player.seat):
                reached = {c for r in self.view.routes_of(player.seat) for c in (r.a, r.b)}
                found.append((player.seat, [c for c in (route.a, route.b) if c in reached]))
        seat, ends = max(found, key=lambda near: len(near[1]), default=(-1, []))
        return (seat, ends) if ends else None

    def tunnel_risk(self, claim: Claim) -> float:
        """The chance that a tunnel turns up more than the rest of the hand pays (U1–U4)."""
        colour = claim.payment.colour or LOCOMOTIVE
        left = hand_after(self.view.hand, claim)
        spare = left.get(LOCOMOTIVE, 0) + (left.get(colour, 0) if colour != LOCOMOTIVE else 0)
        hits = {colour, LOCOMOTIVE}
        turned = self.board.rules.tunnel_cards
        first = _drawn(self.view.unseen(), hits, min(turned, self.view.pile))
        # The discards are shuffled as soon as the pile is empty.
        rest = _drawn(self.view.discards, hits, turned - min(turned, self.view.pile))
        pairs = product(enumerate(first), enumerate(rest))
        return sum(p * q for (n, p), (m, q) in pairs if n + m > spare)


def _joined(routes: Sequence[Route], tickets: Iterable[Ticket], cities: int) -> list[Ticket]:
    part = parts_of(cities, ends_of(routes))
    return [t for t in tickets if part[t.a.index] == part[t.b.index]]


def _drawn(cards: Mapping[str, int], hits: Collection[str], count: int) -> list[float]:
    """The chance of each number of hits among cards drawn without putting back."""
    total = sum(cards.values())
    good = sum(cards.get(card, 0) for card in hits)
    count = min(count, total)
    ways = comb(total, count)
    return [comb(good, n) * comb(total - good, count - n) / ways for n in range(count + 1)]


def hand_after(hand: Mapping[str, int], claim: Claim) -> Cards:
    """The hand once a claim is paid."""
    payment = claim.payment
    left = dict(hand)
    if payment.colour:
        left[payment.colour] = left.get(payment.colour, 0) - payment.coloured
    left[LOCOMOTIVE] = left.get(LOCOMOTIVE, 0) - payment.locomotives
    return left


def lacking(hand: Mapping[str, int], routes: Iterable[Route], station: int = 0) -> Cards:
    """The fewest cards that pay for all these routes and a station together with the hand.

    A gray route takes the colour that is left over, or any one colour if nothing is.

    >>> from whistlestop import load_board
    >>> usa = load_board("usa").route_by_id
    >>> lacking({"red": 2, "locomotive": 1}, [usa["duluth-helena"], usa["boston-montreal#1"]])
    {'orange': 5, 'any': 1}
    """
    over, grays = dict(hand), [station] if station else []
    over.setdefault(LOCOMOTIVE, 0)
    for route in routes:
        over[LOCOMOTIVE] -= route.ferry
        if route.colour == "gray":
            grays.append(route.length - route.ferry)
        else:
            over[route.colour] = over.get(route.colour, 0) - route.length + route.ferry
    wilds = over.pop(LOCOMOTIVE)
    lack = _fewest(over, sorted(grays, reverse=True))
    if wilds < 0:
        lack[LOCOMOTIVE] = -wilds
    for _ in range(min(wilds, sum(lack.values()))):
        most = max(lack, key=lambda card: lack[card])
        lack[most] -= 1
    return {card: count for card, count in lack.items() if count > 0}


def _fewest(over: Cards, grays: Sequence[int]) -> Cards:
    """What is missing once each gray price is paid in the colour that saves most."""
    if not grays:
        return {card: -count for card, count in over.items() if count < 0}
    first, *others = grays
    best = _fewest(over, others)
    best[ANY] = best.get(ANY, 0) + first
    tried = set()
    for card, count in over.items():
        if count > 0 and count not in tried:
            tried.add(count)
            lack = _fewest({**over, card: count - first}, others)
            if sum(lack.values()) < sum(best.values()):
                best = lack
    return best
