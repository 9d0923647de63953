"""The routes of one seat as a network: what they join, and what joining more would still take.

Worked out from a view alone, for bots and for showing tickets to a player. Distances are counted in
trains over the seat's own routes (which cost nothing) and the routes it may still claim; whether
the cards for them can be found is another matter.
"""

from __future__ import annotations

from functools import cached_property
from math import inf

from whistlestop.boards.graph import CheapestWays, Links, cheapest_ways, ends_of, links_of, parts_of
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import City, Route, Ticket


class Network:
    """What belongs together for a seat.

    With `borrow`, stations count every route they could borrow, which is more than the one that
    each will: it tells what cannot be worth another station.
    """

    def __init__(self, view: View, seat: int, *, borrow: bool = True) -> None:
        self.view = view
        self.seat = seat
        self.borrow = borrow
        usable = [route for route in view.board.routes if self._usable(route)]
        self._part = parts_of(len(view.board.cities), ends_of(usable))

    def _usable(self, route: Route) -> bool:
        owner = self.view.owners[route.index]
        if owner is None or owner == self.seat or not self.borrow:
            return owner is not None and owner == self.seat
        stations = self.view.station_owners
        return self.seat in (stations[route.a.index], stations[route.b.index])

    def part(self, city: City) -> int:
        """Cities that are joined have the same part."""
        return self._part[city.index]

    def joins(self, ticket: Ticket) -> bool:
        return self.part(ticket.a) == self.part(ticket.b)

    def trains(self, a: City, b: City) -> int | None:
        """How many trains the cheapest way between two cities takes; None if there is none."""
        trains = self._ways(a, b).costs[b.index]
        return None if trains == inf else int(trains)

    def way(self, a: City, b: City) -> tuple[Route, ...]:
        """The routes still to be claimed on a cheapest way."""
        edges = self._ways(a, b).edges_to(b.index)
        return tuple(self.view.board.routes[edge] for edge in edges if self._costs[edge])

    @cached_property
    def _links(self) -> Links:
        board = self.view.board
        return links_of(len(board.cities), ends_of(board.routes))

    @cached_property
    def _costs(self) -> list[float]:
        """The trains that each route of the board takes: none where it is usable already."""
        return [self._cost(route) for route in self.view.board.routes]

    def _cost(self, route: Route) -> float:
        if self._usable(route):
            return 0
        return route.length if self.view.is_open(route, self.seat) else inf

    def _ways(self, a: City, b: City) -> CheapestWays:
        return cheapest_ways(self._links, self._costs, [a.index], goal=b.index)
