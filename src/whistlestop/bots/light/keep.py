"""Which tickets a light player keeps: those that add least for their points.

It lays the way of each ticket over those laid before, the cheapest ticket next. A ticket beyond the
number it must keep has to earn the turns it takes and to fit the trains.
"""

from __future__ import annotations

from mypy_extensions import i64

from whistlestop.bots.light.network import set_prices
from whistlestop.bots.light.player import LightBoard
from whistlestop.bots.reasoning.board_scale import TURN
from whistlestop.bots.reasoning.ways import FAR, other_end, spread
from whistlestop.engine.phases.tickets import at_least, ones
from whistlestop.engine.state.accessors import holder_of, offered_ticket, trains_left
from whistlestop.engine.state.flat_board import OFFERED
from whistlestop.engine.state.state import State


def keep_few(light: LightBoard, s: State, seat: i64) -> i64:
    """The code of the tickets that a seat keeps."""
    t = light.flat
    d = s.bytes
    set_prices(light, s, seat)
    least = at_least(t, s)
    trains = i64(int(light.tuning.load * float(trains_left(t, d, seat))))
    trains -= _lay_held(light, s, seat)
    mask: i64 = 0
    while True:
        place = _cheapest(light, s, seat, mask)
        if place < 0:
            break
        ticket = offered_ticket(t, d, seat, place)
        must = ones(mask) < least
        if not must and _cost(light, seat, ticket) > 0.0:
            break
        used = _lay(light, t.ticket_a[ticket], t.ticket_b[ticket], FAR if must else trains)
        if used < 0:
            break
        trains -= used
        mask |= 1 << place
    return t.keep_code + mask - 1


def _lay_held(light: LightBoard, s: State, seat: i64) -> i64:
    """Lay the ways of the tickets held already; returns the trains they take."""
    t = light.flat
    trains: i64 = 0
    ticket: i64 = 0
    while ticket < t.tickets:
        if holder_of(t, s.bytes, ticket) == seat:
            trains += _lay(light, t.ticket_a[ticket], t.ticket_b[ticket], FAR)
        ticket += 1
    return trains


def _cheapest(light: LightBoard, s: State, seat: i64, mask: i64) -> i64:
    """The place of the cheapest ticket not chosen yet; -1 if all are."""
    t = light.flat
    best: i64 = -1
    least = 0.0
    place: i64 = 0
    while place < i64(s.bytes[OFFERED]):
        if not (mask >> place) & 1:
            cost = _cost(light, seat, offered_ticket(t, s.bytes, seat, place))
            if best < 0 or cost < least:
                best = place
                least = cost
        place += 1
    return best


def _cost(light: LightBoard, seat: i64, ticket: i64) -> float:
    """The turns that a ticket takes, less those that its points are worth."""
    t = light.flat
    far = spread(light.ways, light.price, t.ticket_a[ticket], t.ticket_b[ticket])
    return float(far) / TURN - light.tuning.ticket * float(t.ticket_points[ticket])


def _lay(light: LightBoard, start: i64, goal: i64, limit: i64) -> i64:
    """Lay the cheapest way, which costs nothing from then on; returns the trains it takes.

    -1 if they are more than `limit`; a ticket that cannot be joined takes none.
    """
    t = light.flat
    if spread(light.ways, light.price, start, goal) >= FAR:
        return 0 if limit >= FAR else -1
    trains: i64 = 0
    city = goal
    while city != start:
        route = light.ways.via[city]
        if light.price[route] > 0:
            trains += t.route_length[route]
        city = other_end(t, route, city)
    if trains > limit:
        return -1
    city = goal
    while city != start:
        route = light.ways.via[city]
        light.price[route] = 0
        city = other_end(t, route, city)
    return trains
