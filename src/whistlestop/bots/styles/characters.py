"""The six styles, each a player of one idea.

None is as good as the planner, and each does best on other boards: that is what they are for. Their
thresholds are shares of what the board gives, and were set by hand so that each stays in character.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.choice import danger
from whistlestop.bots.planner.spare_routes import gain_of
from whistlestop.bots.planner.ticket_choice import best_keep
from whistlestop.bots.planner.ticket_plan import TicketPlan
from whistlestop.bots.reasoning.card_needs import missing_for_routes
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import can_claim
from whistlestop.bots.reasoning.ways import FAR, Ways, spread
from whistlestop.bots.styles.style import (
    Style,
    all_complete,
    open_routes,
    prices_in_trains,
    shortest_ways,
    trains_share,
)
from whistlestop.engine.state.flat_board import filled

# How many routes a style collects cards for at once when it has no tickets in mind.
COLLECTED: Final = 3
# Barnaby draws tickets in the second half of the game, measured by his trains.
SECOND_HALF: Final = 0.5
# How much Philippa prefers long routes: a space counts as a tenth of the hottest route's heat.
SPACE_WORTH: Final = 0.1
# Horatio draws freely until he has placed this share of his trains.
FIRST_QUARTER: Final = 0.25
# Grimbald adds at most so many routes for spite alone, and a route that only begins at the leader's
# network counts this much of one that lies inside it.
SPITEFUL: Final = 2
ONE_END: Final = 0.4


class OneStep(Style):
    """Ottilie weighs every claim by its points and by how much nearer her tickets come."""

    def __init__(self, tickets: float, early: float) -> None:
        self.tickets = tickets
        self.early = early

    def plan(self, prices: Prices) -> TicketPlan:
        """The routes worth most for the cards they miss."""
        routes = open_routes(prices, 1)
        values = vec[float]()
        nearer = _nearer(prices, routes)
        n: i64 = 0
        while n < i64(len(routes)):
            single = vec[i64]([routes[n]])
            missing = float(missing_for_routes(prices.balance, single, -1, 0))
            value = gain_of(prices, routes[n]) + self.tickets * nearer[n]
            values = append(values, value / (1.0 + missing))
            n += 1
        return _best_few(routes, values)

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
        """She claims only the best route of all and waits for its cards."""
        return 1.0 if route == plan.routes[0] else -1.0

    def wants_tickets(self, prices: Prices, plan: TicketPlan) -> bool:
        """Once all are complete, while enough trains are left."""
        return all_complete(prices) and trains_share(prices) > self.early


def _nearer(prices: Prices, routes: vec[i64]) -> vec[float]:
    """For each route the tickets' points by the share of their way that it saves."""
    t = prices.flat
    price = prices_in_trains(prices)
    gains = vec[float]([0.0] * len(routes))
    for ticket in prices.facts.tickets:
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        far = spread(prices.ways, price, a, b)
        if far == 0 or far >= FAR:
            continue
        other = Ways(t)
        spread(prices.ways, price, a, -1)
        spread(other, price, b, -1)
        n: i64 = 0
        while n < i64(len(routes)):
            one = t.route_a[routes[n]]
            two = t.route_b[routes[n]]
            way = prices.ways.far[one] + other.far[two]
            if prices.ways.far[two] + other.far[one] < way:
                way = prices.ways.far[two] + other.far[one]
            if way < far:
                gains[n] = gains[n] + float(t.ticket_points[ticket] * (far - way)) / float(far)
            n += 1
    return gains


def _largest(values: vec[float]) -> i64:
    """The place of the largest value."""
    best: i64 = 0
    n: i64 = 1
    while n < i64(len(values)):
        if values[n] > values[best]:
            best = n
        n += 1
    return best


