"""Which decisions are named, and which of them are looked at again because luck might decide."""

from dataclasses import replace

import pytest

from whistlestop.bots.evaluation import Value
from whistlestop.bots.evaluation.evaluation import DOUBT_OF_BETTER
from whistlestop.bots.review import Decision, Step, closer_steps
from whistlestop.bots.review.ideas import AROUND, ideas_near, ideas_of
from whistlestop.bots.review.judging import JudgedDecision, JudgedPly
from whistlestop.bots.review.looks import decisions_of, looked_at
from whistlestop.bots.review.naming import PLENTY, TRIFLE, costliest, in_doubt, ranked
from whistlestop.bots.review.steps import FULL, LATEST, LOOKS, Found
from whistlestop.engine.game import Game
from whistlestop.record import Record

TRAINS = 45
DOUBTFUL = 3.0
"""What a decision alone costs that may as well be named or not."""


def decision(ply: int, lost: float, error: float = 0.2) -> Decision:
    return Decision(
        ply, 0, "keep 1", Value(0, 0.5), "keep 2", Value(lost, 0.6), None, None, lost, error
    )


def judged(ply: int, lost: float) -> JudgedDecision:
    return JudgedDecision(decision(ply, lost), lost, {}, "keep 2")


def record() -> Record:
    game = Game("usa", 2, seed=1)
    made = game.record
    assert isinstance(made, Record)
    return made


def found(*by_turns: tuple[float, float]) -> dict[Step, Found]:
    """Decisions of one seat after all full looks, each with its two answers."""
    steps: dict[Step, Found] = {}
    for ply, (near, far) in enumerate(by_turns):
        steps[Step("ply", ply)] = JudgedPly(judged(ply, near), (0.5, 0.5), (0.5, 0.5), None)
        for look in range(1, FULL + 1):
            steps[Step("closer", ply, look)] = judged(ply, far if look == FULL else near)
    return steps


def plies(steps: list[Step], look: int) -> list[int]:
    return [step.ply for step in steps if step.look == look]


def doubts(own: list[Decision]) -> dict[int, float]:
    return {one.ply: DOUBT_OF_BETTER * one.error for one in own}


def named(*costs: float, error: float = 0.1) -> list[float]:
    own = [decision(ply, lost, error) for ply, lost in enumerate(costs)]
    return [one.lost for one in costliest(own, doubts(own), TRAINS)]


def doubtful(*costs: float, error: float = 0.1) -> list[float]:
    own = [decision(ply, lost, error) for ply, lost in enumerate(costs)]
    return sorted(one.lost for one in in_doubt(own, doubts(own), TRAINS))


def test_named_are_the_dearest_down_to_the_widest_gap() -> None:
    assert named(4.0, 20.0, 18.0, 3.5) == [20.0, 18.0]
    assert named(4.0, 20.0, 11.0, 3.5) == [20.0, 11.0]
    assert named(4.0, 20.0, 5.0, 4.5) == [20.0]
    assert named(9.0, 8.0, 7.5) == [9.0, 8.0, 7.5]


def test_gaps_count_by_ratio_since_larger_costs_err_more() -> None:
    """Twelve and four are farther apart than twenty and twelve."""
    assert named(20.0, 12.0, 4.0) == [20.0, 12.0]


def test_three_are_named_at_most() -> None:
    assert named(20.0, 19.0, 18.0, 17.0, 16.0) == [20.0, 19.0, 18.0]


def test_where_nothing_costs_enough_nothing_is_named() -> None:
    """What costs less than a trifle is no gap to anything: it may be nothing."""
    assert named() == []
    assert named(0.0, 0.0) == []
    assert named(2.4, 2.0) == []
    assert named(TRAINS * PLENTY) != []


def test_a_cut_never_lies_among_trifles() -> None:
    trifle = TRAINS * TRIFLE
    assert named(8.0, 0.9 * trifle - 0.25, 0.3) == named(8.0, 0.0) == [8.0]


def test_nothing_is_named_that_has_not_had_all_looks() -> None:
    own = [decision(0, 20.0), decision(1, 9.0)]
    assert [one.ply for one in costliest(own, {1: 0.0}, TRAINS)] == [1]


def test_the_number_of_worlds_does_not_decide_how_dear_a_decision_seems() -> None:
    """More worlds leave less to doubt, so they tell a higher cost of what is worth the same."""
    few, many = decision(0, 8.0, 0.8), decision(1, 9.6, 0.16)
    costs = [one.cost for one in ranked([few, many], doubts([few, many]))]
    assert costs == [pytest.approx(10.0), pytest.approx(10.0)]


