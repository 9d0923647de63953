"""The reference player: the zero of all ratings, with the profile of the best public bot.

Every action gets a score in points and the highest is taken. A plan joins all tickets and is
completed by the odds of its turns against those that its own trains last; a route on the plan gets
its part of the tickets' points and what the way around it would cost if a rival took it; any other
must earn a fixed price for its trains; a card is worth the part of a turn that it saves. It never
gives a ticket up and does not look at what rivals do or how soon they end the game, which is what
better players do. It must never change: frozen positions pin what it does.
"""

from __future__ import annotations

from math import exp

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import CARDS, BoardScale
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    CardPayment,
    HandBalance,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
    missing_for_routes,
    unseen_share,
)
from whistlestop.bots.reasoning.forest import Forest, Pairs, bare_ground, join_all
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim
from whistlestop.bots.reasoning.ways import FAR, Ways, separate_cities, spread
from whistlestop.engine.phases.tunnels import pay_coloured, pay_total
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    FlatBoard,
    filled,
)


class Habits:
    """The reference player's constants, as shares of what the board gives; fitted to the profile.

    They were chosen by hand until games against itself had the known scores, tickets and turns.
    """

    def __init__(self) -> None:
        # What a train must earn beside the plan, of the best points per train. Low: the bot with
        # this profile is known for many short claims that lead nowhere.
        self.train = 0.36
        # What a turn is worth, of the best points per turn; the worth of cards follows from it.
        self.turn = 0.6
        # A plan has even odds if it takes so much longer than the trains last, and the scale on
        # which the odds change, both of the turns that all trains last. Above zero: one ticket
        # in five is to be missed.
        self.overrun = 0.1
        self.softness = 0.1
        # Tickets are drawn until the plan takes this share of the trains left.
        self.appetite = 0.35


class Scene:
    """What the reference player makes of a sight."""

    def __init__(
        self, facts: SeatFacts, scale: BoardScale, habits: Habits, tickets: vec[i64]
    ) -> None:
        t = facts.flat
        self.facts = facts
        self.flat: FlatBoard = t
        self.habits = habits
        self.scale = scale
        self.ways = Ways(t)
        self.own = separate_cities(t)
        self.touched = filled(t.cities, 0)
        self.price = filled(t.routes, FAR)
        self.balance = HandBalance(t, facts.hand)
        self.station_price: i64 = 0
        if t.stations and facts.stations[facts.seat]:
            self.station_price = t.stations - facts.stations[facts.seat] + 1
        self.train = habits.train * scale.train_points
        # A card in need saves the turn's part that drawing it would take.
        self.card = habits.turn * scale.turn_points / CARDS
        _price_routes(self)
        self.stake: i64 = 0
        self.settled: i64 = 0
        self.trains: i64 = 0
        self.routes = vec[i64]()
        self.borrowed = vec[i64]()
        _plan(self, tickets)
        self.missing = missing_for_routes(self.balance, self.routes, -1, 0)
        self.turns = _plan_turns(self)
        self.odds = _odds(self, self.turns)
        # What a card of each kind is worth and what one from the deck, and the chance that it fits.
        self.worth = vec[float]([0.0] * t.kinds)
        self.deck = 0.0
        self.fit = 0.0


def _price_routes(scene: Scene) -> None:
    """In thousandths of a train; a station costs its cards and what it would have earned."""
    t, facts = scene.flat, scene.facts
    route: i64 = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        mine = facts.station_owner[a] == facts.seat or facts.station_owner[b] == facts.seat
        if facts.owner[route] == facts.seat or (facts.owner[route] >= 0 and mine):
            scene.price[route] = 0
            scene.own.join(a, b)
            scene.touched[a] = 1
            scene.touched[b] = 1
        elif facts.owner[route] < 0 and can_claim(facts, route, facts.seat):
            scene.price[route] = 1000 * t.route_length[route]
        elif (
            facts.owner[route] >= 0
            and scene.station_price
            and (facts.station_owner[a] < 0 or facts.station_owner[b] < 0)
        ):
            scene.price[route] = 1000 * (2 * scene.station_price + t.station_points)
        route += 1


