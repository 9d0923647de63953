"""Tunnels: the cards turned up, paying the extra or declining (clauses U1–U8).

While a seat decides, the cards it laid down are in nobody's hand and not discarded: they are
known from the route, the colour and the number of locomotives in the head of the state.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.payment import can_pay, take_payment, why_not_paid
from whistlestop.engine.phases.turn import end_turn
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import COUNTED_EXTRA, DECLINED, PAID, REVEALED
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    NONE,
    PHASE,
    PILE,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    TURN,
    FlatBoard,
)
from whistlestop.engine.state.state import State, discard, give, restock, take_top
from whistlestop.model.actions import Pay
from whistlestop.model.board import Board


def start_tunnel(
    t: FlatBoard, s: State, route: i64, colour: i64, wilds: i64, chance: Chance
) -> bool:
    """U1–U4, U7: turn up cards. True if nothing extra is due and all cards are discarded."""
    d = s.bytes
    d[TUNNEL_ROUTE] = u8(route)
    d[TUNNEL_COLOUR] = u8(colour)
    d[TUNNEL_WILDS] = u8(wilds)
    extra: i64 = 0
    turned: i64 = 0
    while turned < t.tunnel_cards and d[PILE] != 0:
        card = i64(d[t.o_pile + i64(d[PILE]) - 1])
        chance.emit(REVEALED, card, 0, 0)
        take_top(t, s, chance)
        d[t.o_revealed + card] = u8(i64(d[t.o_revealed + card]) + 1)
        if card == colour or card == t.wild:
            extra += 1
        turned += 1
    d[TUNNEL_EXTRA] = u8(extra)
    chance.emit(COUNTED_EXTRA, i64(d[TURN]), route, extra)
    if extra == 0:
        _discard_laid(t, s)
        _close_tunnel(t, s)
        return True
    d[PHASE] = u8(TUNNEL)
    return False


def _discard_laid(t: FlatBoard, s: State) -> None:
    d = s.bytes
    wilds = i64(d[TUNNEL_WILDS])
    rest = t.route_length[i64(d[TUNNEL_ROUTE])] - wilds
    discard(t, s, t.wild, wilds)
    if rest > 0:
        discard(t, s, i64(d[TUNNEL_COLOUR]), rest)


def _close_tunnel(t: FlatBoard, s: State) -> None:
    """U6: what was turned up goes to the discards, whatever happened."""
    d = s.bytes
    card: i64 = 0
    while card < t.kinds:
        n = i64(d[t.o_revealed + card])
        if n:
            discard(t, s, card, n)
            d[t.o_revealed + card] = u8(0)
        card += 1
    d[TUNNEL_ROUTE] = u8(NONE)
    d[TUNNEL_EXTRA] = u8(0)
    d[TUNNEL_WILDS] = u8(0)
    d[TUNNEL_COLOUR] = u8(0)


def pay_colour(t: FlatBoard, code: i64) -> i64:
    """The colour of an extra payment; the wild kind if by locomotives only."""
    n = code - t.pay_code
    return t.wild if n >= t.colours * t.pay_splits else n // t.pay_splits


def pay_total(t: FlatBoard, code: i64) -> i64:
    """How many cards an extra payment has."""
    n = code - t.pay_code
    if n >= t.colours * t.pay_splits:
        return n - t.colours * t.pay_splits + 1
    n %= t.pay_splits
    total: i64 = 1
    while n >= total:
        n -= total
        total += 1
    return total


def pay_coloured(t: FlatBoard, code: i64) -> i64:
    """How many of the cards of an extra payment are coloured."""
    n = code - t.pay_code
    if n >= t.colours * t.pay_splits:
        return 0
    total = pay_total(t, code)
    return n % t.pay_splits - total * (total - 1) // 2 + 1


def encode_pay(t: FlatBoard, colour: i64, coloured: i64, wilds: i64) -> i64:
    """The code of paying so many coloured cards and locomotives extra."""
    total = coloured + wilds
    if coloured == 0:
        return t.pay_code + t.colours * t.pay_splits + total - 1
    return t.pay_code + colour * t.pay_splits + total * (total - 1) // 2 + coloured - 1


def may_pay(t: FlatBoard, s: State, seat: i64, code: i64) -> bool:
    """U2, U3, U8: exactly the extra, in the colour laid down or locomotives, any split."""
    d = s.bytes
    extra = i64(d[TUNNEL_EXTRA])
    if pay_total(t, code) != extra:
        return False
    colour = pay_colour(t, code)
    if colour != t.wild and colour != i64(d[TUNNEL_COLOUR]):
        return False
    return can_pay(t, s, seat, colour, extra - pay_coloured(t, code), extra)


def why_not_pay(
    board: Board, t: FlatBoard, s: State, seat: i64, action: Pay
) -> IllegalAction | None:
    """U2, U3: not the extra that is due, not in its colour, or not the cards for it."""
    d = s.bytes
    extra = int(d[TUNNEL_EXTRA])
    route = board.routes[i64(d[TUNNEL_ROUTE])]
    if action.payment.total != extra:
        return IllegalAction(
            "wrong_number_of_cards",
            f"The tunnel {route.id} costs {extra} extra, not {action.payment.total}.",
        )
    laid = board.cards[i64(d[TUNNEL_COLOUR])]
    if action.payment.colour is not None and action.payment.colour != laid:
        return IllegalAction(
            "wrong_colour", f"The extra for {route.id} is paid in {laid} or locomotives."
        )
    return why_not_paid(board, t, s, seat, action.payment)


def _fewest_wilds(t: FlatBoard, s: State, seat: i64) -> i64:
    d = s.bytes
    extra = i64(d[TUNNEL_EXTRA])
    colour = i64(d[TUNNEL_COLOUR])
    if colour == t.wild:
        return extra
    fewest = extra - i64(d[t.o_hand + seat * t.kinds + colour])
    if fewest < 0:
        return 0
    return fewest


def seek_tunnel(t: FlatBoard, s: State, seat: i64, n: i64) -> i64:
    """The n-th answer, or -1 minus their number. Declining comes first, then the payments."""
    if n == 0:
        return DECLINE_CODE
    d = s.bytes
    extra = i64(d[TUNNEL_EXTRA])
    high = i64(d[t.o_hand + seat * t.kinds + t.wild])
    if high > extra:
        high = extra
    low = _fewest_wilds(t, s, seat)
    ways = high - low + 1
    if ways < 0:
        ways = 0
    if n > ways:
        return -2 - ways
    # Fewer coloured cards have the lower code, only locomotives the highest of all.
    if high < extra:
        wilds = high - (n - 1)
    elif n == ways:
        wilds = extra
    else:
        wilds = extra - n
    return encode_pay(t, i64(d[TUNNEL_COLOUR]), extra - wilds, wilds)


def list_tunnel(t: FlatBoard, s: State, seat: i64, codes: vec[i64]) -> vec[i64]:
    """`codes` with the answers at its end."""
    n: i64 = 0
    code = seek_tunnel(t, s, seat, n)
    while code >= 0:
        codes = append(codes, code)
        n += 1
        code = seek_tunnel(t, s, seat, n)
    return codes


def pay_extra(t: FlatBoard, s: State, code: i64, chance: Chance) -> i64:
    """U2, U6: pay and discard everything; returns the route, which the caller places."""
    d = s.bytes
    seat = i64(d[TURN])
    route = i64(d[TUNNEL_ROUTE])
    total = pay_total(t, code)
    coloured = pay_coloured(t, code)
    colour = pay_colour(t, code)
    take_payment(t, s, seat, colour, total - coloured, total, chance, PAID)
    _discard_laid(t, s)
    if coloured:
        discard(t, s, colour, coloured)
    discard(t, s, t.wild, total - coloured)
    _close_tunnel(t, s)
    return route


def apply_decline(t: FlatBoard, s: State, chance: Chance) -> None:
    """U5: the cards laid down go back to the hand and the turn is over."""
    d = s.bytes
    seat = i64(d[TURN])
    route = i64(d[TUNNEL_ROUTE])
    wilds = i64(d[TUNNEL_WILDS])
    back = t.route_length[route] - wilds
    while back > 0:
        give(t, s, seat, i64(d[TUNNEL_COLOUR]))
        back -= 1
    while wilds > 0:
        give(t, s, seat, t.wild)
        wilds -= 1
    chance.emit(DECLINED, seat, route, 0)
    _close_tunnel(t, s)
    restock(t, s, chance)
    end_turn(t, s, chance, False)
