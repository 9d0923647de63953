"""The tests against one mutant after another, in processes forked from one that has collected them.

A trial replaces the code of the mutated function in a forked process and runs the tests that reach
the mutated statement until one fails; first those that failed for a mutant of the same function
before, then one of each test function, the quickest first. A mutant that takes effect on import (a
constant, say) is tried in a new interpreter instead. A test that takes many times longer than it
should ends the trial as timed out. Nothing here knows what a mutant means.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tools.mutate.operators import Mutant
from tools.mutate.reach import Reach, functions_of

KILLED = "killed"
SURVIVED = "survived"
TIMED_OUT = "timed out"

# Seconds of the processor that every test may take, besides a multiple of what it usually takes.
PATIENCE = 3.0
TIMES_SLOWER = 5
# How many tests are measured before it is written down.
AT_A_TIME = 250
# A new interpreter needs some seconds before its first test.
COLD_PATIENCE = 300
# Room in memory for a mutant that never stops collecting.
MOST_MEMORY = 2 << 30


@dataclass
class Known:
    """How long each test takes, and which tests reach which line, as bits of a number."""

    tests: dict[str, float]
    lines: dict[str, int]

    def add(self, other: Known) -> None:
        """Know of other tests too."""
        shift = len(self.tests)
        self.tests |= other.tests
        for place, bits in other.lines.items():
            self.lines[place] = self.lines.get(place, 0) | bits << shift

    def reaching(self, mutant: Mutant) -> list[str]:
        """The tests that reach the statement; if none does, all that reach its file."""
        bits = self.lines.get(f"{mutant.file}:{mutant.statement}", 0) if mutant.function else 0
        if not bits:
            for place, tests in self.lines.items():
                bits |= tests if place.startswith(f"{mutant.file}:") else 0
        return [test for i, test in enumerate(self.tests) if bits >> i & 1]

    def runs_on_import(self, mutant: Mutant) -> bool:
        """Whether it takes a new interpreter to see the mutant, as far as can be told."""
        return not self.lines.get(f"{mutant.file}:{mutant.statement}") or not mutant.function

    def order(self, tests: Iterable[str], first: Iterable[str]) -> list[str]:
        """The tests that are likely to fail first, then one of each function, quickest first."""
        left = set(tests)
        chosen = [test for test in dict.fromkeys(first) if test in left]
        left -= set(chosen)
        rounds: Counter[str] = Counter()
        ranked = []
        for test in sorted(left, key=lambda x: (self.tests[x], x)):
            function = test.split("[")[0]
            rounds[function] += 1
            ranked.append((rounds[function], self.tests[test], test))
        return chosen + [test for _, _, test in sorted(ranked)]

    def within(self, budget: float, tests: list[str]) -> list[str]:
        """The first tests, as many as usually run in so many seconds; all if that is nought."""
        spent = list(accumulate(self.tests[test] for test in tests))
        return tests[: bisect_right(spent, budget)] if budget else tests


@dataclass
class Verdict:
    """How a trial ended: for a killed mutant `by` is the test that noticed."""

    verdict: str
    by: str | None
    tests: int
    seconds: float


class Collected:
    """A pytest plugin that hands the collected tests to `work` in place of running them."""

    def __init__(self, work: Callable[[Collected], None]) -> None:
        self.work = work
        self.items: dict[str, pytest.Item] = {}
        self.failed = False

    def pytest_collection(self) -> None:
        # pytest wants to be the first to import it.
        from hypothesis import HealthCheck, Phase, settings

        # Before test modules are imported, after the profiles of conftest: the same examples in
        # every run, and no search for the smallest one, since failing is all that counts.
        parent = settings.get_profile("ci")
        profile = {"phases": (Phase.explicit, Phase.generate), "suppress_health_check": HealthCheck}
        settings.register_profile("mutate", parent, **profile)
        settings.load_profile("mutate")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def run(self, tests: list[str]) -> Iterator[tuple[str, bool, float]]:
        """Run tests in this process: each with whether it failed and the processor's seconds."""
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            self.failed = False
            began = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            yield item.nodeid, self.failed, time.process_time() - began