def test_the_decisions_beside_two_gaps_of_one_width_are_in_doubt() -> None:
    assert doubtful(40.0, 9.8, 4.75, 4.0) == []
    assert doubtful(20.0, 9.8, 4.75, 4.0) == [4.75, 9.8, 20.0]


def test_what_lies_beside_neither_gap_is_not_in_doubt() -> None:
    assert 30.0 not in doubtful(30.0, 29.0, 15.0, 7.6, 1.0)


def test_the_least_certain_is_asked_first() -> None:
    own = [decision(0, 20.0, 0.2), decision(1, 10.0, 0.9), decision(2, 5.1, 0.1)]
    assert in_doubt(own, doubts(own), TRAINS)[0].ply == 1


def test_of_one_miss_the_two_dearest_are_looked_at_once_more_with_all_ideas() -> None:
    """The turns of a miss often seem to cost about as much, and luck would say which costs most."""
    route = "claim denver-helena 4 green"
    steps: dict[Step, Found] = {}
    for ply, lost in enumerate((4.0, 7.0, 8.0, 7.0, 9.0)):
        told = replace(decision(ply, lost), best=route)
        one = JudgedDecision(told, lost, {route: lost}, "draw deck")
        steps[Step("ply", ply)] = JudgedPly(one, (0.5, 0.5), (0.5, 0.5), None)
        steps[Step("closer", ply, 1)] = one
    found = closer_steps(record(), steps)
    assert {(step.ply, step.look) for step in found} == {(2, 2), (4, 2)}
    assert found[0].also == (route, "draw deck")


def test_what_seems_to_have_cost_much_less_than_the_dearest_of_its_miss_gets_no_look() -> None:
    route = "claim denver-helena 4 green"
    steps: dict[Step, Found] = {}
    for ply, lost in enumerate((5.0, 9.0, 5.3)):
        one = missing(ply, lost, route)
        steps[Step("ply", ply)] = JudgedPly(one, (0.5, 0.5), (0.5, 0.5), None)
        steps[Step("closer", ply, 1)] = one
    assert [(step.ply, step.look) for step in closer_steps(record(), steps)] == [(1, 2)]


def test_what_stood_for_a_miss_and_cost_nothing_gives_its_looks_to_the_next_of_it() -> None:
    """Else the next one would be charged what a short look makes of it, and never be named."""
    route = "claim denver-helena 4 green"
    steps: dict[Step, Found] = {}
    for ply, lost in enumerate((9.0, 5.0)):
        one = missing(ply, lost, route)
        steps[Step("ply", ply)] = JudgedPly(one, (0.5, 0.5), (0.5, 0.5), None)
        steps[Step("closer", ply, 1)] = one
    for look in range(2, FULL + 1):
        assert closer_steps(record(), steps) == [Step("closer", 0, look)]
        steps[Step("closer", 0, look)] = missing(0, 0.0 if look == FULL else 9.0, route)
    assert closer_steps(record(), steps) == [Step("closer", 1, FULL + 1)]
    nothing = {**steps, Step("closer", 1, FULL + 1): missing(1, 0.0, route)}
    assert closer_steps(record(), nothing) == []
    steps[Step("closer", 1, FULL + 1)] = missing(1, 8.0, route)
    assert closer_steps(record(), steps) == [Step("closer", 1, FULL + 2)]
    assert set(looked_at(steps)) == {0}
    steps[Step("closer", 1, FULL + 2)] = missing(1, 8.0, route)
    assert closer_steps(record(), steps) == []
    told = decisions_of(record(), steps)
    assert [one.lost for one in told] == [0.0, 8.0]
    assert [one.ply for one in costliest(told, looked_at(steps), TRAINS)] == [1]


def missing(ply: int, lost: float, route: str) -> JudgedDecision:
    told = replace(decision(ply, lost), best=route)
    return JudgedDecision(told, lost, {route: lost} if lost else {}, route)


