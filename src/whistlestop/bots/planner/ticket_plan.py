"""Which tickets to go for, by which routes, and what that promises.

A plan joins all tickets worth going for as one forest. Its worth is the expected settlement:
tickets by the chance of finishing in time, route points, and what the turns and trains left over
are worth. Tickets are dropped from a plan while that is worth more.
"""

from __future__ import annotations

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.card_needs import reckon
from whistlestop.bots.reasoning.forest import Pairs, join_all
from whistlestop.bots.reasoning.prices import Joined, Outlook, drawing_turns, how_far
from whistlestop.bots.reasoning.ways import FAR

# A plan at least this sure is not worth thinning out.
SURE = 0.97
EVEN = 0.5


class Plan:
    """Routes to claim and to borrow, what they take, and what they promise."""

    def __init__(self) -> None:
        self.wanted = vec[i64]()
        self.routes = vec[i64]()
        self.borrowed = vec[i64]()
        self.missing: i64 = 0
        self.trains: i64 = 0
        self.turns = 0.0
        self.chance = 1.0
        self.points = 0.0
        # Points of tickets complete already less those of tickets given up.
        self.settled = 0.0
        self.stake = 0.0
        self.value = 0.0
        # How many tickets within reach were given up for this plan.
        self.given_up: i64 = 0


def best_plan(o: Outlook, tickets: vec[i64]) -> Plan:
    """The plan for those of these tickets that are worth going for."""
    plan = whole_plan(o, tickets)
    within_reach = i64(len(plan.wanted))
    while plan.chance < SURE and len(plan.wanted):
        thinner = _thinner(o, plan)
        if thinner.value <= plan.value:
            break
        plan = thinner
    if plan.chance < EVEN and len(plan.wanted) > 1:
        # Tickets that hang on one route are not worth dropping one by one, but may be together.
        none = make_plan(o, vec[i64](), plan.settled - plan.stake)
        if none.value > plan.value:
            plan = none
    plan.given_up = within_reach - i64(len(plan.wanted))
    return plan


def whole_plan(o: Outlook, tickets: vec[i64]) -> Plan:
    """The plan for all of these tickets that are within reach, whatever that takes."""
    settled = 0.0
    wanted = vec[i64]()
    t = o.flat
    for ticket in tickets:
        points = _worth(o, ticket)
        if o.own.joined(t.ticket_a[ticket], t.ticket_b[ticket]):
            settled += points
        elif how_far(o, ticket) >= FAR:
            settled -= points
        else:
            wanted = append(wanted, ticket)
    return make_plan(o, wanted, settled)


def _worth(o: Outlook, ticket: i64) -> float:
    """A ticket's points, with its share in a prize for the most tickets."""
    t = o.flat
    points = float(t.ticket_points[ticket])
    return points + 0.1 * float(t.globetrotter)


def _thinner(o: Outlook, plan: Plan) -> Plan:
    """The best plan with one ticket fewer."""
    best = plan
    left: i64 = 0
    while left < i64(len(plan.wanted)):
        wanted = vec[i64]()
        for ticket in plan.wanted:
            if ticket != plan.wanted[left]:
                wanted = append(wanted, ticket)
        other = make_plan(o, wanted, plan.settled - _worth(o, plan.wanted[left]))
        if other.value > best.value:
            best = other
        left += 1
    return best


def make_plan(o: Outlook, wanted: vec[i64], settled: float) -> Plan:
    """The plan for exactly these tickets."""
    plan = Plan()
    plan.wanted = wanted
    plan.settled = settled
    for ticket in wanted:
        plan.stake += _worth(o, ticket)
    if len(wanted):
        _take_routes(o, plan, _join(o, wanted))
    _weigh(o, plan)
    return plan


def _join(o: Outlook, tickets: vec[i64]) -> vec[i64]:
    """The routes that join the cities of these tickets."""
    t = o.flat
    for joined in o.joined:
        if _are_same(joined.tickets, tickets):
            return joined.routes
    pairs = Pairs()
    for ticket in tickets:
        pairs.add(t.ticket_a[ticket], t.ticket_b[ticket])
    routes = join_all(o.net, o.price, pairs, o.ground).routes()
    o.joined.append(Joined(tickets, routes))
    return routes


def _are_same(one: vec[i64], two: vec[i64]) -> bool:
    if len(one) != len(two):
        return False
    n: i64 = 0
    while n < i64(len(one)):
        if one[n] != two[n]:
            return False
        n += 1
    return True


def _take_routes(o: Outlook, plan: Plan, routes: vec[i64]) -> None:
    t = o.flat
    for route in routes:
        if o.sight.owner[route] >= 0:
            plan.borrowed = append(plan.borrowed, route)
        else:
            plan.routes = append(plan.routes, route)
            plan.trains += t.route_length[route]
            plan.points += float(t.route_points[route])


def _weigh(o: Outlook, plan: Plan) -> None:
    """Fill in what a plan takes and what it promises."""
    x, t = o.sight, o.flat
    builds = i64(len(plan.borrowed))
    price = o.station_price if builds else 0
    plan.missing = reckon(o.purse, plan.routes, -1, price)
    plan.turns = float(len(plan.routes) + builds)
    if plan.missing:
        plan.turns += drawing_turns(o.share, o.purse.over, t)
    plan.turns += _tunnel_turns(o, plan)
    plan.turns = plan.turns * (1.0 + o.tuning.doubt)
    possible = plan.trains <= x.trains[x.seat] and builds <= x.stations[x.seat]
    plan.chance = chance_of(o, plan.turns, o.turns) * _survival(o, plan) if possible else 0.0
    plan.value = worth_of(o, plan, o.turns)
    if not possible:
        # Worse than any plan there is trains for, and the worse the more it asks.
        plan.value = -1_000.0 - float(plan.trains + builds)


def _survival(o: Outlook, plan: Plan) -> float:
    """The chance that rivals leave the plan its routes, or a way around them."""
    heat = 0.0
    for route in plan.routes:
        heat += o.gauge.heat[route]
    return exp(-o.tuning.peril * heat)


def _tunnel_turns(o: Outlook, plan: Plan) -> float:
    """What tunnels are expected to cost on top."""
    t = o.flat
    extra = 0.0
    for route in plan.routes:
        if t.route_tunnel[route]:
            extra += 0.2 * float(t.tunnel_cards) / o.tuning.cards
    return extra


def chance_of(o: Outlook, turns: float, left: float) -> float:
    """The chance that something that takes so many turns is done in time."""
    if turns <= 0.0:
        return 1.0
    full = o.gauge.full_turns
    # The end is the less certain the farther away it is.
    soft = 0.3 + o.tuning.soft * left
    x = (left - turns - o.tuning.slack * full * left / (full + 1.0)) / soft
    if x > 12.0:
        return 1.0
    return 0.0 if x < -12.0 else 1.0 / (1.0 + exp(-x))


def worth_of(o: Outlook, plan: Plan, left: float) -> float:
    """The points that a plan promises with so many turns left."""
    value = plan.settled + (2.0 * plan.chance - 1.0) * plan.stake
    done = 1.0 if plan.turns <= left or plan.turns <= 0.0 else left / plan.turns
    value += done * plan.points - float(len(plan.borrowed) * o.flat.station_points)
    spare_turns = left - plan.turns
    spare_trains = float(o.sight.trains[o.sight.seat] - plan.trains)
    if spare_turns > 0.0 and spare_trains > 0.0:
        by_turns = spare_turns * o.turn_value
        by_trains = spare_trains * o.tuning.train * o.gauge.train_points
        value += by_turns if by_turns < by_trains else by_trains
    return value
