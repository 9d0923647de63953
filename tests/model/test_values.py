"""Boards, rules, events and scores as values: frozen, printable, equal when they say the same."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from whistlestop.boards.load import board_names, load_board
from whistlestop.model.board import LOCOMOTIVE
from whistlestop.model.events import Event
from whistlestop.model.rules import Rules
from whistlestop.model.score import Score, ScoreItem, SeatScore


@pytest.mark.parametrize("name", board_names())
def test_everything_on_a_board_is_found_by_its_name_and_its_index(name: str) -> None:
    board = load_board(name)
    assert [board.city_by_id[str(city)].index for city in board.cities] == [
        *range(len(board.cities))
    ]
    assert all(board.route_by_id[str(route)] is board.routes[route.index] for route in board.routes)
    assert all(board.ticket_by_id[str(t)] is board.tickets[t.index] for t in board.tickets)
    assert [board.card_index[card] for card in board.cards] == [*range(len(board.cards))]
    assert board.cards[-1] == LOCOMOTIVE


@pytest.mark.parametrize("name", board_names())
def test_the_deck_is_the_sum_of_its_cards(name: str) -> None:
    """P6"""
    board = load_board(name)
    counts = [board.count_of(card) for card in range(len(board.cards))]
    assert sum(counts) == board.deck_size
    assert counts[-1] == board.locomotives


@pytest.mark.parametrize("name", board_names())
def test_the_two_sides_of_a_double_route_know_each_other(name: str) -> None:
    """C6"""
    board = load_board(name)
    for route in board.routes:
        if route.twin is not None:
            other = board.routes[route.twin]
            assert other.twin == route.index != other.index
            assert {route.a, route.b} == {other.a, other.b}
            assert route.length == other.length


@pytest.mark.parametrize("name", board_names())
def test_a_board_is_frozen_and_says_what_it_is(name: str) -> None:
    board = load_board(name)
    assert (str(board), board.name) == (name, name)
    assert name in repr(board)
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.title = "Other"  # type: ignore[misc]


def test_a_digest_changes_with_the_rules_and_not_with_the_drawing() -> None:
    board = load_board("usa")
    assert dataclasses.replace(board, title="Other", width=1.0).digest == board.digest
    harder = dataclasses.replace(board.rules, last_round=3)
    fewer = dataclasses.replace(board, tickets=board.tickets[:-1])
    assert dataclasses.replace(board, rules=harder).digest != board.digest != fewer.digest
    assert load_board("usa:mega").digest != board.digest


@pytest.mark.parametrize("name", board_names())
def test_every_switch_is_stated_in_a_sentence_with_its_value(name: str) -> None:
    rules = load_board(name).rules
    sentences = rules.sentences()
    assert list(sentences) == [f.name for f in dataclasses.fields(Rules)]
    assert all(text.endswith(".") and "{" not in text for text in sentences.values())
    assert str(rules.trains) in sentences["trains"]
    assert str(rules.points[1]) in sentences["points"]


def test_an_event_is_a_name_with_parameters() -> None:
    event = Event("drew", {"seat": 1, "card": "red"})
    assert (event["seat"], event.get("card"), event.get("slot", 7)) == (1, "red", 7)
    assert str(event) == "drew seat=1 card=red"
    assert event == Event("drew", {"card": "red", "seat": 1}) != Event("drew", {"seat": 1})
    with pytest.raises(KeyError):
        event["slot"]
    assert str(Event("passed")) == "passed"


def seat_score(seat: int, **items: Any) -> SeatScore:
    blank = dict.fromkeys([f.name for f in dataclasses.fields(SeatScore)], 0)
    sequences: dict[str, Any] = {"parts": (), "tickets": (), "trail": (), "borrowed": ()}
    return SeatScore(**{**blank, **sequences, "name": f"Seat {seat}", "seat": seat, **items})


def parts(**points: int) -> tuple[ScoreItem, ...]:
    return tuple(ScoreItem(name, worth) for name, worth in points.items())


def test_a_score_prints_its_items_and_marks_the_winner() -> None:
    """E2"""
    ticket = load_board("usa").tickets[0]
    given = parts(routes=20, tickets=-5, longest_trail=0)
    one = seat_score(0, parts=given, total=15, tickets=((ticket, False),))
    given = parts(routes=9, longest_trail=10)
    two = seat_score(1, parts=given, total=19, winner=True, tickets=((ticket, True),))
    score = Score((one, two), (1,), "points")
    assert score.totals == (15, 19)
    assert (one.completed, two.completed) == (0, 1)
    assert one.items() == {"routes": 20, "tickets": -5}
    assert (one.routes, one.ticket_points, two.trail_bonus) == (20, -5, 10)
    assert (one.globetrotter, one.stations, one.attractions, one.districts) == (0, 0, 0, 0)
    first, second = str(score).splitlines()
    assert first.startswith("  Seat 0")
    assert "tickets -5" in first
    assert second.startswith("* Seat 1")
    assert "longest trail +10" in second


def test_a_seat_with_nothing_says_so() -> None:
    score = Score((seat_score(0), seat_score(1)), (0, 1), "shared")
    assert "nothing" in str(score)