def collect(tests: Iterable[str], work: Callable[[Collected], None]) -> int:
    """Collect tests without running them and give them to `work`."""
    plugins = ["cacheprovider", "xdist", "cov", "faulthandler"]
    off = [arg for name in plugins for arg in ("-p", f"no:{name}")]
    quiet = ["-qq", "--no-header", "--no-summary", "-s"]
    options = [*quiet, "-o", "addopts=--import-mode=importlib --strict-markers"]
    return int(pytest.main([*off, *options, *tests], plugins=[Collected(work)]))


class Forks:
    """Work in forked processes, some at a time; each answers with one line of JSON."""

    def __init__(self, scratch: Path, jobs: int) -> None:
        self.scratch = scratch
        self.jobs = jobs
        self.running: dict[int, tuple[Any, int, float]] = {}

    def answers(
        self, tasks: Iterable[Any], work: Callable[[Any], Any]
    ) -> Iterator[tuple[Any, Any, int, float]]:
        """Each task with its answer (None if it died), the signal it died of, and seconds."""
        for task in tasks:
            if len(self.running) >= self.jobs:
                yield self._next()
            self._start(task, work)
        while self.running:
            yield self._next()

    def _start(self, task: Any, work: Callable[[Any], Any]) -> None:
        read, write = os.pipe()
        pid = os.fork()
        if pid:
            os.close(write)
            self.running[pid] = (task, read, time.monotonic())
            return
        status = 1
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            own = self.scratch / str(os.getpid())
            own.mkdir(parents=True)
            os.environ["PYTEST_DEBUG_TEMPROOT"] = str(own)
            answer = json.dumps(work(task)).encode()
            with os.fdopen(write, "wb") as out:
                out.write(answer)
            status = 0
        finally:
            os._exit(status)

    def _next(self) -> tuple[Any, Any, int, float]:
        # What a pipe cannot hold is read while its process still runs; answers here are short,
        # long ones go to files.
        pid, status = os.wait()
        task, read, began = self.running.pop(pid)
        with os.fdopen(read, "rb") as answered:
            text = answered.read()
        shutil.rmtree(self.scratch / str(pid), ignore_errors=True)
        died = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        return task, json.loads(text) if text else None, died, time.monotonic() - began


def measure(
    run: Collected, tests: list[str], src: Path, files: list[str], forks: Forks
) -> Iterator[Known]:
    """Run tests as they are, some at a time: how long each takes and what it reaches."""
    functions = functions_of(src)
    parts = [tests[i : i + AT_A_TIME] for i in range(0, len(tests), AT_A_TIME)]

    def work(part: list[str]) -> list[str]:
        return _measure_part(run, part, Reach(functions, src, files), _answer_of(forks, part))

    for part, failed, _, _ in forks.answers(parts, work):
        if failed is None or failed:
            raise SystemExit(f"These tests fail without any mutant: {failed or part}")
        answer = json.loads(_answer_of(forks, part).read_text())
        lines = {place: int(bits, 16) for place, bits in answer["lines"].items()}
        yield Known(answer["tests"], lines)


def _answer_of(forks: Forks, part: list[str]) -> Path:
    return forks.scratch / f"{hash(part[0])}.json"


def _measure_part(run: Collected, tests: list[str], reach: Reach, out: Path) -> list[str]:
    times: dict[str, float] = {}
    lines: dict[str, int] = {}
    failed: list[str] = []
    for i, (test, bad, seconds) in enumerate(run.run(tests)):
        times[test] = round(seconds, 4)
        failed += [test] if bad else []
        for place in reach.since():
            lines[place] = lines.get(place, 0) | 1 << i
    told = {"tests": times, "lines": {place: hex(bits) for place, bits in lines.items()}}
    out.write_text(json.dumps(told))
    return failed


