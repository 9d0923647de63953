"""The commands of this folder: `make`, `confirm` and `table`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.puzzles.confirming import Confirmed, confirm, sample_of, summary, table
from tools.puzzles.making import MakingError, make_puzzles, runs
from whistlestop.bots.puzzles import puzzles_of, shelf

KEPT = Path(__file__).parents[2] / "build" / "puzzles"
SHIPPED = Path(shelf.__file__).with_name("shipped")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "confirm", "table"))
    parser.add_argument("--seed", default="puzzles", help="what all luck follows from")
    parser.add_argument("--wanted", type=int, default=14, help="puzzles of each board and theme")
    parser.add_argument("--games", type=int, default=4000, help="games of a run at most")
    parser.add_argument("--sample", type=int, default=60, help="how many puzzles to confirm")
    parser.add_argument("--worlds", type=int, default=512, help="worlds of the stronger search")
    asked = parser.parse_args()
    if min(asked.wanted, asked.games, asked.sample, asked.worlds) < 1:
        parser.error("--wanted, --games, --sample and --worlds are 1 or more")
    if asked.what == "make":
        _make(asked.seed, asked.wanted, asked.games)
    elif asked.what == "confirm":
        _confirm(asked.sample, asked.worlds, asked.seed)
    else:
        print(*table(puzzles_of()), sep="\n")


def _make(seed: str, wanted: int, games: int) -> None:
    try:
        make_puzzles(runs(seed, wanted), KEPT, SHIPPED, games, lambda line: print(line, flush=True))
    except MakingError as error:
        raise SystemExit(str(error)) from None


def _confirm(sample: int, worlds: int, seed: str) -> None:
    found: list[Confirmed] = []
    for puzzle in sample_of(puzzles_of(), sample, seed):
        found.append(confirm(puzzle, worlds, seed))
        print(found[-1].line(), flush=True)
    print(*summary(found), sep="\n")


if __name__ == "__main__":
    main()
