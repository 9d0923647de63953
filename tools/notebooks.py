"""Notebooks that are run: `python -m tools.notebooks` runs those in `docs/notebooks` and keeps what
they print and draw.

A cell's output is what it printed and the pictures that it left as files, in the order of their
names; nothing of a notebook server is needed for that. Invariant: a notebook whose cell raises is
not written.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def run(notebook: dict[str, Any]) -> list[str]:
    """Run the code cells in the folder one is in; what each printed. Outputs go into the cells."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_run_cell(cell, names) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _run_cell(cell: dict[str, Any], names: dict[str, Any]) -> str:
    before = set(Path().glob("*.png"))
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile("".join(cell["source"]), "cell", "exec", dont_inherit=True), names)
    drawn = sorted(set(Path().glob("*.png")) - before)
    cell["outputs"] = [*_stream(said.getvalue()), *map(_picture, drawn)]
    return said.getvalue()


def _stream(text: str) -> list[dict[str, Any]]:
    lines = text.splitlines(keepends=True)
    return [{"output_type": "stream", "name": "stdout", "text": lines}] if text else []


def _picture(path: Path) -> dict[str, Any]:
    data = base64.b64encode(path.read_bytes()).decode()
    return {"output_type": "display_data", "metadata": {}, "data": {"image/png": data}}


def main() -> None:
    """Run every notebook in an empty folder and keep its outputs."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text())
        with tempfile.TemporaryDirectory() as place:
            home = Path.cwd()
            os.chdir(place)
            try:
                run(notebook)
            finally:
                os.chdir(home)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
        print(path.name)


if __name__ == "__main__":
    main()
