"""A review put together: closer looks, curves, turning points, tickets, older and odd records."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from whistlestop.bots import make_bot
from whistlestop.bots.evaluation import Evaluation, Value, evaluate
from whistlestop.bots.review import (
    Chances,
    Decision,
    Review,
    ReviewError,
    ReviewTerms,
    Step,
    closer_steps,
    first_steps,
    judging,
    take_step,
    tell,
)
from whistlestop.bots.review.charges import LITTLE
from whistlestop.bots.review.judging import JudgedDecision, judge_decision
from whistlestop.bots.review.looks import all_misses, believed, looked_at
from whistlestop.bots.review.steps import FULL, LOOKS, Found, from_json, to_json
from whistlestop.bots.review.tickets import tickets_of
from whistlestop.bots.review.turning import turning_points
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.record import Record, load, loads

FEW = ReviewTerms(worlds=2, seed="few")


def recorded(board: str, *bots: str, seed: int = 4) -> Record:
    game = Game(board, len(bots), seed=seed)
    players = [make_bot(bot, seed=seat) for seat, bot in enumerate(bots)]
    while not game.over:
        game.play(players[game.turn].choose(game.view(game.turn)))
    record = game.record
    assert isinstance(record, Record)
    return record


@pytest.fixture(scope="module")
def record() -> Record:
    return recorded("new-york", "greedy", "planner", "random")


@pytest.fixture(scope="module")
def found(record: Record) -> dict[Step, Found]:
    found = {step: take_step(record, FEW, step) for step in first_steps(record)}
    while closer := closer_steps(record, found):
        found |= {step: take_step(record, FEW, step) for step in closer}
    return found


@pytest.fixture(scope="module")
def told(record: Record, found: dict[Step, Found]) -> Review:
    return tell(record, FEW, found)


def decision(ply: int, seat: int = 0, best: str = "pass", lost: float = 0.0) -> Decision:
    values = Value(0, 0.5), Value(lost, 0.5)
    return Decision(ply, seat, "pass", values[0], best, values[1], None, None, lost, 0.0)


@pytest.mark.slow
def test_chances_add_up_to_one_at_every_moment(record: Record, told: Review) -> None:
    assert [moment.ply for moment in told.curve] == list(range(len(record) + 1))
    for curve in (told.curve, *(seat.curve for seat in told.seats)):
        assert all(sum(moment.wins) == pytest.approx(1) for moment in curve)
        assert curve[-1].wins == tuple(
            1 / len(told.winners) if seat in told.winners else 0.0 for seat in range(3)
        )


@pytest.mark.slow
def test_own_eyes_look_at_the_start_of_own_turns(record: Record, told: Review) -> None:
    for seat, one in enumerate(told.seats):
        for moment in one.curve[:-1]:
            assert told.decisions[moment.ply].seat == seat
            assert record.at(moment.ply).phase in ("opening", "turn")
            assert moment.wins[seat] == told.decisions[moment.ply].best_value.win


def closer_looks(found: dict[Step, Found], ply: int) -> list[JudgedDecision]:
    looks = [found.get(Step("closer", ply, look)) for look in range(1, len(LOOKS) + 1)]
    return [one for one in looks if isinstance(one, JudgedDecision)]


@pytest.mark.slow
def test_the_costliest_have_had_a_closer_look(told: Review, found: dict[Step, Found]) -> None:
    costly = [ply for seat in told.seats for ply in seat.costliest]
    assert costly
    for ply in costly:
        margins = [look.decision.value.margin for look in closer_looks(found, ply)]
        assert min(margins) <= told.decisions[ply].value.margin <= max(margins)


@pytest.mark.slow
def test_nothing_is_called_costly_that_has_not_had_all_looks(
    record: Record, told: Review, found: dict[Step, Found]
) -> None:
    """Fewer looks charge more or less, so whether they are believed would be chance."""
    costly = next(ply for seat in told.seats for ply in seat.costliest)
    fewer = {s: one for s, one in found.items() if s.ply != costly or s.look < FULL}
    again = tell(record, FEW, fewer)
    assert again.decisions[costly].lost != told.decisions[costly].lost
    assert not any(costly in seat.costliest for seat in again.seats)


def test_a_closer_look_judges_in_other_worlds_than_it_sought_in(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the action that luck favoured while it was sought would be believed to be as good."""
    asked: list[tuple[object, bool]] = []

    def spy(view: View, **terms: Any) -> Evaluation:
        asked.append((terms["seed"], terms.get("only", False)))
        return evaluate(view, **terms)

    monkeypatch.setattr(judging, "evaluate", spy)
    before, after = record.at(8), record.at(9)
    found = judging.judge_again(before, after.plies[-1], [], 8, "look")
    (sought, _), (judged, only) = asked
    assert only
    assert sought != judged
    assert found.decision.lost >= 0 <= found.decision.error


