"""The tickets of one imagined game as slots without names: where each is, and what a viewer knows.

`sampling` walks through all offers with it and names the slots at the end. It deals nothing by
itself and knows no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from whistlestop.engine.knowledge.dealing import shuffled
from whistlestop.engine.state.rng import Luck

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View


class World:
    """Tickets as unnamed slots: where each slot is, and what is known about some of them."""

    def __init__(self, tickets: int, long: set[int]) -> None:
        self.tickets = tickets
        self.long = len(long)
        self.long_tickets = long
        self.queue: list[int] = []
        self.offers: list[tuple[int, ...]] = []
        self.mine: list[bool] = []
        self.kept: list[tuple[int, ...] | None] = []
        self.named: dict[int, int] = {}
        self.names: list[int] = []
        # So many slots on top of the queue have been shuffled and not been looked at since.
        self.loose = 0

    def shuffle(self, rng: Luck) -> None:
        """The deck gets a new order that nobody knows."""
        self.queue = shuffled(self.queue, rng)
        self.loose = len(self.queue)

    def take(self, count: int, seen: Sequence[int] | None, rng: Luck) -> list[int] | None:
        """The top slots of the deck; None if these tickets cannot have been `seen` there."""
        slots: list[int] = []
        for number in range(count):
            at: int | None = 0
            if self.loose and seen is not None:
                at = self._look_for(seen[number], slots, rng)
            if at is None:
                return None
            slots.append(self.queue.pop(at))
            self.loose = max(0, self.loose - 1)
        return slots

    def _look_for(self, ticket: int, taken: list[int], rng: Luck) -> int | None:
        """Where a ticket that the viewer saw next was in a shuffled deck.

        To shuffle until it happens to come next would take too many walks. One that the viewer
        knows must be there. For any other each slot will do that it never saw: the more there are
        of them in the deck, the likelier the walk.
        """
        loose = self.queue[: self.loose]
        at = next((x for x, name in self.named.items() if name == ticket), None)
        if at is not None:
            return loose.index(at) if at in loose else None
        known = {*self.named, *taken}
        good = [x for x in range(self.tickets) if x not in known and self._fits(x, ticket)]
        here = [place for place, slot in enumerate(loose) if slot in good]
        likely = rng.below(min(len(loose), len(good))) < len(here)
        return here[int(rng.below(len(here)))] if likely else None

    def see(self, slots: Sequence[int], tickets: Sequence[int]) -> bool:
        """The viewer saw these tickets in these slots; False if that contradicts the past."""
        for slot, ticket in zip(slots, tickets, strict=True):
            if self.named.setdefault(slot, ticket) != ticket or not self._fits(slot, ticket):
                return False
        return len(set(self.named.values())) == len(self.named)

    def _fits(self, slot: int, ticket: int) -> bool:
        """Long tickets, where they are dealt apart, lie in slots of their own."""
        return (slot < self.long) == (ticket in self.long_tickets)

    def mend(self, tickets: Sequence[int]) -> None:
        """Make a contradiction of the offer just made go away by exchanging slots."""
        for i, ticket in enumerate(tickets):
            slot = self.offers[-1][i]
            at = next((x for x, name in self.named.items() if name == ticket), None)
            if at is None:
                free = slot not in self.named and self._fits(slot, ticket)
                at = slot if free else self._never_seen(ticket)
            if at != slot:
                self._exchange(slot, at)
            self.named[at] = ticket

    def _never_seen(self, ticket: int) -> int:
        """A slot that others hold or that lies in the deck and that the viewer never saw."""
        places = [self.queue, self.offers[-1]]
        places += [offer for offer, mine in zip(self.offers, self.mine, strict=False) if not mine]
        unseen = (x for slots in places for x in slots if x not in self.named)
        return next(x for x in unseen if self._fits(x, ticket))

    def _exchange(self, one: int, two: int) -> None:
        """Two slots change places in the deck, the offer just made and all offers to others."""
        swap = {one: two, two: one}
        self.queue = [swap.get(x, x) for x in self.queue]
        for i, offer in enumerate(self.offers):
            if i == len(self.offers) - 1 or not self.mine[i]:
                self.offers[i] = tuple(swap.get(x, x) for x in offer)

    def name_slots(self, view: View, rng: Luck) -> None:
        """Give every slot that the viewer never saw one of the tickets it never saw."""
        seen = set(self.named.values())
        unseen = [t for t in view.board.tickets if t.index not in seen]
        long = shuffled([t.index for t in unseen if t.long and self.long], rng)
        rest = shuffled([t.index for t in unseen if not (t.long and self.long)], rng)
        self.names = []
        for slot in range(self.tickets):
            if slot in self.named:
                self.names.append(self.named[slot])
            else:
                self.names.append((long if slot < self.long else rest).pop())
