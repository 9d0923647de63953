"""What is worth trying out: the planner's choice first, then what else it would consider.

Every kind of action is represented: of claims those of the plan, those for points and those that
rivals may want, and all choices of tickets. The list decides nothing; `trials` does.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.card_choice import Needs, blind_value, card_values, draw_value
from whistlestop.bots.planner.choice import SPARE_ROUTES, choose, danger
from whistlestop.bots.planner.spare_routes import gain_of, pick_spare_routes
from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
)
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import can_claim
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    filled,
)

# The most candidates of each kind, since each takes a share of the time: claims of the plan, claims
# for points, claims that rivals may want, and cards to draw.
PLANNED: Final = 4
POINTED: Final = 3
FEARED: Final = 2
DRAWN: Final = 3


class Candidates:
    """Codes of actions worth trying, the planner's own choice first."""

    def __init__(self) -> None:
        self.codes = vec[i64]()

    def add(self, code: i64) -> None:
        """Add an action unless it is there already."""
        if code not in self.codes:
            self.codes = append(self.codes, code)


def list_candidates(prices: Prices) -> Candidates:
    """The candidates of a decision."""
    facts = prices.facts
    found = Candidates()
    found.add(choose(facts, prices.scale, prices.tuning))
    if facts.phase == OPENING or facts.phase == KEEPING or facts.phase == TUNNEL:
        for code in facts.codes:
            found.add(code)
        return found
    plan = best_plan(prices, facts.tickets)
    spare = pick_spare_routes(prices, plan, SPARE_ROUTES)
    if facts.phase != SECOND:
        if facts.codes[0] == TICKETS_CODE:
            found.add(TICKETS_CODE)
        _add_claims(prices, plan, spare, found)
        _add_stations(prices, plan, found)
    _add_draws(prices, Needs(prices, plan, spare), found)
    return found


def _add_claims(prices: Prices, plan: TicketPlan, spare: vec[i64], found: Candidates) -> None:
    t, facts = prices.flat, prices.facts
    _add_best(prices, plan, plan.routes, vec[float](), found, PLANNED)
    open_ = vec[i64]()
    points = vec[float]()
    fear = vec[float]()
    route: i64 = 0
    while route < t.routes:
        if can_claim(facts, route, facts.seat):
            open_ = append(open_, route)
            points = append(points, gain_of(prices, route) / (1.0 + float(t.route_length[route])))
            fear = append(fear, danger(prices, route))
        route += 1
    _add_best(prices, plan, spare, vec[float](), found, POINTED)
    _add_best(prices, plan, open_, points, found, POINTED)
    _add_best(prices, plan, open_, fear, found, FEARED)


def _add_best(
    prices: Prices,
    plan: TicketPlan,
    routes: vec[i64],
    scores: vec[float],
    found: Candidates,
    most: i64,
) -> None:
    """Add claims of the best routes that the hand can pay for; without scores, the first ones."""
    used = filled(i64(len(routes)), 0)
    while most > 0:
        best: i64 = -1
        n: i64 = 0
        while n < i64(len(routes)):
            better = best < 0 or (len(scores) > 0 and scores[n] > scores[best])
            if not used[n] and better:
                best = n
            n += 1
        if best < 0:
            return
        used[best] = 1
        payment = best_payment(prices.balance, routes[best], plan.routes)
        if payment.missing < UNPAYABLE:
            found.add(claim_code(prices.flat, routes[best], payment))
            most -= 1


def _add_stations(prices: Prices, plan: TicketPlan, found: Candidates) -> None:
    """Stations for the routes that the plan borrows."""
    t, facts = prices.flat, prices.facts
    if prices.station_price == 0 or not len(plan.borrowed):
        return
    payment = best_station_payment(prices.balance, prices.station_price, plan.routes)
    if payment.missing >= UNPAYABLE:
        return
    for route in plan.borrowed:
        for city in (t.route_a[route], t.route_b[route]):
            if facts.station_owner[city] < 0:
                found.add(build_code(t, city, prices.station_price, payment))


def _add_draws(prices: Prices, needs: Needs, found: Candidates) -> None:
    """The cards that help most."""
    facts = prices.facts
    values = card_values(prices, needs)
    blind = blind_value(prices, values)
    codes = vec[i64]()
    worth = vec[float]()
    for code in facts.codes:
        if DECK_CODE <= code < prices.flat.keep_code:
            value = draw_value(prices, needs, values, blind, code, facts.phase == SECOND)
            codes = append(codes, code)
            worth = append(worth, value)
            at = i64(len(codes)) - 1
            while at > 0 and worth[at - 1] < value:
                codes[at] = codes[at - 1]
                worth[at] = worth[at - 1]
                at -= 1
            codes[at] = code
            worth[at] = value
    n: i64 = 0
    while n < i64(len(codes)) and n < DRAWN:
        found.add(codes[n])
        n += 1
