"""Any single field of any board deleted, mistyped or out of range: a sound board or a refusal.

Every node of every shipped board's TOML tree is tried, one at a time, so that nothing but a
`BoardError` can ever leave the loader; random edits and random texts go beyond single fields. On
the small boards a node gets every bad value. On the large ones hundreds of rows have the same
fields: bad values and tests take turns over those, and every node is tried by one test at least.
"""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, replace
from datetime import date
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards.tiny import PLACED, TINY
from whistlestop.boards.load import CODES, BoardError, board_from_data, parse_board
from whistlestop.model.board import Board
from whistlestop.model.rules import Rules

# Proof rather than inner loop: run by `make test`.
pytestmark = pytest.mark.slow

Path = tuple[str | int, ...]
LARGE = pytest.mark.slow
BOARDS = [
    "tiny",
    "placed",
    "new-york",
    "london",
    pytest.param("usa", marks=LARGE),
    pytest.param("europe", marks=LARGE),
]
# With or without a decimal point.
NUMBERS = {"lat", "lon", "x", "y", "bow", "width", "height", "letters", "widest_name"}
PAIRS = {"bow", "label", "station"}  # two numbers; bow and label have another way to be written
DEFAULTS: dict[str, Any] = {f.name: f.default for f in fields(Rules)}

DELETED, WRONG_KIND, FAR_OUT, NEAR = range(4)
TESTS = 4
FEW = 40
"""So many nodes of one kind are tried by every test, even on a large board."""

OPTIONAL_AT_TOP = {"starter", "labels", "canvas", "options"}


def text_of(name: str) -> str:
    if name in ("tiny", "placed"):
        return TINY if name == "tiny" else PLACED
    return (files("whistlestop.boards") / f"{name}.toml").read_text(encoding="utf-8")


def nodes(tree: Any, path: Path = ()) -> Iterator[Path]:
    """The path of everything in the tree below its root."""
    children: Any = ()
    if isinstance(tree, dict):
        children = tree.items()
    elif isinstance(tree, list):
        children = enumerate(tree)
    for key, child in children:
        yield (*path, key)
        yield from nodes(child, (*path, key))


def kind(path: Path) -> Path:
    """What a node is, whatever row or city it belongs to."""
    return tuple(
        "*" if isinstance(step, int) or path[depth - 1 : depth] == ("cities",) else step
        for depth, step in enumerate(path)
    )


def is_number(path: Path, value: Any) -> bool:
    """Whether the node is a number that may have a decimal point, alone or in a pair."""
    if isinstance(value, list):
        return False
    return path[-1] in NUMBERS or (len(path) > 1 and path[-2] in PAIRS)


class Edited:
    """One tree in which single nodes are replaced for a moment; copying it each time is slow."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tree = tomllib.loads(text_of(name))
        self.paths = list(nodes(self.tree))
        self.board = board_from_data(self.tree, name)
        self.large = len(self.paths) > 500
        self._often = Counter(kind(path) for path in self.paths)

    def turn(self, test: int) -> Iterator[tuple[int, Path]]:
        """The nodes that are a test's turn, and how many of its kind came before each."""
        met: Counter[Path] = Counter()
        for path in self.paths:
            same = kind(path)
            before = met[same]
            met[same] += 1
            if not self.large or self._often[same] <= FEW:
                yield before, path
            elif before % TESTS == test:
                yield before // TESTS, path

    def each(
        self, test: int, bad_values: Callable[[Path, Any], list[Any]]
    ) -> Iterator[tuple[Path, Any]]:
        """Every node with each of its bad values; on a large board with one of them, in turn."""
        for before, path in self.turn(test):
            values = bad_values(path, self.value(path))
            if self.large and values:
                values = [values[before % len(values)]]
            for value in values:
                yield path, value

    def _parent(self, path: Path) -> Any:
        node: Any = self.tree
        for step in path[:-1]:
            node = node[step]
        return node

    def value(self, path: Path) -> Any:
        return self._parent(path)[path[-1]]

    def with_value(self, path: Path, value: Any) -> Board | BoardError:
        parent, old = self._parent(path), self.value(path)
        parent[path[-1]] = value
        try:
            return outcome(self.tree, self.name)
        finally:
            parent[path[-1]] = old

    def without(self, path: Path) -> Board | BoardError:
        parent = self._parent(path)
        before = copy.copy(parent)
        del parent[path[-1]]
        try:
            return outcome(self.tree, self.name)
        finally:
            parent.clear()  # and filled again in the old order, which numbers the cities
            parent.update(before) if isinstance(parent, dict) else parent.extend(before)


