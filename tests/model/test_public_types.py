"""What type checkers make of programs that use the public names: mypy and pyright, both as strict
as they can be."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import whistlestop as ws
from tests.project.markdown import blocks

ROOT = Path(__file__).parents[2]
TYPED = Path(__file__).parent / "typed"
PYRIGHT = ROOT / "web" / "node_modules" / "pyright" / "index.js"
ACTIONS = (ws.Keep, ws.Draw, ws.DrawTickets, ws.Claim, ws.Pay, ws.Decline, ws.Build, ws.Pass)

Errors = dict[str, list[str]]
"""What a checker has found, program by program."""


def programs() -> dict[str, str]:
    """The programs to check, by name."""
    page = (ROOT / "docs/tutorial/first-bot.md").read_text()
    starter = (ROOT / "src/whistlestop/cli/starter_bot.txt").read_text()
    actions = (TYPED / "actions.py").read_text()
    return {
        "actions": actions,
        "every_name": "\n".join(
            ["import whistlestop as ws", *(f"print(ws.{x})" for x in ws.__all__)]
        ),
        "public_names": (TYPED / "public_names.py").read_text(),
        "tables": (TYPED / "tables.py").read_text(),
        "tutorial": "\n\n".join(x.text for x in blocks(page) if x.language == "python"),
        "starter": re.sub("CLASS", "Mine", starter.replace("NAME", "mine")),
        "forgetful": actions.replace(" | ws.Pass()", ""),
        "misspelt": "import whistlestop as ws\n\nws.Gaem()\n",
    }


def with_mypy(folder: Path) -> Errors:
    """What `mypy --strict` finds, from a folder without any settings of ours."""
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent"]
    where = ["--cache-dir", str(folder / ".mypy"), "--config-file", "", "--output", "json"]
    done = subprocess.run(
        [*command, *where, "."],
        cwd=folder,
        env={"MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return by_program((one["file"], one["message"]) for one in told if one["severity"] == "error")


def with_pyright(folder: Path) -> Errors:
    """What pyright finds in its strict mode."""
    if not PYRIGHT.exists():
        pytest.skip("pyright is not here: `npm ci` in web/ brings it")
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        ["node", str(PYRIGHT), "--outputjson", "--pythonpath", sys.executable],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == len(programs()), done.stderr
    return by_program((one["file"], one["message"]) for one in found["generalDiagnostics"])


def by_program(found: Iterable[tuple[str, str]]) -> Errors:
    """What was found in files, by the names of the programs."""
    errors: Errors = {}
    for file, message in found:
        errors.setdefault(Path(file).stem, []).append(message)
    return errors


@pytest.fixture(scope="module", params=[with_mypy, with_pyright], ids=["mypy", "pyright"])
def errors(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Errors:
    """What a checker finds in all programs; they are checked at once, which takes no longer."""
    folder = tmp_path_factory.mktemp("typed")
    for name, text in programs().items():
        (folder / f"{name}.py").write_text(text)
    check: Callable[[Path], Errors] = request.param
    return check(folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["actions", "every_name", "public_names", "tables", "tutorial", "starter"]
)
def test_a_program_passes_both_checkers_at_their_strictest(name: str, errors: Errors) -> None:
    assert errors.get(name, []) == []


@pytest.mark.slow
def test_a_forgotten_kind_of_action_is_found(errors: Errors) -> None:
    (error,) = errors["forgetful"]
    assert "assert_never" in error
    assert "Pass" in error


@pytest.mark.slow
def test_a_misspelt_name_is_found(errors: Errors) -> None:
    assert any("Gaem" in error and "attribute" in error for error in errors["misspelt"])


def test_every_kind_of_action_is_public() -> None:
    assert set(ws.Action.__args__) == set(ACTIONS)
    assert {kind.__name__ for kind in ACTIONS} | {"Payment"} <= set(ws.__all__)


def test_a_misspelt_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="Gaem"):
        ws.Gaem  # type: ignore[attr-defined]  # noqa: B018 -- that is the point
    assert set(dir(ws)) == set(ws.__all__)


def test_legal_actions_know_their_texts() -> None:
    game = ws.Game("usa", ["Ann", "Bob"], seed=7)
    assert "tickets" not in game.legal
    game.play("keep 1 2")
    game.play("keep 1 2")
    assert "tickets" in game.legal
    assert ws.DrawTickets() in game.legal
    assert "tickets please" not in game.legal
