"""Whether a board is likely to play well, before any game: figures, and remarks in sentences.

A board that the loader lets through can be played to the end; this asks whether anyone would want
to. It measures the board against the bounds below, which hold the boards that ship and leave some
room around them. A remark is no fault: a designer may mean it so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from whistlestop.boards.graph import cheapest_ways, ends_of, links_of, one_side, parts_of
from whistlestop.model.board import GRAY, Board, City, Route, Ticket

UNEVEN = 0.2
"""How far the spaces of a colour may be from the mean of the colours; on shipped boards 0.1."""
CROWDED, ROOMY = 1.2, 3.5
"""Spaces of the board for each train of the players; on shipped boards 1.3 to 3.0."""
CARDS_EACH = 6.0
"""Cards in the deck for each player once hands and market are dealt; on shipped boards 7 to 48."""
OUTLIER = 0.15
"""How far a ticket's points may be from what its distance is worth elsewhere on the board."""
FEW_POINTS = 2
"""A difference smaller than this is never remarked on; on shipped boards it is at most 1."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a designer should look at, and the city, route or ticket if it is about one."""

    about: str
    says: str
    thing: City | Route | Ticket | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """What the map asks of one colour."""

    colour: str
    routes: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Room:
    """What a number of players find: spaces that can be used, and what is left after the deal."""

    players: int
    spaces: int
    spaces_each_train: float
    cards_left: int
    tickets_left: int
    ticket_draws: int


