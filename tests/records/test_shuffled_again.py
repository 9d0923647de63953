"""Lines that say which pile was shuffled again: replayed to the byte, and never by accident."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.engine.play import everything
from tests.records.proven import shuffled_game
from tests.records.shelf import signed, small_game
from whistlestop.engine.game import Game
from whistlestop.record import Record, RecordError, RecordWriter, SeatRecord, loads

Lines = list[dict[str, Any]]


def verdict(lines: Lines) -> tuple[str, int | None]:
    try:
        loads(signed(lines)).verify()
    except RecordError as error:
        return error.code, error.line
    return "", None


def first_shuffle(lines: Lines) -> int:
    return next(i for i, line in enumerate(lines) if "shuffled" in line)


@pytest.mark.parametrize("rng", [1, 2])
@pytest.mark.parametrize("plies", [12, 1000])
def test_a_game_with_shuffles_comes_back_to_the_byte(rng: int, plies: int) -> None:
    game = shuffled_game(plies, rng)
    record, text = game.record, game.record.dumps()
    assert game.shuffles
    assert json.loads(text.splitlines()[0])["format"] == 2
    again = loads(text)
    assert isinstance(again, Record)
    again.verify()
    assert (again, again.dumps(), again.shuffles) == (record, text, game.shuffles)
    assert everything(again.game) == everything(game)
    assert again.game.shuffles == game.shuffles


def test_every_ply_can_be_reached_with_the_shuffles_of_its_time() -> None:
    game = shuffled_game(60)
    record = game.record
    for ply in range(len(record) + 1):
        then = record.at(ply)
        assert then.shuffles == tuple(step for step in game.shuffles if step.ply <= ply)
        assert (then.ply, len(then.record)) == (ply, ply)


def test_two_shuffles_at_one_ply_stay_in_order() -> None:
    game = small_game(10)
    game.shuffle_again()
    game.shuffle_again(again=7)
    game.play(game.legal[0])
    again = loads(game.record.dumps())
    assert isinstance(again, Record)
    assert [step.again for step in again.shuffles] == [1, 7]
    assert everything(again.game) == everything(game)


def test_a_game_typed_in_card_by_card_can_be_shuffled_too() -> None:
    """Without a seed what chance answered drives the replay, as ever."""
    game = Game("new-york", 2, cards=["red"] * 5, tickets=[])
    game.play("keep 1")
    game.play("keep 1")
    game.shuffle_again(tickets=True)
    game.play("draw deck", got=["locomotive"])
    again = loads(game.record.dumps())
    assert isinstance(again, Record)
    again.verify()
    assert everything(again.game) == everything(game)


FORGED: list[tuple[dict[str, Any], str]] = [
    ({"shuffled": []}, "bad_field"),
    ({"shuffled": ["hands"]}, "bad_field"),
    ({"shuffled": ["tickets", "cards"]}, "bad_field"),
    ({"shuffled": ["cards", "cards"]}, "bad_field"),
    ({"shuffled": "cards"}, "bad_field"),
    ({"again": "1"}, "bad_field"),
    ({"again": None}, "bad_field"),
    ({"seat": 0}, "bad_field"),
    ({"again": 0}, "illegal_action"),
    ({"again": -3}, "illegal_action"),
]


@pytest.mark.parametrize(("change", "code"), FORGED)
@pytest.mark.parametrize("kind", ["game", "seat"])
def test_a_line_that_cannot_be_is_named(kind: str, change: dict[str, Any], code: str) -> None:
    record = shuffled_game(30).record
    lines = list(record.lines() if kind == "game" else record.redact(0).lines())
    at = first_shuffle(lines)
    lines[at].update(change)
    found = verdict(lines)
    # A seat's record is not replayed, so only what a line says by itself is looked at.
    assert found == ((code, at + 1) if kind == "game" or code == "bad_field" else ("", None))


def test_a_shuffle_with_another_number_left_out_or_moved_is_found() -> None:
    lines = list(shuffled_game().record.lines())
    at = first_shuffle(lines)
    moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    other = [{**line, "again": line["again"] + 50} if "again" in line else line for line in lines]
    piles = [{**x, "shuffled": ["cards"]} if i == at else x for i, x in enumerate(lines)]
    for forged in (moved, other, piles, lines[:at] + lines[at + 1 :]):
        assert forged != lines
        assert verdict(forged)[0] in ("got_differs", "digest_differs", "illegal_action")


def test_the_numbers_only_grow() -> None:
    lines = list(shuffled_game().record.lines())
    places = [i for i, line in enumerate(lines) if "shuffled" in line]
    lines[places[1]]["again"] = 1
    assert verdict(lines) == ("illegal_action", places[1] + 1)


def test_an_error_after_a_shuffle_names_its_own_line() -> None:
    lines = list(shuffled_game().record.lines())
    last = max(i for i, line in enumerate(lines) if line.get("got"))
    assert last > first_shuffle(lines)
    lines[last]["got"] = ["nothing of the kind"]
    assert verdict(lines) == ("got_differs", last + 1)


def test_format_1_has_no_such_line() -> None:
    """What an older program would refuse is refused here too, not read by half."""
    lines = list(shuffled_game(30).record.lines())
    lines[0]["format"] = 1
    assert verdict(lines) == ("bad_field", first_shuffle(lines) + 1)


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_a_seat_sees_that_a_pile_was_shuffled_and_nothing_of_its_order(viewer: int | None) -> None:
    record = shuffled_game().record
    seen = record.redact(viewer)
    text = seen.dumps()
    lines = [json.loads(line) for line in text.splitlines()]
    shuffles = [line for line in lines if "shuffled" in line]
    assert [(line["again"], {*line}) for line in shuffles] == [
        (step.again, {"shuffled", "again", "crc"}) for step in record.shuffles
    ]
    again = loads(text)
    assert isinstance(again, SeatRecord)
    assert (again, again.dumps(), len(again)) == (seen, text, len(record))


def test_a_file_begun_without_shuffles_says_that_it_has_no_room_for_one(tmp_path: Any) -> None:
    game = small_game(5)
    with RecordWriter(tmp_path / "live.wst", game) as writer:
        game.shuffle_again()
        with pytest.raises(RecordError) as error:
            writer.write()
    assert error.value.code == "cannot_write"
    assert loads((tmp_path / "live.wst").read_bytes()).finished is False
