"""The planner's decisions: keep, draw, claim, build, pay, each as the code of a legal action.

The order of a turn: spend the last turn on what counts most; draw tickets where they promise
enough; claim what the plan needs, the most endangered route first; build stations last; then use
spare trains; else draw. It sees a sight and nothing else, and it has no use for luck.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.card_choice import Needs, best_draw
from whistlestop.bots.planner.spare_routes import fill, gain_of
from whistlestop.bots.planner.ticket_choice import best_keep, draw_gain
from whistlestop.bots.planner.ticket_plan import Plan, best_plan
from whistlestop.bots.reasoning.board_scale import Gauge
from whistlestop.bots.reasoning.card_needs import (
    NO_WAY,
    Payment,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
    reckon,
)
from whistlestop.bots.reasoning.prices import TURN, Outlook, Tuning
from whistlestop.bots.reasoning.seat_facts import Sight, can_claim
from whistlestop.bots.reasoning.ways import FAR, spread
from whistlestop.engine.phases.double_routes import SOMEONE_ELSE, closes
from whistlestop.engine.phases.tunnels import pay_coloured, pay_total
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
)

SPARE_ROUTES = 4


class Offer:
    """A claim that could be made now."""

    def __init__(self, route: i64, payment: Payment, score: float) -> None:
        self.route = route
        self.payment = payment
        self.score = score


def choose(x: Sight, gauge: Gauge, tuning: Tuning) -> i64:
    """The code of the action that the planner takes."""
    if len(x.codes) == 1:
        return x.codes[0]
    o = Outlook(x, gauge, tuning)
    if x.phase == OPENING or x.phase == KEEPING:
        return best_keep(o)
    if x.phase == TUNNEL:
        return answer_tunnel(o)
    plan = best_plan(o, x.tickets)
    if x.phase == SECOND:
        return _draw(o, plan)
    return _turn(o, plan)


def _turn(o: Outlook, plan: Plan) -> i64:
    x = o.sight
    if o.turns <= 1.0:
        return cash_in(o, plan)
    # Codes are in ascending order, and drawing tickets has the lowest that can be chosen here.
    if x.codes[0] == TICKETS_CODE and wants_tickets(o, plan):
        return TICKETS_CODE
    offer = best_offer(o, plan)
    if offer is not None and offer.score > 0.0:
        return claim_code(o.flat, offer.route, offer.payment)
    code = station(o, plan)
    if code >= 0:
        return code
    if not len(plan.routes):
        code = _spend(o, plan)
        if code >= 0:
            return code
    return _draw(o, plan)


def wants_tickets(o: Outlook, plan: Plan) -> bool:
    if plan.given_up or plan.chance < 0.85 or o.turns - plan.turns < 0.1 * o.gauge.full_turns:
        return False
    return draw_gain(o, plan) > o.tuning.appetite * o.turn_value


def best_offer(o: Outlook, plan: Plan) -> Offer | None:
    """The route of the plan that should be claimed now, if any can be paid."""
    best: Offer | None = None
    for route in plan.routes:
        payment = best_payment(o.purse, route, plan.routes)
        if payment.missing < NO_WAY:
            score = _score(o, plan, route, payment)
            if best is None or score > best.score:
                best = Offer(route, payment, score)
    return best


def _score(o: Outlook, plan: Plan, route: i64, payment: Payment) -> float:
    """What claiming now is worth over claiming later, in points."""
    t = o.flat
    cost = float(payment.missing - plan.missing) / o.tuning.cards * o.turn_value
    if t.route_tunnel[route]:
        chance = tunnel_chance(o, route, payment)
        if chance < o.tuning.nerve and plan.turns + 1.0 < o.turns:
            return -1.0
    hurry = o.tuning.hurry if plan.missing else 1.0
    return danger(o, route) * loss_of(o, plan, route) - cost + hurry * o.turn_value


def danger(o: Outlook, route: i64) -> float:
    """The chance that a rival takes a route before the seat's next turn."""
    x, t = o.sight, o.flat
    safe = 1.0
    who: i64 = 0
    while who < t.players:
        if who != x.seat and can_claim(x, route, who) and x.sizes[who] >= t.route_length[route]:
            safe = safe * (1.0 - o.tuning.worry * interest(o, route, who))
        who += 1
    return 1.0 - safe


