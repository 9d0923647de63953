"""The greedy player: takes what is worth most now and plans nothing.

It keeps the tickets that cost it least, claims the best route it can pay, and otherwise collects
what it already has most of. Its thresholds are shares of what the board gives, so that they mean
the same on every board. It is deterministic: it has no use for luck.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.bots.network import Network
from whistlestop.bots.protocol import of_kind
from whistlestop.bots.registry import Parameter, register
from whistlestop.bots.thrift import pain
from whistlestop.engine.rng import Rng
from whistlestop.engine.view import View
from whistlestop.model.actions import DECK, Action, Build, Claim, Draw, DrawTickets, Keep, Pay
from whistlestop.model.board import LOCOMOTIVE, Route, Ticket


@register(
    "greedy",
    "Claims the route worth most that it can pay, else draws what it holds most of.",
    # A half, as others have it, is never met on boards with long tickets (europe).
    Parameter(
        "tickets",
        0.3,
        "It draws tickets when all are complete and more than this share of its trains is left.",
        low=0,
        high=1,
    ),
    Parameter(
        "reserve",
        0.3,
        "It tries a tunnel with cards left for at least this share of what may be turned up.",
        low=0,
        high=1,
    ),
)
class GreedyBot:
    """Looks one action ahead."""

    def __init__(self, rng: Rng, *, tickets: float = 0.3, reserve: float = 0.3) -> None:
        self.tickets = tickets
        self.reserve = reserve

    def choose(self, view: View) -> Action:
        match view.phase:
            case "opening" | "tickets":
                return _cheapest_keep(view)
            case "second card":
                return _best_draw(view, of_kind(view.legal, Draw))
            case "tunnel":
                pays = of_kind(view.legal, Pay)
                return min(pays, key=lambda p: pain(view.hand, p.payment), default=view.legal[0])
            case _:
                return self._turn(view)

    def _turn(self, view: View) -> Action:
        actions = list(view.legal)
        net = Network(view, _seat(view))
        station = _best_station(view, net, of_kind(actions, Build))
        if station is not None:
            return station
        if DrawTickets() in actions and self._wants_tickets(view, net):
            return DrawTickets()
        claims, draws = of_kind(actions, Claim), of_kind(actions, Draw)
        prudent = [c for c in claims if self._can_afford(view, c)] if draws else claims
        if prudent:
            return _best_claim(view, net, prudent)
        return _best_draw(view, draws) if draws else actions[0]

    def _can_afford(self, view: View, claim: Claim) -> bool:
        """Whether some cards would be left for what a tunnel may cost on top."""
        if not view.board.route_by_id[claim.route].tunnel:
            return True
        suits = {LOCOMOTIVE, claim.payment.colour or LOCOMOTIVE}
        spare = sum(view.hand.get(card, 0) for card in suits) - claim.payment.total
        return spare >= self.reserve * view.board.rules.tunnel_cards

    def _wants_tickets(self, view: View, net: Network) -> bool:
        left = view.players[_seat(view)].trains / view.board.rules.trains
        return left > self.tickets and all(net.joins(ticket) for ticket in view.tickets)


def _seat(view: View) -> int:
    assert view.seat is not None, "a bot plays a seat, it is never a spectator"
    return view.seat


def _cheapest_keep(view: View) -> Keep:
    """The tickets that take fewest trains; among equals those worth most."""
    net = Network(view, _seat(view))
    price = [_price(view, net, ticket) for ticket in view.offer]

    def cost(keep: Keep) -> tuple[int, int]:
        kept = [place - 1 for place in keep.tickets]
        return sum(price[i] for i in kept), -sum(view.offer[i].points for i in kept)

    return min(of_kind(view.legal, Keep), key=cost)


def _price(view: View, net: Network, ticket: Ticket) -> int:
    trains = net.trains(ticket.a, ticket.b)
    # Out of reach costs more than any ticket within reach.
    return trains if trains is not None else 2 * view.board.rules.trains


def _best_claim(view: View, net: Network, claims: Sequence[Claim]) -> Claim:
    """The most points now, tickets it completes included; among equals the fewest locomotives,
    then a route on the way of a ticket."""
    routes, points = view.board.route_by_id, view.board.rules.points
    missing = [t for t in view.tickets if not net.joins(t)]
    wanted = {route.index for t in missing for route in net.way(t.a, t.b)}

    def rank(claim: Claim) -> tuple[int, int, bool, tuple[int, int]]:
        route = routes[claim.route]
        gain = points[route.length] + _turned_around(net, missing, route)
        off_way = route.index not in wanted
        return -gain, claim.payment.locomotives, off_way, pain(view.hand, claim.payment)

    return min(claims, key=rank)


def _best_draw(view: View, draws: Sequence[Draw]) -> Draw:
    """A locomotive, else the colour it holds most of, else the top of the pile."""
    wanted = {DECK: 0} | dict(view.hand) | {LOCOMOTIVE: view.board.deck_size}
    return max(draws, key=lambda d: (wanted.get(d.card, -1), d.card))


def _best_station(view: View, net: Network, builds: Sequence[Build]) -> Build | None:
    """The station that completes most by borrowing a single route, if that earns more than it."""
    saved = _saved_by_borrowing(view, net) if builds else {}
    worth = [b for b in builds if saved.get(b.city, 0) > view.board.rules.station_points]
    return min(worth, key=lambda b: (-saved[b.city], pain(view.hand, b.payment)), default=None)


def _saved_by_borrowing(view: View, net: Network) -> dict[str, int]:
    """For each city, the points that the best one route of a rival there would turn around."""
    saved: dict[str, int] = {}
    missing = [ticket for ticket in view.tickets if not net.joins(ticket)]
    for route in view.board.routes if missing else ():
        if view.owners[route.index] not in (None, view.seat):
            points = _turned_around(net, missing, route)
            for city in (route.a.id, route.b.id):
                saved[city] = max(points, saved.get(city, 0))
    return saved


def _turned_around(net: Network, tickets: Sequence[Ticket], route: Route) -> int:
    """The points between losing and winning those tickets that this one route would complete."""
    ends = {net.part(route.a), net.part(route.b)}
    return sum(2 * t.points for t in tickets if {net.part(t.a), net.part(t.b)} == ends)
