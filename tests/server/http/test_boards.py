"""Boards over HTTP: facts to draw from, and never a file that is not a board of ours."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import msgspec
import pytest

from tests.server.house import House, Scene
from whistlestop import boards
from whistlestop.boards.load import board_names, load_board
from whistlestop.protocol.boards import BoardFacts
from whistlestop.render import board_svg
from whistlestop.render.geometry.drawing import drawing_of
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.board_facts import board_facts
from whistlestop.server.offers import offered_board

NO_BOARDS = (
    "atlantis",
    "usa:nothing",
    ":",
    "../boards/usa.toml",
    "/etc/passwd",
    "usa.toml",
    "usa:../usa",
    "usa\0",
)


@pytest.mark.parametrize("name", board_names())
def test_the_facts_of_a_board_say_all_that_is_printed_on_it(name: str) -> None:
    board = load_board(name)
    facts, drawing = board_facts(board), drawing_of(board)
    assert [city.id for city in facts.cities] == [city.id for city in board.cities]
    assert [ticket.id for ticket in facts.tickets] == [ticket.id for ticket in board.tickets]
    for part, route in zip(facts.routes, board.routes, strict=True):
        assert (part.id, part.a, part.b) == (route.id, route.a.id, route.b.id)
        assert (part.length, part.colour, part.tunnel) == (route.length, route.colour, route.tunnel)
        assert len(part.spaces) == route.length
        assert part.points == board.rules.points[route.length]
        for space, drawn in zip(part.spaces, drawing.spaces[route.index], strict=True):
            assert (space.x, space.y) == pytest.approx(drawn.centre, abs=0.06)
            assert -90 <= space.angle <= 90


@pytest.mark.parametrize("name", board_names())
def test_the_facts_of_a_board_agree_with_each_other(name: str) -> None:
    facts = board_facts(load_board(name))
    cities = {city.id for city in facts.cities}
    routes = {route.id: route for route in facts.routes}
    assert {end for route in facts.routes for end in (route.a, route.b)} == cities
    assert {end for ticket in facts.tickets for end in (ticket.a, ticket.b)} <= cities
    for route in facts.routes:
        assert route.twin is None or routes[route.twin].twin == route.id
    assert {route.colour for route in facts.routes} <= {"gray", *(c.name for c in facts.cards)}
    letters = [card.letter for card in facts.cards[:-1]]
    assert len(set(letters)) == len(letters), "every colour has a letter of its own"
    assert sum(card.count for card in facts.cards) == load_board(name).deck_size


@pytest.mark.parametrize("name", NO_BOARDS)
def test_a_name_is_never_taken_for_a_path(name: str) -> None:
    with pytest.raises(ServerRefusal) as caught:
        offered_board(name)
    assert (caught.value.code, caught.value.status) == ("no_such_board", 404)


def test_a_board_of_ones_own_in_the_working_folder_is_not_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = Path(boards.__path__[0]) / "usa.toml"
    (tmp_path / "mine.toml").write_bytes(shipped.read_bytes())
    assert load_board("mine.toml").title, "the library itself would read it"
    with pytest.raises(ServerRefusal):
        offered_board("mine.toml")


def test_boards_are_served_as_facts_and_as_drawings(house: House) -> None:
    async def story(scene: Scene) -> None:
        for name in ("europe", "usa:mega"):
            board = load_board(name)
            status, facts = await scene.ann.get(f"/api/boards/{name}")
            assert status == 200
            # Numbers as keys become texts on the way, so the rules are compared apart.
            got, wanted = msgspec.convert(facts, BoardFacts), board_facts(board)
            assert msgspec.structs.replace(got, rules={}) == msgspec.structs.replace(
                wanted, rules={}
            )
            assert got.rules["trains"] == board.rules.trains
            status, text = await scene.ann.get(f"/api/boards/{name}.svg")
            assert (status, text) == (200, board_svg(board))
            assert ElementTree.fromstring(text).tag.endswith("svg")

    house.run(story)


def test_a_browser_that_has_the_facts_is_not_sent_them_again(house: House) -> None:
    async def story(scene: Scene) -> None:
        _, headers = await scene.ann.headers_of("/api/boards/usa")
        assert headers["Cache-Control"].startswith("private")
        tag = {"If-None-Match": headers["ETag"]}
        assert (await scene.ann.headers_of("/api/boards/usa", **tag))[0] == 304
        assert (await scene.ann.headers_of("/api/boards/europe", **tag))[0] == 200

    house.run(story)


def test_what_is_no_board_is_refused_over_http(house: House) -> None:
    async def story(scene: Scene) -> None:
        for name in NO_BOARDS[:-1]:
            for ending in ("", ".svg"):
                status, answer = await scene.ann.get(f"/api/boards/{quote(name, safe='')}{ending}")
                assert (status, answer["code"]) == (404, "no_such_board"), name

    house.run(story)


def test_the_openapi_document_is_served(house: House) -> None:
    async def story(scene: Scene) -> None:
        status, document = await scene.ann.get("/api/openapi.json")
        assert status == 200
        assert document["openapi"] == "3.1.0"
        assert "/api/boards/{name}" in document["paths"]

    house.run(story)
