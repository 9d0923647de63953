"""The full truth of one game as bytes, private to the engine.

One packed `vec[u8]`, so that a copy is one allocation. The layout is in `FlatBoard`; this module
knows how to make, copy and deal states and how single cards and tickets move. It does not know
what players may do. The invariant: every card, train and ticket is in exactly one place
(`tests.engine.audit` checks it).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.accessors import deck_slot, deck_ticket
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import IN_PILE, RESHUFFLED, TURNED_UP, WIPED
from whistlestop.engine.state.flat_board import (
    DISCARDS,
    FACE_UP,
    FACES,
    NONE,
    PILE,
    STOPPED,
    TICKET_HEAD,
    TICKETS,
    FlatBoard,
)
from whistlestop.engine.state.rng import Rng, shuffle

# D7: after so many wipes in a row the market is left as it is.
MOST_WIPES: Final = 10


class State:
    """Everything about a game at one ply."""

    def __init__(self, bytes_: vec[u8]) -> None:
        self.bytes = bytes_

    def copy(self) -> State:
        """An independent state with the same bytes."""
        return State(self.bytes[:])


def blank(t: FlatBoard) -> State:
    """No card dealt, no ticket placed, everything open."""
    return State(t.blank[:])


def take_top(t: FlatBoard, s: State, chance: Chance) -> i64:
    """Take the top card of a pile that is not empty; D8: its last card brings a new pile."""
    d = s.bytes
    count = i64(d[PILE]) - 1
    card = i64(d[t.o_pile + count])
    d[PILE] = u8(count)
    if chance.events is not None:
        chance.cross_off()
    if count == 0 and d[DISCARDS] != 0:
        reshuffle(t, s, chance)
    return card


def reshuffle(t: FlatBoard, s: State, chance: Chance) -> None:
    """D8: the discards become the pile, in random order."""
    d = s.bytes
    at = t.o_pile
    kind: i64 = 0
    while kind < t.kinds:
        n = i64(d[t.o_discard + kind])
        d[t.o_discard + kind] = u8(0)
        while n > 0:
            d[at] = u8(kind)
            at += 1
            n -= 1
        kind += 1
    d[PILE] = d[DISCARDS]
    d[DISCARDS] = u8(0)
    chance.shuffle_pile(d, t.o_pile, i64(d[PILE]))
    if chance.events is not None:
        chance.emit(RESHUFFLED, i64(d[PILE]), 0, 0)
        _note_pile(t, s, chance)


def _note_pile(t: FlatBoard, s: State, chance: Chance) -> None:
    """Everyone has seen what was discarded, so everyone knows what a new pile holds."""
    kind: i64 = 0
    while kind < t.kinds:
        count: i64 = 0
        i: i64 = 0
        while i < i64(s.bytes[PILE]):
            if i64(s.bytes[t.o_pile + i]) == kind:
                count += 1
            i += 1
        chance.emit(IN_PILE, kind, count, 0)
        kind += 1


def give(t: FlatBoard, s: State, seat: i64, card: i64) -> None:
    """One card more in a hand."""
    d = s.bytes
    slot = t.o_hand + seat * t.kinds + card
    held = i64(d[slot])
    d[slot] = u8(held + 1)
    d[t.o_size + seat] = u8(i64(d[t.o_size + seat]) + 1)
    if card != t.wild and held < t.depths:
        depth = t.o_depth + seat * t.depths + held
        d[depth] = u8(i64(d[depth]) + 1)


def spend(t: FlatBoard, s: State, seat: i64, card: i64, count: i64) -> None:
    """Cards of one kind leave a hand; the caller says where they go."""
    d = s.bytes
    slot = t.o_hand + seat * t.kinds + card
    held = i64(d[slot])
    d[slot] = u8(held - count)
    d[t.o_size + seat] = u8(i64(d[t.o_size + seat]) - count)
    if card != t.wild:
        depth = t.o_depth + seat * t.depths
        while count > 0:
            held -= 1
            count -= 1
            if held < t.depths:
                d[depth + held] = u8(i64(d[depth + held]) - 1)


def discard(t: FlatBoard, s: State, card: i64, count: i64) -> None:
    """Cards go to the discards; `restock` must follow once all of them lie there."""
    d = s.bytes
    slot = t.o_discard + card
    d[slot] = u8(i64(d[slot]) + count)
    d[DISCARDS] = u8(i64(d[DISCARDS]) + count)


def restock(t: FlatBoard, s: State, chance: Chance) -> None:
    """D8 after a discard: a new pile if there was none, then the gaps in the market."""
    d = s.bytes
    if d[PILE] == 0 and d[DISCARDS] != 0:
        reshuffle(t, s, chance)
    if i64(d[FACE_UP]) < t.market:
        fill_market(t, s, chance)
    elif d[STOPPED] == 0:
        # A wipe that had to wait for cards is due as soon as there are enough.
        wipe_market(t, s, chance)


def fill_market(t: FlatBoard, s: State, chance: Chance) -> None:
    """Turn up cards for the gaps, from the first slot on, and judge whether to wipe."""
    d = s.bytes
    changed = False
    slot: i64 = 0
    while slot < t.market and d[PILE] != 0:
        if i64(d[t.o_market + slot]) == NONE:
            turn_up(t, s, slot, chance)
            changed = True
        slot += 1
    if changed:
        wipe_market(t, s, chance)


def turn_up(t: FlatBoard, s: State, slot: i64, chance: Chance) -> None:
    """Put the top card of the pile into an empty slot of the market."""
    d = s.bytes
    # The card is noted before a reshuffle that it may bring about, as it happens on a table.
    card = i64(d[t.o_pile + i64(d[PILE]) - 1])
    if chance.events is not None:
        chance.emit(TURNED_UP, slot, card, 0)
    put_up(t, s, slot, card)
    take_top(t, s, chance)


def put_up(t: FlatBoard, s: State, slot: i64, card: i64) -> None:
    """A card lies in a slot of the market that was empty."""
    d = s.bytes
    d[t.o_market + slot] = u8(card)
    d[STOPPED] = u8(0)
    count = i64(d[t.o_face + card])
    d[t.o_face + card] = u8(count + 1)
    if count == 0:
        d[FACES] = u8(i64(d[FACES]) + 1)
    d[FACE_UP] = u8(i64(d[FACE_UP]) + 1)


def lift(t: FlatBoard, s: State, slot: i64) -> i64:
    """Take the card out of a slot of the market and leave a gap."""
    d = s.bytes
    card = i64(d[t.o_market + slot])
    d[t.o_market + slot] = u8(NONE)
    d[STOPPED] = u8(0)
    count = i64(d[t.o_face + card]) - 1
    d[t.o_face + card] = u8(count)
    if count == 0:
        d[FACES] = u8(i64(d[FACES]) - 1)
    d[FACE_UP] = u8(i64(d[FACE_UP]) - 1)
    return card


def must_wipe(t: FlatBoard, s: State) -> bool:
    """D6 with the conditions of D7 that everyone can see."""
    d = s.bytes
    return (
        i64(d[t.o_face + t.wild]) >= t.wipe
        and i64(d[FACE_UP]) == t.market
        and i64(d[PILE]) + i64(d[DISCARDS]) > t.market
    )


def wipe_market(t: FlatBoard, s: State, chance: Chance) -> None:
    """D6, D7: while too many locomotives lie face up, all go and new ones come; ten times.

    After the tenth the market is left alone until it changes (`STOPPED`).
    """
    wipes: i64 = 0
    while wipes < MOST_WIPES and must_wipe(t, s):
        if chance.events is not None:
            chance.emit(WIPED, wipes + 1, 0, 0)
        slot: i64 = 0
        while slot < t.market:
            discard(t, s, lift(t, s, slot), 1)
            slot += 1
        slot = 0
        while slot < t.market:
            turn_up(t, s, slot, chance)
            slot += 1
        wipes += 1
    if wipes == MOST_WIPES:
        s.bytes[STOPPED] = u8(1)


def next_ticket(t: FlatBoard, s: State) -> i64:
    """Take the top ticket of a deck that is not empty."""
    d = s.bytes
    head = i64(d[TICKET_HEAD])
    ticket = i64(d[t.o_queue + head])
    head += 1
    if head == t.tickets:
        head = 0
    d[TICKET_HEAD] = u8(head)
    d[TICKETS] = u8(i64(d[TICKETS]) - 1)
    return ticket


def put_under(t: FlatBoard, s: State, ticket: i64) -> None:
    """Put a ticket under the ticket deck."""
    d = s.bytes
    tail = i64(d[TICKET_HEAD]) + i64(d[TICKETS])
    if tail >= t.tickets:
        tail -= t.tickets
    d[t.o_queue + tail] = u8(ticket)
    d[t.o_ticket + ticket] = u8(NONE)
    d[TICKETS] = u8(i64(d[TICKETS]) + 1)


def swap_tickets(t: FlatBoard, s: State, one: i64, two: i64) -> None:
    """Exchange the places of two tickets; `two` may lie in the deck, `one` may not.

    For worlds that a bot imagines: no action of the rules does this.
    """
    d = s.bytes
    kept = d[t.o_ticket + one]
    d[t.o_ticket + one] = d[t.o_ticket + two]
    d[t.o_ticket + two] = kept
    if i64(d[t.o_ticket + one]) != NONE:
        return
    place: i64 = 0
    while place < i64(d[TICKETS]):
        if deck_ticket(t, d, place) == two:
            d[deck_slot(t, d, place)] = u8(one)
            return
        place += 1


def shuffle_pile(t: FlatBoard, s: State, rng: Rng) -> None:
    """Put the cards of the pile into a random order, for a world that a bot imagines."""
    shuffle(rng, s.bytes, t.o_pile, i64(s.bytes[PILE]))


def keep_ticket(t: FlatBoard, s: State, seat: i64, ticket: i64) -> None:
    """K1, S5: the ticket is the seat's to the end."""
    d = s.bytes
    d[t.o_ticket + ticket] = u8(seat)
    d[t.o_held + seat] = u8(i64(d[t.o_held + seat]) + 1)
