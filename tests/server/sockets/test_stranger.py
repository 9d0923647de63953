"""Whoever has read docs/protocol.md can write a client that plays a game."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, Scene
from tests.server.sockets.stranger import Stranger

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SOURCE = ast.parse((Path(__file__).parent / "stranger.py").read_text(encoding="utf-8"))
OWN_WORDS = {"Ann", "/", " ", "", "-1"}  # a name, and what texts are made with


@pytest.mark.parametrize("board", ["new-york", "europe"])
def test_a_client_from_that_page_alone_plays_a_whole_game(house: House, board: str) -> None:
    async def story(scene: Scene) -> None:
        ann = Stranger(scene.address, seed=5)
        try:
            await ann.gather(board)
            await ann.play(lose_line_after=9)
            seen = await ann.ask(f"/api/tables/{ann.table}")
            told = await ann.ask(f"/api/tables/{ann.table}/story")
        finally:
            await ann.close()
        assert ann.lines_lost == 1
        assert len(ann.acks) == ann.commands > 15
        assert len(set(ann.acks.values())) == ann.commands, "nothing was done twice"
        assert ann.early_updates > 0, "an update may come before its ack"
        assert seen["game"] == ann.game
        assert seen["table"]["status"] == "over"
        by_her = [m for m in told["moments"] if m["happened"]["seat"] == 0]
        assert len(by_her) == ann.commands

    house.run(story)


def _docstrings() -> set[int]:
    """The texts that say what something is."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(SOURCE) if isinstance(node, owners)]
    bodies = [node.body[0] for node in nodes]
    return {id(first.value) for first in bodies if isinstance(first, ast.Expr)}


def _texts() -> Iterator[str]:
    documents = _docstrings()
    for node in ast.walk(SOURCE):
        text = isinstance(node, ast.Constant) and id(node) not in documents and node.value
        if isinstance(text, str):
            yield text


def test_it_says_only_what_the_page_names() -> None:
    words = {word for text in _texts() for word in re.findall(r"[A-Za-z_]{2,}", text)}
    assert len(words) > 40
    unknown = {word for word in words - OWN_WORDS if not re.search(rf"\b{word}\b", PAGE)}
    assert unknown == set()


def test_it_asks_only_at_paths_that_the_page_names() -> None:
    paths = {text for text in _texts() if text.startswith("/api/")}
    assert paths == {"/api/me", "/api/offers", "/api/boards/", "/api/tables", "/api/tables/"}
    assert all(path in PAGE for path in paths)


def test_it_imports_nothing_of_ours() -> None:
    named = {
        name.split(".")[0]
        for node in ast.walk(SOURCE)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert named - {"aiohttp"} <= sys.stdlib_module_names
