"""The reference player: the zero of all ratings, with the profile of the best public bot.

Every action gets a score in points and the highest is taken. A plan joins all tickets and is
completed by the odds of its turns against those that its own trains last; a route on the plan gets
its part of the tickets' points and what the way around it would cost if a rival took it; any other
must earn a fixed price for its trains; a card is worth the part of a turn that it saves. It never
gives a ticket up and does not look at what rivals do or how soon they end the game, which is what
better players do. It must never change: frozen positions pin what it does.
"""

from __future__ import annotations

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import CARDS, Gauge
from whistlestop.bots.reasoning.card_needs import (
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
from whistlestop.bots.reasoning.forest import Forest, Pairs, join_all, no_way
from whistlestop.bots.reasoning.seat_facts import Sight, can_claim
from whistlestop.bots.reasoning.ways import FAR, Ways, apart, spread
from whistlestop.engine.phases.tunnels import pay_coloured, pay_total
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    FlatBoard,
    filled,
)


class Habits:
    """The reference player's constants, as shares of what the board gives; fitted to the profile.

    They were chosen by hand until games against itself had the known scores, tickets and turns.
    """

    def __init__(self) -> None:
        # What a train must earn beside the plan, of the best points per train. Low: the bot with
        # this profile is known for many short claims that lead nowhere.
        self.train = 0.36
        # What a turn is worth, of the best points per turn; the worth of cards follows from it.
        self.turn = 0.6
        # A plan has even odds if it takes so much longer than the trains last, and the scale on
        # which the odds change, both of the turns that all trains last. Above zero: one ticket
        # in five is to be missed.
        self.overrun = 0.1
        self.scale = 0.1
        # Tickets are drawn until the plan takes this share of the trains left.
        self.appetite = 0.35


class Scene:
    """What the reference player makes of a sight."""

    def __init__(self, x: Sight, gauge: Gauge, habits: Habits, tickets: vec[i64]) -> None:
        t = x.flat
        self.sight = x
        self.flat: FlatBoard = t
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
        # A card in need saves the turn's part that drawing it would take.
        self.card = habits.turn * gauge.turn_points / CARDS
        _price_routes(self)
        self.stake: i64 = 0
        self.settled: i64 = 0
        self.trains: i64 = 0
        self.routes = vec[i64]()
        self.borrowed = vec[i64]()
        _plan(self, tickets)
        self.missing = reckon(self.purse, self.routes, -1, 0)
        self.turns = _plan_turns(self)
        self.odds = _odds(self, self.turns)
        # What a card of each kind is worth and what one from the deck, and the chance that it fits.
        self.worth = vec[float]([0.0] * t.kinds)
        self.deck = 0.0
        self.fit = 0.0


def _price_routes(z: Scene) -> None:
    """In thousandths of a train; a station costs its cards and what it would have earned."""
    t, x = z.flat, z.sight
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
    t = z.flat
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
    forest: Forest = join_all(z.ways, z.price, pairs, no_way())
    for route in forest.routes():
        if z.sight.owner[route] >= 0:
            z.borrowed = append(z.borrowed, route)
        else:
            z.routes = append(z.routes, route)
            z.trains += t.route_length[route]


def _plan_turns(z: Scene) -> float:
    """A turn for each claim and each station, and those that draw the missing cards."""
    stations = i64(len(z.borrowed))
    cards = float(z.missing + stations * z.station_price)
    return float(i64(len(z.routes)) + stations) + cards / CARDS


def _odds(z: Scene, turns: float) -> float:
    """The odds that a plan of so many turns is completed; its own trains are the only clock."""
    if turns == 0.0:
        return 1.0
    x, full = z.sight, z.gauge.full_turns
    left = full * float(x.trains[x.seat]) / float(z.flat.trains)
    spare = left + z.habits.overrun * full - turns
    return 1.0 / (1.0 + exp(-spare / (z.habits.scale * full)))


def _settlement(z: Scene) -> float:
    return float(z.settled) + float(z.stake) * (2.0 * z.odds - 1.0)


def choose(x: Sight, gauge: Gauge, habits: Habits) -> i64:
    """The code of the action that the reference player takes."""
    if len(x.codes) == 1:
        return x.codes[0]
    if x.phase == OPENING or x.phase == KEEPING:
        return _keep(x, gauge, habits)
    z = Scene(x, gauge, habits, x.tickets)
    if x.phase == TUNNEL:
        return _answer_tunnel(z)
    _weigh_cards(z)
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
        elif DECK_CODE <= code < z.flat.keep_code:
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
        mask = code - x.flat.keep_code + 1
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
    t, x = z.flat, z.sight
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
    t = z.flat
    length = float(t.route_length[route])
    worth = float(t.route_points[route])
    if planned:
        # The tickets' points by how much nearer the route brings them.
        worth += float(z.stake) * z.odds * length / float(z.trains) + _risk(z, route)
    else:
        worth -= z.train * length
        if z.trains + t.route_length[route] > z.sight.trains[z.sight.seat]:
            # These trains are the plan's, so the price is due once more to make up for them.
            worth -= z.train * length
    a = t.route_a[route]
    b = t.route_b[route]
    if z.touched[a] or z.touched[b]:
        # It goes on from own routes: a part of the longest trail, which one player of all gets.
        worth += float(t.longest_trail) / float(t.players) / float(t.trains) * length
    if t.attraction_points:
        for city in (a, b):
            if t.attraction[city] and not z.touched[city]:
                worth += float(t.attraction_points)
    harm = payment.missing - z.missing
    if harm > 0:
        worth -= z.card * float(harm)
    # What a locomotive is worth above a coloured card is lost with it.
    return worth - z.card * (1.0 - z.fit) * float(payment.wilds)