def outcome(tree: object, name: str) -> Board | BoardError:
    """The board, or a refusal that says everything a refusal must; anything else is raised."""
    found: Board | BoardError
    try:
        found = board_from_data(tree, name)
    except BoardError as error:
        found = error
    if isinstance(found, BoardError):  # only the whole file has no place in it
        assert found.path or found.place == name, found
    return checked(found)


def checked(found: Board | BoardError) -> Board | BoardError:
    if isinstance(found, Board):
        check_sound(found)
    else:
        assert found.code in CODES
        assert found.place
        assert str(found).startswith(f"{found.place}: ")
        assert str(found).isprintable()
        assert len(str(found)) < 400
    return found


def check_sound(board: Board) -> None:
    """What the engine relies on, asked without the loader's own checks."""
    rules, players = board.rules, board.rules.max_players
    long = sum(t.long for t in board.tickets)
    assert 2 <= rules.min_players <= players <= 5
    assert all(r.length in rules.points and r.length <= rules.trains for r in board.routes)
    assert all(not (r.ferry and (r.tunnel or r.colour != "gray")) for r in board.routes)
    assert rules.hand * players + rules.market < board.deck_size <= 250
    assert rules.opening_long * players <= long
    assert rules.opening_regular * players <= len(board.tickets) - long
    assert 1 <= rules.opening_keep <= rules.opening_long + rules.opening_regular <= 6
    assert 1 <= rules.draw_keep <= rules.draw_tickets <= 6
    for ids in (board.city_by_id, board.route_by_id, board.ticket_by_id):
        assert len(ids) <= 250
    assert len(board.route_by_id) == len(board.routes)
    assert len(board.ticket_by_id) == len(board.tickets)
    assert all(0 <= c.x <= board.width and 0 <= c.y <= board.height for c in board.cities)


def wrong_kinds(path: Path, value: Any) -> list[Any]:
    """One value of every TOML kind other than this one's; a whole number is a number, too."""
    samples: list[Any] = ["text", 3, 2.5, True, [], {}, date(2020, 1, 1)]
    if is_number(path, value) or path[-1] == "bow":
        return [s for s in samples if type(s) not in (int, float)]
    return [s for s in samples if type(s) is not type(value)]


def far_out(path: Path, value: Any) -> list[Any]:
    """Values of the same kind that no field of a board can have."""
    if isinstance(value, str):
        return ["", " ", "a\nb", "\0", "x" * 5000]
    if is_number(path, value):
        return [-1e9, 1e9, float("nan"), float("inf"), -float("inf"), -(1 << 70), 1 << 20000]
    if type(value) is int:
        return [-(10**9), -1001, 10**9, 1 << 70, 1 << 20000]
    return []


def near(path: Path, value: Any) -> list[Any]:
    """Values of the same kind that may or may not be possible."""
    if type(value) is int or is_number(path, value):
        return [-1, 0, value + 1, 13]
    if isinstance(value, str):
        return [value + "x", value[:-1], value[::-1], "gray", "north-west"]
    return [type(value)()] if isinstance(value, (list, dict)) else [not value]


@pytest.fixture(scope="module", params=BOARDS)
def edited(request: pytest.FixtureRequest) -> Edited:
    return Edited(request.param)


