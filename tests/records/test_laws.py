"""Rules that every recorded game obeys from its deal to its end, judged apart from the engine.

Whoever wins, wipes, passes or borrows in the fixtures does so by these few lines of plain Python,
written from the rules and not from the engine's code.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.records.shelf import NAMES, SAMPLE, game_of, record_of, replayed
from whistlestop.engine.game import Game
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import DISCARDS, FACE_UP, PILE
from whistlestop.model.board import Route
from whistlestop.model.events import Event
from whistlestop.model.score import Score, SeatScore

# A few of each board are enough for the inner loop.
EVERY = [pytest.param(name, marks=[pytest.mark.slow] * (name not in SAMPLE)) for name in NAMES]
FINISHED = pytest.mark.parametrize("name", EVERY)


def standing(score: Score, breaks: Iterable[str]) -> dict[int, tuple[int, ...]]:
    """What each seat is compared by, the most important first."""

    def value(seat: SeatScore, rule: str) -> int:
        wanted = {"tickets": seat.completed, "trail": seat.longest_trail}
        return -seat.stations_built if rule == "stations" else wanted[rule]

    return {
        seat.seat: (seat.total, *(value(seat, rule) for rule in breaks)) for seat in score.seats
    }


@FINISHED
def test_the_winners_are_those_nobody_stands_above(name: str) -> None:
    """E7, E10, P20."""
    game = game_of(name)
    score = game.score()
    places = standing(score, game.board.rules.tie_breaks)
    best = max(places.values())
    assert list(score.winners) == [seat for seat, place in places.items() if place == best]
    assert [seat.winner for seat in score.seats] == [p == best for p in places.values()]


@FINISHED
def test_a_total_is_the_sum_of_its_items_and_may_be_negative(name: str) -> None:
    """E2, E8."""
    game = game_of(name)
    for seat in game.score().seats:
        assert seat.total == sum(seat.items().values())
        tickets = sum(t.points if done else -t.points for t, done in seat.tickets)
        assert seat.ticket_points == tickets


@FINISHED
def test_everyone_who_ties_for_the_longest_trail_gets_the_bonus(name: str) -> None:
    """E4, E5, P16."""
    game = game_of(name)
    seats, bonus = game.score().seats, game.board.rules.longest_trail
    longest = max(seat.longest_trail for seat in seats)
    for seat in seats:
        assert sum(route.length for route in seat.trail) == seat.longest_trail
        assert len(set(seat.trail)) == len(seat.trail)
        expected = bonus if longest and seat.longest_trail == longest else 0
        assert seat.trail_bonus == expected


def joined(routes: Iterable[Route], a: str, b: str) -> bool:
    """Whether routes lead from one city to the other."""
    routes = list(routes)
    reached, grown = {a}, True
    while grown:
        ends = [{r.a.id, r.b.id} for r in routes]
        more = set().union(*(pair for pair in ends if pair & reached)) - reached
        reached |= more
        grown = bool(more)
    return b in reached


def done_with(routes: list[Route], seat: SeatScore) -> list[bool]:
    """For each ticket of a seat, whether these routes complete it."""
    return [joined(routes, ticket.a.id, ticket.b.id) for ticket, _ in seat.tickets]


@pytest.mark.parametrize("name", [one for one in EVERY if str(one.values[0]).startswith("europe/")])
def test_every_borrowed_route_is_needed_for_a_ticket(name: str) -> None:
    """B3, E3: with its loans a seat has exactly the tickets credited to it, without one fewer."""
    game = game_of(name)
    view = game.view(None)
    for seat in game.score().seats:
        own = list(view.routes_of(seat.seat))
        loans = [route for _, route in seat.borrowed]
        for city, route in seat.borrowed:
            assert city in (route.a, route.b)
            assert view.station_owners[city.index] == seat.seat
            assert view.owners[route.index] not in (None, seat.seat)
        assert done_with(own + loans, seat) == [credited for _, credited in seat.tickets]
        for i in range(len(loans)):
            assert sum(done_with(own + loans[:i] + loans[i + 1 :], seat)) < seat.completed


@FINISHED
def test_both_sides_of_a_double_route_belong_to_two_players_of_many(name: str) -> None:
    """C6, C7."""
    game = game_of(name)
    owners = game.view(None).owners
    for route in game.board.routes:
        if route.twin is None or None in (owners[route.index], owners[route.twin]):
            continue
        assert owners[route.index] != owners[route.twin]
        assert len(game.names) > game.board.rules.single_track_players


@FINISHED
def test_locomotives_lie_face_up_only_where_the_wipe_is_suspended(name: str) -> None:
    """D6, D7: three lie there only with a gap, with too few other cards, or after ten wipes."""
    for game in replayed(name):
        t, d = game.flat, game.state.bytes
        if int(d[t.o_face + t.wild]) < 3 or int(d[FACE_UP]) < 5:
            continue
        if int(d[PILE]) + int(d[DISCARDS]) >= 6 and game.plies:
            assert (event_kinds.WIPED, 10, 0, 0) in last_change_of_market(game)


def last_change_of_market(game: Game) -> tuple[RawEvent, ...]:
    """The raw events of the last ply that turned up a card."""
    return next(
        ply.events
        for ply in reversed(game.plies)
        if any(kind == event_kinds.TURNED_UP for kind, *_ in ply.events)
    )


@FINISHED
def test_the_pile_is_empty_only_while_the_discards_are(name: str) -> None:
    """D8: and then only has the market gaps."""
    for game in replayed(name):
        d = game.state.bytes
        assert d[PILE] or not d[DISCARDS]
        assert d[PILE] == 0 or d[FACE_UP] == game.board.rules.market


@FINISHED
def test_nobody_passes_who_could_act(name: str) -> None:
    """T2."""
    record = record_of(name)
    for game in replayed(name):
        if game.ply < len(record) and record.plies[game.ply].do == "pass":
            assert [str(action) for action in game.legal] == ["pass"]


@FINISHED
def test_turns_go_round_and_the_last_round_gives_everyone_one_more(name: str) -> None:
    """T1, E1."""
    game = game_of(name)
    players = len(game.names)
    events = game.events(None)
    turns = [event["seat"] for event in events if event.name == "turn"]
    assert turns == [(game.first + i) % players for i in range(len(turns))]
    started = [i for i, event in enumerate(events) if event.name == "last_round"]
    if events[-1]["reason"] == "last round":
        after = [event["seat"] for event in events[started[0] :] if event.name == "turn"]
        assert len(started) == 1
        assert len(after) == players
        assert after[-1] == events[started[0]]["seat"]
    else:
        assert not started or len(turns) - turns_before(events, started[0]) <= players


def turns_before(events: list[Event], place: int) -> int:
    return sum(event.name == "turn" for event in events[:place])


@FINISHED
def test_a_game_ends_by_passes_only_when_everyone_passed_in_a_row(name: str) -> None:
    """T2."""
    record = record_of(name)
    assert record.result is not None
    last = record.plies[-len(record.players) :]
    everyone = [ply.do for ply in last] == ["pass"] * len(last)
    assert everyone == (record.result.reason == "passes")


GAINS = {"drew", "took", "kept", "claimed", "built"}


def test_a_standstill_is_five_rounds_without_any_gain() -> None:
    """E9."""
    game = game_of("europe/rare-standstill")
    events = game.events(None)
    assert events[-1]["reason"] == "standstill"
    gains = [i for i, event in enumerate(events) if event.name in GAINS]
    quiet = [event for event in events[gains[-1] :] if event.name == "declined"]
    assert len(quiet) == 5 * len(game.names)


@FINISHED
def test_the_only_ticket_left_is_kept_at_once_and_any_other_offer_asks(name: str) -> None:
    """K1, K2."""
    for ply in game_of(name).plies:
        kinds = [kind for kind, *_ in ply.events]
        if str(ply.action) == "tickets":
            assert (event_kinds.KEPT_TICKET in kinds) == (
                kinds.count(event_kinds.OFFERED_TICKET) == 1
            )


@FINISHED
def test_a_tunnel_turns_up_three_cards_or_all_there_are(name: str) -> None:
    """U1, U2, U5, U7: what they cost is counted here again."""
    before = 0
    for game in replayed(name):
        log = game.plies[-1].events if game.plies else ()
        kinds = [kind for kind, *_ in log]
        if event_kinds.LAID in kinds:
            revealed = [a for kind, a, *_ in log if kind == event_kinds.REVEALED]
            colour = min(b for kind, _, b, _ in log if kind == event_kinds.LAID)
            extra = next(c for kind, _, _, c in log if kind == event_kinds.COUNTED_EXTRA)
            assert len(revealed) == min(3, before)
            assert extra == sum(card in (colour, game.flat.wild) for card in revealed)
            assert (event_kinds.CLAIMED in kinds) == (extra == 0)
        before = int(game.state.bytes[PILE]) + int(game.state.bytes[DISCARDS])
