"""Commands write, check, draw, lay out and add a board of one's own."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.boards.tiny import PLACED, PLACES, TINY
from tests.cli.running import refused, run
from whistlestop.boards import load, read_map, read_rules, read_tickets
from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.cli.options import add_for_this_run
from whistlestop.model.rules import Rules
from whistlestop.render.geometry.clashes import clashes


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("WHISTLESTOP_BOARDS", raising=False)


@pytest.fixture
def isle() -> Path:
    assert run("board", "new", "isle").exit_code == 0
    return Path("isle.toml")


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_the_board_to_begin_with_is_playable_at_once(isle: Path) -> None:
    board = load_board(isle)
    assert (board.id, board.title, list(options_of(isle))) == ("isle", "Isle", ["quick"])
    result = run("simulate", "greedy", "random", "--board", isle, "--games", "2", "--seed", "1")
    assert result.exit_code == 0, result.output


def test_the_board_to_begin_with_shows_or_explains_every_field() -> None:
    text = (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8")
    keys = {
        *load._BOARD_KEYS,
        *load._OPTION_KEYS,
        *load.LABELS,
        *read_rules._BONUS_KEYS,
        *read_map._CITY_KEYS,
        *read_map._ROUTE_KEYS,
        *read_tickets._TICKET_KEYS,
        *(field.name for field in fields(Rules)),
        *("colours", "copies", "locomotives", "canvas"),
    }
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", text)] == []
    board = load.parse_board(text.replace("NAME", "isle"), "isle.toml")
    assert any(r.tunnel for r in board.routes)
    assert any(r.ferry for r in board.routes)
    assert any(r.twin is not None for r in board.routes)
    assert any(c.attraction for c in board.cities)
    assert board.rules.stations


def test_what_the_board_to_begin_with_shows_as_left_out_is_what_is_left_out() -> None:
    text = (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8")
    start, end = text.index("[rules]"), text.index("[cities]")
    shown = re.findall(r"^# (\w+ = .+)$", text[start:end], re.MULTILINE)
    defaults = {field.name: field.default for field in fields(Rules)}
    assert len(shown) > 5
    for line in shown:
        [(key, value)] = tomllib.loads(line).items()
        assert defaults[key] == value, line


def test_nothing_is_written_over_and_no_name_is_taken_twice(isle: Path) -> None:
    assert "isle.toml exists already" in refused("board", "new", "isle")
    assert "named usa already" in refused("board", "new", "usa")
    assert "cannot be the name" in refused("board", "new", "My Town")
    assert "cannot be the name" in refused("board", "new", "../town")


def test_a_sound_board_is_measured(isle: Path) -> None:
    result = run("board", "check", isle)
    assert result.exit_code == 0
    assert result.stdout.startswith("isle.toml: Isle is a sound board: 12 cities, 29 routes, 18 t")
    assert re.search(r"^ +4 +72 +1\.3 +35 +5$", result.stdout, re.MULTILINE)
    assert re.search(r"^yellow +4 +9$", result.stdout, re.MULTILINE)
    assert "Tickets bring 1.0 points" in result.stdout


def test_faults_are_told_with_their_lines_and_the_exit_code(isle: Path) -> None:
    spoil(isle, 'length = 4, colour = "blue"', 'length = 5, colour = "blue"')
    spoil(isle, "saltpans-westhaven", "saltpans-westhafen")
    result = run("board", "check", isle)
    assert result.exit_code == 1
    lines = isle.read_text().splitlines()
    told = [line.split(":", 2) for line in result.stdout.splitlines()]
    assert [file for file, _, _ in told] == ["isle.toml", "isle.toml"]
    assert "length = 5" in lines[int(told[0][1]) - 1]
    assert "saltpans-westhafen" in lines[int(told[1][1]) - 1]
    assert told[1][2].endswith('there is no city "westhafen"; did you mean "westhaven"?')


def test_remarks_are_told_with_their_lines_and_are_no_faults(isle: Path) -> None:
    spoil(isle, '"gull_rock-fernhill", points = 6', '"gull_rock-fernhill", points = 9')
    spoil(isle, "trains = 10", "trains = 5")
    result = run("board", "check", isle)
    assert result.exit_code == 0
    lines = isle.read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "points = 9" in line)
    assert f"isle.toml:{number}: ticket gull_rock–fernhill: brings 9 points" in result.stdout
    assert "isle.toml: option quick: 60 spaces for 2 players" in result.stdout
    assert result.stdout.count("brings 9 points") == 1


def test_a_check_as_json_has_the_same(isle: Path) -> None:
    sound = json.loads(run("board", "check", isle, "--json").stdout)
    assert (sound["ok"], sound["faults"], sound["title"]) == (True, [], "Isle")
    assert [room["players"] for room in sound["players"]] == [2, 3, 4]
    assert [remark["about"] for remark in sound["remarks"]] == []
    spoil(isle, "hand = 2", "hand = 60")
    result = run("board", "check", isle, "--json")
    [fault] = json.loads(result.stdout)["faults"]
    assert result.exit_code == 1
    assert fault["code"] == "range"
    assert isle.read_text().splitlines()[fault["line"] - 1] == "hand = 60"


def test_shipped_boards_can_be_checked_by_name() -> None:
    result = run("board", "check", "new-york")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "")


def test_a_file_that_is_not_there_is_refused() -> None:
    for words in (["check"], ["preview"], ["layout"], ["add"]):
        assert "No such file" in refused("board", *words, "none.toml")
    assert 'did you mean "europe"' in refused("board", "check", "eurpe")


def test_a_preview_is_a_picture(isle: Path) -> None:
    assert run("board", "preview", isle, "--output", "isle.svg").exit_code == 0
    drawn = ET.parse("isle.svg").getroot()
    assert drawn.tag.endswith("svg")
    assert "Lantern Bay" in Path("isle.svg").read_text("utf-8")
    assert run("board", "preview", isle, "--output", "isle.html").exit_code == 0
    assert "<svg" in Path("isle.html").read_text("utf-8")
    assert "ends in .svg or .html" in refused("board", "preview", isle, "--output", "isle.png")
    assert run("board", "preview", "usa:mega", "--output", "usa.svg").exit_code == 0
    assert 'no option "nope"' in refused("board", "preview", "usa:nope", "--output", "nope.svg")
    assert not Path("nope.svg").exists()
    assert "cannot be written" in refused("board", "preview", isle, "--output", "no/isle.svg")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other desktops open it")
@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_preview_opens_in_the_browser(
    isle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    tool = tmp_path / "xdg-open"
    tool.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("DISPLAY", ":0")
    result = run("board", "preview", isle)
    address = opened.read_text()  # waits for the one who writes
    assert urlsplit(address).scheme == "file"
    page = Path(urlsplit(address).path)
    assert str(page) in result.stdout
    assert "<svg" in page.read_text("utf-8")


def test_a_spoilt_board_is_not_drawn_placed_or_added(isle: Path) -> None:
    spoil(isle, "hand = 2", "hand = 60")
    for words in (["preview"], ["layout"], ["add"]):
        assert re.match(r"isle\.toml:\d+: rules: hand must be", refused("board", *words, isle))
    assert not Path("home").exists()


def test_a_new_board_is_without_remarks() -> None:
    run("board", "new", "my-town")
    assert json.loads(run("board", "check", "my-town.toml", "--json").stdout)["remarks"] == []


def test_an_id_that_is_not_the_files_name_is_remarked_on(isle: Path) -> None:
    isle = isle.rename("draft.toml")
    line = isle.read_text().splitlines().index('id = "isle"') + 1
    says = f'draft.toml:{line}: the id is "isle", so the file should be called isle.toml'
    result = run("board", "check", isle)
    assert result.exit_code == 0
    assert says in result.stdout.splitlines()


@pytest.mark.slow
def test_layout_places_a_new_city_among_the_others() -> None:
    path = Path("tiny.toml")
    new = "lon = 9.0"
    path.write_text(PLACED.replace(f"{PLACES[new]}", new))
    assert "tiny.toml" in refused("board", "preview", path)
    assert "whistlestop board layout places it" in run("board", "check", path).stdout
    result = run("board", "layout", path)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Placed among the others: South.\n")
    assert clashes(load_board(path)) == []
    north = load_board(path).city_by_id["north"]
    assert (north.x, north.y) == (500, 60.5), "it is fixed"


@pytest.mark.slow
def test_layout_places_a_new_city_on_a_board_that_was_never_laid_out() -> None:
    path = Path("tiny.toml")
    path.write_text(TINY.replace(", lat = 50.0, lon = 9.0 }", " }"))
    assert "whistlestop board layout places it" in run("board", "check", path).stdout
    result = run("board", "layout", path)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Placed among the others: South.\n")
    assert clashes(load_board(path)) == []


def test_a_layout_that_cannot_be_written_leaves_the_file(isle: Path) -> None:
    before = isle.read_bytes()
    sentence = refused("board", "layout", isle, "--output", "missing/placed.toml")
    assert "missing/placed.toml cannot be written" in sentence
    assert isle.read_bytes() == before


@pytest.mark.slow
def test_layout_makes_room_and_changes_nothing_else() -> None:
    path = Path("tiny.toml")
    comment = "# so small\r\n"
    path.write_bytes((comment + TINY).encode())
    result = run("board", "layout", path, "--turn", "30", "--output", "placed.toml")
    assert result.exit_code == 0, result.output
    assert "0 overlaps or crossings left" in result.stdout
    assert path.read_bytes() == (comment + TINY).encode()
    placed = load_board(Path("placed.toml"))
    assert Path("placed.toml").read_bytes().startswith(comment.encode())
    assert clashes(placed) == []
    assert placed.digest == load_board(path).digest


def test_an_added_board_is_found_by_its_name_and_taken_over_only_on_request(isle: Path) -> None:
    isle = isle.rename("draft.toml")
    assert run("board", "add", isle).exit_code == 0
    assert load_board("isle").title == "Isle"
    assert "isle" in run("boards").stdout
    spoil(isle, 'title = "Isle"', 'title = "Another"')
    assert "--replace" in refused("board", "add", isle)
    assert load_board("isle").title == "Isle"
    assert run("board", "add", isle, "--replace").exit_code == 0
    assert load_board("isle").title == "Another"
    assert [path.name for path in Path("home/boards").iterdir()] == ["isle.toml"]
    assert run("board", "add", "home/boards/isle.toml", "--replace").exit_code == 0


def test_a_shipped_board_is_never_taken_over(isle: Path) -> None:
    spoil(isle, 'id = "isle"', 'id = "usa"')
    assert "usa comes with Whistlestop" in refused("board", "add", isle, "--replace")


def test_a_broken_file_among_ones_own_boards_leaves_the_others_alone(isle: Path) -> None:
    run("board", "add", isle)
    Path("home/boards/broken.toml").write_text("format = 1")
    result = run("boards")
    assert result.exit_code == 0
    assert "isle" in result.stdout
    assert result.stderr == "Left out: broken.toml: cities is missing\n"
    assert run("simulate", "random", "random", "--board", "isle", "--games", "1").exit_code == 0


def test_a_file_is_offered_for_one_run(isle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_BOARDS", "")
    add_for_this_run([str(isle)])
    assert board_names()[-1] == "isle"
    assert load_board("isle:quick").rules.stations == 0
    other = isle.rename("draft.toml")
    assert "must be called isle.toml" in refused("serve", "--board", other)
    assert "must be called isle.toml" in refused("play", "--board", other)
    assert "goes with --terminal" in refused("play", "--board", "usa")
