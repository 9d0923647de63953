"""Single bytes of a state by what they mean: the only way to them from outside the engine.

Where a thing lies in a state's bytes is decided in `flat_board` and is the engine's own business.
Each function here is one read of one byte, which the C compiler inlines. They take the bytes (`d`)
and not the state, because a compiled loop fetches those once. Whole stretches of bytes as Python
values are in `reading`; who may see what is decided in `knowledge`.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.flat_board import MAX_OFFER, TICKET_HEAD, FlatBoard


def owner_of(t: FlatBoard, d: vec[u8], route: i64) -> i64:
    """The seat that owns a route, or NONE."""
    return i64(d[t.o_owner + route])


def station_owner(t: FlatBoard, d: vec[u8], city: i64) -> i64:
    """The seat with a station in a city, or NONE; only boards with stations may be asked."""
    return i64(d[t.o_station + city])


def holder_of(t: FlatBoard, d: vec[u8], ticket: i64) -> i64:
    """The seat that holds a ticket, NONE while it lies in the deck, OUT if it lies elsewhere."""
    return i64(d[t.o_ticket + ticket])


def cards_of(t: FlatBoard, d: vec[u8], seat: i64, kind: i64) -> i64:
    """How many cards of a kind a seat has in its hand."""
    return i64(d[t.o_hand + seat * t.kinds + kind])


def hand_size(t: FlatBoard, d: vec[u8], seat: i64) -> i64:
    """How many cards a seat has in its hand."""
    return i64(d[t.o_size + seat])


def trains_left(t: FlatBoard, d: vec[u8], seat: i64) -> i64:
    """How many trains a seat has not placed yet."""
    return i64(d[t.o_trains + seat])


def stations_left(t: FlatBoard, d: vec[u8], seat: i64) -> i64:
    """How many stations a seat has not built yet."""
    return i64(d[t.o_stations + seat])


def tickets_held(t: FlatBoard, d: vec[u8], seat: i64) -> i64:
    """How many tickets a seat holds."""
    return i64(d[t.o_held + seat])


def offered_ticket(t: FlatBoard, d: vec[u8], seat: i64, place: i64) -> i64:
    """The ticket at a place (from 0) of what lies offered to a seat."""
    return i64(d[t.o_offer + seat * MAX_OFFER + place])


def face_up(t: FlatBoard, d: vec[u8], kind: i64) -> i64:
    """How many cards of a kind lie face up in the market."""
    return i64(d[t.o_face + kind])


def market_card(t: FlatBoard, d: vec[u8], slot: i64) -> i64:
    """The card in a slot of the market, or NONE."""
    return i64(d[t.o_market + slot])


def discarded_cards(t: FlatBoard, d: vec[u8], kind: i64) -> i64:
    """How many cards of a kind lie in the discards."""
    return i64(d[t.o_discard + kind])


def pile_card(t: FlatBoard, d: vec[u8], place: i64) -> i64:
    """The card at a place of the pile; 0 is the bottom."""
    return i64(d[t.o_pile + place])


def deck_ticket(t: FlatBoard, d: vec[u8], place: i64) -> i64:
    """The ticket at a place of the ticket deck; 0 is the top."""
    return i64(d[deck_slot(t, d, place)])


def deck_slot(t: FlatBoard, d: vec[u8], place: i64) -> i64:
    """Where in the bytes that place lies: the deck is a ring that begins at `TICKET_HEAD`."""
    at = i64(d[TICKET_HEAD]) + place
    if at >= t.tickets:
        at -= t.tickets
    return t.o_queue + at
