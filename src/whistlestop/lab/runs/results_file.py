"""A results file: blocks of games as JSON lines, appended as they are played and never changed.

A line with `run` and facts says what was played (board, bots, seed, code); every other line is a
block of such a run. A run that was interrupted finds its blocks here and goes on; it drops a last
line that was cut off. Runs with other facts, or of other code, may share the file and stay as they
are. Invariant: what is read back equals what was played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from whistlestop.bots.seated import Failure
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.details import details_from
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import FailedGame, GameResult, Played

FORMAT = 1
ANY_CODE = "any"
BEGINNINGS = (b'{"run":', b'{"of":')
"""How the lines of a results file begin."""

_RESULT = ("totals", "winners", "completed", "tickets", "plies", "turns", "ended", "decided_by")


DECIDING = ("boards/**/*.py", "bots/**/*.py", "bots/*.json", "engine/**/*.py", "model/**/*.py")
"""The files that decide how a game goes: rules, bots and what bots have learned.

The data of a board are not among them, because a run names its board's own digest.
"""


@cache
def code_digest() -> str:
    """A fingerprint of the code that plays, by which games of other code are told apart."""
    import whistlestop

    return digest_of(Path(whistlestop.__file__).parent)


def digest_of(package: Path) -> str:
    """A fingerprint of what the deciding files say, read in the order of their names.

    The names themselves are left out, because they decide nothing.
    """
    files = {path for pattern in DECIDING for path in package.glob(pattern)}
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.relative_to(package).parts):
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def run_facts(plan: SimulationPlan) -> dict[str, Any]:
    """What tells one run from another; the number of workers is not part of it."""
    return {
        "format": FORMAT,
        "board": plan.board.name,
        "digest": plan.board.digest,
        "bots": [recipe.text for recipe in plan.bots],
        "seed": plan.seed,
        "rotate": plan.rotate,
        "paired": plan.paired,
        "detailed": plan.detailed,
        # Only where it is so: files from before anything was kept stay as they are.
        **({"kept": True} if plan.kept else {}),
    }


class ResultsFile:
    """The blocks of a results file by run, and a way to add more."""

    def __init__(self, path: str | Path, *, any_code: bool = False) -> None:
        self.path = Path(path)
        self._any_code = any_code
        self._runs: dict[str, dict[str, Any]] = {}
        self._blocks: dict[tuple[str, int], dict[str, Any]] = {}
        self._file = self._open()
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def get(self, plan: SimulationPlan, block: int) -> list[Played] | None:
        """The games of a block, if they have been played."""
        line = self._blocks.get((self._key(plan), block))
        return None if line is None else _games(plan, block, line)

    def add(self, plan: SimulationPlan, block: int, played: Sequence[Played]) -> None:
        """Append a block; it is on its way to the disk when this returns."""
        key = self._key(plan)
        if key not in self._runs:
            facts = run_facts(plan) | {"code": code_digest()}
            self._runs[key] = facts
            self._write({"run": _id(facts), **facts})
        line = {"of": _id(self._runs[key]), "block": block, "games": [_plain(g) for g in played]}
        self._write(line)
        self._blocks[key, block] = line

    def close(self) -> None:
        """Let go of the file and its lock."""
        self._file.close()

    def _key(self, plan: SimulationPlan) -> str:
        return self._key_of(run_facts(plan) | {"code": code_digest()})

    def _key_of(self, facts: dict[str, Any]) -> str:
        return _id(facts | {"code": ANY_CODE} if self._any_code else facts)

    def _open(self) -> TextIOWrapper:
        try:
            file = self.path.open("a+", encoding="utf-8", newline="\n")
        except OSError as error:
            raise LabError(
                "bad_results", f"{self.path} cannot be used for results: {error.strerror}."
            ) from None
        _lock(file, self.path)
        return file

    def _read(self) -> None:
        """Read every line; one of ours that was cut off is removed, so that the next begins afresh.
        Somebody's other file stays as it is."""
        self._file.seek(0)
        *whole, cut = bytes(self._file.buffer.read()).split(b"\n")
        ids: dict[str, str] = {}
        for number, line in enumerate(whole, 1):
            self._take(line, number, ids)
        if not any(cut.startswith(ours) or ours.startswith(cut) for ours in BEGINNINGS):
            raise self._not_ours(len(whole) + 1)
        if cut:
            self._file.truncate(sum(len(line) + 1 for line in whole))

    def _take(self, line: bytes, number: int, ids: dict[str, str]) -> None:
        try:
            data = json.loads(line)
            if "run" in data:
                facts = {key: value for key, value in data.items() if key != "run"}
                ids[data["run"]] = key = self._key_of(facts)
                self._runs.setdefault(key, facts)
            else:
                self._blocks[ids[data["of"]], data["block"]] = data
        except (ValueError, KeyError, TypeError):
            raise self._not_ours(number) from None

    def _not_ours(self, line: int) -> LabError:
        return LabError(
            "bad_results", f"Line {line} of {self.path} is not a line of a results file."
        )

    def _write(self, data: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as error:
            raise LabError(
                "bad_results", f"{self.path} cannot be written: {error.strerror}."
            ) from None


def _lock(file: IO[str], path: Path) -> None:
    """One run at a time; where files cannot be locked, it is up to the user."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise LabError("results_in_use", f"Another run is writing to {path}.") from None
    except OSError:
        return


def _id(facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:12]


def _plain(played: Played) -> list[Any]:
    """A game as a list; what follows from the plan and the number is left out."""
    failures = [asdict(failed.failure) for failed in played.failures]
    details = None if played.details is None else played.details.plain()
    codes = [played.codes] if played.codes else []
    return [[getattr(played.result, name) for name in _RESULT], failures, details, *codes]


def _games(plan: SimulationPlan, block: int, line: dict[str, Any]) -> list[Played]:
    first = block * plan.players
    return [_game(plan, first + i, *parts) for i, parts in enumerate(line["games"])]


def _game(
    plan: SimulationPlan,
    number: int,
    values: list[Any],
    failures: list[Any],
    more: Any,
    codes: Sequence[int] = (),
) -> Played:
    seed = plan.seed_of(number)
    parts: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in zip(_RESULT, values, strict=True)
    }
    result = GameResult(number=number, seed=seed, bots=plan.seating(number), **parts)
    failed = tuple(FailedGame(number, seed, Failure(**facts)) for facts in failures)
    details = None if more is None else details_from(more)
    return Played(result, failed, details, codes=tuple(codes))