@dataclass(frozen=True)
class Playability:
    """Figures and remarks about one way to play a board."""

    board: Board

    @cached_property
    def remarks(self) -> tuple[Remark, ...]:
        """Everything a designer should look at, one kind after the other."""
        asked = (
            *(_bottlenecks, _parallels, _colours, _tickets, _same_ends),
            *(_cities, _trains, _cards, _ticket_decks),
        )
        return tuple(remark for ask in asked for remark in ask(self))

    @cached_property
    def links(self) -> tuple[Route, ...]:
        """The routes, of double ones one side."""
        return one_side(self.board.routes)

    @cached_property
    def distances(self) -> dict[str, int]:
        """The fewest spaces that each ticket takes."""
        routes = self.board.routes
        links = links_of(len(self.board.cities), ends_of(routes))
        lengths = [route.length for route in routes]
        starts = {ticket.a.index for ticket in self.board.tickets}
        found = {start: cheapest_ways(links, lengths, [start]).costs for start in starts}
        return {t.id: int(found[t.a.index][t.b.index]) for t in self.board.tickets}

    @cached_property
    def shares(self) -> tuple[Share, ...]:
        """The colours of the cards, then gray."""
        routes = self.board.routes
        found = []
        for colour in (*self.board.colours, GRAY):
            lengths = [route.length for route in routes if route.colour == colour]
            found.append(Share(colour, len(lengths), sum(lengths)))
        return tuple(found)

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """What each number of players that the rules allow finds."""
        rules = self.board.rules
        return tuple(self._room(n) for n in range(rules.min_players, rules.max_players + 1))

    def _room(self, players: int) -> Room:
        board, rules = self.board, self.board.rules
        single = rules.single_track(players)
        spaces = sum(route.length for route in (self.links if single else board.routes))
        regular = sum(not ticket.long for ticket in board.tickets)
        left = regular - players * rules.opening_regular
        return Room(
            players=players,
            spaces=spaces,
            spaces_each_train=spaces / (players * rules.trains),
            cards_left=board.deck_size - players * rules.hand - rules.market,
            tickets_left=left,
            ticket_draws=-(-left // rules.draw_tickets),
        )

    @cached_property
    def rate(self) -> float:
        """The points that a ticket brings for each space of its distance, as a rule."""
        return median(ticket.points / self.distances[ticket.id] for ticket in self.board.tickets)


def _bottlenecks(found: Playability) -> Iterator[Remark]:
    """Routes and cities that all ways between two parts of the board lead through."""
    board, links = found.board, found.links
    for link in links:
        part = _cut_off(board, [other for other in links if other is not link])
        if part and (link.twin is None or _single_tracks(board)):
            yield Remark("bottleneck", _bridge_says(board, link, part), link)
    for city in board.cities:
        part = _cut_off(board, [r for r in links if city not in (r.a, r.b)], {city.index})
        if len(part) > 1:
            says = f"all ways to {_named(board, part)} lead through {city.name}"
            yield Remark("bottleneck", says, city)


def _single_tracks(board: Board) -> bool:
    """Whether there are games in which one side of a double route is closed."""
    return board.rules.single_track(board.rules.min_players)


def _bridge_says(board: Board, link: Route, part: set[int]) -> str:
    needed = sum((t.a.index in part) != (t.b.index in part) for t in board.tickets)
    few = f" with up to {board.rules.single_track_players} players" if link.twin is not None else ""
    whom = "others who have no station" if board.rules.stations else "the others"
    lost = f"and whoever claims it closes {_counted(needed, 'ticket')} to {whom}"
    return f"it alone leads to {_named(board, part)}{few}, {lost}"


def _cut_off(board: Board, routes: Iterable[Route], gone: Collection[int] = ()) -> set[int]:
    """The smaller part of a map that falls apart, or nothing if it holds together."""
    parts: dict[int, set[int]] = {}
    for city, part in enumerate(parts_of(len(board.cities), ends_of(routes))):
        if city not in gone:
            parts.setdefault(part, set()).add(city)
    return min(parts.values(), key=len) if len(parts) > 1 else set()


def _named(board: Board, part: set[int]) -> str:
    names = [board.cities[index].name for index in sorted(part)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _parallels(found: Playability) -> Iterator[Remark]:
    """Two routes between the same cities that are not of one length, and so no double route."""
    first: dict[frozenset[int], Route] = {}
    for route in found.board.routes:
        other = first.setdefault(frozenset((route.a.index, route.b.index)), route)
        if other is not route and other.length != route.length:
            says = f"{_counted(route.length, 'space')} beside a route of {other.length}"
            rule = "one player may claim both, and neither closes the other"
            yield Remark("routes", f"{says}: they are no double route, so {rule}", route)


def _colours(found: Playability) -> Iterator[Remark]:
    shares = [share for share in found.shares if share.colour != GRAY]
    mean = sum(share.spaces for share in shares) / len(shares)
    for share in shares:
        if mean and abs(share.spaces / mean - 1) > UNEVEN:
            says = f"{_counted(share.spaces, 'space')} on {_counted(share.routes, 'route')}"
            yield Remark(
                "colours", f"{share.colour} has {says}; the mean of a colour is {mean:.1f}"
            )
    for route in found.board.routes:
        if route.colour != GRAY and route.length > found.board.copies:
            says = f"{route.length} spaces, and there are only {found.board.copies} {route.colour}"
            yield Remark("colours", f"{says} cards, so that it always takes locomotives", route)


def _tickets(found: Playability) -> Iterator[Remark]:
    for ticket in found.board.tickets:
        says = _beyond_trains(found, ticket) or _outlier(found, ticket)
        if says:
            yield Remark("tickets", says, ticket)


def _same_ends(found: Playability) -> Iterator[Remark]:
    """Tickets that one way completes together."""
    first: dict[frozenset[int], Ticket] = {}
    for ticket in found.board.tickets:
        other = first.setdefault(frozenset((ticket.a.index, ticket.b.index)), ticket)
        if other is not ticket:
            points = f"{_counted(ticket.points, 'point')}, and another ticket joins the same cities"
            says = f"brings {points} for {other.points}"
            yield Remark("tickets", f"{says}; one way completes both", ticket)


def _beyond_trains(found: Playability, ticket: Ticket) -> str:
    needed, trains = found.distances[ticket.id], found.board.rules.trains
    if needed <= trains:
        return ""
    return f"takes at least {needed} trains, and a player has only {trains}"


def _outlier(found: Playability, ticket: Ticket) -> str:
    spaces = found.distances[ticket.id]
    usual = found.rate * spaces
    difference = abs(ticket.points - usual)
    if difference < FEW_POINTS or difference <= OUTLIER * usual:
        return ""
    points = _counted(ticket.points, "point")
    return f"brings {points} for {spaces} spaces, where {usual:.0f} would be usual here"


def _cities(found: Playability) -> Iterator[Remark]:
    board = found.board
    ends = {city.index for ticket in board.tickets for city in (ticket.a, ticket.b)}
    idle = {city.index for city in board.cities} - ends
    if idle:
        yield Remark("tickets", f"no ticket begins or ends in {_named(board, idle)}")


def _trains(found: Playability) -> Iterator[Remark]:
    for room in found.rooms:
        each = f"{room.spaces} spaces for {room.players} players"
        each += f" are {room.spaces_each_train:.1f} for each train"
        if room.spaces_each_train < CROWDED:
            yield Remark(
                "trains", f"{each}: the board may be full before anyone runs out of trains"
            )
        if room.spaces_each_train > ROOMY:
            yield Remark("trains", f"{each}: they will hardly meet")


def _cards(found: Playability) -> Iterator[Remark]:
    for room in found.rooms:
        if room.cards_left < CARDS_EACH * room.players:
            says = f"only {_counted(room.cards_left, 'card')} in the deck after the deal"
            yield Remark("cards", f"with {room.players} players {says}: it will often run out")


def _ticket_decks(found: Playability) -> Iterator[Remark]:
    for room in found.rooms:
        if room.ticket_draws < room.players:
            says = f"tickets can be drawn only {room.ticket_draws} times"
            yield Remark("tickets", f"with {room.players} players {says}, not once by everyone")
