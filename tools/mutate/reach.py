"""Which statements a test reaches, at the price of one more store for each of them.

The functions under test get code that also notes every statement it begins, which slows the tests
down far less than tracing them would. Invariant: a function with notes does what it did without.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

_NOTES = "_statements_reached"
_BODIES = ("body", "orelse", "finalbody")

Functions = dict[tuple[str, int], FunctionType]


def functions_of(src: Path) -> Functions:
    """Every living function of the sources, by its file and first line."""
    found: Functions = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(src)):
            found[thing.__code__.co_filename, thing.__code__.co_firstlineno] = thing
    return found


class Reach:
    """Notes in the living functions of some files."""

    def __init__(self, functions: Functions, src: Path, files: Iterable[str]) -> None:
        self.places: list[str] = []
        self.notes = bytearray(1 << 16)
        for file in files:
            path = str(src / file)
            tree = ast.parse(Path(path).read_bytes())
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    self._annotate(node, file)
            ast.fix_missing_locations(tree)
            for code in _codes(compile(tree, path, "exec", dont_inherit=True)):
                function = functions.get((path, code.co_firstlineno))
                if function is not None and function.__code__.co_name == code.co_name:
                    function.__code__ = code
                    function.__globals__[_NOTES] = self.notes

    def _annotate(self, node: ast.AST, file: str) -> None:
        for name in _BODIES:
            body = getattr(node, name, None)
            if isinstance(body, list):
                noted = [x for old in body for x in (self._note(old, file), old)]
                setattr(node, name, noted)
                for old in body:
                    if not isinstance(old, ast.FunctionDef):
                        self._annotate(old, file)

    def _note(self, statement: ast.stmt, file: str) -> ast.stmt:
        number = len(self.places)
        self.places.append(f"{file}:{statement.lineno}")
        note = ast.parse(f"{_NOTES}[{number}] = 1").body[0]
        for part in ast.walk(note):
            ast.copy_location(part, statement)
        return note

    def since(self) -> Iterator[str]:
        """The statements reached since this was asked last."""
        for number, place in enumerate(self.places):
            if self.notes[number]:
                yield place
        self.notes[:] = bytes(len(self.notes))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions in a module and its classes, without those inside functions."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & 2:  # a function's own names are optimised, a class's are not
                yield inner
            else:
                yield from _codes(inner)
