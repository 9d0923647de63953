"""What bots may cost, in the processor's time, as others keep a machine busy too."""

from collections.abc import Iterator
from time import process_time

import pytest

from tests.bots.playing import decisions
from whistlestop.bots import make_bot
from whistlestop.engine.knowledge.view import View

SECONDS = 0.1


def real_decisions(board: str, players: int) -> Iterator[View]:
    """Of each phase a few, from games of planners."""
    left = {"opening": 3, "tickets": 2, "tunnel": 2, "turn": 4, "second card": 2}
    for seed in range(6):
        for ply, (game, view, _) in enumerate(decisions(["planner"] * players, board, seed)):
            common = game.phase in ("turn", "second card")
            if left[game.phase] and len(view.legal) > 1 and (not common or ply % 25 == 0):
                left[game.phase] -= 1
                yield view


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_the_search_never_thinks_a_tenth_longer_than_its_time(
    board: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the processor's clock: as it would with a processor of its own."""
    monkeypatch.setattr("whistlestop.bots.search.bot.perf_counter", process_time)
    bot = make_bot(f"search:time={SECONDS}s", seed=1)
    spent = []
    for view in real_decisions(board, players):
        started = process_time()
        bot.choose(view)
        spent.append(process_time() - started)
    assert len(spent) >= 8
    assert max(spent) <= 1.1 * SECONDS