def _plan(scene: Scene, tickets: vec[i64]) -> None:
    """The forest of all tickets that can still be completed."""
    t = scene.flat
    pairs = Pairs()
    for ticket in tickets:
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        if scene.own.joined(a, b):
            scene.settled += t.ticket_points[ticket]
        elif spread(scene.ways, scene.price, a, b) >= FAR:
            scene.settled -= t.ticket_points[ticket]
        else:
            pairs.add(a, b)
            scene.stake += t.ticket_points[ticket]
    if not len(pairs.a):
        return
    forest: Forest = join_all(scene.ways, scene.price, pairs, bare_ground())
    for route in forest.routes():
        if scene.facts.owner[route] >= 0:
            scene.borrowed = append(scene.borrowed, route)
        else:
            scene.routes = append(scene.routes, route)
            scene.trains += t.route_length[route]


def _plan_turns(scene: Scene) -> float:
    """A turn for each claim and each station, and those that draw the missing cards."""
    stations = i64(len(scene.borrowed))
    cards = float(scene.missing + stations * scene.station_price)
    return float(i64(len(scene.routes)) + stations) + cards / CARDS


def _odds(scene: Scene, turns: float) -> float:
    """The odds that a plan of so many turns is completed; its own trains are the only clock."""
    if turns == 0.0:
        return 1.0
    facts, full = scene.facts, scene.scale.full_turns
    left = full * float(facts.trains[facts.seat]) / float(scene.flat.trains)
    spare = left + scene.habits.overrun * full - turns
    return 1.0 / (1.0 + exp(-spare / (scene.habits.softness * full)))


def _settlement(scene: Scene) -> float:
    return float(scene.settled) + float(scene.stake) * (2.0 * scene.odds - 1.0)


def choose(facts: SeatFacts, scale: BoardScale, habits: Habits) -> i64:
    """The code of the action that the reference player takes."""
    if len(facts.codes) == 1:
        return facts.codes[0]
    if facts.phase == OPENING or facts.phase == KEEPING:
        return _keep(facts, scale, habits)
    scene = Scene(facts, scale, habits, facts.tickets)
    if facts.phase == TUNNEL:
        return _answer_tunnel(scene)
    _weigh_cards(scene)
    best: i64 = -1
    most = 0.0
    if facts.phase != SECOND:
        best, most = _best_claim(scene)
        station, worth = _best_station(scene)
        if station >= 0 and (best < 0 or worth > most):
            best, most = station, worth
    for code in facts.codes:
        if code == TICKETS_CODE:
            worth = _tickets_worth(scene)
        elif DECK_CODE <= code < scene.flat.keep_code:
            worth = _draw_worth(scene, code)
        else:
            continue
        if best < 0 or worth > most:
            best, most = code, worth
    return best if best >= 0 else facts.codes[0]


def _keep(facts: SeatFacts, scale: BoardScale, habits: Habits) -> i64:
    """The choice with the best settlement."""
    best: i64 = -1
    most = 0.0
    for code in facts.codes:
        tickets = facts.tickets[:]
        mask = code - facts.flat.keep_code + 1
        place: i64 = 0
        while place < i64(len(facts.offer)):
            if (mask >> place) & 1:
                tickets = append(tickets, facts.offer[place])
            place += 1
        worth = _settlement(Scene(facts, scale, habits, tickets))
        if best < 0 or worth > most:
            best, most = code, worth
    return best


def _best_claim(scene: Scene) -> tuple[i64, float]:
    t, facts = scene.flat, scene.facts
    best: i64 = -1
    most = 0.0
    planned = filled(t.routes, 0)
    for route in scene.routes:
        planned[route] = 1
    route = 0
    while route < t.routes:
        if can_claim(facts, route, facts.seat):
            payment = best_payment(scene.balance, route, scene.routes)
            if payment.missing < UNPAYABLE:
                worth = _claim_worth(scene, route, payment, planned[route] != 0)
                if best < 0 or worth > most:
                    best, most = claim_code(t, route, payment), worth
        route += 1
    return best, most


