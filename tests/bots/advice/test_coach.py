"""The coach's chance to win: a correction that suits every number of players and every stage."""

import pytest

from whistlestop.bots import prospect
from whistlestop.bots.advice.coach import chance
from whistlestop.engine.game import Game


@pytest.mark.parametrize("players", [2, 4])
def test_the_chances_of_all_seats_add_up_to_about_one_at_the_opening(players: int) -> None:
    game = Game("usa:classic", players, seed=3)
    chances = [prospect(game.view(seat), worlds=40).win for seat in range(players)]
    assert sum(chances) == pytest.approx(1, abs=0.35)


def test_the_same_worlds_promise_less_among_more_players_and_late_in_a_game() -> None:
    assert chance(30, 60, players=2, spent=0.0) > chance(30, 60, players=4, spent=0.0)
    assert chance(30, 60, players=2, spent=0.0) > chance(30, 60, players=2, spent=0.9)


def test_more_worlds_won_are_always_a_better_chance_and_never_a_certain_one() -> None:
    for spent in (0.0, 0.5, 1.0):
        chances = [chance(won, 60, players=3, spent=spent) for won in range(61)]
        assert chances == sorted(set(chances))
        assert 0 < chances[0] < 0.1 < 0.6 < chances[-1] < 1


def test_who_is_far_ahead_is_likely_to_win() -> None:
    text = (
        "board: usa\nlast round: 2\nAnn: hand 2 red; routes {}\n"
        "Bob: hand 2 red; routes montreal-toronto\n"
    )
    long = "calgary-winnipeg duluth-toronto el_paso-houston miami-new_orleans"
    ahead = Game.from_text(text.format(long))
    assert prospect(ahead.view(0), worlds=60).win > 0.8
    assert prospect(ahead.view(1), worlds=20).win < 0.1
    assert prospect(ahead.view(0), worlds=20).margin > 30
    assert prospect(ahead.view(0), worlds=20) == prospect(ahead.view(0), worlds=20)
