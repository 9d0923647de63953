"""Slow, plain second opinions: payments, trails, borrowed routes and whole scores, from the rules.

Nothing here imports the engine or reads a board's rule switches: the numbers of P14 to P20 are
written down once more, and every search tries everything. It is fed with what anyone can read off
a board and a finished game, so it can disagree with the engine about all that follows from it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from whistlestop.model.board import Board, Route

Edge = tuple[int, int, int]  # two cities and the spaces between them

WILD = "locomotive"


@dataclass(frozen=True)
class Sheet:
    """What the rules page says about scoring one board."""

    points: Mapping[int, int]
    single_track: int
    trains: int
    longest_trail: int = 0
    globetrotter: int = 0
    station: int = 0
    attraction: int = 0
    districts: bool = False
    tie_breaks: tuple[str, ...] = ("tickets",)


SHORT_POINTS = {1: 1, 2: 2, 3: 4, 4: 7}
USA_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
EUROPE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
SHEETS = {
    "usa": Sheet(USA_POINTS, 3, 45, longest_trail=10, tie_breaks=("tickets", "trail")),
    "usa:1910": Sheet(USA_POINTS, 3, 45, globetrotter=15, tie_breaks=("tickets", "trail")),
    "usa:mega": Sheet(USA_POINTS, 3, 45, 10, globetrotter=15, tie_breaks=("tickets", "trail")),
    "europe": Sheet(
        EUROPE_POINTS, 3, 45, 10, station=4, tie_breaks=("tickets", "stations", "trail")
    ),
    "new-york": Sheet(SHORT_POINTS, 2, 15, attraction=1),
    "london": Sheet(SHORT_POINTS, 2, 17, districts=True),
}


def payments(length: int, colour: str, least: int, hand: Mapping[str, int]) -> set[str]:
    """C2, C3, F1, F2: every way to pay with a hand; `least` of the cards must be locomotives."""
    ways = set()
    wilds = hand.get(WILD, 0)
    for name, held in hand.items():
        if name == WILD or colour not in ("gray", name):
            continue
        for coloured in range(1, min(held, length) + 1):
            if least <= length - coloured <= wilds:
                ways.add(paying(coloured, name, length - coloured))
    if wilds >= length:
        ways.add(paying(0, "", length))
    return ways


def paying(coloured: int, colour: str, wilds: int) -> str:
    parts = [f"{coloured} {colour}"] if coloured else []
    return " ".join([*parts, f"{wilds} {WILD}"] if wilds else parts)


def longest_trail(edges: Sequence[Edge]) -> int:
    """E4: walk every trail from every city; a trail is where it ends and which edges it used."""
    at: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for i, (a, b, _) in enumerate(edges):
        at[a].append((1 << i, b))
        at[b].append((1 << i, a))
    trails = {(city, 0): 0 for city in at}
    lengths = [length for _, _, length in edges]
    best = 0
    while trails:
        longer: dict[tuple[int, int], int] = {}
        for (city, used), spaces in trails.items():
            best = max(best, spaces)
            for edge, other in at[city]:
                if not used & edge:
                    longer[other, used | edge] = spaces + lengths[edge.bit_length() - 1]
        trails = longer
    return best


def longest_trail_by_sets(edges: Sequence[Edge]) -> int:
    """E4 another way: edges are a trail if they hang together with at most two odd cities."""
    best = 0
    for mask in range(1, 1 << len(edges)):
        chosen = [edge for i, edge in enumerate(edges) if mask >> i & 1]
        spaces = sum(edge[2] for edge in chosen)
        if spaces > best and _is_trail(chosen):
            best = spaces
    return best


def _is_trail(chosen: Sequence[Edge]) -> bool:
    degrees: dict[int, int] = defaultdict(int)
    for a, b, _ in chosen:
        degrees[a] += 1
        degrees[b] += 1
    return sum(n % 2 for n in degrees.values()) <= 2 and len(set(parts(chosen).values())) == 1


def parts(edges: Iterable[Sequence[int]]) -> dict[int, int]:
    """For each city with an edge, the lowest city it is joined to: equal means joined."""
    near: dict[int, set[int]] = defaultdict(set)
    for edge in edges:
        near[edge[0]].add(edge[1])
        near[edge[1]].add(edge[0])
    part: dict[int, int] = {}
    for city in sorted(near):
        waiting = [] if city in part else [city]
        while waiting:
            found = waiting.pop()
            if found not in part:
                part[found] = city
                waiting += near[found]
    return part


@dataclass(frozen=True)
class Finished:
    """A finished game as it lies on the table, all tickets face up."""

    board: Board
    owners: tuple[int | None, ...]
    stations: tuple[int | None, ...]
    tickets: tuple[tuple[tuple[int, int, int], ...], ...]

    @classmethod
    def of(cls, game: Any) -> Finished:
        public = game.view(None)
        held = [
            player.held if public.over else game.view(player.seat).tickets
            for player in public.players
        ]
        tickets = tuple(tuple((x.a.index, x.b.index, x.points) for x in deck) for deck in held)
        return cls(game.board, public.owners, public.station_owners, tickets)

    def edges(self, seat: int) -> list[Edge]:
        return [_edge(r) for r in self.board.routes if self.owners[r.index] == seat]

    def loans(self, seat: int) -> list[list[Edge]]:
        """For each station of a seat, the routes of others that end in its city."""
        return [
            [_edge(r) for r in self.board.routes if self._lends(r, seat, city)]
            for city, owner in enumerate(self.stations)
            if owner == seat
        ]

    def _lends(self, route: Route, seat: int, city: int) -> bool:
        ends = (route.a.index, route.b.index)
        return city in ends and self.owners[route.index] not in (None, seat)


def _edge(route: Route) -> Edge:
    return route.a.index, route.b.index, route.length


def settle(finished: Finished, seat: int) -> tuple[int, int]:
    """E2, E3, B3, B4: the most ticket points, and among those the most tickets completed."""
    own = parts(finished.edges(seat))
    return max(
        settle_with(own, choice, finished.tickets[seat])
        for choice in product(*[[None, *routes] for routes in finished.loans(seat)])
    )


def settle_with(
    own: Mapping[int, int],
    borrowed: Iterable[Edge | None],
    tickets: Iterable[tuple[int, int, int]],
) -> tuple[int, int]:
    """Points and number of completed tickets over own parts joined by borrowed routes."""
    loans = [(own.get(e[0], e[0]), own.get(e[1], e[1])) for e in borrowed if e is not None]
    over = parts(loans)
    points = count = 0
    for a, b, value in tickets:
        first, second = own.get(a, a), own.get(b, b)
        done = over.get(first, first) == over.get(second, second)
        points += value if done else -value
        count += done
    return points, count


def attractions(finished: Finished, seat: int) -> int:
    """E6"""
    touched = {city for edge in finished.edges(seat) for city in edge[:2]}
    return sum(c.attraction for c in finished.board.cities if c.index in touched)


def districts(finished: Finished, seat: int) -> int:
    """E11: a district whose places all hang together by own routes counts its number."""
    own = parts(finished.edges(seat))
    places: dict[int, set[int | None]] = defaultdict(set)
    for city in finished.board.cities:
        places[city.district].add(own.get(city.index))
    return sum(n for n, reached in places.items() if len(reached) == 1 and None not in reached)


def score(finished: Finished) -> list[dict[str, int]]:
    """E2: every item of every seat."""
    sheet = SHEETS[finished.board.name]
    seats = [_items(finished, sheet, seat) for seat in range(len(finished.tickets))]
    for bonus, measure, value in (
        ("trail_bonus", "longest_trail", sheet.longest_trail),
        ("globetrotter", "completed", sheet.globetrotter),
    ):
        most = max(items[measure] for items in seats)
        for items in seats:
            items[bonus] = value if most and items[measure] == most else 0
    counted = ("routes", "ticket_points", "stations", "attractions", "districts")
    for items in seats:
        items["total"] = sum(items[x] for x in (*counted, "trail_bonus", "globetrotter"))
    return seats


def _items(finished: Finished, sheet: Sheet, seat: int) -> dict[str, int]:
    edges = finished.edges(seat)
    points, completed = settle(finished, seat)
    built = sum(owner == seat for owner in finished.stations)
    return {
        "routes": sum(sheet.points[length] for _, _, length in edges),
        "ticket_points": points,
        "completed": completed,
        "longest_trail": longest_trail(edges),
        "stations": sheet.station * (3 - built),
        "stations_built": built,
        "attractions": sheet.attraction * attractions(finished, seat),
        "districts": districts(finished, seat) if sheet.districts else 0,
    }


def winners(finished: Finished, seats: Sequence[Mapping[str, int]]) -> tuple[tuple[int, ...], str]:
    """E7, P20: who wins, and which comparison left fewer in the race last."""
    levels = {
        "points": [items["total"] for items in seats],
        "tickets": [items["completed"] for items in seats],
        "stations": [-items["stations_built"] for items in seats],
        "trail": [items["longest_trail"] for items in seats],
    }
    left = list(range(len(seats)))
    level = "points"
    for level in ("points", *SHEETS[finished.board.name].tie_breaks):
        most = max(levels[level][seat] for seat in left)
        left = [seat for seat in left if levels[level][seat] == most]
        if len(left) == 1:
            break
    return tuple(left), level if len(left) == 1 else "shared"


def random_text(board: Board, players: int, rng: random.Random) -> str:
    """A position in which the seats own many routes, some stations and too many tickets."""
    names = ["Ann", "Bob", "Cy", "Dee", "Eve"][:players]
    owned = _random_routes(board, players, rng)
    tickets = rng.sample([t.id for t in board.tickets], min(len(board.tickets), 6 * players))
    cities = rng.sample([c.id for c in board.cities], 3 * players)
    lines = [f"board: {board.name}", f"players: {', '.join(names)}"]
    for seat, name in enumerate(names):
        held = " ".join(tickets[seat::players][: rng.randint(1, 6)])
        line = f"{name}: routes {' '.join(owned[seat])}; tickets {held}"
        if SHEETS[board.name].station:
            line += f"; stations {' '.join(cities[seat::players][: rng.randint(0, 3)])}"
        lines.append(line)
    return "\n".join(lines)


def _random_routes(board: Board, players: int, rng: random.Random) -> list[list[str]]:
    """Routes dealt to seats at random, within the trains and the rule for double routes."""
    sheet = SHEETS[board.name]
    owned: list[list[str]] = [[] for _ in range(players)]
    trains = [rng.randint(0, sheet.trains) for _ in range(players)]
    owner: dict[int, int] = {}
    for route in rng.sample(board.routes, len(board.routes)):
        seat = rng.randrange(players)
        other = None if route.twin is None else owner.get(route.twin)
        closed = other is not None and (other == seat or players <= sheet.single_track)
        if not closed and route.length <= trains[seat]:
            owner[route.index] = seat
            owned[seat].append(route.id)
            trains[seat] -= route.length
    return owned