def test_what_is_thought_of_is_no_matter_of_luck(record: Record) -> None:
    before, after = record.at(8), record.at(9)
    one, other = (judge_decision(before, after.plies[-1], 2, seed) for seed in ("one", "two"))
    assert one.short == other.short
    assert set(one.better) <= {*one.short, one.decision.played}


def test_what_may_be_the_best_is_looked_at_again_even_if_it_is_in_doubt(record: Record) -> None:
    """Else every look would begin anew, and a good action would be found by chance alone."""
    seen = 0
    for ply in range(8, 20):
        before, after = record.at(ply), record.at(ply + 1)
        if len(before.view(before.turn).legal) > 1:
            one = judging.judge_decision(before, after.plies[-1], 4, "idea")
            assert one.idea in {str(action) for action in before.view(before.turn).legal}
            also = (one.decision.best, one.idea, "claim nowhere 1 red")
            again = judging.judge_again(before, after.plies[-1], also, 8, "again")
            assert again.seems >= 0
            assert again.idea
            seen += one.idea != one.decision.best
    assert seen


@pytest.mark.slow
def test_the_costliest_are_the_dearest_of_those_that_had_all_looks(
    told: Review, found: dict[Step, Found]
) -> None:
    doubts, left_out = looked_at(found), 0
    for seat, one in enumerate(told.seats):
        own = [d for d in told.decisions if d.seat == seat and d.ply in doubts and d.lost > 0]
        seem = {decision.ply: decision.lost + doubts[decision.ply] for decision in own}
        costs = [told.decisions[ply].lost for ply in one.costliest]
        assert costs == sorted(costs, reverse=True)
        rest = [cost for ply, cost in seem.items() if ply not in one.costliest]
        assert len(rest) + len(costs) == len(own)
        assert all(seem[ply] >= max(rest, default=0.0) for ply in one.costliest)
        left_out += len(rest)
    assert left_out


@pytest.mark.slow
def test_of_two_looks_with_different_turns_the_one_that_charges_less_is_believed(
    told: Review, found: dict[Step, Found]
) -> None:
    near, far = FULL - 1, FULL
    assert LOOKS[near - 1].turns < LOOKS[far - 1].turns
    seen = 0
    again = {step.ply for step in found if step.look > FULL}
    for ply, one in enumerate(told.decisions):
        if ply in again:
            continue
        looks = [found.get(Step("closer", ply, look)) for look in (near, far)]
        if all(isinstance(look, JudgedDecision) for look in looks):
            costs = [look.decision.lost for look in looks if isinstance(look, JudgedDecision)]
            assert one.best_value.margin - one.value.margin == pytest.approx(min(costs))
            seen += costs[0] != costs[1]
    assert seen


@pytest.mark.slow
def test_rounds_go_on_where_the_work_stopped(record: Record, found: dict[Step, Found]) -> None:
    """Without a part of the last round the next steps are that round; with all there are none."""
    assert closer_steps(record, found) == []
    last = [step for step in found if step.look == FULL]
    part = {s: one for s, one in found.items() if s not in last[1:] and s.look <= FULL}
    assert set(closer_steps(record, part)) == set(last)
    for look, kind in enumerate(LOOKS, start=1):
        plies = [step.ply for step in found if step.look == look]
        assert len(plies) <= 3 * kind.decisions * (2 if 1 < look <= FULL else 1)
        assert plies or look > FULL


@pytest.mark.slow
def test_a_miss_gets_two_looks_at_most_in_each_of_the_later_rounds(
    record: Record, found: dict[Step, Found]
) -> None:
    """Else six turns of one wrong plan would leave no look for anything else."""
    joined = 0
    for look in range(2, FULL + 1):
        before = {step: one for step, one in found.items() if step.look < look}
        looked = {step.ply for step in closer_steps(record, before)}
        assert looked == {step.ply for step in found if step.look == look}
        for miss in all_misses(record, before, look - 1):
            assert len(looked & set(miss.plies)) <= 2
            joined += len(miss.plies) > 1
    assert joined


@pytest.mark.slow
def test_the_last_full_look_is_only_for_what_has_cost_something_so_far(
    record: Record, found: dict[Step, Found]
) -> None:
    before = believed(found, FULL - 1)
    last = [before[step.ply].decision.lost for step in found if step.look == FULL]
    assert last
    assert min(last) >= LITTLE * record.game.board.rules.trains