def _risk(z: Scene, route: i64) -> float:
    """What waiting with a planned route may cost: the chance that it goes, by the way around.

    Until the plan is done each rival claims at the usual pace, and picks a route as often as
    tickets lead over it.
    """
    t, g = z.flat, z.gauge
    heat = 0.0
    for share in g.heat:
        heat += share
    if heat == 0.0:
        return 0.0
    claims = float(t.players - 1) * z.turns * float(t.trains) / g.mean_length / g.full_turns
    chance = min(1.0, claims * g.heat[route] / heat)
    swing = 2.0 * float(z.stake) * z.odds
    return chance * min(swing, z.train * _detour(z, route))


def _detour(z: Scene, route: i64) -> float:
    """The spaces that the way around a planned route takes more."""
    t = z.flat
    price = z.price[:]
    for other in z.routes:
        price[other] = 0
    price[route] = FAR
    around = spread(z.ways, price, t.route_a[route], t.route_b[route])
    return float(around - z.price[route]) / 1000.0


def _best_station(z: Scene) -> tuple[i64, float]:
    """A station for a route to be borrowed, once nothing else is left to do for the plan."""
    t = z.flat
    if not len(z.borrowed) or len(z.routes):
        return -1, 0.0
    payment = best_station_payment(z.purse, z.station_price, z.routes)
    if payment.missing >= NO_WAY:
        return -1, 0.0
    route = z.borrowed[0]
    for city in (t.route_a[route], t.route_b[route]):
        if z.sight.station_owner[city] < 0:
            worth = 2.0 * float(z.stake) * z.odds / float(len(z.borrowed)) - float(t.station_points)
            return build_code(t, city, z.station_price, payment), worth
    return -1, 0.0


def _weigh_cards(z: Scene) -> None:
    """What a card of each kind is worth, and what one that nobody showed promises."""
    t, x = z.flat, z.sight
    share = unseen_share(t, x.hand, x.market, x.discards)
    spare = 0.0
    kind: i64 = 0
    while kind < t.colours:
        if _helps(z, kind):
            z.worth[kind] = z.card
            z.fit += share[kind]
        else:
            z.worth[kind] = _spare_worth(z, kind)
            spare = max(spare, z.worth[kind])
        z.deck += share[kind] * z.worth[kind]
        kind += 1
    if _helps(z, t.wild):
        z.fit += share[t.wild]
        # It fits at once; a coloured card that does not leaves the second draw of a turn to make.
        z.worth[t.wild] = z.card * (2.0 - z.fit)
    else:
        z.worth[t.wild] = spare
    z.deck += share[t.wild] * z.worth[t.wild]


def _helps(z: Scene, kind: i64) -> bool:
    z.purse.hand[kind] = z.purse.hand[kind] + 1
    missing = reckon(z.purse, z.routes, -1, 0)
    z.purse.hand[kind] = z.purse.hand[kind] - 1
    return missing < z.missing


def _spare_worth(z: Scene, kind: i64) -> float:
    """Beside the plan a card brings the longest route's gain as near as its suit is long.

    It can be of use as far as the plan leaves trains.
    """
    x, g = z.sight, z.gauge
    near = float(min(z.purse.hand[kind] + 1, g.longest)) / float(g.longest)
    free = float(max(0, x.trains[x.seat] - z.trains)) / float(z.flat.trains)
    return (g.train_points - z.train) * near * free


def _draw_worth(z: Scene, code: i64) -> float:
    """What a card is worth, and for a first one what the deck brings as the second."""
    worth = z.deck if code == DECK_CODE else z.worth[code - DRAW_CODE]
    if z.sight.phase == SECOND or code - DRAW_CODE == z.flat.wild:
        return worth
    return worth + z.deck


def _tickets_worth(z: Scene) -> float:
    """What a ticket is expected to add to the settlement, if it is handed back where it harms."""
    t, x = z.flat, z.sight
    if x.turns_left >= 0 or z.odds < 0.5:
        return -1.0
    if float(z.trains) > z.habits.appetite * float(x.trains[x.seat]):
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
    t = z.flat
    points = float(t.ticket_points[ticket])
    far = spread(z.ways, price, t.ticket_a[ticket], t.ticket_b[ticket])
    if far >= FAR:
        return float(z.settled) - points
    pace = z.gauge.full_turns / float(t.trains)
    odds = _odds(z, z.turns + pace * float(far) / 1000.0)
    return float(z.settled) + (float(z.stake) + points) * (2.0 * odds - 1.0)


def _answer_tunnel(z: Scene) -> i64:
    """Pay so that least is missing afterwards; decline only what cannot be paid."""
    t, x = z.flat, z.sight
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
