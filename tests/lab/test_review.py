"""Reviews: parts that add up, decisions judged by what could be known, the best score allowed."""

import json
from pathlib import Path

import pytest

from whistlestop.bots import make_bot
from whistlestop.engine.game import Game
from whistlestop.lab import LabError
from whistlestop.lab.games.results import margin_of
from whistlestop.lab.review import Review, review
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
def judged(game: Record) -> Review:
    return review(game, bot="greedy", worlds=2)


def test_luck_and_decisions_add_up_to_the_margin(game: Record, judged: Review) -> None:
    totals = game.game.score().totals
    for seat, split in enumerate(judged.splits):
        assert split.margin == pytest.approx(margin_of(totals, seat))
        assert split.decisions <= 0


def test_every_decision_is_judged_once(game: Record, judged: Review) -> None:
    assert [j.ply for j in judged.judgements] == list(range(len(game)))
    assert [j.played for j in judged.judgements] == [ply.do for ply in game.plies]
    for judgement in judged.judgements:
        assert judgement.lost >= 0
        assert judgement.best_value.margin >= judgement.value.margin
        assert 0 <= judgement.value.win <= 1


def test_who_plays_at_random_gives_more_away(judged: Review) -> None:
    greedy, random = judged.splits
    assert random.decisions < greedy.decisions
    assert judged.mistakes[0].seat == 1
    assert [m.lost for m in judged.mistakes] == sorted(
        (m.lost for m in judged.mistakes), reverse=True
    )


def test_a_review_repeats_whatever_the_number_of_workers(game: Record, judged: Review) -> None:
    assert review(game, bot="greedy", worlds=2, workers=2).to_dict() == judged.to_dict()


def test_nothing_is_judged_by_what_the_player_could_not_know() -> None:
    """The same decision in two games that differ only in what is hidden has the same worth."""
    record = recorded(5, "greedy", "greedy", plies=12)
    from whistlestop.engine.state.rng import seeded
    from whistlestop.lab.review.judge import DecisionJudge

    game = record.game
    view = game.view(game.turn)
    other = view.sample(seeded(9, "other"))
    assert other.position != game.position
    judge = DecisionJudge("greedy", 3, 0)
    action = str(view.legal[0])
    assert judge.outcomes(view, action) == judge.outcomes(other.view(game.turn), action)


def test_the_best_score_allowed_is_at_least_what_was_reached(judged: Review) -> None:
    for seat in judged.score.seats:
        own = seat.routes + seat.ticket_points + seat.attractions
        assert judged.left[seat.seat].total >= own
        assert judged.alone[seat.seat].total >= judged.left[seat.seat].total


def test_a_review_prints_itself_and_goes_through_json(judged: Review) -> None:
    text = str(judged)
    for part in ("Ann", "deal", "chance", "rivals", "decisions", "gave most away"):
        assert part in text
    assert json.loads(json.dumps(judged.to_dict()))["worlds"] == 2


def test_a_game_that_is_not_over_cannot_be_reviewed() -> None:
    with pytest.raises(LabError, match="finished"):
        review(recorded(1, "greedy", "greedy", plies=5), bot="greedy")


def test_only_bots_that_decide_by_sight_can_judge(game: Record) -> None:
    with pytest.raises(LabError, match="cannot judge"):
        review(game, bot="random")
    with pytest.raises(LabError, match="number of worlds"):
        review(game, bot="greedy", worlds=0)


def test_the_chances_can_be_drawn(judged: Review, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from whistlestop.lab.show.plots import draw_review

    draw_review(judged, tmp_path / "r.png")
    assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")
