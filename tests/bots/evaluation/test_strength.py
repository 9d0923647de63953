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
from whistlestop.bots.evaluation.correction import among, apply_correction, correction_for
from whistlestop.bots.evaluation.strength import EQUAL, Strength, lead_of, strength_of
from whistlestop.bots.levels import levels
from whistlestop.bots.processes.messages import Question
from whistlestop.bots.processes.worker import answer
from whistlestop.bots.review.judging import judge_decision
from whistlestop.engine.state.rng import seeded

BOARDS = ("usa", "europe", "new-york", "london")
FEW = 3


@pytest.mark.parametrize("board", [*BOARDS, "usa:classic"])
def test_levels_rise_and_people_count_as_planners(board: str) -> None:
    on = load_board(board)
    found = [strength_of(on, f"level:{n + 1}") for n in range(len(levels(board)))]
    assert [strength_of(on, level.bot) for level in levels(board)] == found
    assert [one.win for one in found] == sorted(one.win for one in found)
    assert strength_of(on, None) == strength_of(on, "planner") == strength_of(on, "mine") == EQUAL


def test_of_two_seats_one_expects_more_by_what_the_other_expects_less() -> None:
    one, other = (lead_of(load_board("europe"), ("greedy", None), seat) for seat in (0, 1))
    assert one.margin == -other.margin < 0
    assert one.win == -other.win < 0
    assert lead_of(load_board("usa"), ("greedy",) * 4, 2) == pytest.approx(EQUAL)


def test_the_best_of_several_rivals_counts_most() -> None:
    """Two planners and two porters: their chances, each by itself, add up to about 1."""
    bots = ("planner", "level:2", None, "reference")
    leads = [lead_of(load_board("usa"), bots, seat) for seat in range(4)]
    assert leads[0] == leads[2] > EQUAL > leads[1] == leads[3]
    alone = lead_of(load_board("usa"), (None, "reference", "reference", "reference"), 0)
    assert alone.margin > 2 * leads[0].margin
    chances = [1 / (1 + 3 * exp(-lead.win)) for lead in leads]
    assert sum(chances) == pytest.approx(1.0, abs=0.03)


def test_the_more_is_left_the_more_strength_counts_and_at_the_end_nothing() -> None:
    lines = correction_for("usa", 2)
    stronger = among(lines, Strength(1.0, 2.0))
    gained = []
    for left in (0.0, 0.25, 0.5, 1.0):
        usual = apply_correction(lines, left, 90.0, 0.9, 45)
        gained.append(apply_correction(stronger, left, 90.0, 0.9, 45).margin - usual.margin)
    assert gained == pytest.approx([0.0, 45 / 4, 45 / 2, 45.0])


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


def test_a_fit_finds_the_strength_that_was_at_work() -> None:
    line, rng, true = LineUp("usa:classic", 2, "planner+reference"), seeded("made up"), (-1.2, -2.0)
    found = []
    for game in range(4_000):
        left, margin, sign = float(rng.below(101)) / 100, float(rng.below(81)) - 40.0, game % 2
        at = Position(game, sign, line.seats(0)[sign], 0, left, True, margin, 0.5, 0.0, 0.0)
        value, lead = equals(line, at), left if sign else -left
        odds = true[1] * lead + 2.0 * (value.win - 0.5)
        won = float(int(rng.below(10_000)) < 10_000 / (1 + exp(-odds)))
        ended = value.margin + true[0] * lead * line.trains + float(rng.below(61)) - 30.0
        found.append(Position(game, sign, at.bot, 0, left, True, margin, 0.5, ended, won))
    fitted = fitting.fit({line: found})
    assert fitted["usa"]["reference"] == pytest.approx(true, abs=0.3)
    assert fitted["any"]["reference"] == pytest.approx(true, abs=0.3)
