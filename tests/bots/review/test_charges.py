"""What decisions are charged: what planners miss too counts once, and all else each time."""

from collections.abc import Sequence
from dataclasses import replace

from whistlestop.bots.evaluation import Value
from whistlestop.bots.review import Decision
from whistlestop.bots.review.charges import TOGETHER, aim_of, charged, missed_too, misses
from whistlestop.bots.review.judging import JudgedDecision

ROUTE = "claim a-b 3 red"
OTHER = "claim c-d 2 blue"
TRAINS = 20
"""So that two actions within 0.8 points count as equally good."""


def decision(ply: int, best: str = "pass", lost: float = 0.0) -> Decision:
    values = Value(0, 0.5), Value(lost, 0.5)
    return Decision(ply, 0, "pass", values[0], best, values[1], None, None, lost, 0.0)


def missed(ply: int, lost: float, best: str = ROUTE) -> JudgedDecision:
    """What a planner would have missed too: the action taken is a planner's."""
    return JudgedDecision(decision(ply, best, lost), lost, {best: lost}, best)


def strayed(ply: int, lost: float, best: str = ROUTE) -> JudgedDecision:
    """What a planner would have done right."""
    return JudgedDecision(decision(ply, best, lost), lost, {}, best)


def right(ply: int) -> JudgedDecision:
    return JudgedDecision(decision(ply), 0.0, {}, "pass")


def costs(judged: Sequence[JudgedDecision], starts: Sequence[bool] = ()) -> list[float]:
    return [one.lost for one in charged(judged, starts or [True] * len(judged), TRAINS)]


def test_what_planners_miss_in_a_row_counts_once_where_it_cost_most() -> None:
    paid = "claim a-b:red 2 red 1 locomotive"  # the same route, paid otherwise
    assert costs([missed(0, 4.0), missed(1, 6.5, paid), missed(2, 7.0)]) == [0.0, 0.0, 7.0]


def test_what_planners_miss_within_the_turns_that_they_play_on_is_one_miss() -> None:
    """While a planner follows a wrong plan, many actions would leave it, for the same points."""
    judged = [missed(0, 5.0), missed(1, 7.0, "draw red"), missed(2, 6.0, OTHER)]
    assert costs(judged) == [0.0, 7.0, 0.0]
    for best in (OTHER, "draw red"):
        for turns in range(TOGETHER + 1):
            between = map(right, range(1, 1 + turns))
            found = costs([missed(0, 4.0), *between, missed(1 + turns, 3.0, best)])
            assert [found[0], found[-1]] == [4.0, 3.0 if turns == TOGETHER else 0.0]


def test_what_misses_the_same_place_is_one_miss_however_long_it_takes() -> None:
    between = list(map(right, range(1, 2 * TOGETHER)))
    assert costs([missed(0, 4.0), *between, missed(2 * TOGETHER, 3.0)])[-1] == 0.0
    assert costs([missed(0, 4.0), *between, missed(2 * TOGETHER, 3.0, OTHER)])[-1] == 3.0


def test_two_misses_are_not_joined_by_a_small_one_between_them() -> None:
    """Whether such a link is told hangs on luck."""
    turns: list[JudgedDecision] = list(map(right, range(2 * TOGETHER + 1)))
    turns[0], turns[-1] = missed(0, 6.0), missed(2 * TOGETHER, 5.0, OTHER)
    apart = costs(turns)
    turns[TOGETHER] = missed(TOGETHER, 1.0, "draw red")
    assert costs(turns) == apart
    assert (apart[0], apart[-1]) == (6.0, 5.0)


def test_a_planner_that_does_it_at_last_may_miss_what_comes_of_it() -> None:
    """What it then misses was in the value of what it had played before."""
    late = JudgedDecision(replace(decision(1, OTHER, 3.0), played=ROUTE), 3.0, {OTHER: 3.0}, OTHER)
    assert costs([missed(0, 5.0), late]) == [5.0, 0.0]


def test_what_planners_would_have_done_right_counts_each_time() -> None:
    """They do it in the next turn, so each such decision costs the delay alone."""
    assert costs([strayed(0, 2.0), strayed(1, 2.0), strayed(2, 3.0)]) == [2.0, 2.0, 3.0]


def test_of_a_cost_only_the_part_that_planners_miss_too_is_joined() -> None:
    partly = JudgedDecision(decision(1, ROUTE, 6.0), 6.0, {ROUTE: 4.0}, ROUTE)
    assert missed_too([partly], [6.0]) == [4.0]
    assert costs([missed(0, 5.0), partly]) == [5.0, 2.0]


def test_what_is_gone_at_once_counts_each_time() -> None:
    judged = [missed(0, 3.0, "keep 1 2"), missed(1, 3.0, "keep 1"), missed(2, 3.0)]
    assert costs(judged) == [3.0, 3.0, 3.0]


def test_a_miss_costs_what_the_closest_look_says() -> None:
    judged = [missed(0, 4.0), missed(1, 6.5), missed(2, 7.0)]
    found = charged(judged, [True] * 3, TRAINS, looked={2})
    assert [one.lost for one in found] == [0.0, 0.0, 7.0]
    found = charged(judged, [True] * 3, TRAINS, looked={0})
    assert [one.lost for one in found] == [4.0, 0.0, 0.0]


def test_what_costs_too_little_to_tell_costs_nothing() -> None:
    judged = [missed(0, 0.79, "draw red"), missed(1, 0.81, "draw red"), missed(2, 0.5)]
    assert costs(judged) == [0.0, 0.81, 0.0]


def test_what_is_done_at_last_costs_only_the_delay() -> None:
    at_last = replace(decision(1), played=ROUTE, best=ROUTE)
    assert costs([missed(0, 5.0), JudgedDecision(at_last, 0.0, {ROUTE: 4.0}, ROUTE)]) == [1.0, 0.0]


def test_second_cards_belong_to_the_turn_that_they_end() -> None:
    judged = [missed(0, 5.0, "draw red"), missed(1, 4.0, "draw red"), right(2), missed(3, 5.0)]
    assert costs(judged, [True, False, False, True]) == [5.0, 0.0, 0.0, 0.0]


def test_every_seat_misses_for_itself() -> None:
    rival = JudgedDecision(replace(decision(1, ROUTE, 4.0), seat=1), 4.0, {ROUTE: 4.0}, ROUTE)
    judged = [missed(0, 4.0), rival, missed(2, 4.0)]
    assert [miss.plies for miss in misses(judged, [True] * 3, [4.0] * 3)] == [[0, 2], [1]]


def test_no_decision_is_charged_more_than_it_cost_by_itself() -> None:
    judged = [missed(0, 4.0), strayed(1, 6.5), missed(2, 7.0, OTHER), missed(3, 2.0, "keep 1")]
    assert all(a <= one.decision.lost for a, one in zip(costs(judged), judged, strict=True))


def test_an_aim_is_a_place_whatever_is_paid() -> None:
    assert aim_of("claim paris-zurich#2 3 purple") == aim_of("claim paris-zurich 3 locomotive")
    assert aim_of("build paris 2 red") == "build paris"
    assert aim_of("draw deck") == aim_of("keep 1 2") == aim_of("pass") == ""
