"""The page of the ladder is made from games alone, and says what they prove."""

from pathlib import Path

import pytest

from tools.make_ladder import Line, _lines, _plan, _play, _recall, page
from whistlestop.lab.runs.run import Run

BOTS = ("random", "greedy")


@pytest.fixture(autouse=True)
def few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few that they are all played, however slow the machine is."""
    monkeypatch.setattr("tools.make_ladder.MOST", 2)


def lines_of(results: Path, seconds: float = 600) -> list[Line]:
    lines = list(_lines(BOTS, ["new-york"]))
    with Run([_plan(line) for line in lines], results=results) as run:
        _recall(run, lines)
        _play(run, lines, seconds, 1)
    return lines


def test_the_page_tells_every_rung_with_its_games(tmp_path: Path) -> None:
    results = tmp_path / "ladder.jsonl"
    lines = lines_of(results)
    assert [line.bots for line in lines] == [("greedy", "random"), ("greedy", *["random"] * 3)]
    text = page(BOTS, lines, {"greedy": [0.5, 1000.0]}, any_code=False)
    for line in lines:
        games = sum(map(len, line.played))
        assert games == line.blocks * line.players > 0
        rival = "random" if line.players == 2 else "3 × random"
        assert f"| greedy v {rival} | {games} | {line.match().share:.1%} |" in text
    assert "## New York (`new-york`)" in text
    assert "| greedy | 1,000 | 0.5 |" in text
    assert "proven" in text


def test_a_ladder_that_was_interrupted_is_found_again(tmp_path: Path) -> None:
    results = tmp_path / "ladder.jsonl"
    first = lines_of(results)
    again = lines_of(results, seconds=0)
    assert [line.blocks for line in again] == [line.blocks for line in first]
    assert [g.result for x in again for b in x.played for g in b] == [
        g.result for x in first for b in x.played for g in b
    ]
