"""Studies: what they count is what was played, and what they write can be opened."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from whistlestop.boards.load import BoardError, load_board
from whistlestop.bots import BotError, Failure
from whistlestop.engine.errors import SetupError
from whistlestop.lab import LabError
from whistlestop.lab.games.results import FailedGame
from whistlestop.lab.intervals import mean
from whistlestop.lab.show.plots import RAMP
from whistlestop.lab.study import Study, study
from whistlestop.lab.study.findings import findings, seat_findings
from whistlestop.lab.study.heat import colour_at, heat_svg, shares
from whistlestop.lab.study.maps import maps_of
from whistlestop.lab.study.page import write_study
from whistlestop.render.summary import pair

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.slow  # games are played for all of them


@pytest.fixture(scope="module")
def small() -> Study:
    return study("new-york", bot="greedy", games=24, styles=["greedy", "random"], blocks=2, seed=1)


def test_every_number_of_players_is_studied(small: Study) -> None:
    assert [sample.players for sample in small.samples] == [2, 3, 4]
    assert all(len(sample.games) >= 24 for sample in small.samples)
    assert set(small.agreement) == {(2, 3), (2, 4), (3, 4)}
    assert [result.players for result in small.styles] == [2, 4]


def test_seats_share_the_wins_and_handicaps_cancel_out(small: Study) -> None:
    for sample in small.samples:
        assert sum(seat.won for seat in sample.seats) == pytest.approx(1)
        assert sum(seat.handicap for seat in sample.seats) == pytest.approx(0)
        for seat in sample.seats:
            assert seat.low <= seat.won <= seat.high
            assert seat.handicap_low <= seat.handicap <= seat.handicap_high


def test_tickets_are_counted_as_they_were_dealt(small: Study) -> None:
    for sample in small.samples:
        offered = sum(count.offered for count in sample.tickets)
        rules = small.board.rules
        assert offered == len(sample.games) * sample.players * rules.opening_regular
        held = sum(count for game in sample.games for count in game.tickets)
        assert sum(count.held for count in sample.tickets) == held
        assert sum(count.made for count in sample.tickets) == sum(
            count for game in sample.games for count in game.completed
        )


def test_routes_are_claimed_in_shares_and_early_or_late(small: Study) -> None:
    for sample in small.samples:
        assert any(count.claimed > 0.5 for count in sample.routes)
        for count in sample.routes:
            assert 0 <= count.claimed <= 1
            assert count.when is None or 0 < count.when <= 1


def test_trains_laid_at_cities_are_twice_the_trains_laid(small: Study) -> None:
    for sample in small.samples:
        laid = [small.board.rules.trains - left for d in sample.details for left in d.trains]
        assert sum(sample.cities) == pytest.approx(2 * sum(laid) / len(laid))


def test_a_study_prints_itself_and_goes_through_json(small: Study) -> None:
    text = str(small)
    for part in ("new-york", "handicap by seat", "most points possible", "rho", "styles with 4"):
        assert part in text
    data = json.loads(json.dumps(small.data()))
    assert data["maximum"]["total"] == small.maximum.total
    assert [sample["players"] for sample in data["players"]] == [2, 3, 4]


def test_every_section_is_told_in_sentences_with_its_own_figures(small: Study) -> None:
    told = findings(small)
    assert all(told.values())
    assert all(text[0].isupper() or text[0].isdigit() for said in told.values() for text in said)
    few, many = small.samples[0], small.samples[-1]
    assert f"{mean(few.totals):.0f} points on average" in told["games"][0]
    assert f"with {many.players} it is {mean(many.totals):.0f}" in told["games"][0]
    best = max(small.structure.tickets, key=lambda facts: facts.per_turn)
    assert f"turn, {pair(best.ticket)} ({best.per_turn:.1f})" in told["tickets"][0]
    assert str(small.maximum.total) in told["maximum"][0]


def test_a_seat_is_called_better_only_beyond_chance(small: Study) -> None:
    sample = small.samples[1]
    ahead = replace(
        sample,
        games=tuple(game._replace(totals=(90, 10, 10), winners=(0,)) for game in sample.games),
    )
    level = replace(
        sample,
        games=tuple(game._replace(totals=(9, 9, 9), winners=(0, 1, 2)) for game in sample.games),
    )
    told = list(seat_findings(replace(small, samples=(ahead,))))
    assert told[0].startswith("With 3 players seat 1 is better than an even one: it wins 100%")
    told = list(seat_findings(replace(small, samples=(level,))))
    assert told[0] == "With 3 players no seat stands out from chance."


def test_the_same_seed_gives_the_same_study(small: Study) -> None:
    again = study("new-york", bot="greedy", games=24, players=(2,), styles=(), seed=1)
    assert again.samples[0].games == small.samples[0].games
    assert again.samples[0].details == small.samples[0].details


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"board": "new-yorl"}, BoardError, "did you mean"),
        ({"bot": "plannr"}, BotError, "did you mean"),
        ({"players": (5,)}, SetupError, "2 to 4 players, not 5"),
        ({"games": 0}, LabError, "number of games"),
        ({"styles": ("greedy", "blockr")}, BotError, "no bot"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_a_sentence(
    given: dict[str, object], error: type[Exception], says: str
) -> None:
    asked = {"board": "new-york", "bot": "greedy", "games": 2, "styles": (), **given}
    with pytest.raises(error, match=says):
        study(**asked)  # type: ignore[arg-type]  # some of it is wrong on purpose


class _Reader(HTMLParser):
    """Collects what a page would fetch, and whether its elements close."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.headings: list[str] = []
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag
        for name, value in attrs:
            if name in ("src", "srcset", "href"):
                self.fetched.append(value or "")

    def handle_data(self, data: str) -> None:
        if self._open in ("h1", "h2"):
            self.headings.append(data)
            self._open = ""


