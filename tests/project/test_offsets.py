"""Only the engine knows where in a state's bytes a thing lies; everyone else asks an accessor."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OFFSET = re.compile(r"\b(?:t|flat)\.o_[a-z]+\b")
# Modules that still add offsets themselves; this may only shrink.
TO_DO = {
    *("bots/light/keep.py", "bots/light/network.py", "bots/light/turns.py"),
    *("bots/reasoning/seat_facts.py", "bots/search/beliefs.py"),
}


def test_nothing_outside_the_engine_adds_an_offset() -> None:
    package = ROOT / "src" / "whistlestop"
    found = {path.relative_to(package).as_posix() for path in _naming_offsets(package)}
    assert {name for name in found if not name.startswith("engine/")} - TO_DO == set()
    assert len(found) > 10


def test_neither_do_tools_and_benchmarks() -> None:
    assert [path for tree in ("tools", "benchmarks") for path in _naming_offsets(ROOT / tree)] == []


def _naming_offsets(tree: Path) -> list[Path]:
    return [path for path in tree.rglob("*.py") if OFFSET.search(path.read_text("utf-8"))]
