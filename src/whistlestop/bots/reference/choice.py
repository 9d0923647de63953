"""The reference player's decisions: every action gets a score in points, and the highest wins.

A plan joins all tickets; its odds compare the turns it takes with those that the seat's own trains
last. A route of the plan earns its part of the tickets' points and what the way around it would
cost if a rival took it; any other must earn a fixed price for its trains; a card is worth the part
of a turn that it saves. The reference never gives up a ticket and ignores what rivals do and how
soon they end the game; better players do not. It must never change: frozen positions pin it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import BoardScale
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    CardPayment,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
    missing_after_pay,
    missing_for_routes,
    unseen_share,
)
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim, free_end, tickets_with
from whistlestop.bots.reasoning.ways import FAR, spread
from whistlestop.bots.reference.scene import SPACE, Habits, Scene, odds_of, ticket_points
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    filled,
)

# With worse odds than these the reference draws no tickets.
EVEN_ODDS: Final = 0.5
# The score of drawing tickets that the reference does not want.
UNWANTED: Final = -1.0


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
    """The choice that promises most points of tickets."""
    best: i64 = -1
    most = 0.0
    for code in facts.codes:
        scene = Scene(facts, scale, habits, tickets_with(facts, code))
        worth = ticket_points(scene)
        if best < 0 or worth > most:
            best, most = code, worth
    return best


def _best_claim(scene: Scene) -> tuple[i64, float]:
    """The code of the claim worth most, and its worth; -1 if the hand can pay for none."""
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
    """The points that a claim is worth, planned or not."""
    t = scene.flat
    length = float(t.route_length[route])
    worth = float(t.route_points[route])
    if planned:
        # The part of the tickets' points by the trains that the route takes off the plan.
        part = float(scene.stake) * scene.odds * length / float(scene.trains)
        worth += part + _risk(scene, route)
    else:
        worth -= scene.train * length
        if scene.trains + t.route_length[route] > scene.facts.trains[scene.facts.seat]:
            # The plan needs these trains itself, so they cost double.
            worth -= scene.train * length
    a = t.route_a[route]
    b = t.route_b[route]
    if scene.touched[a] or scene.touched[b]:
        # It continues own routes: a part of the bonus for the longest trail, which one of all wins.
        worth += float(t.longest_trail) / float(t.players) / float(t.trains) * length
    if t.prized:
        for city in (a, b):
            if not scene.touched[city]:
                worth += float(t.city_points[city])
    harm = payment.missing - scene.missing
    if harm > 0:
        worth -= scene.card * float(harm)
    # A locomotive is worth more than a coloured card, and paying with it loses the difference.
    return worth - scene.card * (1.0 - scene.fit) * float(payment.wilds)


def _risk(scene: Scene, route: i64) -> float:
    """What waiting with a planned route may cost: the chance to lose it, times the way around it.

    The chance assumes that until the plan is done each rival claims at the usual pace and picks
    routes in proportion to the tickets that lead over them.
    """
    t, scale = scene.flat, scene.scale
    heat = 0.0
    for share in scale.heat:
        heat += share
    if heat == 0.0:
        return 0.0
    rivals = float(t.players - 1)
    claims = rivals * scene.turns * float(t.trains) / scale.mean_length / scale.full_turns
    chance = min(1.0, claims * scale.heat[route] / heat)
    swing = 2.0 * float(scene.stake) * scene.odds
    return chance * min(swing, scene.train * _detour(scene, route))


def _detour(scene: Scene, route: i64) -> float:
    """How many more spaces the way around a planned route takes."""
    t = scene.flat
    price = scene.price[:]
    for other in scene.routes:
        price[other] = 0
    price[route] = FAR
    around = spread(scene.ways, price, t.route_a[route], t.route_b[route])
    return float(around - scene.price[route]) / float(SPACE)


def _best_station(scene: Scene) -> tuple[i64, float]:
    """A station for a borrowed route, once the plan has no other route left to claim."""
    t = scene.flat
    if not len(scene.borrowed) or len(scene.routes):
        return -1, 0.0
    payment = best_station_payment(scene.balance, scene.station_price, scene.routes)
    if payment.missing >= UNPAYABLE:
        return -1, 0.0
    city = free_end(scene.facts, scene.borrowed[0])
    if city < 0:
        return -1, 0.0
    turned = 2.0 * float(scene.stake) * scene.odds / float(len(scene.borrowed))
    return build_code(t, city, scene.station_price, payment), turned - float(t.station_points)


def _weigh_cards(scene: Scene) -> None:
    """Work out what a card of each kind and a card from the deck are worth."""
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
        # It always fits; a card from the deck fits only by that chance.
        scene.worth[t.wild] = scene.card * (2.0 - scene.fit)
    else:
        scene.worth[t.wild] = spare
    scene.deck += share[t.wild] * scene.worth[t.wild]


def _helps(scene: Scene, kind: i64) -> bool:
    """Whether one more card of a kind leaves fewer missing for the plan."""
    scene.balance.hand[kind] = scene.balance.hand[kind] + 1
    missing = missing_for_routes(scene.balance, scene.routes, -1, 0)
    scene.balance.hand[kind] = scene.balance.hand[kind] - 1
    return missing < scene.missing


def _spare_worth(scene: Scene, kind: i64) -> float:
    """What a card outside the plan is worth: the longer its suit, the nearer the longest route.

    It counts as far as the plan leaves trains.
    """
    facts, scale = scene.facts, scene.scale
    near = float(min(scene.balance.hand[kind] + 1, scale.longest)) / float(scale.longest)
    free = float(max(0, facts.trains[facts.seat] - scene.trains)) / float(scene.flat.trains)
    return (scale.train_points - scene.train) * near * free


def _draw_worth(scene: Scene, code: i64) -> float:
    """What a card is worth; a first one counts with a second from the deck."""
    worth = scene.deck if code == DECK_CODE else scene.worth[code - DRAW_CODE]
    if scene.facts.phase == SECOND or code - DRAW_CODE == scene.flat.wild:
        return worth
    return worth + scene.deck


def _tickets_worth(scene: Scene) -> float:
    """What drawing a ticket is expected to bring, if one that harms is handed back."""
    t, facts = scene.flat, scene.facts
    if facts.turns_left >= 0 or scene.odds < EVEN_ODDS:
        return UNWANTED
    if float(scene.trains) > scene.habits.appetite * float(facts.trains[facts.seat]):
        return UNWANTED
    price = scene.price[:]
    for route in scene.routes:
        price[route] = 0
    mine = filled(t.tickets, 0)
    for ticket in facts.tickets:
        mine[ticket] = 1
    now = ticket_points(scene)
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
    return total / float(count) if count else UNWANTED


def _with_ticket(scene: Scene, price: vec[i64], ticket: i64) -> float:
    """The points expected of all tickets with this one added, its way over the plan's routes."""
    t = scene.flat
    points = float(t.ticket_points[ticket])
    far = spread(scene.ways, price, t.ticket_a[ticket], t.ticket_b[ticket])
    if far >= FAR:
        return float(scene.settled) - points
    pace = scene.scale.full_turns / float(t.trains)
    odds = odds_of(scene, scene.turns + pace * float(far) / float(SPACE))
    return float(scene.settled) + (float(scene.stake) + points) * (2.0 * odds - 1.0)


def _answer_tunnel(scene: Scene) -> i64:
    """Pay so that least is missing afterwards; decline only if the hand cannot pay."""
    facts = scene.facts
    best: i64 = DECLINE_CODE
    least: i64 = UNPAYABLE
    for code in facts.codes:
        if code == DECLINE_CODE:
            continue
        missing = missing_after_pay(
            scene.balance, code, facts.tunnel_colour, scene.routes, facts.tunnel_route
        )
        if missing < least:
            best, least = code, missing
    return best
