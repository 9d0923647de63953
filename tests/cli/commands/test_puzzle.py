"""`whistlestop puzzle`: the day's and any other, hints, answers, and what it refuses."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.cli.running import refused, run
from whistlestop.bots.puzzles import THEMES, puzzle_of_day, puzzles_of
from whistlestop.bots.puzzles.hints import HINTS
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.cli.terminal import puzzle_in_words

PUZZLE = puzzles_of("usa")[0]
BEST = move_of(PUZZLE.answer)
WRONG = move_of(PUZZLE.moves[-1][0])


def test_without_a_name_it_shows_the_puzzle_of_the_day() -> None:
    today = datetime.now(UTC).date()
    shown = run("puzzle").stdout.splitlines()[0]
    assert shown.partition(":")[0] in [
        puzzle_of_day(day).id for day in (today, today + timedelta(days=1))
    ]


def test_it_shows_the_position_its_moves_and_as_many_hints_as_asked_for() -> None:
    plain, helped = run("puzzle", PUZZLE.id).stdout, run("puzzle", PUZZLE.id, "--hints", 2).stdout
    assert BEST in plain.rpartition("Moves: ")[2]
    assert (plain.count("Hint: "), helped.count("Hint: ")) == (0, 2)
    assert str(PUZZLE.view) in plain


def test_the_right_answer_is_explained_and_a_wrong_one_says_what_it_costs() -> None:
    right, wrong = (run("puzzle", PUZZLE.id, "--answer", move) for move in (BEST, WRONG))
    assert (right.exit_code, wrong.exit_code) == (0, 1)
    assert right.stdout.startswith(f"Right: {BEST} is best")
    assert f"1. {PUZZLE.answer} (" in right.stdout
    assert "gives away" in wrong.stdout
    assert BEST not in wrong.stdout


def test_the_list_can_be_narrowed_and_read_by_programs() -> None:
    theme = PUZZLE.theme
    listed = json.loads(
        run("puzzle", "--list", "--board", "usa", "--theme", theme, "--json").stdout
    )
    assert [entry["id"] for entry in listed] == [p.id for p in puzzles_of("usa", theme)]
    assert PUZZLE.id in run("puzzle", "--list", "--board", "usa").stdout


def test_programs_get_the_view_and_the_values_only_on_request() -> None:
    plain = json.loads(run("puzzle", PUZZLE.id, "--json").stdout)
    assert plain["view"] == json.loads(PUZZLE.view.to_json())
    assert "moves" not in plain
    assert json.loads(run("puzzle", PUZZLE.id, "--json", "--solution").stdout)["moves"][0]
    verdict = json.loads(run("puzzle", PUZZLE.id, "--answer", BEST, "--json").stdout)
    assert (verdict["solved"], verdict["cost"]["points"]) == (True, 0.0)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("nowhere",), 'There is no puzzle "nowhere".'),
        ((PUZZLE.id, "--answer", "fly"), '"fly" is not a legal move here.'),
        (("--list", "--board", "mars"), "There are puzzles of"),
        (("--list", "--theme", "luck"), "The themes of puzzles are"),
        (("--board", "usa"), "add --list"),
        (("--hints", "9"), "--hints"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(args: tuple[str, ...], says: str) -> None:
    assert says in refused("puzzle", *args)


def test_every_theme_level_and_hint_has_its_words() -> None:
    assert set(puzzle_in_words.THEMES) == set(THEMES)
    assert set(puzzle_in_words.HINTS) == set(HINTS)
    assert set(puzzle_in_words.LEVELS) == {1, 2, 3}
