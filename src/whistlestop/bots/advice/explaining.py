"""The planner's thoughts as advice: each action with what it promises, and why as a code.

Its choice comes first; the others follow by the points that their plan promises. Everything is
worked out anew from the view, so advice is there at any ply, whoever has played so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.bots.advice.advice import Advice, Param
from whistlestop.bots.planner.card_choice import Needs, blind_value, card_values, draw_value
from whistlestop.bots.planner.choice import SPARE_ROUTES, choose, danger, loss_of
from whistlestop.bots.planner.spare_routes import gain_of, pick_spare_routes
from whistlestop.bots.planner.ticket_choice import draw_gain, plan_with
from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.card_needs import UNPAYABLE, best_payment, claim_code
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.reasoning.prices import Prices, Tuning
from whistlestop.bots.reasoning.seat_facts import can_claim
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.flat_board import SECOND
from whistlestop.model.actions import Action, Build, Claim, Decline, Draw, DrawTickets, Keep, Pay


class Thoughts:
    """A view as the planner sees it, with its plan and its choice."""

    def __init__(self, view: View, tuning: Tuning) -> None:
        self.view = view
        facts = facts_from_view(view)
        self.facts = facts
        self.prices = Prices(facts, scale_of(facts.flat), tuning)
        self.plan = best_plan(self.prices, facts.tickets)
        self.chosen = int(choose(facts, scale_of(facts.flat), tuning))
        self.spare = pick_spare_routes(self.prices, self.plan, SPARE_ROUTES)
        self.needs = Needs(self.prices, self.plan, self.spare)

    def plan_params(self, plan: TicketPlan) -> dict[str, Param]:
        """The plan behind an action: its tickets and routes, how long it takes, how likely."""
        board = self.view.board
        return {
            "tickets": " ".join(board.tickets[i].id for i in plan.wanted),
            "routes": " ".join(board.routes[i].id for i in plan.routes),
            "missing": int(plan.missing),
            "turns": round(plan.turns, 1),
            "left": round(self.prices.turns_left, 1),
            "chance": round(plan.chance, 2),
            **self._threat(plan),
        }

    def _threat(self, plan: TicketPlan) -> dict[str, Param]:
        """The route whose loss to a rival would hurt most, by chance and cost."""
        prices = self.prices
        fears = [
            (danger(prices, route), loss_of(prices, plan, route), route) for route in plan.routes
        ]
        fear, loss, route = max(fears, key=lambda f: f[0] * f[1], default=(0.0, 0.0, -1))
        if fear * loss <= 0.0:
            return {}
        name = self.view.board.routes[route].id
        return {"threat": name, "threat_danger": round(fear, 2), "threat_loss": round(loss, 1)}


def explain_choices(view: View, tuning: Tuning, count: int) -> tuple[Advice, ...]:
    """The planner's choice and the best of what else it could do."""
    if not view.legal:
        return ()
    thoughts = Thoughts(view, tuning)
    chosen = action_of(view, thoughts.chosen)
    if len(view.legal) == 1:
        return (Advice(chosen, round(thoughts.plan.value, 1), "only_action"),)
    first = explain_action(thoughts, chosen)
    others = [explain_action(thoughts, action) for action in _others(thoughts, chosen)]
    others.sort(key=lambda advice: -advice.value)
    # Some reasons of the choice have no number, but it must not look worse than the others.
    best = max([first.value, *(advice.value for advice in others[:1])])
    first = Advice(first.action, best, first.reason, first.params)
    return (first, *others)[:count]


def _others(thoughts: Thoughts, chosen: Action) -> Iterator[Action]:
    """Actions worth a word; of all ways to pay for a route only the one that hurts least."""
    prices = thoughts.prices
    paid = set()
    for route in [*thoughts.plan.routes, *thoughts.spare]:
        if can_claim(thoughts.facts, route, thoughts.facts.seat):
            payment = best_payment(prices.balance, route, thoughts.plan.routes)
            if payment.missing < UNPAYABLE:
                paid.add(int(claim_code(prices.flat, route, payment)))
    for code in thoughts.facts.codes:
        action = action_of(thoughts.view, code)
        if isinstance(action, Build) or action == chosen:
            continue
        if not isinstance(action, Claim) or (code in paid and not _same(action, chosen)):
            yield action


def _same(action: Claim, chosen: Action) -> bool:
    return isinstance(chosen, Claim) and action.route == chosen.route


