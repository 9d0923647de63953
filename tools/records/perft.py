"""Makes `tests/perft/counts.json` and `tests/perft/order.json` from the recorded games.

    python -m tools.records.perft

It runs from the project's root, compiled (`make setup`), after `python -m tools.records.games` if
the records changed. The numbers change only when a rule, a board or the order of actions does.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.perft.counting import COUNTS, ORDER, measure


def write(path: Path, entries: list[dict[str, Any]]) -> None:
    """Write entries as JSON, one on each line."""
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{path.name}: {len(entries)} positions")


def main() -> None:
    """Measure and write both files."""
    counts, order = measure()
    write(COUNTS, counts)
    write(ORDER, order)


if __name__ == "__main__":
    main()
