"""Every way in which the cards that a seat has not seen may lie, counted by trying all of them.

From the raw events of a short game on a tiny board: each pile that there was is dealt in every
possible order over the places that the seat did not see, and the others' payments are made from
the hands that come of it. A payment that a hand can make in several ways counts as several; that is
what makes cards that have not been seen equally likely to lie anywhere. The engine is not asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations, product
from math import comb, factorial, prod

from tests.engine.siblings import logs
from tests.engine.truth import hand, pile
from whistlestop.engine.game import Game
from whistlestop.engine.state import event_kinds

World = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
Step = tuple[str, int, int, int]


@dataclass
class Pile:
    """One pile: its cards, less those the seat saw leaving, and how many left unseen."""

    cards: Counter[int]
    unseen: int = 0


@dataclass
class Story:
    """What the seat saw: the piles, and in order what the others got and paid."""

    piles: list[Pile]
    steps: list[Step] = field(default_factory=list)

    def left(self, card: int, who: int, seat: int) -> None:
        """A card left the pile: seen by the seat, or blind into the hand of another."""
        if who in (seat, -1):
            self.piles[-1].cards[card] -= 1
        else:
            self.steps.append(("blind", who, len(self.piles) - 1, self.piles[-1].unseen))
            self.piles[-1].unseen += 1


def story(game: Game, seat: int) -> Story:
    board = game.board
    deck = Counter({i: board.count_of(i) for i in range(len(board.cards))})
    told = Story([Pile(Counter(deck))])
    for kind, a, b, c in (x for log in logs(game) for x in log):
        if kind in (event_kinds.DEALT, event_kinds.DREW):
            told.left(b, a, seat)
        elif kind == event_kinds.TURNED_UP:
            told.left(b, -1, seat)
        elif kind == event_kinds.REVEALED:
            told.left(a, -1, seat)
        elif kind == event_kinds.TOOK and a != seat:
            told.steps.append(("took", a, b, 1))
        elif kind in (event_kinds.PAID, event_kinds.LAID) and a != seat:
            told.steps.append(("paid" if kind == event_kinds.PAID else "laid", a, b, c))
        elif kind in (event_kinds.CLAIMED, event_kinds.DECLINED) and a != seat:
            told.steps.append(("declined" if kind == event_kinds.DECLINED else "claimed", a, 0, 0))
        elif kind == event_kinds.RESHUFFLED:
            told.piles.append(Pile(Counter()))
        elif kind == event_kinds.IN_PILE:
            told.piles[-1].cards[a] = b
    return told


def ambiguous(game: Game, seat: int) -> bool:
    """Whether somebody paid with a card that may have come from either of two piles."""
    told = story(game, seat)
    for number, (what, who, card, _) in enumerate(told.steps):
        before = [a for kind, whose, a, _ in told.steps[:number] if (kind, whose) == ("blind", who)]
        if what in ("paid", "laid") and sum(told.piles[a].cards[card] > 0 for a in set(before)) > 1:
            return True
    return False


def small_enough(game: Game, seat: int, most: int = 50_000) -> bool:
    """Whether all orders of all piles can be tried."""
    return prod(factorial(one.cards.total()) for one in story(game, seat).piles) <= most


def world_of(game: Game, seat: int) -> World:
    """The world that a game really is."""
    index = game.board.card_index
    hands = [
        tuple(sorted(index[card] for card, n in hand(game, who).items() for _ in range(n)))
        for who in range(len(game.names))
        if who != seat
    ]
    return tuple(hands), tuple(index[card] for card in pile(game))


def worlds(game: Game, seat: int) -> Counter[World]:
    """The hands of the others and the pile, in every world that fits, with its weight."""
    told = story(game, seat)
    found: Counter[World] = Counter()
    for orders in product(*(_orders(each) for each in told.piles)):
        weight = prod(count for _, count in orders)
        hands, ways = _play(told, [order for order, _ in orders], len(game.names))
        if ways:
            rest = orders[-1][0][told.piles[-1].unseen :]
            others = tuple(held for who, held in enumerate(hands) if who != seat)
            found[others, rest] += weight * ways
    return found


def _orders(one: Pile) -> list[tuple[tuple[int, ...], int]]:
    return list(Counter(permutations(sorted(one.cards.elements()))).items())


def _play(
    told: Story, orders: list[tuple[int, ...]], players: int
) -> tuple[list[tuple[int, ...]], int]:
    """Follow the others' hands; returns them with the number of ways, 0 if it cannot be."""
    known = [Counter[int]() for _ in range(players)]
    blind = [Counter[int]() for _ in range(players)]
    laid: Counter[int] = Counter()
    ways = 1
    for what, who, a, b in told.steps:
        if what == "blind":
            blind[who][orders[a][b]] += 1
        elif what == "took":
            known[who][a] += 1
        elif what in ("paid", "laid"):
            hidden = b - min(b, known[who][a])
            ways *= comb(blind[who][a], hidden)
            known[who][a] -= b - hidden
            blind[who][a] -= hidden
            laid[a] += b if what == "laid" else 0
        else:
            known[who] += laid if what == "declined" else Counter()
            laid = Counter()
        if not ways:
            break
    return [tuple(sorted((k + h).elements())) for k, h in zip(known, blind, strict=True)], ways
