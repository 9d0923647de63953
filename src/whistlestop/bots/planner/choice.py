"""The planner's decisions: keep, draw, claim, build, pay, each as the code of a legal action.

The order of a turn: spend the last turn on what counts most; draw tickets where they promise
enough; claim what the plan needs, the most endangered route first; build stations last; then use
spare trains; else draw. It sees a sight and nothing else, and it has no use for luck.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.card_choice import Needs, best_draw
from whistlestop.bots.planner.spare_routes import gain_of, pick_spare_routes
from whistlestop.bots.planner.ticket_choice import best_keep, draw_gain
from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan
from whistlestop.bots.reasoning.board_scale import BoardScale
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    CardPayment,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
    missing_for_routes,
)
from whistlestop.bots.reasoning.prices import TURN, Prices, Tuning
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim
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


class PossibleClaim:
    """A claim that could be made now."""

    def __init__(self, route: i64, payment: CardPayment, score: float) -> None:
        self.route = route
        self.payment = payment
        self.score = score


def choose(facts: SeatFacts, scale: BoardScale, tuning: Tuning) -> i64:
    """The code of the action that the planner takes."""
    if len(facts.codes) == 1:
        return facts.codes[0]
    prices = Prices(facts, scale, tuning)
    if facts.phase == OPENING or facts.phase == KEEPING:
        return best_keep(prices)
    if facts.phase == TUNNEL:
        return answer_tunnel(prices)
    plan = best_plan(prices, facts.tickets)
    if facts.phase == SECOND:
        return _draw(prices, plan)
    return _turn(prices, plan)


def _turn(prices: Prices, plan: TicketPlan) -> i64:
    facts = prices.facts
    if prices.turns_left <= 1.0:
        return best_last_turn(prices, plan)
    # Codes are in ascending order, and drawing tickets has the lowest that can be chosen here.
    if facts.codes[0] == TICKETS_CODE and wants_tickets(prices, plan):
        return TICKETS_CODE
    offer = best_offer(prices, plan)
    if offer is not None and offer.score > 0.0:
        return claim_code(prices.flat, offer.route, offer.payment)
    code = build_station(prices, plan)
    if code >= 0:
        return code
    if not len(plan.routes):
        code = _spend(prices, plan)
        if code >= 0:
            return code
    return _draw(prices, plan)


def wants_tickets(prices: Prices, plan: TicketPlan) -> bool:
    if (
        plan.given_up
        or plan.chance < 0.85
        or prices.turns_left - plan.turns < 0.1 * prices.scale.full_turns
    ):
        return False
    return draw_gain(prices, plan) > prices.tuning.appetite * prices.turn_value


def best_offer(prices: Prices, plan: TicketPlan) -> PossibleClaim | None:
    """The route of the plan that should be claimed now, if any can be paid."""
    best: PossibleClaim | None = None
    for route in plan.routes:
        payment = best_payment(prices.balance, route, plan.routes)
        if payment.missing < UNPAYABLE:
            score = _score(prices, plan, route, payment)
            if best is None or score > best.score:
                best = PossibleClaim(route, payment, score)
    return best


def _score(prices: Prices, plan: TicketPlan, route: i64, payment: CardPayment) -> float:
    """What claiming now is worth over claiming later, in points."""
    t = prices.flat
    cost = float(payment.missing - plan.missing) / prices.tuning.cards * prices.turn_value
    if t.route_tunnel[route]:
        chance = tunnel_chance(prices, route, payment)
        if chance < prices.tuning.nerve and plan.turns + 1.0 < prices.turns_left:
            return -1.0
    hurry = prices.tuning.hurry if plan.missing else 1.0
    return danger(prices, route) * loss_of(prices, plan, route) - cost + hurry * prices.turn_value


def danger(prices: Prices, route: i64) -> float:
    """The chance that a rival takes a route before the seat's next turn."""
    facts, t = prices.facts, prices.flat
    safe = 1.0
    who: i64 = 0
    while who < t.players:
        if (
            who != facts.seat
            and can_claim(facts, route, who)
            and facts.sizes[who] >= t.route_length[route]
        ):
            safe = safe * (1.0 - prices.tuning.worry * interest(prices, route, who))
        who += 1
    return 1.0 - safe


