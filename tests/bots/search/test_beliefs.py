"""What the search believes about tickets is what was fitted, and a fit finds what is there."""

from itertools import islice

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.bots.playing import decisions
from tools.fit_beliefs import NAMES, chances, clues, fit, likelihood, moments
from whistlestop.bots.search import beliefs as worlds
from whistlestop.bots.search.beliefs import Beliefs
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.state.accessors import holder_of

IN_USE = np.array([getattr(worlds, name) for name in NAMES])


@pytest.mark.parametrize("board", ["usa:classic", "europe", "new-york"])
def test_tickets_count_by_the_clues_that_the_constants_were_fitted_to(board: str) -> None:
    met = 0
    for game, _, _ in islice(decisions(["planner"] * 2, board, seed=5), 0, None, 8):
        t = game.flat
        unseen = vec[i64]([0] * t.tickets)
        weights = Beliefs(judge_of(t), game.state, 0, unseen).weight
        rows = clues(t, game.state, 1, 0)
        others = [n for n in range(t.tickets) if holder_of(t, game.state.bytes, n) != 0]
        believed = [weights[t.tickets + n] for n in others]
        assert believed == pytest.approx(list(np.exp(rows[:, :-1] @ IN_USE)))
        met += len(set(believed)) > 3
    assert met > 1


def test_a_fit_finds_the_constants_that_were_at_work() -> None:
    noted = list(moments("usa:classic", 2, range(25)))
    luck = np.random.default_rng(1)
    for rows in noted:
        held = luck.choice(len(rows), 3, replace=False, p=chances(IN_USE, rows))
        rows[:, -1] = 0
        rows[held, -1] = 1
    found = likelihood(fit(noted), noted)
    assert likelihood(IN_USE, noted) <= found < likelihood(IN_USE, noted) + 0.05
    assert found > likelihood(0 * IN_USE, noted) + 0.2
