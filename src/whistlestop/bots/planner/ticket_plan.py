"""Which tickets to go for, by which routes, and what that promises.

A plan joins all tickets worth going for as one forest. Its value is in points: tickets by the
chance of finishing in time, the routes' own points, and what turns and trains left over are worth.
`best_plan` drops tickets from a plan while that raises its value.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import TUNNEL_COST
from whistlestop.bots.reasoning.card_needs import missing_for_routes
from whistlestop.bots.reasoning.forest import Pairs, join_all
from whistlestop.bots.reasoning.prices import KnownForest, Prices, drawing_turns, how_far
from whistlestop.bots.reasoning.ways import FAR

# A plan at least this sure keeps all its tickets: dropping one could hardly gain anything, and
# trying costs a forest for each ticket.
SURE: Final = 0.97
# Below this chance a plan is more likely to fail than not.
EVEN: Final = 0.5
# The part of the prize for the most tickets that each ticket counts for.
GLOBETROTTER_SHARE: Final = 0.1
# A plan that asks for more trains or stations than there are: worse than any other, and the worse
# the more it asks, so that dropping tickets still leads somewhere.
IMPOSSIBLE: Final = -1_000.0
# The end of the game is uncertain by this many turns even when it is near.
LEAST_DOUBT: Final = 0.3
# So many doubts from an even chance, a plan is certain: the chance differs from 0 or 1 by 0.000006.
CERTAIN: Final = 12.0


class TicketPlan:
    """Routes to claim and to borrow, what they take, and what they promise."""

    def __init__(self) -> None:
        # The tickets it goes for, the routes to claim and those that a station is to borrow.
        self.wanted = vec[i64]()
        self.routes = vec[i64]()
        self.borrowed = vec[i64]()
        # Cards still to draw, trains and turns that it takes, and the chance to finish in time.
        self.missing: i64 = 0
        self.trains: i64 = 0
        self.turns = 0.0
        self.chance = 1.0
        # The points of its routes.
        self.points = 0.0
        # Points of tickets complete already less those of tickets given up.
        self.settled = 0.0
        # Points of the tickets it goes for: won if it is finished, else lost.
        self.stake = 0.0
        # All it promises, in points.
        self.value = 0.0
        # How many tickets within reach were given up for this plan.
        self.given_up: i64 = 0


def best_plan(prices: Prices, tickets: vec[i64]) -> TicketPlan:
    """The plan with the highest value found, for all or some of these tickets."""
    plan = whole_plan(prices, tickets)
    within_reach = i64(len(plan.wanted))
    while plan.chance < SURE and len(plan.wanted):
        thinner = _thinner(prices, plan)
        if thinner.value <= plan.value:
            break
        plan = thinner
    if plan.chance < EVEN and len(plan.wanted) > 1:
        # Where several tickets need one route, dropping any one of them saves nothing, but dropping
        # all may.
        none = make_plan(prices, vec[i64](), plan.settled - plan.stake)
        if none.value > plan.value:
            plan = none
    plan.given_up = within_reach - i64(len(plan.wanted))
    return plan


def whole_plan(prices: Prices, tickets: vec[i64]) -> TicketPlan:
    """The plan for all of these tickets that can still be joined, whatever that takes."""
    settled = 0.0
    wanted = vec[i64]()
    t = prices.flat
    for ticket in tickets:
        points = ticket_worth(prices, ticket)
        if prices.own.joined(t.ticket_a[ticket], t.ticket_b[ticket]):
            settled += points
        elif how_far(prices, ticket) >= FAR:
            settled -= points
        else:
            wanted = append(wanted, ticket)
    return make_plan(prices, wanted, settled)


def ticket_worth(prices: Prices, ticket: i64) -> float:
    """A ticket's points, with its part of the prize for the most tickets."""
    t = prices.flat
    return float(t.ticket_points[ticket]) + GLOBETROTTER_SHARE * float(t.globetrotter)


def _thinner(prices: Prices, plan: TicketPlan) -> TicketPlan:
    """The best plan with one ticket fewer, or the plan itself if that is better."""
    best = plan
    left: i64 = 0
    while left < i64(len(plan.wanted)):
        wanted = vec[i64]()
        for ticket in plan.wanted:
            if ticket != plan.wanted[left]:
                wanted = append(wanted, ticket)
        other = make_plan(prices, wanted, plan.settled - ticket_worth(prices, plan.wanted[left]))
        if other.value > best.value:
            best = other
        left += 1
    return best


