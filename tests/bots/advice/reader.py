"""A reader of reasons: holds every fact that a reason states against the position.

It counts everything anew and in other ways than the coach does: cities by walking, distances by
relaxing all routes, payments by trying, tunnels by turning up card after card. It uses nothing of
`bots/advice` but the advice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from math import inf

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.advice.advice import REASONS, Advice
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.scoring.trail import trail_among
from whistlestop.model.actions import Build, Claim, Draw, DrawTickets, Keep
from whistlestop.model.board import Route, Ticket

LOCO, ANY = "locomotive", "any"


class Reader:
    """Reads advice for one view; `read` raises AssertionError at the first thing that is false."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.board, self.seat = view, view.board, view.seat
        self.me = view.players[view.seat]
        self.own = [
            r for r, who in zip(self.board.routes, view.owners, strict=True) if who == self.seat
        ]
        self.rivals = [
            r
            for r, who in zip(self.board.routes, view.owners, strict=True)
            if who is not None and who != self.seat
        ]
        stations = [
            c
            for c, who in zip(self.board.cities, view.station_owners, strict=False)
            if who == self.seat
        ]
        self.loans = [[None, *(r for r in self.rivals if city in (r.a, r.b))] for city in stations]
        self.lent = [r for loan in self.loans for r in loan if r is not None]
        self.complete = self.completed(view.tickets, [])
        self.open = {t.id for t in view.tickets} - self.complete

    def completed(self, tickets: Iterable[Ticket], more: Sequence[Route]) -> set[str]:
        """The tickets that would count, by the best loan of every station."""
        tickets, best = list(tickets), set[str]()
        for loan in product(*self.loans):
            routes = [*self.own, *more, *(r for r in loan if r is not None)]
            found = {t.id for t in tickets if self.walks(routes, t)}
            worth = sum(t.points for t in tickets if t.id in found)
            if worth > sum(t.points for t in tickets if t.id in best):
                best = found
        return best

    def walks(self, routes: Sequence[Route], ticket: Ticket) -> bool:
        """Whether one can walk from one end of a ticket to the other."""
        reached, grown = {ticket.a.index}, True
        while grown:
            ends = [{r.a.index, r.b.index} for r in routes]
            new = {c for pair in ends if pair & reached for c in pair} - reached
            reached |= new
            grown = bool(new)
        return ticket.b.index in reached

    def trains_to(
        self, ticket: Ticket, free: Sequence[Route] = (), lost: Sequence[Route] = ()
    ) -> float:
        """The trains of the cheapest way, by relaxing every route until nothing changes."""
        far = {c.index: inf for c in self.board.cities} | {ticket.a.index: 0.0}
        costs = [(r, self._trains(r, free)) for r in self.board.routes if r not in lost]
        for _ in self.board.cities:
            before = dict(far)
            for route, cost in costs:
                for one, two in ((route.a.index, route.b.index), (route.b.index, route.a.index)):
                    far[two] = min(far[two], far[one] + cost)
            if far == before:
                break
        return far[ticket.b.index]

    def _trains(self, route: Route, free: Sequence[Route]) -> float:
        if route in self.own or route in self.lent or route in free:
            return 0
        return route.length if self.may_claim(route) else inf

    def may_claim(self, route: Route) -> bool:
        """Whether the seat could ever claim a route."""
        return route.length <= self.me.trains and self.view.is_open(route, self.seat)

    def tickets(self, text: object) -> list[Ticket]:
        """The tickets that a parameter names."""
        by_id = {t.id: t for t in self.board.tickets}
        return [by_id[name] for name in str(text).split()]

    def routes(self, text: object) -> list[Route]:
        """The routes that a parameter names."""
        return [self.board.route_by_id[name] for name in str(text).split()]

    def read(self, advice: Advice) -> None:
        """Check every fact of a reason."""
        params = advice.params
        assert advice.reason in REASONS
        assert advice.action in self.view.legal
        assert all(isinstance(value, str | int | float) for value in params.values())
        if advice.reason == "only_action":
            assert len(self.view.legal) == 1 or str(advice.action) == "pass"
            return
        self._read_last_turn(advice)
        if route := params.get("route") if not isinstance(advice.action, Build) else None:
            self._read_beside(self.board.route_by_id[str(route)], params)
        if "routes" in params:
            self._read_plan(params, kept=str(params.get("kept", "")))
        action = advice.action
        if isinstance(action, Claim):
            self._read_claim(action, advice.reason, params)
        elif isinstance(action, Draw):
            self._read_draw(action, advice.reason, params)
        elif isinstance(action, Build):
            self._read_build(action, advice.reason, params)
        elif isinstance(action, Keep):
            self._read_keep(action, params)
        elif isinstance(action, DrawTickets):
            assert set(str(params["open"]).split()) == self.open
            assert self.view.ticket_pile > 0
        else:
            self._read_tunnel(params)

    def _read_last_turn(self, advice: Advice) -> None:
        """Nobody speaks of later turns in the last one, nor of the last one before it."""
        last = self.view.turns_left is not None
        assert not last or not {"detour", "last_way", "need", "threat", "rival"} & (
            {*advice.params} - ({"rival"} if isinstance(advice.action, Build) else set())
        )
        if isinstance(advice.action, Claim | Draw):
            assert last == (advice.reason in ("last_turn", "draw_in_vain"))

    def _read_plan(self, params: Mapping[str, object], kept: str) -> None:
        """A plan joins its tickets, all of them open, with trains that are there."""
        routes, borrowed = self.routes(params["routes"]), self.routes(params["borrowed"])
        held = {*self.view.tickets, *self.tickets(kept)}
        for ticket in self.tickets(params["tickets"]):
            assert ticket in held
            assert ticket.id not in self.complete
            assert self.walks([*self.own, *self.lent, *routes, *borrowed], ticket)
        assert all(self.may_claim(route) for route in routes)
        assert sum(route.length for route in routes) <= self.me.trains
        assert all(route in self.rivals for route in borrowed)
        assert len(borrowed) <= self.me.stations
        assert float(str(params["left"])) >= 1
        assert float(str(params["turns"])) >= 1
        assert 0 <= float(str(params["chance"])) <= 1

    def _read_claim(self, action: Claim, reason: str, params: Mapping[str, object]) -> None:
        route = self.board.route_by_id[action.route]
        assert params["route"] == action.route
        assert self.may_claim(route)
        assert params["points"] == self.board.rules.points[route.length]
        assert params["trains"] == self.me.trains - route.length >= 0
        assert ("risk" in params) == route.tunnel
        if route.tunnel:
            assert abs(float(str(params["risk"])) - self.risk(action)) < 0.001
        self._read_aims(route, params)
        if reason == "claim_for_plan":
            assert params["for"]
            if not params["done"]:
                self._read_rest(action, route, params)
        if reason == "claim_for_points":
            assert not {"for", "done", "detour", "last_way"} & {*params}
            assert {*str(params["open"]).split()} == self.open
            assert not any(self._brings_nearer(route, t) for t in self.view.tickets)
        if "rival" in params:
            self._read_rival(route, params)

    def _read_beside(self, route: Route, params: Mapping[str, object]) -> None:
        """The attractions it reaches, the districts it links, the prize that a last claim wins."""
        after = [*self.own, route]
        points = self._sights(after) - self._sights(self.own)
        points += self._districts(after) - self._districts(self.own)
        assert params.get("beside", 0) == points
        assert "beside" not in params or points > 0
        prize = self.board.rules.longest_trail
        wins = self.view.turns_left is not None and prize and self._wins_trail(route)
        assert params.get("trail", 0) == (prize if wins else 0)

    def _sights(self, routes: Sequence[Route]) -> int:
        reached = {city for r in routes for city in (r.a, r.b) if city.attraction}
        return len(reached) * self.board.rules.attraction_points

    def _districts(self, routes: Sequence[Route]) -> int:
        if not self.board.rules.districts:
            return 0
        found = 0
        for number in {city.district for city in self.board.cities} - {0}:
            cities = [city for city in self.board.cities if city.district == number]
            ends = [Ticket(0, "", cities[0], city, 0) for city in cities[1:]]
            found += number * all(self.walks(routes, one) for one in ends)
        return found

    def _wins_trail(self, route: Route) -> bool:
        """Whether the seat has no part of the prize now, and has one after the claim."""
        flat = codec_for(self.board, len(self.view.players)).flat
        owner = vec[i64]([-1 if who is None else who for who in self.view.owners])
        lengths = [trail_among(flat, owner, seat) for seat in range(len(self.view.players))]
        before = lengths.pop(self.seat)
        owner[route.index] = self.seat
        after = trail_among(flat, owner, self.seat)
        return after >= max(lengths) and not (before and before >= max(lengths))

    def _read_aims(self, route: Route, params: Mapping[str, object]) -> None:
        """What a route completes, what it is for, and what is lost without it."""
        done = self.completed(self.view.tickets, [route]) - self.complete
        assert {*str(params.get("done", "")).split()} == done & self.open
        aims = self.tickets(params.get("for", ""))
        assert {t.id for t in aims} <= self.open
        if done:
            assert {t.id for t in aims} == done & self.open
        elif aims:
            assert all(self._leads_to(route, ticket, params) for ticket in aims)
        if "detour" in params or "last_way" in params:
            self._read_otherwise(route, aims[0], params)

    def _leads_to(self, route: Route, ticket: Ticket, params: Mapping[str, object]) -> bool:
        planned = [*self.routes(params.get("routes", "")), *self.routes(params.get("borrowed", ""))]
        without = [*self.own, *self.lent, *(r for r in planned if r is not route)]
        if route in planned and self.walks([*without, route], ticket):
            return not self.walks(without, ticket) and "nearer" not in params
        assert params["nearer"] == 1
        return self.trains_to(ticket, free=[route]) < self.trains_to(ticket)

    def _brings_nearer(self, route: Route, ticket: Ticket) -> bool:
        """Whether a claim shortens the way of an open ticket that its trains can finish."""
        then = self.trains_to(ticket, free=[route])
        enough = then <= self.me.trains - route.length
        return ticket.id in self.open and enough and then < self.trains_to(ticket)

    def _read_otherwise(self, route: Route, ticket: Ticket, params: Mapping[str, object]) -> None:
        lost = [route]
        if route.twin is not None and self.board.rules.single_track(len(self.view.players)):
            lost.append(self.board.routes[route.twin])
        now, around = self.trains_to(ticket), self.trains_to(ticket, lost=lost)
        assert now <= self.me.trains
        if "detour" in params:
            assert params["detour"] == around - now > 0
            assert around <= self.me.trains
        else:
            assert around > self.me.trains
            assert params["last_way"] == ("station" if self.me.stations else "none")

    def _read_rest(self, action: Claim, route: Route, params: Mapping[str, object]) -> None:
        """What is left after the claim: open routes, enough trains, and exactly these cards."""
        then, lent = self.routes(params["then"]), self.routes(params["then_lent"])
        ticket = self.tickets(params["for"])[0]
        assert all(loan in self.rivals for loan in lent)
        assert self.walks([*self.own, *self.lent, route, *then, *lent], ticket)
        assert all(self.may_claim(r) for r in then)
        assert route not in then
        assert route.length + sum(r.length for r in then) <= self.me.trains
        hand = Counter(dict(self.view.hand))
        hand[LOCO] -= action.payment.locomotives
        if action.payment.colour:
            hand[action.payment.colour] -= action.payment.coloured
        self._read_need(hand, then, self._station_price(lent), str(params["need"]))

    def _read_need(
        self, hand: Counter[str], routes: Sequence[Route], station: int, need: str
    ) -> None:
        """The cards named are enough, and no fewer are."""
        words = need.split()
        named = Counter(dict(zip(words[1::2], map(int, words[::2]), strict=True)))
        assert all(count > 0 for count in named.values())
        assert shortage(hand + named, routes, station) == 0
        assert named.total() == shortage(hand, routes, station)

    def _read_rival(self, route: Route, params: Mapping[str, object]) -> None:
        rival = self.view.players[int(str(params["rival"]))]
        assert rival.seat != self.seat
        assert self.view.is_open(route, rival.seat)
        assert rival.trains >= route.length
        assert rival.cards >= route.length
        reached = {c.id for r in self.view.routes_of(rival.seat) for c in (r.a, r.b)}
        near = str(params["near"]).split()
        assert near
        assert {*near} == {route.a.id, route.b.id} & reached
        assert 0 <= float(str(params["danger"])) <= 1

    def _read_draw(self, action: Draw, reason: str, params: Mapping[str, object]) -> None:
        assert params["card"] == action.card
        if reason == "draw_in_vain":
            return
        routes, station = self.routes(params["routes"]), self._station_price(params["borrowed"])
        hand = Counter(dict(self.view.hand))
        if reason == "draw_for_points":
            assert {*str(params["open"]).split()} == self.open
            assert not params["tickets"] or shortage(hand, routes, station) == 0
            given_up = set[str]() if params["tickets"] else self.open
            self._read_costly(given_up, params)
            self._read_spare(params)
            return
        assert params["tickets"]
        assert params["need"]
        self._read_need(hand, routes, station, str(params["need"]))
        self._read_use(action.card, hand, routes, station, params)
        if "threat" in params:
            assert self.routes(params["threat"])[0] in routes
            self._read_rival(self.routes(params["threat"])[0], params)

    def _station_price(self, borrowed: object) -> int:
        return self.board.rules.stations - self.me.stations + 1 if borrowed else 0

    def _read_spare(self, params: Mapping[str, object]) -> None:
        """The route that spare cards are for can be claimed beside the plan."""
        for route in self.routes(params.get("route", "")):
            planned = sum(r.length for r in self.routes(params["routes"]))
            assert self.may_claim(route)
            assert route.length + planned <= self.me.trains
            assert params["points"] == self.board.rules.points[route.length] > 0

    def _read_use(
        self,
        card: str,
        hand: Counter[str],
        routes: Sequence[Route],
        station: int,
        params: Mapping[str, object],
    ) -> None:
        now = shortage(hand, routes, station)
        if card != "deck":
            served = self.routes(params["serves"])
            assert all(r.colour == card and params["helps"] and r in routes for r in served)
            assert params["helps"] == int(shortage(hand + Counter([card]), routes, station) < now)
        elif "hit" in params:
            unseen = Counter(self.view.unseen())
            useful = [c for c in unseen if shortage(hand + Counter([c]), routes, station) < now]
            share = sum(unseen[c] for c in useful) / unseen.total()
            assert abs(float(str(params["hit"])) - share) < 0.006

    def _read_build(self, action: Build, reason: str, params: Mapping[str, object]) -> None:
        assert params["city"] == action.city
        assert params["cost"] == self.board.rules.station_points
        if reason == "build_in_vain":
            return
        (route,) = self.routes(params["route"])
        assert action.city in (route.a.id, route.b.id)
        assert self.view.owners[route.index] == params["rival"] != self.seat
        done = self.completed(self.view.tickets, [route]) - self.complete
        assert {*str(params["done"]).split()} == done & self.open
        assert params["for"]
        assert {*str(params["for"]).split()} <= self.open

    def _read_keep(self, action: Keep, params: Mapping[str, object]) -> None:
        kept = [self.view.offer[place - 1] for place in action.tickets]
        assert str(params["kept"]).split() == [t.id for t in kept]
        complete = self.completed([*self.view.tickets, *kept], [])
        done = {t.id for t in kept} & complete
        wanted = {*str(params["tickets"]).split()}
        assert {*str(params["done"]).split()} == done
        assert not done & wanted
        dropped = {t.id for t in kept} - done - wanted
        assert {*str(params["dropped"]).split()} == dropped
        self._read_costly(dropped, params)
        routes = self.routes(params["routes"])
        assert params["trains"] == sum(r.length for r in routes)
        whole = [*self.own, *self.lent, *routes, *self.routes(params["borrowed"])]
        for route in self.routes(params["shared"]):
            rest = [r for r in whole if r is not route]
            assert sum(not self.walks(rest, t) for t in self.tickets(params["tickets"])) > 1

    def _read_costly(self, given_up: set[str], params: Mapping[str, object]) -> None:
        """What only costs too much is given up, and there is a way; or a station may lend one."""
        for ticket in self.tickets(params["costly"]):
            assert ticket.id in given_up
            assert self.me.stations or self.trains_to(ticket) <= self.me.trains

    def _read_tunnel(self, params: Mapping[str, object]) -> None:
        tunnel = self.view.tunnel
        assert tunnel is not None
        assert params["route"] == tunnel.route.id
        assert params["extra"] == tunnel.extra > 0
        assert params["back"] == tunnel.route.length
        assert params["points"] == self.board.rules.points[tunnel.route.length]
        self._read_aims(tunnel.route, params)

    def risk(self, claim: Claim) -> float:
        """The chance to fail in a tunnel, by turning up one card after the other."""
        colour = claim.payment.colour or LOCO
        hits = {colour, LOCO}
        spare = sum(self.view.hand.get(card, 0) for card in hits) - claim.payment.total
        pile, fresh = Counter(self.view.unseen()), Counter(dict(self.view.discards))

        def fails(turned: int, due: int, seen_hits: int, fresh_hits: int) -> float:
            if due > spare:
                return 1.0
            from_pile = turned < self.view.pile
            cards, gone = (pile, turned) if from_pile else (fresh, turned - self.view.pile)
            found = seen_hits if from_pile else fresh_hits
            total = cards.total() - gone
            if turned == self.board.rules.tunnel_cards or total <= 0:
                return 0.0
            hit = (sum(cards[card] for card in hits) - found) / total
            more = (seen_hits + 1, fresh_hits) if from_pile else (seen_hits, fresh_hits + 1)
            miss = (1 - hit) * fails(turned + 1, due, seen_hits, fresh_hits) if hit < 1 else 0.0
            return miss + (hit * fails(turned + 1, due + 1, *more) if hit > 0 else 0.0)

        return fails(0, 0, 0, 0)


def shortage(hand: Counter[str], routes: Sequence[Route], station: int) -> int:
    """How many locomotives more would pay for everything: found by trying every colour."""
    left = Counter(hand)
    short = 0
    wilds = left.pop(LOCO, 0) - sum(route.ferry for route in routes)
    jokers = left.pop(ANY, 0)
    grays = [station] if station else []
    for route in routes:
        price = route.length - route.ferry
        if route.colour == "gray":
            grays.append(price)
            continue
        paid = min(price, left[route.colour])
        left[route.colour] -= paid
        short += price - paid
    gray_short = max(0, _least(tuple(sorted(left.elements())), tuple(sorted(grays))) - jokers)
    return max(0, short + gray_short - wilds)


@cache
def _least(cards: tuple[str, ...], grays: tuple[int, ...]) -> int:
    """The fewest cards missing for prices that each take one colour."""
    if not grays:
        return 0
    held = Counter(cards)
    price, others = grays[-1], grays[:-1]
    best = price + _least(cards, others)
    for colour in held:
        paid = min(price, held[colour])
        rest = held - Counter({colour: paid})
        best = min(best, price - paid + _least(tuple(sorted(rest.elements())), others))
    return best
