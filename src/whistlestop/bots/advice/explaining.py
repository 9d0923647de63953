"""The planner's thoughts as advice: each action with what it promises, and why as a code.

Its choice comes first; the others follow by the points that their plan promises. Everything is
worked out anew from the view, so advice is there at any ply, whoever has played so far. Values are
the planner's; what a reason says about the map is counted by `map_facts`, for the plan it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.claiming import explain_build, explain_claim, explain_tunnel
from whistlestop.bots.advice.map_facts import ANY, Cards
from whistlestop.bots.advice.thoughts import Params, Thought, Thoughts, cards_text, ids_of
from whistlestop.bots.planner.card_choice import blind_value, card_values, draw_value
from whistlestop.bots.planner.choice import danger, loss_of
from whistlestop.bots.planner.ticket_choice import draw_gain, plan_with
from whistlestop.bots.planner.ticket_plan import TicketPlan
from whistlestop.bots.reasoning.card_needs import UNPAYABLE, best_payment, claim_code
from whistlestop.bots.reasoning.from_view import action_of
from whistlestop.bots.reasoning.prices import Tuning
from whistlestop.bots.reasoning.seat_facts import can_claim
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.flat_board import SECOND
from whistlestop.model.actions import Action, Build, Claim, Decline, Draw, DrawTickets, Keep, Pay
from whistlestop.model.board import LOCOMOTIVE, Route, Ticket


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
            value, reason, params = explain_claim(thoughts, action)
        case Build():
            value, reason, params = explain_build(thoughts, action)
        case DrawTickets():
            value, reason, params = _draw_tickets(thoughts)
        case Pay() | Decline():
            value, reason, params = explain_tunnel(thoughts, action)
        case Draw():
            value, reason, params = _draw(thoughts, action)
        case _:
            value, reason, params = thoughts.plan.value, "only_action", {}
    return Advice(action, round(value, 1), reason, params)


def _keep(thoughts: Thoughts, action: Keep) -> Thought:
    """What the plan for these tickets takes, what they share, and what it gives up."""
    view, facts = thoughts.view, thoughts.map
    code = int(view.legal.codes[list(view.legal).index(action)])
    plan = plan_with(thoughts.prices, code)
    kept = [view.offer[place - 1] for place in action.tickets]
    done = [t for t in kept if t in facts.complete([*view.tickets, *kept])]
    wanted = [view.board.tickets[i] for i in plan.wanted]
    dropped = [t for t in kept if t not in done and t not in wanted]
    params = {
        "kept": ids_of(kept),
        "done": ids_of(done),
        "dropped": ids_of(dropped),
        "costly": ids_of(thoughts.costly(plan, dropped)),
        "shared": ids_of(_shared(thoughts, plan, wanted)),
        "trains": int(plan.trains),
        **thoughts.way_params(plan),
    }
    return plan.value, "keep_tickets", params


def _shared(thoughts: Thoughts, plan: TicketPlan, wanted: Sequence[Ticket]) -> list[Route]:
    """The routes to claim that two tickets or more need, the longest first."""
    routes, facts = thoughts.routes_of(plan), thoughts.map
    whole = [*routes, *thoughts.borrowed_by(plan)]
    used = {r: facts.cut_by(r, whole, wanted) for r in routes}
    return sorted((r for r in routes if len(used[r]) > 1), key=lambda r: -r.length)


def _draw_tickets(thoughts: Thoughts) -> Thought:
    gain = float(draw_gain(thoughts.prices, thoughts.plan))
    params: Params = {
        "gain": round(gain, 1),
        "open": ids_of(thoughts.map.open),
        **thoughts.way_params(thoughts.plan),
    }
    return thoughts.plan.value + gain, "draw_tickets", params


def _draw(thoughts: Thoughts, action: Draw) -> Thought:
    """What the tickets lack and whether this card is of it; else what spare cards are for."""
    value, plan = _draw_worth(thoughts, action), thoughts.plan
    params: Params = {"card": action.card}
    if thoughts.is_last:
        return value, "draw_in_vain", params
    lack = thoughts.need(plan)
    if lack and len(plan.wanted):
        use = _use(thoughts, action.card)
        params |= {"need": cards_text(_naming(thoughts, lack, action.card, use)), **use}
        return value, "draw_for_plan", params | thoughts.way_params(plan) | _threat(thoughts)
    given_up = () if len(plan.wanted) else thoughts.map.open
    params |= {"open": ids_of(thoughts.map.open), **thoughts.way_params(plan)}
    params["costly"] = ids_of(thoughts.costly(plan, given_up))
    routes = [thoughts.view.board.routes[i] for i in thoughts.spare]
    trains = thoughts.map.trains - sum(r.length for r in thoughts.routes_of(plan))
    for route in [r for r in routes if r.length <= trains][:1]:
        points = thoughts.view.board.rules.points[route.length]
        params |= {"route": route.id, "points": points, **thoughts.beside(route)}
    return value, "draw_for_points", params


def _naming(thoughts: Thoughts, lack: Cards, card: str, use: Params) -> Cards:
    """The cards missing, so named that a card which helps is among them: a locomotive in hand may
    do for either of two colours."""
    if not use.get("helps") or card == LOCOMOTIVE or {card, ANY} & {*lack}:
        return lack
    rest = thoughts.need(thoughts.plan, card)
    return {card: 1 + rest.pop(card, 0), **rest}


def _draw_worth(thoughts: Thoughts, action: Draw) -> float:
    prices, legal = thoughts.prices, thoughts.view.legal
    values = card_values(prices, thoughts.needs)
    blind = blind_value(prices, values)
    code = int(legal.codes[list(legal).index(action)])
    second = bool(thoughts.facts.phase == SECOND)
    cards = float(draw_value(prices, thoughts.needs, values, blind, code, second))
    usual = (1.0 if second else 2.0) * blind
    return thoughts.plan.value + (cards - usual) / prices.tuning.cards * prices.turn_value


def _use(thoughts: Thoughts, card: str) -> Params:
    """Whether an open card makes less missing; of the deck, how likely its next card does."""
    if card != "deck":
        helps = _helps(thoughts, card)
        served = [r for r in thoughts.routes_of(thoughts.plan) if helps and r.colour == card]
        return {"helps": int(helps), "serves": ids_of(served)}
    unseen = thoughts.view.unseen()
    total = sum(unseen.values())
    hits = sum(count for kind, count in unseen.items() if count and _helps(thoughts, kind))
    return {"hit": round(hits / total, 2)} if total else {}


def _helps(thoughts: Thoughts, card: str) -> bool:
    plan = thoughts.plan
    return sum(thoughts.need(plan, card).values()) < sum(thoughts.need(plan).values())


def _threat(thoughts: Thoughts) -> Params:
    """The route of the plan whose loss to a rival nearby would hurt most."""
    prices, plan = thoughts.prices, thoughts.plan
    fears = [
        (danger(prices, route.index) * loss_of(prices, plan, route.index), route)
        for route in thoughts.routes_of(plan)
        if thoughts.map.rival_at(route)
    ]
    fear, route = max(fears, key=lambda found: found[0], default=(0.0, None))
    if route is None or fear <= 0.0:
        return {}
    return {"threat": route.id, **thoughts.rival_params(route)}
