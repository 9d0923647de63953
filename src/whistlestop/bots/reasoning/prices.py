"""What every route would cost one seat at one ply, in turns, and how many turns it has left.

Prices follow from the seat's facts alone. They are thousandths of a turn: own routes cost nothing,
open ones the turns of drawing and claiming less what their points are worth, rivals' routes what a
station takes where the board has stations; all others are closed. The planner and its relatives
(styles, search, advice) decide by these; `greedy` and `reference` count in trains instead.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import (
    FOREVER,
    NEARLY_NOTHING,
    TUNNEL_COST,
    TURN,
    BoardScale,
    price_in_turns,
    turns_to_end,
)
from whistlestop.bots.reasoning.card_needs import HandBalance, unseen_share
from whistlestop.bots.reasoning.forest import bare_ground, first_way
from whistlestop.bots.reasoning.seat_facts import (
    SeatFacts,
    can_claim,
    can_use,
    longest_suit,
    next_station_price,
)
from whistlestop.bots.reasoning.ways import FAR, Ways, separate_cities, ways_at
from whistlestop.engine.state.flat_board import KEEPING, FlatBoard, filled

# Added to a colour's share of the unseen cards: one whose cards are all out still comes back when
# the discards are shuffled.
COMES_BACK: Final = 0.01
# Missing cards below this count as none: what rounding leaves.
NO_CARD: Final = 0.01
# The part of an attraction's points that counts for each route at it: the other part is for the
# route that leads on from there.
ATTRACTION_SHARE: Final = 0.5


class Tuning:
    """The planner's constants, most of them shares of what the board gives.

    These values were found by `whistlestop tune` in games of planners; `bots/tuned.json` has those
    of boards where others play better. Each is a parameter of the planner (see `planner/bot.py`).
    """

    def __init__(self) -> None:
        # How much of a route's points counts against its price when ways are compared.
        self.points = 0.37
        # How much of the cards in hand counts in favour of a route. Not all: another route may
        # take them.
        self.credit = 0.5
        # What a spare turn and a spare train are worth, as shares of the board's best.
        self.idle = 0.6
        self.train = 0.75
        # Turns that a plan must leave free, and how uncertain the end is, as shares of a game.
        self.slack = 0.06
        self.soft = 0.1
        # By how much plans take longer than they look, and how often rivals take the hottest route.
        self.doubt = 0.1
        self.peril = 0.03
        # What claiming at once is worth over waiting, in turns, when no rival threatens the route.
        # Below zero: cards that are not spent yet can still serve another route.
        self.hurry = -0.1
        # The planner draws tickets when they promise more than this many turns' worth of points.
        self.appetite = 1.2
        # The planner draws no tickets if the chance is higher than this that none of them fits.
        self.risk = 0.25
        # Rivals finish sooner (below 1) or later than the clock says.
        self.haste = 1.0
        # Useful cards from a turn of drawing, where single routes are compared. It differs from
        # `CARDS_PER_TURN` because fewer colours help a single route than a whole plan.
        self.cards = 1.7
        # The planner tries a tunnel with at least this chance of success.
        self.nerve = 0.6
        # How likely a rival takes the hottest route next to it within a turn.
        self.worry = 0.4
        # How much routes for spare trains count when cards are drawn.
        self.spare = 0.35
        # The share of the bonus for the longest trail that routes touching the network get.
        self.trail = 0.5


class KnownForest:
    """The routes of the forest for some tickets, kept since plans often ask for it again."""

    def __init__(self, tickets: vec[i64], routes: vec[i64]) -> None:
        self.tickets = tickets
        self.routes = routes


class Prices:
    """The prices of all routes, with everything else that a decision of the planner rests on."""

    def __init__(self, facts: SeatFacts, scale: BoardScale, tuning: Tuning) -> None:
        t = facts.flat
        self.facts = facts
        self.flat: FlatBoard = t
        self.scale = scale
        self.tuning = tuning
        self.ways = Ways(t)
        self.balance = HandBalance(t, facts.hand)
        # For each kind the chance that an unseen card is of it.
        self.share = unseen_share(t, facts.hand, facts.market, facts.discards)
        # Cities joined by own routes and by what own stations may borrow.
        self.own = separate_cities(t)
        # Cities at own routes: attractions and trails do not count borrowed ones.
        self.touched = filled(t.cities, 0)
        # What a spare turn is worth, in points.
        self.turn_value = tuning.idle * scale.turn_points
        self.by_route = filled(t.routes, FAR)
        # What each route brings by itself, in points; -1 until `gain_of` works it out.
        self.gain = vec[float]([-1.0] * t.routes)
        # Ways and forests by these prices that were found already.
        self.ground = bare_ground()
        self.joined: list[KnownForest] = []
        self.turns_left = 0.0
        self.station_price = next_station_price(facts)
        _note_own(self)
        _set_prices(self)
        # For searches by these prices, without closed routes.
        self.open_ways = ways_at(t, self.by_route)
        self.turns_left = turns_left(facts, scale, tuning)


def how_far(prices: Prices, ticket: i64) -> i64:
    """The price of the cheapest way between the cities of a ticket."""
    t = prices.flat
    return first_way(
        prices.open_ways, prices.by_route, prices.ground, t.ticket_a[ticket], t.ticket_b[ticket]
    ).far


def _note_own(prices: Prices) -> None:
    """Note what the seat's own routes join, and what its stations may borrow."""
    t, facts = prices.flat, prices.facts
    route: i64 = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        if can_use(facts, route):
            prices.own.join(a, b)
        if facts.owner[route] == facts.seat:
            prices.touched[a] = 1
            prices.touched[b] = 1
        route += 1