def _claim_worth(scene: Scene, route: i64, payment: CardPayment, planned: bool) -> float:
    t = scene.flat
    length = float(t.route_length[route])
    worth = float(t.route_points[route])
    if planned:
        # The tickets' points by how much nearer the route brings them.
        worth += float(scene.stake) * scene.odds * length / float(scene.trains) + _risk(
            scene, route
        )
    else:
        worth -= scene.train * length
        if scene.trains + t.route_length[route] > scene.facts.trains[scene.facts.seat]:
            # These trains are the plan's, so the price is due once more to make up for them.
            worth -= scene.train * length
    a = t.route_a[route]
    b = t.route_b[route]
    if scene.touched[a] or scene.touched[b]:
        # It goes on from own routes: a part of the longest trail, which one player of all gets.
        worth += float(t.longest_trail) / float(t.players) / float(t.trains) * length
    if t.attraction_points:
        for city in (a, b):
            if t.attraction[city] and not scene.touched[city]:
                worth += float(t.attraction_points)
    harm = payment.missing - scene.missing
    if harm > 0:
        worth -= scene.card * float(harm)
    # What a locomotive is worth above a coloured card is lost with it.
    return worth - scene.card * (1.0 - scene.fit) * float(payment.wilds)


def _risk(scene: Scene, route: i64) -> float:
    """What waiting with a planned route may cost: the chance that it goes, by the way around.

    Until the plan is done each rival claims at the usual pace, and picks a route as often as
    tickets lead over it.
    """
    t, scale = scene.flat, scene.scale
    heat = 0.0
    for share in scale.heat:
        heat += share
    if heat == 0.0:
        return 0.0
    claims = (
        float(t.players - 1) * scene.turns * float(t.trains) / scale.mean_length / scale.full_turns
    )
    chance = min(1.0, claims * scale.heat[route] / heat)
    swing = 2.0 * float(scene.stake) * scene.odds
    return chance * min(swing, scene.train * _detour(scene, route))


def _detour(scene: Scene, route: i64) -> float:
    """The spaces that the way around a planned route takes more."""
    t = scene.flat
    price = scene.price[:]
    for other in scene.routes:
        price[other] = 0
    price[route] = FAR
    around = spread(scene.ways, price, t.route_a[route], t.route_b[route])
    return float(around - scene.price[route]) / 1000.0


def _best_station(scene: Scene) -> tuple[i64, float]:
    """A station for a route to be borrowed, once nothing else is left to do for the plan."""
    t = scene.flat
    if not len(scene.borrowed) or len(scene.routes):
        return -1, 0.0
    payment = best_station_payment(scene.balance, scene.station_price, scene.routes)
    if payment.missing >= UNPAYABLE:
        return -1, 0.0
    route = scene.borrowed[0]
    for city in (t.route_a[route], t.route_b[route]):
        if scene.facts.station_owner[city] < 0:
            worth = 2.0 * float(scene.stake) * scene.odds / float(len(scene.borrowed)) - float(
                t.station_points
            )
            return build_code(t, city, scene.station_price, payment), worth
    return -1, 0.0


def _weigh_cards(scene: Scene) -> None:
    """What a card of each kind is worth, and what one that nobody showed promises."""
    t, facts = scene.flat, scene.facts
    share = unseen_share(t, facts.hand, facts.market, facts.discards)
    spare = 0.0
    kind: i64 = 0
    while kind < t.colours:
        if _helps(scene, kind):
            scene.worth[kind] = scene.card
            scene.fit += share[kind]
        else:
            scene.worth[kind] = _spare_worth(scene, kind)
            spare = max(spare, scene.worth[kind])
        scene.deck += share[kind] * scene.worth[kind]
        kind += 1
    if _helps(scene, t.wild):
        scene.fit += share[t.wild]
        # It fits at once; a coloured card that does not leaves the second draw of a turn to make.
        scene.worth[t.wild] = scene.card * (2.0 - scene.fit)
    else:
        scene.worth[t.wild] = spare
    scene.deck += share[t.wild] * scene.worth[t.wild]


