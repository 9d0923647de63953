"""Every puzzle that ships is whole: it can be read, its moves are legal, its answer leads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from whistlestop.boards.load import shipped_names
from whistlestop.bots.advice.advice import REASONS
from whistlestop.bots.puzzles import (
    THEMES,
    Puzzle,
    PuzzleError,
    hints_of,
    puzzle_boards,
    puzzle_by_id,
    puzzle_ids,
    puzzle_of_day,
    puzzles_of,
)
from whistlestop.bots.puzzles.finding import FEWEST_MOVES, PHASES, lead_of
from whistlestop.bots.puzzles.hints import HINTS
from whistlestop.bots.puzzles.kept_view import keep_view
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.bots.puzzles.themes import STATION, TICKETS
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Build, Claim, DrawTickets, Keep, parse_action

BOARDS = ("usa", "europe", "new-york", "london")


def check(puzzle: Puzzle) -> None:
    view = puzzle.view
    assert view.phase in PHASES
    assert view.seat in view.waiting
    assert puzzle.answer in view.legal
    assert {move for move, _, _ in map(bare, puzzle.moves)} == set(map(move_of, view.legal))
    assert len(puzzle.moves) == len(set(map(bare, puzzle.moves))) >= FEWEST_MOVES
    margins = [margin for _, margin, _ in puzzle.moves]
    # Figures are kept with one decimal, so a lead may lose a tenth.
    assert puzzle.lead >= lead_of(puzzle.board) - 0.11
    assert max(margins[1:]) == margins[1]
    assert all(0 <= win <= 1 for _, _, win in puzzle.moves)
    assert puzzle.level in (1, 2, 3)


def bare(row: tuple[str, float, float]) -> tuple[str, float, float]:
    return move_of(row[0]), row[1], row[2]


@pytest.mark.parametrize("board", BOARDS)
def test_every_puzzle_is_whole_and_its_answer_legal_and_ahead(board: str) -> None:
    found = puzzles_of(board)
    assert found, f"{board} has no puzzles"
    for puzzle in found:
        check(puzzle)


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_kept_is_the_view_of_one_seat_and_nothing_else(board: str) -> None:
    for puzzle in puzzles_of(board):
        assert json.loads(json.dumps(keep_view(puzzle.view))) == puzzle.seen
        for player in puzzle.seen["players"]:
            assert {"hand", "held"}.isdisjoint(player)
        own = [draw for draw in puzzle.seen["draws"] if draw[0] == puzzle.seen["seat"]]
        assert len(puzzle.seen["offers"]) == len(own)
        assert all(len(draw) == 3 for draw in puzzle.seen["draws"])
        assert {"seed", "cards", "pile_order"}.isdisjoint(puzzle.seen)


@pytest.mark.parametrize("board", BOARDS)
def test_every_puzzle_has_reasons_and_two_hints_that_do_not_tell_it(board: str) -> None:
    for puzzle in puzzles_of(board):
        advice = puzzle.advice()
        assert advice[0].action == puzzle.answer
        assert all(one.reason in REASONS for one in advice)
        hints = hints_of(puzzle)
        assert {hint.code for hint in hints} <= set(HINTS)
        assert move_of(puzzle.answer) not in str(hints)


def test_the_theme_says_what_the_answer_is_about() -> None:
    for puzzle in puzzles_of():
        if puzzle.theme == TICKETS:
            assert isinstance(puzzle.answer, Keep | DrawTickets)
        elif puzzle.theme == STATION:
            assert isinstance(puzzle.answer, Build)
        elif puzzle.theme == "block":
            assert isinstance(puzzle.answer, Claim)
            assert puzzle.harm > 0
        elif puzzle.theme == "last-turns":
            assert puzzle.view.turns_left is not None


def test_all_boards_have_puzzles_and_no_theme_stands_alone() -> None:
    assert set(puzzle_boards()) == set(BOARDS) <= set(shipped_names())
    counts = Counter((puzzle.board_name, puzzle.theme) for puzzle in puzzles_of())
    for board in BOARDS:
        assert len([theme for theme in THEMES if counts[board, theme]]) >= 4, board
    assert len(set(puzzle_ids())) == len(puzzle_ids()) >= 100


def test_a_puzzle_has_its_day_once_before_any_comes_again() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(len(puzzle_ids()))]
    assert Counter(puzzle_of_day(day).id for day in days) == Counter(puzzle_ids())


def test_an_answer_is_judged_whatever_is_paid() -> None:
    puzzle = next(p for p in puzzles_of() if isinstance(p.answer, Claim))
    ways = [action for action in puzzle.view.legal if move_of(action) == move_of(puzzle.answer)]
    for way in [*ways, move_of(puzzle.answer)]:
        verdict = puzzle.judge(way)
        assert (verdict.solved, verdict.cost.margin) == (True, 0.0)
    wrong = puzzle.judge(puzzle.moves[-1][0])
    assert not wrong.solved
    assert wrong.cost.margin >= puzzle.lead


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: puzzle_by_id("nowhere"), "no_such_puzzle"),
        (lambda: puzzles_of("mars"), "no_puzzles"),
        (lambda: puzzles_of(None, "luck"), "no_such_theme"),
        (lambda: puzzles_of()[0].judge("fly to the moon"), "not_legal"),
        (lambda: puzzles_of()[0].judge(parse_action("claim nowhere-atlantis 3 red")), "not_legal"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(ask: Callable[[], Any], code: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        ask()
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


def test_a_kept_view_deals_the_same_worlds_as_the_view_itself() -> None:
    """What a seat knew is all that the evaluation needs, so a puzzle can be judged again."""
    puzzle = puzzles_of("europe")[0]
    view: View = puzzle.view
    again = Puzzle.read(puzzle.data()).view
    assert again.data() == view.data()
    assert again == view