def explain_action(thoughts: Thoughts, action: Action) -> Advice:
    """One action with what it promises and why."""
    match action:
        case Keep():
            value, reason, params = _keep(thoughts, action)
        case Claim():
            value, reason, params = _claim(thoughts, action)
        case Build(city, _):
            value, reason = thoughts.plan.value, "build_for_plan"
            params = {"city": city, **thoughts.plan_params(thoughts.plan)}
        case DrawTickets():
            gain = float(draw_gain(thoughts.prices, thoughts.plan))
            value, reason = thoughts.plan.value + gain, "draw_tickets"
            params = {"gain": round(gain, 1), **thoughts.plan_params(thoughts.plan)}
        case Pay() | Decline():
            value, reason, params = _tunnel(thoughts, action)
        case Draw():
            value, reason, params = _draw(thoughts, action)
        case _:
            value, reason, params = thoughts.plan.value, "only_action", {}
    return Advice(action, round(value, 1), reason, params)


Thought = tuple[float, str, dict[str, Param]]


def _keep(thoughts: Thoughts, action: Keep) -> Thought:
    code = int(thoughts.view.legal.codes[list(thoughts.view.legal).index(action)])
    plan = plan_with(thoughts.prices, code)
    kept = " ".join(thoughts.view.offer[place - 1].id for place in action.tickets)
    return plan.value, "keep_tickets", {"kept": kept, **thoughts.plan_params(plan)}


def _claim(thoughts: Thoughts, action: Claim) -> Thought:
    """What the route is for, the chance that a rival takes it, and what that would cost."""
    prices, plan = thoughts.prices, thoughts.plan
    route = thoughts.view.board.route_by_id[action.route].index
    risk = float(danger(prices, route))
    params: dict[str, Param] = {"route": action.route, "danger": round(risk, 2)}
    points = thoughts.view.board.rules.points[thoughts.view.board.routes[route].length]
    if prices.turns_left <= 1.0:
        return float(plan.value + gain_of(prices, route)), "last_turn", {**params, "points": points}
    if route in list(plan.routes):
        payment = best_payment(prices.balance, route, plan.routes)
        loss = float(loss_of(prices, plan, route))
        harm = int(payment.missing - plan.missing) / prices.tuning.cards * prices.turn_value
        params |= {"loss": round(loss, 1), **thoughts.plan_params(plan)}
        return plan.value + risk * loss - harm, "claim_for_plan", params
    # A claim outside the plan takes trains and cards from it: half of the tickets' points are at
    # risk. An estimate for comparison only; the planner itself never weighs it so.
    value = plan.value + gain_of(prices, route) - prices.turn_value - 0.5 * plan.stake
    return value, "claim_for_points", {**params, "points": points}


def _draw(thoughts: Thoughts, action: Draw) -> Thought:
    prices, plan = thoughts.prices, thoughts.plan
    values = card_values(prices, thoughts.needs)
    blind = blind_value(prices, values)
    code = int(thoughts.view.legal.codes[list(thoughts.view.legal).index(action)])
    second = bool(thoughts.facts.phase == SECOND)
    cards = float(draw_value(prices, thoughts.needs, values, blind, code, second))
    usual = (1.0 if second else 2.0) * blind
    value = plan.value + (cards - usual) / prices.tuning.cards * prices.turn_value
    params: dict[str, Param] = {"card": action.card, "worth": round(cards, 2)}
    if len(plan.routes) + len(plan.borrowed):
        return value, "draw_for_plan", {**params, **thoughts.plan_params(plan)}
    routes = " ".join(thoughts.view.board.routes[i].id for i in thoughts.spare)
    return value, "draw_for_points", {**params, "routes": routes}


def _tunnel(thoughts: Thoughts, action: Pay | Decline) -> Thought:
    prices, tunnel = thoughts.prices, thoughts.view.tunnel
    assert tunnel is not None, "only a tunnel is paid or declined"
    params: dict[str, Param] = {"route": tunnel.route.id, "extra": tunnel.extra}
    if isinstance(action, Decline):
        return thoughts.plan.value - prices.turn_value, "decline_tunnel", params
    loss = float(loss_of(prices, thoughts.plan, tunnel.route.index))
    harm = tunnel.extra / prices.tuning.cards * prices.turn_value
    return thoughts.plan.value + loss - harm, "pay_tunnel", {**params, "loss": round(loss, 1)}
