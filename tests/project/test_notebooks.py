"""The notebooks run from their first cell to their last, and were kept with what they showed."""

import json
from pathlib import Path

import pytest

from tools.notebooks import FOLDER, run

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["balance-of-a-board", "bot-to-the-ladder"]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_was_kept_with_its_output(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(path.read_text())
    last = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"][-1]
    assert last["outputs"], "nothing was kept: python -m tools.notebooks"
    assert run(notebook)[-1]
