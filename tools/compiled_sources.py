"""Which files the compiled engine is made from: what mypyc compiles, and what that imports.

`make` asks it what a change must recompile, before there is a virtual environment: it needs Python
alone. The list of compiled files stands in pyproject.toml; everything else follows from imports,
because mypyc reads the types and constants of an imported module too.

    python3 tools/compiled_sources.py
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"


def compiled_files() -> set[Path]:
    """The files that pyproject.toml lists for mypyc."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["whistlestop"]["build"]
    listed = {path for glob in build["compiled"] for path in ROOT.glob(glob)}
    return listed - {ROOT / name for name in build["interpreted"]}


def sources() -> list[Path]:
    """The compiled files and what of ours they import."""
    compiled = compiled_files()
    return sorted(compiled.union(*(_imported(path) for path in compiled)))


def _imported(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from (file for name in names if (file := _file_of(name)))


def _file_of(module: str) -> Path | None:
    place = SRC.joinpath(*module.split("."))
    candidates = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


if __name__ == "__main__":
    print(*(path.relative_to(ROOT).as_posix() for path in sources()), sep="\n")
