"""The mutants of `make mutate`: which faults are made, and that a sample can be drawn again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutate.equivalents import known_equivalents
from tools.mutate.operators import mutants_of
from tools.mutate.sampling import all_mutants, sample

SRC = Path(__file__).parents[2] / "src"


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("if a < b: c()", ["a <= b", "a >= b", "True", "False", "pass"]),
        ("x = a + b * c", ["a - b * c", "a + (b + c)"]),
        ("x = a and b", ["a or b", "a", "b"]),
        ("x = not a", ["a"]),
        ("a[1] = 0", ["pass", "a[2] = 0", "a[0] = 0", "a[1] = 1"]),
        ("while a: break", ["while False: break", "while a: continue"]),
        ("x = min(a, b)", ["max(a, b)"]),
        ("n += 1", ["n -= 1", "n += 2", "n += 0", "pass"]),
        ("return a", ["return a + 1"]),
        ("x = vec(capacity=8)", []),
        ('raise Wrong(f"no {x + 1}")', ["pass"]),
    ],
)
def test_every_fault_is_made_once_and_in_one_place(line: str, others: list[str]) -> None:
    source = f"def f(n: int) -> int:\n    {line}\n"
    mutants = mutants_of("f.py", source.encode())
    assert len(mutants) == len(others)
    for mutant in mutants:
        compile(mutant.apply(source.encode()), "f.py", "exec")
        assert (mutant.function, mutant.statement, mutant.before) == ("f", 2, line)


def test_a_sample_is_repeatable_and_reaches_every_file_of_the_rules() -> None:
    everything = all_mutants(SRC)
    chosen = sample(everything, 500, "1")
    assert chosen == sample(everything, 500, "1") != sample(everything, 500, "2")
    assert {mutant.file for mutant in chosen} == set(everything)
    assert 500 <= len(chosen) == len({mutant.key for mutant in chosen})


def test_every_mutant_said_to_change_nothing_has_a_reason() -> None:
    assert all(reason.endswith(".") for reason in known_equivalents().values())
