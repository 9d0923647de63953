"""How all seats stand for those who watch: one of them wins, and nothing hidden shows."""

import pytest

from tests.bots.playing import TABLES, decisions
from whistlestop.bots.evaluation import standing
from whistlestop.engine.state.rng import seeded


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_the_chances_of_all_seats_add_up_to_one(board: str, players: int) -> None:
    games = [game.copy() for game, _, _ in decisions(["planner"] * players, board, seed=2)]
    for game in games[:: len(games) // 4]:
        for seen in (game, game.view(None)):
            values = standing(seen, worlds=2)
            assert len(values) == players
            assert sum(value.win for value in values) == pytest.approx(1, abs=1e-12)
            assert all((value.win - 0.5) * value.margin >= 0 for value in values)


def test_for_two_seats_one_is_as_far_ahead_as_the_other_is_behind() -> None:
    for game, _, _ in list(decisions(["planner"] * 2, "new-york", seed=2))[::6]:
        one, two = standing(game, worlds=4)
        assert one.margin == -two.margin


def test_a_spectator_sees_no_more_than_lies_open() -> None:
    luck = seeded("standing", "worlds")
    games = [game.copy() for game, _, _ in decisions(["planner"] * 3, "europe", seed=2)]
    for game in games[:: len(games) // 4]:
        other = game.view(0).sample(luck)
        assert standing(other.view(None), worlds=2) == standing(game.view(None), worlds=2)


def test_a_finished_game_is_what_it_ended_with() -> None:
    *_, (game, _, _) = decisions(["greedy", "random", "greedy"], "london", seed=1)
    totals = game.score().totals
    values = standing(game)
    assert values == standing(game.view(None))
    assert sum(value.win for value in values) == 1
    assert max(value.margin for value in values) == sorted(totals)[-1] - sorted(totals)[-2]
