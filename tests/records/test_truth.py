"""Proving a record: whatever is false in it is found, with the line it stands in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.records.shelf import game_of, record_of, signed, small_game
from whistlestop.record import Record, RecordError, loads
from whistlestop.record.parts import FIRST_PLY_LINE

Lines = list[dict[str, Any]]
SEEDED = "new-york/default-2-actions"
EXPLICIT = "new-york/explicit"


def lines_of(name: str) -> Lines:
    """The lines of a fixture without their checks."""
    objects = [json.loads(line) for line in record_of(name).dumps().splitlines()]
    for fields in objects:
        del fields["crc"]
    return objects


def verdict(objects: Lines) -> tuple[str, int | None]:
    """Code and line of what is wrong with these lines, rightly signed; "" if nothing is."""
    try:
        loads(signed(objects)).verify()
    except RecordError as error:
        return error.code, error.line
    return "", None


def index_of(objects: Lines, fits: Callable[[dict[str, Any]], bool]) -> int:
    return next(i for i, fields in enumerate(objects) if fits(fields))


@pytest.mark.parametrize("name", [SEEDED, EXPLICIT])
def test_lines_signed_again_are_as_true_as_before(name: str) -> None:
    assert verdict(lines_of(name)) == ("", None)


@pytest.mark.parametrize("name", [SEEDED, EXPLICIT])
def test_an_illegal_action_is_found_in_its_line(name: str) -> None:
    lines = lines_of(name)
    place = index_of(lines, lambda x: str(x.get("do", "")).startswith("claim"))
    lines.insert(place + 1, lines[place] | {"seat": lines[place + 1]["seat"]})
    assert verdict(lines) == ("illegal_action", place + 2)


@pytest.mark.parametrize("name", [SEEDED, EXPLICIT])
@pytest.mark.parametrize("do", ["dance", "claim a-b 1 red", "keep 0", "", "draw mauve"])
def test_text_that_is_no_action_of_the_board_is_found_in_its_line(name: str, do: str) -> None:
    lines = lines_of(name)
    lines[5]["do"] = do
    assert verdict(lines) == ("illegal_action", 6)


def test_an_action_is_written_in_its_one_usual_form() -> None:
    lines = lines_of(SEEDED)
    place = index_of(lines, lambda x: str(x.get("do", "")).startswith("claim"))
    verb, route, *rest = lines[place]["do"].split()
    a, _, b = route.partition("-")
    b, mark, side = b.partition(":")
    for text in (f"{b}-{a}{mark}{side}", f" {route}"):
        lines[place]["do"] = " ".join([verb, text, *rest])
        assert verdict(lines) == ("bad_field", place + 1)


@pytest.mark.parametrize("name", [SEEDED, EXPLICIT])
def test_an_action_of_the_wrong_seat_is_found(name: str) -> None:
    lines = lines_of(name)
    lines[8]["seat"] = 1 - lines[8]["seat"]
    assert verdict(lines) == ("illegal_action", 9)


def test_with_a_seed_chance_must_have_answered_as_recorded() -> None:
    lines = lines_of(SEEDED)
    place = index_of(lines, lambda x: x.get("do") == "draw deck")
    card = lines[place]["got"][0]
    lines[place]["got"] = ["red" if card != "red" else "blue"]
    assert verdict(lines) == ("got_differs", place + 1)
    del lines[place]["got"]
    assert verdict(lines) == ("got_differs", place + 1)


def test_without_a_seed_the_recorded_answer_drives_the_game() -> None:
    record = record_of(EXPLICIT)
    number = next(i for i, ply in enumerate(record.plies) if ply.do == "draw deck")
    game = record.at(number)
    hand = dict(game.view(game.turn).hand)
    lines = lines_of(EXPLICIT)[: number + 2]
    seat = lines[-1]["seat"]
    for card in set(game.board.cards) - set(record.plies[number].got):
        lines[-1]["got"] = [card]
        told = loads(signed(lines)).game.view(seat).hand
        assert told[card] == hand.get(card, 0) + 1


@pytest.mark.parametrize("got", [["mauve"], ["red", "red"], [], ["red"] * 44])
def test_without_a_seed_an_impossible_answer_is_found(got: list[str]) -> None:
    lines = lines_of(EXPLICIT)
    place = index_of(lines, lambda x: x.get("do") == "draw deck")
    lines[place]["got"] = got
    assert verdict(lines) == ("got_differs", place + 1)


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("totals", [1, 2], "result_differs"),
        ("winners", [0, 1], "result_differs"),
        ("decided_by", "chance", "result_differs"),
        ("reason", "passes", "result_differs"),
        ("totals", [1, 2, 3], "bad_field"),
        ("winners", [2], "bad_field"),
        ("winners", [], "bad_field"),
    ],
)
def test_another_result_is_found_in_the_last_line(key: str, value: object, code: str) -> None:
    lines = lines_of(SEEDED)
    lines[-1]["end"][key] = value
    assert verdict(lines) == (code, len(lines))


def test_another_digest_is_found() -> None:
    lines = lines_of(SEEDED)
    lines[-1]["digest"] = lines[-1]["digest"].replace("a", "b")
    assert verdict(lines) == ("digest_differs", len(lines))


def test_the_digest_covers_names_that_nothing_else_proves() -> None:
    lines = lines_of(SEEDED)
    lines[0]["players"][0] = "Ahn"
    assert verdict(lines) == ("digest_differs", len(lines))


def test_a_result_before_the_end_is_found() -> None:
    lines = lines_of(SEEDED)
    del lines[-2]
    assert verdict(lines) == ("not_over", len(lines))


def test_a_ply_after_the_end_is_found() -> None:
    lines = lines_of(SEEDED)
    lines[-1:] = [{"seat": 0, "do": "draw deck"}]
    assert verdict(lines) == ("illegal_action", len(lines))


def test_a_record_without_its_last_line_is_true_but_unfinished() -> None:
    lines = lines_of(SEEDED)[:-1]
    record = loads(signed(lines))
    record.verify()
    assert not record.finished
    assert record.game.over


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": ["Ann"]}, "bad_setup"),
        ({"players": ["Ann", "Ann"]}, "bad_setup"),
        ({"players": ["Ann", " "]}, "bad_setup"),
        ({"players": []}, "bad_setup"),
        ({"seed": None}, "bad_field"),
        ({"seed": 1.5}, "bad_field"),
        ({"seed": True}, "bad_field"),
        ({"first": 2}, "bad_field"),
        ({"first": "chance"}, "bad_field"),
        ({"rng": 2}, "other_rng"),
        ({"rules": {}}, "bad_field"),
        ({"kind": "story"}, "bad_field"),
        ({"board": "usa"}, "other_board"),
        ({"board": "new-york:mega"}, "unknown_board"),
        ({"board": "atlantis"}, "unknown_board"),
        ({"board": "../secret.toml"}, "unknown_board"),
        ({"board": None}, "bad_field"),
        ({"board_digest": "0" * 16}, "other_board"),
        ({"cards": ["red"]}, "bad_field"),
        ({"cards": ["mauve"], "tickets": []}, "bad_setup"),
        ({"cards": ["red"] * 7, "tickets": []}, "bad_setup"),
        ({"cards": [], "tickets": ["here-there"]}, "bad_setup"),
        ({"surprise": 1}, "bad_field"),
    ],
)
def test_a_setup_that_cannot_be_is_found_in_the_first_line(
    change: dict[str, Any], code: str
) -> None:
    lines = lines_of(SEEDED)
    lines[0].update(change)
    assert verdict(lines[:1]) == (code, 1)


def test_another_seed_tells_another_game() -> None:
    lines = lines_of(SEEDED)
    lines[0]["seed"] += 1
    code, line = verdict(lines)
    assert code in ("got_differs", "illegal_action")
    assert line is not None
    assert line >= FIRST_PLY_LINE


def test_equal_games_have_equal_digests_and_others_do_not() -> None:
    digests = [Record.of(small_game(1000, seed=seed)).digest for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


def test_the_same_game_with_and_without_its_seed_ends_alike() -> None:
    told = game_of(EXPLICIT)
    result = record_of(EXPLICIT).result
    assert result is not None
    assert result.totals == told.score().totals
    assert told.seed is None
