"""Chance and what it answered: the only source of luck in a game, and the log of what happened.

`Chance` shuffles with a generator, and can be told what the next cards are (`expect`), so that a
game played elsewhere is followed exactly. While `trace` is a list it also notes every happening as
four integers; rollouts leave it `None` and pay nothing. It decides nothing about the rules.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.rng import Rng, shuffle

# Kinds of happenings: (kind, a, b, c) with the meaning beside it.
DREW: Final = 1  # seat, card: blind from the pile
TOOK: Final = 2  # seat, card, slot: from the market
TURNED_UP: Final = 3  # slot, card
WIPED: Final = 4  # how many wipes in a row
RESHUFFLED: Final = 5  # cards in the new pile
OFFERED_TICKET: Final = 6  # seat, ticket
KEPT_TICKET: Final = 7  # seat, ticket
REFUSED_TICKET: Final = 8  # seat, ticket
CLAIMED: Final = 9  # seat, route, points
PAID: Final = 10  # seat, card, count
LAID: Final = 11  # seat, card, count: for a tunnel
TUNNEL: Final = 12  # seat, route, extra
REVEALED: Final = 13  # card
DECLINED: Final = 14  # seat, route
BUILT: Final = 15  # seat, city
PASSED: Final = 16  # seat
LAST_ROUND: Final = 17  # seat that started it
ENDED: Final = 18  # reason: 0 last round, 1 passes, 2 nothing gained
ANSWERED: Final = 19  # seat has chosen its opening tickets
DEALT: Final = 20  # seat, card at the start
TURN_BEGAN: Final = 21  # seat
IN_PILE: Final = 22  # card, count: what a new pile holds, which everyone knows


class ExpectedOtherwise(Exception):
    """What chance was told to answer cannot be true."""


class Chance:
    """A generator, an optional list of cards that must come next, and an optional log."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.trace: list[tuple[int, int, int, int]] | None = None
        self.expected: list[int] | None = None

    def emit(self, kind: i64, a: i64, b: i64, c: i64) -> None:
        trace = self.trace
        if trace is not None:
            trace.append((kind, a, b, c))

    def left_pile(self, card: i64) -> None:
        """Cross a card off the expected ones."""
        expected = self.expected
        if expected:
            expected.pop(0)

    def shuffle_pile(self, cards: vec[u8], start: i64, count: i64) -> None:
        """Shuffle a new pile, then bring the expected cards to its top."""
        shuffle(self.rng, cards, start, count)
        # The card that is leaving the pile is crossed off before the reshuffle it brings about.
        if self.expected is not None:
            arrange(cards, start, count, self.expected)


def arrange(cards: vec[u8], start: i64, count: i64, wanted: list[int]) -> None:
    """Swap cards within a pile so that `wanted` are its top ones, the first on top."""
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
