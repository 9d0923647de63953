"""The page of attacks: every test that it names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/explanation/attacks.md"


def test_every_attack_of_the_page_has_the_test_it_names() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests/server").rglob("*.py")]
    written = {name for source in sources for name in re.findall(r"def (test_\w+)\(", source)}
    rows = [row for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| ")]
    assert len(named) >= 30
    assert named <= written, sorted(named - written)
    assert all("`test_" in row or "| test |" in row for row in rows)
