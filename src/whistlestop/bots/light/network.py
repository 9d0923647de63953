"""The light player: quick enough to play thousands of games a second, for trying actions out.

A rider decides over its tickets once, as one network, and keeps to that until a rival takes a
route of it; then it decides anew. It claims what it can pay, draws what is missing, and uses spare
trains for whatever brings most for its turns. It looks at its own cards and tickets and at what
lies open, never at what its seat may not know.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import CARDS, BoardScale
from whistlestop.bots.reasoning.ways import FAR, Ways, spread
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
from whistlestop.engine.state.flat_board import LAST, NONE, FlatBoard, filled
from whistlestop.engine.state.state import State

IDLE: Final = 0.6
FILLERS: Final = 3


class LightTuning:
    """The light player's constants, as shares of what the board gives."""

    def __init__(self) -> None:
        # How much of a route's points counts against its price.
        self.points = 0.37
        # By how much a plan may overdraw the clock before a ticket is given up.
        self.late = 1.15
        # Tickets are drawn while more than these shares of trains and of a game's turns are left.
        self.trains = 0.4
        self.turns = 0.3
        self.draws = 2.0
        # A choice of tickets may take this share of the trains, and a ticket's points are worth
        # this many turns each.
        self.load = 0.8
        self.ticket = 0.25
        # How much the cards that a route still misses count against it, for spare trains.
        self.wait = 1.0


class LightBoard:
    """What all riders of a board share: prices without cards, and room to search in."""

    def __init__(self, t: FlatBoard, scale: BoardScale) -> None:
        self.flat = t
        self.scale = scale
        self.pace = LightTuning()
        self.paces: list[LightTuning] = [self.pace] * t.players
        self.ways = Ways(t)
        self.base = filled(t.routes, 0)
        self.price = filled(t.routes, FAR)
        self.need = filled(t.kinds, 0)
        self.rates = vec[float]([0.0] * FILLERS)
        route: i64 = 0
        while route < t.routes:
            self.base[route] = _base_price(t, scale, self.pace, route)
            route += 1


def _base_price(t: FlatBoard, scale: BoardScale, pace: LightTuning, route: i64) -> i64:
    """Thousandths of a turn, less what the points are worth."""
    cards = float(t.route_length[route] + t.route_ferry[route])
    if t.route_tunnel[route]:
        cards += 0.2 * float(t.tunnel_cards)
    points = float(t.route_points[route])
    turns = 1.0 + cards / CARDS - pace.points * points / (IDLE * scale.turn_points + 0.01)
    least = 0.05 * float(t.route_length[route])
    return i64(int((turns if turns > least else least) * 1000.0))


class LightPlayer:
    """One seat's intentions: routes for tickets, then routes for points."""

    def __init__(self, t: FlatBoard, seat: i64) -> None:
        self.seat = seat
        self.ready = False
        self.count: i64 = 0
        # Of the routes wanted so many come first and are for tickets.
        self.wanted = filled(t.trains, -1)
        self.on = filled(t.routes, 0)
        self.tickets: i64 = 0
        self.draws: i64 = 0
        self.plans: i64 = 0
        # The city where a station is to be built; -1 if none is.
        self.build: i64 = -1
        # The cities where it has a route.
        self.home = filled(t.cities, 0)

    def want(self, route: i64) -> None:
        self.wanted[self.count] = route
        self.on[route] = 1
        self.count += 1

    def drop(self, place: i64) -> None:
        """Strike a route off, in order."""
        self.on[self.wanted[place]] = 0
        if place < self.tickets:
            self.tickets -= 1
        self.count -= 1
        while place < self.count:
            self.wanted[place] = self.wanted[place + 1]
            place += 1

    def clear(self) -> None:
        while self.count > 0:
            self.count -= 1
            self.on[self.wanted[self.count]] = 0
        self.tickets = 0
        self.build = -1


def turns_left(light: LightBoard, s: State, seat: i64) -> float:
    """Turns that a seat has, this one included, if the fastest player goes on as usual."""
    t = light.flat
    d = s.bytes
    if i64(d[LAST]) != NONE:
        return 1.0
    least = 1_000.0
    who: i64 = 0
    while who < t.players:
        trains = float(trains_left(t, d, who) - t.last_round)
        turns = 0.0
        if trains > 0.0:
            missing = trains - 0.8 * float(hand_size(t, d, who))
            turns = trains / light.scale.mean_length
            if missing > 0.0:
                turns += missing / CARDS
        if who == seat:
            turns += 1.0
        if turns < least:
            least = turns
        who += 1
    return least + 1.0


