"""The reference player: the zero of all ratings, with the profile of the best public bot.

Every action gets a score in points and the highest is taken. A train is worth a fixed share of the
board's best points per train; routes on the way of a ticket get their part of what the ticket
turns around; a card is worth what it takes off the plan's missing ones. It does not look at the
clock, at rivals or at what a turn is worth, which is what better players do. It must never
change: frozen positions pin what it does.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planning.forest import Forest, Pairs, join_all
from whistlestop.bots.planning.gauge import Gauge
from whistlestop.bots.planning.purse import (
    NO_WAY,
    Payment,
    Purse,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
    reckon,
    unseen_share,
)
from whistlestop.bots.planning.sight import Sight, can_claim
from whistlestop.bots.planning.ways import FAR, Ways, apart, spread
from whistlestop.engine.phases.tunnels import pay_coloured, pay_total
from whistlestop.engine.tables import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    Tables,
    filled,
)


class Habits:
    """The reference player's constants, as shares of what the board gives."""

    def __init__(self) -> None:
        # What a train must earn, of the best points per train.
        self.train = 0.42
        # The share of its trains that a plan may take for even odds.
        self.load = 1.1
        # Tickets are drawn with at least this share of the trains left.
        self.appetite = 0.45
        # What each space that a detour takes counts, in points.
        self.contest = 0.8
        # What a space that goes on from own routes counts, of a space's part in the longest trail.
        self.chain = 0.8
        # What a card in need and any other card are worth, of the best points per train.
        self.card = 0.4
        self.other = 0.06
        # A locomotive, in cards.
        self.wild = 1.6
        # How much of what a ticket turns around each space on its way gets.
        self.pull = 0.5


class Scene:
    """What the reference player makes of a sight."""

    def __init__(self, x: Sight, gauge: Gauge, habits: Habits, tickets: vec[i64]) -> None:
        t = x.tables
        self.sight = x
        self.tables: Tables = t
        self.habits = habits
        self.gauge = gauge
        self.ways = Ways(t)
        self.own = apart(t)
        self.touched = filled(t.cities, 0)
        self.price = filled(t.routes, FAR)
        self.purse = Purse(t, x.hand)
        self.station_price: i64 = 0
        if t.stations and x.stations[x.seat]:
            self.station_price = t.stations - x.stations[x.seat] + 1
        self.train = habits.train * gauge.train_points
        _price_routes(self)
        self.stake: i64 = 0
        self.settled: i64 = 0
        self.trains: i64 = 0
        self.routes = vec[i64]()
        self.borrowed = vec[i64]()
        _plan(self, tickets)
        self.missing = reckon(self.purse, self.routes, -1, 0)


def _price_routes(z: Scene) -> None:
    """In thousandths of a train; a station costs its cards and what it would have earned."""
    t, x = z.tables, z.sight
    route: i64 = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        mine = x.station_owner[a] == x.seat or x.station_owner[b] == x.seat
        if x.owner[route] == x.seat or (x.owner[route] >= 0 and mine):
            z.price[route] = 0
            z.own.join(a, b)
            z.touched[a] = 1
            z.touched[b] = 1
        elif x.owner[route] < 0 and can_claim(x, route, x.seat):
            z.price[route] = 1000 * t.route_length[route]
        elif (
            x.owner[route] >= 0
            and z.station_price
            and (x.station_owner[a] < 0 or x.station_owner[b] < 0)
        ):
            z.price[route] = 1000 * (2 * z.station_price + t.station_points)
        route += 1


def _plan(z: Scene, tickets: vec[i64]) -> None:
    """The forest of all tickets that can still be completed."""
    t = z.tables
    pairs = Pairs()
    for ticket in tickets:
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        if z.own.joined(a, b):
            z.settled += t.ticket_points[ticket]
        elif spread(z.ways, z.price, a, b) >= FAR:
            z.settled -= t.ticket_points[ticket]
        else:
            pairs.add(a, b)
            z.stake += t.ticket_points[ticket]
    if not len(pairs.a):
        return
    forest: Forest = join_all(z.ways, z.price, pairs)
    for route in forest.routes():
        if z.sight.owner[route] >= 0:
            z.borrowed = append(z.borrowed, route)
        else:
            z.routes = append(z.routes, route)
            z.trains += t.route_length[route]


