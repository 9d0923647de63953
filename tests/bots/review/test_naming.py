"""Which decisions are named, and which of them are looked at again because luck might decide."""

from dataclasses import replace

import pytest

from whistlestop.bots.evaluation import Value
from whistlestop.bots.review import Decision, Step, closer_steps
from whistlestop.bots.review.ideas import AROUND, ideas_near, ideas_of
from whistlestop.bots.review.judging import JudgedDecision, JudgedPly
from whistlestop.bots.review.looks import decisions_of, looked_at
from whistlestop.bots.review.naming import NEAR, bar_for, costliest, doubt, likely_cost
from whistlestop.bots.review.steps import FULL, LOOKS, SEEKING, Found
from whistlestop.engine.game import Game
from whistlestop.record import Record

TRAINS = 45
BAR = 3.6


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


def test_named_are_the_three_that_cost_most_if_they_cost_enough() -> None:
    own = [decision(0, 3.5), decision(1, 9.0), decision(2, 4.0), decision(3, 20.0), decision(4, 5)]
    assert [one.ply for one in costliest(own, {0, 1, 2, 3, 4}, TRAINS)] == [3, 1, 4]
    assert [one.ply for one in costliest(own, {0, 1, 2}, TRAINS)] == [1, 2]


def test_the_bar_lies_between_the_third_and_the_fourth_where_there_are_more() -> None:
    assert bar_for([decision(0, 9), decision(1, 8), decision(2, 7)], TRAINS) == pytest.approx(BAR)
    four = [decision(ply, lost) for ply, lost in enumerate((9.0, 8.0, 7.0, 6.0))]
    between = (likely_cost(7, 0.2) + likely_cost(6, 0.2)) / 2
    assert bar_for(four, TRAINS) == pytest.approx(between)


def test_a_cost_is_in_doubt_by_what_a_longer_look_would_charge() -> None:
    """Less doubt is taken off in more worlds, so what seems a little below the bar lies on it."""
    error = 0.4
    on_it = BAR - (likely_cost(BAR, error) - BAR)
    assert on_it < BAR
    assert doubt(on_it, error, BAR) == pytest.approx(0)
    assert doubt(BAR, error, BAR) > 0
    assert doubt(BAR, 0.0, BAR) >= NEAR


def test_of_one_miss_the_dearest_is_looked_at_once_more_with_all_ideas() -> None:
    route = "claim denver-helena 4 green"
    steps: dict[Step, Found] = {}
    for ply, lost in enumerate((4.0, 7.0, 8.0, 7.0, 9.0)):
        told = replace(decision(ply, lost), best=route)
        one = JudgedDecision(told, lost, {route: lost}, "draw deck")
        steps[Step("ply", ply)] = JudgedPly(one, (0.5, 0.5), (0.5, 0.5), None)
        steps[Step("closer", ply, 1)] = one
    found = closer_steps(record(), steps)
    assert {(step.ply, step.look) for step in found} == {(4, 2)}
    assert found[0].also == (route, "draw deck")


def test_what_stood_for_a_miss_and_cost_nothing_gives_its_looks_to_the_next_of_it() -> None:
    """Else the next one would be charged what a short look makes of it, and never be named."""
    route = "claim denver-helena 4 green"
    steps: dict[Step, Found] = {}
    for ply, lost in enumerate((9.0, 7.0)):
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
    assert looked_at(steps) == {0}
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


def test_only_what_is_near_the_bar_is_looked_at_again() -> None:
    steps = closer_steps(record(), found((12.0, 12.0), (3.5, 3.4), (2.0, 2.0)))
    assert {step.look for step in steps} == {SEEKING + 1}
    assert [step.ply for step in steps] == [1]


def test_what_is_clear_gets_no_other_look() -> None:
    assert closer_steps(record(), found((12.0, 12.0), (2.0, 2.0))) == []


def test_only_the_answer_that_makes_it_hang_is_asked_for_again() -> None:
    """An answer far above the bar changes nothing, since the one that charges less is believed."""
    steps = closer_steps(record(), found((9.0, 3.4)))
    assert steps == [Step("closer", 0, SEEKING + 2)]
    assert LOOKS[SEEKING + 1].turns > LOOKS[FULL].turns
    assert closer_steps(record(), found((3.4, 9.0))) == [Step("closer", 0, SEEKING + 1)]


def test_a_look_also_judges_what_was_found_best_before() -> None:
    """Else a glance that leaves an action out by chance would decide what a decision cost."""
    [step] = closer_steps(record(), found((3.4, 9.0)))
    assert step.also == ("keep 2",)
    first = {s: one for s, one in found((9.0, 9.0)).items() if s.kind == "ply"}
    assert [s.also for s in closer_steps(record(), first)] == [("keep 2",)]


def test_the_other_look_is_believed_and_the_decision_can_still_be_named() -> None:
    before = found((3.4, 9.0))
    again: dict[Step, Found] = {**before, Step("closer", 0, SEEKING + 1): judged(0, 4.2)}
    assert decisions_of(record(), before)[0].lost == pytest.approx(3.4)
    told = decisions_of(record(), again)
    assert told[0].lost == pytest.approx(4.2)
    assert [one.ply for one in costliest(told, looked_at(again), TRAINS)] == [0]
    assert closer_steps(record(), again) == []


def test_an_answer_is_asked_for_again_until_it_hangs_on_luck_no_more() -> None:
    asked: dict[Step, Found] = {**found((3.4, 9.0))}
    looks = range(SEEKING + 1, len(LOOKS) + 1, 2)
    for look in looks:
        assert closer_steps(record(), asked) == [Step("closer", 0, look)]
        clear = {**asked, Step("closer", 0, look): judged(0, 7.0)}
        assert closer_steps(record(), clear) == []
        asked[Step("closer", 0, look)] = judged(0, 3.6)
    assert closer_steps(record(), asked) == []
    told = decisions_of(record(), asked)[0]
    assert told.lost == pytest.approx(3.6)
    assert told.error == pytest.approx(0.2 / len(looks) ** 0.5)


def test_two_decisions_of_a_seat_are_looked_at_again_at_most() -> None:
    steps = closer_steps(record(), found(*[(3.3, 3.3)] * 3))
    assert plies(steps, SEEKING + 1) == [0, 1]
