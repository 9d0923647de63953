"""The maker of puzzles: the same seed gives the same files, and a run goes on where it stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tools.puzzles.confirming import confirm, sample_of, summary, table
from tools.puzzles.making import MakingError, MakingTerms, PlayedGame, make_puzzles, wants
from whistlestop.bots.puzzles import Puzzle
from whistlestop.bots.puzzles.finding import Stages

TERMS = MakingTerms(("london",), 2, "tiny", Stages(2, 3, 4, 3, 6, 6))
NONE = replace(TERMS, seed="none", wanted=0)
GAMES = 4


def make(folder: Path, games: int = GAMES, terms: MakingTerms = TERMS) -> tuple[str, list[str]]:
    said: list[str] = []
    make_puzzles([terms], folder / "kept", folder / "shipped", games, said.append)
    return (folder / "shipped" / "london.jsonl").read_text(encoding="utf-8"), said


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles_however_often_it_was_stopped(tmp_path: Path) -> None:
    at_once, said = make(tmp_path / "one")
    assert at_once
    assert len(said) == GAMES
    make(tmp_path / "two", 2)
    kept = tmp_path / "two" / "kept" / "tiny.jsonl"
    # A run that was killed while it wrote leaves a line without an end.
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"number":2,"board":"lon')
    again, said = make(tmp_path / "two")
    assert (again, len(said)) == (at_once, GAMES - 2)


@pytest.mark.slow
def test_a_game_gives_one_puzzle_of_a_theme_and_no_more_than_are_wanted(tmp_path: Path) -> None:
    said: list[str] = []
    folders = tmp_path / "kept", tmp_path / "shipped"
    done, none = make_puzzles([TERMS, NONE], *folders, 2, said.append)
    assert (len(done.games), len(none.games), len(said)) == (2, 0, 2)
    for game in done.games:
        assert len({puzzle.theme for puzzle in game.puzzles}) == len(game.puzzles)
    assert set(wants(TERMS, done.puzzles("london")).values()) <= {0, 1, 2}
    puzzle = done.puzzles("london")[0]
    found = [confirm(puzzle, 8, "again")]
    assert puzzle.id in found[0].line()
    assert len(list(summary(found))) == 3
    assert next(table([puzzle])).startswith("| board | ")


def test_other_terms_do_not_go_on_with_what_was_kept(tmp_path: Path) -> None:
    make(tmp_path, 0)
    with pytest.raises(MakingError, match="other terms"):
        make(tmp_path, 0, replace(TERMS, wanted=3))


def test_a_game_is_read_as_it_was_written() -> None:
    puzzle = Puzzle("london-0-1", "claim", 1, 1.0, 0.5, 8, (("draw deck", 1.0, 0.5),), {"seat": 0})
    game = PlayedGame(0, "london", (puzzle,))
    assert PlayedGame.read(json.loads(game.line())) == game


def test_a_sample_is_at_random_and_the_same_for_a_seed() -> None:
    puzzles = [
        Puzzle(f"london-{n}-1", "claim", 1, 0.0, 0.0, 1, (), {"players": []}) for n in range(50)
    ]
    one = sample_of(puzzles, 10, "a")
    assert one == sample_of(puzzles, 10, "a") != sample_of(puzzles, 10, "b")
    assert len({puzzle.id for puzzle in one}) == 10
    assert len(sample_of(puzzles, 99, "a")) == 50
