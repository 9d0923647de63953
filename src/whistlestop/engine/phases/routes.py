"""Claiming a route (clauses C1–C8 and the ferries F1–F2); a tunnel goes on in `tunnels`."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.double_routes import closes
from whistlestop.engine.phases.payment import (
    can_pay,
    can_pay_gray,
    count_ways,
    list_coloured_ways,
    list_gray_ways,
    nth_way,
    take_payment,
    way_colour,
    way_wilds,
    why_not_paid,
)
from whistlestop.engine.phases.tunnels import start_tunnel
from whistlestop.engine.phases.turn import end_turn
from whistlestop.engine.state.accessors import owner_of, trains_left
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import CLAIMED, LAID, PAID
from whistlestop.engine.state.flat_board import NONE, TURN, FlatBoard
from whistlestop.engine.state.state import State, discard, restock
from whistlestop.model.actions import Claim
from whistlestop.model.board import Board, Route


def is_open(t: FlatBoard, s: State, seat: i64, route: i64) -> bool:
    """C1, C6, C7: free, and its other side does not stand in the way."""
    d = s.bytes
    if i64(d[t.o_owner + route]) != NONE:
        return False
    twin = t.route_twin[route]
    if twin < 0:
        return True
    other = i64(d[t.o_owner + twin])
    return other == NONE or not closes(other, seat, t.single_track)


def route_of(t: FlatBoard, code: i64) -> i64:
    """The route a claim code belongs to."""
    return t.code_route[code - t.claim_code]


def claim_places(
    t: FlatBoard, names: tuple[str, ...], codes: tuple[int, ...]
) -> dict[str, slice[int, int, None]]:
    """Where the claims of each route stand among codes in ascending order, by the route's name."""
    places: dict[str, slice[int, int, None]] = {}
    end: i64 = len(codes)
    at: i64 = end
    # Claims come last.
    while at > 0 and i64(codes[at - 1]) >= t.claim_code:
        at -= 1
    start = at
    while start < end:
        route = route_of(t, i64(codes[start]))
        while at < end and route_of(t, i64(codes[at])) == route:
            at += 1
        places[names[route]] = slice(int(start), int(at), None)
        start = at
    return places


def may_claim(t: FlatBoard, s: State, seat: i64, code: i64) -> bool:
    """C1–C4, C6, C7: the route is open, and there are the trains and the cards."""
    route = route_of(t, code)
    length = t.route_length[route]
    if length > i64(s.bytes[t.o_trains + seat]) or not is_open(t, s, seat, route):
        return False
    way = code - t.route_code[route]
    colour = way_colour(t, t.route_colour[route], length, t.route_ferry[route], way)
    wilds = way_wilds(t, t.route_colour[route], length, t.route_ferry[route], way)
    return can_pay(t, s, seat, colour, wilds, length)


def why_not_claim(
    board: Board, t: FlatBoard, s: State, seat: i64, action: Claim
) -> IllegalAction | None:
    """The route is not open to the seat, or it lacks trains or cards."""
    route = board.route_by_id[action.route]
    closed = _why_closed(t, s, seat, route)
    if closed is not None:
        return closed
    trains = int(trains_left(t, s.bytes, seat))
    if trains < route.length:
        return IllegalAction(
            "not_enough_trains", f"{route.id} takes {route.length} trains; {trains} are left."
        )
    return why_not_paid(board, t, s, seat, action.payment)


def _why_closed(t: FlatBoard, s: State, seat: i64, route: Route) -> IllegalAction | None:
    """C1, C6, C7: the sentences for what `is_open` says."""
    if is_open(t, s, seat, route.index):
        return None
    if owner_of(t, s.bytes, route.index) != NONE:
        return IllegalAction("route_taken", f"{route.id} has been claimed already.")
    if owner_of(t, s.bytes, t.route_twin[route.index]) == seat:
        return IllegalAction(
            "other_side_yours", f"Nobody may own both sides of {route.a}-{route.b}."
        )
    return IllegalAction(
        "other_side_closed",
        f"With {int(t.players)} players only one side of {route.a}-{route.b} can be used.",
    )


