"""What one seat knows, as integers: all that a bot which decides by facts may think about.

Facts hold what is public and what is the seat's own, never more. `facts_from_view` (in `from_view`)
reads them from a view, `facts_from_state` from a state, for games played inside the engine. Tests
hold the two to the same facts, so a bot that sees only facts cannot know what its seat may not.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.ways import CityGroups
from whistlestop.engine.phases.double_routes import closes
from whistlestop.engine.phases.moves import list_legal
from whistlestop.engine.phases.tickets import at_least
from whistlestop.engine.state.accessors import (
    cards_of,
    discarded_cards,
    face_up,
    hand_size,
    holder_of,
    offered_ticket,
    owner_of,
    station_owner,
    stations_left,
    tickets_held,
    trains_left,
)
from whistlestop.engine.state.flat_board import (
    KEEPING,
    LAST,
    NONE,
    OFFERED,
    OPENING,
    PHASE,
    PILE,
    TICKETS,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    FlatBoard,
    filled,
)
from whistlestop.engine.state.state import State


class SeatFacts:
    """One seat's knowledge at one ply; cards by kind, owners -1 where there is none."""

    def __init__(self, t: FlatBoard, seat: i64, phase: i64) -> None:
        self.flat = t
        self.seat = seat
        self.phase = phase
        self.hand = filled(t.kinds, 0)
        self.market = filled(t.kinds, 0)
        self.discards = filled(t.kinds, 0)
        # Cards left in the deck, and tickets left in theirs.
        self.pile: i64 = 0
        self.ticket_pile: i64 = 0
        self.keep_at_least: i64 = 0
        # Turns left in the last round; -1 before it.
        self.turns_left: i64 = -1
        # For each player: trains left, cards in hand, tickets held, stations left.
        self.trains = filled(t.players, 0)
        self.sizes = filled(t.players, 0)
        self.held = filled(t.players, 0)
        self.stations = filled(t.players, 0)
        self.owner = filled(t.routes, -1)
        self.station_owner = filled(t.cities, -1)
        # The seat's own tickets, those it may keep now, and the tunnel it may pay for.
        self.tickets = vec[i64]()
        self.offer = vec[i64]()
        self.tunnel_route: i64 = -1
        self.tunnel_colour: i64 = -1
        self.tunnel_extra: i64 = 0
        # The codes of its legal actions, in ascending order.
        self.codes = vec[i64]()

    def as_row(self) -> list[int]:
        """All facts in one row, for tests to compare."""
        row = [self.seat, self.phase, self.pile, self.ticket_pile, self.keep_at_least]
        row += [self.turns_left, self.tunnel_route, self.tunnel_colour, self.tunnel_extra]
        parts = [self.hand, self.market, self.discards, self.trains, self.sizes, self.held]
        parts += [self.stations, self.owner, self.station_owner, self.tickets, self.offer]
        for part in [*parts, self.codes]:
            row.append(len(part))
            row += list(part)
        return row


def facts_from_state(t: FlatBoard, s: State, seat: i64) -> SeatFacts:
    """What a seat knows of a state."""
    d = s.bytes
    phase = i64(d[PHASE])
    facts = SeatFacts(t, seat, phase)
    _see_cards(t, s, facts)
    _see_players(t, s, facts)
    _see_tickets(t, s, facts)
    route: i64 = 0
    while route < t.routes:
        owner = owner_of(t, d, route)
        if owner != NONE:
            facts.owner[route] = owner
        route += 1
    city: i64 = 0
    while city < t.station_cities:
        owner = station_owner(t, d, city)
        if owner != NONE:
            facts.station_owner[city] = owner
        city += 1
    if phase == TUNNEL:
        facts.tunnel_route = i64(d[TUNNEL_ROUTE])
        facts.tunnel_colour = i64(d[TUNNEL_COLOUR])
        facts.tunnel_extra = i64(d[TUNNEL_EXTRA])
    facts.codes = list_legal(t, s, seat)
    return facts


def _see_cards(t: FlatBoard, s: State, facts: SeatFacts) -> None:
    d = s.bytes
    kind: i64 = 0
    while kind < t.kinds:
        facts.hand[kind] = cards_of(t, d, facts.seat, kind)
        facts.market[kind] = face_up(t, d, kind)
        facts.discards[kind] = discarded_cards(t, d, kind)
        kind += 1
    facts.pile = i64(d[PILE])


