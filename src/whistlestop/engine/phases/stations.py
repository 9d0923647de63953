"""Building stations (clauses B1 and B2); what they are worth is decided in `scoring`."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.payment import (
    can_pay,
    count_ways,
    list_gray_ways,
    nth_way,
    take_payment,
    way_colour,
    way_wilds,
    why_not_paid,
)
from whistlestop.engine.phases.turn import end_turn
from whistlestop.engine.state.accessors import station_owner
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import BUILT, PAID
from whistlestop.engine.state.flat_board import NONE, TURN, FlatBoard
from whistlestop.engine.state.state import State, discard, restock
from whistlestop.model.actions import Build
from whistlestop.model.board import Board


def next_cost(t: FlatBoard, s: State, seat: i64) -> i64:
    """B2: what the next station of a seat costs; 0 if it has none left."""
    left = i64(s.bytes[t.o_stations + seat])
    if left == 0:
        return 0
    return t.stations - left + 1


def cities_without(t: FlatBoard, s: State) -> i64:
    """How many cities have no station yet."""
    d = s.bytes
    free = t.cities
    seat: i64 = 0
    while seat < t.players:
        free -= t.stations - i64(d[t.o_stations + seat])
        seat += 1
    return free


def may_build(t: FlatBoard, s: State, seat: i64, code: i64) -> bool:
    """B1, B2: a station is left, the city has none, and the hand holds the price of the next."""
    cost = next_cost(t, s, seat)
    n = code - t.build_code
    city = n // t.city_codes
    if cost == 0:
        return False
    way = n % t.city_codes - t.cost_code[cost - 1]
    if way < 0 or way > t.colours * cost:
        return False
    if i64(s.bytes[t.o_station + city]) != NONE:
        return False
    colour = way_colour(t, t.colours, cost, 0, way)
    return can_pay(t, s, seat, colour, way_wilds(t, t.colours, cost, 0, way), cost)


def why_not_build(
    board: Board, t: FlatBoard, s: State, seat: i64, action: Build
) -> IllegalAction | None:
    """B1, B2: no station left, one there already, or not the price or not the cards for it."""
    cost = int(next_cost(t, s, seat))
    if not cost:
        return IllegalAction("no_station_left", "All stations are built.")
    city = board.city_by_id[action.city]
    if station_owner(t, s.bytes, city.index) != NONE:
        return IllegalAction("station_taken", f"{city.name} has a station already.")
    if action.payment.total != cost:
        return IllegalAction(
            "wrong_number_of_cards", f"The next station costs {cost}, not {action.payment.total}."
        )
    return why_not_paid(board, t, s, seat, action.payment)


def seek_build(t: FlatBoard, s: State, seat: i64, n: i64) -> i64:
    """The n-th build, or -1 minus the number of builds if there are not so many."""
    cost = next_cost(t, s, seat)
    if cost == 0:
        return -1
    ways = count_ways(t, s, seat, t.colours, cost, 0)
    count = cities_without(t, s) * ways
    if n >= count:
        return -1 - count
    skip = n // ways
    city: i64 = 0
    while True:
        if i64(s.bytes[t.o_station + city]) == NONE:
            if skip == 0:
                break
            skip -= 1
        city += 1
    way = nth_way(t, s, seat, t.colours, cost, 0, n % ways)
    return t.build_code + city * t.city_codes + t.cost_code[cost - 1] + way


def list_builds(t: FlatBoard, s: State, seat: i64, codes: vec[i64]) -> vec[i64]:
    """`codes` with the builds at its end."""
    cost = next_cost(t, s, seat)
    if cost == 0:
        return codes
    d = s.bytes
    station = t.o_station
    first = t.build_code + t.cost_code[cost - 1]
    before = i64(len(codes))
    many: i64 = -1
    begun: i64 = 0
    city: i64 = 0
    while city < t.cities and many != 0:
        if i64(d[station + city]) == NONE:
            if many < 0:
                codes = list_gray_ways(t, s, seat, cost, 0, first + city * t.city_codes, codes)
                many = i64(len(codes)) - before
                begun = city
            else:
                # The same ways as in the first city, moved on.
                move = (city - begun) * t.city_codes
                n: i64 = 0
                while n < many:
                    codes = append(codes, codes[before + n] + move)
                    n += 1
        city += 1
    return codes


def apply_build(t: FlatBoard, s: State, code: i64, chance: Chance) -> None:
    """B1, B2: pay, discard, and place the station; the turn is over."""
    d = s.bytes
    seat = i64(d[TURN])
    cost = next_cost(t, s, seat)
    n = code - t.build_code
    city = n // t.city_codes
    way = n % t.city_codes - t.cost_code[cost - 1]
    colour = way_colour(t, t.colours, cost, 0, way)
    wilds = way_wilds(t, t.colours, cost, 0, way)
    take_payment(t, s, seat, colour, wilds, cost, chance, PAID)
    if wilds < cost:
        discard(t, s, colour, cost - wilds)
    discard(t, s, t.wild, wilds)
    d[t.o_station + city] = u8(seat)
    d[t.o_stations + seat] = u8(i64(d[t.o_stations + seat]) - 1)
    chance.emit(BUILT, seat, city, 0)
    restock(t, s, chance)
    end_turn(t, s, chance, True)
