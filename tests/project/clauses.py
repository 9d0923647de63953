"""Clause ids: those that the rules page introduces, and those that tests carry.

Both are read from text; no test is imported. A page introduces a clause by its id in bold. A test
carries ids in its docstring, one by one or as a range, or in its `clause` mark.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

FAMILIES = "PSTDCFUKBEHV"
INTRODUCED = re.compile(rf"\*\*([{FAMILIES}]\d+)\*\*")
CARRIED = re.compile(rf"\b([{FAMILIES}])(\d+)\b(?:\s?[–-]\s?\1(\d+)\b)?")

TestFunction = ast.FunctionDef | ast.AsyncFunctionDef


def introduced(page: str) -> set[str]:
    return set(INTRODUCED.findall(page))


def ids_in(text: str) -> set[str]:
    """The ids in a text; `P1–P8`, with a dash or a hyphen, stands for all eight."""
    return {
        f"{family}{number}"
        for family, first, last in CARRIED.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


@cache
def carried(folder: Path) -> dict[str, set[str]]:
    """For every id carried below the folder, the tests that carry it, as `file::name`."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for test in test_functions(path.read_text()):
            for clause in ids_of(test):
                found.setdefault(clause, set()).add(f"{path.relative_to(folder)}::{test.name}")
    return found


def test_functions(source: str) -> Iterator[TestFunction]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, TestFunction) and node.name.startswith("test_"):
            yield node


test_functions.__test__ = False  # type: ignore[attr-defined]  # pytest would take it for a test


def ids_of(test: TestFunction) -> set[str]:
    return ids_in(ast.get_docstring(test) or "").union(*marked(test.decorator_list))


def marked(decorators: Iterable[ast.expr]) -> Iterator[set[str]]:
    """The ids given to `@pytest.mark.clause(...)`."""
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause":
            constants = (node for node in decorator.args if isinstance(node, ast.Constant))
            yield {str(node.value) for node in constants}


def in_order(clauses: Iterable[str]) -> list[str]:
    return sorted(clauses, key=lambda clause: (FAMILIES.index(clause[0]), int(clause[1:])))
