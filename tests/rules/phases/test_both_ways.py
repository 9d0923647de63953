"""What may be done, asked action by action, and as one list: both say the same (B2, C1, C6, C7).

Positions that a game seldom gets to, with hands that could pay for nearly anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.rules.ask import claimable, doubles, players
from tests.rules.own_boards import own_board
from tests.rules.positions import read
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.phases.moves import count_legal, is_legal, list_legal, seek_legal
from whistlestop.model.board import Route


def assert_both_ways_agree(game: Game) -> None:
    """For the seat to act: the list, every action by itself, and every place in the list."""
    t, s, seat = game.flat, game.state, game.turn
    listed = [int(code) for code in list_legal(t, s, seat)]
    # One more at either end, which is no action of any board.
    codes = range(-1, int(t.actions) + 1)
    assert listed == [code for code in codes if is_legal(t, s, seat, code)]
    assert listed == [int(seek_legal(t, s, seat, n)) for n in range(len(listed))]
    assert count_legal(t, s, seat) == len(listed)


def rich(board: str) -> str:
    """A hand with enough of everything."""
    cards = load_board(board).cards
    return " ".join(f"{4 if card != 'locomotive' else 5} {card}" for card in cards)


@pytest.mark.parametrize("built", ["", "wien", "wien paris", "wien paris roma"])
def test_a_station_costs_what_the_next_one_costs_and_after_the_last_there_is_none(
    built: str,
) -> None:
    """B1, B2"""
    game = read("europe", f"Ann: hand {rich('europe')}; stations {built}\nBob: stations athina")
    assert_both_ways_agree(game)
    builds = [str(action) for action in game.legal if str(action).startswith("build")]
    cost = len(built.split()) + 1
    assert {sum(map(int, text.split()[2::2])) for text in builds} == ({cost} if cost < 4 else set())


def groups(board: str) -> Iterator[list[tuple[Route, Route]]]:
    """All double routes, first from one side and then from the other, some at a time."""
    group: list[tuple[Route, Route]] = []
    for pair in sorted(doubles(board), key=lambda pair: pair[0].index < pair[1].index):
        if any(pair[0] in other for other in group):
            yield group
            group = []
        group.append(pair)
        # Trains must be left to claim with.
        if sum(route.length for route, _ in group) > load_board(board).rules.trains // 3:
            yield group
            group = []
    yield group


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_of_a_double_route_only_the_open_side_is_offered(board: str, who: str, count: int) -> None:
    """C1, C6, C7: whoever has the other side, on every double route of every board."""
    single = count <= load_board(board).rules.single_track_players
    for group in groups(board):
        taken = f"routes {' '.join(route.id for route, _ in group)}"
        ann = f"Ann: hand {rich(board)}" + (f"; {taken}" if who == "Ann" else "")
        game = read(board, f"{players(count)}\n{ann}" + (f"\nBob: {taken}" if who == "Bob" else ""))
        assert_both_ways_agree(game)
        free = claimable(game)
        assert all((twin.id in free) == (who == "Bob" and not single) for _, twin in group)


@pytest.mark.parametrize("owner", ["Ann", "Bob"])
@pytest.mark.parametrize("side", [0, 1])
def test_nor_on_a_board_with_hundreds_of_double_routes(
    tmp_path: Path, owner: str, side: int
) -> None:
    """C6, C7: a closed side is closed wherever on the board it is."""
    pairs = [f"{a}-{b}" for a, b in combinations("abcdefghijklmnop", 2)]
    name = own_board(tmp_path, "\n".join(f"{pair} 1 gray\n{pair} 1 gray" for pair in pairs))
    taken = [load_board(name).routes[2 * i + side].id for i in range(2, 120, 3)]
    hand = "Ann: hand 4 red 1 locomotive"
    for count in (2, 3):
        lines = {"Ann": hand, "Bob": "Bob:"}
        lines[owner] += f"{';' if owner == 'Ann' else ''} routes {' '.join(taken)}"
        game = read(name, "\n".join([players(count), *lines.values()]))
        assert_both_ways_agree(game)
        assert len(claimable(game)) == 240 - 2 * len(taken)
