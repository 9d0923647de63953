"""Every clause of the rules is carried by a test, and no test carries a clause that is none."""

from pathlib import Path

from tests.project.clauses import carried, ids_in, in_order, introduced

ROOT = Path(__file__).parents[2]
# How many clauses each family has; a clause added to or lost from the page must be meant.
COUNTS = {
    "P": 21,
    "S": 5,
    "T": 2,
    "D": 11,
    "C": 8,
    "F": 2,
    "U": 8,
    "K": 3,
    "B": 5,
    "E": 12,
    "H": 4,
    "V": 2,
}
CLAUSES = {f"{family}{number + 1}" for family, count in COUNTS.items() for number in range(count)}


def test_there_are_eighty_three_clauses() -> None:
    assert len(CLAUSES) == 83


def test_the_rules_page_introduces_exactly_the_clauses() -> None:
    page = introduced((ROOT / "docs" / "rules.md").read_text())
    assert " ".join(in_order(CLAUSES - page)) == "", "missing from docs/rules.md"
    assert " ".join(in_order(page - CLAUSES)) == "", "in docs/rules.md, but not counted here"


def test_every_clause_is_carried_by_a_test() -> None:
    without = in_order(CLAUSES - carried(ROOT / "tests").keys())
    assert " ".join(without) == "", f"{len(without)} of {len(CLAUSES)} clauses have no test"


def test_every_id_that_a_test_carries_is_a_clause() -> None:
    unknown = {
        clause: tests for clause, tests in carried(ROOT / "tests").items() if clause not in CLAUSES
    }
    assert unknown == {}


def test_a_range_stands_for_every_clause_in_it() -> None:
    first, last = "P19", "P21"
    expected = {"P19", "P20", "P21"}
    assert ids_in(f"{first}–{last}.") == ids_in(f"{first}-{last}") == expected


def test_ids_are_read_from_docstrings_and_marks_of_tests_only(tmp_path: Path) -> None:
    (tmp_path / "test_page.py").write_text(
        '"""A module, B1."""\n'
        "def test_one():\n"
        '    """D6, and D8."""\n'
        "class TestGroup:\n"
        '    @pytest.mark.clause("K1", "K2")\n'
        "    def test_two(self): pass\n"
        "def other():\n"
        '    """C1."""\n'
    )
    assert carried(tmp_path) == {
        "D6": {"test_page.py::test_one"},
        "D8": {"test_page.py::test_one"},
        "K1": {"test_page.py::test_two"},
        "K2": {"test_page.py::test_two"},
    }


def test_words_that_only_look_like_clauses_are_not_ids() -> None:
    assert ids_in("UTF8, X11, sha1, P, 8D") == set()
