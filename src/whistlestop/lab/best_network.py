"""The best network that trains can build: how many points a board, or a handful of tickets, allows.

A local search tears pieces out of a network and spends the trains anew on what brings most for
each, many times over from several starts. It proves no upper bound, but on usa:classic it finds
the published maximum of 285. It leaves out prizes that depend on rivals (longest trail, most
tickets), cards and time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.boards.graph import (
    Ends,
    Links,
    cheapest_ways,
    ends_of,
    links_of,
    one_side,
    parts_of,
)
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.scoring.districts import district_points
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.model.board import Board, Route, Ticket

# With these the search finds the published maximum of usa:classic, which a test repeats.
ROUNDS = 400
"""How often a search tears out a piece and spends the trains anew."""
STARTS = 8
"""Searches from scratch, so that one that got stuck is made up for by another."""
HOT, COLD = 0.5, 0.09
"""The temperature of the search at its start and end, in mean tickets."""
FINE = 1 << 20
"""Steps between 0 and 1 that a random share may take."""
TORN = 3
"""The most routes that are torn out at first."""
DROPPED = 7
"""In how many of ten cases a route that has lost its use goes too; not always, for variety."""
FILLING = 8
"""With no more trains left than this, single routes for their own points are looked at too."""
WANTED = 0.8
"""What a single route for its own points counts beside a way to a goal: the mean luck of a way
is 1, so a way is preferred where both bring about the same."""


@dataclass(frozen=True, slots=True)
class BestNetwork:
    """The best network found: its routes, the tickets it completes, and its points."""

    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    route_points: int
    ticket_points: int
    prizes: int
    trains: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.route_points + self.ticket_points + self.prizes


@dataclass(frozen=True)
class NetworkProblem:
    """What is looked for: which routes may be used, which tickets count, and for how much.

    `missed` says whether a ticket that is not completed costs its points, as one that is held.
    """

    board: Board
    tickets: tuple[Ticket, ...]
    routes: tuple[Route, ...]
    missed: bool = False

    @cached_property
    def lengths(self) -> list[int]:
        """The length of every route that may be used."""
        return [route.length for route in self.routes]

    @cached_property
    def ends(self) -> list[Ends]:
        """Both cities of every route that may be used."""
        return ends_of(self.routes)

    @cached_property
    def points(self) -> list[int]:
        """The points of every route that may be used."""
        return [self.board.rules.points[length] for length in self.lengths]

    @cached_property
    def links(self) -> Links:
        """For every city its neighbours, each with the number of the edge that leads there."""
        return links_of(len(self.board.cities), self.ends)

    @cached_property
    def worth(self) -> list[tuple[int, int, int]]:
        """Both cities of every ticket and what completing it changes."""
        times = 2 if self.missed else 1
        return [(t.a.index, t.b.index, times * t.points) for t in self.tickets]

    @cached_property
    def goals(self) -> list[int]:
        """Cities worth reaching: the ends of tickets, those worth points, places of districts."""
        rules = self.board.rules
        ends = {city for a, b, _ in self.worth for city in (a, b)}
        prizes = {
            c.index
            for c in self.board.cities
            if self.city_points[c.index] or (c.district and rules.districts)
        }
        return sorted(ends | prizes)

    @cached_property
    def flat(self) -> FlatBoard:
        """The board as the engine scores it; how many players there are does not matter here."""
        return codec_for(self.board, self.board.rules.min_players).flat

    @cached_property
    def city_points(self) -> list[int]:
        """For every city the points for touching it."""
        return list(map(int, self.flat.city_points))

    def value(self, chosen: Iterable[int]) -> int:
        """Points of the routes chosen, with their tickets and prizes."""
        # The search spends nearly all its time here and in `parts`.
        part = self.parts(chosen)
        total = sum(map(self.points.__getitem__, chosen))
        for a, b, worth in self.worth:
            if part[a] == part[b]:
                total += worth
        return total + self.prizes(chosen) if self.has_prizes else total

    def parts(self, chosen: Iterable[int]) -> list[int]:
        """For every city the number of its part of the network."""
        return parts_of(len(self.board.cities), map(self.ends.__getitem__, chosen))

    @cached_property
    def has_prizes(self) -> bool:
        """Whether anything but routes and tickets brings points."""
        return bool(self.board.rules.districts or self.flat.prized)

    def prizes(self, chosen: Iterable[int]) -> int:
        """Points for cities touched and districts linked."""
        total = 0
        if self.board.rules.districts:
            total += int(district_points(self.flat, vec[i64](self.parts(chosen)), 0))
        if self.flat.prized:
            touched = {city for edge in chosen for city in self.ends[edge]}
            total += sum(self.city_points[city] for city in touched)
        return total


def best_network(problem: NetworkProblem, seed: object = 0, starts: int = STARTS) -> BestNetwork:
    """The best of several searches; the same seed finds the same."""
    # The word is part of the luck: with another one the same seed would find other networks.
    found = [_search(problem, seeded(seed, f"summit/{i}")) for i in range(starts)]
    chosen = max(found, key=lambda network: (problem.value(network), sorted(network)))
    part = problem.parts(chosen)
    made = [t for t in problem.tickets if part[t.a.index] == part[t.b.index]]
    missed = sum(t.points for t in problem.tickets) - sum(t.points for t in made)
    return BestNetwork(
        routes=tuple(problem.routes[e] for e in sorted(chosen)),
        tickets=tuple(made),
        route_points=sum(problem.points[e] for e in chosen),
        ticket_points=sum(t.points for t in made) - (missed if problem.missed else 0),
        prizes=problem.prizes(chosen),
        trains=sum(problem.lengths[e] for e in chosen),
    )


def board_problem(board: Board) -> NetworkProblem:
    """Any tickets, any routes: what a board allows at most."""
    return NetworkProblem(board, board.tickets, one_side(board.routes))


def _search(problem: NetworkProblem, rng: Rng) -> frozenset[int]:
    mean = sum(w for _, _, w in problem.worth) / max(1, len(problem.worth)) or 1.0
    now = _refilled(problem, frozenset(), rng)
    value = problem.value(now)
    best, best_value = now, value
    for number in range(ROUNDS):
        heat = mean * HOT * (COLD / HOT) ** (number / ROUNDS)
        other = _refilled(problem, _torn(problem, now, rng), rng)
        new = problem.value(other)
        if new >= value or _chance(rng) < exp((new - value) / heat):
            now, value = other, new
        if value > best_value:
            best, best_value = now, value
    return best


def _chance(rng: Rng) -> float:
    return int(rng.below(FINE)) / FINE


def _torn(problem: NetworkProblem, chosen: Collection[int], rng: Rng) -> frozenset[int]:
    """Take out one to three routes, and most of what is of no use without them."""
    left = sorted(chosen)
    for _ in range(1 + int(rng.below(TORN))):
        if left:
            left.pop(int(rng.below(len(left))))
    network = set(left)
    value, again = problem.value(network), True
    while again:
        again = False
        for edge in sorted(network):
            without = network - {edge}
            loss = value - problem.value(without)
            if loss <= problem.points[edge] and rng.below(10) < DROPPED:
                network, value, again = without, value - loss, True
    return frozenset(network)


def _refilled(problem: NetworkProblem, chosen: frozenset[int], rng: Rng) -> frozenset[int]:
    """Spend the trains that are left on what brings most for each, with some luck in it."""
    # Lengths are off by up to a fifth, so that each time other ways look shortest.
    noise = [0.8 + 0.4 * _chance(rng) for _ in problem.routes]
    left = problem.board.rules.trains - sum(problem.lengths[e] for e in chosen)
    while True:
        added = _best_addition(problem, chosen, left, noise, rng)
        if not added:
            return chosen
        chosen = chosen | added
        left -= sum(problem.lengths[e] for e in added)


def _best_addition(
    problem: NetworkProblem, chosen: frozenset[int], left: int, noise: Sequence[float], rng: Rng
) -> frozenset[int]:
    """The way to a new city, or the single route, with the most points for a train."""
    best: frozenset[int] = frozenset()
    most = 0.0
    now = problem.value(chosen)
    for way in _ways(problem, chosen, noise, rng):
        cost = sum(problem.lengths[e] for e in way)
        if 0 < cost <= left:
            # Luck of up to a quarter lets the second-best way be taken now and then.
            rate = (problem.value(chosen | way) - now) / cost * (0.75 + 0.5 * _chance(rng))
            if rate > most:
                best, most = way, rate
    if left > FILLING:
        return best
    for number, length in enumerate(problem.lengths):
        rate = WANTED * problem.points[number] / length
        if number not in chosen and length <= left and rate > most:
            best, most = frozenset({number}), rate
    return best


def _ways(
    problem: NetworkProblem, chosen: frozenset[int], noise: Sequence[float], rng: Rng
) -> Iterable[frozenset[int]]:
    """From the network, or from any goal if there is none yet, to every goal outside it."""
    inside = {city for e in chosen for city in problem.ends[e]}
    goals = problem.goals or list(range(len(problem.board.cities)))
    sources = inside or {goals[int(rng.below(len(goals)))]}
    costs = [
        0.0 if number in chosen else length * noise[number]
        for number, length in enumerate(problem.lengths)
    ]
    ways = cheapest_ways(problem.links, costs, sorted(sources))
    for goal in goals:
        if goal not in sources and ways.costs[goal] < inf:
            yield frozenset(ways.edges_to(goal)) - chosen
