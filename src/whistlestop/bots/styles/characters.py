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
from whistlestop.bots.planner.ticket_plan import Plan
from whistlestop.bots.reasoning.card_needs import reckon
from whistlestop.bots.reasoning.prices import Outlook
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

    def plan(self, o: Outlook) -> Plan:
        """The routes with the best worth for the cards they miss."""
        routes = open_routes(o, 1)
        values = vec[float]()
        nearer = _nearer(o, routes)
        n: i64 = 0
        while n < i64(len(routes)):
            single = vec[i64]([routes[n]])
            missing = float(reckon(o.purse, single, -1, 0))
            value = gain_of(o, routes[n]) + self.tickets * nearer[n]
            values = append(values, value / (1.0 + missing))
            n += 1
        return _best_few(routes, values)

    def worth(self, o: Outlook, plan: Plan, route: i64) -> float:
        """Only what it thinks best of all; anything less is worth waiting."""
        return 1.0 if route == plan.routes[0] else -1.0

    def hungry(self, o: Outlook, plan: Plan) -> bool:
        return all_done(o) and trains_share(o) > self.early


def _nearer(o: Outlook, routes: vec[i64]) -> vec[float]:
    """For each route the points of tickets by the share of their way that it saves."""
    t = o.flat
    price = lengths(o)
    gains = vec[float]([0.0] * len(routes))
    for ticket in o.sight.tickets:
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        far = spread(o.ways, price, a, b)
        if far == 0 or far >= FAR:
            continue
        other = Ways(t)
        spread(o.ways, price, a, -1)
        spread(other, price, b, -1)
        n: i64 = 0
        while n < i64(len(routes)):
            c = t.route_a[routes[n]]
            d = t.route_b[routes[n]]
            way = o.ways.far[c] + other.far[d]
            if o.ways.far[d] + other.far[c] < way:
                way = o.ways.far[d] + other.far[c]
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

    def plan(self, o: Outlook) -> Plan:
        routes = open_routes(o, i64(int(self.least * float(o.gauge.longest) + 0.5)))
        plan = _nearest(o, routes if len(routes) else open_routes(o, 1))
        plan.borrowed = shortest_ways(o).borrowed
        return plan

    def hungry(self, o: Outlook, plan: Plan) -> bool:
        few = i64(len(o.sight.tickets)) <= o.flat.opening_keep
        return trains_share(o) < 0.5 and (few or _is_lucky(o, self.luck))


def _is_lucky(o: Outlook, luck: float) -> bool:
    """Whether enough of the tickets that others may have left are complete already.

    Not when its hand is full of tickets that came that way.
    """
    t, x = o.flat, o.sight
    if i64(len(x.tickets)) >= t.opening_keep + t.draw_tickets:
        return False
    held = filled(t.tickets, 0)
    for ticket in x.tickets:
        held[ticket] = 1
    done: i64 = 0
    total: i64 = 0
    ticket = 0
    while ticket < t.tickets:
        if not held[ticket] and not t.ticket_long[ticket]:
            total += 1
            if o.own.joined(t.ticket_a[ticket], t.ticket_b[ticket]):
                done += 1
        ticket += 1
    return total > 0 and float(done) >= luck * float(total)


def _nearest(o: Outlook, routes: vec[i64]) -> Plan:
    """Of these routes the few that bring most points for the cards they miss."""
    values = vec[float]()
    for route in routes:
        missing = float(reckon(o.purse, vec[i64]([route]), -1, 0))
        values = append(values, gain_of(o, route) / (1.0 + missing))
    return _best_few(routes, values)


def _best_few(routes: vec[i64], values: vec[float]) -> Plan:
    """A plan of the few routes with the highest values."""
    plan = Plan()
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

    def keep(self, o: Outlook) -> i64:
        return best_keep(o)

    def plan(self, o: Outlook) -> Plan:
        plan = shortest_ways(o)
        if not len(plan.routes) and not len(plan.borrowed):
            return _nearest(o, open_routes(o, 1))
        return plan

    def worth(self, o: Outlook, plan: Plan, route: i64) -> float:
        return o.gauge.heat[route] + 0.1 * float(o.flat.route_length[route])

    def hungry(self, o: Outlook, plan: Plan) -> bool:
        return all_done(o) and trains_share(o) > self.early


