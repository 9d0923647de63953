"""Paying with cards of one colour and locomotives: how many ways there are, and which.

A price is a length, a colour (or gray: any one colour) and a least number of locomotives. The
ways to pay are numbered densely: for a coloured price by the number of locomotives; for a gray one
colour by colour, each with its numbers of locomotives below the length, and last of all only
locomotives.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.state.accessors import cards_of
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State, spend
from whistlestop.model.actions import Payment
from whistlestop.model.board import LOCOMOTIVE, Board


def count_ways(t: FlatBoard, s: State, seat: i64, colour: i64, length: i64, ferry: i64) -> i64:
    """How many ways the hand of a seat offers to pay (C2, C3, F1)."""
    hand = t.o_hand + seat * t.kinds
    wilds = i64(s.bytes[hand + t.wild])
    if colour == t.colours:
        return count_gray_ways(t, s, seat, wilds, length, ferry)
    return count_coloured_ways(i64(s.bytes[hand + colour]), wilds, length)


def count_coloured_ways(coloured: i64, wilds: i64, length: i64) -> i64:
    """Ways to pay a coloured price: one for each possible number of locomotives."""
    low = length - coloured
    if low < 0:
        low = 0
    high = wilds
    if high > length:
        high = length
    if high < low:
        return 0
    return high - low + 1


def count_gray_ways(t: FlatBoard, s: State, seat: i64, wilds: i64, length: i64, ferry: i64) -> i64:
    """Ways to pay a gray price: for each number of locomotives, the colours deep enough."""
    d = s.bytes
    depth = t.o_depth + seat * t.depths + length - 1
    count: i64 = 0
    high = wilds
    if wilds >= length:
        count = 1
        high = length - 1
    with_wilds = ferry
    while with_wilds <= high:
        count += i64(d[depth - with_wilds])
        with_wilds += 1
    return count


def nth_way(t: FlatBoard, s: State, seat: i64, colour: i64, length: i64, ferry: i64, n: i64) -> i64:
    """The number (as `way_number` counts) of the n-th way that the hand offers."""
    d = s.bytes
    hand = t.o_hand + seat * t.kinds
    wilds = i64(d[hand + t.wild])
    if colour != t.colours:
        low = length - i64(d[hand + colour])
        return (low if low > 0 else 0) + n
    high = length - 1 if wilds >= length else wilds
    card: i64 = 0
    while card < t.colours:
        held = i64(d[hand + card])
        low = length - held
        if low < ferry:
            low = ferry
        if held != 0 and high >= low:
            ways = high - low + 1
            if n < ways:
                return card * (length - ferry) + low - ferry + n
            n -= ways
        card += 1
    return t.colours * (length - ferry)


def can_pay_gray(t: FlatBoard, s: State, seat: i64, wilds: i64, length: i64, ferry: i64) -> bool:
    """Whether there is any way to pay a gray price: some colour deep enough, or locomotives."""
    if wilds >= length:
        return True
    if wilds < ferry:
        return False
    return s.bytes[t.o_depth + seat * t.depths + length - wilds - 1] != 0


def list_coloured_ways(
    coloured: i64, wilds: i64, length: i64, base: i64, codes: vec[i64]
) -> vec[i64]:
    """`codes` with `base` plus the number of each way to pay a coloured price at its end."""
    low = length - coloured
    if low < 0:
        low = 0
    high = wilds
    if high > length:
        high = length
    while low <= high:
        codes = append(codes, base + low)
        low += 1
    return codes


def list_gray_ways(
    t: FlatBoard, s: State, seat: i64, length: i64, ferry: i64, base: i64, codes: vec[i64]
) -> vec[i64]:
    """`codes` with `base` plus the number of each way to pay a gray price at its end."""
    d = s.bytes
    hand = t.o_hand + seat * t.kinds
    colours = t.colours
    wilds = i64(d[hand + colours])
    high = wilds
    if wilds >= length:
        high = length - 1
    card: i64 = 0
    while card < colours:
        held = i64(d[hand + card])
        if held:
            low = length - held
            if low < ferry:
                low = ferry
            while low <= high:
                codes = append(codes, base + card * (length - ferry) - ferry + low)
                low += 1
        card += 1
    if wilds >= length:
        codes = append(codes, base + colours * (length - ferry))
    return codes


def way_colour(t: FlatBoard, colour: i64, length: i64, ferry: i64, way: i64) -> i64:
    """The colour a way is paid in; the wild kind itself if by locomotives only."""
    if colour != t.colours:
        return t.wild if way == length else colour
    return t.wild if length == ferry else way // (length - ferry)


def way_wilds(t: FlatBoard, colour: i64, length: i64, ferry: i64, way: i64) -> i64:
    """How many locomotives a way takes."""
    if colour != t.colours:
        return way
    if length == ferry or way == t.colours * (length - ferry):
        return length
    return way % (length - ferry) + ferry


def way_number(t: FlatBoard, colour: i64, length: i64, ferry: i64, paid: i64, wilds: i64) -> i64:
    """The number of a way, or -1 if no such price can be paid so."""
    if wilds < ferry or wilds > length:
        return -1
    if colour != t.colours:
        if wilds == length:
            return length
        return wilds if paid == colour else -1
    if wilds == length:
        return t.colours * (length - ferry)
    if paid < 0 or paid >= t.colours:
        return -1
    return paid * (length - ferry) + wilds - ferry


def can_pay(t: FlatBoard, s: State, seat: i64, colour: i64, wilds: i64, length: i64) -> bool:
    """Whether the hand holds these cards: `wilds` locomotives, the rest of one colour."""
    d = s.bytes
    hand = t.o_hand + seat * t.kinds
    if i64(d[hand + t.wild]) < wilds:
        return False
    return colour == t.wild or i64(d[hand + colour]) >= length - wilds


def why_not_paid(
    board: Board, t: FlatBoard, s: State, seat: i64, payment: Payment
) -> IllegalAction | None:
    """Which cards of a payment the hand lacks."""
    wanted = {payment.colour: payment.coloured, LOCOMOTIVE: payment.locomotives}
    for name, count in wanted.items():
        if name is None or not count:
            continue
        held = int(cards_of(t, s.bytes, seat, board.card_index[name]))
        if held < count:
            return IllegalAction(
                "not_enough_cards", f"That takes {count} {name}; the hand holds {held}."
            )
    return None


def take_payment(
    t: FlatBoard,
    s: State,
    seat: i64,
    colour: i64,
    wilds: i64,
    length: i64,
    chance: Chance,
    kind: i64,
) -> None:
    """Take the cards out of the hand and note each kind; the caller says where they go."""
    rest = length - wilds
    if rest > 0:
        spend(t, s, seat, colour, rest)
        if chance.events is not None:
            chance.emit(kind, seat, colour, rest)
    if wilds > 0:
        spend(t, s, seat, t.wild, wilds)
        if chance.events is not None:
            chance.emit(kind, seat, t.wild, wilds)
