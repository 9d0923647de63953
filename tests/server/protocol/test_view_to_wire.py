"""What is written straight to JSON says the same as the plain data of the view."""

import json
import tracemalloc
from random import Random
from typing import Any

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.engine.play import new_game, walk
from whistlestop.boards.load import board_names, load_board
from whistlestop.engine.knowledge.plain_view import changed_data
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.reading import FoundCodes
from whistlestop.protocol.view_to_wire import (
    encoded_changes,
    encoded_own_view,
    encoded_public_view,
    own_view,
    public_view,
)


def plain(data: object) -> Any:
    """As JSON says it."""
    return json.loads(msgspec.json.encode(data))


@pytest.mark.parametrize("board", board_names())
def test_views_and_changes_are_written_as_their_plain_data_says(board: str) -> None:
    before: View | None = None
    game = new_game(board, load_board(board).rules.max_players, f"written {board}")
    for now in walk(game, Random(f"written {board}")):
        public, *own = now.views((None, *range(len(now.names))))
        assert [public, *own] == [now.view(seat) for seat in (None, *range(len(own)))]
        assert json.loads(encoded_public_view(public, 7)) == plain(public_view(public, 7))
        for view in own:
            assert json.loads(encoded_own_view(view, 3)) == plain(own_view(view, 3))
        if before is not None and before.pools[:-1] == public.pools[:-1]:
            sent = json.loads(encoded_changes(before, public, None))
            assert sent == plain({**changed_data(before, public), "deadline": None})
            without = json.loads(encoded_changes(before, public, msgspec.UNSET))
            assert "deadline" not in without
        before = public


def test_a_seats_own_view_is_never_written_as_public_nor_a_spectators_as_its_own() -> None:
    game = new_game("usa", 2, "whose")
    with pytest.raises(AssertionError):
        encoded_public_view(game.view(0), None)
    with pytest.raises(AssertionError):
        encoded_own_view(game.view(None), None)


def test_numbers_of_every_length_are_written_as_json() -> None:
    ends = [n for power in range(1, 8) for n in (10**power - 1, 10**power, 10**power + 1)]
    for numbers in ([], [0], [7], [0, 5, 10, 345, 1_080, 3_594], ends, list(range(4_090, 4_101))):
        found = FoundCodes(vec[i64]([i64(n) for n in numbers]))
        assert json.loads(found.json()) == numbers
        assert found.numbers() == tuple(numbers)


def test_legal_actions_of_views_leave_no_memory_behind() -> None:
    """What Python hands to compiled code as native integers is never freed."""
    game = new_game("europe", 5, "leak")
    while game.phase == "opening":
        game.play(game.legal[0])

    def look() -> None:
        legal = game.view(game.turn).legal
        assert len(legal.codes) < len(legal.codes_json())

    look()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(2_000):
            look()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 100_000