def required(path: Path) -> bool:
    """Whether the file is no board at all without the key at this path."""
    match path:
        case (str(key),):
            return key not in OPTIONAL_AT_TOP
        case ("rules", str(key)):
            return DEFAULTS[key] is MISSING
        case ("cards", str()) | ("canvas", "width" | "height"):
            return True
        case ("options", str(), str(key)):
            return key == "says"
        case ("cities", str(), str(key)):
            return key == "name"
        case ("routes" | "tickets", int(), str(key)):
            return key in ("cities", "length", "colour", "points")
    return False


def test_a_deleted_field_is_refused_or_has_its_default(edited: Edited) -> None:
    for _, path in edited.turn(DELETED):
        found = edited.without(path)
        assert isinstance(found, BoardError) or not required(path), path
        if isinstance(found, Board):
            expected = edited.board.rules
            if path[0] == "rules" and len(path) == 2:
                key = str(path[1])
                expected = replace(expected, **{key: DEFAULTS[key]})
            if path[:2] == ("rules", "tie_breaks") and len(path) == 3:
                expected = replace(expected, tie_breaks=found.rules.tie_breaks)
            assert found.rules == expected, path


def test_a_field_of_the_wrong_kind_is_refused(edited: Edited) -> None:
    for path, value in edited.each(WRONG_KIND, wrong_kinds):
        assert isinstance(edited.with_value(path, value), BoardError), (path, value)


def test_a_field_far_out_of_range_is_refused(edited: Edited) -> None:
    for path, value in edited.each(FAR_OUT, far_out):
        assert isinstance(edited.with_value(path, value), BoardError), (path, value)


def test_a_field_with_another_value_is_refused_or_gives_a_sound_board(edited: Edited) -> None:
    boards = [edited.with_value(path, value) for path, value in edited.each(NEAR, near)]
    assert {type(found) for found in boards} == {Board, BoardError}


def test_an_unknown_key_is_refused_in_every_table(edited: Edited) -> None:
    free = (("cities",), ("options",), ("rules", "points"))
    for path in [(), *edited.paths]:
        value = edited.value(path) if path else edited.tree
        if isinstance(value, dict):
            value["zzz"] = 1
            found = outcome(edited.tree, edited.name)
            del value["zzz"]
            assert isinstance(found, BoardError), path
            assert found.code == "unknown-key" or path in free, path


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(["north-west", "gray", "red", "all", "tickets", "under", "x"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
TREE = tomllib.loads(TINY)
PATHS = list(nodes(TREE))


@given(st.lists(st.tuples(st.sampled_from(PATHS), VALUES), min_size=1, max_size=4))
def test_several_random_edits_are_refused_or_give_a_sound_board(
    edits: list[tuple[Path, Any]],
) -> None:
    tree = copy.deepcopy(TREE)
    for path, value in edits:
        node: Any = tree
        try:
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue  # an earlier edit removed this place
    outcome(tree, "tiny")


@given(VALUES)
def test_anything_at_all_is_refused_as_a_board(value: Any) -> None:
    assert isinstance(outcome(value, "anything"), BoardError)


def from_text(text: str) -> Board | BoardError:
    found: Board | BoardError
    try:
        found = parse_board(text, "x.toml")
    except BoardError as error:
        found = error
    return checked(found)


def test_a_text_cut_off_anywhere_before_its_last_table_is_refused() -> None:
    end = TINY.index("[options.quick]") - 3  # behind it, what is left is a sound board
    for length in range(end):
        assert isinstance(from_text(TINY[:length]), BoardError), length


def test_a_text_cut_off_in_its_options_is_refused_or_lacks_them() -> None:
    for length in range(TINY.index("[options.quick]"), len(TINY)):
        found = from_text(TINY[:length])
        assert isinstance(found, BoardError) or found.id == "tiny"


@given(st.text())
def test_garbage_is_refused(text: str) -> None:
    assert isinstance(from_text(text), BoardError)


@given(st.integers(0, len(TINY) - 1), st.characters(codec="utf-8"))
def test_one_changed_character_is_refused_or_gives_a_sound_board(at: int, character: str) -> None:
    from_text(TINY[:at] + character + TINY[at + 1 :])  # its own checks are the test
