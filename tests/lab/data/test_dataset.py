"""A dataset has every decision: what environments show there, what was done and what came of it."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from tests.boards.tiny import TINY
from tests.bots.playing import TABLES
from whistlestop.engine.fast.decisions import DecisionReader
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.lookup import codec_for
from whistlestop.envs.episode_arrays import EpisodeArrays
from whistlestop.envs.settings import setting_of
from whistlestop.lab import LabError, Simulation, Terms, simulate, tournament
from whistlestop.lab.data import dataset
from whistlestop.lab.data.dataset import COLUMNS, outcomes

parquet = pytest.importorskip("pyarrow.parquet")


def made(path: Path, bots: list[str], board: str = "new-york", games: int = 3) -> Simulation:
    return simulate(bots, board, games=games, seed=3, dataset=path)


def arrays(table: Any, name: str) -> Any:
    """A column of bytes as one row of cells for each decision."""
    cells = np.frombuffer(b"".join(table[name].to_pylist()), np.uint8)
    return cells.reshape(len(table), -1)


def facts_of(table: Any) -> Any:
    return json.loads(table.schema.metadata[b"whistlestop"])


def masks_of(table: Any) -> Any:
    count = facts_of(table)["actions"]
    return np.unpackbits(arrays(table, "mask"), axis=1, count=count, bitorder="little")


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_every_row_is_what_the_environment_shows_there(
    board: str, players: int, tmp_path: Path
) -> None:
    path = tmp_path / "d.parquet"
    result = made(path, ["random", "greedy", "uniform", "random", "greedy"][:players], board, 1)
    table = parquet.read_table(path)
    (game,), env = result.games, EpisodeArrays(setting_of(board, players))
    env.deal(game.seed)
    rows, masks = arrays(table, "observation"), masks_of(table)
    for ply, action in enumerate(table["action"].to_pylist()):
        seen = env.observe(env.turn)
        assert table["seat"][ply].as_py() == env.turn
        assert np.array_equal(rows[ply], seen["observation"])
        assert np.array_equal(masks[ply], seen["action_mask"])
        env.play(action)
    assert env.over
    assert len(table) == game.plies
    won = env.rewards(by_score=False)
    assert table["outcome"].to_pylist() == pytest.approx(
        [won[seat] for seat in table["seat"].to_pylist()]
    )


def test_the_other_columns_say_which_game_and_what_came_of_it(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    result = made(path, ["greedy", "random"])
    table = parquet.read_table(path)
    assert tuple(table.column_names) == COLUMNS
    assert len(table) == sum(game.plies for game in result.games)
    for row in table.drop_columns(["observation", "mask"]).to_pylist():
        game, seat = result.games[row["game"]], row["seat"]
        assert row["match"] == 0
        assert row["seed"] == game.seed
        assert row["bot"] == result.bots[game.bots[seat]]
        assert (row["total"], row["margin"]) == (game.totals[seat], game.margin(seat))
    plies = [ply for game in result.games for ply in range(game.plies)]
    assert table["ply"].to_pylist() == plies
    assert not any(table[name].null_count for name in COLUMNS)


def test_the_file_tells_its_board_and_the_parts_of_an_observation(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    made(path, ["greedy", "random", "uniform"])
    table = parquet.read_table(path)
    facts, setting = facts_of(table), setting_of("new-york", 3)
    assert (facts["file"], facts["format"], facts["seed"]) == ("dataset", 1, 3)
    assert (facts["board"], facts["players"]) == ("new-york", 3)
    assert facts["board_digest"] == ws.load_board("new-york").digest
    assert (facts["width"], facts["actions"]) == (setting.width, setting.actions)
    assert facts["bots"] == ["greedy", "random", "uniform"]
    rows = arrays(table, "observation")
    for name, (start, shape) in facts["sections"].items():
        part = rows[:, start : start + int(np.prod(shape))].reshape(len(rows), *shape)
        assert np.array_equal(part, setting.part(rows, name))


def test_rows_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, small = tmp_path / "whole.parquet", tmp_path / "small.parquet"
    made(whole, ["greedy", "random"], games=6)
    monkeypatch.setattr(dataset, "GROUP", 100)
    made(small, ["greedy", "random"], games=6)
    assert parquet.ParquetFile(whole).num_row_groups == 1
    assert parquet.ParquetFile(small).num_row_groups > 2
    assert parquet.read_table(whole).to_pylist() == parquet.read_table(small).to_pylist()


def test_a_tournament_numbers_its_matches(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    terms = Terms("new-york", players=3, blocks=1, seed=1, dataset=path)
    result = tournament(["greedy", "random"], terms)
    table = parquet.read_table(path)
    keys = ("match", "game", "seat", "bot", "total")
    rows = zip(*(table[key].to_pylist() for key in keys), strict=True)
    told = {tuple(row[key] for key in keys) for row in result.rows()}
    assert set(rows) == told
    assert len(table) == sum(game.plies for match in result.matches for game in match.games)


def test_winners_share_one_and_the_others_lose_it() -> None:
    assert outcomes([1], 2) == [-1, 1]
    assert outcomes([0, 2], 4) == [0.5, -0.5, 0.5, -0.5]
    assert outcomes([0, 1], 2) == [0, 0]


def test_boards_of_ones_own_have_datasets_too(tmp_path: Path) -> None:
    board, path = tmp_path / "tiny.toml", tmp_path / "d.parquet"
    board.write_text(TINY)
    made(path, ["uniform", "greedy"], str(board))
    table = parquet.read_table(path)
    chosen = np.array(table["action"].to_pylist())
    assert masks_of(table)[np.arange(len(table)), chosen].all()


def test_a_code_that_is_not_legal_is_refused() -> None:
    t = codec_for(ws.load_board("new-york"), 2).flat
    reader = DecisionReader(t, RowLayout(t))
    for code in (-1, 0, int(t.actions), 10**6):
        with pytest.raises(ValueError, match="no legal action"):
            reader.follow(1, [code])


def test_records_and_dataset_are_two_files(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="cannot be the same file"):
        simulate(["uniform"] * 2, "new-york", records=tmp_path / "x", dataset=f"{tmp_path}/./x")
    assert os.listdir(tmp_path) == []


def test_the_same_run_writes_the_same_dataset(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for path in (one, two):
        made(path, ["greedy", "random"])
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    made(one, ["greedy", "uniform"], games=30)
    simulate(["greedy", "uniform"], "new-york", games=30, seed=3, dataset=two, workers=2)
    assert one.read_bytes() == two.read_bytes()