def _odds(z: Scene, trains: i64) -> float:
    """The odds that a plan which takes so many trains is completed."""
    left = z.sight.trains[z.sight.seat]
    if trains == 0:
        return 1.0
    if left == 0:
        return 0.0
    ratio = float(trains) / float(left) / z.habits.load
    return 1.0 / (1.0 + ratio * ratio * ratio)


def _settlement(z: Scene) -> float:
    return float(z.settled) + float(z.stake) * (2.0 * _odds(z, z.trains) - 1.0)


def choose(x: Sight, gauge: Gauge, habits: Habits) -> i64:
    """The code of the action that the reference player takes."""
    if len(x.codes) == 1:
        return x.codes[0]
    if x.phase == OPENING or x.phase == KEEPING:
        return _keep(x, gauge, habits)
    z = Scene(x, gauge, habits, x.tickets)
    if x.phase == TUNNEL:
        return _answer_tunnel(z)
    best: i64 = -1
    most = 0.0
    if x.phase != SECOND:
        best, most = _best_claim(z)
        station, worth = _best_station(z)
        if station >= 0 and (best < 0 or worth > most):
            best, most = station, worth
    for code in x.codes:
        if code == TICKETS_CODE:
            worth = _tickets_worth(z)
        elif DECK_CODE <= code < z.tables.keep_code:
            worth = _draw_worth(z, code)
        else:
            continue
        if best < 0 or worth > most:
            best, most = code, worth
    return best if best >= 0 else x.codes[0]


def _keep(x: Sight, gauge: Gauge, habits: Habits) -> i64:
    """The choice with the best settlement."""
    best: i64 = -1
    most = 0.0
    for code in x.codes:
        tickets = x.tickets[:]
        mask = code - x.tables.keep_code + 1
        place: i64 = 0
        while place < i64(len(x.offer)):
            if (mask >> place) & 1:
                tickets = append(tickets, x.offer[place])
            place += 1
        worth = _settlement(Scene(x, gauge, habits, tickets))
        if best < 0 or worth > most:
            best, most = code, worth
    return best


def _best_claim(z: Scene) -> tuple[i64, float]:
    t, x = z.tables, z.sight
    best: i64 = -1
    most = 0.0
    planned = filled(t.routes, 0)
    for route in z.routes:
        planned[route] = 1
    route = 0
    while route < t.routes:
        if can_claim(x, route, x.seat):
            payment = best_payment(z.purse, route, z.routes)
            if payment.missing < NO_WAY:
                worth = _claim_worth(z, route, payment, planned[route] != 0)
                if best < 0 or worth > most:
                    best, most = claim_code(t, route, payment), worth
        route += 1
    return best, most


def _claim_worth(z: Scene, route: i64, payment: Payment, planned: bool) -> float:
    t, h = z.tables, z.habits
    length = float(t.route_length[route])
    worth = float(t.route_points[route]) - z.train * length
    if planned and z.trains:
        pull = 2.0 * float(z.stake) * _odds(z, z.trains) * h.pull / float(z.trains)
        worth += pull * length + h.contest * _detour(z, route)
    elif not planned and z.trains + t.route_length[route] > z.sight.trains[z.sight.seat]:
        worth -= z.train * length
    a = t.route_a[route]
    b = t.route_b[route]
    if z.touched[a] or z.touched[b]:
        worth += h.chain * float(2 * t.longest_trail) / float(t.trains) * length
    if t.attraction_points:
        for city in (a, b):
            if t.attraction[city] and not z.touched[city]:
                worth += float(t.attraction_points)
    harm = payment.missing - z.missing
    if harm > 0:
        worth -= h.card * z.gauge.train_points * float(harm)
    return worth - 0.3 * h.card * z.gauge.train_points * float(payment.wilds)


def _detour(z: Scene, route: i64) -> float:
    """The spaces that the way around a planned route takes more, as far as the game is long."""
    t = z.tables
    price = z.price[:]
    for other in z.routes:
        price[other] = 0
    price[route] = FAR
    around = spread(z.ways, price, t.route_a[route], t.route_b[route])
    most = 0.2 * float(t.trains)
    more = float(around - z.price[route]) / 1000.0
    return more if more < most else most


