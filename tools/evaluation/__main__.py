"""The commands of this folder: `fit`, `levels`, `report` and `gaps`."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from tools.evaluation import gaps, levels
from tools.evaluation.crossed import crossed, joined
from tools.evaluation.fitting import fit
from tools.evaluation.positions import FIT, FRESH, LineUp, kept, line_up, play_more
from tools.evaluation.tables import equals, said, tables
from whistlestop.boards.load import load_board
from whistlestop.bots.evaluation import correction

BOARDS = ("usa:classic", "europe", "new-york", "london")
FILE = Path(correction.__file__).with_name("correction.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "levels", "report", "gaps"))
    parser.add_argument("--seconds", type=float, default=0.0, help="for playing more games")
    parser.add_argument("--crossed", action="store_true", help="report the games of the fit too")
    parser.add_argument("--equals", action="store_true", help="as if all were planners")
    parser.add_argument("--only", nargs="*", default=(), help="line-ups such as usa:classic/2")
    options = parser.parse_args()
    usual = levels.line_ups(BOARDS) if options.what == "levels" else line_ups()
    lines = [line_up(text) for text in options.only] or usual
    if options.what == "gaps":
        gaps.play_more(lines, options.seconds)
        print(gaps.report())
        return
    seed = FRESH if options.what == "report" else FIT
    if options.seconds > 0:
        play_more(lines, seed, options.seconds)
    seen = {line: found for line in lines if (found := kept(line, seed))}
    if options.what == "fit":
        write(fit(seen))
    elif options.what == "levels":
        levels.write(levels.fit(seen))
    elif options.crossed:
        fitted = {line: found for line in lines if (found := kept(line, FIT))}
        print(*tables(joined(fitted, seen), crossed(fitted)), sep="\n")
    else:
        print(*tables(seen, equals if options.equals else said), sep="\n")


def line_ups() -> list[LineUp]:
    rules = [(board, load_board(board).rules) for board in BOARDS]
    return [LineUp(b, n) for b, r in rules for n in range(r.min_players, r.max_players + 1)]


def write(found: dict[str, dict[int, correction.Correction]]) -> None:
    """Write the corrections, a line for each."""
    maps = []
    for name, by_players in sorted(found.items()):
        rows = [f'  "{n}": {json.dumps(asdict(c))}' for n, c in sorted(by_players.items())]
        maps.append(f' "{name}": {{\n' + ",\n".join(rows) + "\n }")
    FILE.write_text("{\n" + ",\n".join(maps) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
