"""Six styles, each a player of one idea, for playtesting boards and for company at a table.

None of them is as good as the planner, and each is at home on other boards: that is what they are
for. Their thresholds are shares of what the board gives.
"""

from __future__ import annotations

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
    all_done,
    lengths,
    open_routes,
    shortest_ways,
    trains_share,
)
from whistlestop.engine.state.flat_board import filled

# How many routes a style without tickets in mind collects for at once.
WISHES = 3


class OneStep(Style):
    """Looks at what each claim brings now: points, and how much nearer its tickets come."""

    def __init__(self, tickets: float, early: float) -> None:
        self.tickets = tickets
        self.early = early

    def plan(self, prices: Prices) -> TicketPlan:
        """The routes with the best worth for the cards they miss."""
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
        """Only what it thinks best of all; anything less is worth waiting."""
        return 1.0 if route == plan.routes[0] else -1.0

    def hungry(self, prices: Prices, plan: TicketPlan) -> bool:
        return all_done(prices) and trains_share(prices) > self.early


def _nearer(prices: Prices, routes: vec[i64]) -> vec[float]:
    """For each route the points of tickets by the share of their way that it saves."""
    t = prices.flat
    price = lengths(prices)
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
            c = t.route_a[routes[n]]
            d = t.route_b[routes[n]]
            way = prices.ways.far[c] + other.far[d]
            if prices.ways.far[d] + other.far[c] < way:
                way = prices.ways.far[d] + other.far[c]
            if way < far:
                gains[n] = gains[n] + float(t.ticket_points[ticket] * (far - way)) / float(far)
            n += 1
    return gains


def _largest(values: vec[float]) -> i64:
    best: i64 = 0
    n: i64 = 1
    while n < i64(len(values)):
        if values[n] > values[best]:
            best = n
        n += 1
    return best


class LongRoute(Style):
    """Is after the longest routes; tickets it draws in the second half, if only once."""

    def __init__(self, least: float, luck: float) -> None:
        self.least = least
        self.luck = luck

    def plan(self, prices: Prices) -> TicketPlan:
        routes = open_routes(prices, i64(int(self.least * float(prices.scale.longest) + 0.5)))
        plan = _nearest(prices, routes if len(routes) else open_routes(prices, 1))
        plan.borrowed = shortest_ways(prices).borrowed
        return plan

    def hungry(self, prices: Prices, plan: TicketPlan) -> bool:
        few = i64(len(prices.facts.tickets)) <= prices.flat.opening_keep
        return trains_share(prices) < 0.5 and (few or _is_lucky(prices, self.luck))


def _is_lucky(prices: Prices, luck: float) -> bool:
    """Whether enough of the tickets that others may have left are complete already.

    Not when its hand is full of tickets that came that way.
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
    """Of these routes the few that bring most points for the cards they miss."""
    values = vec[float]()
    for route in routes:
        missing = float(missing_for_routes(prices.balance, vec[i64]([route]), -1, 0))
        values = append(values, gain_of(prices, route) / (1.0 + missing))
    return _best_few(routes, values)


def _best_few(routes: vec[i64], values: vec[float]) -> TicketPlan:
    """A plan of the few routes with the highest values."""
    plan = TicketPlan()
    while i64(len(plan.routes)) < WISHES and len(routes):
        best = _largest(values)
        if values[best] < 0.0:
            break
        plan.routes = append(plan.routes, routes[best])
        values[best] = -1.0
    return plan


class RouteFocused(Style):
    """Goes the shortest way for each ticket, contested routes first, and spends what is left."""

    def __init__(self, early: float) -> None:
        self.early = early

    def keep(self, prices: Prices) -> i64:
        return best_keep(prices)

    def plan(self, prices: Prices) -> TicketPlan:
        plan = shortest_ways(prices)
        if not len(plan.routes) and not len(plan.borrowed):
            return _nearest(prices, open_routes(prices, 1))
        return plan

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
        return prices.scale.heat[route] + 0.1 * float(prices.flat.route_length[route])

    def hungry(self, prices: Prices, plan: TicketPlan) -> bool:
        return all_done(prices) and trains_share(prices) > self.early


class TicketHungry(RouteFocused):
    """Takes tickets until they ask for most of its trains, then goes the shortest ways."""

    def __init__(self, load: float, late: float) -> None:
        super().__init__(late)
        self.load = load

    def keep(self, prices: Prices) -> i64:
        """As many as fit the load, those of least trains if none do."""
        facts, t = prices.facts, prices.flat
        best: i64 = -1
        most: i64 = -1
        price = lengths(prices)
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

    def hungry(self, prices: Prices, plan: TicketPlan) -> bool:
        if float(prices.flat.trains - prices.facts.trains[prices.facts.seat]) > 0.25 * float(
            prices.flat.trains
        ):
            return super().hungry(prices, plan)
        needed = shortest_ways(prices).trains
        return float(needed) < self.load * float(prices.facts.trains[prices.facts.seat])


class Rusher(Style):
    """Places as many trains in as few turns as it can, and ends the game on the others."""

    def __init__(self, least: float, luck: float) -> None:
        self.least = least
        self.luck = luck

    def plan(self, prices: Prices) -> TicketPlan:
        """The routes that place most trains for the turns they take."""
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
        return float(prices.flat.route_length[route])

    def hungry(self, prices: Prices, plan: TicketPlan) -> bool:
        return _is_lucky(prices, self.luck)


class Blocker(RouteFocused):
    """Goes its own ways, but rather takes what the leader cannot do without."""

    def __init__(self, spite: float, early: float) -> None:
        super().__init__(early)
        self.spite = spite

    def plan(self, prices: Prices) -> TicketPlan:
        """Its own routes, and the few that would cost the leader the longest way around."""
        plan = super().plan(prices)
        harm = _harm(prices)
        wanted = filled(prices.flat.routes, 0)
        for route in plan.routes:
            wanted[route] = 1
        added: i64 = 0
        while added < 2:
            best = _largest(harm)
            if harm[best] * self.spite < prices.scale.mean_length:
                break
            if not wanted[best]:
                plan.routes = append(plan.routes, best)
            harm[best] = 0.0
            added += 1
        return plan

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
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
    """For each route next to the leader's own the spaces that the way around it takes more."""
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
        if (
            0 < price[route] < FAR
            and can_claim(facts, route, facts.seat)
            and (at_home[a] or at_home[b])
        ):
            length = price[route]
            price[route] = FAR
            around = spread(prices.ways, price, a, b)
            price[route] = length
            detour = float(around - length) if around < FAR else float(t.trains)
            share = 1.0 if at_home[a] and at_home[b] else 0.4
            harm[route] = share * detour / float(t.players - 1)
        route += 1
    return harm
