"""Every value of a board file is found in its text, whichever way TOML lets it be written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tests.boards.tiny import PLACED, TINY
from whistlestop.boards.lines import line_of, line_of_path, spans_of
from whistlestop.boards.load import BoardError, parse_board
from whistlestop.boards.read_values import KeyPath

STYLES = '''\
# every style that TOML has
plain = 1
"quoted key" = 'literal # no comment'   # a comment with "quotes" and = signs
'other key'.dotted . deep = true
text = "with \\"quotes\\", a # and a \\\\"
long = """
several lines, "quoted"
""\\" not the end""""
raw = \'\'\'
it's raw\'\'\'
when = 1979-05-27 07:32:00
numbers = [1, 2.5, -3e4, 0xff, inf, ]
nested = [ # a comment, with [brackets]
  [ "a", "]" ],
  { x = 1, y.z = [ { deep = "}" } ] }, # more
]
empty = {}
none = []

[table]
key = "value"
inner.key = 2

[ table . "sub.table" ] # blanks in a header
key = 3

[[items]]
name = "first"
[items.part]
size = 1

[[items]]
name = "second"
[items.part]
size = 2
[[items.parts]]
n = 1
[[items.parts]]
n = 2

[[items]]
'''
TEXTS = {
    "styles": STYLES,
    "tiny": TINY,
    "placed": PLACED,
    "placed-crlf": PLACED.replace("\n", "\r\n"),
    "starter": (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8"),
    **{
        name: (files("whistlestop.boards") / f"{name}.toml").read_text("utf-8")
        for name in ("usa", "europe", "new-york", "london")
    },
}


def nodes(tree: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, child in pairs:
        yield (*path, key), child
        if isinstance(child, (dict, list)):
            yield from nodes(child, (*path, key))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_value_is_found_where_it_stands(text: str) -> None:
    spans = spans_of(text)
    found = dict(nodes(tomllib.loads(text)))
    assert set(spans) == set(found)
    for path, value in found.items():
        span = spans[path]
        written = text[span.start : span.end]
        if (not isinstance(value, dict) and written[:2] != "[[") or written[0] == "{":
            assert tomllib.loads(f"x = {written}")["x"] == value, path
        key = path[-1]
        if isinstance(key, str) and not isinstance(value, (dict, list)):
            assert key in text[span.key : span.start], path


def test_lines_are_those_an_editor_shows() -> None:
    spans = spans_of(STYLES)
    lines = STYLES.splitlines()
    for path, begins in {
        ("plain",): "plain",
        ("other key", "dotted"): "'other key'",
        ("nested", 1, "y"): "  { x",
        ("table", "sub.table", "key"): "key = 3",
        ("items", 1, "part", "size"): "size = 2",
        ("items", 1, "parts", 1): "[[items.parts]]",
        ("items", 1, "parts", 1, "n"): "n = 2",
    }.items():
        assert lines[line_of_path(STYLES, spans, path) - 1].startswith(begins), path


LINES = [
    ("length = 3,", "length = 5,", 'cities = "north-east", length = 5'),
    ("hand = 2", "hand = 51", "hand = 51"),
    ("hand = 2", "hands = 2", "hands = 2"),
    ("market = 3\n", "", "[rules]"),
    ("hand = 2", "hand = 7", "hand = 7"),
    ("3 = 4 }", "3 = 4, 13 = 1 }", "points = { 1"),
    ('name = "West"', 'name = "North"', "west = {"),
    ("lat = 55.0", "lat = 95.0", "west = {"),
    ("copies = 6", "copies = 0", "copies = 0"),
    ('colours = ["red", "blue"]', 'colours = ["red", "red"]', "colours = "),
    ('train = "wagon"', 'trian = "wagon"', "trian ="),
    ("format = 1", "format = 2", "format = 2"),
    ("format = 1", "formt = 1", "formt = 1"),
    ('title = "Tiny"\n', "", "format = 1"),
    ('ticket_set = "all"', 'ticket_set = "al"', "ticket_set ="),
    ("hand = 1", 'hand = "x"', 'hand = "x"'),
    ('says = "Smaller hands."', "", "[options.quick]"),
    ("points = 1,", "points = 2.5,", 'cities = "west-south", points = 2.5'),
    ('"south-east", points', '"suoth-east", points', '"suoth-east", points'),
    ('  { cities = "south-east", length', "  { length", "  { length"),
    ("[cards]", "[cards", "[cards"),
    ("hand = 1\n", 'hand = "', 'hand = "'),
    ("hand = 1\n", "hand = [\n", "hand = ["),
]


@pytest.mark.parametrize(("old", "new", "line"), LINES, ids=[new or old for old, new, _ in LINES])
def test_a_fault_has_the_line_of_what_is_wrong(old: str, new: str, line: str) -> None:
    assert old in TINY
    text = TINY.replace(old, new, 1)
    with pytest.raises(BoardError) as caught:
        parse_board(text, "tiny.toml")
    number = line_of(text, caught.value)
    assert line in [*text.splitlines(), ""][number - 1], (number, caught.value)


def test_the_second_side_of_a_double_route_is_told_apart_from_the_first() -> None:
    text = TINY.replace(
        'colour = "blue" },\n  { cities = "north-east"',
        'colour = "blu" },\n  { cities = "north-east"',
    )
    with pytest.raises(BoardError, match="route north–west") as caught:
        parse_board(text, "tiny.toml")
    assert 'colour = "blu"' in text.splitlines()[line_of(text, caught.value) - 1]
