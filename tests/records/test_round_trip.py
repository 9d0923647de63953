"""Saving and loading: the same record comes back, files are replaced whole, plies are found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.records.shelf import record_of, small_game
from whistlestop.boards.load import load_board
from whistlestop.engine.errors import SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.position import parse_position
from whistlestop.record import Record, RecordError, load, loads


def refusal(error: pytest.ExceptionInfo[RecordError]) -> str:
    """The code of an error, which must come with a sentence."""
    assert str(error.value)
    return error.value.code


@pytest.mark.parametrize("plies", [0, 1, 2, 30, 1000])
def test_a_record_comes_back_as_it_was_saved(plies: int, tmp_path: Path) -> None:
    record = Record.of(small_game(plies))
    record.save(tmp_path / "evening.wst")
    again = load(tmp_path / "evening.wst")
    assert again == record
    assert again == loads(record.dumps())
    assert again.finished == (plies == 1000)
    assert again.game.position == small_game(plies).position
    again.verify()


def test_the_game_knows_its_record_and_the_record_its_game() -> None:
    game = small_game(12)
    assert game.record == Record.of(game)
    assert game.record.game.position == game.position
    assert len(game.record) == 12


@pytest.mark.parametrize("seed", [0, -4, 2**70, "evening", "Zoë \n\u2028", ""])
def test_a_seed_may_be_any_whole_number_or_text(seed: int | str) -> None:
    game = Game("london", ["Zoë", "A \N{PANDA FACE} B"], seed=seed, first=1)
    record = loads(game.record.dumps())
    assert isinstance(record, Record)
    assert record.seed == seed
    assert record.players == game.names
    assert record.at(0).position == game.position


def test_a_game_with_given_order_is_saved_without_a_seed() -> None:
    cards = ["red", "red", "blue", "blue", "locomotive"]
    game = Game("new-york", 2, cards=cards, tickets=["central_park-chelsea"])
    game.play("keep 1 2", 1)
    game.play("keep 1", 0)
    game.play("draw deck", got=["pink"])
    game.play("draw deck", got=["locomotive"])
    record = loads(game.record.dumps())
    assert isinstance(record, Record)
    assert record.seed is None
    assert record.setup.cards is not None
    assert record.setup.cards[:5] == tuple(cards)
    assert len(record.setup.cards) == game.board.deck_size
    assert record.plies[-1].got == ("locomotive",)
    record.verify()
    assert record.game.position == game.position


def test_a_given_order_and_a_seed_may_go_together() -> None:
    game = Game("new-york", 2, seed=3, cards=["locomotive", "locomotive"])
    record = loads(game.record.dumps())
    assert record.at(0).position == game.position
    assert record == game.record
    assert record.game.record == game.record


@pytest.mark.parametrize("ply", [-1, 31, 10**20, True, 1.0, "3", None])
def test_a_ply_that_is_not_there_is_refused(ply: int) -> None:
    record = Record.of(small_game(30))
    with pytest.raises(RecordError) as error:
        record.at(ply)
    assert refusal(error) == "no_such_ply"


def test_ply_0_is_after_the_deal_and_the_last_one_is_the_game() -> None:
    record = Record.of(small_game(30))
    assert record.at(0).phase == "opening"
    assert record.at(0).ply == 0
    assert record.at(30).position == record.game.position


def test_a_game_that_began_in_the_middle_has_no_record() -> None:
    game = parse_position("board: usa\nplayers: Ann, Bob\nAnn: hand 3 red")
    with pytest.raises(RecordError) as error:
        Record.of(game)
    assert refusal(error) == "not_dealt"


def test_names_that_are_no_text_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    path.write_text("before")
    with pytest.raises(SetupError):
        Record.of(Game("usa", ["Ann", "\ud800"], seed=1)).save(path)
    assert path.read_text() == "before"


def test_saving_replaces_a_file_and_leaves_nothing_else_behind(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    for plies in (10, 20):
        Record.of(small_game(plies)).save(path)
    assert len(load(path)) == 20
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["missing/evening.wst", ".", "nul\0l"])
def test_a_place_that_cannot_be_written_or_read_is_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as error:
        Record.of(small_game(1)).save(f"{tmp_path}/{name}")
    assert refusal(error) == "cannot_write"
    with pytest.raises(RecordError) as error:
        load(f"{tmp_path}/{name}")
    assert refusal(error) == "unreadable"
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_one_object_a_line_with_the_rules_in_the_first() -> None:
    record = record_of("europe/default-2-greedy")
    lines = [json.loads(line) for line in record.dumps().splitlines()]
    header, last = lines[0], lines[-1]
    assert header["whistlestop"] == "record"
    assert (header["format"], header["rng"], header["kind"]) == (1, 1, "game")
    assert header["board_digest"] == record.board.digest
    assert header["rules"]["stations"] == 3
    assert [line["do"] for line in lines[1:-1]] == [ply.do for ply in record.plies]
    assert last["digest"] == record.digest
    assert len(last["digest"]) == 64


def test_a_record_of_an_own_board_needs_that_board(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TINY)
    game = Game(load_board(file, "quick"), 2, seed=1)
    game.play("keep 1 2")
    text = game.record.dumps()
    with pytest.raises(RecordError) as error:
        loads(text)
    assert refusal(error) == "unknown_board"
    for board in (file, str(file), f"{file}:quick", game.board):
        record = loads(text, board)
        assert record.board == game.board
        assert record.game.position == game.position
    with pytest.raises(RecordError) as error:
        loads(text, tmp_path / "other.toml")
    assert refusal(error) == "unknown_board"


def test_a_board_that_has_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TINY)
    text = Game(load_board(file), 2, seed=1).record.dumps()
    file.write_text(TINY.replace("points = 1,", "points = 9,"))
    with pytest.raises(RecordError) as error:
        loads(text, file)
    assert refusal(error) == "other_board"
    assert "tiny" in str(error.value)
    with pytest.raises(RecordError) as error:
        loads(text, "usa")
    assert refusal(error) == "other_board"


def test_moving_a_city_on_the_drawing_does_not_make_a_record_false(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TINY)
    text = Game(load_board(file), 2, seed=1).record.dumps()
    file.write_text(TINY.replace("lat = 60.0", "lat = 61.5").replace('"North"', '"Nord"'))
    loads(text, file).verify()


def test_a_record_says_what_it_is() -> None:
    assert repr(Record.of(small_game(3))) == (
        "<Record new-york: Player 1, Player 2; 3 plies, unfinished>"
    )
