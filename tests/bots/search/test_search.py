"""The search: honest, in time, and better than the planner only where that is beyond doubt."""

from time import process_time

import pytest

from tests.bots.playing import decisions
from whistlestop.bots import make_bot, read_recipe
from whistlestop.bots.search.bot import SearchBot, best_of
from whistlestop.bots.search.trials import CHOSEN, CandidateTrials
from whistlestop.bots.tuned import judge_of, plain_judge
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded


def test_its_time_is_given_in_seconds() -> None:
    assert read_recipe("search:time=0.25s").values["time"] == 0.25
    assert read_recipe("search:time=0.25").text == "search:time=0.25s"


def test_untuned_it_judges_by_what_plans_promise() -> None:
    view = Game("new-york", 2, seed=3).view(0)
    for options, judge_for in (("", judge_of), (",tuned=no", plain_judge)):
        bot = make_bot(f"search:time=60s,worlds=1{options}", seed=1)
        assert isinstance(bot, SearchBot)
        judge = bot.think(view).judge
        assert judge is judge_for(judge.flat)


@pytest.mark.slow
def test_it_holds_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In time of the processor, as a busy machine may keep anybody waiting; usually, not always."""
    monkeypatch.setattr("whistlestop.bots.search.bot.perf_counter", process_time)
    bot = make_bot("search:time=0.1s", seed=1)
    spent: list[float] = []
    for _, view, _ in decisions(["planner", "greedy"], "usa:classic", seed=6):
        if len(view.legal) > 1 and len(spent) < 20:
            started = process_time()
            bot.choose(view)
            spent.append(process_time() - started)
    assert sorted(spent)[10] <= 0.11


@pytest.mark.slow
def test_without_a_number_of_worlds_it_uses_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where candidates are so many that they get a glance first, which counts for nothing."""
    monkeypatch.setattr("whistlestop.bots.search.bot.perf_counter", process_time)
    bot = SearchBot(seeded(1), time=0.5)
    views = (view for _, view, _ in decisions(["planner", "greedy"], "usa:classic", seed=6))
    made = next(found for found in map(bot.think, views) if len(found.codes) > CHOSEN + 1)
    assert made.earnest
    assert made.worlds == made.tried[0] > 3


def trial(values: list[list[float]]) -> CandidateTrials:
    """A trial in which each world gave these values to the candidates."""
    view = Game("usa", 2, seed=1).view(0)
    bot = SearchBot(seeded(1), time=60.0, worlds=1)
    made = bot.think(view)
    for n in range(len(made.codes)):
        rows = [row[n] - row[0] if n < len(row) else -1.0 for row in values]
        made.sum[n] = sum(rows)
        made.squares[n] = sum(x * x for x in rows)
        made.tried[n] = len(rows)
    return made


def test_it_leaves_the_planner_only_for_a_clear_difference() -> None:
    clear = trial([[0.1, 0.3], [0.2, 0.5], [0.0, 0.2], [0.1, 0.4]])
    assert best_of(clear, 1.5, 0.05) == 1
    doubtful = trial([[0.1, 0.9], [0.2, -0.5], [0.0, 0.2], [0.1, -0.1]])
    assert best_of(doubtful, 1.5, 0.0) == 0
    assert best_of(doubtful, 0.0, 0.0) == 1
    small = trial([[0.1, 0.13], [0.2, 0.24], [0.0, 0.03], [0.1, 0.14]])
    assert best_of(small, 1.5, 0.0) == 1
    assert best_of(small, 1.5, 0.05) == 0


def test_an_only_action_takes_no_time() -> None:
    game = Game.from_text(
        "board: europe\nphase: tunnel\ntunnel: venezia-zurich 2 green\n"
        "revealed: green white black\nAnn: hand 1 red; tickets zurich-brindisi\n"
    )
    assert len(game.legal) == 1
    assert str(make_bot("search:time=60s", seed=1).choose(game.view(0))) == "decline"
