"""The planner's decisions: keep, draw, claim, build, pay, each as the code of a legal action.

The order of a turn: in its last turn take what counts most; else draw tickets if they promise
enough; claim what the plan needs, the most endangered route first; build stations; then use spare
trains, near the end by looking at two turns; else draw cards. The planner sees facts and nothing
else, and uses no luck.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planner.card_choice import Needs, best_draw
from whistlestop.bots.planner.last_turn import LastClaim, best_last_claim, tickets_at_once
from whistlestop.bots.planner.spare_routes import gain_of, pick_spare_routes
from whistlestop.bots.planner.ticket_choice import best_keep, draw_gain
from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan
from whistlestop.bots.planner.tunnel_odds import tunnel_chance
from whistlestop.bots.planner.two_turns import best_of_two
from whistlestop.bots.reasoning.board_scale import TURN, BoardScale
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    CardPayment,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
    missing_after_pay,
    missing_for_routes,
)
from whistlestop.bots.reasoning.prices import Prices, Tuning
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim, free_end
from whistlestop.bots.reasoning.ways import FAR, spread
from whistlestop.engine.phases.double_routes import SOMEONE_ELSE, closes
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
)

# Routes for spare trains that the planner has in mind at once: each takes a search over all routes.
SPARE_ROUTES: Final = 4
# It draws tickets only with a plan at least this likely to be finished, and with this share of a
# game's turns to spare. Set by hand; what tickets must promise is `Tuning.appetite`.
LIKELY: Final = 0.85
TIME_FOR_TICKETS: Final = 0.1
# With fewer than this share of a game's turns left, the next two turns are looked at closely.
NEAR_END: Final = 0.09
# How much a rival is interested in a route: by how hot it is, and for each end that it has reached.
HOT_INTEREST: Final = 0.2
NEAR_INTEREST: Final = 0.4
# It builds for a borrowed route before all others are claimed only with this many turns to spare.
TIME_TO_BUILD: Final = 1.5
# It pays for a tunnel worth at least this share of the cards that the tunnel takes: these are drawn
# already, and declining costs the turn as well.
TUNNEL_WORTH: Final = 0.5


class PossibleClaim:
    """A claim that the seat can pay for now, and what claiming now is worth over later."""

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
        return _last_turn(prices, plan)
    # Codes are in ascending order, and drawing tickets has the lowest of a turn.
    if facts.codes[0] == TICKETS_CODE and wants_tickets(prices, plan):
        return TICKETS_CODE
    claim = best_claim(prices, plan)
    if claim is not None and claim.score > 0.0:
        return claim_code(prices.flat, claim.route, claim.payment)
    code = build_station(prices, plan)
    if code >= 0:
        return code
    if not len(plan.routes):
        code = _use_up(prices, plan)
        if code >= 0:
            return code
    return _draw(prices, plan)


def _use_up(prices: Prices, plan: TicketPlan) -> i64:
    """With no route to plan for: a claim for spare trains, or -1 where drawing brings more."""
    near = prices.turns_left < NEAR_END * prices.scale.full_turns
    if near and not len(plan.borrowed):
        code = best_of_two(prices)
        if code >= 0:
            return code
    return _claim_spare(prices, plan)


def wants_tickets(prices: Prices, plan: TicketPlan) -> bool:
    """Whether more tickets promise enough; never while the plan itself is in doubt."""
    if plan.given_up or plan.chance < LIKELY:
        return False
    if prices.turns_left - plan.turns < TIME_FOR_TICKETS * prices.scale.full_turns:
        return False
    return draw_gain(prices, plan) > prices.tuning.appetite * prices.turn_value


def best_claim(prices: Prices, plan: TicketPlan) -> PossibleClaim | None:
    """The route of the plan that is best claimed now, if the hand can pay for any."""
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
    """The chance that some rival takes a route before the seat's next turn."""
    facts, t = prices.facts, prices.flat
    safe = 1.0
    who: i64 = 0
    while who < t.players:
        has_cards = facts.sizes[who] >= t.route_length[route]
        if who != facts.seat and has_cards and can_claim(facts, route, who):
            safe = safe * (1.0 - prices.tuning.worry * interest(prices, route, who))
        who += 1
    return 1.0 - safe


