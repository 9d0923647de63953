"""The command: `python -m tools.outlines` for all boards, or with the names of some."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import whistlestop.boards
from tools.outlines.countries import europe, usa
from tools.outlines.manhattan import new_york
from tools.outlines.thames import london
from whistlestop.boards.load import load_board

DRAWINGS = {"usa": usa, "europe": europe, "new-york": new_york, "london": london}


def write(name: str) -> None:
    """Draw a board's outline into its file and say how large that is."""
    data = DRAWINGS[name](load_board(name)).data()
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    folder = Path(next(iter(whistlestop.boards.__path__))) / "outlines"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(text, "utf-8")
    sizes = ", ".join(f"{layer['kind']} {len(layer['d'])}" for layer in data["layers"])
    packed = len(gzip.compress(text.encode()))
    print(f"{name}: {len(text.encode())} bytes, {packed} packed ({sizes})")


def main(names: list[str]) -> int:
    """Draw the boards named, or all."""
    for name in names or DRAWINGS:
        write(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
