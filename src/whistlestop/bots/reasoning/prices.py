"""One seat's outlook at one ply: what every route would cost it in turns, and how long it has.

An outlook is made from a sight alone. Prices are thousandths of a turn: own routes cost
nothing, open ones what drawing and claiming takes less what their points are worth, rivals' routes
what a station takes where there are stations, everything else is closed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import CARDS, BoardScale
from whistlestop.bots.reasoning.card_needs import HandBalance, unseen_share
from whistlestop.bots.reasoning.forest import bare_ground, first_way
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim
from whistlestop.bots.reasoning.ways import FAR, Ways, separate_cities, ways_at
from whistlestop.engine.state.flat_board import FlatBoard, filled

TURN: Final = 1000.0


class Tuning:
    """The planner's constants: shares of what the board gives, set by the lab."""

    def __init__(self) -> None:
        # How much of a route's points counts against its price when ways are compared.
        self.points = 0.37
        # How much of the cards in hand counts against a route's price.
        self.credit = 0.5
        # A spare turn's and a spare train's worth, as shares of the board's best.
        self.idle = 0.6
        self.train = 0.75
        # Turns kept in hand, and how soft the end is, as shares of a full game.
        self.slack = 0.06
        self.soft = 0.1
        # By how much plans take longer than they look, and how often a hot route of one is lost.
        self.doubt = 0.1
        self.peril = 0.03
        # What claiming at once is worth over waiting, in turns, when nobody threatens the route.
        self.hurry = -0.1
        # Tickets are drawn when they promise more than this many turns' worth.
        self.appetite = 1.2
        # Tickets are not drawn when the chance is higher than this that none offered fits.
        self.risk = 0.25
        # Rivals finish sooner (below 1) or later than the clock says.
        self.haste = 1.0
        # Useful cards in a turn of drawing, when single routes are compared.
        self.cards = 1.7
        # A tunnel is tried with at least this chance of success.
        self.nerve = 0.6
        # How likely a hot route near a rival is taken within a turn.
        self.worry = 0.4
        # How much the plan for spare trains counts when cards are drawn.
        self.spare = 0.35
        # The share of the bonus for the longest trail that a space at its end is given.
        self.trail = 0.5


class KnownForest:
    """Tickets and the routes of the forest that joins their cities."""

    def __init__(self, tickets: vec[i64], routes: vec[i64]) -> None:
        self.tickets = tickets
        self.routes = routes


class Prices:
    """Everything a decision is weighed by."""

    def __init__(self, facts: SeatFacts, scale: BoardScale, tuning: Tuning) -> None:
        t = facts.flat
        self.facts = facts
        self.flat: FlatBoard = t
        self.scale = scale
        self.tuning = tuning
        self.ways = Ways(t)
        self.balance = HandBalance(t, facts.hand)
        self.share = unseen_share(t, facts.hand, facts.market, facts.discards)
        self.own = separate_cities(t)
        # The own routes only: what districts and attractions ask for.
        self.touched = filled(t.cities, 0)
        self.turn_value = tuning.idle * scale.turn_points
        self.by_route = filled(t.routes, FAR)
        # What routes bring for themselves; -1: not worked out yet.
        self.gain = vec[float]([-1.0] * t.routes)
        # Ways by these prices that were searched for already, and forests for tickets.
        self.ground = bare_ground()
        self.joined: list[KnownForest] = []
        self.turns_left = 0.0
        self.station_price: i64 = 0
        if t.stations and facts.stations[facts.seat]:
            self.station_price = t.stations - facts.stations[facts.seat] + 1
        _note_own(self)
        _set_prices(self)
        # Room for searches by these prices.
        self.open_ways = ways_at(t, self.by_route)
        self.turns_left = turns_left(facts, scale, tuning)


def how_far(prices: Prices, ticket: i64) -> i64:
    """How far the cities of a ticket are apart."""
    t = prices.flat
    return first_way(
        prices.open_ways, prices.by_route, prices.ground, t.ticket_a[ticket], t.ticket_b[ticket]
    ).far


def _note_own(prices: Prices) -> None:
    """Join what the seat's own routes join, and what a station of its own may borrow."""
    t, facts = prices.flat, prices.facts
    route: i64 = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        if facts.owner[route] == facts.seat:
            prices.own.join(a, b)
            prices.touched[a] = 1
            prices.touched[b] = 1
        elif facts.owner[route] >= 0 and (
            facts.station_owner[a] == facts.seat or facts.station_owner[b] == facts.seat
        ):
            prices.own.join(a, b)
        route += 1


def _set_prices(prices: Prices) -> None:
    t, facts = prices.flat, prices.facts
    owner, price = facts.owner, prices.by_route
    longest = _longest_suit(facts)
    # Routes of a class cost the same where there are no attractions, but for tunnels.
    known = filled(2 * t.classes, -1)
    route: i64 = 0
    while route < t.routes:
        if owner[route] == facts.seat:
            price[route] = 0
        elif owner[route] >= 0:
            price[route] = _borrow_price(prices, route)
        elif can_claim(facts, route, facts.seat):
            kind = 2 * t.route_class[route] + t.route_tunnel[route]
            if known[kind] < 0 or t.attraction_points:
                known[kind] = _open_price(prices, route, longest)
            price[route] = known[kind]
        route += 1


