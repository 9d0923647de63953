"""Which routes a light player wants: for its tickets, else for points.

A light player plans for its tickets once, as one network, and keeps to that until a rival takes a
route of it; then it plans anew. With no ticket to build for it wants fillers: the routes that bring
most for the turns they take. It reads its own cards and tickets and what lies open, never what its
seat may not know.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.light.player import FILLERS, LightBoard, LightPlayer
from whistlestop.bots.reasoning.board_scale import (
    CARDS_PER_TURN,
    FOREVER,
    NEARLY_NOTHING,
    TURN,
    turns_to_end,
)
from whistlestop.bots.reasoning.ways import FAR, other_end, spread
from whistlestop.engine.phases.routes import is_open
from whistlestop.engine.state.accessors import (
    cards_of,
    hand_size,
    holder_of,
    owner_of,
    station_owner,
    stations_left,
    trains_left,
)
from whistlestop.engine.state.flat_board import LAST, NONE, FlatBoard
from whistlestop.engine.state.state import State


def turns_left(light: LightBoard, s: State, seat: i64) -> float:
    """How many turns a seat has, this one included, if the fastest player hurries to the end.

    Unlike the planner's clock this one counts the seat itself, which ends its own games early.
    """
    t = light.flat
    d = s.bytes
    if i64(d[LAST]) != NONE:
        return 1.0
    least = FOREVER
    who: i64 = 0
    while who < t.players:
        turns = turns_to_end(light.scale, trains_left(t, d, who), hand_size(t, d, who))
        if who == seat:
            turns += 1.0
        if turns < least:
            least = turns
        who += 1
    return least + 1.0


def set_prices(light: LightBoard, s: State, seat: i64) -> None:
    """Set what every route would cost a seat: nothing if it is its own, `FAR` if it is closed."""
    t = light.flat
    d = s.bytes
    price = light.price
    base = light.base
    route: i64 = 0
    while route < t.routes:
        owner = owner_of(t, d, route)
        if owner == seat:
            price[route] = 0
        elif owner == NONE and (t.route_twin[route] < 0 or is_open(t, s, seat, route)):
            price[route] = base[route]
        else:
            price[route] = FAR
        route += 1
    if t.stations:
        _set_loans(light, s, seat)


def _set_loans(light: LightBoard, s: State, seat: i64) -> None:
    """Set the prices of rivals' routes: nothing at an own station, elsewhere what one takes."""
    t = light.flat
    d = s.bytes
    left = stations_left(t, d, seat)
    loan = FAR
    if left:
        turns = 1.0 + float(t.stations - left + 1) / CARDS_PER_TURN
        turns += float(t.station_points) / (light.turn_value + NEARLY_NOTHING)
        loan = i64(int(turns * TURN))
    route: i64 = 0
    while route < t.routes:
        owner = owner_of(t, d, route)
        if owner != NONE and owner != seat:
            a = station_owner(t, d, t.route_a[route])
            b = station_owner(t, d, t.route_b[route])
            if a == seat or b == seat:
                light.price[route] = 0
            elif a == NONE or b == NONE:
                light.price[route] = loan
        route += 1


def plan_tickets(light: LightBoard, s: State, player: LightPlayer) -> None:
    """Decide which tickets to build for and by which routes, those worth most first."""
    t = light.flat
    d = s.bytes
    player.clear()
    player.ready = True
    player.plans += 1
    set_prices(light, s, player.seat)
    tickets = _by_points(t, s, player.seat)
    if not len(tickets):
        return
    trains = trains_left(t, d, player.seat)
    # Half of the hand is taken to serve the plan, so that many cards need no drawing.
    held = 0.5 * float(hand_size(t, d, player.seat))
    turns = light.tuning.late * turns_left(light, s, player.seat) + held / CARDS_PER_TURN
    for ticket in tickets:
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        if spread(light.ways, light.price, a, b) < FAR:
            length, time = _measure(light, s, a, b)
            if length <= trains and time <= turns:
                trains -= length
                turns -= time
                _take(light, s, player, a, b)
    player.tickets = player.count


def _by_points(t: FlatBoard, s: State, seat: i64) -> vec[i64]:
    """The tickets of a seat, those worth most first."""
    d = s.bytes
    listed = vec[i64](capacity=8)
    ticket: i64 = 0
    while ticket < t.tickets:
        if holder_of(t, d, ticket) == seat:
            listed = append(listed, ticket)
            at = i64(len(listed)) - 1
            while at > 0 and t.ticket_points[listed[at - 1]] < t.ticket_points[ticket]:
                listed[at] = listed[at - 1]
                at -= 1
            listed[at] = ticket
        ticket += 1
    return listed