def test_a_study_is_written_as_a_page_with_pictures_and_data(small: Study, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    failed = FailedGame(3, "1/3", Failure("shy", 1, 40, "it raised KeyError: '<red>'", "…"))
    few = replace(small, samples=small.samples[:2], styles=small.styles[1:], failed=(failed,))
    vars(few)["maximum"] = small.maximum  # looking for it takes longer than all the drawing
    page = write_study(few, tmp_path / "deep" / "study")
    reader = _Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    assert reader.headings[:3] == ["New York: a study", "Failures", "Games"]
    assert (
        "shy in seat 1 failed at ply 40: it raised KeyError: &#x27;&lt;red&gt;" in page.read_text()
    )
    assert {"Games", "Seats", "Contested routes", "Cities", "Tickets", "Styles"} <= set(
        reader.headings
    )
    # Nothing is fetched: pictures are inside, links stay inside.
    assert reader.fetched
    assert all(text.startswith(("data:image/svg+xml;base64,", "#")) for text in reader.fetched)
    assert "prefers-color-scheme:dark" in page.read_text()
    pictures = page.parent / "pictures"
    for name in (
        "scores",
        "seats",
        "cities",
        "tickets",
        "styles-4",
        "routes-2",
        "demand",
        "maximum",
    ):
        assert (pictures / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (pictures / f"{name}.svg").read_text()
    games = parquet.read_table(page.parent / "data" / "games.parquet")
    seats = sum(len(sample.games) * sample.players for sample in few.samples)
    assert games.num_rows == seats
    assert json.loads((page.parent / "data" / "study.json").read_text()) == json.loads(
        json.dumps(few.data())
    )


def test_the_page_about_data_names_all_that_a_study_holds(small: Study) -> None:
    page = (ROOT / "docs" / "reference" / "data.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", page[page.index("`study.json`, one object") :]))
    data = small.data()
    one = (data["players"][0], data["tickets"][0], data["maximum"])
    assert {key for part in (data, *one) for key in part} <= told


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(
    small: Study, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "taken").write_text("")
    with pytest.raises(LabError, match="cannot be written"):
        write_study(small, tmp_path / "taken")


def test_a_heat_map_colours_every_space_and_says_every_number() -> None:
    board = load_board("new-york")
    values = {route.index: 0.5 for route in board.routes}
    svg = heat_svg(board, shares(values, "Half"))
    spaces = sum(route.length for route in board.routes)
    assert svg.count(f'fill="{colour_at(0.5)}"') == spaces
    pairs = sum(route.twin is None or route.index < route.twin for route in board.routes)
    assert len(re.findall(">50%</text>", svg)) == pairs
    for city in board.cities:
        assert f"<title>{city.name.replace('&', '&amp;')}</title>" in svg


def test_colours_run_from_cold_to_hot_and_stop_at_the_ends() -> None:
    assert colour_at(-1) == colour_at(0) == RAMP[0]
    assert colour_at(2) == colour_at(1) == RAMP[-1]
    assert colour_at(0.2) == RAMP[1]


def test_the_best_network_is_drawn_on_its_routes(small: Study) -> None:
    heat = maps_of(small)["maximum"]
    assert len(heat.values) == len(small.maximum.routes)
