"""A result made from the last state says what the game itself says of its end."""

from tests.records.shelf import NAMES, game_of
from whistlestop.lab.games.make_result import make_result
from whistlestop.lab.games.plan import SimulationPlan, recipes

ENDINGS = [
    *(name for name in NAMES if name.endswith(("-passes", "-standstill", "big-cities-3-greedy"))),
    *(name for name in NAMES if "-2-" in name),
]


def test_results_are_those_of_the_score_and_of_the_event_at_the_end() -> None:
    decided, ended = set(), set()
    for name in ENDINGS:
        game = game_of(name)
        plan = SimulationPlan(game.board, recipes(["greedy"] * len(game.names)), 1)
        made = make_result(plan, 0, game.flat, game.state, game.ply, 0)
        score = game.score()
        assert made.totals == score.totals
        assert made.winners == score.winners
        assert made.decided_by == score.decided_by
        assert made.completed == tuple(seat.completed for seat in score.seats)
        assert made.tickets == tuple(len(seat.tickets) for seat in score.seats)
        (end,) = (e for e in game.events(None, game.ply - 1) if e.name == "ended")
        assert made.ended == end["reason"]
        decided.add(made.decided_by)
        ended.add(made.ended)
    assert ended == {"last round", "passes", "standstill"}
    assert len(decided) >= 3
