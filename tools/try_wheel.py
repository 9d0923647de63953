"""Installs wheels as a user would, each into an empty virtual environment, and starts the game.

`python -m tools.try_wheel FILE...` takes what the wheel needs from wherever pip is told to look.
The game counts as opened when its page, a script of the page and a running game can be fetched.
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
from pathlib import Path


def try_wheel(wheel: Path, place: Path) -> str:
    """Install and start it; says what was seen."""
    venv.create(place / "env", with_pip=True)
    programs = place / "env" / "bin"
    quiet = ["--disable-pip-version-check", "--quiet", "--quiet"]
    subprocess.run([programs / "python", "-m", "pip", *quiet, "install", wheel], check=True)
    own = {**os.environ, "WHISTLESTOP_HOME": str(place / "home"), "BROWSER": "true"}
    own.pop("PYTHONPATH", None)
    program = [programs / "whistlestop"]
    with subprocess.Popen(program, cwd=place, env=own, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        try:
            said = game.stdout.readline()
            return _look(said.split("at ")[1].split()[0].rstrip("/"))
        finally:
            game.send_signal(signal.SIGINT)
            game.wait(20)


def _look(address: str) -> str:
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
    for path in paths:
        with tempfile.TemporaryDirectory() as place:
            print(f"{Path(path).name}: {try_wheel(Path(path).resolve(), Path(place))}")


if __name__ == "__main__":
    main(sys.argv[1:])
