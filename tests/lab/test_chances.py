"""Measuring the chance to win: positions are of real games, and a fit finds what is there."""

from math import exp

import pytest

from tools import measure_chances
from tools.measure_chances import Position, fitted, given, table
from whistlestop.bots.advice.coach import WEIGHTS, chance_terms
from whistlestop.engine.state.rng import seeded


def test_positions_are_spread_over_a_game_and_know_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_chances, "WORLDS", 4)
    found = list(measure_chances._game("new-york", 2, "test", 0))
    assert [int(position.passed * 6) for position in found] == list(range(6))
    assert found[0].trains == 1 > found[-1].trains
    assert {position.won for position in found} <= {0.0, 0.5, 1.0}
    assert found == list(measure_chances._game("new-york", 2, "test", 0))


def made_up(count: int) -> list[Position]:
    """Positions of which as many are won as the coach says."""
    rng = seeded("made up")
    found = []
    for game in range(count):
        share, trains = rng.below(101) / 100, rng.below(101) / 100
        players = 2 + 2 * rng.below(2)
        at = Position(game, players, 0.5, trains, share, 0.0, 0.0)
        won = float(int(rng.below(10_000)) < 10_000 * given(at))
        found.append(Position(game, players, 0.5, trains, share, 0.0, won))
    return found


def test_a_fit_finds_the_constants_that_were_at_work() -> None:
    found = fitted(made_up(20_000))
    for share in (0.1, 0.5, 0.9):
        terms = chance_terms(100 * share, 100, 4, 0.5)
        said, true = (
            1 / (1 + exp(-sum(w * term for w, term in zip(weights, terms, strict=True))))
            for weights in (found, WEIGHTS)
        )
        assert said == pytest.approx(true, abs=0.03)


def test_a_chance_that_is_right_beats_an_even_share_in_the_table() -> None:
    rows = table({"made up": made_up(2_000)})
    scores = [float(row.split("|")[2]) for row in rows[-3:]]
    assert scores[0] < min(scores[1:])
