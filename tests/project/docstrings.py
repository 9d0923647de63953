"""Public names without a docstring, found in the source text; nothing is imported.

A name is public unless it, or something around it, begins with an underscore. Dunder methods,
overloads and functions inside functions need no docstring; a property counts as a method.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def without_docstring(root: Path) -> list[str]:
    """Every public module, class, function and method below a folder that lacks a docstring."""
    found = []
    for path in sorted(root.rglob("*.py")):
        if path.name == "__init__.py" or not path.name.startswith("_"):
            found += _in_module(path.relative_to(root), ast.parse(path.read_text("utf-8")))
    return found


def _in_module(path: Path, tree: ast.Module) -> Iterator[str]:
    if ast.get_docstring(tree) is None:
        yield str(path)
    for name, node in _public(tree):
        if ast.get_docstring(node) is None:
            yield f"{path}:{node.lineno} {name}"


def _public(tree: ast.Module | ast.ClassDef, around: str = "") -> Iterator[tuple[str, Documented]]:
    """The public definitions of a module or class, and those of its classes."""
    for node in tree.body:
        if isinstance(node, Documented) and not (node.name.startswith("_") or _is_variant(node)):
            yield around + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _public(node, f"{around}{node.name}.")


def _is_variant(node: Documented) -> bool:
    """An overload, or the setter of a property that has its docstring already."""
    marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
    return not marks.isdisjoint({"overload", "setter", "deleter"})
