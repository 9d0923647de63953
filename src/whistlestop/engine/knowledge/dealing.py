"""Dealing the unknown cards of a view anew: pools over blind cards and the pile.

All orders of the cards that the viewer did not see count the same, and so do all blind cards that a
payment can have been made with. Where a payment can have come out of either pool, the pools are
chosen with exactly the weight that this gives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.engine.knowledge.memory import CardPool
from whistlestop.engine.state.rng import Luck

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View

# Intermediate results kept before the choice of pools is no longer weighed to the end.
MOST_WEIGHTS = 20_000


def shuffled(items: list[int], rng: Luck) -> list[int]:
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
        self.seat = seat
        self.own = own
        self.counts = [cards.count(kind) for kind in range(kinds)]
        self.size = len(cards)
        self.slots = [0 if who == seat else count for who, count in enumerate(drawn)]
        self.shown: list[list[int]] = [[] for _ in drawn]
        self.hands: list[list[int]] = [[] for _ in drawn]
        self.rest: list[int] = []

    def weight(self, played: _Played, newest: bool) -> float:
        """How likely this seat played this card out of this pool, up to a common factor."""
        slots = self.slots[played.seat]
        if newest:
            slots = min(slots, played.drawn - len(self.shown[played.seat]))
        if slots <= 0 or not self.counts[played.card]:
            return 0.0
        return slots * self.counts[played.card] / self.size

    def show(self, played: _Played) -> None:
        """The seat played this card out of this pool."""
        self.counts[played.card] -= 1
        self.size -= 1
        self.slots[played.seat] -= 1
        self.shown[played.seat].append(played.card)

    def unshow(self, played: _Played) -> None:
        """Take back the last `show`."""
        self.counts[played.card] += 1
        self.size += 1
        self.slots[played.seat] += 1
        self.shown[played.seat].pop()

    def deal(self, rng: Luck) -> None:
        """Deal the cards left over the blind ones still held; what remains is the pile."""
        cards = shuffled([kind for kind, n in enumerate(self.counts) for _ in range(n)], rng)
        self.hands = [[cards.pop() for _ in range(count)] for count in self.slots]
        self.rest = cards

    def remembered(self) -> CardPool:
        """The pool as the game's memory keeps it."""
        blind = [[*shown, *hand] for shown, hand in zip(self.shown, self.hands, strict=True)]
        if self.seat is not None:
            blind[self.seat] = list(self.own)
        out = [*self.own, *(card for shown in self.shown for card in shown)]
        left = tuple(n + out.count(kind) for kind, n in enumerate(self.counts))
        return CardPool(left, tuple(map(tuple, blind)))


@dataclass(frozen=True, slots=True)
class _Played:
    """One card that another seat played out of its blind ones.

    `newest` says whether the newest pool was there already, `drawn` how many cards the seat had
    out of the newest pool of that time.
    """

    seat: int
    card: int
    newest: bool
    drawn: int


def deal_pools(view: View, rng: Luck) -> list[PoolDeal]:
    """Every pool dealt anew, in agreement with all that was shown."""
    index = view.board.card_index
    pools = [
        PoolDeal(
            len(index),
            [index[card] for card, count in pool.cards.items() for _ in range(count)],
            list(pool.drawn),
            [index[card] for card in pool.own],
            view.seat,
        )
        for pool in view.pools
    ]
    played = [
        _Played(x.seat, index[x.card], x.pool == 1, x.drawn)
        for x in view.shown
        if x.seat != view.seat
        for _ in range(x.count)
    ]
    _Origins(pools, played, rng).choose()
    for pool in pools:
        pool.deal(rng)
    return pools


class _Origins:
    """Out of which pool was each card played?"""

    def __init__(self, pools: list[PoolDeal], played: list[_Played], rng: Luck) -> None:
        self.pools = pools
        self.played = played
        self.rng = rng
        self.weights: dict[tuple[int, ...], float] = {}
        self.dead: set[tuple[int, ...]] = set()

    def choose(self) -> None:
        """Show every card played out of one of the pools it can have come from."""
        found = self._place(0)
        assert found, "a view agrees with itself"

    def _place(self, number: int) -> bool:
        """Place the cards from `number` on; False if the ones before leave no way.

        That happens only where the choice was not weighed to the end.
        """
        if number == len(self.played):
            return True
        key = self._key(number)
        if key in self.dead:
            return False
        what = self.played[number]
        weights = [self._after(number, what, pool) for pool in self._open(what)]
        at = self.rng.next32() / 2**32 * sum(weights)
        first = int(len(weights) == 2 and at >= weights[0])
        for place in (first, 1 - first):
            if place < len(weights) and weights[place]:
                self.pools[place].show(what)
                if self._place(number + 1):
                    return True
                self.pools[place].unshow(what)
        self.dead.add(key)
        return False

    def _key(self, number: int) -> tuple[int, ...]:
        return (number, *self.pools[0].slots, *self.pools[0].counts)

    def _open(self, what: _Played) -> list[PoolDeal]:
        return self.pools if what.newest else self.pools[:1]

    def _after(self, number: int, what: _Played, pool: PoolDeal) -> float:
        """The weight of playing this card out of this pool and all later ones somehow."""
        weight = pool.weight(what, pool is self.pools[-1] and what.newest)
        if not weight:
            return 0.0
        pool.show(what)
        weight *= self._total(number + 1)
        pool.unshow(what)
        return weight

    def _total(self, number: int) -> float:
        """The weight of all ways to place the cards from `number` on."""
        if number == len(self.played) or len(self.pools) == 1:
            return 1.0
        key = self._key(number)
        if key not in self.weights:
            what = self.played[number]
            if len(self.weights) >= MOST_WEIGHTS:
                return 1.0
            total = sum(self._after(number, what, pool) for pool in self._open(what))
            self.weights[key] = total
        return self.weights[key]
