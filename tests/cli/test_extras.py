"""Without an extra, its commands say which one to install; without the page, the server says so.

Each command runs as a program in an interpreter that cannot find the packages of the extra, as in
an environment that never had them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from whistlestop.cli.extras import missing_extra

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LIGHT = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {extras!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Without())
from whistlestop.cli.main import main
main()
"""
EXTRAS = ("aiohttp", "prometheus_client", "uvloop", "asyncpg", "numpy", "scipy", "matplotlib",
          "pyarrow", "ray", "gymnasium", "pettingzoo", "pyspiel")  # fmt: skip


def light(home: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command where nothing but the core is installed."""
    program = [sys.executable, "-c", LIGHT.format(extras=EXTRAS), *args]
    own = {**os.environ, "WHISTLESTOP_HOME": str(home), "BROWSER": "true", **env}
    return subprocess.run(
        program, env=own, cwd=home, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    "command",
    [
        (),
        ("play",),
        ("serve",),
        ("bot", "greedy", "--table", "http://127.0.0.1/t/a#seat=b"),
        ("table", "new", "--board", "europe", "--bots", "2", "--json"),
        ("store", "check", "--store", "tables.db"),
        ("admin", "list", "--store", "tables.db"),
    ],
)
def test_what_needs_the_server_names_its_extra(command: tuple[str, ...], tmp_path: Path) -> None:
    done = light(tmp_path, *command)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "`pip install 'whistlestop[server]'`" in done.stderr
    assert ("--terminal" in done.stderr) == (command in ((), ("play",), ("serve",)))


def test_a_study_with_pictures_names_its_extra(tmp_path: Path) -> None:
    done = light(tmp_path, "study", "new-york", "--games", "2", "--to", "out")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "whistlestop[lab]" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_layout_names_its_extra_before_it_begins(tmp_path: Path) -> None:
    assert light(tmp_path, "board", "new", "town").returncode == 0
    done = light(tmp_path, "board", "layout", "town.toml")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "`pip install 'whistlestop[layout]'`" in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("--help",),
        ("boards",),
        ("serve", "--help"),
        ("bots", "list"),
        ("rules", "europe"),
        ("simulate", "greedy", "planner", "--games", "2", "--board", "new-york", "--seed", "1"),
        ("rate", "--help"),
    ],
)
def test_the_core_needs_no_extra(command: tuple[str, ...], tmp_path: Path) -> None:
    done = light(tmp_path, *command)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_module_that_no_extra_brings_is_a_defect() -> None:
    assert missing_extra(ModuleNotFoundError(name="whistlestop.nothing")) is None
    assert missing_extra(ModuleNotFoundError(name=None)) is None


def test_where_no_server_runs_no_extra_is_praised(tmp_path: Path) -> None:
    """On Windows there is neither uvloop nor this part of Python, and no extra brings either."""
    program = "import sys; sys.modules['resource'] = None" + LIGHT.format(extras=("uvloop",))
    own = {**os.environ, "WHISTLESTOP_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program, "serve"],
        env=own,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The server runs on Linux and macOS, not on this system;")


def test_every_extra_that_a_sentence_names_exists() -> None:
    named = {str(missing_extra(ModuleNotFoundError(name=name))) for name in EXTRAS}
    found = {sentence.partition("whistlestop[")[2].partition("]")[0] for sentence in named}
    assert found <= set(PROJECT["optional-dependencies"])
    assert "server" in found


def test_all_is_every_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    (every,) = extras["all"]
    listed = every.partition("[")[2].rstrip("]").split(",")
    assert sorted(listed) == sorted(set(extras) - {"all"})


def test_without_the_page_the_game_is_not_opened_and_a_sentence_says_why(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from whistlestop.cli.main import main; main()", "play"]
    own = {**os.environ, "WHISTLESTOP_CLIENT": str(tmp_path), "WHISTLESTOP_HOME": str(tmp_path)}
    done = subprocess.run(
        program, env=own, capture_output=True, text=True, check=False, timeout=60
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("This server has no page")
    assert "WHISTLESTOP_CLIENT" in done.stderr
