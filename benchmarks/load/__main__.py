"""`python -m benchmarks.load steady`: load on a real server, with figures and a verdict."""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load.scenarios import cold, memory, reconnect, saturate, several, steady, written
from benchmarks.report import Figure, show

Run = Callable[[Path, Any], Awaitable[list[Figure]]]

SCENARIOS: dict[str, tuple[type[Any], Run]] = {
    "steady": (steady.Steady, steady.run),
    "saturate": (saturate.Saturate, saturate.run),
    "cold": (cold.Cold, cold.run),
    "memory": (memory.Memory, memory.run),
    "reconnect": (reconnect.Reconnect, reconnect.run),
    "several": (several.Several, several.run),
    "written": (written.Written, written.run),
}


def main() -> int:
    """Run one scenario and print its figures; 1 if a bar was missed."""
    given = _arguments()
    _raise_file_limit()
    kind, run = SCENARIOS[given.scenario]
    chosen = {f.name: v for f in fields(kind) if (v := getattr(given, f.name)) is not None}
    with tempfile.TemporaryDirectory(prefix="whistlestop-load-") as folder:
        figures = uvloop.run(_whole(run, Path(folder), kind(**chosen)))
    print(show(figures))
    if given.json is not None:
        given.json.write_text(json.dumps([_data(figure) for figure in figures], indent=1))
    return int(any(figure.verdict == "MISSED" for figure in figures))


async def _whole(run: Run, folder: Path, how: Any) -> list[Figure]:
    return await run(folder, how)


def _data(figure: Figure) -> dict[str, Any]:
    return {**asdict(figure), "verdict": figure.verdict}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    scenarios = parser.add_subparsers(dest="scenario", required=True)
    for name, (kind, run) in SCENARIOS.items():
        says = sys.modules[run.__module__].__doc__ or ""
        own = scenarios.add_parser(name, help=says.split(": ", 1)[1].split("\n")[0])
        own.add_argument("--json", type=Path, help="write the figures there, too")
        for field in fields(kind):
            flag = f"--{field.name.replace('_', '-')}"
            own.add_argument(flag, type=type(field.default), help=f"default {field.default}")
    return parser.parse_args()


def _raise_file_limit() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    sys.exit(main())