def interest(prices: Prices, route: i64, who: i64) -> float:
    """How much a rival is likely to want a route: by how hot it is, and how near it is there."""
    t = prices.flat
    near = 0.0
    for city in (t.route_a[route], t.route_b[route]):
        at = t.city_start[city]
        touches = False
        while at < t.city_start[city + 1]:
            if prices.facts.owner[t.city_routes[at]] == who:
                touches = True
            at += 1
        if touches:
            near += 0.4
    return 0.2 * prices.scale.heat[route] + near * (0.5 + 0.5 * prices.scale.heat[route])


def loss_of(prices: Prices, plan: TicketPlan, route: i64) -> float:
    """The points that losing a route of the plan would cost: the way around it, or the tickets."""
    t = prices.flat
    price = prices.by_route[:]
    for other in plan.routes:
        price[other] = 0
    price[route] = FAR
    twin = t.route_twin[route]
    if twin >= 0 and closes(SOMEONE_ELSE, prices.facts.seat, t.single_track):
        price[twin] = FAR
    around = spread(prices.ways, price, t.route_a[route], t.route_b[route])
    most = 2.0 * plan.stake / float(len(plan.wanted) if len(plan.wanted) else 1)
    if around >= FAR:
        return most
    loss = float(around - prices.by_route[route]) / TURN * prices.turn_value
    return loss if loss < most else most


def tunnel_chance(prices: Prices, route: i64, payment: CardPayment) -> float:
    """The chance that the cards left in hand are enough for what a tunnel turns up."""
    facts, t = prices.facts, prices.flat
    hit = prices.share[t.wild]
    spare = facts.hand[t.wild] - payment.wilds
    if payment.colour != t.wild:
        hit += prices.share[payment.colour]
        spare += facts.hand[payment.colour] - (t.route_length[route] - payment.wilds)
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


def build_station(prices: Prices, plan: TicketPlan) -> i64:
    """Build for a route to be borrowed once all routes are claimed, or when time runs out."""
    builds = i64(len(plan.borrowed))
    if builds == 0 or (len(plan.routes) and prices.turns_left > float(builds) + 1.5):
        return -1
    payment = best_station_payment(prices.balance, prices.station_price, plan.routes)
    if payment.missing >= UNPAYABLE:
        return -1
    t = prices.flat
    route = plan.borrowed[0]
    for city in (t.route_a[route], t.route_b[route]):
        if prices.facts.station_owner[city] < 0:
            return build_code(t, city, prices.station_price, payment)
    return -1


def _spend(prices: Prices, plan: TicketPlan) -> i64:
    """Claim the best of the routes for spare trains that can be paid without harm to the others."""
    spare = pick_spare_routes(prices, plan, SPARE_ROUTES)
    missing = missing_for_routes(prices.balance, spare, -1, 0)
    best: i64 = -1
    most = 0.0
    for route in spare:
        payment = best_payment(prices.balance, route, spare)
        if payment.missing <= missing and dares_tunnel(prices, route, payment):
            gain = gain_of(prices, route)
            if gain > most:
                most = gain
                best = claim_code(prices.flat, route, payment)
    return best


def dares_tunnel(prices: Prices, route: i64, payment: CardPayment) -> bool:
    if not prices.flat.route_tunnel[route]:
        return True
    return tunnel_chance(prices, route, payment) >= prices.tuning.nerve


def _draw(prices: Prices, plan: TicketPlan) -> i64:
    spare = pick_spare_routes(prices, plan, SPARE_ROUTES)
    code = best_draw(prices, Needs(prices, plan, spare))
    if code >= 0:
        return code
    return best_last_turn(prices, plan)