def _see_players(t: FlatBoard, s: State, facts: SeatFacts) -> None:
    d = s.bytes
    who: i64 = 0
    while who < t.players:
        facts.trains[who] = trains_left(t, d, who)
        facts.sizes[who] = hand_size(t, d, who)
        facts.held[who] = tickets_held(t, d, who)
        facts.stations[who] = stations_left(t, d, who)
        who += 1
    if i64(d[LAST]) != NONE:
        facts.turns_left = i64(d[LAST])


def _see_tickets(t: FlatBoard, s: State, facts: SeatFacts) -> None:
    d = s.bytes
    ticket: i64 = 0
    while ticket < t.tickets:
        if holder_of(t, d, ticket) == facts.seat:
            facts.tickets = append(facts.tickets, ticket)
        ticket += 1
    facts.ticket_pile = i64(d[TICKETS])
    if facts.phase == OPENING or facts.phase == KEEPING:
        facts.keep_at_least = at_least(t, s)
        n: i64 = 0
        while n < i64(d[OFFERED]):
            facts.offer = append(facts.offer, offered_ticket(t, d, facts.seat, n))
            n += 1


def is_open(facts: SeatFacts, route: i64, seat: i64) -> bool:
    """C1, C6, C7: whether a seat might still claim a route, cards and trains aside."""
    if facts.owner[route] >= 0:
        return False
    twin = facts.flat.route_twin[route]
    if twin < 0 or facts.owner[twin] < 0:
        return True
    return not closes(facts.owner[twin], seat, facts.flat.single_track)


def can_claim(facts: SeatFacts, route: i64, seat: i64) -> bool:
    """The route is open to the seat, and it has the trains."""
    return facts.flat.route_length[route] <= facts.trains[seat] and is_open(facts, route, seat)


def can_use(facts: SeatFacts, route: i64) -> bool:
    """Whether the seat owns a route, or has a station that could borrow it."""
    owner = facts.owner[route]
    if owner < 0 or owner == facts.seat:
        return owner == facts.seat
    t = facts.flat
    at_a = facts.station_owner[t.route_a[route]]
    return at_a == facts.seat or facts.station_owner[t.route_b[route]] == facts.seat


def next_station_price(facts: SeatFacts) -> i64:
    """How many cards the seat's next station costs; 0 if it has none left."""
    t = facts.flat
    if t.stations and facts.stations[facts.seat]:
        return t.stations - facts.stations[facts.seat] + 1
    return 0


def free_end(facts: SeatFacts, route: i64) -> i64:
    """An end of a route that has no station yet; -1 if both have one."""
    t = facts.flat
    if facts.station_owner[t.route_a[route]] < 0:
        return t.route_a[route]
    return t.route_b[route] if facts.station_owner[t.route_b[route]] < 0 else -1


def longest_suit(facts: SeatFacts) -> i64:
    """How many cards of one colour the seat holds at most."""
    longest: i64 = 0
    kind: i64 = 0
    while kind < facts.flat.colours:
        if facts.hand[kind] > longest:
            longest = facts.hand[kind]
        kind += 1
    return longest


def tickets_with(facts: SeatFacts, code: i64) -> vec[i64]:
    """The tickets that the seat holds once it keeps those of this code."""
    tickets = facts.tickets[:]
    chosen = code - facts.flat.keep_code + 1
    place: i64 = 0
    while place < i64(len(facts.offer)):
        if (chosen >> place) & 1:
            tickets = append(tickets, facts.offer[place])
        place += 1
    return tickets


def points_turned(facts: SeatFacts, groups: CityGroups, one: i64, two: i64) -> i64:
    """What joining two cities brings by the tickets that it completes.

    A ticket counts twice: its points are won instead of lost.
    """
    t = facts.flat
    here = groups.root(one)
    there = groups.root(two)
    points: i64 = 0
    if here == there:
        return points
    for ticket in facts.tickets:
        start = groups.root(t.ticket_a[ticket])
        goal = groups.root(t.ticket_b[ticket])
        if (start == here and goal == there) or (start == there and goal == here):
            points += 2 * t.ticket_points[ticket]
    return points
