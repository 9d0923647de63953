"""Bots of packages and of the user's own folder are bots like any other."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import whistlestop as ws
from whistlestop.bots import bot_names, read_recipe, registry
from whistlestop.bots import own_bots as found
from whistlestop.bots.registry import bot_entry

MINE = """
from whistlestop.bots import Parameter, register

@register("mine", "Takes what comes.", Parameter("last", False, "the last legal action"))
class Mine:
    def __init__(self, rng, last):
        self.place = -1 if last else 0

    def choose(self, view):
        return view.legal[self.place]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path))
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    (tmp_path / "bots").mkdir()
    found.find_bots.cache_clear()
    yield tmp_path / "bots"
    found.find_bots.cache_clear()
    found._file.cache_clear()


def test_a_file_in_the_folder_brings_its_bot(folder: Path) -> None:
    (folder / "my_file.py").write_text(MINE)
    assert "mine" in bot_names()
    result = ws.simulate(["mine:last=yes", "greedy"], board="new-york", games=2, seed=1)
    assert not result.failures


def test_bots_are_known_to_everybody_while_a_file_is_being_read(folder: Path) -> None:
    """A server lists bots in one thread while others make tables with them."""
    (folder / "my_file.py").write_text(f"import time; time.sleep(0.1){MINE}")
    names = ["mine", "greedy"] * 4
    with ThreadPoolExecutor(len(names)) as pool:
        asked = [pool.submit(bot_entry, name) for name in names]
        asked += [pool.submit(bot_entry, "greedy")]
        assert [one.result().name for one in asked] == [*names, "greedy"]
    assert {"mine", "greedy"} <= set(bot_names())
    assert found.find_bots() == ()


def test_its_recipe_goes_to_other_processes(folder: Path) -> None:
    (folder / "my_file.py").write_text(MINE)
    sent = pickle.dumps(read_recipe("mine:last=yes"))
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).make(1).place)"
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert done.stdout == b"-1\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise RuntimeError('no')", "RuntimeError: no"),
        ("import sys; sys.exit(3)", "SystemExit"),
        ("x = 1", "registers none"),
        ("def", "SyntaxError"),
        (MINE.replace('"mine"', '"greedy"'), "already"),
    ],
)
def test_a_file_that_cannot_be_read_is_reported_and_keeps_no_other_away(
    folder: Path, text: str, why: str
) -> None:
    (folder / "a_bad.py").write_text(text)
    (folder / "my_file.py").write_text(MINE)
    assert "mine" in bot_names()
    (lost,) = found.find_bots()
    assert lost.source == "a_bad.py"
    assert why in str(lost)


def test_a_package_brings_its_bots_by_an_entry_point(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trainspotter.py").write_text(MINE)
    info = tmp_path / "trainspotter-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trainspotter\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[whistlestop.bots]\nspotter = trainspotter\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "mine" in bot_names()
    assert ws.make_bot("mine", seed=1)