def _best_station(z: Scene) -> tuple[i64, float]:
    """A station for a route to be borrowed, once nothing else is left to do for the plan."""
    t = z.tables
    if not len(z.borrowed) or len(z.routes):
        return -1, 0.0
    payment = best_station_payment(z.purse, z.station_price, z.routes)
    if payment.missing >= NO_WAY:
        return -1, 0.0
    route = z.borrowed[0]
    for city in (t.route_a[route], t.route_b[route]):
        if z.sight.station_owner[city] < 0:
            worth = 2.0 * float(z.stake) / float(len(z.borrowed)) - float(t.station_points)
            return build_code(t, city, z.station_price, payment), worth
    return -1, 0.0


def _draw_worth(z: Scene, code: i64) -> float:
    """What a card takes off the plan's missing ones, and about as much for a second one."""
    t, x = z.tables, z.sight
    second = x.phase == SECOND
    if code == DECK_CODE:
        share = unseen_share(t, x.hand, x.market, x.discards)
        worth = 0.0
        kind: i64 = 0
        while kind < t.kinds:
            worth += share[kind] * _card_worth(z, kind)
            kind += 1
        return worth if second else worth + worth
    worth = _card_worth(z, code - DRAW_CODE)
    if second or code - DRAW_CODE == t.wild:
        return worth
    return worth + _draw_worth(z, DECK_CODE) * 0.5


def _card_worth(z: Scene, kind: i64) -> float:
    t, h = z.tables, z.habits
    best = z.gauge.train_points
    z.purse.hand[kind] = z.purse.hand[kind] + 1
    helps = reckon(z.purse, z.routes, -1, 0) < z.missing
    z.purse.hand[kind] = z.purse.hand[kind] - 1
    if kind == t.wild:
        return h.wild * best * (h.card if helps else 2.0 * h.other)
    if helps:
        return h.card * best
    # Beside the plan, the suits already long are the better ones.
    return h.other * best * (1.0 + 0.2 * float(z.purse.hand[kind]))


def _tickets_worth(z: Scene) -> float:
    """What the best of three tickets is expected to add to the settlement."""
    t, x = z.tables, z.sight
    left = float(x.trains[x.seat]) / float(t.trains)
    if left < z.habits.appetite or x.turns_left >= 0:
        return -1.0
    if float(z.trains) > 0.5 * z.habits.load * float(x.trains[x.seat]):
        return -1.0
    price = z.price[:]
    for route in z.routes:
        price[route] = 0
    mine = filled(t.tickets, 0)
    for ticket in x.tickets:
        mine[ticket] = 1
    now = _settlement(z)
    count: i64 = 0
    total = 0.0
    ticket = 0
    while ticket < t.tickets:
        if not mine[ticket] and not t.ticket_long[ticket]:
            count += 1
            gain = _with_ticket(z, price, ticket) - now
            if gain > 0.0:
                total += gain
        ticket += 1
    return total / float(count) if count else -1.0


def _with_ticket(z: Scene, price: vec[i64], ticket: i64) -> float:
    t = z.tables
    points = float(t.ticket_points[ticket])
    far = spread(z.ways, price, t.ticket_a[ticket], t.ticket_b[ticket])
    if far >= FAR:
        return float(z.settled) - points
    odds = _odds(z, z.trains + far // 1000)
    return float(z.settled) + (float(z.stake) + points) * (2.0 * odds - 1.0)


def _answer_tunnel(z: Scene) -> i64:
    """Pay so that least is missing afterwards; decline only what cannot be paid."""
    t, x = z.tables, z.sight
    best: i64 = DECLINE_CODE
    least: i64 = NO_WAY
    hand = z.purse.hand
    for code in x.codes:
        if code == DECLINE_CODE:
            continue
        coloured = pay_coloured(t, code)
        wilds = pay_total(t, code) - coloured
        if coloured:
            hand[x.tunnel_colour] = hand[x.tunnel_colour] - coloured
        hand[t.wild] = hand[t.wild] - wilds
        missing = reckon(z.purse, z.routes, x.tunnel_route, 0)
        if coloured:
            hand[x.tunnel_colour] = hand[x.tunnel_colour] + coloured
        hand[t.wild] = hand[t.wild] + wilds
        if missing < least:
            best, least = code, missing
    return best
