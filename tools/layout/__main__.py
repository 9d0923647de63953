"""The command: `python -m tools.layout usa` or `python -m tools.layout my-board.toml`."""

from __future__ import annotations

import sys
from pathlib import Path

import whistlestop.boards
from tools.layout.boardtext import UnfitFile, rewritten
from tools.layout.polish import polish
from tools.layout.relax import relax
from tools.layout.state import Layout, Start, at_home
from whistlestop.model.board import Board
from whistlestop.model.boardfile import load_board
from whistlestop.render.clashes import clashes

# Manhattan is turned until its avenues stand upright.
STARTS = {"new-york": Start(-29.0, 1.4), "europe": Start(0.0, 1.25)}


def found(board: Board, start: Start) -> Layout:
    layout = at_home(board, start)
    relax(layout)
    polish(layout)
    return layout


def place(path: Path) -> int:
    """Write positions into one board file; how many faults are left."""
    layout = found(load_board(path), STARTS.get(path.stem, Start()))
    path.write_text(rewritten(path.read_text("utf-8"), layout), "utf-8")
    faults = clashes(load_board(path))
    print(f"{path.name}: cities moved {layout.drift():.0f} px on average, {len(faults)} faults")
    print("".join(f"  {fault}\n" for fault in faults), end="")
    return len(faults)


def main(names: list[str]) -> int:
    boards = Path(next(iter(whistlestop.boards.__path__)))
    paths = [Path(n) if n.endswith(".toml") else boards / f"{n}.toml" for n in names]
    try:
        return 1 if sum(map(place, paths)) else 0
    except UnfitFile as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