class Trials:
    """Mutants tried with the tests that a process has collected."""

    def __init__(
        self, run: Collected, known: Known, src: Path, forks: Forks, budget: float
    ) -> None:
        self.run = run
        self.budget = budget
        self.known = known
        self.src = src
        self.forks = forks
        self.functions = functions_of(src)
        self.hints: dict[str, list[str]] = {}
        # What is here now, forked processes share as long as no collection touches it.
        gc.freeze()

    def hint(self, mutant: Mutant, test: str) -> None:
        """This test noticed a mutant: it may notice others of the same function."""
        self.hints.setdefault(f"{mutant.file}:{mutant.function}", []).insert(0, test)

    def verdicts(self, mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, Verdict]]:
        for mutant, answer, died, seconds in self.forks.answers(mutants, self._try):
            if answer is None and not died:
                raise SystemExit(f"The trial itself failed: {mutant}")
            if answer is None:
                ended = TIMED_OUT if died == signal.SIGVTALRM else KILLED
                verdict = Verdict(ended, None, 0, seconds)
            else:
                ended, by, tests = answer
                verdict = Verdict(ended, by, tests, seconds)
            if verdict.by:
                self.hint(mutant, verdict.by)
            yield mutant, verdict

    def _try(self, mutant: Mutant) -> tuple[str, str | None, int]:
        near = self.hints.get(f"{mutant.file}:{mutant.function}", [])
        # A test may have been renamed since it was measured.
        reaching = [test for test in self.known.reaching(mutant) if test in self.run.items]
        tests = self.known.within(self.budget, self.known.order(reaching, near))
        if not tests:
            return SURVIVED, None, 0
        if self.known.runs_on_import(mutant):
            return self._try_cold(mutant, tests)
        self._put_in(mutant)
        _limit_memory()
        self._allow(tests[0])
        try:
            for i, (test, failed, _) in enumerate(self.run.run(tests)):
                if failed:
                    return KILLED, test, i + 1
                self._allow(tests[min(i + 1, len(tests) - 1)])
        except BaseException:
            # What even pytest does not survive has been noticed.
            return KILLED, None, 0
        return SURVIVED, None, len(tests)

    def _allow(self, test: str) -> None:
        """Time for one test, of this process alone: a busy machine must not decide."""
        limit = PATIENCE + TIMES_SLOWER * self.known.tests[test]
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)

    def _put_in(self, mutant: Mutant) -> None:
        """Replace the code of the outermost function around the mutant, wherever it is used."""
        path = str(self.src / mutant.file)
        mutated = mutant.apply(Path(path).read_bytes())
        code = _code_of(compile(mutated, path, "exec", dont_inherit=True), mutant.function)
        function = self.functions[path, code.co_firstlineno]
        assert function.__code__.co_name == code.co_name
        function.__code__ = code

    def _try_cold(self, mutant: Mutant, tests: list[str]) -> tuple[str, str | None, int]:
        with tempfile.TemporaryDirectory(dir=self.forks.scratch) as folder:
            skip = shutil.ignore_patterns("client", "__pycache__")
            shutil.copytree(self.src, folder, dirs_exist_ok=True, ignore=skip)
            target = Path(folder, mutant.file)
            target.write_bytes(mutant.apply(target.read_bytes()))
            Path(folder, "tests.txt").write_text("\n".join(tests))
            path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
            env = {**os.environ, "PYTHONPATH": path}
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
            limit = (resource.RLIMIT_CPU, (COLD_PATIENCE, COLD_PATIENCE))
            done = subprocess.run(
                [*command, f"@{folder}/tests.txt"],
                env=env,
                preexec_fn=lambda: resource.setrlimit(*limit),
            )
        return (SURVIVED if done.returncode == 0 else KILLED), None, len(tests)


def _limit_memory() -> None:
    """Let this process have some more memory than it has; only Linux tells how much that is."""
    told = Path("/proc/self/statm")
    if told.exists():
        size = int(told.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MOST_MEMORY,) * 2)


def _code_of(code: CodeType, function: str) -> CodeType:
    """The code of a function, by its name and those of the classes around it."""
    for name in function.split("."):
        inner = (x for x in code.co_consts if isinstance(x, CodeType) and x.co_name == name)
        code = next(inner)
    return code
