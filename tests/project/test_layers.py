"""The layers as an interpreter sees them; import-linter checks the same from the source text.

A fresh interpreter per test, because this one has long since imported everything. And only the
engine knows where in a state's bytes a thing lies; everyone else asks an accessor.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

UPPER_LAYERS = (
    "cli",
    "client",
    "server",
    "remote",
    "protocol",
    "envs",
    "lab",
    "bots",
    "record",
    "render",
)
FRAMEWORKS = ("click", "rich", "sqlite3", "socket", "asyncio")
OFFSET = re.compile(r"\b(?:t|flat)\.o_[a-z]+\b")


def modules_after(program: str) -> set[str]:
    """The names in `sys.modules` of a fresh interpreter that ran only this program."""
    program = f"{program}\nimport sys, json; print(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def all_of(package: str) -> str:
    """A program that imports a package and everything below it."""
    return (
        f"import {package}, importlib, pkgutil\n"
        f"for found in pkgutil.walk_packages({package}.__path__, '{package}.'):\n"
        "    importlib.import_module(found.name)"
    )


def test_the_probe_sees_what_an_import_brings_along() -> None:
    assert {"sqlite3", "datetime"} <= modules_after("import sqlite3")


@pytest.mark.parametrize("lower", ["engine", "model"])
def test_the_rules_import_nothing_of_ours_above_them(lower: str) -> None:
    loaded = modules_after(all_of(f"whistlestop.{lower}"))
    assert f"whistlestop.{lower}" in loaded
    above = {name for name in loaded if name.startswith("whistlestop.")}
    assert not {name for name in above if name.split(".")[1] in UPPER_LAYERS}


def test_the_model_imports_nothing_of_the_engine() -> None:
    assert not [
        name
        for name in modules_after(all_of("whistlestop.model"))
        if name.startswith("whistlestop.engine")
    ]


@pytest.mark.parametrize("lower", ["engine", "model"])
def test_the_rules_import_no_framework_no_database_and_no_network(lower: str) -> None:
    assert not modules_after(all_of(f"whistlestop.{lower}")).intersection(FRAMEWORKS)


def test_the_library_imports_nothing_that_only_the_command_line_needs() -> None:
    loaded = modules_after("import whistlestop")
    assert not loaded & {"click", "rich", "whistlestop.cli"}


def naming_offsets(tree: Path) -> list[Path]:
    """The modules that say where in a state's bytes something lies."""
    return [path for path in tree.rglob("*.py") if OFFSET.search(path.read_text("utf-8"))]


def test_nothing_outside_the_engine_adds_an_offset() -> None:
    package = ROOT / "src" / "whistlestop"
    found = {path.relative_to(package).as_posix() for path in naming_offsets(package)}
    assert {name for name in found if not name.startswith("engine/")} == set()
    assert len(found) > 10


def test_neither_do_tools_and_benchmarks() -> None:
    assert [path for tree in ("tools", "benchmarks") for path in naming_offsets(ROOT / tree)] == []
