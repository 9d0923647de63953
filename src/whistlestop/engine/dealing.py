"""Dealing the unknown cards of a view anew: pools over blind cards and the pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.engine.memory import Pool
from whistlestop.engine.rng import Rng

if TYPE_CHECKING:
    from whistlestop.engine.view import View

# Deals tried before cards shown are taken from any pool at all; a dead end is rare.
TRIES = 1_000


def shuffled(items: list[int], rng: Rng) -> list[int]:
    """Shuffle a list in place and return it."""
    for i in range(len(items) - 1, 0, -1):
        j = int(rng.below(i + 1))
        items[i], items[j] = items[j], items[i]
    return items


class PoolDeal:
    """One pool while it is dealt: cards not placed yet, blind cards each seat still holds."""

    def __init__(
        self, kinds: int, cards: list[int], drawn: list[int], own: list[int], seat: int | None
    ) -> None:
        self.kinds = kinds
        self.seat = seat
        self.own = own
        self.cards = cards
        self.slots = [0 if who == seat else count for who, count in enumerate(drawn)]
        self.shown: list[list[int]] = [[] for _ in drawn]
        self.hands: list[list[int]] = [[] for _ in drawn]
        self.rest: list[int] = []

    def ways(self, who: int, card: int, drawn: int | None) -> int:
        """In how many ways this seat can have shown this card out of this pool."""
        slots = self.slots[who]
        if drawn is not None:
            slots = min(slots, drawn - len(self.shown[who]))
        return max(slots, 0) * self.cards.count(card)

    def show(self, who: int, card: int) -> None:
        self.cards.remove(card)
        self.slots[who] -= 1
        self.shown[who].append(card)

    def deal(self, rng: Rng) -> None:
        """Deal the cards left over the blind ones still held; what remains is the pile."""
        cards = shuffled(list(self.cards), rng)
        self.hands = [[cards.pop() for _ in range(count)] for count in self.slots]
        self.rest = cards

    def remembered(self) -> Pool:
        """The pool as the game's memory keeps it."""
        blind = [[*shown, *hand] for shown, hand in zip(self.shown, self.hands, strict=True)]
        if self.seat is not None:
            blind[self.seat] = list(self.own)
        out = [*self.cards, *self.own, *(card for shown in self.shown for card in shown)]
        return Pool([out.count(kind) for kind in range(self.kinds)], blind)


def deal_pools(view: View, rng: Rng) -> list[PoolDeal]:
    """Every pool dealt anew, in agreement with all that was shown."""
    for _ in range(TRIES):
        pools = _pools(view)
        if _place_shown(view, pools, rng):
            break
    for pool in pools:
        pool.deal(rng)
    return pools


def _pools(view: View) -> list[PoolDeal]:
    index = view.board.card_index
    return [
        PoolDeal(
            len(index),
            [index[card] for card, count in pool.cards.items() for _ in range(count)],
            list(pool.drawn),
            [index[card] for card in pool.own],
            view.seat,
        )
        for pool in view.pools
    ]


def _place_shown(view: View, pools: list[PoolDeal], rng: Rng) -> bool:
    """Decide out of which pool each card shown had been drawn; False at a dead end."""
    index = view.board.card_index
    for shown in view.shown:
        if shown.seat == view.seat:
            continue
        card = index[shown.card]
        for _ in range(shown.count):
            ways = [
                pool.ways(shown.seat, card, shown.drawn if i == shown.pool else None)
                for i, pool in enumerate(pools[: shown.pool + 1])
            ]
            if not sum(ways):
                return False
            n = int(rng.below(sum(ways)))
            chosen = 0
            while n >= ways[chosen]:
                n -= ways[chosen]
                chosen += 1
            pools[chosen].show(shown.seat, card)
    return True
