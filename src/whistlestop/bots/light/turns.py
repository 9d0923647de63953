"""The light player's turns, and whole games of light players (see `riding`).

Every decision is the code of a legal action, found without listing the others. Claims are made as
soon as they can be paid, the longest first; cards are drawn for what is missing most.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.light.keep import keep_few
from whistlestop.bots.light.network import (
    LightBoard,
    LightPlayer,
    note_own_claim,
    note_rival_claim,
    plan_tickets,
    turns_left,
    want_fillers,
)
from whistlestop.bots.reasoning.board_scale import CARDS
from whistlestop.engine.fast.rollout import deal_random
from whistlestop.engine.phases.moves import apply, seek_legal, to_act
from whistlestop.engine.phases.payment import way_colour, way_number, way_wilds
from whistlestop.engine.phases.routes import is_open, route_of
from whistlestop.engine.phases.stations import next_cost
from whistlestop.engine.phases.tunnels import encode_pay
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.accessors import (
    cards_of,
    face_up,
    hand_size,
    owner_of,
    station_owner,
    trains_left,
)
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    MAIN,
    NONE,
    OVER,
    PHASE,
    PILE,
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


def play_out(light: LightBoard, s: State, players: list[LightPlayer], chance: Chance) -> i64:
    """Play to the end, every seat by its rider; returns the number of plies."""
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
    """Do an action and let the riders know."""
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
    """The code of what the rider of a seat does now."""
    d = s.bytes
    player = players[seat]
    phase = i64(d[PHASE])
    if phase == SECOND:
        return _draw(light, s, player, True)
    if phase == MAIN:
        return _turn(light, s, players, player)
    if phase == TUNNEL:
        return _answer_tunnel(light, s, player)
    return keep_few(light, s, player.seat)


def _turn(light: LightBoard, s: State, players: list[LightPlayer], player: LightPlayer) -> i64:
    left = turns_left(light, s, player.seat)
    if not player.ready:
        plan_tickets(light, s, player)
    if player.build >= 0 and (player.tickets == 0 or left < 2.0):
        code = _build(light, s, player)
        if code >= 0:
            return code
    if left <= 1.0:
        code = _last_claim(light, s, player)
        return code if code >= 0 else _draw(light, s, player, False)
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
        and left < 8.0
        and player.plans < 4
        and _turns_for(light, s, player) > left + 1.0
    ):
        plan_tickets(light, s, player)
    return _draw(light, s, player, False)


def _build(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """Build the station that is wanted, if it can be paid."""
    t = light.flat
    city = player.build
    cost = next_cost(t, s, player.seat)
    wilds = cards_of(t, s.bytes, player.seat, t.wild)
    if cost == 0 or station_owner(t, s.bytes, city) != NONE:
        player.build = -1
        return -1
    count_need(light, s, player)
    colour = _gray_colour(light, s, player.seat, cost, wilds)
    if colour < 0:
        return -1
    coloured = cards_of(t, s.bytes, player.seat, colour)
    if coloured > cost:
        coloured = cost
    paid = colour if coloured else t.wild
    way = way_number(t, t.colours, cost, 0, paid, cost - coloured)
    return t.build_code + city * t.city_codes + t.cost_code[cost - 1] + way


def _wants_tickets(light: LightBoard, s: State, player: LightPlayer, left: float) -> bool:
    t = light.flat
    d = s.bytes
    pace = light.paces[player.seat]
    return (
        float(player.draws) < pace.draws
        and d[TICKETS] != 0
        and float(trains_left(t, d, player.seat)) > pace.trains * float(t.trains)
        and left > pace.turns * light.scale.full_turns
    )


def count_need(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """What is missing for the routes wanted, by colour in `track.need`; gray at the wild kind."""
    t = light.flat
    d = s.bytes
    need = light.need
    kind: i64 = 0
    while kind < t.colours:
        need[kind] = -cards_of(t, d, player.seat, kind)
        kind += 1
    gray: i64 = 0
    place: i64 = 0
    while place < player.count:
        route = player.wanted[place]
        colour = t.route_colour[route]
        if colour < t.colours:
            need[colour] = need[colour] + t.route_length[route]
        else:
            gray += t.route_length[route]
        place += 1
    missing: i64 = 0
    over: i64 = 0
    kind = 0
    while kind < t.colours:
        if need[kind] > 0:
            missing += need[kind]
        else:
            over -= need[kind]
        kind += 1
    # A gray route takes what is left over of one colour; that is about two thirds of it.
    gray -= over * 2 // 3
    need[t.wild] = gray if gray > 0 else 0
    return missing + need[t.wild] - cards_of(t, d, player.seat, t.wild)


def _turns_for(light: LightBoard, s: State, player: LightPlayer) -> float:
    missing = count_need(light, s, player)
    turns = float(player.count)
    return turns + float(missing) / CARDS if missing > 0 else turns


def _best_claim(
    light: LightBoard, s: State, players: list[LightPlayer], player: LightPlayer, left: float
) -> i64:
    """A route for its tickets: any once all cards are there or time is short, else one that a
    rival is near to, if that takes nothing from the others."""
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
            if code >= 0 and (hurry or not _regrets(light, s, player.seat, code)):
                worth = t.route_length[route] + (8 if near else 0)
                if worth > most:
                    most = worth
                    best = code
        place += 1
    return best


def is_near(t: FlatBoard, s: State, players: list[LightPlayer], seat: i64, route: i64) -> bool:
    """Whether a rival that may hold the cards has a route at an end of this one."""
    a = t.route_a[route]
    b = t.route_b[route]
    for player in players:
        if player.seat != seat and (player.home[a] or player.home[b]):
            who = player.seat
            if hand_size(t, s.bytes, who) >= t.route_length[route]:
                return True
    return False


def _regrets(light: LightBoard, s: State, seat: i64, code: i64) -> bool:
    """Whether a payment takes cards that other routes need."""
    t = light.flat
    route = route_of(t, code)
    length = t.route_length[route]
    ferry = t.route_ferry[route]
    way = code - t.route_code[route]
    wilds = way_wilds(t, t.route_colour[route], length, ferry, way)
    if wilds > ferry:
        return True
    if t.route_colour[route] < t.colours:
        return False
    colour = way_colour(t, t.route_colour[route], length, ferry, way)
    return colour < t.colours and -light.need[colour] < length - wilds


def payment_code(light: LightBoard, s: State, seat: i64, route: i64) -> i64:
    """Paying for a route with as few locomotives as possible, in a colour that is left over."""
    t = light.flat
    d = s.bytes
    length = t.route_length[route]
    if length > trains_left(t, d, seat):
        return -1
    wilds = cards_of(t, d, seat, t.wild)
    ferry = t.route_ferry[route]
    colour = t.route_colour[route]
    if wilds < ferry:
        return -1
    if colour == t.colours:
        colour = _gray_colour(light, s, seat, length - ferry, wilds - ferry)
        if colour < 0:
            return -1
    coloured = cards_of(t, d, seat, colour)
    if coloured > length - ferry:
        coloured = length - ferry
    if length - coloured > wilds:
        return -1
    paid = colour if coloured else t.wild
    way = way_number(t, t.route_colour[route], length, ferry, paid, length - coloured)
    return t.route_code[route] + way


def _gray_colour(light: LightBoard, s: State, seat: i64, length: i64, wilds: i64) -> i64:
    """The colour to pay a gray route in: few locomotives, then what is least needed."""
    t = light.flat
    d = s.bytes
    best: i64 = -1
    least: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        held = cards_of(t, d, seat, kind)
        short = length - held
        if short <= wilds:
            if short < 0:
                short = 0
            cost = 3 * short + 2 * light.need[kind]
            if best < 0 or cost < least:
                best = kind
                least = cost
        kind += 1
    return best


def _draw(light: LightBoard, s: State, player: LightPlayer, second: bool) -> i64:
    """The face-up colour that is missing most, else a locomotive, else the top of the pile."""
    t = light.flat
    d = s.bytes
    missing = count_need(light, s, player)
    need = light.need
    best: i64 = -1
    most: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        if face_up(t, d, kind) != 0:
            worth: i64 = 0
            if need[kind] > 0:
                worth = 100 + need[kind]
            elif need[t.wild] > 0 or player.count == 0:
                worth = cards_of(t, d, player.seat, kind)
            if worth > most:
                best = kind
                most = worth
        kind += 1
    if most < 100 and not second and missing > 0 and face_up(t, d, t.wild) != 0:
        return DRAW_CODE + t.wild
    if best >= 0 and (most >= 100 or need[t.wild] > 0 or d[PILE] == 0):
        return DRAW_CODE + best
    if d[PILE] != 0:
        return DECK_CODE
    return seek_legal(t, s, player.seat, 0) if second else any_other(light, s, player.seat)


def any_other(light: LightBoard, s: State, seat: i64) -> i64:
    """Nothing can be drawn blind: the last legal action, which is a claim where there is one."""
    t = light.flat
    count = -1 - seek_legal(t, s, seat, 1 << 30)
    return seek_legal(t, s, seat, count - 1)


def _last_claim(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """The claim that brings most at once; the last route of the tickets brings those too."""
    t = light.flat
    best: i64 = -1
    most: i64 = 0
    route: i64 = 0
    count_need(light, s, player)
    while route < t.routes:
        if is_open(t, s, player.seat, route):
            points = t.route_points[route]
            if player.tickets == 1 and player.on[route]:
                points += 2 * t.trains
            if points > most:
                code = payment_code(light, s, player.seat, route)
                if code >= 0:
                    best = code
                    most = points
        route += 1
    return best


def _answer_tunnel(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """Pay with as few locomotives as possible; decline what cannot be paid."""
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
    """Whole games of light players, for measuring: the plies, then all totals."""
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