class TicketHungry(RouteFocused):
    """Takes tickets until they ask for most of its trains, then goes the shortest ways."""

    def __init__(self, load: float, late: float) -> None:
        super().__init__(late)
        self.load = load

    def keep(self, o: Outlook) -> i64:
        """As many as fit the load, those of least trains if none do."""
        x, t = o.sight, o.flat
        best: i64 = -1
        most: i64 = -1
        price = lengths(o)
        for code in x.codes:
            mask = code - t.keep_code + 1
            trains: i64 = 0
            points: i64 = 0
            place: i64 = 0
            while place < i64(len(x.offer)):
                if (mask >> place) & 1:
                    ticket = x.offer[place]
                    trains += spread(o.ways, price, t.ticket_a[ticket], t.ticket_b[ticket])
                    points += t.ticket_points[ticket]
                place += 1
            if float(trains) <= self.load * float(x.trains[x.seat]) and points > most:
                best = code
                most = points
        return best if best >= 0 else super().keep(o)

    def hungry(self, o: Outlook, plan: Plan) -> bool:
        if float(o.flat.trains - o.sight.trains[o.sight.seat]) > 0.25 * float(o.flat.trains):
            return super().hungry(o, plan)
        needed = shortest_ways(o).trains
        return float(needed) < self.load * float(o.sight.trains[o.sight.seat])


class Rusher(Style):
    """Places as many trains in as few turns as it can, and ends the game on the others."""

    def __init__(self, least: float, luck: float) -> None:
        self.least = least
        self.luck = luck

    def plan(self, o: Outlook) -> Plan:
        """The routes that place most trains for the turns they take."""
        t = o.flat
        least = i64(int(self.least * float(o.gauge.longest)))
        routes = open_routes(o, least if least > 1 else 1)
        if not len(routes):
            routes = open_routes(o, 1)
        values = vec[float]()
        for route in routes:
            missing = float(reckon(o.purse, vec[i64]([route]), -1, 0))
            values = append(values, float(t.route_length[route]) / (1.0 + missing / 2.0))
        plan = _best_few(routes, values)
        plan.borrowed = shortest_ways(o).borrowed
        return plan

    def worth(self, o: Outlook, plan: Plan, route: i64) -> float:
        return float(o.flat.route_length[route])

    def hungry(self, o: Outlook, plan: Plan) -> bool:
        return _is_lucky(o, self.luck)


class Blocker(RouteFocused):
    """Goes its own ways, but rather takes what the leader cannot do without."""

    def __init__(self, spite: float, early: float) -> None:
        super().__init__(early)
        self.spite = spite

    def plan(self, o: Outlook) -> Plan:
        """Its own routes, and the few that would cost the leader the longest way around."""
        plan = super().plan(o)
        harm = _harm(o)
        wanted = filled(o.flat.routes, 0)
        for route in plan.routes:
            wanted[route] = 1
        added: i64 = 0
        while added < 2:
            best = _largest(harm)
            if harm[best] * self.spite < o.gauge.mean_length:
                break
            if not wanted[best]:
                plan.routes = append(plan.routes, best)
            harm[best] = 0.0
            added += 1
        return plan

    def worth(self, o: Outlook, plan: Plan, route: i64) -> float:
        own = super().worth(o, plan, route)
        return own + self.spite * danger(o, route) * float(o.flat.route_length[route])


def leader(o: Outlook) -> i64:
    """The rival with fewest trains left."""
    x = o.sight
    best: i64 = -1
    who: i64 = 0
    while who < o.flat.players:
        if who != x.seat and (best < 0 or x.trains[who] < x.trains[best]):
            best = who
        who += 1
    return best


def _harm(o: Outlook) -> vec[float]:
    """For each route next to the leader's own the spaces that the way around it takes more."""
    t, x = o.flat, o.sight
    who = leader(o)
    price = filled(t.routes, FAR)
    at_home = filled(t.cities, 0)
    route: i64 = 0
    while route < t.routes:
        if x.owner[route] == who:
            price[route] = 0
            at_home[t.route_a[route]] = 1
            at_home[t.route_b[route]] = 1
        elif can_claim(x, route, who):
            price[route] = t.route_length[route]
        route += 1
    harm = vec[float]([0.0] * t.routes)
    route = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        if 0 < price[route] < FAR and can_claim(x, route, x.seat) and (at_home[a] or at_home[b]):
            length = price[route]
            price[route] = FAR
            around = spread(o.ways, price, a, b)
            price[route] = length
            detour = float(around - length) if around < FAR else float(t.trains)
            share = 1.0 if at_home[a] and at_home[b] else 0.4
            harm[route] = share * detour / float(t.players - 1)
        route += 1
    return harm