def seek_claim(t: FlatBoard, s: State, seat: i64, n: i64) -> i64:
    """The n-th claim, or -1 minus the number of claims if there are not so many.

    Goes over the classes that the hand can pay, never over single routes: a class counts its
    open routes times its ways to pay. Classes of one colour are in order of length.
    """
    d = s.bytes
    hand = t.o_hand + seat * t.kinds
    colours = t.colours
    wilds = i64(d[hand + t.wild])
    trains = i64(d[t.o_trains + seat])
    free_at = t.o_open + seat * t.classes
    lengths = t.class_length
    firsts = t.colour_classes
    count: i64 = 0
    colour: i64 = 0
    number: i64 = 0
    while colour < colours:
        coloured = i64(d[hand + colour])
        reach = coloured + wilds
        if reach > trains:
            reach = trains
        colour += 1
        end = firsts[colour]
        while number < end:
            length = lengths[number]
            if length > reach:
                break
            free = i64(d[free_at + number])
            if free:
                # The ways are the numbers of locomotives from `low` to `high`.
                low = length - coloured
                if low < 0:
                    low = 0
                high = wilds
                if high > length:
                    high = length
                before = count
                count += free * (high - low + 1)
                if count > n:
                    return _nth_in_class(t, s, seat, number, n - before)
            number += 1
        number = end
    return _seek_gray(t, s, seat, n, count)


def _seek_gray(t: FlatBoard, s: State, seat: i64, n: i64, count: i64) -> i64:
    """`seek_claim` for the gray classes, `count` claims having been passed."""
    d = s.bytes
    wilds = i64(d[t.o_hand + seat * t.kinds + t.wild])
    trains = i64(d[t.o_trains + seat])
    free_at = t.o_open + seat * t.classes
    depth = t.o_depth + seat * t.depths - 1
    lengths = t.class_length
    ferries = t.class_ferry
    number = t.colour_classes[t.colours]
    classes = t.classes
    while number < classes:
        length = lengths[number]
        if length > trains:
            break
        free = i64(d[free_at + number])
        if free:
            # As in `count_gray_ways`, which would cost a call here.
            ways: i64 = 0
            high = wilds
            if wilds >= length:
                ways = 1
                high = length - 1
            low = ferries[number]
            while low <= high:
                ways += i64(d[depth + length - low])
                low += 1
            before = count
            count += free * ways
            if count > n:
                return _nth_in_class(t, s, seat, number, n - before)
        number += 1
    return -1 - count


def _nth_in_class(t: FlatBoard, s: State, seat: i64, number: i64, n: i64) -> i64:
    colour = t.class_colour[number]
    length = t.class_length[number]
    ferry = t.class_ferry[number]
    ways = count_ways(t, s, seat, colour, length, ferry)
    skip = n // ways
    d = s.bytes
    owner = t.o_owner
    routes = t.class_routes
    twins = t.route_twin
    at = t.class_start[number]
    while True:
        route = routes[at]
        at += 1
        if i64(d[owner + route]) != NONE:
            continue
        twin = twins[route]
        # Only a double route with one side taken needs a closer look.
        if twin >= 0 and i64(d[owner + twin]) != NONE and not is_open(t, s, seat, route):
            continue
        if skip == 0:
            way = nth_way(t, s, seat, colour, length, ferry, n % ways)
            return t.route_code[route] + way
        skip -= 1


def list_claims(t: FlatBoard, s: State, seat: i64, codes: vec[i64]) -> vec[i64]:
    """`codes` with the claims at its end."""
    d = s.bytes
    hand = t.o_hand + seat * t.kinds
    wilds = i64(d[hand + t.wild])
    trains = i64(d[t.o_trains + seat])
    free_at = t.o_open + seat * t.classes
    lengths = t.class_length
    firsts = t.colour_classes
    colours = t.colours
    colour: i64 = 0
    number: i64 = 0
    while colour < colours:
        coloured = i64(d[hand + colour])
        reach = coloured + wilds
        if reach > trains:
            reach = trains
        colour += 1
        end = firsts[colour]
        # Classes of one colour are in order of length.
        while number < end and lengths[number] <= reach:
            if d[free_at + number] != 0:
                base = t.route_code[_first_open(t, s, seat, number)]
                before = i64(len(codes))
                codes = list_coloured_ways(coloured, wilds, lengths[number], base, codes)
                codes = _list_others(t, s, seat, number, before, codes)
            number += 1
        number = end
    return _list_gray(t, s, seat, wilds, codes)