def set_prices(light: LightBoard, s: State, seat: i64) -> None:
    """What every route would cost a seat: nothing if it is its own, `FAR` if it is closed."""
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
    """Routes of rivals cost nothing at an own station, and elsewhere what a station takes."""
    t = light.flat
    d = s.bytes
    left = stations_left(t, d, seat)
    loan = FAR
    if left:
        turns = 1.0 + float(t.stations - left + 1) / CARDS
        turns += float(t.station_points) / (IDLE * light.scale.turn_points + 0.01)
        loan = i64(int(turns * 1000.0))
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
    """Decide which tickets to go for and by which routes, those worth most first."""
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
    turns = (
        light.paces[player.seat].late * turns_left(light, s, player.seat)
        + 0.5 * float(hand_size(t, d, player.seat)) / CARDS
    )
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
    """Trains and turns of the way found last."""
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
                turns += float(t.route_length[route]) / CARDS
        city = t.route_a[route] + t.route_b[route] - city
    return trains, turns


def _take(light: LightBoard, s: State, player: LightPlayer, start: i64, goal: i64) -> None:
    """Want the routes of the way found last; from now on they cost nothing."""
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
        city = t.route_a[route] + t.route_b[route] - city


def free_end(t: FlatBoard, s: State, route: i64) -> i64:
    """An end of a route that has no station yet."""
    a = t.route_a[route]
    return a if station_owner(t, s.bytes, a) == NONE else t.route_b[route]


def note_rival_claim(light: LightBoard, s: State, player: LightPlayer, route: i64) -> None:
    """A rival has claimed a route: whoever wanted it or its closed side decides anew."""
    t = light.flat
    twin = t.route_twin[route]
    if player.on[route] == 0 and (twin < 0 or player.on[twin] == 0):
        return
    place: i64 = 0
    while place < player.count:
        mine = player.wanted[place]
        touched = mine == route or (twin >= 0 and mine == twin)
        if touched and not is_open(t, s, player.seat, mine):
            if mine == route and twin >= 0 and is_open(t, s, player.seat, twin):
                player.on[route] = 0
                player.on[twin] = 1
                player.wanted[place] = twin
            elif place < player.tickets:
                player.ready = False
                return
            else:
                player.drop(place)
                continue
        place += 1


def note_own_routes(light: LightBoard, s: State, player: LightPlayer) -> None:
    """Note where the rider has routes already."""
    t = light.flat
    route: i64 = 0
    while route < t.routes:
        if owner_of(t, s.bytes, route) == player.seat:
            player.home[t.route_a[route]] = 1
            player.home[t.route_b[route]] = 1
        route += 1


def note_own_claim(light: LightBoard, s: State, player: LightPlayer, claimed: i64) -> None:
    """A route more: strike off what the rider owns by now or has not the trains for."""
    t = light.flat
    d = s.bytes
    player.home[t.route_a[claimed]] = 1
    player.home[t.route_b[claimed]] = 1
    trains = trains_left(t, d, player.seat)
    place: i64 = 0
    while place < player.count:
        route = player.wanted[place]
        if owner_of(t, d, route) == player.seat or t.route_length[route] > trains:
            player.drop(place)
        else:
            place += 1


def want_fillers(light: LightBoard, s: State, player: LightPlayer, turns: float) -> None:
    """Want the open routes with most points for the turns they take, the best first."""
    t = light.flat
    d = s.bytes
    wilds = cards_of(t, d, player.seat, t.wild)
    trains = trains_left(t, d, player.seat)
    wait = light.paces[player.seat].wait
    longest = longest_suit(t, s, player.seat)
    rates = light.rates
    player.clear()
    route: i64 = 0
    while route < t.routes:
        length = t.route_length[route]
        if length <= trains and owner_of(t, d, route) == NONE:
            colour = t.route_colour[route]
            held = cards_of(t, d, player.seat, colour) if colour < t.colours else longest
            missing = length - held - wilds
            time = 1.0
            if missing > 0:
                time += wait * float(missing) / CARDS
            rate = float(t.route_points[route]) / time
            if time <= turns and (player.count < FILLERS or rate > rates[player.count - 1]):
                twin = t.route_twin[route]
                if twin < 0 or (player.on[twin] == 0 and is_open(t, s, player.seat, route)):
                    _rank(light, player, route, rate)
        route += 1


def _rank(light: LightBoard, player: LightPlayer, route: i64, rate: float) -> None:
    """Put a route among the fillers by its rate; the last one may fall out."""
    rates = light.rates
    if player.count < FILLERS:
        player.want(route)
    else:
        player.on[player.wanted[FILLERS - 1]] = 0
        player.on[route] = 1
    at = player.count - 1
    while at > 0 and rates[at - 1] < rate:
        rates[at] = rates[at - 1]
        player.wanted[at] = player.wanted[at - 1]
        at -= 1
    rates[at] = rate
    player.wanted[at] = route


def longest_suit(t: FlatBoard, s: State, seat: i64) -> i64:
    d = s.bytes
    longest: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        if cards_of(t, d, seat, kind) > longest:
            longest = cards_of(t, d, seat, kind)
        kind += 1
    return longest
