"""Ratings and sequential tests, against what is known of them."""

from math import log10

import pytest

from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.lab.intervals import quantile, rank_correlation, ranks
from whistlestop.lab.matches.ratings import ELO, PRIOR, fit, rate
from whistlestop.lab.matches.sequential import FEWEST, RatioTest, share_at

FINE = 10**6


def test_two_bots_differ_by_the_odds_of_their_games() -> None:
    strengths = fit(2, {(0, 1): (75 - PRIOR, 25 - PRIOR)})
    assert ELO * (strengths[0] - strengths[1]) == pytest.approx(400 * log10(3), abs=1e-3)


def test_strengths_are_found_again_from_exact_shares() -> None:
    """Bradley and Terry: the wins of each pair follow from the strengths, and the reverse."""
    true = [0.0, 120.0, 300.0, -250.0]
    won = {}
    for a in range(4):
        for b in range(a):
            share = share_at(true[a] - true[b], 2)
            won[a, b] = (1e6 * share, 1e6 * (1 - share))
    found = fit(4, won)
    assert [ELO * (s - found[0]) for s in found] == pytest.approx(true, abs=0.1)


def test_bots_that_never_met_are_compared_through_a_third() -> None:
    met = {(0, 1): [(3.0, 1.0)] * 50, (1, 2): [(3.0, 1.0)] * 50}
    ratings = rate(["a", "b", "c"], met, 1)
    assert ratings[0].elo == pytest.approx(-ratings[2].elo)
    assert ratings[0].elo > 150
    assert (ratings[1].elo, ratings[1].low, ratings[1].high) == (0, 0, 0)


def test_an_unbeaten_bot_has_a_rating_that_grows_with_its_games() -> None:
    few = rate(["a", "b"], {(0, 1): [(2.0, 0.0)] * 5}, 1)[0]
    many = rate(["a", "b"], {(0, 1): [(2.0, 0.0)] * 50}, 1)[0]
    assert 0 < few.elo < many.elo < 2000


def test_intervals_hold_the_true_rating_about_as_often_as_they_say() -> None:
    rng = seeded("intervals", "test")
    true, held = 70.0, 0
    for trial in range(100):
        blocks = [_block(rng, share_at(true, 2)) for _ in range(60)]
        rating = rate(["a", "b"], {(0, 1): blocks}, 1, seed=trial, resamples=80)[0]
        held += rating.low <= true <= rating.high
    assert held >= 86


def _block(rng: Rng, share: float) -> tuple[float, float]:
    wins = sum(int(rng.below(FINE)) < share * FINE for _ in range(2))
    return float(wins), 2.0 - wins


@pytest.mark.parametrize(
    ("true", "verdict"), [(0.0, "low"), (60.0, "high")], ids=["no better", "better by 60"]
)
def test_the_sequential_test_errs_no_more_than_it_should(true: float, verdict: str) -> None:
    """Played many times over: wrong in at most about one case of twenty, on either side."""
    rng = seeded("sprt", verdict)
    test = RatioTest(0.0, 60.0)
    right = 0
    for _ in range(120):
        scores: list[float] = []
        while not test.verdict(scores, 2):
            scores += [_block(rng, share_at(true, 2))[0] / 2 for _ in range(12)]
            if len(scores) > 3000:
                break
        right += test.verdict(scores, 2) == verdict
    assert right >= 108


def test_the_sequential_test_waits_for_some_blocks_even_if_all_are_won() -> None:
    test = RatioTest(-30, 30)
    assert test.verdict([1.0] * (FEWEST - 1), 2) == ""
    assert test.verdict([1.0] * FEWEST, 2) == "high"
    assert test.verdict([0.0] * 2 * FEWEST, 4) == "low"
    assert test.verdict([0.0, 1.0] * 20, 2) == ""


def test_among_more_players_an_even_share_is_one_in_so_many() -> None:
    assert share_at(0, 5) == pytest.approx(0.2)
    assert share_at(100, 4) > 0.25 > share_at(-100, 4)


def test_quantiles_and_ranks_are_the_usual_ones() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([5], 0.975) == 5
    assert ranks([10, 30, 20, 20]) == [1, 4, 2.5, 2.5]
    assert rank_correlation([1, 2, 3, 4], [1, 8, 27, 64]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 1, 1], [1, 2, 3]) == 0