def make_plan(prices: Prices, wanted: vec[i64], settled: float) -> TicketPlan:
    """The plan for exactly these tickets."""
    plan = TicketPlan()
    plan.wanted = wanted
    plan.settled = settled
    for ticket in wanted:
        plan.stake += ticket_worth(prices, ticket)
    if len(wanted):
        _take_routes(prices, plan, _join(prices, wanted))
    _weigh(prices, plan)
    return plan


def _join(prices: Prices, tickets: vec[i64]) -> vec[i64]:
    """The routes of a forest that joins the cities of these tickets."""
    t = prices.flat
    for joined in prices.joined:
        if _are_same(joined.tickets, tickets):
            return joined.routes
    pairs = Pairs()
    for ticket in tickets:
        pairs.add(t.ticket_a[ticket], t.ticket_b[ticket])
    routes = join_all(prices.open_ways, prices.by_route, pairs, prices.ground).routes()
    prices.joined.append(KnownForest(tickets, routes))
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


def _take_routes(prices: Prices, plan: TicketPlan, routes: vec[i64]) -> None:
    t = prices.flat
    for route in routes:
        if prices.facts.owner[route] >= 0:
            plan.borrowed = append(plan.borrowed, route)
        else:
            plan.routes = append(plan.routes, route)
            plan.trains += t.route_length[route]
            plan.points += float(t.route_points[route])


def _weigh(prices: Prices, plan: TicketPlan) -> None:
    """Fill in what a plan takes and what it promises, given its routes."""
    facts, t = prices.facts, prices.flat
    builds = i64(len(plan.borrowed))
    price = prices.station_price if builds else 0
    plan.missing = missing_for_routes(prices.balance, plan.routes, -1, price)
    plan.turns = float(len(plan.routes) + builds)
    if plan.missing:
        plan.turns += drawing_turns(prices.share, prices.balance.over, t)
    plan.turns += _tunnel_turns(prices, plan)
    plan.turns = plan.turns * (1.0 + prices.tuning.doubt)
    possible = plan.trains <= facts.trains[facts.seat] and builds <= facts.stations[facts.seat]
    if possible:
        plan.chance = chance_of(prices, plan.turns, prices.turns_left) * _survival(prices, plan)
        plan.value = worth_of(prices, plan, prices.turns_left)
    else:
        plan.chance = 0.0
        plan.value = IMPOSSIBLE - float(plan.trains + builds)


def _survival(prices: Prices, plan: TicketPlan) -> float:
    """The chance that rivals leave the plan its routes or a way around them."""
    heat = 0.0
    for route in plan.routes:
        heat += prices.scale.heat[route]
    return exp(-prices.tuning.peril * heat)


def _tunnel_turns(prices: Prices, plan: TicketPlan) -> float:
    """Turns that the extra cards of tunnels are expected to cost."""
    t = prices.flat
    extra = 0.0
    for route in plan.routes:
        if t.route_tunnel[route]:
            extra += TUNNEL_COST * float(t.tunnel_cards) / prices.tuning.cards
    return extra


def chance_of(prices: Prices, turns: float, left: float) -> float:
    """The chance to finish in time what takes so many turns: a logistic curve over spare turns."""
    if turns <= 0.0:
        return 1.0
    full = prices.scale.full_turns
    # The farther away the end is, the less certain it is.
    soft = LEAST_DOUBT + prices.tuning.soft * left
    spare = (left - turns - prices.tuning.slack * full * left / (full + 1.0)) / soft
    if spare > CERTAIN:
        return 1.0
    return 0.0 if spare < -CERTAIN else 1.0 / (1.0 + exp(-spare))


def worth_of(prices: Prices, plan: TicketPlan, left: float) -> float:
    """The points that a plan promises with so many turns left.

    Turns and trains left over earn what spare ones are worth, whichever runs out first.
    """
    value = plan.settled + (2.0 * plan.chance - 1.0) * plan.stake
    done = 1.0 if plan.turns <= left or plan.turns <= 0.0 else left / plan.turns
    value += done * plan.points - float(len(plan.borrowed) * prices.flat.station_points)
    spare_turns = left - plan.turns
    spare_trains = float(prices.facts.trains[prices.facts.seat] - plan.trains)
    if spare_turns > 0.0 and spare_trains > 0.0:
        by_turns = spare_turns * prices.turn_value
        by_trains = spare_trains * prices.tuning.train * prices.scale.train_points
        value += by_turns if by_turns < by_trains else by_trains
    return value
