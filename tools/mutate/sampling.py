"""Which mutants to try: a sample over all files of the rules, by their size, from a seed.

The files are found by patterns, so that a file that is added, split or renamed is still looked at.
Invariant: the same sources, size and seed give the same sample.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from tools.mutate.operators import Mutant, mutants_of

# What decides a game and what a seat may know of it, below src/whistlestop/engine.
RULES = (
    "phases/*.py",
    "scoring/*.py",
    "knowledge/*.py",
    "state/chance.py",
    "state/setup.py",
    "state/state.py",
)
ENGINE = "whistlestop/engine"
# A small file is still looked at.
FEWEST = 4


def all_mutants(src: Path) -> dict[str, list[Mutant]]:
    """The mutants of every file of the rules, by file, as found below `src`."""
    paths = {path for glob in RULES for path in (src / ENGINE).glob(glob)}
    files = sorted(path.relative_to(src).as_posix() for path in paths)
    by_file = {file: mutants_of(file, (src / file).read_bytes()) for file in files}
    return {file: mutants for file, mutants in by_file.items() if mutants}


def sample(by_file: dict[str, list[Mutant]], size: int, seed: str) -> list[Mutant]:
    """About `size` mutants, of each file in proportion to what it offers, in random order."""
    total = sum(map(len, by_file.values()))
    chosen: list[Mutant] = []
    for file, mutants in by_file.items():
        share = max(FEWEST, -(-size * len(mutants) // total))
        chosen += Random(f"{seed}:{file}").sample(mutants, min(share, len(mutants)))
    Random(seed).shuffle(chosen)
    return chosen


def matching(by_file: dict[str, list[Mutant]], words: Iterable[str]) -> list[Mutant]:
    """All mutants whose file or function contains one of the words."""
    wanted = list(words)
    everything = [mutant for mutants in by_file.values() for mutant in mutants]
    return [m for m in everything if any(w in f"{m.file}:{m.function}" for w in wanted)]