class LongRoute(Style):
    """Barnaby is after the longest routes, and draws tickets in the second half of the game."""

    def __init__(self, least: float, luck: float) -> None:
        self.least = least
        self.luck = luck

    def plan(self, prices: Prices) -> TicketPlan:
        """The longest routes, those first that bring most for the cards they miss."""
        routes = open_routes(prices, i64(int(self.least * float(prices.scale.longest) + 0.5)))
        plan = _nearest(prices, routes if len(routes) else open_routes(prices, 1))
        plan.borrowed = shortest_ways(prices).borrowed
        return plan

    def wants_tickets(self, prices: Prices, plan: TicketPlan) -> bool:
        """Late in the game, the first time anyway and then if he is lucky."""
        few = i64(len(prices.facts.tickets)) <= prices.flat.opening_keep
        return trains_share(prices) < SECOND_HALF and (few or _is_lucky(prices, self.luck))


def _is_lucky(prices: Prices, luck: float) -> bool:
    """Whether enough of the tickets that may lie in the deck are complete already.

    Never once the hand is full of tickets that came this way.
    """
    t, facts = prices.flat, prices.facts
    if i64(len(facts.tickets)) >= t.opening_keep + t.draw_tickets:
        return False
    held = filled(t.tickets, 0)
    for ticket in facts.tickets:
        held[ticket] = 1
    done: i64 = 0
    total: i64 = 0
    ticket = 0
    while ticket < t.tickets:
        if not held[ticket] and not t.ticket_long[ticket]:
            total += 1
            if prices.own.joined(t.ticket_a[ticket], t.ticket_b[ticket]):
                done += 1
        ticket += 1
    return total > 0 and float(done) >= luck * float(total)


def _nearest(prices: Prices, routes: vec[i64]) -> TicketPlan:
    """A plan of the few routes that bring most points for the cards they miss."""
    values = vec[float]()
    for route in routes:
        missing = float(missing_for_routes(prices.balance, vec[i64]([route]), -1, 0))
        values = append(values, gain_of(prices, route) / (1.0 + missing))
    return _best_few(routes, values)


def _best_few(routes: vec[i64], values: vec[float]) -> TicketPlan:
    """A plan of the few routes with the highest values."""
    plan = TicketPlan()
    while i64(len(plan.routes)) < COLLECTED and len(routes):
        best = _largest(values)
        if values[best] < 0.0:
            break
        plan.routes = append(plan.routes, routes[best])
        values[best] = -1.0
    return plan


class RouteFocused(Style):
    """Philippa goes the shortest way for each ticket, contested routes first."""

    def __init__(self, early: float) -> None:
        self.early = early

    def keep(self, prices: Prices) -> i64:
        """As the planner does."""
        return best_keep(prices)

    def plan(self, prices: Prices) -> TicketPlan:
        """The shortest ways of her tickets; the best routes once these are complete."""
        plan = shortest_ways(prices)
        if not len(plan.routes) and not len(plan.borrowed):
            return _nearest(prices, open_routes(prices, 1))
        return plan

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
        """Contested routes first, then long ones."""
        return prices.scale.heat[route] + SPACE_WORTH * float(prices.flat.route_length[route])

    def wants_tickets(self, prices: Prices, plan: TicketPlan) -> bool:
        """Once all are complete, while enough trains are left."""
        return all_complete(prices) and trains_share(prices) > self.early


class TicketHungry(RouteFocused):
    """Horatio takes tickets until they ask for most of his trains, then goes the shortest ways."""

    def __init__(self, load: float, early: float) -> None:
        super().__init__(early)
        self.load = load

    def keep(self, prices: Prices) -> i64:
        """Those worth most that fit the load; those of fewest trains if none do."""
        facts, t = prices.facts, prices.flat
        best: i64 = -1
        most: i64 = -1
        price = prices_in_trains(prices)
        for code in facts.codes:
            mask = code - t.keep_code + 1
            trains: i64 = 0
            points: i64 = 0
            place: i64 = 0
            while place < i64(len(facts.offer)):
                if (mask >> place) & 1:
                    ticket = facts.offer[place]
                    trains += spread(prices.ways, price, t.ticket_a[ticket], t.ticket_b[ticket])
                    points += t.ticket_points[ticket]
                place += 1
            if float(trains) <= self.load * float(facts.trains[facts.seat]) and points > most:
                best = code
                most = points
        return best if best >= 0 else super().keep(prices)

    def wants_tickets(self, prices: Prices, plan: TicketPlan) -> bool:
        """Freely at first, then like Philippa."""
        facts = prices.facts
        placed = prices.flat.trains - facts.trains[facts.seat]
        if float(placed) > FIRST_QUARTER * float(prices.flat.trains):
            return super().wants_tickets(prices, plan)
        needed = shortest_ways(prices).trains
        return float(needed) < self.load * float(facts.trains[facts.seat])


