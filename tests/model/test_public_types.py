"""What a type checker makes of programs that use the public names: mypy, as strict as it can be."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import whistlestop as ws
from tests.project.markdown import blocks

ROOT = Path(__file__).parents[2]
ACTIONS = (ws.Keep, ws.Draw, ws.DrawTickets, ws.Claim, ws.Pay, ws.Decline, ws.Build, ws.Pass)

MATCH = """
from typing import assert_never

import whistlestop as ws


def told(action: ws.Action) -> str:
    match action:
        case ws.Claim(route=name, payment=ws.Payment(locomotives=wild)):
            return name.upper() + str(wild + 1)
        case ws.Build(city=name) | ws.Draw(card=name):
            return name.upper()
        case ws.Keep(tickets=places):
            return str(places[0] + 1)
        case ws.Pay(payment=payment):
            return str(payment.total + 1)
        case ws.DrawTickets() | ws.Decline() | ws.Pass():
            return str(action)
        case _:
            assert_never(action)


class Mine:
    def __init__(self, rng: ws.Rng) -> None:
        self.rng = rng

    def choose(self, view: ws.View) -> ws.Action | str:
        if "tickets" in view.legal:
            return "tickets"
        return view.legal[self.rng.below(len(view.legal))]


bot: ws.Bot = Mine(ws.seeded(1, stream="mine"))
game = ws.Game("usa", 2)
print("tickets" in game.legal, told(game.legal[0]))
ws.simulate([Mine, "greedy"], games=2)
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mypy")


def strict(text: str, folder: Path, cache: Path) -> list[str]:
    """The errors that mypy finds in a program."""
    (folder / "program.py").write_text(text)
    # From the folder of the program, so that no settings of ours are taken.
    where = ["--cache-dir", str(cache), "--config-file", ""]
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", *where]
    done = subprocess.run(
        [*command, "program.py"],
        cwd=folder,
        env={"MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    return [line for line in done.stdout.splitlines() if " error: " in line]


def test_actions_are_matched_by_kind(tmp_path: Path, cache: Path) -> None:
    assert strict(MATCH, tmp_path, cache) == []


def test_a_forgotten_kind_of_action_is_found(tmp_path: Path, cache: Path) -> None:
    forgetful = MATCH.replace(" | ws.Pass()", "")
    assert len(strict(forgetful, tmp_path, cache)) == 1


def test_a_misspelt_name_is_found(tmp_path: Path, cache: Path) -> None:
    (error,) = strict("import whistlestop as ws\n\nws.Gaem()\n", tmp_path, cache)
    assert 'no attribute "Gaem"' in error


def test_the_tutorials_bot_is_strict(tmp_path: Path, cache: Path) -> None:
    page = (ROOT / "docs/tutorial/first-bot.md").read_text()
    parts = [block.text for block in blocks(page) if block.language == "python"]
    assert len(parts) == 2
    assert strict("\n\n".join(parts), tmp_path, cache) == []


def test_the_bot_to_begin_with_is_strict(tmp_path: Path, cache: Path) -> None:
    text = (ROOT / "src/whistlestop/cli/starter_bot.txt").read_text()
    assert strict(re.sub("CLASS", "Mine", text.replace("NAME", "mine")), tmp_path, cache) == []


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
