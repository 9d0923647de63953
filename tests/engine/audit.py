"""Money-level checks: every card, train, ticket and station is in exactly one place.

`audit` raises `Unbalanced` with a sentence. Tests call it after every ply; rollouts never do. Which
sides of double routes are in use it reads from their owners, in words of its own: an auditor must
not ask the audited.
"""

from __future__ import annotations

from whistlestop.engine.phases.moves import list_legal, may_act, seek_legal
from whistlestop.engine.phases.routes import is_open
from whistlestop.engine.state.flat_board import (
    DISCARDS,
    FACE_UP,
    FACES,
    KEEPING,
    MAX_OFFER,
    NONE,
    OFFERED,
    OPENING,
    OUT,
    PHASE,
    PILE,
    TICKET_HEAD,
    TICKETS,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    TURN,
    FlatBoard,
)
from whistlestop.engine.state.state import State


class Unbalanced(AssertionError):
    """Something was lost, doubled or counted wrongly."""


def audit(t: FlatBoard, s: State) -> None:
    """Check one state against all conservation laws."""
    _audit_cards(t, s)
    _audit_hands(t, s)
    _audit_routes(t, s)
    _audit_tickets(t, s)
    _audit_legal(t, s)


def _must(condition: bool, sentence: str) -> None:
    if not condition:
        raise Unbalanced(sentence)


def _audit_cards(t: FlatBoard, s: State) -> None:
    d = s.bytes
    counts = [0] * int(t.kinds)
    for kind in range(t.kinds):
        counts[kind] += int(d[t.o_discard + kind] + d[t.o_revealed + kind])
        counts[kind] += sum(int(d[t.o_hand + p * t.kinds + kind]) for p in range(t.players))
    for i in range(int(d[PILE])):
        counts[int(d[t.o_pile + i])] += 1
    for i in range(t.market):
        if d[t.o_market + i] != NONE:
            counts[int(d[t.o_market + i])] += 1
    if d[PHASE] == TUNNEL:
        wilds = int(d[TUNNEL_WILDS])
        counts[t.wild] += wilds
        counts[d[TUNNEL_COLOUR]] += int(t.route_length[int(d[TUNNEL_ROUTE])]) - wilds
    wanted = [int(t.copies)] * int(t.colours) + [int(t.locomotives)]
    _must(counts == wanted, f"cards: {counts} in place of {wanted}")
    _must(d[PILE] > 0 or d[DISCARDS] == 0, "an empty pile beside discards (D8)")
    _must(d[PILE] == 0 or d[FACE_UP] == t.market, "a gap in the market beside a pile (D8)")


def _audit_hands(t: FlatBoard, s: State) -> None:
    d = s.bytes
    market = [int(d[t.o_market + i]) for i in range(t.market)]
    _must(d[FACE_UP] == sum(c != NONE for c in market), "number of face-up cards")
    _must(d[FACES] == len(set(market) - {NONE}), "number of kinds face up")
    for kind in range(t.kinds):
        _must(d[t.o_face + kind] == market.count(kind), f"face-up cards of kind {kind}")
    _must(d[DISCARDS] == sum(int(d[t.o_discard + k]) for k in range(t.kinds)), "discards")
    for seat in range(t.players):
        hand = [int(d[t.o_hand + seat * t.kinds + k]) for k in range(t.kinds)]
        _must(d[t.o_size + seat] == sum(hand), f"size of hand {seat}")
        for depth in range(t.depths):
            deep = sum(n > depth for n in hand[: t.colours])
            _must(d[t.o_depth + seat * t.depths + depth] == deep, f"depths of hand {seat}")


def _audit_routes(t: FlatBoard, s: State) -> None:
    d, classes = s.bytes, t.route_class
    for seat in range(t.players):
        own = {r for r in range(t.routes) if d[t.o_owner + r] == seat}
        placed = sum(int(t.route_length[r]) for r in own)
        _must(d[t.o_trains + seat] == t.trains - placed, f"trains of seat {seat}")
        _must(not any(t.route_twin[r] in own for r in own), f"both sides owned by {seat} (C6)")
        free = [0] * int(t.classes)
        for r in range(t.routes):
            free[classes[r]] += is_open(t, s, seat, r)
        slots = t.o_open + seat * t.classes
        counted = [int(d[slots + number]) for number in range(t.classes)]
        _must(counted == free, f"open routes of a class for seat {seat}")
        if t.stations:
            built = sum(d[t.o_station + c] == seat for c in range(t.cities))
            _must(d[t.o_stations + seat] == t.stations - built, f"stations of seat {seat}")
    if t.single_track:
        both = [
            r
            for r in range(t.routes)
            if t.route_twin[r] >= 0
            and NONE not in (d[t.o_owner + r], d[t.o_owner + t.route_twin[r]])
        ]
        _must(not both, "both sides of a double route in use (C7)")


def _audit_tickets(t: FlatBoard, s: State) -> None:
    d = s.bytes
    queue = [
        int(d[t.o_queue + (int(d[TICKET_HEAD]) + i) % int(t.tickets)])
        for i in range(int(d[TICKETS]))
    ]
    seats = range(t.players) if d[PHASE] == OPENING else [int(d[TURN])]
    offers = [
        int(d[t.o_offer + seat * MAX_OFFER + i]) for seat in seats for i in range(int(d[OFFERED]))
    ]
    _must(d[OFFERED] == 0 or d[PHASE] in (OPENING, KEEPING), "an offer outside its phase")
    _must(len(set(queue + offers)) == len(queue) + len(offers), "a ticket in two places")
    where = [int(d[t.o_ticket + ticket]) for ticket in range(t.tickets)]
    in_deck = {ticket for ticket, place in enumerate(where) if place == NONE}
    _must(in_deck == set(queue), "tickets in the deck")
    _must(set(where) <= {NONE, OUT, *range(t.players)}, "a ticket nowhere")
    out = {ticket for ticket, place in enumerate(where) if place == OUT}
    _must(out.issuperset(offers), "a ticket offered and held, or none at all")
    for seat in range(t.players):
        _must(d[t.o_held + seat] == where.count(seat), f"number of tickets of seat {seat}")


def _audit_legal(t: FlatBoard, s: State) -> None:
    """Finding an action by its place agrees with the list, which is in ascending order."""
    for seat in range(t.players):
        if not may_act(s, seat):
            continue
        codes = list(list_legal(t, s, seat))
        _must(codes == sorted(set(codes)) and bool(codes), "legal actions in ascending order")
        found = [int(seek_legal(t, s, seat, n)) for n in range(len(codes) + 1)]
        _must(found == [*codes, -1 - len(codes)], "legal actions by place and as a list")
