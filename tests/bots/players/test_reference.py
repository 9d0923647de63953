"""The reference bot never changes: what it does in recorded games is pinned, ply by ply.

The games are those of the record fixtures, played long ago by others, so nothing but the bot
itself can change an answer. A change here is a change of the zero of all ratings.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records.shelf import replayed
from whistlestop.bots import make_bot

PINNED = Path(__file__).parent / "reference.json"
GAMES = (
    *("usa/default-2-greedy", "usa/classic-4-greedy", "usa/mega-3-greedy"),
    *("europe/default-2-greedy", "europe/default-4-greedy", "europe/rare-stations-3"),
    *("new-york/default-2-greedy", "new-york/default-4-greedy", "london/default-3-greedy"),
)
EVERY = 3


def answers(name: str) -> Iterator[str]:
    """What the reference would do at every third ply of a game, whatever was done."""
    for ply, game in enumerate(replayed(name)):
        if not game.over and ply % EVERY == 0:
            yield str(make_bot("reference", seed=1).choose(game.view(game.turn)))


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_does_what_it_always_did(name: str) -> None:
    pinned: dict[str, list[str]] = json.loads(PINNED.read_text())
    assert list(answers(name)) == pinned[name]


def test_the_pinned_games_show_every_kind_of_action() -> None:
    pinned: dict[str, list[str]] = json.loads(PINNED.read_text())
    assert set(pinned) == set(GAMES)
    kinds = {answer.split()[0] for game in pinned.values() for answer in game}
    assert {"keep", "draw", "claim", "tickets", "decline"} <= kinds
    assert sum(map(len, pinned.values())) > 300
