"""The routes of one seat as a network: what they join, and what joining more would still take.

Worked out from a view alone, for advice and for showing tickets to a player, in values of the model
and not in the compiled bots' integers. Distances are counted in trains over the seat's own routes,
which cost nothing, and the routes it may still claim; cards are not considered.
"""

from __future__ import annotations

from functools import cached_property
from math import inf

from whistlestop.boards.graph import CheapestWays, Links, cheapest_ways, ends_of, links_of, parts_of
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import City, Route, Ticket


class Network:
    """Which cities a seat's routes join.

    With `borrow`, a station counts every route it could borrow, although it will borrow only one:
    that shows which tickets need no further station.
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
        """A number for the cities joined with this one: the same for all of them."""
        return self._part[city.index]

    def joins(self, ticket: Ticket) -> bool:
        """Whether a ticket is complete."""
        return self.part(ticket.a) == self.part(ticket.b)

    def trains(self, start: City, goal: City) -> int | None:
        """How many trains the cheapest way between two cities takes; None if there is none."""
        trains = self._ways(start, goal).costs[goal.index]
        return None if trains == inf else int(trains)

    def way(self, start: City, goal: City) -> tuple[Route, ...]:
        """The routes on a cheapest way that the seat still has to claim."""
        edges = self._ways(start, goal).edges_to(goal.index)
        return tuple(self.view.board.routes[edge] for edge in edges if self._costs[edge])

    @cached_property
    def _links(self) -> Links:
        board = self.view.board
        return links_of(len(board.cities), ends_of(board.routes))

    @cached_property
    def _costs(self) -> list[float]:
        """The trains that each route of the board takes: none if the seat can use it already."""
        return [self._cost(route) for route in self.view.board.routes]

    def _cost(self, route: Route) -> float:
        if self._usable(route):
            return 0
        return route.length if self.view.is_open(route, self.seat) else inf

    def _ways(self, start: City, goal: City) -> CheapestWays:
        return cheapest_ways(self._links, self._costs, [start.index], goal=goal.index)
