"""Tournaments: paired blocks, every pair, both roles, and tuning by the same matches."""

import json
from collections import Counter

import pytest

from whistlestop.bots import BotError
from whistlestop.engine.errors import SetupError
from whistlestop.lab import LabError, Terms, Tournament, ladder, rate_bot, tournament, tune
from whistlestop.lab.matches.match import ROUND, credit
from whistlestop.lab.matches.ratings import Rating
from whistlestop.lab.matches.tournament import ZERO


@pytest.fixture(scope="module")
def small() -> Tournament:
    return tournament(
        ["random", "greedy", "reference"], Terms("new-york", blocks=24, seed=1, decide=0)
    )


def test_a_block_is_one_deal_with_the_challenger_in_every_seat(small: Tournament) -> None:
    for match in small.matches:
        for block in match.blocks:
            assert len({game.result.seed for game in block}) == 1
            assert {game.result.seat_of(0) for game in block} == {0, 1}


def test_every_pair_meets_and_the_matrix_adds_up(small: Tournament) -> None:
    pairs = {(match.challenger, match.rival) for match in small.matches}
    assert len(pairs) == 3
    for i in range(3):
        assert small.matrix[i][i] is None
        for j in range(i):
            there, back = small.matrix[i][j], small.matrix[j][i]
            assert there is not None
            assert back is not None
            assert there + back == pytest.approx(1)
    assert small.circles == (0, 1)


def test_reference_is_the_zero_and_better_bots_stand_above(small: Tournament) -> None:
    by_name = {rating.bot: rating for rating in small.ratings}
    assert by_name[ZERO] == Rating(ZERO, 0, 0, 0)
    assert by_name["random"].high < by_name["greedy"].low
    assert by_name["greedy"].high < 0


def test_the_share_is_what_the_games_say(small: Tournament) -> None:
    match = small.matches[1]
    assert match.share == pytest.approx(sum(map(credit, match.games)) / len(match.games))
    low, high = match.interval
    assert low - 1e-9 <= match.share <= high + 1e-9


def test_with_more_players_one_challenger_sits_among_equals_in_both_roles() -> None:
    result = tournament(["greedy", "random"], Terms("new-york", 4, blocks=2, seed=1, decide=0))
    assert [(m.challenger, m.rival) for m in result.matches] == [
        ("greedy", "random"),
        ("random", "greedy"),
    ]
    for match in result.matches:
        assert Counter(game.seat_of(0) for game in match.games) == dict.fromkeys(range(4), 2)
        assert match.even == 0.25
    assert result.matrix[0][1] == 1.0


def test_a_match_that_is_clear_stops_early_and_one_that_is_not_goes_on() -> None:
    clear = tournament(["greedy", "random"], Terms("new-york", blocks=60, seed=1))
    assert len(clear.matches[0].blocks) == ROUND
    assert clear.matches[0].verdict == "high"
    same = tournament(["uniform", "random:by=actions"], Terms("new-york", blocks=14, seed=1))
    assert len(same.matches[0].blocks) == 14
    assert same.matches[0].verdict == ""


@pytest.mark.slow
def test_a_tournament_is_the_same_whatever_the_number_of_workers() -> None:
    bots = ["greedy", "random", "uniform"]
    one, two = (tournament(bots, Terms("new-york", blocks=13, seed=5, workers=w)) for w in (1, 2))
    assert one.matrix == two.matrix
    assert one.ratings == two.ratings
    assert [m.games for m in one.matches] == [m.games for m in two.matches]


def test_a_bot_is_rated_against_the_ladder() -> None:
    result = rate_bot("greedy", Terms("new-york", blocks=2, seed=1), ["random", "uniform"])
    assert [(m.challenger, m.rival) for m in result.matches] == [
        ("greedy", "random"),
        ("greedy", "uniform"),
    ]
    assert {"random", "greedy", "reference", "planner"} <= set(ladder())
    assert ladder()[0] == "random"


def test_a_tournament_prints_itself_and_goes_through_json(small: Tournament) -> None:
    text = str(small)
    for part in ("new-york: 3 bots, 2 players, 144 games", "the zero", "circles", "95 % interval"):
        assert part in text
    data = json.loads(json.dumps(small.to_dict()))
    assert data["ratings"][2] == {"bot": "reference", "elo": 0.0, "low": 0.0, "high": 0.0}
    assert len(data["matches"]) == 3


@pytest.mark.parametrize(
    ("bots", "terms", "error", "says"),
    [
        (["greedy"], Terms(), LabError, "at least two"),
        (["greedy", "greedy"], Terms(), LabError, "takes part twice"),
        (["greedy", "randon"], Terms(), BotError, 'did you mean "random"'),
        (["greedy", "random"], Terms(players=6), SetupError, "2 to 5 players, not 6"),
        (["greedy", "random"], Terms("new-york", 5), SetupError, "2 to 4 players, not 5"),
        (["greedy", "random"], Terms(blocks=0), LabError, "number of blocks"),
        (["greedy", "random"], Terms(on="moon"), LabError, "on pool or ray"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    bots: list[str], terms: Terms, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        tournament(bots, terms)


def test_tuning_repeats_and_keeps_only_what_the_test_calls_better() -> None:
    terms = Terms("new-york", blocks=14, seed=1)
    one = tune("greedy", terms, ["tickets"])
    assert one.to_dict() == tune("greedy", terms, ["tickets"]).to_dict()
    assert [trial.parameter for trial in one.trials] == ["tickets", "tickets"]
    assert {trial.after for trial in one.trials} == {0.375, 0.225}
    assert all(trial.kept == (trial.match.verdict == "high") for trial in one.trials)
    assert one.bot == "greedy" or "tickets=" in one.bot
    assert "best " in str(one)
    assert json.loads(json.dumps(one.to_dict()))["began"] == "greedy"


def test_tuning_finds_its_way_out_of_a_bad_start() -> None:
    """A planner that takes everything to last four times as long gives up what it could make."""
    result = tune("planner:doubt=4", Terms("new-york", blocks=60, seed=1), ["doubt"], step=0.9)
    assert result.trials[-1].kept
    assert result.bot == "planner:doubt=0.4"


def test_only_numbers_that_a_bot_has_can_be_tuned() -> None:
    with pytest.raises(LabError, match="cannot be tuned; what can be is tickets, reserve"):
        tune("greedy", Terms(), ["luck"])
    with pytest.raises(LabError, match="no number"):
        tune("random", Terms())


def test_progress_looks_ahead_to_all_that_may_be_played() -> None:
    told: list[tuple[int, int]] = []
    terms = Terms(
        "new-york", blocks=30, seed=1, progress=lambda done, total: told.append((done, total))
    )
    tournament(["greedy", "random"], terms)
    assert told[0] == (0, 60)
    assert told[-1][0] == 24
