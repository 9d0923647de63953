"""Bonuses that a board's own file brings along (E12): counted, sent, told and studied by name."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from tests.boards.coast import CONTEST, ENTRY, coast
from tests.rules.positions import read
from whistlestop.boards.load import BoardError, load_board, parse_board, shipped_names
from whistlestop.bots.programs.stdio import board_facts as printed
from whistlestop.cli.terminal.final_score import print_ending
from whistlestop.cli.terminal.rules_in_words import print_rules
from whistlestop.engine.game import Game
from whistlestop.lab.study import study
from whistlestop.lab.study.findings import findings
from whistlestop.model.bonuses import COUNTED, TAKEN
from whistlestop.protocol.view_from_wire import score_from_wire
from whistlestop.protocol.view_to_wire import public_view
from whistlestop.protocol.views import PublicView
from whistlestop.server.http.board_facts import board_facts

# Ann reaches three of the four places on the coast, two of them in the west; Bob reaches one.
POSITION = (
    "Ann: routes saltpans-westhaven westhaven-southgate:red\nBob: routes north_end-lantern_bay:red"
)


@pytest.fixture
def board(tmp_path: Path) -> str:
    file = tmp_path / "coast.toml"
    file.write_text(coast(ENTRY, CONTEST), "utf-8")
    return str(file)


@pytest.fixture
def game(board: str) -> Game:
    return read(board, POSITION)


def test_every_city_listed_that_an_own_route_reaches_counts(game: Game) -> None:
    """E12"""
    ann, bob = game.score().seats
    assert (ann.points("coast"), bob.points("coast")) == (9, 3)
    counts = [part.count for seat in (ann, bob) for part in seat.parts if part.name == "coast"]
    assert counts == [3, 1]


def test_whoever_has_the_most_wins_a_contest(game: Game) -> None:
    """E12"""
    assert [seat.points("constructor") for seat in game.score().seats] == [5, 0]


def test_nobody_wins_a_contest_with_nothing_and_all_who_tie_win_it(board: str) -> None:
    """E12"""
    alone = read(board, "Ann: routes north_end-lantern_bay:red")
    assert [seat.points("constructor") for seat in alone.score().seats] == [0, 0]
    tied = read(board, "Ann: routes saltpans-crossways\nBob: routes westhaven-southgate:red")
    assert [seat.points("constructor") for seat in tied.score().seats] == [5, 5]


def test_the_items_of_a_score_add_up_and_stand_in_the_order_of_the_board(game: Game) -> None:
    """E2, E12"""
    expected = ("routes", "tickets", "stations", "attractions", "coast", "longest_trail")
    assert game.board.score_items == (*expected, "constructor")
    for seat in game.score().seats:
        assert tuple(part.name for part in seat.parts) == game.board.score_items
        assert sum(part.points for part in seat.parts) == seat.total


def test_an_own_bonus_is_called_what_the_file_calls_it(game: Game) -> None:
    ann = game.score().seats[0]
    assert (ann.items()["Coast"], ann.items()["West coast"]) == (9, 5)
    assert "Coast +9" in str(game.score())


def test_an_own_bonus_goes_over_the_wire_and_comes_back(board: str) -> None:
    game = Game(board, 2, seed=3)
    while not game.over:
        game.play(next(iter(game.legal)))
    sent = msgspec.json.encode(public_view(game.view(None), None))
    again = msgspec.json.decode(sent, type=PublicView)
    assert score_from_wire(game.board, again) == game.score()
    items = (
        [[item.name for item in seat.items] for seat in again.score.seats] if again.score else []
    )
    assert items == [list(game.board.score_items)] * 2
    assert pickle.loads(pickle.dumps(game.view(0))).score == game.score()


def test_the_facts_of_a_board_tell_what_its_own_bonuses_count(game: Game) -> None:
    coast = next(b for b in board_facts(game.board).bonuses if b.name == "coast")
    assert (coast.counts, coast.points, coast.earned) == ("cities", 3, "each")
    assert coast.cities == ["westhaven", "saltpans", "southgate", "lantern_bay"]
    assert coast.label == {"en": "Coast", "nl": "Kust", "fr": "Côte"}
    assert [b["name"] for b in printed(game.board)["bonuses"]] == list(game.board.score_items[2:])


def test_the_terminal_shows_an_own_bonus_at_the_end_and_among_the_rules(game: Game) -> None:
    console = Console(file=io.StringIO(), width=200)
    print_ending(console, game.board, game.score())
    print_rules(console, game.board, {})
    text = console.file.getvalue() if isinstance(console.file, io.StringIO) else ""
    rows = {line[:12].strip(): line.split()[-2:] for line in text.splitlines()}
    assert (rows["Coast"], rows["West coast"]) == (["+9", "+3"], ["+5", "+0"])
    assert "Coast: Every place reached by own routes of Westhaven, Saltpans, Southgate" in text
    assert "West coast: The most places reached by own routes of Westhaven, Saltpans" in text


def test_the_picture_of_a_board_marks_the_cities_that_count(game: Game) -> None:
    svg = game.view(None).to_svg()
    assert "<title>Westhaven, Coast, West coast</title>" in svg
    assert "<title>Lantern Bay, Coast</title>" in svg


@pytest.mark.slow
def test_a_study_tells_how_many_points_come_from_an_own_bonus(board: str) -> None:
    result = study(board, bot="greedy", games=8, styles=[], blocks=1, seed=1)
    parts = result.data()["players"][0]["parts"]
    assert list(parts) == list(result.board.score_items)
    assert parts["coast"] > 0
    assert any("from Coast" in sentence for sentence in findings(result)["games"])


def test_bots_know_what_a_city_is_worth(board: str) -> None:
    flat = Game(board, 2, seed=1).flat
    worth = dict(zip(load_board(board).city_ids, map(int, flat.city_points), strict=True))
    assert (worth["westhaven"], worth["gull_rock"], worth["crossways"]) == (3, 1, 0)


def test_a_board_without_bonuses_of_its_own_has_the_digest_it_always_had() -> None:
    plain, more = parse_board(coast(), "coast.toml"), parse_board(coast(ENTRY), "coast.toml")
    renamed = parse_board(coast(ENTRY.replace("Coast", "Shore")), "coast.toml")
    assert plain.digest == "853dc88f0a82d587"
    assert more.digest != plain.digest
    assert renamed.digest == more.digest


def test_the_names_of_switched_bonuses_are_taken() -> None:
    rules = "[rules]\nglobetrotter = 3"
    everything = coast().replace("[rules]", rules).replace("# globetrotter = 0", "")
    boards = [load_board(name) for name in (*shipped_names(), "usa:mega")]
    for board in (*boards, parse_board(everything, "coast.toml")):
        assert set(board.score_items) <= set(TAKEN)
    for name in TAKEN:
        with pytest.raises(BoardError, match="name of an item"):
            parse_board(coast(ENTRY.replace("bonuses.coast", f"bonuses.{name}")), "coast.toml")


@pytest.mark.parametrize("kind", [kind for kind in COUNTED if kind != "cities"])
@pytest.mark.parametrize("earned", ["each", "most"])
def test_whatever_can_be_counted_can_be_given_points_for(kind: str, earned: str) -> None:
    """E12: points for each, or for the most; what is counted is what the switches count."""
    entry = f"""
[bonuses.extra]
counts = "{kind}"
earned = "{earned}"
points = 7
label = "Extra"
"""
    text = coast(entry).replace("# districts = false", "districts = true")
    for city in ("saltpans", "westhaven"):
        text = text.replace(f"{city} = {{", f"{city} = {{ district = 2,")
    board = parse_board(text, "coast.toml")
    game = Game(board, 2, seed=4)
    while not game.over:
        game.play(next(iter(game.legal)))
    counts = {
        "districts": [seat.districts for seat in game.score().seats],
        "stations": [board.rules.stations - seat.stations_built for seat in game.score().seats],
        "tickets": [seat.completed for seat in game.score().seats],
        "trail": [seat.longest_trail for seat in game.score().seats],
    }[kind]
    most = max(counts)
    for seat, count in zip(game.score().seats, counts, strict=True):
        won = 7 if most and count == most else 0
        assert seat.points("extra") == (7 * count if earned == "each" else won)
        assert sum(part.points for part in seat.parts) == seat.total
