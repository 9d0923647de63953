"""A position as the planner thinks about it, for those who put its thoughts into words.

`Thoughts` holds the plan, the prices and the facts of the map side by side, and the parameters that
several reasons share. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from librt.vecs import append

from whistlestop.bots.advice.advice import Param
from whistlestop.bots.advice.map_facts import Cards, MapFacts, lacking
from whistlestop.bots.planner.card_choice import Needs
from whistlestop.bots.planner.choice import SPARE_ROUTES, choose, danger
from whistlestop.bots.planner.last_turn import TrailRace, gain_at_once, trail_gain, turned
from whistlestop.bots.planner.spare_routes import pick_spare_routes
from whistlestop.bots.planner.ticket_plan import EVEN, TicketPlan, best_plan, make_plan
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.from_view import facts_from_view
from whistlestop.bots.reasoning.prices import Prices, Tuning, how_far
from whistlestop.bots.reasoning.seat_facts import next_station_price
from whistlestop.bots.reasoning.ways import FAR
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import Route, Ticket

Params = dict[str, Param]

Thought = tuple[float, str, Params]
"""What an action promises in points, and why: a code with parameters."""


class Thoughts:
    """A view as the planner sees it, with its plan and its choice."""

    def __init__(self, view: View, tuning: Tuning) -> None:
        self.view = view
        facts = facts_from_view(view)
        self.facts = facts
        self.map = MapFacts(view)
        self.prices = Prices(facts, scale_of(facts.flat), tuning)
        self.plan = best_plan(self.prices, facts.tickets)
        self.chosen = int(choose(facts, scale_of(facts.flat), tuning))
        self.spare = pick_spare_routes(self.prices, self.plan, SPARE_ROUTES)
        self.needs = Needs(self.prices, self.plan, self.spare)

    @property
    def is_last(self) -> bool:
        """Whether the seat has no turn after this one."""
        return self.view.turns_left is not None

    def routes_of(self, plan: TicketPlan) -> list[Route]:
        """The routes that a plan claims."""
        return [self.view.board.routes[i] for i in plan.routes]

    def borrowed_by(self, plan: TicketPlan) -> list[Route]:
        """The routes of rivals that a plan borrows by stations still to be built."""
        return [self.view.board.routes[i] for i in plan.borrowed]

    def way_params(self, plan: TicketPlan) -> Params:
        """The plan behind an action: its tickets and routes, how long it takes, how likely."""
        wanted = [self.view.board.tickets[i] for i in plan.wanted]
        wanted.sort(key=lambda ticket: -ticket.points)
        return {
            "tickets": ids_of(wanted),
            "routes": ids_of(self.routes_of(plan)),
            "borrowed": ids_of(self.borrowed_by(plan)),
            "turns": max(1, round(plan.turns)),
            "left": 1 if self.is_last else max(1, round(self.prices.turns_left)),
            "chance": round(plan.chance, 2),
        }

    def need(self, plan: TicketPlan, more: str = "") -> Cards:
        """The cards that a plan still lacks, or would lack with one card more in hand."""
        hand = dict(self.view.hand)
        if more:
            hand[more] = hand.get(more, 0) + 1
        price = int(next_station_price(self.facts)) if len(plan.borrowed) else 0
        return lacking(hand, self.routes_of(plan), price)

    def beside(self, route: Route) -> Params:
        """What a claim scores besides route and tickets: attractions and districts; and the prize
        for the longest trail, where no later turn can win or lose it."""
        points = float(self.view.board.rules.points[route.length])
        scored = gain_at_once(self.prices, route.index) - turned(self.prices, route.index)
        params: Params = {"beside": round(scored - points)} if scored > points else {}
        prize = self.view.board.rules.longest_trail
        if prize and self.is_last:
            race = TrailRace(self.facts)
            had = 0 < race.mine >= race.theirs
            if not had and trail_gain(self.prices, race, route.index) > 0.0:
                params["trail"] = prize
        return params

    def costly(self, plan: TicketPlan, tickets: Iterable[Ticket]) -> list[Ticket]:
        """Of the tickets that a plan gives up, those that it could well complete as well: they only
        cost more turns than they are worth."""
        return [ticket for ticket in tickets if self._could(plan, ticket)]

    def _could(self, plan: TicketPlan, ticket: Ticket) -> bool:
        index = self.view.board.tickets.index(ticket)
        if how_far(self.prices, index) >= FAR:
            return False
        return float(make_plan(self.prices, append(plan.wanted, index), 0.0).chance) >= EVEN

    def rival_params(self, route: Route) -> Params:
        """Who could take a route before the seat's next turn, from where, and how likely."""
        near = None if self.is_last else self.map.rival_at(route)
        if near is None:
            return {}
        seat, ends = near
        likely = round(float(danger(self.prices, route.index)), 2)
        return {"rival": seat, "near": ids_of(ends), "danger": likely}


def ids_of(things: Iterable[object]) -> str:
    """The ids of things as one text."""
    return " ".join(map(str, things))


def cards_text(cards: Cards) -> str:
    """Cards as in an action: `3 red 1 locomotive`; `any` are those for gray routes."""
    return " ".join(f"{count} {card}" for card, count in cards.items())