def interest(o: Outlook, route: i64, who: i64) -> float:
    """How much a rival is likely to want a route: by how hot it is, and how near it is there."""
    t = o.flat
    near = 0.0
    for city in (t.route_a[route], t.route_b[route]):
        at = t.city_start[city]
        touches = False
        while at < t.city_start[city + 1]:
            if o.sight.owner[t.city_routes[at]] == who:
                touches = True
            at += 1
        if touches:
            near += 0.4
    return 0.2 * o.gauge.heat[route] + near * (0.5 + 0.5 * o.gauge.heat[route])


def loss_of(o: Outlook, plan: Plan, route: i64) -> float:
    """The points that losing a route of the plan would cost: the way around it, or the tickets."""
    t = o.flat
    price = o.price[:]
    for other in plan.routes:
        price[other] = 0
    price[route] = FAR
    twin = t.route_twin[route]
    if twin >= 0 and closes(SOMEONE_ELSE, o.sight.seat, t.single_track):
        price[twin] = FAR
    around = spread(o.ways, price, t.route_a[route], t.route_b[route])
    most = 2.0 * plan.stake / float(len(plan.wanted) if len(plan.wanted) else 1)
    if around >= FAR:
        return most
    loss = float(around - o.price[route]) / TURN * o.turn_value
    return loss if loss < most else most


def tunnel_chance(o: Outlook, route: i64, payment: Payment) -> float:
    """The chance that the cards left in hand are enough for what a tunnel turns up."""
    x, t = o.sight, o.flat
    hit = o.share[t.wild]
    spare = x.hand[t.wild] - payment.wilds
    if payment.colour != t.wild:
        hit += o.share[payment.colour]
        spare += x.hand[payment.colour] - (t.route_length[route] - payment.wilds)
    miss = 1.0 - hit
    cards = t.tunnel_cards
    # Hits are counted as if cards were put back, which is near enough for a few of many.
    chance = 0.0
    hits: i64 = 0
    term = 1.0
    n: i64 = 0
    while n < cards:
        term = term * miss
        n += 1
    while hits <= spare and hits <= cards:
        chance += term
        if miss <= 0.0:
            return chance
        term = term * float(cards - hits) / float(hits + 1) * hit / miss
        hits += 1
    return chance if chance < 1.0 else 1.0


def station(o: Outlook, plan: Plan) -> i64:
    """Build for a route to be borrowed once all routes are claimed, or when time runs out."""
    builds = i64(len(plan.borrowed))
    if builds == 0 or (len(plan.routes) and o.turns > float(builds) + 1.5):
        return -1
    payment = best_station_payment(o.purse, o.station_price, plan.routes)
    if payment.missing >= NO_WAY:
        return -1
    t = o.flat
    route = plan.borrowed[0]
    for city in (t.route_a[route], t.route_b[route]):
        if o.sight.station_owner[city] < 0:
            return build_code(t, city, o.station_price, payment)
    return -1


def _spend(o: Outlook, plan: Plan) -> i64:
    """Claim the best of the routes for spare trains that can be paid without harm to the others."""
    spare = fill(o, plan, SPARE_ROUTES)
    missing = reckon(o.purse, spare, -1, 0)
    best: i64 = -1
    most = 0.0
    for route in spare:
        payment = best_payment(o.purse, route, spare)
        if payment.missing <= missing and bold(o, route, payment):
            gain = gain_of(o, route)
            if gain > most:
                most = gain
                best = claim_code(o.flat, route, payment)
    return best


def bold(o: Outlook, route: i64, payment: Payment) -> bool:
    if not o.flat.route_tunnel[route]:
        return True
    return tunnel_chance(o, route, payment) >= o.tuning.nerve


