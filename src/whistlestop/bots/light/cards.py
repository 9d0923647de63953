"""A light player's cards: what it misses, how it pays, and which card it draws.

Everything is worked out from the hand and the routes it wants, without a plan for all of them at
once as the planner makes one. Results are codes of legal actions, or -1 where there is none.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from whistlestop.bots.light.player import LightBoard, LightPlayer
from whistlestop.bots.reasoning.board_scale import CARDS_PER_TURN
from whistlestop.engine.phases.moves import seek_legal
from whistlestop.engine.phases.payment import way_colour, way_number, way_wilds
from whistlestop.engine.phases.routes import route_of
from whistlestop.engine.state.accessors import cards_of, face_up, trains_left
from whistlestop.engine.state.flat_board import DECK_CODE, DRAW_CODE, PILE
from whistlestop.engine.state.state import State

# What a card is worth that a coloured route misses: more than any number of cards in hand, so that
# it comes before what gray routes could use.
NEEDED: Final = 100
# Paying a gray route: what each locomotive counts and each card that another route needs.
LOCOMOTIVE_PAIN: Final = 3
NEED_PAIN: Final = 2


def count_need(light: LightBoard, s: State, player: LightPlayer) -> i64:
    """How many cards the wanted routes miss; not above zero if the hand is enough.

    `light.need` has them by colour, those of gray routes at the place of locomotives.
    """
    t = light.flat
    d = s.bytes
    seat = player.seat
    need = light.need
    kind: i64 = 0
    while kind < t.colours:
        need[kind] = -cards_of(t, d, seat, kind)
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
    # A gray route takes one colour only, so not all cards left over serve it: about two thirds.
    gray -= over * 2 // 3
    need[t.wild] = gray if gray > 0 else 0
    return missing + need[t.wild] - cards_of(t, d, seat, t.wild)


def turns_for(light: LightBoard, s: State, player: LightPlayer) -> float:
    """How many turns the wanted routes take: a claim for each, and those of drawing."""
    missing = count_need(light, s, player)
    turns = float(player.count)
    return turns + float(missing) / CARDS_PER_TURN if missing > 0 else turns


def payment_code(light: LightBoard, s: State, seat: i64, route: i64) -> i64:
    """The code of claiming a route with as few locomotives as possible; -1 if it cannot pay."""
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
        colour = gray_colour(light, s, seat, length - ferry, wilds - ferry)
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


def gray_colour(light: LightBoard, s: State, seat: i64, length: i64, wilds: i64) -> i64:
    """The colour to pay a gray route in: few locomotives, and cards others least need; or -1."""
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
            cost = LOCOMOTIVE_PAIN * short + NEED_PAIN * light.need[kind]
            if best < 0 or cost < least:
                best = kind
                least = cost
        kind += 1
    return best


def takes_needed(light: LightBoard, code: i64) -> bool:
    """Whether the payment of a claim takes cards that other wanted routes need."""
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


def choose_draw(light: LightBoard, s: State, player: LightPlayer, second: bool) -> i64:
    """Draw the face-up colour that is missing most, else a locomotive, else the top of the pile."""
    t = light.flat
    d = s.bytes
    seat = player.seat
    missing = count_need(light, s, player)
    need = light.need
    best: i64 = -1
    most: i64 = 0
    kind: i64 = 0
    while kind < t.colours:
        if face_up(t, d, kind) != 0:
            worth: i64 = 0
            if need[kind] > 0:
                worth = NEEDED + need[kind]
            elif need[t.wild] > 0 or player.count == 0:
                worth = cards_of(t, d, seat, kind)
            if worth > most:
                best = kind
                most = worth
        kind += 1
    if most < NEEDED and not second and missing > 0 and face_up(t, d, t.wild) != 0:
        return DRAW_CODE + t.wild
    if best >= 0 and (most >= NEEDED or need[t.wild] > 0 or d[PILE] == 0):
        return DRAW_CODE + best
    if d[PILE] != 0:
        return DECK_CODE
    return seek_legal(t, s, seat, 0) if second else _last_legal(light, s, seat)


def _last_legal(light: LightBoard, s: State, seat: i64) -> i64:
    """The last legal action, which is a claim if there is one: for when the pile is empty."""
    t = light.flat
    # Asked for an action far beyond the last, `seek_legal` answers -1 less their number.
    count = -1 - seek_legal(t, s, seat, 1 << 30)
    return seek_legal(t, s, seat, count - 1)
