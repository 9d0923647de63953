"""The routes of one seat as a network: what they join, and what joining more would still take.

Worked out from a view alone, for bots and for showing tickets to a player. Distances are counted in
trains over the seat's own routes (which cost nothing) and the routes it may still claim; whether
the cards for them can be found is another matter.
"""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush

from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import City, Route, Ticket


def is_open(view: View, seat: int, route: Route) -> bool:
    """C1, C6, C7: free, and its other side does not stand in the way."""
    if view.owners[route.index] is not None:
        return False
    if route.twin is None or view.owners[route.twin] is None:
        return True
    single_track = len(view.players) <= view.board.rules.single_track_players
    return view.owners[route.twin] != seat and not single_track


class Network:
    """What belongs together for a seat.

    With `borrow`, stations count every route they could borrow, which is more than the one that
    each will: it tells what cannot be worth another station.
    """

    def __init__(self, view: View, seat: int, *, borrow: bool = True) -> None:
        self.view = view
        self.seat = seat
        self.borrow = borrow
        self._part = list(range(len(view.board.cities)))
        for route in view.board.routes:
            if self._usable(route):
                self._part[self.part(route.a)] = self.part(route.b)

    def _usable(self, route: Route) -> bool:
        owner = self.view.owners[route.index]
        if owner is None or owner == self.seat or not self.borrow:
            return owner is not None and owner == self.seat
        stations = self.view.station_owners
        return self.seat in (stations[route.a.index], stations[route.b.index])

    def part(self, city: City) -> int:
        """Cities that are joined have the same part."""
        i = city.index
        while self._part[i] != i:
            i = self._part[i]
        return i

    def joins(self, ticket: Ticket) -> bool:
        return self.part(ticket.a) == self.part(ticket.b)

    def trains(self, a: City, b: City) -> int | None:
        """How many trains the cheapest way between two cities takes; None if there is none."""
        best = self._cheapest(a, b)
        return None if best is None else best[0]

    def way(self, a: City, b: City) -> tuple[Route, ...]:
        """The routes still to be claimed on a cheapest way."""
        best = self._cheapest(a, b)
        return () if best is None else best[1]

    @cached_property
    def _near(self) -> list[list[tuple[int, int, Route]]]:
        """For each city the cities next to it, the trains it takes to get there, and the route."""
        near: list[list[tuple[int, int, Route]]] = [[] for _ in self.view.board.cities]
        for route in self.view.board.routes:
            usable = self._usable(route)
            if usable or is_open(self.view, self.seat, route):
                cost = 0 if usable else route.length
                near[route.a.index].append((route.b.index, cost, route))
                near[route.b.index].append((route.a.index, cost, route))
        return near

    def _cheapest(self, a: City, b: City) -> tuple[int, tuple[Route, ...]] | None:
        seen: set[int] = set()
        pushed = 0  # orders equal distances, so that routes are never compared
        queue: list[tuple[int, int, int, tuple[Route, ...]]] = [(0, pushed, a.index, ())]
        while queue:
            cost, _, city, way = heappop(queue)
            if city == b.index:
                return cost, way
            if city in seen:
                continue
            seen.add(city)
            for other, more, route in self._near[city]:
                if other not in seen:
                    pushed += 1
                    longer = (*way, route) if more else way
                    heappush(queue, (cost + more, pushed, other, longer))
        return None
