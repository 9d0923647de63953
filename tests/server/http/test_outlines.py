"""Outlines over HTTP: the file as it is, kept as long as it does not change."""

from __future__ import annotations

import msgspec
import pytest

from tests.render.places import with_city
from tests.server.house import House, Scene
from whistlestop.boards.load import load_board
from whistlestop.model.board import Board
from whistlestop.protocol.boards import Outline
from whistlestop.render.outline import outline_digest, outline_text
from whistlestop.server.http import boards
from whistlestop.server.http.board_facts import board_facts


@pytest.mark.parametrize("name", ["usa", "europe", "new-york", "london"])
def test_an_outline_is_what_the_protocol_says_it_is(name: str) -> None:
    text = outline_text(load_board(name)) or ""
    decoded = msgspec.json.decode(text, type=Outline, strict=True)
    assert decoded.layers[0].kind == "land"


def test_the_outline_of_a_board_is_served_and_kept_by_its_digest(house: House) -> None:
    async def story(scene: Scene) -> None:
        for name in ("usa", "europe:mega"):
            board = load_board(name)
            status, answer = await scene.ann.get(f"/api/boards/{name}/outline")
            assert status == 200
            assert answer == msgspec.json.decode(outline_text(board) or "")
            digest = board_facts(board).outline
            assert digest == outline_digest(board)
            path = f"/api/boards/{name}/outline?v={digest}"
            status, headers = await scene.ann.headers_of(path)
            assert (status, "immutable" in headers["Cache-Control"]) == (200, True)

    house.run(story)


def test_an_outline_without_or_with_an_old_digest_is_asked_for_again(house: House) -> None:
    async def story(scene: Scene) -> None:
        for query in ("", "?v=0123456789abcdef"):
            path = f"/api/boards/usa/outline{query}"
            _, headers = await scene.ann.headers_of(path)
            assert "no-cache" in headers["Cache-Control"]
            tag = {"If-None-Match": headers["ETag"]}
            assert (await scene.ann.headers_of(path, **tag))[0] == 304
            assert (await scene.ann.headers_of("/api/boards/london/outline", **tag))[0] == 200

    house.run(story)


def test_an_outline_travels_packed_to_those_who_can_unpack(house: House) -> None:
    async def story(scene: Scene) -> None:
        path = "/api/boards/europe/outline"
        _, packed = await scene.ann.headers_of(path, **{"Accept-Encoding": "gzip"})
        _, plain = await scene.ann.headers_of(path, **{"Accept-Encoding": "identity"})
        assert packed["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain
        assert int(packed["Content-Length"]) < int(plain["Content-Length"]) / 2

    house.run(story)


def test_a_board_with_nothing_under_it_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moved(name: str) -> Board:
        return with_city(load_board("usa"), "denver", x=500.0)

    monkeypatch.setattr(boards, "offered_board", moved)

    async def story(scene: Scene) -> None:
        status, answer = await scene.ann.get("/api/boards/usa/outline")
        assert (status, answer["code"]) == (404, "no_such_outline")

    house.run(story)
    assert board_facts(moved("")).outline is None


def test_the_outline_of_no_board_is_refused(house: House) -> None:
    async def story(scene: Scene) -> None:
        for name in ("atlantis", "usa:nothing", "%2E%2E%2Fusa"):
            status, answer = await scene.ann.get(f"/api/boards/{name}/outline")
            assert (status, answer["code"]) == (404, "no_such_board")

    house.run(story)