def test_a_look_judges_all_ideas_from_here_and_the_best_from_around() -> None:
    """One look may leave out by chance what another, or a turn before, came across."""
    steps: dict[Step, Found] = {}
    for ply in range(2 * AROUND + 2):
        one = replace(judged(ply, 9.0 - ply), idea=f"draw {ply}")
        steps[Step("ply", ply)] = JudgedPly(one, (0.5, 0.5), (0.5, 0.5), None)
    here = AROUND + 1
    steps[Step("closer", here, 1)] = replace(judged(here, 3.0), idea="tickets")
    ideas = ideas_of(steps, 0, 2)
    assert ideas_near(ideas, here) == [f"draw {here}", "tickets", "draw 1", "draw 2", "draw 3"]
    assert ideas_near(ideas_of(steps, 0, 1), here)[1] == "draw 1"
    assert ideas_of(steps, 1, 1) == []


def test_the_first_closer_look_seeks_among_all_that_was_thought_of_around() -> None:
    """Whether luck found an action a turn before or later decides nothing then."""
    steps: dict[Step, Found] = {}
    for ply in range(2 * AROUND + 2):
        one = replace(judged(ply, 9.0 - ply), short=("keep 1", f"draw {ply}"))
        steps[Step("ply", ply)] = JudgedPly(one, (0.5, 0.5), (0.5, 0.5), None)
    first = {step.ply: step.also for step in closer_steps(record(), steps)}
    assert set(first[0]) == {"keep 1", "keep 2", *(f"draw {ply}" for ply in range(AROUND + 1))}
    assert "draw 0" not in first[AROUND + 1]
    for step in closer_steps(record(), steps):
        steps[step] = judged(step.ply, 9.0 - step.ply)
    assert {step.also for step in closer_steps(record(), steps)} == {("keep 2",)}


def test_only_what_another_cut_hangs_on_is_looked_at_again() -> None:
    steps = closer_steps(record(), found((12.0, 12.0), (5.9, 5.85), (2.85, 2.85), (2.0, 2.0)))
    assert {step.look for step in steps} == {LATEST + 1}
    assert sorted(step.ply for step in steps) == [1, 2]


def test_what_is_clear_gets_no_other_look() -> None:
    assert closer_steps(record(), found((12.0, 12.0), (2.0, 2.0))) == []


def test_only_the_answer_that_makes_it_hang_is_asked_for_again() -> None:
    """An answer far above the bar changes nothing, since the one that charges less is believed."""
    steps = closer_steps(record(), found((9.0, DOUBTFUL)))
    assert steps == [Step("closer", 0, LATEST + 2)]
    assert LOOKS[LATEST + 1].turns > LOOKS[FULL].turns
    assert closer_steps(record(), found((DOUBTFUL, 9.0))) == [Step("closer", 0, LATEST + 1)]


def test_a_look_also_judges_what_was_found_best_before() -> None:
    """Else a glance that leaves an action out by chance would decide what a decision cost."""
    [step] = closer_steps(record(), found((DOUBTFUL, 9.0)))
    assert step.also == ("keep 2",)
    first = {s: one for s, one in found((9.0, 9.0)).items() if s.kind == "ply"}
    assert [s.also for s in closer_steps(record(), first)] == [("keep 2",)]


def test_the_other_look_is_believed_and_the_decision_can_still_be_named() -> None:
    before = found((DOUBTFUL, 9.0))
    again: dict[Step, Found] = {**before, Step("closer", 0, LATEST + 1): judged(0, 4.2)}
    assert decisions_of(record(), before)[0].lost == pytest.approx(DOUBTFUL)
    told = decisions_of(record(), again)
    assert told[0].lost == pytest.approx(4.2)
    assert [one.ply for one in costliest(told, looked_at(again), TRAINS)] == [0]
    assert closer_steps(record(), again) == []


def test_an_answer_is_asked_for_again_until_it_hangs_on_luck_no_more() -> None:
    asked: dict[Step, Found] = {**found((DOUBTFUL, 9.0))}
    looks = range(LATEST + 1, len(LOOKS) + 1, 2)
    for look in looks:
        assert closer_steps(record(), asked) == [Step("closer", 0, look)]
        clear = {**asked, Step("closer", 0, look): judged(0, 7.0)}
        assert closer_steps(record(), clear) == []
        asked[Step("closer", 0, look)] = judged(0, DOUBTFUL)
    assert closer_steps(record(), asked) == []
    told = decisions_of(record(), asked)[0]
    assert told.lost == pytest.approx(DOUBTFUL)
    assert told.error == pytest.approx(0.2 / len(looks) ** 0.5)


def test_two_decisions_of_a_seat_are_looked_at_again_at_most() -> None:
    steps = closer_steps(record(), found((12.0, 12.0), (5.9, 5.9), (2.85, 2.85)))
    assert sorted(plies(steps, LATEST + 1)) == [1, 2]
