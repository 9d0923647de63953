"""The reference pages name every public thing, once, and what they say of it is what the code is.

Pages are made by mkdocstrings, which reads sources; here the same reading is held against the
imported code. Public is what a package lists in `__all__`.
"""

import importlib
import inspect
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import griffe
import pytest

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src"
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
ROOMS = {"bots": "bots", "envs": "envs", "lab": "lab", "record": "records"}
"""The rooms with a page of their own, and its name."""


def directives(page: Path) -> list[str]:
    """The dotted names that a page documents."""
    return re.findall(r"^::: (?!mkdocs-click)(\S+)", page.read_text("utf-8"), re.MULTILINE)


def packages(room: str) -> list[str]:
    """The packages of a room that say what they offer."""
    files = sorted((SOURCE / "whistlestop" / room).rglob("__init__.py"))
    offering = [file for file in files if "\n__all__ =" in file.read_text("utf-8")]
    return [".".join(file.parent.relative_to(SOURCE).parts) for file in offering]


def documented(page: str) -> list[str]:
    return directives(ROOT / "docs" / "reference" / f"{page}.md")


def public(package: str) -> dict[str, Any]:
    module = importlib.import_module(package)
    return {name: getattr(module, name) for name in module.__all__ if not name.startswith("__")}


def found(path: str) -> Any:
    """What a dotted name means to a program."""
    home, _, name = path.rpartition(".")
    return getattr(importlib.import_module(home), name)


def undocumented(names: dict[str, Any], pages: list[Path]) -> list[str]:
    shown = [found(path) for page in pages for path in directives(page)]
    return [name for name, thing in names.items() if not any(thing is one for one in shown)]


DOCUMENTED = [path for page in PAGES for path in directives(page)]


@pytest.mark.parametrize("package", [name for room in ROOMS for name in packages(room)])
def test_every_public_name_of_a_package_is_on_the_page_of_its_room(package: str) -> None:
    page = ROOT / "docs" / "reference" / f"{ROOMS[package.split('.')[1]]}.md"
    assert undocumented(public(package), [page]) == []


def test_every_name_of_the_front_door_is_on_a_page_of_the_reference() -> None:
    assert undocumented(public("whistlestop"), PAGES) == []
    door = (ROOT / "docs" / "reference" / "library.md").read_text("utf-8")
    assert [name for name in public("whistlestop") if not re.search(rf"\b{name}\b", door)] == []


def test_nothing_is_documented_twice() -> None:
    counts = Counter(id(found(path)) for path in DOCUMENTED)
    assert [path for path in DOCUMENTED if counts[id(found(path))] > 1] == []


def test_every_page_shows_an_example_that_runs() -> None:
    lacking = [page.name for page in PAGES if "```py" not in page.read_text("utf-8")]
    assert lacking == ["command-line.md"]  # its examples are the commands of the README


def test_a_name_that_no_page_has_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("::: whistlestop.record.load\n::: mkdocs-click\n")
    assert "loads" in undocumented(public("whistlestop.record"), [page])
    assert "load" not in undocumented(public("whistlestop.record"), [page])


@cache
def sources() -> Any:
    """All sources as mkdocstrings reads them."""
    return griffe.load("whistlestop", search_paths=[str(SOURCE)], docstring_parser="google")


def read(path: str) -> Any:
    """What the sources say about a name, at the place where it is written."""
    thing = sources()[path.removeprefix("whistlestop.")]
    return thing.final_target if thing.is_alias else thing


def signature_read(path: str) -> list[tuple[str, bool]]:
    """The parameters as the page shows them, and whether each may be left out."""
    shown = read(path)
    parameters = shown.parameters
    return [(p.name, p.default is not None) for p in parameters if p.name not in ("self", "cls")]


def signature_true(path: str) -> list[tuple[str, bool]]:
    parameters = inspect.signature(found(path)).parameters.values()
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        (p.name, p.kind in variable or p.default is not inspect.Parameter.empty) for p in parameters
    ]


def has_signature(path: str) -> bool:
    """Whether the page shows one: constants, protocols, tuples and dicts with names have none."""
    if read(path).is_attribute:
        return False
    return not isinstance(found(path), type) or bool(list(read(path).parameters))


@pytest.mark.slow  # it reads all sources
@pytest.mark.parametrize("page", ROOMS.values())
def test_signatures_are_those_of_the_code(page: str) -> None:
    modules = [path for path in documented(page) if read(path).is_module]
    assert modules == [], "a module of the same name hides these"
    shown = [path for path in documented(page) if has_signature(path)]
    assert len(shown) > 4
    assert [path for path in shown if signature_read(path) != signature_true(path)] == []


def fields_of(path: str) -> set[str]:
    """The values that a class is made of, if it is one that only holds values."""
    thing = found(path)
    named: Iterable[str] = getattr(thing, "__dataclass_fields__", getattr(thing, "_fields", ()))
    return {name for name in named if not name.startswith("_")}


def told_fields(path: str) -> set[str]:
    """The values that its docstring tells about, or those of a class that it builds on."""
    shown = read(path)
    parsed = shown.docstring.parse("google") if shown.docstring else []
    tables = [part.value for part in parsed if part.kind is griffe.DocstringSectionKind.attributes]
    told = {entry.name for table in tables for entry in table}
    told |= {name for base in shown.mro() for name in told_fields(base.path)}
    return told | {name for name, member in shown.members.items() if member.has_docstring}


@pytest.mark.slow  # it reads all sources
@pytest.mark.parametrize("page", ROOMS.values())
def test_every_value_of_a_result_is_explained(page: str) -> None:
    values = [path for path in documented(page) if fields_of(path)]
    lacking = {path: fields_of(path) - told_fields(path) for path in values}
    assert {path: names for path, names in lacking.items() if names} == {}
