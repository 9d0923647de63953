"""The documentation has the parts that people look for, and none of them is an empty room."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PARTS = {
    "Tutorial": ("The first game", "The first bot", "The first training run"),
    "Explanation": (
        "Architecture",
        "Decisions about the rules",
        "How the bots think",
        "How ratings are computed",
        "Fairness and secrecy",
        "Many people, several processes",
        "Measurements",
    ),
}
# Where people would rather look than read.
SHOWN = ("architecture", "rules-decisions", "how-bots-think", "ratings", "secrecy")


def nav() -> dict[str, Any]:
    """The pages by the part and the title under which the site lists them."""
    # The rest of the file has tags of its own, which only mkdocs can read.
    text = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    parts = {title: pages for entry in yaml.safe_load(text) for title, pages in entry.items()}
    return {
        part: {title: page for entry in pages for title, page in entry.items()}
        for part, pages in parts.items()
        if isinstance(pages, list)
    }


@pytest.mark.parametrize(("part", "title"), [(p, t) for p, ts in PARTS.items() for t in ts])
def test_the_site_has_the_pages_that_were_promised(part: str, title: str) -> None:
    page = (DOCS / nav()[part][title]).read_text()
    assert len(page.split()) > 250, "a heading is no explanation"


@pytest.mark.parametrize("name", SHOWN)
def test_an_explanation_shows_a_picture_that_is_there(name: str) -> None:
    page = DOCS / "explanation" / f"{name}.md"
    pictures = re.findall(r"!\[[^]]{20,}\]\(([^)]+)\)", page.read_text())
    assert pictures, "a picture with a description for those who do not see it"
    assert [one for one in pictures if not (page.parent / one).is_file()] == []


def ours() -> set[str]:
    """The clauses of the rules with a decision of our own."""
    found, clause = set(), ""
    for line in (DOCS / "rules.md").read_text().splitlines():
        begins = re.match(r"\*\*([A-Z]\d+)\*\*|([A-Z]\d+) \*\*\[ours\]", line)
        clause = (begins[1] or begins[2]) if begins else clause
        if clause and "**[ours]**" in line:
            found.add(clause)
    return found


def test_every_decision_about_the_rules_is_on_its_page() -> None:
    page = (DOCS / "explanation" / "rules-decisions.md").read_text()
    told = set(re.findall(r"\b[A-Z]\d+\b", " ".join(re.findall(r"^\| ([^|]*) \|", page, re.M))))
    assert len(ours()) > 15
    assert ours() - told == set()
    assert told - ours() == set()
