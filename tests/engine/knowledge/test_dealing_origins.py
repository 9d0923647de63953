"""Out of which pile a card was played: every way that fits counts the same (H2, H3).

The ways are counted here by trying all orders of two small piles, with no help from the engine.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.engine.chance_tests import agrees
from whistlestop.engine.knowledge import dealing
from whistlestop.engine.knowledge.dealing import deal_pools
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded

CARDS = {"blue": 0, "red": 1, "locomotive": 2}

Play = tuple[str, int]


def view_of(piles: tuple[str, str], drawn: tuple[int, int], plays: list[Play]) -> View:
    """What Ann knows of Bob: two piles, what he drew blind of each, and what he has played since.

    With a card goes how many he had drawn of the second pile when he played it.
    """
    pools = [
        SimpleNamespace(cards=Counter(pile.split()), drawn=(0, count), own=())
        for pile, count in zip(piles, drawn, strict=True)
    ]
    shown = [SimpleNamespace(seat=1, card=c, count=1, pool=1, drawn=had) for c, had in plays]
    board = SimpleNamespace(card_index=CARDS)
    return cast(View, SimpleNamespace(board=board, seat=0, pools=pools, shown=shown))


def origins(piles: tuple[str, str], drawn: tuple[int, int], plays: list[Play]) -> Counter[Any]:
    """How often each choice of piles occurs among all orders of both and all cards to play."""
    found: Counter[Any] = Counter()
    first, second = (list(permutations(pile.split())) for pile in piles)
    places = [(0, i) for i in range(drawn[0])] + [(1, i) for i in range(drawn[1])]
    for orders in product(first, second):
        for chosen in permutations(places, len(plays)):
            fits = (
                orders[pile][place] == card and (pile == 0 or place < had)
                for (pile, place), (card, had) in zip(chosen, plays, strict=True)
            )
            if all(fits):
                found[tuple(pile for pile, _ in chosen)] += 1
    return found


@pytest.mark.parametrize(
    ("piles", "drawn", "plays"),
    [
        (("blue red", "blue red red"), (2, 1), [("blue", 1), ("red", 1)]),
        (("blue red", "blue red red"), (2, 2), [("blue", 1), ("red", 2)]),
        (("blue blue red", "blue red red"), (3, 2), [("red", 1), ("blue", 2), ("red", 2)]),
        (("blue red", "blue blue blue red"), (2, 3), [("blue", 1), ("blue", 2), ("blue", 3)]),
    ],
)
def test_a_card_that_may_come_from_either_pile_comes_from_each_as_often_as_all_orders_say(
    piles: tuple[str, str], drawn: tuple[int, int], plays: list[Play]
) -> None:
    """H2, H3: also where what is played later tells where the first card came from."""
    luck, view, counts = seeded("origins"), view_of(piles, drawn, plays), Counter[Any]()
    for _ in range(3000):
        dealt = deal_pools(view, luck)
        counts[tuple(tuple(pool.shown[1]) for pool in dealt)] += 1
        for pool, pile, count in zip(dealt, piles, drawn, strict=True):
            held = [*pool.shown[1], *pool.hands[1]]
            assert len(held) == count
            assert Counter([*held, *pool.rest]) == Counter(CARDS[card] for card in pile.split())
    assert agrees(counts, _as_shown(origins(piles, drawn, plays), plays))


def test_a_choice_that_leaves_no_way_for_later_cards_is_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """H4: where nothing is weighed ahead. Only the second pile can have held the red card."""
    monkeypatch.setattr(dealing, "MOST_WEIGHTS", 0)
    view = view_of(("blue blue", "blue red"), (2, 1), [("blue", 1), ("red", 1)])
    luck = seeded("dead ends")
    for _ in range(50):
        first, second = deal_pools(view, luck)
        assert (first.shown[1], first.hands[1], first.rest) == ([0], [0], [])
        assert (second.shown[1], second.hands[1], second.rest) == ([1], [], [0])


def _as_shown(weights: Counter[Any], plays: list[Play]) -> Counter[Any]:
    """The weights by what each pile shows, which is all that a deal remembers."""
    found: Counter[Any] = Counter()
    for chosen, weight in weights.items():
        shown = tuple(
            tuple(CARDS[card] for (card, _), pile in zip(plays, chosen, strict=True) if pile == n)
            for n in (0, 1)
        )
        found[shown] += weight
    return found
