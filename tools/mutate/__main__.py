"""Tries a sample of mutants of the rules and says which of them no test noticed.

    PYTHONPATH=build/pure python -m tools.mutate --src build/pure --sample 500 --seed 1

It runs from the project's root on uncompiled sources; `make mutate` sees to both. What it finds is
kept in `build/mutate`, so an interrupted run goes on where it stopped. Once the sources change all
mutants are tried again; once only tests change, those that survived.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from tools.mutate.equivalents import known_equivalents, stale
from tools.mutate.operators import Mutant
from tools.mutate.sampling import ENGINE, all_mutants, matching, sample
from tools.mutate.trials import (
    KILLED,
    SURVIVED,
    TIMED_OUT,
    Collected,
    Forks,
    Known,
    Trials,
    Verdict,
    collect,
    measure,
)

ROOM = Path("build/mutate")
# What tests the rules, by pattern: folders, and one bot whose games are frozen.
TESTS = ("rules", "engine", "perft", "records", "render", "bots/**/test_reference.py")
# What a verdict depends on besides the tests.
SOURCES = (ENGINE, "whistlestop/boards", "whistlestop/model")
EQUIVALENT = "equivalent"
# Of the mutants that change behaviour, this share must be noticed.
BAR = 0.97


def tests() -> list[Path]:
    return [path for pattern in TESTS for path in sorted(Path("tests").glob(pattern))]


class Notebook:
    """Verdicts on disk, one line of JSON each, and what the tests are known to reach."""

    def __init__(self, src: Path, budget: float) -> None:
        self.sources = _digest(path for place in SOURCES for path in (src / place).rglob("*"))
        self.tests = _digest(path for test in tests() for path in [test, *test.rglob("*")])
        self.tests += f" {budget:g}" if budget else ""
        self.folder = ROOM / self.sources
        self.folder.mkdir(parents=True, exist_ok=True)
        self.verdicts: dict[str, Verdict] = {}
        path = self.folder / "verdicts.jsonl"
        for line in path.read_text().splitlines() if path.exists() else ():
            self._read(json.loads(line))

    def _read(self, entry: dict[str, object]) -> None:
        """A kill holds as long as the sources are the same, a survival while the tests are too."""
        key, tests = str(entry.pop("key")), entry.pop("digest")
        verdict = Verdict(**entry)  # type: ignore[arg-type]
        if verdict.verdict != SURVIVED or tests == self.tests:
            self.verdicts[key] = verdict

    def write(self, mutant: Mutant, verdict: Verdict) -> None:
        self.verdicts[mutant.key] = verdict
        entry = {"key": mutant.key, "digest": self.tests, **asdict(verdict)}
        with (self.folder / "verdicts.jsonl").open("a") as out:
            out.write(json.dumps(entry) + "\n")

    def known(self, run: Collected, src: Path, files: list[str], forks: Forks) -> Known:
        """What each test reaches: measured for the tests not met before, read for the others."""
        path = self.folder / "reached.json"
        old = json.loads(path.read_text()) if path.exists() else {"tests": {}, "lines": {}}
        known = Known(old["tests"], {place: int(bits, 16) for place, bits in old["lines"].items()})
        new = [test for test in run.items if test not in known.tests]
        if new:
            print(
                f"{len(new)} tests run without a mutant, to see what each one reaches", flush=True
            )
        for part in measure(run, new, src, files, forks):
            known.add(part)
            lines = {place: hex(bits) for place, bits in known.lines.items()}
            path.write_text(json.dumps({"tests": known.tests, "lines": lines}))
            print(f"  {len(known.tests)} of {len(run.items)}", flush=True)
        return known


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        if path.is_file() and path.suffix != ".pyc":
            found.update(path.as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


class Run:
    """One run of the program: what to try, what came of it, and the report."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.src = Path(args.src).resolve()
        self.jobs = args.jobs
        self.budget = args.budget
        self.everything = all_mutants(self.src)
        self.notebook = Notebook(self.src, args.budget)
        self.known = known_equivalents()
        self.doubt = args.doubt
        self.chosen = self._choose(args)

    def _choose(self, args: argparse.Namespace) -> list[Mutant]:
        if args.doubt:
            return [m for m in self.mutants() if m.known_as in self.known]
        if args.only:
            return matching(self.everything, args.only)
        return sample(self.everything, args.sample, args.seed)

    def mutants(self) -> list[Mutant]:
        return [mutant for mutants in self.everything.values() for mutant in mutants]

    def left_out(self, mutant: Mutant) -> bool:
        return mutant.known_as in self.known and not self.doubt

    def work(self, run: Collected) -> None:
        """Try all chosen mutants that have no verdict yet."""
        forks = Forks(ROOM.resolve() / "scratch", self.jobs)
        shutil.rmtree(forks.scratch, ignore_errors=True)
        forks.scratch.mkdir(parents=True)
        for file in self.everything:
            # Some are imported only when they are needed, which would be too late here.
            import_module(file.removesuffix(".py").replace("/", "."))
        known = self.notebook.known(run, self.src, list(self.everything), forks)
        trials = Trials(run, known, self.src, forks, self.budget)
        for mutant in self.chosen:
            done = self.notebook.verdicts.get(mutant.key)
            if done and done.by in run.items:
                trials.hint(mutant, str(done.by))
        todo = [m for m in self.chosen if m.key not in self.notebook.verdicts]
        todo = [m for m in todo if not self.left_out(m)]
        print(f"{len(self.chosen)} mutants, {len(todo)} to be tried", flush=True)
        for i, (mutant, verdict) in enumerate(trials.verdicts(todo), 1):
            self.notebook.write(mutant, verdict)
            _progress(i, len(todo), mutant, verdict)
        shutil.rmtree(forks.scratch, ignore_errors=True)

    def report(self) -> bool:
        """Print what came of it; whether enough were noticed."""
        counts: dict[str, Counter[str]] = {}
        survivors = []
        for mutant in sorted(self.chosen, key=lambda m: (m.file, m.start, m.text)):
            verdict = EQUIVALENT
            if not self.left_out(mutant):
                verdict = self.notebook.verdicts[mutant.key].verdict
            counts.setdefault(mutant.file, Counter())[verdict] += 1
            if verdict == SURVIVED:
                survivors.append(mutant)
        _print_table(counts)
        for mutant in () if self.doubt else survivors:
            _print_survivor(mutant)
        for name in stale(self.known, self.mutants()):
            print(f"stale in equivalent.toml, fits no mutant: {' | '.join(name)}")
        if self.doubt:
            return self._report_doubts(survivors)
        return _print_share(sum(counts.values(), Counter()))

    def _report_doubts(self, survivors: list[Mutant]) -> bool:
        noticed = [m for m in self.chosen if m not in survivors]
        for mutant in noticed:
            print(f"noticed, so no equivalent: {_place(mutant)}: {mutant.after}")
        print(
            f"{len(survivors)} of {len(self.chosen)} listed mutants change nothing that is tested"
        )
        return not noticed


