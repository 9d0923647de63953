"""Advice: the bot's own choice first, then others, each with a value and a reason."""

import pytest

from tests.bots.playing import BOTS, decisions
from whistlestop.boards.load import BoardError, board_names
from whistlestop.bots import advise, bot_entry, bot_names, levels, make_bot, strongest_bot
from whistlestop.bots.advice.advice import REASONS
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded


def some_views(board: str) -> list[View]:
    return [view for _, view, _ in decisions(["planner", "greedy"], board, seed=4)][::5]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["usa", "europe", "new-york", "london"])
@pytest.mark.parametrize("bot", BOTS)
def test_advice_begins_with_what_the_bot_chooses(bot: str, board: str) -> None:
    for view in some_views(board):
        advice = advise(view, make_bot(bot, seed=3), 3)
        assert advice[0].action == make_bot(bot, seed=3).choose(view)
        assert len(advice) == min(3, len({str(a.action) for a in advice}))
        assert all(a.action in view.legal and a.reason in REASONS for a in advice)


def test_the_planner_puts_the_better_promise_first() -> None:
    reasons = set()
    for view in some_views("europe"):
        advice = advise(view, "planner", 4)
        values = [a.value for a in advice]
        assert values == sorted(values, reverse=True)
        reasons |= {a.reason for a in advice}
    assert {"keep_tickets", "claim_for_plan", "draw_for_plan"} <= reasons


def test_parameters_are_names_and_numbers() -> None:
    for view in some_views("usa"):
        for advice in advise(view, "search:time=60s,worlds=2,guard=0,edge=0", 5):
            assert all(isinstance(value, str | int | float) for value in advice.params.values())


def test_a_claim_is_explained_by_its_plan_its_danger_and_what_its_loss_costs() -> None:
    game = Game.from_text(
        "board: usa\nAnn: hand 6 white 3 red; tickets boston-miami; routes boston-new_york:red\n"
        "Bob: hand 9 red; routes charleston-raleigh\n"
    )
    (advice, *_) = advise(game.view(0), "planner", 1)
    assert advice.reason in ("claim_for_plan", "draw_for_plan")
    assert advice.params["tickets"] == "boston-miami"
    assert 0 < float(advice.params["turns"]) < float(advice.params["left"])
    assert 0 <= float(advice.params["chance"]) <= 1


def test_whoever_has_to_wait_gets_no_advice() -> None:
    game = Game("usa", 2, seed=1)
    game.play(game.legal[0], 0)
    assert advise(game.view(0), "planner") == ()
    assert advise(game.view(1), "planner", 0) == ()


def test_advice_depends_on_the_view_only() -> None:
    luck = seeded("advice", "worlds")
    for view in some_views("europe")[:8]:
        assert view.seat is not None
        other = view.sample(luck).view(view.seat)
        assert advise(other, "planner", 3) == advise(view, "planner", 3)


def test_the_strongest_bot_has_the_highest_rank_and_can_be_made() -> None:
    best = strongest_bot()
    most = bot_entry(best.partition(":")[0]).strength
    assert all(bot_entry(name).strength <= most for name in bot_names())
    assert hasattr(make_bot(best, seed=1), "advise")


@pytest.mark.parametrize("board", board_names())
def test_every_board_has_four_levels_in_the_order_of_the_ladder(board: str) -> None:
    ladder = levels(board)
    assert len({level.name for level in ladder}) == len(ladder) == 4
    strengths = [bot_entry(level.bot.split(":")[0]).strength for level in ladder]
    assert strengths == sorted(set(strengths))
    assert all(level.seconds > 0 for level in ladder)
    assert ladder[-1].bot == strongest_bot()


def test_a_board_that_does_not_exist_has_no_levels() -> None:
    with pytest.raises(BoardError):
        levels("mars")
