"""The ladder is in order: every rung beats the one below it, on every board.

The shares are far below what the lab measured over more games (see `whistlestop simulate`), so
that only a real change of strength fails here.
"""

import pytest

from whistlestop.bots import levels
from whistlestop.lab import simulate

BOARDS = [("usa:classic", 20), ("europe", 20), ("new-york", 60), ("london", 60)]
# The highest rung takes its time, so it is tested where games are short.
RUNGS = [(*board, rung) for board in BOARDS for rung in (1, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "games", "rung"), [*RUNGS, ("new-york", 16, 3)])
def test_every_level_beats_the_one_below(board: str, games: int, rung: int) -> None:
    below, above = (level.bot for level in levels(board)[rung - 1 : rung + 1])
    result = simulate([above, below], board, games=games, seed="ladder")
    assert not result.failures
    assert result.standings[0].rate > 0.6


@pytest.mark.slow
def test_the_planner_makes_nearly_all_tickets_it_keeps() -> None:
    result = simulate(["planner", "reference"], "usa:classic", games=40, seed="kept")
    planner = result.standings[0]
    assert planner.completed > 0.88 * planner.tickets
    assert planner.score > 110


@pytest.mark.slow
def test_the_reference_has_the_profile_of_the_best_public_bot() -> None:
    """Means over 100 games are within 5 points and half a ticket of those over thousands."""
    result = simulate(["reference", "reference"], "usa:classic", games=100, seed="profile")
    scores = [standing.score for standing in result.standings]
    assert sum(scores) / 2 == pytest.approx(92, abs=6)
    assert sum(max(game.totals) for game in result.games) / 100 == pytest.approx(115, abs=7)
    assert result.turns[0] / 2 == pytest.approx(43, abs=3)
    for standing in result.standings:
        assert standing.tickets == pytest.approx(4.9, abs=0.6)
        assert standing.completed == pytest.approx(3.8, abs=0.6)
