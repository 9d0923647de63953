"""Drawing cards: the pile, the market, and the second card (clauses D1–D11)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.turn import end_turn
from whistlestop.engine.state.accessors import face_up
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import DREW, TOOK
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DRAW_CODE,
    FACES,
    PHASE,
    PILE,
    SECOND,
    TURN,
    FlatBoard,
)
from whistlestop.engine.state.state import State, give, lift, take_top, turn_up, wipe_market
from whistlestop.model.actions import DECK, Draw
from whistlestop.model.board import Board


def may_draw(t: FlatBoard, s: State, code: i64) -> bool:
    """D4, D9: what may be drawn now."""
    d = s.bytes
    if code == DECK_CODE:
        return d[PILE] != 0
    card = code - DRAW_CODE
    if card == t.wild and i64(d[PHASE]) == SECOND:
        return False
    return d[t.o_face + card] != 0


def why_not_draw(board: Board, t: FlatBoard, s: State, action: Draw) -> IllegalAction:
    """No such card can be drawn, or D4: not as the second one."""
    if action.card == DECK:
        return IllegalAction("pile_empty", "The pile and the discards are empty.")
    lies_there = face_up(t, s.bytes, board.card_index[action.card]) != 0
    if lies_there and i64(s.bytes[PHASE]) == SECOND:
        return IllegalAction("locomotive_second", "A face-up locomotive cannot be the second card.")
    return IllegalAction("not_face_up", f"No {action.card} card lies face up.")


def seek_draw(t: FlatBoard, s: State, n: i64) -> i64:
    """The n-th draw, or -1 minus the number of draws if there are not so many."""
    d = s.bytes
    count = i64(d[FACES])
    if i64(d[PHASE]) == SECOND and d[t.o_face + t.wild] != 0:
        count -= 1
    if d[PILE] != 0:
        if n == 0:
            return DECK_CODE
        count += 1
        n -= 1
        if n >= count - 1:
            return -1 - count
    elif n >= count:
        return -1 - count
    # Locomotives come last, so they are never reached as a second card.
    card: i64 = -1
    while n >= 0:
        card += 1
        if d[t.o_face + card] != 0:
            n -= 1
    return DRAW_CODE + card


def list_draws(t: FlatBoard, s: State, codes: vec[i64]) -> vec[i64]:
    """`codes` with the draws at its end."""
    d = s.bytes
    if d[PILE] != 0:
        codes = append(codes, DECK_CODE)
    last = t.kinds
    if i64(d[PHASE]) == SECOND:
        last = t.colours
    face = t.o_face
    card: i64 = 0
    while card < last:
        if d[face + card] != 0:
            codes = append(codes, DRAW_CODE + card)
        card += 1
    return codes


def apply_draw(t: FlatBoard, s: State, code: i64, chance: Chance) -> None:
    """D1–D5: one card; the turn goes on to a second one unless a rule says otherwise."""
    d = s.bytes
    seat = i64(d[TURN])
    if code == DECK_CODE:
        # Noted before a reshuffle that this very card may bring about.
        if chance.events is not None:
            chance.emit(DREW, seat, i64(d[t.o_pile + i64(d[PILE]) - 1]), 0)
        card = take_top(t, s, chance)
        ends = False
    else:
        card = code - DRAW_CODE
        _take(t, s, seat, card, chance)
        ends = card == t.wild
    give(t, s, seat, card)
    if ends or i64(d[PHASE]) == SECOND:
        end_turn(t, s, chance, True)
        return
    d[PHASE] = u8(SECOND)
    if seek_draw(t, s, 0) < 0:
        end_turn(t, s, chance, True)


def _take(t: FlatBoard, s: State, seat: i64, card: i64, chance: Chance) -> None:
    """D2: take a face-up card and replace it at once; beside a pile there is no other gap."""
    d = s.bytes
    slot: i64 = 0
    while i64(d[t.o_market + slot]) != card:
        slot += 1
    if chance.events is not None:
        chance.emit(TOOK, seat, card, slot)
    lift(t, s, slot)
    if d[PILE] != 0:
        turn_up(t, s, slot, chance)
        wipe_market(t, s, chance)