def _place(mutant: Mutant) -> str:
    return f"{mutant.file.removeprefix(ENGINE + '/')}:{mutant.line} {mutant.function}"


def _progress(number: int, total: int, mutant: Mutant, verdict: Verdict) -> None:
    by = f" by {verdict.by.split('::')[-1]}" if verdict.by else ""
    told = f"{verdict.verdict}{by}, {verdict.seconds:.1f} s"
    print(f"[{number}/{total}] {_place(mutant)}: {told}", flush=True)


def _print_table(counts: dict[str, Counter[str]]) -> None:
    columns = (KILLED, TIMED_OUT, SURVIVED, EQUIVALENT)
    print(f"\n{'file':28}" + "".join(f"{name:>12}" for name in columns))
    for file, row in counts.items():
        name = file.removeprefix(f"{ENGINE}/")
        print(f"{name:28}" + "".join(f"{row[column]:12}" for column in columns))


def _print_survivor(mutant: Mutant) -> None:
    print(f"\nsurvived: {_place(mutant)}\n  - {mutant.before}\n  + {mutant.after}")


def _print_share(totals: Counter[str]) -> bool:
    noticed = totals[KILLED] + totals[TIMED_OUT]
    changing = noticed + totals[SURVIVED]
    share = noticed / changing if changing else 1.0
    print(
        f"\n{noticed} of {changing} mutants that change behaviour killed: {share:.1%} "
        f"({totals[TIMED_OUT]} of them by taking too long; {totals[EQUIVALENT]} more are known to "
        "change nothing)"
    )
    return share >= BAR


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("--src", default="src", help="the uncompiled sources to mutate")
    parser.add_argument("--sample", type=int, default=500, help="how many mutants to try")
    parser.add_argument("--seed", default="1", help="which sample")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument(
        "--budget",
        type=float,
        default=0,
        help="seconds of tests for each mutant: a quick look that finds more survivors",
    )
    parser.add_argument("--only", nargs="*", help="all mutants of files or functions named so")
    parser.add_argument("--doubt", action="store_true", help="try those listed as equivalent")
    run = Run(parser.parse_args())
    if collect(map(str, tests()), run.work) not in (0, 5):
        return 2
    return 0 if run.report() else 1


if __name__ == "__main__":
    sys.exit(main())