def _list_gray(t: FlatBoard, s: State, seat: i64, wilds: i64, codes: vec[i64]) -> vec[i64]:
    """`list_claims` for the gray classes."""
    d = s.bytes
    trains = i64(d[t.o_trains + seat])
    free_at = t.o_open + seat * t.classes
    lengths = t.class_length
    ferries = t.class_ferry
    number = t.colour_classes[t.colours]
    while number < t.classes and lengths[number] <= trains:
        length = lengths[number]
        ferry = ferries[number]
        if d[free_at + number] != 0 and can_pay_gray(t, s, seat, wilds, length, ferry):
            base = t.route_code[_first_open(t, s, seat, number)]
            before = i64(len(codes))
            codes = list_gray_ways(t, s, seat, length, ferry, base, codes)
            codes = _list_others(t, s, seat, number, before, codes)
        number += 1
    return codes


def _first_open(t: FlatBoard, s: State, seat: i64, number: i64) -> i64:
    """The first open route of a class that has one."""
    d = s.bytes
    owner = t.o_owner
    at = t.class_start[number]
    while True:
        route = t.class_routes[at]
        if i64(d[owner + route]) == NONE and is_open(t, s, seat, route):
            return route
        at += 1


def _list_others(
    t: FlatBoard, s: State, seat: i64, number: i64, before: i64, codes: vec[i64]
) -> vec[i64]:
    """The other open routes of a class: their codes are those after `before`, moved on."""
    d = s.bytes
    left = i64(d[t.o_open + seat * t.classes + number])
    if left == 1:
        return codes
    many = i64(len(codes)) - before
    owner = t.o_owner
    routes = t.class_routes
    twins = t.route_twin
    first: i64 = -1
    at = t.class_start[number]
    while left > 0:
        route = routes[at]
        at += 1
        if i64(d[owner + route]) != NONE:
            continue
        twin = twins[route]
        if twin >= 0 and i64(d[owner + twin]) != NONE and not is_open(t, s, seat, route):
            continue
        left -= 1
        if first < 0:
            first = t.route_code[route]
            continue
        move = t.route_code[route] - first
        n: i64 = 0
        while n < many:
            codes = append(codes, codes[before + n] + move)
            n += 1
    return codes


def apply_claim(t: FlatBoard, s: State, code: i64, chance: Chance) -> None:
    """C2–C5: pay and place; a tunnel first turns up cards."""
    seat = i64(s.bytes[TURN])
    route = route_of(t, code)
    length = t.route_length[route]
    way = code - t.route_code[route]
    colour = way_colour(t, t.route_colour[route], length, t.route_ferry[route], way)
    wilds = way_wilds(t, t.route_colour[route], length, t.route_ferry[route], way)
    if t.route_tunnel[route]:
        take_payment(t, s, seat, colour, wilds, length, chance, LAID)
        if start_tunnel(t, s, route, colour, wilds, chance):
            finish_claim(t, s, seat, route, chance)
        return
    take_payment(t, s, seat, colour, wilds, length, chance, PAID)
    if wilds < length:
        discard(t, s, colour, length - wilds)
    discard(t, s, t.wild, wilds)
    finish_claim(t, s, seat, route, chance)


def finish_claim(t: FlatBoard, s: State, seat: i64, route: i64, chance: Chance) -> None:
    """Place the trains; all cards of this claim lie on the discards already."""
    place(t, s, seat, route)
    if chance.events is not None:
        chance.emit(CLAIMED, seat, route, t.route_points[route])
    restock(t, s, chance)
    end_turn(t, s, chance, True)


def place(t: FlatBoard, s: State, seat: i64, route: i64) -> None:
    """C4, C6, C7: the trains stay; the route closes, its other side for whom the rules say."""
    d = s.bytes
    twin = t.route_twin[route]
    who: i64 = 0
    while who < t.players:
        if twin < 0:
            _close(t, s, who, route)
        else:
            twin_open = is_open(t, s, who, twin)
            if is_open(t, s, who, route):
                _close(t, s, who, route)
            if twin_open and closes(seat, who, t.single_track):
                _close(t, s, who, twin)
        who += 1
    d[t.o_owner + route] = u8(seat)
    d[t.o_trains + seat] = u8(i64(d[t.o_trains + seat]) - t.route_length[route])


def _close(t: FlatBoard, s: State, seat: i64, route: i64) -> None:
    """One open route less for a seat in the class of this route."""
    d = s.bytes
    slot = t.o_open + seat * t.classes + t.route_class[route]
    d[slot] = u8(i64(d[slot]) - 1)
