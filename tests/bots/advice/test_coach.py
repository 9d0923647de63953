"""The coach: how a seat stands and what it should do, both by one evaluation."""

import pytest

from whistlestop.bots import advise, make_bot, prospect
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import evaluate
from whistlestop.engine.game import Game


@pytest.mark.parametrize("players", [2, 4])
def test_the_chances_of_all_seats_add_up_to_about_one_at_the_opening(players: int) -> None:
    game = Game("usa:classic", players, seed=3)
    chances = [prospect(game.view(seat), worlds=40).win for seat in range(players)]
    assert sum(chances) == pytest.approx(1, abs=0.35)


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


def test_counsel_is_as_long_as_asked_for_and_has_nothing_for_who_waits() -> None:
    game = Game("europe", 2, seed=3)
    view = game.view(0)
    found = evaluate(view, worlds=3)
    assert [len(counsel(view, found, count)) for count in (0, 1, 3)] == [0, 1, 3]
    game.play(view.legal[0], 0)
    waits = game.view(0)
    assert counsel(waits, evaluate(waits, worlds=3)) == ()


def test_advice_of_the_search_promises_nothing_above_its_choice() -> None:
    text = "search:time=60s,worlds=2,guard=0,edge=0"
    game = Game("new-york", 2, seed=1)
    bot = make_bot(text, seed=3)
    while not game.over:
        view = game.view(game.turn)
        values = [advice.value for advice in advise(view, make_bot(text, seed=3), 4)]
        assert values == sorted(values, reverse=True)
        game.play(bot.choose(view))