def _draw(o: Outlook, plan: Plan) -> i64:
    spare = fill(o, plan, SPARE_ROUTES)
    code = best_draw(o, Needs(o, plan, spare))
    if code >= 0:
        return code
    return cash_in(o, plan)


def cash_in(o: Outlook, plan: Plan) -> i64:
    """The last turn: the claim or station that brings most at once."""
    t, x = o.flat, o.sight
    best: i64 = -1
    most = 0.0
    none = vec[i64]()
    route: i64 = 0
    while route < t.routes:
        if can_claim(x, route, x.seat):
            payment = best_payment(o.purse, route, none)
            if payment.missing < NO_WAY:
                gain = gain_of(o, route) + _turned(o, t.route_a[route], t.route_b[route])
                if t.route_tunnel[route]:
                    gain = gain * tunnel_chance(o, route, payment)
                if gain > most:
                    most = gain
                    best = claim_code(t, route, payment)
        route += 1
    code = _last_station(o, most)
    if code >= 0:
        return code
    if best >= 0:
        return best
    code = best_draw(o, Needs(o, plan, none))
    return code if code >= 0 else x.codes[0]


def _last_station(o: Outlook, most: float) -> i64:
    """A station that turns tickets around for more than anything else brings."""
    t, x = o.flat, o.sight
    if o.station_price == 0:
        return -1
    payment = best_station_payment(o.purse, o.station_price, vec[i64]())
    if payment.missing >= NO_WAY:
        return -1
    best: i64 = -1
    route: i64 = 0
    while route < t.routes:
        if x.owner[route] >= 0 and x.owner[route] != x.seat:
            gain = _turned(o, t.route_a[route], t.route_b[route]) - float(t.station_points)
            for city in (t.route_a[route], t.route_b[route]):
                if gain > most and x.station_owner[city] < 0:
                    most = gain
                    best = build_code(t, city, o.station_price, payment)
        route += 1
    return best


def _turned(o: Outlook, a: i64, b: i64) -> float:
    """The points between losing and winning of the tickets that joining two cities completes."""
    t = o.flat
    one = o.own.root(a)
    two = o.own.root(b)
    if one == two:
        return 0.0
    gain = 0.0
    for ticket in o.sight.tickets:
        start = o.own.root(t.ticket_a[ticket])
        end = o.own.root(t.ticket_b[ticket])
        if (start == one and end == two) or (start == two and end == one):
            gain += 2.0 * float(t.ticket_points[ticket])
    return gain


def answer_tunnel(o: Outlook) -> i64:
    """Pay what leaves most for the rest of the plan, or take the cards back."""
    t, x = o.flat, o.sight
    route = x.tunnel_route
    plan = best_plan(o, x.tickets)
    rest = vec[i64]()
    for other in plan.routes:
        if other != route:
            rest = append(rest, other)
    best: i64 = DECLINE_CODE
    least: i64 = NO_WAY
    for code in x.codes:
        if code != DECLINE_CODE:
            missing = _missing_after(o, code, rest)
            if missing < least:
                least = missing
                best = code
    if best == DECLINE_CODE:
        return best
    # Declining keeps the cards laid down but costs the turn, and the tunnel is no shorter then.
    worth = gain_of(o, route) + loss_of(o, plan, route) + o.turn_value
    cost = float(t.route_length[route] + x.tunnel_extra) / o.tuning.cards * o.turn_value
    if o.turns <= 1.0 or worth >= cost * 0.5:
        return best
    return DECLINE_CODE


def _missing_after(o: Outlook, code: i64, rest: vec[i64]) -> i64:
    t, x = o.flat, o.sight
    coloured = pay_coloured(t, code)
    wilds = pay_total(t, code) - coloured
    colour = x.tunnel_colour
    hand = o.purse.hand
    if coloured:
        hand[colour] = hand[colour] - coloured
    hand[t.wild] = hand[t.wild] - wilds
    missing = reckon(o.purse, rest, -1, 0)
    if coloured:
        hand[colour] = hand[colour] + coloured
    hand[t.wild] = hand[t.wild] + wilds
    return missing
