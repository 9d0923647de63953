"""Bots of other people: from installed packages, and from files in the user's own folder.

A package names its modules under the entry point `whistlestop.bots`; a file lies in the folder
`bots` of the user's own things. Both call `register`. Invariant: a source that cannot be read is
reported in a sentence and never keeps the others away.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from whistlestop.boards.home import own_bots
from whistlestop.bots import registry
from whistlestop.bots.contract import Bot, BotError
from whistlestop.model.errors import Refusal

GROUP = "whistlestop.bots"
NONE_REGISTERED = (
    'it registers none; `@whistlestop.bots.register("its-name", "What it does.")` before a class'
    " does"
)


@dataclass(frozen=True, slots=True)
class BrokenSource:
    """A file or package that should have registered a bot, and why it did not."""

    source: str
    why: str

    def __str__(self) -> str:
        return f"{self.source} brings no bot: {self.why}"


@dataclass(frozen=True, slots=True)
class OwnMaker:
    """Makes a bot from a file. It can be sent to other processes, unlike the file's own classes."""

    path: Path
    name: str

    def __call__(self, *given: Any, **values: Any) -> Bot:
        return _file(self.path)[self.name].maker(*given, **values)


@cache
def find_bots() -> tuple[BrokenSource, ...]:
    """Register the bots of packages and files, once; returns the sources that failed."""
    lost = [_try(point.name, point.load) for point in entry_points(group=GROUP)]
    lost += [_try(path.name, lambda path=path: _enter(path)) for path in own_bots().values()]
    return tuple(one for one in lost if one is not None)


def read_bots(path: Path) -> list[str]:
    """The names that a file would register; whatever it raises comes out as a `BotError`."""
    lost = _try(path.name, lambda: _file(path))
    if lost is not None or not _file(path):
        raise BotError("bad_bot", str(lost or BrokenSource(path.name, NONE_REGISTERED)))
    return list(_file(path))


def recipe_of_file(path: Path, name: str | None = None) -> registry.Recipe:
    """A bot that a file registers, the first unless named, with its usual parameters."""
    name = read_bots(path)[0] if name is None else name
    values = {p.name: p.default for p in _file(path)[name].parameters}
    return registry.Recipe(name, OwnMaker(path, name), values)


def _try(source: str, bring: Any) -> BrokenSource | None:
    try:
        bring()
    # Other people's code may fail in any way, and even ask to leave the program.
    except (Exception, SystemExit) as error:
        said = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
        return BrokenSource(source, " ".join(said.split())[:200])
    return None


def _enter(path: Path) -> None:
    found = _file(path)
    if not found:
        raise BotError("no_bot", NONE_REGISTERED)
    for entry in found.values():
        maker = OwnMaker(path, entry.name)
        registry.enter(replace(entry, maker=maker))


@cache
def _file(path: Path) -> dict[str, registry.Entry]:
    """What a file registers, kept apart from the other bots until the whole file was read."""
    name = f"whistlestop_own_bot_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None, path
    assert spec.loader is not None, path
    with registry.apart(path.name) as entries:
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return entries