def interest(prices: Prices, route: i64, who: i64) -> float:
    """How likely a rival wants a route: by its heat, and by whether the rival is there already."""
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
            near += NEAR_INTEREST
    heat = prices.scale.heat[route]
    # Next to a rival even a cold route counts half as much as the hottest.
    return HOT_INTEREST * heat + near * (0.5 + 0.5 * heat)


def loss_of(prices: Prices, plan: TicketPlan, route: i64) -> float:
    """The points that losing a route of the plan would cost: the way around it, or its tickets."""
    t = prices.flat
    price = prices.by_route[:]
    for other in plan.routes:
        price[other] = 0
    price[route] = FAR
    twin = t.route_twin[route]
    if twin >= 0 and closes(SOMEONE_ELSE, prices.facts.seat, t.single_track):
        price[twin] = FAR
    around = spread(prices.ways, price, t.route_a[route], t.route_b[route])
    # At most a ticket is lost: its points are missed and count against the seat.
    most = 2.0 * plan.stake / float(len(plan.wanted) if len(plan.wanted) else 1)
    if around >= FAR:
        return most
    loss = float(around - prices.by_route[route]) / TURN * prices.turn_value
    return loss if loss < most else most


def build_station(prices: Prices, plan: TicketPlan) -> i64:
    """A station for a borrowed route once all others are claimed or time runs out; else -1."""
    builds = i64(len(plan.borrowed))
    if builds == 0 or (len(plan.routes) and prices.turns_left > float(builds) + TIME_TO_BUILD):
        return -1
    payment = best_station_payment(prices.balance, prices.station_price, plan.routes)
    if payment.missing >= UNPAYABLE:
        return -1
    city = free_end(prices.facts, plan.borrowed[0])
    return build_code(prices.flat, city, prices.station_price, payment) if city >= 0 else -1


def _claim_spare(prices: Prices, plan: TicketPlan) -> i64:
    """Claim the best route for spare trains whose payment takes no card that another needs."""
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
    """Whether the route is no tunnel, or one that is likely enough to succeed."""
    if not prices.flat.route_tunnel[route]:
        return True
    return tunnel_chance(prices, route, payment) >= prices.tuning.nerve


def _draw(prices: Prices, plan: TicketPlan) -> i64:
    """The best card to draw; if there is none, whatever brings most at once."""
    spare = pick_spare_routes(prices, plan, SPARE_ROUTES)
    code = best_draw(prices, Needs(prices, plan, spare))
    if code >= 0:
        return code
    return best_last_turn(prices, plan)


def best_last_turn(prices: Prices, plan: TicketPlan) -> i64:
    """What to do where nothing can follow: the claim or station that brings most, else a card."""
    return _claim_or_draw(prices, plan, best_last_claim(prices))


def _last_turn(prices: Prices, plan: TicketPlan) -> i64:
    """The last turn: tickets if they promise clearly more than any claim, for they are a gamble."""
    claim = best_last_claim(prices)
    may_draw = prices.facts.codes[0] == TICKETS_CODE
    if may_draw and tickets_at_once(prices) - prices.turn_value > claim.gain:
        return TICKETS_CODE
    return _claim_or_draw(prices, plan, claim)


def _claim_or_draw(prices: Prices, plan: TicketPlan, claim: LastClaim) -> i64:
    if claim.code >= 0:
        return claim.code
    code = best_draw(prices, Needs(prices, plan, vec[i64]()))
    return code if code >= 0 else prices.facts.codes[0]


def answer_tunnel(prices: Prices) -> i64:
    """Pay what leaves most for the rest of the plan, or take the cards back."""
    t, facts = prices.flat, prices.facts
    route = facts.tunnel_route
    plan = best_plan(prices, facts.tickets)
    best: i64 = DECLINE_CODE
    least: i64 = UNPAYABLE
    for code in facts.codes:
        if code != DECLINE_CODE:
            missing = missing_after_pay(
                prices.balance, code, facts.tunnel_colour, plan.routes, route
            )
            if missing < least:
                least = missing
                best = code
    if best == DECLINE_CODE:
        return best
    # Declining gives the cards back but costs the turn, and the tunnel is no shorter next time.
    worth = gain_of(prices, route) + loss_of(prices, plan, route) + prices.turn_value
    cards = float(t.route_length[route] + facts.tunnel_extra)
    cost = cards / prices.tuning.cards * prices.turn_value
    if prices.turns_left <= 1.0 or worth >= cost * TUNNEL_WORTH:
        return best
    return DECLINE_CODE