def _borrow_price(prices: Prices, route: i64) -> i64:
    """A rival's route: nothing where a station stands, else a station's cards, turn and points."""
    t, facts = prices.flat, prices.facts
    a = facts.station_owner[t.route_a[route]]
    b = facts.station_owner[t.route_b[route]]
    if a == facts.seat or b == facts.seat:
        return 0
    if prices.station_price == 0 or (a >= 0 and b >= 0):
        return FAR
    turns = 1.0 + float(prices.station_price) / prices.tuning.cards
    turns += float(t.station_points) / (prices.turn_value + 0.01)
    return i64(int(turns * TURN))


def _open_price(prices: Prices, route: i64, longest: i64) -> i64:
    t, facts = prices.flat, prices.facts
    length = t.route_length[route]
    cards = float(length + t.route_ferry[route])
    if t.route_tunnel[route]:
        cards += 0.2 * float(t.tunnel_cards)
    cards -= prices.tuning.credit * float(_held_for(facts, route, longest))
    points = float(t.route_points[route]) + _prize(prices, route)
    turns = (
        1.0
        + cards / prices.tuning.cards
        - prices.tuning.points * points / (prices.turn_value + 0.01)
    )
    # Never for nothing: of two free ways the one with fewer trains is better.
    least = 0.05 * float(length)
    return i64(int((turns if turns > least else least) * TURN))


def _longest_suit(facts: SeatFacts) -> i64:
    longest: i64 = 0
    kind: i64 = 0
    while kind < facts.flat.colours:
        if facts.hand[kind] > longest:
            longest = facts.hand[kind]
        kind += 1
    return longest


def _held_for(facts: SeatFacts, route: i64, longest: i64) -> i64:
    """Cards in hand that would serve a route; of a gray one the longest suit."""
    t = facts.flat
    colour = t.route_colour[route]
    held = facts.hand[colour] if colour < t.colours else longest
    length = t.route_length[route]
    return held if held < length else length


def _prize(prices: Prices, route: i64) -> float:
    """Half the points of attractions at its ends: the other half is for the route that leads on."""
    t = prices.flat
    if not t.attraction_points:
        return 0.0
    count: i64 = 0
    for city in (t.route_a[route], t.route_b[route]):
        if t.attraction[city] and not prices.touched[city]:
            count += 1
    return 0.5 * float(count * t.attraction_points)


def turns_left(facts: SeatFacts, scale: BoardScale, tuning: Tuning) -> float:
    """How many turns the seat has, this one included, if the fastest rival goes on as it must."""
    if facts.turns_left >= 0:
        return 1.0
    least = 1_000.0
    who: i64 = 0
    while who < facts.flat.players:
        if who != facts.seat:
            turns = turns_to_end(facts, scale, who) * tuning.haste
            if turns < least:
                least = turns
        who += 1
    return least + 1.0


def turns_to_end(facts: SeatFacts, scale: BoardScale, who: i64) -> float:
    """Turns until a player has so few trains that the last round begins."""
    t = facts.flat
    trains = float(facts.trains[who] - t.last_round)
    if trains <= 0.0:
        return 0.0
    missing = trains - 0.8 * float(facts.sizes[who])
    draws = missing / CARDS if missing > 0.0 else 0.0
    return draws + trains / scale.mean_length


def drawing_turns(share: vec[float], over: vec[i64], t: FlatBoard) -> float:
    """Turns of drawing until nothing is missing: slower as fewer colours are of use.

    Goes from one colour filled to the next; cards come in the proportions of what is unseen, and
    locomotives help the colour that is farthest behind.
    """
    need = vec[float]([0.0] * t.kinds)
    kind: i64 = 0
    while kind < t.kinds:
        if over[kind] < 0:
            need[kind] = float(-over[kind])
        kind += 1
    _lend(need, float(over[t.wild]), t)
    turns = 0.0
    useful = _useful(need, share, t)
    while useful > 0.0:
        miss = 1.0 - useful
        rate = 2.0 * (1.0 - miss * miss) / useful
        step = _next_filled(need, share, rate, t)
        turns += step
        kind = 0
        while kind < t.kinds:
            if need[kind] > 0.0:
                need[kind] = need[kind] - step * rate * (share[kind] + 0.01)
                if need[kind] < 0.01:
                    need[kind] = 0.0
            kind += 1
        if need[t.wild] <= 0.0:
            _lend(need, step * rate * share[t.wild], t)
        useful = _useful(need, share, t)
    return turns


def _useful(need: vec[float], share: vec[float], t: FlatBoard) -> float:
    """The share of unseen cards that would help; 0 when nothing is missing."""
    useful = 0.0
    kind: i64 = 0
    while kind < t.colours:
        if need[kind] > 0.0:
            # A colour of which no card is left to come still comes back some day.
            useful += share[kind] + 0.01
        kind += 1
    if useful > 0.0 or need[t.wild] > 0.0:
        useful += share[t.wild] + 0.01
    return useful if useful < 1.0 else 1.0


def _next_filled(need: vec[float], share: vec[float], rate: float, t: FlatBoard) -> float:
    """Turns until the first colour is filled."""
    least = 1_000.0
    kind: i64 = 0
    while kind < t.kinds:
        if need[kind] > 0.0:
            turns = need[kind] / (rate * (share[kind] + 0.01))
            if turns < least:
                least = turns
        kind += 1
    return least


def _lend(need: vec[float], wilds: float, t: FlatBoard) -> None:
    """Locomotives stand in where most is missing."""
    while wilds > 0.0:
        most: i64 = 0
        kind: i64 = 1
        while kind < t.colours:
            if need[kind] > need[most]:
                most = kind
            kind += 1
        if need[most] <= 0.0:
            return
        part = 1.0 if wilds > 1.0 else wilds
        if part > need[most]:
            part = need[most]
        need[most] = need[most] - part
        wilds -= part
