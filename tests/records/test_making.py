"""The committed games are those that `tools/records/games.py` makes, no more and no fewer."""

from __future__ import annotations

import pytest

from tests.records.shelf import FILES
from tools.records.games import Plan, make, plans

# Games of one policy need no search, so a sample of them is made again here.
SAMPLE = [plan for plan in plans() if not plan.wanted][::11]


def test_every_plan_has_its_file_and_every_file_its_plan() -> None:
    assert sorted(plan.path for plan in plans()) == FILES


@pytest.mark.parametrize("plan", SAMPLE, ids=lambda plan: f"{plan.board} {plan.file}")
def test_a_game_is_made_again_byte_for_byte(plan: Plan) -> None:
    assert make(plan).dumps().encode() == plan.path.read_bytes()


@pytest.mark.parametrize("plan", [plan for plan in plans() if plan.explicit], ids=lambda x: x.board)
def test_a_game_told_without_its_seed_is_made_again_byte_for_byte(plan: Plan) -> None:
    assert make(plan).dumps().encode() == plan.path.read_bytes()
