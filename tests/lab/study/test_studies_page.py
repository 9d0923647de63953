"""The pages about boards: whole, small enough, and of what was counted."""

import re

from tools import make_studies
from whistlestop.lab.best_network import best_network, board_problem
from whistlestop.lab.study import study

LARGEST = 150_000
PICTURES = ("scores", "seats", "cities", "tickets", "routes-2", "demand", "maximum")


def test_the_committed_pictures_are_all_shown_and_small() -> None:
    drawn = set(make_studies.PAGES.rglob("*.svg"))
    assert drawn
    assert all(path.stat().st_size < LARGEST for path in drawn)
    shown = {
        page.parent / name
        for page in make_studies.PAGES.glob("*.md")
        for name in re.findall(r"!\[.*?\]\((.*?)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == drawn


def test_a_page_is_made_from_a_study() -> None:
    made = study("new-york", bot="greedy", games=6, players=(2,), styles=(), seed=1)
    vars(made)["maximum"] = best_network(board_problem(made.board), starts=1)
    text = make_studies.page(made, 6, dict.fromkeys(PICTURES, "A picture."))
    assert text.startswith("# New York\n\n`new-york` has 15 cities, 30 pairs of them joined by 41")
    assert "whistlestop study new-york --games 6 --seed 1" in text
    shown = re.findall(r"!\[A picture\.\]\(new-york/(.*?)\.svg\)", text)
    assert sorted(shown) == sorted(PICTURES)
    index = make_studies.index([made], any_code=False)
    assert f"| [New York](new-york.md) | 2 to 2 | {sum(made.samples[0].totals) / 12:.1f} |" in index
