"""A record that grows with its game: on disk after every ply, readable wherever it stops."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.records.shelf import small_game
from whistlestop.engine.game import Game
from whistlestop.engine.position import parse_position
from whistlestop.engine.state.rng import seeded
from whistlestop.record import Record, RecordError, RecordWriter, load


def test_the_file_holds_every_ply_as_soon_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    game = Game("new-york", 2, seed=4)
    choices = seeded(4, "choices")
    writer = RecordWriter(path, game)
    assert load(path) == Record.of(game)
    while not game.over:
        game.play(game.legal[choices.below(len(game.legal))])
        writer.write()
        assert load(path) == Record.of(game)
    assert writer.finished
    writer.write()
    assert path.read_text(encoding="utf-8") == game.record.dumps()


def test_several_plies_may_be_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    with RecordWriter(path, small_game(25)):
        pass
    assert load(path) == Record.of(small_game(25))
    assert not load(path).finished


def test_a_crash_leaves_a_prefix_that_can_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    with RecordWriter(path, small_game(25)):
        pass
    with path.open("ab") as file:
        file.write(b'{"seat":0,"do":"dra')
    record = load(path)
    assert record.dropped == '{"seat":0,"do":"dra'
    assert record.game.position == small_game(25).position
    again = record.game
    again.play(again.legal[0])
    with RecordWriter(tmp_path / "on.wst", again):
        pass
    assert len(load(tmp_path / "on.wst")) == 26


def test_a_file_that_exists_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    path.write_text("before")
    with pytest.raises(RecordError) as error:
        RecordWriter(path, small_game(3))
    assert error.value.code == "exists"
    assert path.read_text() == "before"


def test_a_game_without_a_record_makes_no_file(tmp_path: Path) -> None:
    game = parse_position("board: usa\nplayers: Ann, Bob\nAnn: hand 3 red")
    with pytest.raises(RecordError) as error:
        RecordWriter(tmp_path / "evening.wst", game)
    assert error.value.code == "not_dealt"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"evening\.wst cannot be written"):
        RecordWriter(tmp_path / "missing" / "evening.wst", small_game(3))


def test_a_full_disk_is_a_sentence_and_the_lines_before_it_stay(tmp_path: Path) -> None:
    class FullDisk(io.BytesIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    path = tmp_path / "evening.wst"
    game = small_game(10)
    writer = RecordWriter(path, game)
    writer.close()
    writer._file = FullDisk()  # type: ignore[assignment]  # stands in for a file on a full disk
    game.play(game.legal[0])
    with pytest.raises(RecordError, match="No space left"):
        writer.write()
    assert len(load(path)) == 10


def test_writing_after_closing_is_a_sentence(tmp_path: Path) -> None:
    game = small_game(10)
    with RecordWriter(tmp_path / "evening.wst", game) as writer:
        pass
    game.play(game.legal[0])
    with pytest.raises(RecordError) as error:
        writer.write()
    assert error.value.code == "cannot_write"