def best_last_turn(prices: Prices, plan: TicketPlan) -> i64:
    """The last turn: the claim or station that brings most at once."""
    t, facts = prices.flat, prices.facts
    best: i64 = -1
    most = 0.0
    none = vec[i64]()
    route: i64 = 0
    while route < t.routes:
        if can_claim(facts, route, facts.seat):
            payment = best_payment(prices.balance, route, none)
            if payment.missing < UNPAYABLE:
                gain = gain_of(prices, route) + _turned(prices, t.route_a[route], t.route_b[route])
                if t.route_tunnel[route]:
                    gain = gain * tunnel_chance(prices, route, payment)
                if gain > most:
                    most = gain
                    best = claim_code(t, route, payment)
        route += 1
    code = _last_station(prices, most)
    if code >= 0:
        return code
    if best >= 0:
        return best
    code = best_draw(prices, Needs(prices, plan, none))
    return code if code >= 0 else facts.codes[0]


def _last_station(prices: Prices, most: float) -> i64:
    """A station that turns tickets around for more than anything else brings."""
    t, facts = prices.flat, prices.facts
    if prices.station_price == 0:
        return -1
    payment = best_station_payment(prices.balance, prices.station_price, vec[i64]())
    if payment.missing >= UNPAYABLE:
        return -1
    best: i64 = -1
    route: i64 = 0
    while route < t.routes:
        if facts.owner[route] >= 0 and facts.owner[route] != facts.seat:
            gain = _turned(prices, t.route_a[route], t.route_b[route]) - float(t.station_points)
            for city in (t.route_a[route], t.route_b[route]):
                if gain > most and facts.station_owner[city] < 0:
                    most = gain
                    best = build_code(t, city, prices.station_price, payment)
        route += 1
    return best


def _turned(prices: Prices, a: i64, b: i64) -> float:
    """The points between losing and winning of the tickets that joining two cities completes."""
    t = prices.flat
    one = prices.own.root(a)
    two = prices.own.root(b)
    if one == two:
        return 0.0
    gain = 0.0
    for ticket in prices.facts.tickets:
        start = prices.own.root(t.ticket_a[ticket])
        end = prices.own.root(t.ticket_b[ticket])
        if (start == one and end == two) or (start == two and end == one):
            gain += 2.0 * float(t.ticket_points[ticket])
    return gain


def answer_tunnel(prices: Prices) -> i64:
    """Pay what leaves most for the rest of the plan, or take the cards back."""
    t, facts = prices.flat, prices.facts
    route = facts.tunnel_route
    plan = best_plan(prices, facts.tickets)
    rest = vec[i64]()
    for other in plan.routes:
        if other != route:
            rest = append(rest, other)
    best: i64 = DECLINE_CODE
    least: i64 = UNPAYABLE
    for code in facts.codes:
        if code != DECLINE_CODE:
            missing = _missing_after(prices, code, rest)
            if missing < least:
                least = missing
                best = code
    if best == DECLINE_CODE:
        return best
    # Declining keeps the cards laid down but costs the turn, and the tunnel is no shorter then.
    worth = gain_of(prices, route) + loss_of(prices, plan, route) + prices.turn_value
    cost = (
        float(t.route_length[route] + facts.tunnel_extra) / prices.tuning.cards * prices.turn_value
    )
    if prices.turns_left <= 1.0 or worth >= cost * 0.5:
        return best
    return DECLINE_CODE


def _missing_after(prices: Prices, code: i64, rest: vec[i64]) -> i64:
    t, facts = prices.flat, prices.facts
    coloured = pay_coloured(t, code)
    wilds = pay_total(t, code) - coloured
    colour = facts.tunnel_colour
    hand = prices.balance.hand
    if coloured:
        hand[colour] = hand[colour] - coloured
    hand[t.wild] = hand[t.wild] - wilds
    missing = missing_for_routes(prices.balance, rest, -1, 0)
    if coloured:
        hand[colour] = hand[colour] + coloured
    hand[t.wild] = hand[t.wild] + wilds
    return missing
