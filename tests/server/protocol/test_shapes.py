"""The page for writers of clients names every shape that travels, with every field of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from whistlestop.protocol.commands import Command
from whistlestop.protocol.schema import UNIONS, components

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
COMMANDS = {command.__name__ for command in get_args(Command)}
SHAPES = {n: s for n, s in components().items() if n not in UNIONS and n not in COMMANDS}


def rows(part: str) -> dict[str, set[str]]:
    """The rows of the tables in a part of the page: their names, each with what it names."""
    found = {}
    for first, rest in re.findall(r"^\| (.+?) \| (.*)", part, re.M):
        for name in re.findall(r"\w+", first):
            found[name] = set(re.findall(r"`(\w+)`", rest))
    return found


def fields(schema: Any) -> set[str]:
    return set(schema.get("properties", {}))


def test_there_are_shapes_to_look_for() -> None:
    assert len(SHAPES) > 40


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_a_shape_is_there_with_all_its_fields(name: str) -> None:
    shown = rows(PAGE.split("## Shapes")[1].split("## Codes")[0])
    assert name in shown, f"{name} is not among the shapes of docs/protocol.md"
    if name == "ViewChanges":
        assert fields(SHAPES[name]) <= shown["PublicView"] - {"board", "first", "dealt"}
        return
    # What a message or a pace is called stands in its first words.
    assert fields(SHAPES[name]) - {"type"} <= shown[name]


@pytest.mark.parametrize("command", get_args(Command), ids=lambda command: str(command.__name__))
def test_a_command_is_there_with_all_its_fields(command: Any) -> None:
    shown = rows(PAGE.split("and these fields:")[1].split("## Actions")[0])
    wanted = set(command.__struct_fields__) - {"id"}
    assert wanted <= shown[command.__struct_config__.tag]
