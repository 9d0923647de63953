"""Why to claim, to build or to pay for a tunnel: what a route does for which ticket.

A route completes tickets, or the plan needs it for some, or it shortens another way to them; if it
does none of this, it is for its points. What is lost without it is counted over all ways that the
seat's trains allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whistlestop.bots.advice.map_facts import MapFacts, hand_after, lacking
from whistlestop.bots.advice.thoughts import Params, Thought, Thoughts, cards_text, ids_of
from whistlestop.bots.planner.choice import danger, loss_of
from whistlestop.bots.planner.spare_routes import gain_of
from whistlestop.bots.reasoning.card_needs import best_payment
from whistlestop.bots.reasoning.seat_facts import next_station_price
from whistlestop.model.actions import Build, Claim, Decline, Pay
from whistlestop.model.board import Route, Ticket


def explain_claim(thoughts: Thoughts, action: Claim) -> Thought:
    """Which tickets the route completes or leads to, what they lack then, and who wants it too."""
    route = thoughts.view.board.route_by_id[action.route]
    params: Params = {
        "route": action.route,
        "points": thoughts.view.board.rules.points[route.length],
        "trains": thoughts.map.trains - route.length,
        "danger": round(float(danger(thoughts.prices, route.index)), 2),
        **thoughts.beside(route),
    }
    if route.tunnel:
        params["risk"] = round(thoughts.map.tunnel_risk(action), 3)
    aims = _aims(thoughts, route)
    params |= aims | thoughts.rival_params(route)
    value = _claim_value(thoughts, route)
    if thoughts.is_last:
        return value, "last_turn", params
    if not aims:
        return value, "claim_for_points", params | {"open": ids_of(thoughts.map.open)}
    if not aims["done"]:
        params |= _rest(thoughts, action, route, str(aims["for"]).split()[0])
    return value, "claim_for_plan", params | thoughts.way_params(thoughts.plan)


def _claim_value(thoughts: Thoughts, route: Route) -> float:
    prices, plan, index = thoughts.prices, thoughts.plan, route.index
    if prices.turns_left <= 1.0:
        return float(plan.value + gain_of(prices, index))
    if index in list(plan.routes):
        payment = best_payment(prices.balance, index, plan.routes)
        harm = int(payment.missing - plan.missing) / prices.tuning.cards * prices.turn_value
        return plan.value + danger(prices, index) * loss_of(prices, plan, index) - harm
    # A claim outside the plan takes trains and cards from it: half of the tickets' points are at
    # risk. An estimate for comparison only; the planner itself never weighs it so.
    return plan.value + gain_of(prices, index) - prices.turn_value - 0.5 * plan.stake


def _aims(thoughts: Thoughts, route: Route) -> Params:
    """The open tickets that a route completes, or else those that it brings nearer; or nothing."""
    facts = thoughts.map
    done = facts.completed_by(route)
    tickets = done
    if not done and not thoughts.is_last:
        tickets = _led_to(thoughts, route)
    if not tickets:
        return {}
    params: Params = {"done": ids_of(done), "for": ids_of(tickets)}
    if thoughts.is_last:
        return params
    if not done and route not in thoughts.routes_of(thoughts.plan):
        return params | {"nearer": 1}
    return params | _otherwise(facts, route, tickets[0])


def _led_to(thoughts: Thoughts, route: Route) -> list[Ticket]:
    """The tickets that need a route by the plan, or that it brings nearer on a way of its own."""
    facts, plan = thoughts.map, thoughts.plan
    whole = [*thoughts.routes_of(plan), *thoughts.borrowed_by(plan)]
    if route in whole:
        wanted = [thoughts.view.board.tickets[i] for i in plan.wanted]
        return facts.cut_by(route, whole, [t for t in facts.open if t in wanted])
    return [t for t in facts.open if _is_nearer(facts, t, route)]


def _is_nearer(facts: MapFacts, ticket: Ticket, route: Route) -> bool:
    """Whether the trains left after the claim still finish a way that became shorter."""
    then = facts.distance(ticket, free=[route])
    return then < facts.distance(ticket) and then <= facts.trains - route.length


def _rest(thoughts: Thoughts, action: Claim, route: Route, ticket: str) -> Params:
    """What is left to claim for a ticket after a route, and the cards that this lacks."""
    facts, plan = thoughts.map, thoughts.plan
    chosen = next(t for t in facts.open if t.id == ticket)
    borrowed: list[Route] = []
    routes = thoughts.routes_of(plan)
    if route in routes:
        whole = [*routes, *thoughts.borrowed_by(plan)]
        cut = [r for r in whole if r is not route and facts.cut_by(r, whole, [chosen])]
        borrowed = [r for r in cut if r not in routes]
        way = [r for r in cut if r in routes]
    else:
        way = facts.way(chosen, [route])
    price = int(next_station_price(thoughts.facts)) if borrowed else 0
    lack = lacking(hand_after(thoughts.view.hand, action), way, price)
    return {"then": ids_of(way), "then_lent": ids_of(borrowed), "need": cards_text(lack)}


def _otherwise(facts: MapFacts, route: Route, ticket: Ticket) -> Params:
    """What a ticket loses with a route: more trains for the way round, or the last way."""
    now = facts.distance(ticket)
    around = facts.distance(ticket, lost=facts.lost_with(route))
    if now > facts.trains or around <= now:
        return {}
    if around <= facts.trains:
        return {"detour": int(around - now)}
    return {"last_way": "station" if facts.stations else "none"}


def explain_build(thoughts: Thoughts, action: Build) -> Thought:
    """The route that a station would lend, whose it is, for which ticket, and what it costs."""
    view, facts = thoughts.view, thoughts.map
    city = view.board.city_by_id[action.city]
    params: Params = {"city": action.city, "cost": view.board.rules.station_points}
    for route, done, tickets in _loans(thoughts, facts.lent_at(city)):
        owner = view.owners[route.index]
        assert owner is not None, "only a rival's route is lent"
        params |= {"route": route.id, "rival": owner, "done": ids_of(done), "for": ids_of(tickets)}
        return thoughts.plan.value, "build_for_plan", params
    return thoughts.plan.value, "build_in_vain", params


def _loans(
    thoughts: Thoughts, lent: Sequence[Route]
) -> Iterator[tuple[Route, list[Ticket], list[Ticket]]]:
    """What is lent, best first, with the tickets that it completes and those it is for."""
    facts, planned = thoughts.map, thoughts.borrowed_by(thoughts.plan)
    for route in sorted(lent, key=lambda r: (-_points(facts.completed_by(r)), r not in planned)):
        done = facts.completed_by(route)
        tickets = done or ([] if thoughts.is_last else _lent_to(thoughts, route))
        if tickets:
            yield route, done, tickets


def _lent_to(thoughts: Thoughts, route: Route) -> list[Ticket]:
    """The tickets for which a lent route is on the way."""
    if route in thoughts.borrowed_by(thoughts.plan):
        return _led_to(thoughts, route)
    facts = thoughts.map
    before = {t: facts.distance(t) for t in facts.open}
    after = {t: facts.distance(t, free=[route]) for t in facts.open}
    return [t for t in facts.open if after[t] < before[t] and after[t] <= facts.trains]


def _points(tickets: Iterable[Ticket]) -> int:
    return sum(ticket.points for ticket in tickets)


def explain_tunnel(thoughts: Thoughts, action: Pay | Decline) -> Thought:
    """Pay for what the route completes or leads to, or have the cards back and no turn."""
    prices, tunnel, view = thoughts.prices, thoughts.view.tunnel, thoughts.view
    assert tunnel is not None, "only a tunnel is paid or declined"
    params: Params = {
        "route": tunnel.route.id,
        "extra": tunnel.extra,
        "points": view.board.rules.points[tunnel.route.length],
        "back": sum(tunnel.laid.values()),
        **thoughts.beside(tunnel.route),
        **_aims(thoughts, tunnel.route),
        **thoughts.way_params(thoughts.plan),
    }
    if isinstance(action, Decline):
        return thoughts.plan.value - prices.turn_value, "decline_tunnel", params
    loss = float(loss_of(prices, thoughts.plan, tunnel.route.index))
    harm = tunnel.extra / prices.tuning.cards * prices.turn_value
    return thoughts.plan.value + loss - harm, "pay_tunnel", params