def _measure(light: LightBoard, s: State, start: i64, goal: i64) -> tuple[i64, float]:
    """Trains and turns of the way that the last search found."""
    t = light.flat
    trains: i64 = 0
    turns = 0.0
    city = goal
    while city != start:
        route = light.ways.via[city]
        if light.price[route] > 0:
            turns += 1.0
            if owner_of(t, s.bytes, route) == NONE:
                trains += t.route_length[route]
                turns += float(t.route_length[route]) / CARDS_PER_TURN
        city = other_end(t, route, city)
    return trains, turns


def _take(light: LightBoard, s: State, player: LightPlayer, start: i64, goal: i64) -> None:
    """Want the routes of the way that the last search found; they cost nothing from now on."""
    t = light.flat
    city = goal
    while city != start:
        route = light.ways.via[city]
        if light.price[route] > 0:
            light.price[route] = 0
            if owner_of(t, s.bytes, route) == NONE:
                player.want(route)
            else:
                player.build = free_end(t, s, route)
        city = other_end(t, route, city)


def free_end(t: FlatBoard, s: State, route: i64) -> i64:
    """An end of a route that has no station yet."""
    a = t.route_a[route]
    return a if station_owner(t, s.bytes, a) == NONE else t.route_b[route]


def note_rival_claim(light: LightBoard, s: State, player: LightPlayer, route: i64) -> None:
    """A rival has claimed a route: drop it, or its closed other side, or plan anew."""
    t = light.flat
    twin = t.route_twin[route]
    if player.wants[route] == 0 and (twin < 0 or player.wants[twin] == 0):
        return
    place: i64 = 0
    while place < player.count:
        mine = player.wanted[place]
        touched = mine == route or (twin >= 0 and mine == twin)
        if touched and not is_open(t, s, player.seat, mine):
            if mine == route and twin >= 0 and is_open(t, s, player.seat, twin):
                player.wants[route] = 0
                player.wants[twin] = 1
                player.wanted[place] = twin
            elif place < player.tickets:
                player.ready = False
                return
            else:
                player.drop(place)
                continue
        place += 1


def note_own_routes(light: LightBoard, s: State, player: LightPlayer) -> None:
    """Note the cities where a player has routes already."""
    t = light.flat
    route: i64 = 0
    while route < t.routes:
        if owner_of(t, s.bytes, route) == player.seat:
            player.home[t.route_a[route]] = 1
            player.home[t.route_b[route]] = 1
        route += 1


def note_own_claim(light: LightBoard, s: State, player: LightPlayer, claimed: i64) -> None:
    """The player has claimed a route: drop what it owns by now or lacks the trains for."""
    t = light.flat
    d = s.bytes
    seat = player.seat
    player.home[t.route_a[claimed]] = 1
    player.home[t.route_b[claimed]] = 1
    trains = trains_left(t, d, seat)
    place: i64 = 0
    while place < player.count:
        route = player.wanted[place]
        if owner_of(t, d, route) == seat or t.route_length[route] > trains:
            player.drop(place)
        else:
            place += 1


def want_fillers(light: LightBoard, s: State, player: LightPlayer, turns: float) -> None:
    """Want the open routes with most points for the turns they take, the best first."""
    t = light.flat
    d = s.bytes
    seat = player.seat
    wilds = cards_of(t, d, seat, t.wild)
    trains = trains_left(t, d, seat)
    wait = light.tuning.wait
    longest = longest_suit(t, s, seat)
    rates = light.rates
    player.clear()
    route: i64 = 0
    while route < t.routes:
        length = t.route_length[route]
        if length <= trains and owner_of(t, d, route) == NONE:
            colour = t.route_colour[route]
            held = cards_of(t, d, seat, colour) if colour < t.colours else longest
            missing = length - held - wilds
            time = 1.0
            if missing > 0:
                time += wait * float(missing) / CARDS_PER_TURN
            rate = float(t.route_points[route]) / time
            if time <= turns and (player.count < FILLERS or rate > rates[player.count - 1]):
                twin = t.route_twin[route]
                if twin < 0 or (player.wants[twin] == 0 and is_open(t, s, seat, route)):
                    _rank(light, player, route, rate)
        route += 1


def _rank(light: LightBoard, player: LightPlayer, route: i64, rate: float) -> None:
    """Put a route among the fillers by its rate; the last one may have to go."""
    rates = light.rates
    if player.count < FILLERS:
        player.want(route)
    else:
        player.wants[player.wanted[FILLERS - 1]] = 0
        player.wants[route] = 1
    at = player.count - 1
    while at > 0 and rates[at - 1] < rate:
        rates[at] = rates[at - 1]
        player.wanted[at] = player.wanted[at - 1]
        at -= 1
    rates[at] = rate
    player.wanted[at] = route


def longest_suit(t: FlatBoard, s: State, seat: i64) -> i64:
    """How many cards of one colour a seat holds at most."""
    d = s.bytes
    longest: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        if cards_of(t, d, seat, kind) > longest:
            longest = cards_of(t, d, seat, kind)
        kind += 1
    return longest
