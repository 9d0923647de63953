"""Reviews: parts that add up, decisions judged by what could be known, one form for everybody."""

import json
from pathlib import Path

import pytest

from whistlestop.bots import make_bot
from whistlestop.bots.evaluation import evaluate
from whistlestop.bots.review import ReviewTerms, Step, take_step
from whistlestop.bots.review.judging import JudgedPly
from whistlestop.engine.game import Game
from whistlestop.lab import LabError
from whistlestop.lab.games.results import margin_of
from whistlestop.lab.review import ReviewedGame, review
from whistlestop.record import Record

pytestmark = pytest.mark.slow  # games are played for all of them


def recorded(seed: int, *bots: str, plies: int = 10_000) -> Record:
    game = Game("new-york", ["Ann", "Bob", "Cy"][: len(bots)], seed=seed)
    players = [make_bot(bot, seed=seat) for seat, bot in enumerate(bots)]
    while not game.over and game.ply < plies:
        game.play(players[game.turn].choose(game.view(game.turn)))
    record = game.record
    assert isinstance(record, Record)
    return record


@pytest.fixture(scope="module")
def game() -> Record:
    return recorded(2, "greedy", "random")


@pytest.fixture(scope="module")
def judged(game: Record) -> ReviewedGame:
    return review(game, worlds=4)


def test_luck_and_decisions_add_up_to_the_margin(game: Record, judged: ReviewedGame) -> None:
    totals = game.game.score().totals
    for seat, told in enumerate(judged.seats):
        for split in (told.own, told.all):
            assert split.margin == pytest.approx(margin_of(totals, seat))
            assert split.decisions <= 0
        assert told.margin == margin_of(totals, seat)


def test_the_planners_review_is_the_evaluation_that_everybody_is_shown() -> None:
    record = recorded(7, "planner", "random")
    judged = review(record, worlds=2)
    totals = record.game.score().totals
    for seat, told in enumerate(judged.seats):
        assert told.own.margin == pytest.approx(margin_of(totals, seat))
        lost = sum(one.lost for one in judged.decisions if one.seat == seat)
        assert told.own.decisions == pytest.approx(-lost)
    for ply in range(0, len(record), 7):
        found = take_step(record, ReviewTerms(2, 0), Step("ply", ply))
        assert isinstance(found, JudgedPly)
        one = found.judged.decision
        shown = evaluate(
            record.at(ply).view(one.seat), actions=[one.played], worlds=2, seed=f"0/{ply}"
        )
        assert one.best_value == shown.value
        assert one.value == shown.option(one.played).value
        assert one.lost == shown.cost(one.played).margin


def test_every_decision_is_judged_once(game: Record, judged: ReviewedGame) -> None:
    assert [one.ply for one in judged.decisions] == list(range(len(game)))
    assert [one.played for one in judged.decisions] == [ply.do for ply in game.plies]
    for decision in judged.decisions:
        assert decision.lost >= 0
        assert decision.best_value.win >= decision.value.win
        assert decision.lost == 0 or decision.played != decision.best


def test_who_plays_at_random_gives_more_away(judged: ReviewedGame) -> None:
    greedy, random = judged.seats
    assert random.own.decisions < greedy.own.decisions
    costs = [judged.decisions[ply].lost for ply in random.costliest]
    assert 1 <= len(costs) <= 3
    assert costs == sorted(costs, reverse=True)
    others = [d.lost for d in judged.decisions if d.seat == 1 and d.ply not in random.costliest]
    assert min(costs) >= max(others)


def test_another_judge_plays_on_itself(game: Record) -> None:
    found = review(game, bot="greedy", worlds=2)
    assert [one.played for one in found.decisions] == [ply.do for ply in game.plies]
    assert found.seats[1].own.decisions < found.seats[0].own.decisions


def test_a_review_repeats_whatever_the_number_of_workers(
    game: Record, judged: ReviewedGame
) -> None:
    assert review(game, worlds=4, workers=2).to_dict() == judged.to_dict()


def test_the_best_score_allowed_is_at_least_what_was_reached(
    game: Record, judged: ReviewedGame
) -> None:
    for seat in game.game.score().seats:
        own = seat.routes + seat.ticket_points + seat.attractions
        most = judged.seats[seat.seat].most
        assert most is not None
        assert most.alone >= most.left >= own


def test_a_review_prints_itself_and_goes_through_json(judged: ReviewedGame) -> None:
    text = str(judged)
    for part in ("Ann", "deal", "draws", "tunnels", "rivals", "costliest", "in hindsight"):
        assert part in text
    plain = json.loads(json.dumps(judged.to_dict()))
    assert plain["format"] == 2
    own = plain["seats"][0]["own"]
    parts = [own[part] for part in ("deal", "draws", "tunnels", "rivals", "decisions")]
    assert sum(parts) == pytest.approx(plain["seats"][0]["margin"], abs=0.001)
    assert own["adjusted"] == pytest.approx(plain["seats"][0]["margin"] - own["luck"], abs=0.001)


def test_progress_ends_when_all_is_done(game: Record) -> None:
    seen: list[tuple[int, int]] = []
    review(game, worlds=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]
    assert len(seen) > len(game)


def test_a_game_that_is_not_over_cannot_be_reviewed() -> None:
    with pytest.raises(LabError, match="finished"):
        review(recorded(1, "greedy", "greedy", plies=5))


def test_only_bots_that_decide_by_sight_can_judge(game: Record) -> None:
    with pytest.raises(LabError, match="cannot judge"):
        review(game, bot="random")
    with pytest.raises(LabError, match="number of worlds"):
        review(game, worlds=0)


def test_the_chances_can_be_drawn(judged: ReviewedGame, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from whistlestop.lab.show.plots import draw_review

    draw_review(judged, tmp_path / "r.png")
    assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")
