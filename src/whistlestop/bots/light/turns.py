"""The light player's turns, and whole games of light players.

Every decision is the code of a legal action, found without listing the others. A light player
claims as soon as it can pay, the longest route first, and draws the cards it misses most. It reads
states, but only what its seat may know.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.light.cards import (
    choose_draw,
    count_need,
    gray_colour,
    payment_code,
    takes_needed,
    turns_for,
)
from whistlestop.bots.light.keep import keep_few
from whistlestop.bots.light.network import (
    note_own_claim,
    note_rival_claim,
    plan_tickets,
    turns_left,
    want_fillers,
)
from whistlestop.bots.light.player import LightBoard, LightPlayer
from whistlestop.engine.fast.rollout import deal_random
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.phases.payment import way_number
from whistlestop.engine.phases.routes import is_open, route_of
from whistlestop.engine.phases.stations import next_cost
from whistlestop.engine.phases.tunnels import encode_pay
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.accessors import (
    cards_of,
    hand_size,
    owner_of,
    station_owner,
    trains_left,
)
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    MAIN,
    NONE,
    OVER,
    PHASE,
    SECOND,
    TICKETS,
    TICKETS_CODE,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    FlatBoard,
    filled,
)
from whistlestop.engine.state.state import State

# With fewer turns left than this a station cannot wait for the routes before it.
NEARLY_OVER: Final = 2.0
# With fewer turns left than this a light player checks whether its plan still fits, and plans anew
# if not, at most so many times a game: planning takes longer than all else.
LATE: Final = 8.0
MOST_PLANS: Final = 4
# A route that a rival is near comes before any that is not: no route is longer than this.
THREATENED: Final = 8


def play_out(light: LightBoard, s: State, players: list[LightPlayer], chance: Chance) -> i64:
    """Let light players play to the end; returns the number of plies."""
    t = light.flat
    plies: i64 = 0
    while i64(s.bytes[PHASE]) != OVER:
        seat = to_act(t, s)
        code = choose_light(light, s, players, seat)
        play_action(light, s, players, seat, code, chance)
        plies += 1
    return plies


def play_action(
    light: LightBoard, s: State, players: list[LightPlayer], seat: i64, code: i64, chance: Chance
) -> None:
    """Apply an action and let every light player note what it changes."""
    t = light.flat
    route: i64 = -1
    if code >= t.claim_code:
        route = route_of(t, code)
    elif t.pay_code <= code < t.build_code:
        route = i64(s.bytes[TUNNEL_ROUTE])
    elif t.keep_code <= code < t.pay_code or code >= t.build_code:
        players[seat].ready = False
    apply(t, s, seat, code, chance)
    if route >= 0 and owner_of(t, s.bytes, route) == seat:
        for player in players:
            if player.seat == seat:
                note_own_claim(light, s, player, route)
            else:
                note_rival_claim(light, s, player, route)


def choose_light(light: LightBoard, s: State, players: list[LightPlayer], seat: i64) -> i64:
    """The code of what the light player of a seat does now."""
    d = s.bytes
    player = players[seat]
    phase = i64(d[PHASE])
    if phase == SECOND:
        return choose_draw(light, s, player, True)
    if phase == MAIN:
        return _turn(light, s, players, player)
    if phase == TUNNEL:
        return _answer_tunnel(light, s, player)
    return keep_few(light, s, player.seat)


def _turn(light: LightBoard, s: State, players: list[LightPlayer], player: LightPlayer) -> i64:
    """The code of what a player does in its turn."""
    left = turns_left(light, s, player.seat)
    if not player.ready:
        plan_tickets(light, s, player)
    if player.build >= 0 and (player.tickets == 0 or left < NEARLY_OVER):
        code = _build(light, s, player)
        if code >= 0:
            return code
    if left <= 1.0:
        code = _last_claim(light, s, player)
        return code if code >= 0 else choose_draw(light, s, player, False)
    if player.tickets == 0 and _wants_tickets(light, s, player, left):
        player.draws += 1
        return TICKETS_CODE
    if player.tickets == 0:
        want_fillers(light, s, player, left)
        count_need(light, s, player)
        code = payment_code(light, s, player.seat, player.wanted[0]) if player.count else -1
    else:
        code = _best_claim(light, s, players, player, left)
    if code >= 0:
        return code
    if (
        player.tickets
        and left < LATE
        and player.plans < MOST_PLANS
        and turns_for(light, s, player) > left + 1.0
    ):
        plan_tickets(light, s, player)
    return choose_draw(light, s, player, False)


def _build(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """The code of building the wanted station; -1 if the seat cannot pay or another was faster."""
    t = light.flat
    city = player.build
    cost = next_cost(t, s, player.seat)
    wilds = cards_of(t, s.bytes, player.seat, t.wild)
    if cost == 0 or station_owner(t, s.bytes, city) != NONE:
        player.build = -1
        return -1
    count_need(light, s, player)
    colour = gray_colour(light, s, player.seat, cost, wilds)
    if colour < 0:
        return -1
    coloured = cards_of(t, s.bytes, player.seat, colour)
    if coloured > cost:
        coloured = cost
    paid = colour if coloured else t.wild
    way = way_number(t, t.colours, cost, 0, paid, cost - coloured)
    return t.build_code + city * t.city_codes + t.cost_code[cost - 1] + way


def _wants_tickets(light: LightBoard, s: State, player: LightPlayer, left: float) -> bool:
    """Whether trains and turns are left for more tickets, and it has not drawn often."""
    t = light.flat
    d = s.bytes
    tuning = light.tuning
    return (
        float(player.draws) < tuning.draws
        and d[TICKETS] != 0
        and float(trains_left(t, d, player.seat)) > tuning.trains * float(t.trains)
        and left > tuning.turns * light.scale.full_turns
    )


def _best_claim(
    light: LightBoard, s: State, players: list[LightPlayer], player: LightPlayer, left: float
) -> i64:
    """The claim of a route for its tickets; -1 if it waits.

    Any route will do once all cards are there or time is short; before that only one that a rival
    is near, and only if the others do not need its cards.
    """
    t = light.flat
    hurry = count_need(light, s, player) <= 0 or float(player.count) + 1.0 >= left
    best: i64 = -1
    most: i64 = -1
    place: i64 = 0
    while place < player.count:
        route = player.wanted[place]
        near = is_near(t, s, players, player.seat, route)
        if hurry or near:
            code = payment_code(light, s, player.seat, route)
            if code >= 0 and (hurry or not takes_needed(light, code)):
                worth = t.route_length[route] + (THREATENED if near else 0)
                if worth > most:
                    most = worth
                    best = code
        place += 1
    return best


def is_near(t: FlatBoard, s: State, players: list[LightPlayer], seat: i64, route: i64) -> bool:
    """Whether a rival with enough cards has a route at an end of this one."""
    a = t.route_a[route]
    b = t.route_b[route]
    for player in players:
        if player.seat != seat and (player.home[a] or player.home[b]):
            who = player.seat
            if hand_size(t, s.bytes, who) >= t.route_length[route]:
                return True
    return False


def _last_claim(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """The claim that brings most at once; the last route of a ticket brings the ticket too."""
    t = light.flat
    best: i64 = -1
    most: i64 = 0
    route: i64 = 0
    count_need(light, s, player)
    while route < t.routes:
        if is_open(t, s, player.seat, route):
            points = t.route_points[route]
            if player.tickets == 1 and player.wants[route]:
                # More than any route: what the ticket brings exactly takes too long to find out.
                points += 2 * t.trains
            if points > most:
                code = payment_code(light, s, player.seat, route)
                if code >= 0:
                    best = code
                    most = points
        route += 1
    return best


def _answer_tunnel(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """Pay with as few locomotives as possible; decline if the hand cannot pay."""
    t = light.flat
    d = s.bytes
    extra = i64(d[TUNNEL_EXTRA])
    colour = i64(d[TUNNEL_COLOUR])
    coloured: i64 = 0
    if colour != t.wild:
        coloured = cards_of(t, d, player.seat, colour)
        if coloured > extra:
            coloured = extra
    if extra - coloured > cards_of(t, d, player.seat, t.wild):
        return DECLINE_CODE
    return encode_pay(t, colour, coloured, extra - coloured)


def light_games(light: LightBoard, games: i64, chance: Chance) -> vec[i64]:
    """Play whole games of light players, for measuring; returns the plies, then all totals."""
    t = light.flat
    result = filled(1, 0)
    n: i64 = 0
    while n < games:
        s = deal_random(t, chance)
        players = [LightPlayer(t, seat) for seat in range(t.players)]
        result[0] = result[0] + play_out(light, s, players, chance)
        for points in final_totals(t, s):
            result = append(result, points)
        n += 1
    return result
