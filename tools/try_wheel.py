"""Installs wheels as a user would, each into an empty virtual environment, and starts the game.

`python -m tools.try_wheel FILE...` takes what the wheel needs from wherever pip is told to look.
A wheel must hold everything in the package, the browser client included, and every compiled module
or none, and nothing else. The game counts as opened when its page, a script of the page and
a running game can be fetched.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from pathlib import Path

from tools.compiled_sources import SRC, compiled_files

PACKAGE = SRC / "whistlestop"
FLAVOUR = "from whistlestop.engine.state import state; print(state.__file__)"


def expected(wheel: Path) -> set[str]:
    """The files that a wheel must hold, of compiled modules without what machines call them."""
    made = (".pyc", ".so", ".pyd")
    paths = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in made]
    if not wheel.stem.endswith("any"):
        paths += [path.with_suffix(".so") for path in compiled_files()]
    return {path.relative_to(SRC).as_posix() for path in paths}


def check_contents(wheel: Path) -> int:
    """Say what is missing from a wheel or should not be in it; else how many files it holds."""
    with zipfile.ZipFile(wheel) as archive:
        names = {re.sub(r"\.[^/]*\.(so|pyd)$", ".so", name) for name in archive.namelist()}
    missing = expected(wheel) - names
    strange = {name for name in names if not re.match(r"whistlestop(-[0-9.]+\.dist-info)?/", name)}
    strange -= {"whistlestop__mypyc.so"}
    native = {name for name in names if name.endswith(".so")}
    strange |= native if wheel.stem.endswith("any") else set()
    assert not missing, f"{wheel.name} lacks {sorted(missing)[:5]}"
    assert not strange, f"{wheel.name} should not hold {sorted(strange)[:5]}"
    return len(names)


def try_wheel(wheel: Path, place: Path) -> str:
    """Install and start it; says what was seen."""
    python = install(wheel, place)
    own = {**os.environ, "WHISTLESTOP_HOME": str(place / "home"), "BROWSER": "true"}
    own.pop("PYTHONPATH", None)
    found = subprocess.run(
        [python, "-c", FLAVOUR], cwd=place, env=own, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip().endswith(".py") == wheel.stem.endswith("any"), found.stdout
    program = [python.with_name("whistlestop")]
    with subprocess.Popen(program, cwd=place, env=own, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        try:
            said = game.stdout.readline()
            return look(said.split("at ")[1].split()[0].rstrip("/"))
        finally:
            game.send_signal(signal.SIGINT)
            game.wait(20)


def install(wheel: Path, place: Path) -> Path:
    """The interpreter of a new environment that holds the wheel and what it needs."""
    venv.create(place / "env", with_pip=False)
    python = place / "env" / "bin" / "python"
    quiet = ["--disable-pip-version-check", "--quiet", "--quiet", "--python", str(python)]
    # What is used will be compiled when it is; most of what is installed is not.
    pip = [sys.executable, "-m", "pip", *quiet, "install", "--no-compile", str(wheel)]
    subprocess.run(pip, check=True)
    return python


def look(address: str) -> str:
    """Fetch the page as a browser would, and begin a game."""
    page = _fetched(address)
    script = re.search(r'src="(/page/[^"]+\.js)"', page)
    assert script, page
    _fetched(address + script[1])
    offers = json.loads(_fetched(f"{address}/api/offers"))
    boards = [board["name"] for board in offers["boards"]]
    assert {"usa", "europe", "new-york"} <= set(boards), boards
    body = json.dumps({"name": "Ann", "board": "new-york", "bots": ["planner"]}).encode()
    headers = {"Origin": address, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/play", body, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        table = json.load(answer)["table"]
    return f"the page opens and a game begins at table {table}"


def _fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read(), "utf-8")


def main(paths: list[str]) -> None:
    """Look through each wheel, then try it."""
    for path in map(Path, paths):
        count = check_contents(path)
        with tempfile.TemporaryDirectory() as place:
            print(f"{path.name}, {count} files: {try_wheel(path.resolve(), Path(place))}")


if __name__ == "__main__":
    main(sys.argv[1:])
