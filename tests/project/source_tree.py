"""What the source tree says about itself: its folders, packages, classes and docstrings.

Everything is read from the text; nothing is imported. A name is public unless it, or something
around it, begins with an underscore. Dunder methods, overloads and functions inside functions need
no docstring; a property counts as a method.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

BUILT = {".so", ".pyd", ".pyc"}
NO_ROOMS = {"__pycache__", "node_modules"}

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def rooms(root: Path) -> Iterator[Path]:
    """A folder and all folders below it, without those that tools make."""
    yield root
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        if folder.name not in NO_ROOMS and not folder.name.startswith("."):
            yield from rooms(folder)


def files_in(folder: Path) -> list[str]:
    """The names of the files that somebody wrote into this very folder."""
    found = (path for path in folder.iterdir() if path.is_file())
    return sorted(p.name for p in found if p.suffix not in BUILT and p.name[0] != ".")


def packages_without_paragraph(root: Path) -> list[str]:
    """The packages below a folder whose `__init__.py` does not say what lives there."""
    inits = sorted(root.rglob("__init__.py"))
    return [
        str(path.parent.relative_to(root))
        for path in inits
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]


def classes_by_name(root: Path) -> dict[str, list[str]]:
    """The modules below a folder that define a public class at their top, by its name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(root.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(root).as_posix())
    return found


def without_docstring(root: Path) -> list[str]:
    """Every public module, class, function and method below a folder that lacks a docstring."""
    found: list[str] = []
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