@pytest.mark.slow
def test_the_best_decisions_beat_the_next_action(told: Review) -> None:
    good = [told.decisions[ply] for seat in told.seats for ply in seat.best]
    assert good
    for one in good:
        assert one.played == one.best != one.next
        assert one.gained > 0


@pytest.mark.slow
def test_what_a_step_finds_survives_the_way_between_processes(found: dict[Step, Found]) -> None:
    for step, one in found.items():
        assert from_json(step, to_json(one)) == one


@pytest.mark.slow
def test_a_review_is_of_one_form(told: Review) -> None:
    again = msgspec.convert(told.to_dict(), Review)
    assert again.players == told.players
    assert again.seats[0].costliest == told.seats[0].costliest


def test_turning_points_are_the_largest_changes_in_the_order_of_the_game() -> None:
    wins = [0.5, 0.52, 0.8, 0.79, 0.3, 0.31, 1.0]
    curve = [Chances(ply, (win, 1 - win)) for ply, win in enumerate(wins)]
    moved = [abs(b - a) for a, b in pairwise(wins)]
    points = turning_points(curve, moved, [decision(ply) for ply in range(6)])
    assert [(point.since, point.until) for point in points] == [(1, 2), (3, 4), (5, 6)]
    assert points[0].before == (0.52, 0.48)


def test_a_turning_point_names_the_decision_that_moved_most() -> None:
    curve = [Chances(0, (0.5, 0.5)), Chances(4, (0.9, 0.1))]
    made = [decision(0), decision(1), decision(2, seat=1), decision(3, seat=1)]
    (point,) = turning_points(curve, [0.0, 0.1, 0.4, 0.1], made)
    assert (point.ply, point.seat) == (2, 1)


@pytest.mark.slow
def test_tickets_in_hindsight_say_what_the_score_says(record: Record, told: Review) -> None:
    end = record.game
    for seat, score in zip(told.seats, end.score().seats, strict=True):
        kept = {one.ticket: one.made for one in seat.tickets if one.kept}
        assert kept == {ticket.id: made for ticket, made in score.tickets}
        refused = [one for one in seat.tickets if not one.kept]
        assert not {one.ticket for one in refused} & set(kept)


def test_borrowed_routes_count_for_tickets() -> None:
    for seed in range(12):
        end = recorded("europe", "planner", "planner", seed=seed).game
        for seat, score in enumerate(end.score().seats):
            if score.borrowed:
                kept = {one.ticket: one.made for one in tickets_of(end, seat) if one.kept}
                assert kept == {ticket.id: made for ticket, made in score.tickets}
                return
    pytest.fail("no game with a station that borrows")


def test_a_decision_is_judged_by_nothing_its_seat_could_not_know() -> None:
    game = Game("new-york", 2, seed=5)
    players = [make_bot("greedy", seed=seat) for seat in range(2)]
    while game.ply < 12 or game.phase != "turn":
        game.play(players[game.turn].choose(game.view(game.turn)))
    other = game.view(game.turn).sample(seeded(9, "other"))
    assert other.position != game.position
    decisions = []
    for one in (game, other):
        before = one.copy()
        one.play(str(next(iter(one.legal))))
        decisions.append(judge_decision(before, one.plies[-1], 4, 0).decision)
    assert decisions[0].value == decisions[1].value
    assert decisions[0].best_value == decisions[1].best_value


def test_an_unfinished_game_is_refused_in_a_sentence(record: Record) -> None:
    part = record.at(7).record
    for work in (lambda: first_steps(part), lambda: take_step(part, FEW, Step("ply", 3))):
        with pytest.raises(ReviewError, match="Only a finished game") as refused:
            work()
        assert refused.value.code == "not_over"


def test_a_game_without_a_seed_is_reviewed_by_its_recorded_chance(record: Record) -> None:
    game = record.at(0)
    typed = Game(
        game.board,
        record.players,
        cards=[game.board.cards[i] for i in game.cards],
        tickets=[game.board.tickets[i].id for i in game.ticket_order],
    )
    for ply, step in enumerate(record.plies):
        typed.play(step.do, step.seat, got=record.game.got(ply))
    again = loads(typed.record.dumps())
    assert isinstance(again, Record)
    assert again.seed is None
    assert take_step(again, FEW, Step("ply", 5)) == take_step(record, FEW, Step("ply", 5))


@pytest.mark.parametrize("file", sorted(Path("tests/records").rglob("*.wst"))[:40:8])
def test_records_of_older_formats_are_reviewed(file: Path) -> None:
    record = load(file)
    assert isinstance(record, Record)
    assert record.finished
    assert take_step(record, FEW, Step("ply", len(record) - 1))
