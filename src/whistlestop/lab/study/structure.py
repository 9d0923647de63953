"""What a board says by itself, before any game: shortest ways, and what tickets ask of routes.

Distances are in trains. The two sides of a double route are one pair of cities here. Turns to
complete a ticket from an empty hand are taken as half a turn for a card and one for a claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import quantiles

from whistlestop.boards.graph import cheapest_ways, ends_of, links_of, one_side
from whistlestop.lab.intervals import mean
from whistlestop.model.board import Board, Route, Ticket

Way = tuple[Route, ...]
CARDS_A_TURN = 2
"""As a turn of drawing brings them; an open locomotive, which ends the turn, is left out."""


@dataclass(frozen=True)
class TicketFacts:
    """A ticket with all its shortest ways."""

    ticket: Ticket
    trains: int
    ways: tuple[Way, ...]
    points: Mapping[int, int]

    @cached_property
    def totals(self) -> tuple[int, int]:
        """Ticket and route points over the worst and the best shortest way."""
        found = [self._total(way) for way in self.ways]
        return min(found), max(found)

    @cached_property
    def best(self) -> Way:
        """The shortest way with the most points for a turn."""
        return max(self.ways, key=lambda way: self._total(way) / self._turns(way))

    @property
    def turns(self) -> float:
        """How many turns its best way takes from an empty hand."""
        return self._turns(self.best)

    @property
    def per_turn(self) -> float:
        """Ticket and route points of its best way for each turn."""
        return self._total(self.best) / self.turns

    def _total(self, way: Way) -> int:
        return self.ticket.points + sum(self.points[route.length] for route in way)

    def _turns(self, way: Way) -> float:
        return self.trains / CARDS_A_TURN + len(way)


@dataclass(frozen=True)
class Structure:
    """All that can be told without playing."""

    board: Board
    tickets: tuple[TicketFacts, ...]

    @cached_property
    def by_worth(self) -> list[TicketFacts]:
        """The tickets that promise most for a turn first."""
        return sorted(self.tickets, key=lambda facts: -facts.per_turn)

    @cached_property
    def contest(self) -> dict[Route, float]:
        """For every pair of cities how many tickets want it, split over equal shortest ways."""
        wanted = dict.fromkeys(one_side(self.board.routes), 0.0)
        for facts in self.tickets:
            for way in facts.ways:
                for route in way:
                    wanted[route] += 1 / len(facts.ways)
        return wanted

    @cached_property
    def ends(self) -> dict[str, int]:
        """How many tickets name each city."""
        counts = dict.fromkeys(self.board.city_ids, 0)
        for ticket in self.board.tickets:
            counts[ticket.a.id] += 1
            counts[ticket.b.id] += 1
        return counts

    def summary(self) -> dict[str, float]:
        """The ticket values in five numbers and their mean."""
        values = [ticket.points for ticket in self.board.tickets]
        low, middle, high = quantiles(values, n=4, method="inclusive")
        return {
            "least": min(values),
            "first quarter": low,
            "middle": middle,
            "mean": mean(values),
            "third quarter": high,
            "most": max(values),
        }


def structure_of(board: Board) -> Structure:
    """Work out every ticket's shortest ways on an empty board."""
    routes = one_side(board.routes)
    links = links_of(len(board.cities), ends_of(routes))
    lengths = [route.length for route in routes]
    distances = [cheapest_ways(links, lengths, [city.index]).costs for city in board.cities]
    near = [[(other, routes[number]) for other, number in each] for each in links]
    facts = [
        TicketFacts(
            ticket,
            int(distances[ticket.a.index][ticket.b.index]),
            tuple(_ways(near, distances, ticket.a.index, ticket.b.index)),
            board.rules.points,
        )
        for ticket in board.tickets
    ]
    return Structure(board, tuple(facts))


Neighbours = Sequence[Sequence[tuple[int, Route]]]


def _ways(near: Neighbours, distances: Sequence[Sequence[float]], a: int, b: int) -> list[Way]:
    """Every shortest way from one city to another."""
    if a == b:
        return [()]
    found: list[Way] = []
    for other, route in near[a]:
        if route.length + distances[other][b] == distances[a][b]:
            found += [(route, *rest) for rest in _ways(near, distances, other, b)]
    return found
