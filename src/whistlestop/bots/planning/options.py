"""What is worth trying out: the planner's choice first, then what else it would consider.

Of each kind of action there is at least one, of claims those of the plan, those for points and
those that rivals may want; all choices of tickets are there. Each comes with the intentions that a
light player goes on with.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planning.aims import Plan, best_plan
from whistlestop.bots.planning.choice import SPARE_ROUTES, choose, danger
from whistlestop.bots.planning.drawing import Needs, blind_value, card_values, draw_value
from whistlestop.bots.planning.filling import fill, gain_of
from whistlestop.bots.planning.outlook import Outlook
from whistlestop.bots.planning.purse import (
    NO_WAY,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
)
from whistlestop.bots.planning.riding import Rider
from whistlestop.bots.planning.sight import can_claim
from whistlestop.bots.planning.wishes import plan_with
from whistlestop.engine.tables import (
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
    """Candidates, the planner's own first, and for each the rider that goes on with it."""

    def __init__(self) -> None:
        self.codes = vec[i64]()
        self.riders: list[Rider] = []

    def add(self, code: i64, rider: Rider) -> None:
        if code not in self.codes:
            self.codes = append(self.codes, code)
            self.riders.append(rider)


def list_options(o: Outlook) -> Options:
    """The candidates of a decision."""
    x = o.sight
    found = Options()
    chosen = choose(x, o.gauge, o.tuning)
    if x.phase == OPENING or x.phase == KEEPING:
        found.add(chosen, rider_for(o, plan_with(o, chosen)))
        for code in x.codes:
            found.add(code, rider_for(o, plan_with(o, code)))
        return found
    plan = best_plan(o, x.tickets)
    rider = rider_for(o, plan)
    found.add(chosen, rider)
    if x.phase == TUNNEL:
        for code in x.codes:
            found.add(code, rider)
        return found
    spare = fill(o, plan, SPARE_ROUTES)
    if x.phase != SECOND:
        if x.codes[0] == TICKETS_CODE:
            found.add(TICKETS_CODE, rider)
        _add_claims(o, plan, spare, rider, found)
        _add_stations(o, plan, rider, found)
    _add_draws(o, Needs(o, plan, spare), rider, found)
    return found


def rider_for(o: Outlook, plan: Plan) -> Rider:
    """The intentions of a plan, for a light player to go on with."""
    t, x = o.tables, o.sight
    rider = Rider(t, x.seat)
    trains = x.trains[x.seat]
    for route in plan.routes:
        if t.route_length[route] <= trains:
            trains -= t.route_length[route]
            rider.want(route)
    rider.tickets = rider.count
    rider.ready = True
    rider.home = o.touched[:]
    if len(plan.borrowed):
        route = plan.borrowed[0]
        a = t.route_a[route]
        rider.build = a if x.station_owner[a] < 0 else t.route_b[route]
    return rider


def _add_claims(o: Outlook, plan: Plan, spare: vec[i64], rider: Rider, found: Options) -> None:
    t, x = o.tables, o.sight
    _add_best(o, plan, plan.routes, vec[float](), rider, found, PLANNED)
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
    _add_best(o, plan, spare, vec[float](), rider, found, POINTED)
    _add_best(o, plan, open_, points, rider, found, POINTED)
    _add_best(o, plan, open_, fear, rider, found, FEARED)


def _add_best(
    o: Outlook,
    plan: Plan,
    routes: vec[i64],
    scores: vec[float],
    rider: Rider,
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
            found.add(claim_code(o.tables, routes[best], payment), rider)
            most -= 1


def _add_stations(o: Outlook, plan: Plan, rider: Rider, found: Options) -> None:
    """Stations for the routes that the plan borrows."""
    t, x = o.tables, o.sight
    if o.station_price == 0 or not len(plan.borrowed):
        return
    payment = best_station_payment(o.purse, o.station_price, plan.routes)
    if payment.missing >= NO_WAY:
        return
    for route in plan.borrowed:
        for city in (t.route_a[route], t.route_b[route]):
            if x.station_owner[city] < 0:
                found.add(build_code(t, city, o.station_price, payment), rider)


def _add_draws(o: Outlook, needs: Needs, rider: Rider, found: Options) -> None:
    """The cards that help most."""
    x = o.sight
    values = card_values(o, needs)
    blind = blind_value(o, values)
    codes = vec[i64]()
    worth = vec[float]()
    for code in x.codes:
        if DECK_CODE <= code < o.tables.keep_code:
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
        found.add(codes[n], rider)
        n += 1
