"""Who is known to sit there: a weaker bot is expected to fall behind, and no order changes."""

from math import exp

import pytest

from tests.bots.playing import decisions
from tools.evaluation import levels as fitting
from tools.evaluation.positions import LineUp, Position
from tools.evaluation.tables import equals
from whistlestop.boards.load import load_board
from whistlestop.bots import prospect
from whistlestop.bots.evaluation import evaluate
from whistlestop.bots.evaluation.correction import among, apply_correction, correction_for, log_odds
from whistlestop.bots.evaluation.stages import NONE, at_stage
from whistlestop.bots.evaluation.strength import EQUAL, Strength, Strengths, lead_of, strengths_of
from whistlestop.bots.levels import levels
from whistlestop.bots.processes.messages import Question
from whistlestop.bots.processes.worker import answer
from whistlestop.bots.review.judging import judge_decision
from whistlestop.engine.state.rng import seeded

BOARDS = ("usa", "europe", "new-york", "london")
FEW = 3


@pytest.mark.parametrize("board", [*BOARDS, "usa:classic"])
@pytest.mark.parametrize("left", [0.4, 0.6, 0.9])
def test_levels_rise_and_people_count_as_planners(board: str, left: float) -> None:
    on = load_board(board)
    found = [strengths_of(on, f"level:{n + 1}") for n in range(len(levels(board)))]
    assert [strengths_of(on, level.bot) for level in levels(board)] == found
    for side in Strengths._fields:
        odds = [at_stage(getattr(one, side).win, left) for one in found]
        assert odds == sorted(odds)
    assert strengths_of(on, None) == strengths_of(on, "planner") == EQUAL
    assert strengths_of(on, "mine") == EQUAL


def test_among_planners_and_people_nothing_is_added() -> None:
    for bots in (("planner", None), (None, "level:3", "planner", None)):
        assert lead_of(load_board("usa"), bots, 0) == EQUAL.itself


@pytest.mark.parametrize("board", BOARDS)
def test_what_cannot_be_seen_of_a_weaker_bot_counts_to_the_end_of_the_game(board: str) -> None:
    """It knows its own tickets, but its rival takes those for a planner's."""
    on = load_board(board)
    planner, rival = (lead_of(on, (None, "greedy"), seat) for seat in (0, 1))
    assert all(at_stage(planner.win, left) > 0.0 for left in (0.0, 0.3, 0.6, 1.0))
    assert planner.margin[0] > 0.1
    assert planner.margin[0] > -rival.margin[0]


def test_the_best_of_several_rivals_counts_most() -> None:
    """Two planners and two porters: their chances, each by itself, add up to about 1."""
    bots = ("planner", "level:2", None, "reference")
    leads = [lead_of(load_board("usa"), bots, seat) for seat in range(4)]
    odds = [at_stage(lead.win, 0.6) for lead in leads]
    for one, same in ((0, 2), (1, 3)):
        assert leads[one].margin == pytest.approx(leads[same].margin)
        assert leads[one].win == pytest.approx(leads[same].win)
    assert odds[0] > 0.0 > odds[1]
    alone = lead_of(load_board("usa"), (None, "reference", "reference", "reference"), 0)
    assert at_stage(alone.win, 0.6) > 2 * odds[0]
    assert sum(1 / (1 + 3 * exp(-odd)) for odd in odds) == pytest.approx(1.0, abs=0.05)


def test_what_is_added_changes_with_the_stage_of_the_game() -> None:
    lines = correction_for("usa", 2)
    stronger = among(lines, Strength((0.5, 1.0, 3.0), NONE))
    gained = []
    for left in (0.0, 0.5, 1.0):
        usual = apply_correction(lines, left, 90.0, 0.9, 45)
        gained.append(apply_correction(stronger, left, 90.0, 0.9, 45).margin - usual.margin)
    assert gained == pytest.approx([0.5 * 45, 1.375 * 45, 3.0 * 45])


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 4), ("new-york", 3)])
def test_who_sits_there_changes_what_all_actions_are_worth_and_not_their_order(
    board: str, players: int
) -> None:
    weak: tuple[str | None, ...]
    moments = decisions(["planner"] * players, board, "strength")
    for game, view, action in [(g.copy(), v, a) for g, v, a in moments][1:90:30]:
        assert view.seat is not None
        weak = tuple(None if seat == view.seat else "greedy" for seat in range(players))
        usual, found = (evaluate(view, worlds=FEW, bots=bots) for bots in ((), weak))
        assert [o.action for o in found.options] == [o.action for o in usual.options]
        assert found.value.win > usual.value.win
        assert found.value.margin >= usual.value.margin
        assert found.value == found.options[0].value
        stands = prospect(view, worlds=FEW, bots=weak)
        assert (stands.win, stands.margin) == (found.value.win, found.value.margin)
        after = game.copy()
        after.play(action, view.seat)
        judged = judge_decision(game, after.plies[-1], FEW, 0, bots=weak).decision
        asked = evaluate(view, actions=[action], worlds=FEW, bots=weak)
        assert judged.value == asked.option(action).value


def test_a_worker_is_told_who_sits_there() -> None:
    view = next(v for _, v, _ in decisions(["planner"] * 2, "new-york", "strength") if v.seat == 0)
    usual, known = (answer(Question(view, 60.0, bots=bots)) for bots in ((), (None, "greedy")))
    assert known.win > usual.win
    assert known.margin > usual.margin


def test_a_fit_finds_the_strengths_that_were_at_work() -> None:
    """A bot that gives points away with time, and whose rival sees still less than there is."""
    line, rng = LineUp("usa:classic", 2, "planner+reference"), seeded("made up")
    truth = Strengths(
        Strength((0.0, -0.5, -1.5), (0.0, -1.0, -2.0)),
        Strength((-0.5, -1.0, -2.0), (-1.0, -1.5, -3.0)),
    )
    found = []
    for game in range(8_000):
        left, margin, seat = float(rng.below(101)) / 100, float(rng.below(81)) - 40.0, game % 2
        at = Position(game, seat, line.seats(0)[seat], 0, left, True, margin, 0.5, 0.0, 0.0)
        value, sign = equals(line, at), 1.0 if seat else -1.0
        strength = truth.itself if seat else truth.to_rivals
        odds = log_odds(value.win) + sign * at_stage(strength.win, left)
        won = float(int(rng.below(10_000)) < 10_000 / (1 + exp(-odds)))
        lead = sign * at_stage(strength.margin, left) * line.trains
        ended = value.margin + lead + float(rng.below(61)) - 30.0
        found.append(Position(game, seat, at.bot, 0, left, True, margin, 0.5, ended, won))
    fitted = fitting.fit({line: found})
    for name in ("usa", "any"):
        for side, strength in zip(Strengths._fields, truth, strict=True):
            points, odds_added = fitted[name]["reference"][side]
            assert points == pytest.approx(strength.margin, abs=0.2)
            assert odds_added == pytest.approx(strength.win, abs=0.6)