def _helps(scene: Scene, kind: i64) -> bool:
    scene.balance.hand[kind] = scene.balance.hand[kind] + 1
    missing = missing_for_routes(scene.balance, scene.routes, -1, 0)
    scene.balance.hand[kind] = scene.balance.hand[kind] - 1
    return missing < scene.missing


def _spare_worth(scene: Scene, kind: i64) -> float:
    """Beside the plan a card brings the longest route's gain as near as its suit is long.

    It can be of use as far as the plan leaves trains.
    """
    facts, scale = scene.facts, scene.scale
    near = float(min(scene.balance.hand[kind] + 1, scale.longest)) / float(scale.longest)
    free = float(max(0, facts.trains[facts.seat] - scene.trains)) / float(scene.flat.trains)
    return (scale.train_points - scene.train) * near * free


def _draw_worth(scene: Scene, code: i64) -> float:
    """What a card is worth, and for a first one what the deck brings as the second."""
    worth = scene.deck if code == DECK_CODE else scene.worth[code - DRAW_CODE]
    if scene.facts.phase == SECOND or code - DRAW_CODE == scene.flat.wild:
        return worth
    return worth + scene.deck


def _tickets_worth(scene: Scene) -> float:
    """What a ticket is expected to add to the settlement, if it is handed back where it harms."""
    t, facts = scene.flat, scene.facts
    if facts.turns_left >= 0 or scene.odds < 0.5:
        return -1.0
    if float(scene.trains) > scene.habits.appetite * float(facts.trains[facts.seat]):
        return -1.0
    price = scene.price[:]
    for route in scene.routes:
        price[route] = 0
    mine = filled(t.tickets, 0)
    for ticket in facts.tickets:
        mine[ticket] = 1
    now = _settlement(scene)
    count: i64 = 0
    total = 0.0
    ticket = 0
    while ticket < t.tickets:
        if not mine[ticket] and not t.ticket_long[ticket]:
            count += 1
            gain = _with_ticket(scene, price, ticket) - now
            if gain > 0.0:
                total += gain
        ticket += 1
    return total / float(count) if count else -1.0


def _with_ticket(scene: Scene, price: vec[i64], ticket: i64) -> float:
    t = scene.flat
    points = float(t.ticket_points[ticket])
    far = spread(scene.ways, price, t.ticket_a[ticket], t.ticket_b[ticket])
    if far >= FAR:
        return float(scene.settled) - points
    pace = scene.scale.full_turns / float(t.trains)
    odds = _odds(scene, scene.turns + pace * float(far) / 1000.0)
    return float(scene.settled) + (float(scene.stake) + points) * (2.0 * odds - 1.0)


def _answer_tunnel(scene: Scene) -> i64:
    """Pay so that least is missing afterwards; decline only what cannot be paid."""
    t, facts = scene.flat, scene.facts
    best: i64 = DECLINE_CODE
    least: i64 = UNPAYABLE
    hand = scene.balance.hand
    for code in facts.codes:
        if code == DECLINE_CODE:
            continue
        coloured = pay_coloured(t, code)
        wilds = pay_total(t, code) - coloured
        if coloured:
            hand[facts.tunnel_colour] = hand[facts.tunnel_colour] - coloured
        hand[t.wild] = hand[t.wild] - wilds
        missing = missing_for_routes(scene.balance, scene.routes, facts.tunnel_route, 0)
        if coloured:
            hand[facts.tunnel_colour] = hand[facts.tunnel_colour] + coloured
        hand[t.wild] = hand[t.wild] + wilds
        if missing < least:
            best, least = code, missing
    return best
