"""The page about games as data names every column of every file that is written."""

import csv
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from whistlestop.lab import Terms, simulate, tournament
from whistlestop.lab.data.dataset import COLUMNS
from whistlestop.lab.data.tables import write_csv
from whistlestop.lab.runs.results_file import FORMAT
from whistlestop.lab.study.counts import RouteCount, SeatCount, TicketCount
from whistlestop.record.parts import _END_KEYS, _GAME_KEYS, _PLY_KEYS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reference" / "data.md").read_text(encoding="utf-8")


def told(after: str, column: int = 0) -> list[str]:
    """The names in a column of the first table below some words."""
    below = PAGE[PAGE.index(after) :]
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert table is not None
    cells = [row.split("|")[column + 1] for row in table[0].splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)]


def names(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


def test_the_dataset_has_the_columns_of_the_page() -> None:
    assert told("## Dataset") == list(COLUMNS)


@pytest.mark.parametrize("what", ["games", "matches"])
def test_tables_have_the_columns_of_the_page(what: str, tmp_path: Path) -> None:
    bots, path = ["greedy", "random"], tmp_path / "t.csv"
    if what == "games":
        write_csv(path, simulate(bots, "new-york", games=2, seed=1).rows())
    else:
        write_csv(path, tournament(bots, Terms("new-york", blocks=1, seed=1)).rows())
    with path.open(encoding="utf-8", newline="") as file:
        found = next(csv.reader(file))
    only = ("match", "challenger", "rival") if what == "games" else ()
    assert found == [name for name in told("## Games") if name not in only]


def test_records_have_the_keys_of_the_page() -> None:
    rare = {"proof", "cards", "tickets", "from"}  # no simulated game has them
    assert set(told("## Records", 1)) == {*_GAME_KEYS, *_PLY_KEYS, *_END_KEYS, "crc"} - rare


def test_results_have_the_keys_of_the_page(tmp_path: Path) -> None:
    results, records = tmp_path / "r.jsonl", tmp_path / "g.gz"
    simulate(["greedy", "random"], "new-york", games=2, seed=1, results=results, records=records)
    run, block = map(json.loads, results.read_text().splitlines())
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert set(run) == {"run", *re.findall(r"`(\w+)`", rows["run"])}
    assert set(block) == {"of", "block", "games"} == set(told("## Results")) - {"run"}
    assert run["format"] == FORMAT


def test_the_tables_of_a_study_have_the_columns_of_the_page() -> None:
    tables = {"tickets": TicketCount, "routes": RouteCount, "seats": SeatCount}
    for name, kind in tables.items():
        assert told(f"`{name}.parquet`, for each") == ["players", *names(kind)]