def _set_prices(prices: Prices) -> None:
    """Fill in `by_route`, which is `FAR` everywhere so far."""
    t, facts = prices.flat, prices.facts
    owner, price = facts.owner, prices.by_route
    longest = longest_suit(facts)
    # Where no city is worth points, routes of a class cost the same, except tunnels.
    known = filled(2 * t.classes, -1)
    route: i64 = 0
    while route < t.routes:
        if owner[route] == facts.seat:
            price[route] = 0
        elif owner[route] >= 0:
            price[route] = _borrow_price(prices, route)
        elif can_claim(facts, route, facts.seat):
            kind = 2 * t.route_class[route] + t.route_tunnel[route]
            if known[kind] < 0 or t.prized:
                known[kind] = _open_price(prices, route, longest)
            price[route] = known[kind]
        route += 1


def _borrow_price(prices: Prices, route: i64) -> i64:
    """A rival's route: free at an own station, else a new station's cards, turn and points."""
    t, facts = prices.flat, prices.facts
    a = facts.station_owner[t.route_a[route]]
    b = facts.station_owner[t.route_b[route]]
    if a == facts.seat or b == facts.seat:
        return 0
    if prices.station_price == 0 or (a >= 0 and b >= 0):
        return FAR
    turns = 1.0 + float(prices.station_price) / prices.tuning.cards
    turns += float(t.station_points) / (prices.turn_value + NEARLY_NOTHING)
    return i64(int(turns * TURN))


def _open_price(prices: Prices, route: i64, longest: i64) -> i64:
    """A free route: a turn to claim it, those that draw its cards, less what its points earn."""
    t, facts, tuning = prices.flat, prices.facts, prices.tuning
    length = t.route_length[route]
    # A ferry's locomotives count twice: they are rarer than cards of a colour.
    cards = float(length + t.route_ferry[route])
    if t.route_tunnel[route]:
        cards += TUNNEL_COST * float(t.tunnel_cards)
    cards -= tuning.credit * float(_held_for(facts, route, longest))
    points = float(t.route_points[route]) + _prize(prices, route)
    earned = tuning.points * points / (prices.turn_value + NEARLY_NOTHING)
    return price_in_turns(1.0 + cards / tuning.cards - earned, length)


def _held_for(facts: SeatFacts, route: i64, longest: i64) -> i64:
    """Cards in hand that would pay for a route; for a gray one those of the longest suit."""
    t = facts.flat
    colour = t.route_colour[route]
    held = facts.hand[colour] if colour < t.colours else longest
    length = t.route_length[route]
    return held if held < length else length


def _prize(prices: Prices, route: i64) -> float:
    """The route's part of what reaching its ends is worth."""
    t = prices.flat
    if not t.prized:
        return 0.0
    points: i64 = 0
    for city in (t.route_a[route], t.route_b[route]):
        if not prices.touched[city]:
            points += t.city_points[city]
    return ATTRACTION_SHARE * float(points)


def turns_left(facts: SeatFacts, scale: BoardScale, tuning: Tuning) -> float:
    """How many turns the seat has, this one included, if the fastest rival hurries to the end."""
    if facts.turns_left >= 0:
        # Whoever draws tickets in the last turn has none left for them.
        return 0.0 if facts.phase == KEEPING else 1.0
    least = FOREVER
    who: i64 = 0
    while who < facts.flat.players:
        if who != facts.seat:
            turns = turns_to_end(scale, facts.trains[who], facts.sizes[who]) * tuning.haste
            if turns < least:
                least = turns
        who += 1
    return least + 1.0


def drawing_turns(share: vec[float], over: vec[i64], t: FlatBoard) -> float:
    """Turns of drawing until nothing is missing; the fewer colours are of use, the slower.

    The loop goes from the moment one colour is filled to the next. Cards come in the proportions of
    what is unseen, and locomotives help the colour that is farthest behind.
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
        # Each of the two draws is useful unless it misses twice, on the table and in the deck. What
        # comes is spread over the useful kinds by their shares.
        miss = 1.0 - useful
        rate = 2.0 * (1.0 - miss * miss) / useful
        step = _next_filled(need, share, rate, t)
        turns += step
        kind = 0
        while kind < t.kinds:
            if need[kind] > 0.0:
                need[kind] = need[kind] - step * rate * (share[kind] + COMES_BACK)
                if need[kind] < NO_CARD:
                    need[kind] = 0.0
            kind += 1
        if need[t.wild] <= 0.0:
            _lend(need, step * rate * share[t.wild], t)
        useful = _useful(need, share, t)
    return turns


def _useful(need: vec[float], share: vec[float], t: FlatBoard) -> float:
    """The share of unseen cards that would help; 0 if nothing is missing."""
    useful = 0.0
    kind: i64 = 0
    while kind < t.colours:
        if need[kind] > 0.0:
            useful += share[kind] + COMES_BACK
        kind += 1
    if useful > 0.0 or need[t.wild] > 0.0:
        useful += share[t.wild] + COMES_BACK
    return useful if useful < 1.0 else 1.0


def _next_filled(need: vec[float], share: vec[float], rate: float, t: FlatBoard) -> float:
    """Turns until the first colour is filled."""
    least = FOREVER
    kind: i64 = 0
    while kind < t.kinds:
        if need[kind] > 0.0:
            turns = need[kind] / (rate * (share[kind] + COMES_BACK))
            if turns < least:
                least = turns
        kind += 1
    return least


def _lend(need: vec[float], wilds: float, t: FlatBoard) -> None:
    """Let locomotives replace cards where most are missing."""
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
