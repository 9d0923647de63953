"""The light player's turns, and whole games of light players (see `riding`).

Every decision is the code of a legal action, found without listing the others. Claims are made as
soon as they can be paid, the longest first; cards are drawn for what is missing most.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.light.keep import keep_few
from whistlestop.bots.light.network import (
    Rider,
    Track,
    add_fillers,
    clock,
    gain,
    lose,
    set_out,
)
from whistlestop.bots.reasoning.board_scale import CARDS
from whistlestop.engine.fast.rollout import deal_random
from whistlestop.engine.phases.moves import apply, seek_legal, to_act
from whistlestop.engine.phases.payment import way_colour, way_number, way_wilds
from whistlestop.engine.phases.routes import is_open, route_of
from whistlestop.engine.phases.stations import next_cost
from whistlestop.engine.phases.tunnels import encode_pay
from whistlestop.engine.scoring.scoring import final_totals
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


def ride_out(track: Track, s: State, riders: list[Rider], chance: Chance) -> i64:
    """Play to the end, every seat by its rider; returns the number of plies."""
    t = track.flat
    plies: i64 = 0
    while i64(s.bytes[PHASE]) != OVER:
        seat = to_act(t, s)
        code = ride(track, s, riders, seat)
        step(track, s, riders, seat, code, chance)
        plies += 1
    return plies


def step(track: Track, s: State, riders: list[Rider], seat: i64, code: i64, chance: Chance) -> None:
    """Do an action and let the riders know."""
    t = track.flat
    route: i64 = -1
    if code >= t.claim_code:
        route = route_of(t, code)
    elif t.pay_code <= code < t.build_code:
        route = i64(s.bytes[TUNNEL_ROUTE])
    elif t.keep_code <= code < t.pay_code or code >= t.build_code:
        riders[seat].ready = False
    apply(t, s, seat, code, chance)
    if route >= 0 and i64(s.bytes[t.o_owner + route]) == seat:
        for rider in riders:
            if rider.seat == seat:
                gain(track, s, rider, route)
            else:
                lose(track, s, rider, route)


def ride(track: Track, s: State, riders: list[Rider], seat: i64) -> i64:
    """The code of what the rider of a seat does now."""
    d = s.bytes
    r = riders[seat]
    phase = i64(d[PHASE])
    if phase == SECOND:
        return _draw(track, s, r, True)
    if phase == MAIN:
        return _turn(track, s, riders, r)
    if phase == TUNNEL:
        return _answer_tunnel(track, s, r)
    return keep_few(track, s, r.seat)


def _turn(track: Track, s: State, riders: list[Rider], r: Rider) -> i64:
    left = clock(track, s, r.seat)
    if not r.ready:
        set_out(track, s, r)
    if r.build >= 0 and (r.tickets == 0 or left < 2.0):
        code = _build(track, s, r)
        if code >= 0:
            return code
    if left <= 1.0:
        code = _last_claim(track, s, r)
        return code if code >= 0 else _draw(track, s, r, False)
    if r.tickets == 0 and _wants_tickets(track, s, r, left):
        r.draws += 1
        return TICKETS_CODE
    if r.tickets == 0:
        add_fillers(track, s, r, left)
        reckon_need(track, s, r)
        code = payment_code(track, s, r.seat, r.wanted[0]) if r.count else -1
    else:
        code = _best_claim(track, s, riders, r, left)
    if code >= 0:
        return code
    if r.tickets and left < 8.0 and r.plans < 4 and _turns_for(track, s, r) > left + 1.0:
        set_out(track, s, r)
    return _draw(track, s, r, False)


def _build(track: Track, s: State, r: Rider) -> i64:
    """Build the station that is wanted, if it can be paid."""
    t = track.flat
    city = r.build
    cost = next_cost(t, s, r.seat)
    wilds = i64(s.bytes[t.o_hand + r.seat * t.kinds + t.wild])
    if cost == 0 or i64(s.bytes[t.o_station + city]) != NONE:
        r.build = -1
        return -1
    reckon_need(track, s, r)
    colour = _gray_colour(track, s, r.seat, cost, wilds)
    if colour < 0:
        return -1
    coloured = i64(s.bytes[t.o_hand + r.seat * t.kinds + colour])
    if coloured > cost:
        coloured = cost
    paid = colour if coloured else t.wild
    way = way_number(t, t.colours, cost, 0, paid, cost - coloured)
    return t.build_code + city * t.city_codes + t.cost_code[cost - 1] + way


def _wants_tickets(track: Track, s: State, r: Rider, left: float) -> bool:
    t = track.flat
    d = s.bytes
    pace = track.paces[r.seat]
    return (
        float(r.draws) < pace.draws
        and d[TICKETS] != 0
        and float(i64(d[t.o_trains + r.seat])) > pace.trains * float(t.trains)
        and left > pace.turns * track.gauge.full_turns
    )


def reckon_need(track: Track, s: State, r: Rider) -> i64:
    """What is missing for the routes wanted, by colour in `track.need`; gray at the wild kind."""
    t = track.flat
    d = s.bytes
    need = track.need
    hand = t.o_hand + r.seat * t.kinds
    kind: i64 = 0
    while kind < t.colours:
        need[kind] = -i64(d[hand + kind])
        kind += 1
    gray: i64 = 0
    place: i64 = 0
    while place < r.count:
        route = r.wanted[place]
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
    return missing + need[t.wild] - i64(d[hand + t.wild])


def _turns_for(track: Track, s: State, r: Rider) -> float:
    missing = reckon_need(track, s, r)
    turns = float(r.count)
    return turns + float(missing) / CARDS if missing > 0 else turns


def _best_claim(track: Track, s: State, riders: list[Rider], r: Rider, left: float) -> i64:
    """A route for its tickets: any once all cards are there or time is short, else one that a
    rival is near to, if that takes nothing from the others."""
    t = track.flat
    hurry = reckon_need(track, s, r) <= 0 or float(r.count) + 1.0 >= left
    best: i64 = -1
    most: i64 = -1
    place: i64 = 0
    while place < r.count:
        route = r.wanted[place]
        near = is_near(t, s, riders, r.seat, route)
        if hurry or near:
            code = payment_code(track, s, r.seat, route)
            if code >= 0 and (hurry or not _regrets(track, s, r.seat, code)):
                worth = t.route_length[route] + (8 if near else 0)
                if worth > most:
                    most = worth
                    best = code
        place += 1
    return best


def is_near(t: FlatBoard, s: State, riders: list[Rider], seat: i64, route: i64) -> bool:
    """Whether a rival that may hold the cards has a route at an end of this one."""
    a = t.route_a[route]
    b = t.route_b[route]
    for rider in riders:
        if rider.seat != seat and (rider.home[a] or rider.home[b]):
            who = rider.seat
            if i64(s.bytes[t.o_size + who]) >= t.route_length[route]:
                return True
    return False


def _regrets(track: Track, s: State, seat: i64, code: i64) -> bool:
    """Whether a payment takes cards that other routes need."""
    t = track.flat
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
    return colour < t.colours and -track.need[colour] < length - wilds


def payment_code(track: Track, s: State, seat: i64, route: i64) -> i64:
    """Paying for a route with as few locomotives as possible, in a colour that is left over."""
    t = track.flat
    d = s.bytes
    length = t.route_length[route]
    if length > i64(d[t.o_trains + seat]):
        return -1
    hand = t.o_hand + seat * t.kinds
    wilds = i64(d[hand + t.wild])
    ferry = t.route_ferry[route]
    colour = t.route_colour[route]
    if wilds < ferry:
        return -1
    if colour == t.colours:
        colour = _gray_colour(track, s, seat, length - ferry, wilds - ferry)
        if colour < 0:
            return -1
    coloured = i64(d[hand + colour])
    if coloured > length - ferry:
        coloured = length - ferry
    if length - coloured > wilds:
        return -1
    paid = colour if coloured else t.wild
    way = way_number(t, t.route_colour[route], length, ferry, paid, length - coloured)
    return t.route_code[route] + way


def _gray_colour(track: Track, s: State, seat: i64, length: i64, wilds: i64) -> i64:
    """The colour to pay a gray route in: few locomotives, then what is least needed."""
    t = track.flat
    d = s.bytes
    hand = t.o_hand + seat * t.kinds
    best: i64 = -1
    least: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        held = i64(d[hand + kind])
        short = length - held
        if short <= wilds:
            if short < 0:
                short = 0
            cost = 3 * short + 2 * track.need[kind]
            if best < 0 or cost < least:
                best = kind
                least = cost
        kind += 1
    return best


def _draw(track: Track, s: State, r: Rider, second: bool) -> i64:
    """The face-up colour that is missing most, else a locomotive, else the top of the pile."""
    t = track.flat
    d = s.bytes
    missing = reckon_need(track, s, r)
    need = track.need
    hand = t.o_hand + r.seat * t.kinds
    best: i64 = -1
    most: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        if d[t.o_face + kind] != 0:
            worth: i64 = 0
            if need[kind] > 0:
                worth = 100 + need[kind]
            elif need[t.wild] > 0 or r.count == 0:
                worth = i64(d[hand + kind])
            if worth > most:
                best = kind
                most = worth
        kind += 1
    if most < 100 and not second and missing > 0 and d[t.o_face + t.wild] != 0:
        return DRAW_CODE + t.wild
    if best >= 0 and (most >= 100 or need[t.wild] > 0 or d[PILE] == 0):
        return DRAW_CODE + best
    if d[PILE] != 0:
        return DECK_CODE
    return seek_legal(t, s, r.seat, 0) if second else any_other(track, s, r.seat)


def any_other(track: Track, s: State, seat: i64) -> i64:
    """Nothing can be drawn blind: the last legal action, which is a claim where there is one."""
    t = track.flat
    count = -1 - seek_legal(t, s, seat, 1 << 30)
    return seek_legal(t, s, seat, count - 1)


def _last_claim(track: Track, s: State, r: Rider) -> i64:
    """The claim that brings most at once; the last route of the tickets brings those too."""
    t = track.flat
    best: i64 = -1
    most: i64 = 0
    route: i64 = 0
    reckon_need(track, s, r)
    while route < t.routes:
        if is_open(t, s, r.seat, route):
            points = t.route_points[route]
            if r.tickets == 1 and r.on[route]:
                points += 2 * t.trains
            if points > most:
                code = payment_code(track, s, r.seat, route)
                if code >= 0:
                    best = code
                    most = points
        route += 1
    return best


def _answer_tunnel(track: Track, s: State, r: Rider) -> i64:
    """Pay with as few locomotives as possible; decline what cannot be paid."""
    t = track.flat
    d = s.bytes
    hand = t.o_hand + r.seat * t.kinds
    extra = i64(d[TUNNEL_EXTRA])
    colour = i64(d[TUNNEL_COLOUR])
    coloured: i64 = 0
    if colour != t.wild:
        coloured = i64(d[hand + colour])
        if coloured > extra:
            coloured = extra
    if extra - coloured > i64(d[hand + t.wild]):
        return DECLINE_CODE
    return encode_pay(t, colour, coloured, extra - coloured)


def light_games(track: Track, games: i64, chance: Chance) -> vec[i64]:
    """Whole games of light players, for measuring: the plies, then all totals."""
    t = track.flat
    result = filled(1, 0)
    n: i64 = 0
    while n < games:
        s = deal_random(t, chance)
        riders = [Rider(t, seat) for seat in range(t.players)]
        result[0] = result[0] + ride_out(track, s, riders, chance)
        for points in final_totals(t, s):
            result = append(result, points)
        n += 1
    return result