class Rusher(Style):
    """Zelda places as many trains in as few turns as she can, and ends the game on the others."""

    def __init__(self, least: float, luck: float) -> None:
        self.least = least
        self.luck = luck

    def plan(self, prices: Prices) -> TicketPlan:
        """The routes that place most trains for the turns they take, two missing cards a turn."""
        t = prices.flat
        least = i64(int(self.least * float(prices.scale.longest)))
        routes = open_routes(prices, least if least > 1 else 1)
        if not len(routes):
            routes = open_routes(prices, 1)
        values = vec[float]()
        for route in routes:
            missing = float(missing_for_routes(prices.balance, vec[i64]([route]), -1, 0))
            values = append(values, float(t.route_length[route]) / (1.0 + missing / 2.0))
        plan = _best_few(routes, values)
        plan.borrowed = shortest_ways(prices).borrowed
        return plan

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
        """The longest route first."""
        return float(prices.flat.route_length[route])

    def wants_tickets(self, prices: Prices, plan: TicketPlan) -> bool:
        """Only if she is lucky."""
        return _is_lucky(prices, self.luck)


class Blocker(RouteFocused):
    """Grimbald goes his own ways, but prefers to take what the leader cannot do without."""

    def __init__(self, spite: float, early: float) -> None:
        super().__init__(early)
        self.spite = spite

    def plan(self, prices: Prices) -> TicketPlan:
        """His own routes, and the few that would cost the leader the longest way around."""
        plan = super().plan(prices)
        harm = _harm(prices)
        wanted = filled(prices.flat.routes, 0)
        for route in plan.routes:
            wanted[route] = 1
        added: i64 = 0
        while added < SPITEFUL:
            best = _largest(harm)
            if harm[best] * self.spite < prices.scale.mean_length:
                break
            if not wanted[best]:
                plan.routes = append(plan.routes, best)
            harm[best] = 0.0
            added += 1
        return plan

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
        """His own routes as Philippa ranks them, more if a rival may want them."""
        own = super().worth(prices, plan, route)
        return own + self.spite * danger(prices, route) * float(prices.flat.route_length[route])


def leader(prices: Prices) -> i64:
    """The rival with fewest trains left."""
    facts = prices.facts
    best: i64 = -1
    who: i64 = 0
    while who < prices.flat.players:
        if who != facts.seat and (best < 0 or facts.trains[who] < facts.trains[best]):
            best = who
        who += 1
    return best


def _harm(prices: Prices) -> vec[float]:
    """For each route next to the leader's own, how many more spaces the way around it takes."""
    t, facts = prices.flat, prices.facts
    who = leader(prices)
    price = filled(t.routes, FAR)
    at_home = filled(t.cities, 0)
    route: i64 = 0
    while route < t.routes:
        if facts.owner[route] == who:
            price[route] = 0
            at_home[t.route_a[route]] = 1
            at_home[t.route_b[route]] = 1
        elif can_claim(facts, route, who):
            price[route] = t.route_length[route]
        route += 1
    harm = vec[float]([0.0] * t.routes)
    route = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        near = at_home[a] or at_home[b]
        if 0 < price[route] < FAR and near and can_claim(facts, route, facts.seat):
            length = price[route]
            price[route] = FAR
            around = spread(prices.ways, price, a, b)
            price[route] = length
            detour = float(around - length) if around < FAR else float(t.trains)
            share = 1.0 if at_home[a] and at_home[b] else ONE_END
            harm[route] = share * detour / float(t.players - 1)
        route += 1
    return harm
