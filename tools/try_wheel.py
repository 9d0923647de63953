"""Installs wheels and sdists as a user would, each into an empty environment, and starts the game.

`python -m tools.try_wheel FILE... [--python INTERPRETER]...` takes what they need from wherever pip
is told to look. A wheel
must hold everything in the package, the browser client included, and every compiled module or none,
and nothing else; an sdist is built without Node. The core alone plays games and names the extra
that the browser needs; with it the game counts as opened when its page, a script of the page and
a running game can be fetched. Compiled wheels play the same games with the oldest librt that they
allow. The pure wheel is tried with every Python from 3.11 on that is found on the path; with
`--python`, packages are tried with those and no others.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path

from tools.compiled_sources import ROOT, SRC, compiled_files

PACKAGE = SRC / "whistlestop"
GAMES = ["simulate", "planner", "greedy", "--board", "new-york"]
GAMES += ["--games", "4", "--seed", "1", "--json"]
WANTED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
OLDEST_LIBRT = next(text.partition(">=")[2] for text in WANTED if text.startswith("librt"))
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


def try_package(package: Path, place: Path, interpreter: str) -> str:
    """Install it without extras and with the server, and start it; says what was seen."""
    own = {**os.environ, "WHISTLESTOP_HOME": str(place / "home"), "BROWSER": "true"}
    own.pop("PYTHONPATH", None)
    python = environment(place, interpreter)
    install(python, str(package))
    check_flavour(package, ran([python, "-c", FLAVOUR], place, own))
    program = python.with_name("whistlestop")
    games = json.loads(ran([program, *GAMES], place, own))["standings"]
    refused = subprocess.run([program], cwd=place, env=own, capture_output=True, text=True)
    assert (refused.returncode, "[server]" in refused.stderr) == (2, True), refused.stderr
    install(python, f"{package}[server]")
    seen = opened(program, place, own)
    if is_compiled(package):
        install(python, f"librt=={OLDEST_LIBRT}")
        assert json.loads(ran([program, *GAMES], place, own))["standings"] == games
        seen += f", and plays the same with librt {OLDEST_LIBRT}"
    return seen


def is_compiled(package: Path) -> bool:
    return package.suffix == ".whl" and not package.stem.endswith("any")


def check_flavour(package: Path, module: str) -> None:
    """A compiled wheel brings compiled modules, and whatever else is tried here does not."""
    assert module.endswith(".py") != is_compiled(package), module


def ran(command: list[str | Path], place: Path, own: dict[str, str]) -> str:
    """What a program that must succeed has printed."""
    done = subprocess.run(
        command, cwd=place, env=own, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def opened(program: Path, place: Path, own: dict[str, str]) -> str:
    """Open the game as somebody does who types the name of the program."""
    with subprocess.Popen([program], cwd=place, env=own, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        try:
            said = game.stdout.readline()
            return look(said.split("at ")[1].split()[0].rstrip("/"))
        finally:
            game.send_signal(signal.SIGINT)
            game.wait(20)


def environment(place: Path, interpreter: str) -> Path:
    """The interpreter of a new environment that holds nothing."""
    subprocess.run([interpreter, "-m", "venv", "--without-pip", place / "env"], check=True)
    return place / "env" / "bin" / "python"


def install(python: Path, what: str) -> None:
    """Install as a user would; an sdist as pure Python, whose compiling the wheels show."""
    quiet = ["--disable-pip-version-check", "--quiet", "--quiet", "--python", str(python)]
    # What is used will be compiled when it is; most of what is installed is not.
    pip = [sys.executable, "-m", "pip", *quiet, "install", "--no-compile", what]
    subprocess.run(pip, check=True, env={**os.environ, "WHISTLESTOP_PURE": "1"})


def interpreters(package: Path) -> list[str]:
    """Those to try a package with: for the pure wheel, all that this machine has."""
    found = [sys.executable]
    if not package.stem.endswith("any"):
        return found
    others = [minor for minor in range(11, 15) if minor != sys.version_info.minor]
    for other in filter(None, (shutil.which(f"python3.{minor}") for minor in others)):
        # Some systems have a name that only says that this Python is not installed.
        if subprocess.run([other, "--version"], capture_output=True, check=False).returncode == 0:
            found.append(other)
    return found


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


def main(arguments: list[str]) -> None:
    """Look through each wheel, then try it."""
    parser = argparse.ArgumentParser(prog="python -m tools.try_wheel")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--python", action="append", default=[], help="one to try them with")
    given = parser.parse_args(arguments)
    for path in given.files:
        files = f", {check_contents(path)} files" if path.suffix == ".whl" else ""
        for interpreter in given.python or interpreters(path):
            with tempfile.TemporaryDirectory() as place:
                seen = try_package(path.resolve(), Path(place), interpreter)
                print(f"{path.name}{files}, {Path(interpreter).name}: {seen}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
