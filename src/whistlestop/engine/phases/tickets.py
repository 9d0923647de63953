"""Tickets: the opening choice and drawing more (clauses S3–S5 and K1–K3).

An offer lies in its seat's row of the state. A choice is a mask over the offer: bit 0 is the
first ticket. The opening choice is simultaneous: answers wait in the state until all are there.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.turn import end_turn
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import (
    ANSWERED,
    KEPT_TICKET,
    OFFERED_TICKET,
    REFUSED_TICKET,
    TURN_BEGAN,
)
from whistlestop.engine.state.flat_board import (
    KEEPING,
    MAIN,
    MAX_OFFER,
    OFFERED,
    OPENING,
    OUT,
    PHASE,
    TICKETS,
    TURN,
    UNANSWERED,
    FlatBoard,
)
from whistlestop.engine.state.state import State, keep_ticket, next_ticket, put_under
from whistlestop.model.actions import Keep


def ones(mask: i64) -> i64:
    """How many tickets a mask keeps."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def at_least(t: FlatBoard, s: State) -> i64:
    """How many tickets of the offer must be kept."""
    if i64(s.bytes[PHASE]) == OPENING:
        return t.opening_keep
    offered = i64(s.bytes[OFFERED])
    return offered if offered < t.draw_keep else t.draw_keep


def may_keep(t: FlatBoard, s: State, seat: i64, code: i64) -> bool:
    """S3, K1: only offered tickets, and as many as must be kept."""
    d = s.bytes
    mask = code - t.keep_code + 1
    if i64(d[PHASE]) == OPENING and not (i64(d[UNANSWERED]) >> seat) & 1:
        return False
    return mask < (1 << i64(d[OFFERED])) and ones(mask) >= at_least(t, s)


def why_not_keep(t: FlatBoard, s: State, action: Keep) -> IllegalAction:
    """Too few tickets, or one that is not offered."""
    offered = int(s.bytes[OFFERED])
    if max(action.tickets) > offered:
        return IllegalAction("no_such_offer", f"Only {offered} tickets are offered.")
    least = int(at_least(t, s))
    return IllegalAction("too_few_tickets", f"At least {least} of the tickets must be kept.")


def seek_keep(t: FlatBoard, s: State, n: i64) -> i64:
    """The n-th choice, or -1 minus the number of choices if there are not so many."""
    least = at_least(t, s)
    end: i64 = 1 << i64(s.bytes[OFFERED])
    count: i64 = 0
    mask: i64 = 1
    while mask < end:
        if ones(mask) >= least:
            if count == n:
                return t.keep_code + mask - 1
            count += 1
        mask += 1
    return -1 - count


def list_keeps(t: FlatBoard, s: State, codes: vec[i64]) -> vec[i64]:
    """`codes` with the choices at its end."""
    least = at_least(t, s)
    end: i64 = 1 << i64(s.bytes[OFFERED])
    mask: i64 = 1
    while mask < end:
        if ones(mask) >= least:
            codes = append(codes, t.keep_code + mask - 1)
        mask += 1
    return codes


def why_not_tickets() -> IllegalAction:
    """K2: there is only one thing against drawing tickets."""
    return IllegalAction("no_tickets_left", "The ticket deck is empty.")


def apply_tickets(t: FlatBoard, s: State, chance: Chance) -> None:
    """K1, K2: take the top tickets; a single one is kept without asking."""
    d = s.bytes
    seat = i64(d[TURN])
    count = i64(d[TICKETS])
    if count > t.draw_tickets:
        count = t.draw_tickets
    n: i64 = 0
    while n < count:
        offer(t, s, seat, n, next_ticket(t, s), chance)
        n += 1
    d[OFFERED] = u8(count)
    d[PHASE] = u8(KEEPING)
    if count == 1:
        apply_keep(t, s, seat, t.keep_code, chance)


def offer(t: FlatBoard, s: State, seat: i64, n: i64, ticket: i64, chance: Chance) -> None:
    """Put a ticket into the seat's row of offers."""
    s.bytes[t.o_offer + seat * MAX_OFFER + n] = u8(ticket)
    s.bytes[t.o_ticket + ticket] = u8(OUT)
    if chance.events is not None:
        chance.emit(OFFERED_TICKET, seat, ticket, 0)


def apply_keep(t: FlatBoard, s: State, seat: i64, code: i64, chance: Chance) -> None:
    """S4, K1: answer the opening offer, or divide a drawn one and end the turn."""
    mask = code - t.keep_code + 1
    if i64(s.bytes[PHASE]) == OPENING:
        _answer(t, s, seat, mask, chance)
        return
    divide_offer(t, s, seat, mask, False, chance)
    s.bytes[OFFERED] = u8(0)
    end_turn(t, s, chance, True)


def _answer(t: FlatBoard, s: State, seat: i64, mask: i64, chance: Chance) -> None:
    """S4: note the choice; when all have chosen, carry them out in seat order."""
    d = s.bytes
    d[t.o_answer + seat] = u8(mask)
    d[UNANSWERED] = u8(i64(d[UNANSWERED]) & ~(1 << seat))
    if chance.events is not None:
        chance.emit(ANSWERED, seat, 0, 0)
    if d[UNANSWERED] != 0:
        return
    who: i64 = 0
    while who < t.players:
        divide_offer(t, s, who, i64(d[t.o_answer + who]), t.refused_out, chance)
        d[t.o_answer + who] = u8(0)
        who += 1
    d[OFFERED] = u8(0)
    d[PHASE] = u8(MAIN)
    if chance.events is not None:
        chance.emit(TURN_BEGAN, i64(d[TURN]), 0, 0)


def divide_offer(t: FlatBoard, s: State, seat: i64, mask: i64, out: bool, chance: Chance) -> None:
    """P12, K1: kept tickets to the seat, the others under the deck in order, or out."""
    d = s.bytes
    n: i64 = 0
    while n < i64(d[OFFERED]):
        slot = t.o_offer + seat * MAX_OFFER + n
        ticket = i64(d[slot])
        d[slot] = u8(0)
        keeps = (mask >> n) & 1
        if keeps:
            keep_ticket(t, s, seat, ticket)
        elif not out:
            put_under(t, s, ticket)
        if chance.events is not None:
            kind = KEPT_TICKET if keeps else REFUSED_TICKET
            chance.emit(kind, seat, ticket, 0)
        n += 1
