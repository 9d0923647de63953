"""What is worth trying out: the planner's choice first, then what else it would consider.

Of each kind of action there is at least one, of claims those of the plan, those for points and
those that rivals may want; all choices of tickets are there.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.card_choice import Needs, blind_value, card_values, draw_value
from whistlestop.bots.planner.choice import SPARE_ROUTES, choose, danger
from whistlestop.bots.planner.spare_routes import fill, gain_of
from whistlestop.bots.planner.ticket_plan import Plan, best_plan
from whistlestop.bots.reasoning.card_needs import (
    NO_WAY,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
)
from whistlestop.bots.reasoning.prices import Outlook
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

PLANNED = 4
POINTED = 3
FEARED = 2
DRAWN = 3


class Options:
    """Candidates, the planner's own first."""

    def __init__(self) -> None:
        self.codes = vec[i64]()

    def add(self, code: i64) -> None:
        if code not in self.codes:
            self.codes = append(self.codes, code)


def list_options(o: Outlook) -> Options:
    """The candidates of a decision."""
    x = o.sight
    found = Options()
    found.add(choose(x, o.gauge, o.tuning))
    if x.phase == OPENING or x.phase == KEEPING or x.phase == TUNNEL:
        for code in x.codes:
            found.add(code)
        return found
    plan = best_plan(o, x.tickets)
    spare = fill(o, plan, SPARE_ROUTES)
    if x.phase != SECOND:
        if x.codes[0] == TICKETS_CODE:
            found.add(TICKETS_CODE)
        _add_claims(o, plan, spare, found)
        _add_stations(o, plan, found)
    _add_draws(o, Needs(o, plan, spare), found)
    return found


def _add_claims(o: Outlook, plan: Plan, spare: vec[i64], found: Options) -> None:
    t, x = o.flat, o.sight
    _add_best(o, plan, plan.routes, vec[float](), found, PLANNED)
    open_ = vec[i64]()
    points = vec[float]()
    fear = vec[float]()
    route: i64 = 0
    while route < t.routes:
        if can_claim(x, route, x.seat):
            open_ = append(open_, route)
            points = append(points, gain_of(o, route) / (1.0 + float(t.route_length[route])))
            fear = append(fear, danger(o, route))
        route += 1
    _add_best(o, plan, spare, vec[float](), found, POINTED)
    _add_best(o, plan, open_, points, found, POINTED)
    _add_best(o, plan, open_, fear, found, FEARED)


def _add_best(
    o: Outlook,
    plan: Plan,
    routes: vec[i64],
    scores: vec[float],
    found: Options,
    most: i64,
) -> None:
    """Add claims of the best of these routes that can be paid, without scores the first ones."""
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
        payment = best_payment(o.purse, routes[best], plan.routes)
        if payment.missing < NO_WAY:
            found.add(claim_code(o.flat, routes[best], payment))
            most -= 1


def _add_stations(o: Outlook, plan: Plan, found: Options) -> None:
    """Stations for the routes that the plan borrows."""
    t, x = o.flat, o.sight
    if o.station_price == 0 or not len(plan.borrowed):
        return
    payment = best_station_payment(o.purse, o.station_price, plan.routes)
    if payment.missing >= NO_WAY:
        return
    for route in plan.borrowed:
        for city in (t.route_a[route], t.route_b[route]):
            if x.station_owner[city] < 0:
                found.add(build_code(t, city, o.station_price, payment))


def _add_draws(o: Outlook, needs: Needs, found: Options) -> None:
    """The cards that help most."""
    x = o.sight
    values = card_values(o, needs)
    blind = blind_value(o, values)
    codes = vec[i64]()
    worth = vec[float]()
    for code in x.codes:
        if DECK_CODE <= code < o.flat.keep_code:
            value = draw_value(o, needs, values, blind, code, x.phase == SECOND)
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
