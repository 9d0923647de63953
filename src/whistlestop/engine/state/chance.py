"""Chance: the only source of luck in a game, and the log of what happened.

`Chance` shuffles with a generator. While `events` is a list, it also notes every raw event there;
rollouts leave it `None` and pay nothing. To follow a game played elsewhere, `arrange_pile`,
`arrange_tickets` and `expected` make chance answer what it answered there, and `cards_off_pile` and
`tickets_offered` say what it did answer. Nothing here decides about the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.accessors import deck_slot
from whistlestop.engine.state.event_kinds import DREW, OFFERED_TICKET, REVEALED, TURNED_UP, RawEvent
from whistlestop.engine.state.flat_board import PILE, TICKETS, FlatBoard
from whistlestop.engine.state.rng import Luck, shuffle_by


class ExpectedOtherwise(Exception):
    """Chance cannot answer what it is expected to answer."""


class Chance:
    """A generator, an optional list of cards that must come next, and an optional log."""

    def __init__(self, rng: Luck) -> None:
        self.rng = rng
        self.events: list[RawEvent] | None = None
        self.expected: list[int] | None = None

    def emit(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        """Note a raw event, if anybody keeps a log."""
        events = self.events
        if events is not None:
            events.append((kind, a, b, c))

    def cross_off(self) -> None:
        """A card leaves the pile: strike the first of the expected ones."""
        expected = self.expected
        if expected:
            expected.pop(0)

    def shuffle_pile(self, cards: vec[u8], start: i64, count: i64) -> None:
        """Shuffle a new pile, then bring the expected cards to its top."""
        shuffle_by(self.rng, cards, start, count)
        # The card that is leaving the pile is crossed off before the reshuffle it brings about.
        if self.expected is not None:
            _arrange(cards, start, count, self.expected)


def arrange_pile(t: FlatBoard, d: vec[u8], wanted: list[int]) -> None:
    """Swap cards within the pile so that `wanted` are its top ones, the first on top."""
    _arrange(d, t.o_pile, i64(d[PILE]), wanted)


def _arrange(cards: vec[u8], start: i64, count: i64, wanted: list[int]) -> None:
    top = start + count - 1
    for card in wanted:
        if top < start:
            return
        at = top
        while at >= start and i64(cards[at]) != card:
            at -= 1
        if at < start:
            raise ExpectedOtherwise(card)
        kept = cards[top]
        cards[top] = cards[at]
        cards[at] = kept
        top -= 1


def arrange_tickets(t: FlatBoard, d: vec[u8], wanted: list[int]) -> None:
    """Swap tickets within the deck so that `wanted` are its top ones, the first on top."""
    count = i64(d[TICKETS])
    place: i64 = 0
    while place < i64(len(wanted)):
        ticket = wanted[place]
        at = place
        while at < count and i64(d[deck_slot(t, d, at)]) != ticket:
            at += 1
        if at >= count:
            raise ExpectedOtherwise(ticket)
        d[deck_slot(t, d, at)] = d[deck_slot(t, d, place)]
        d[deck_slot(t, d, place)] = u8(ticket)
        place += 1


def cards_off_pile(log: Iterable[RawEvent]) -> list[int]:
    """The cards that left the pile, in order."""
    cards: list[int] = []
    for kind, a, b, _ in log:
        if kind == DREW or kind == TURNED_UP:  # noqa: SIM109 -- a tuple would be boxed
            cards.append(b)
        elif kind == REVEALED:
            cards.append(a)
    return cards


def tickets_offered(log: Iterable[RawEvent]) -> list[int]:
    """The tickets offered, in order."""
    return [b for kind, _, b, _ in log if kind == OFFERED_TICKET]
