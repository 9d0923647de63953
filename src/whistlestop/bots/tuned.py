"""What the lab has found for each board: the planner's constants, and the weights of judges.

`tuned.json` holds both, by map: `whistlestop tune` finds constants, `python -m tools.fit_judges`
fits and writes the judges. A map that is not in it gets the usual constants, and the judge that was
fitted to all the others together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.prices import Tuning
from whistlestop.bots.search.judge import PositionJudge, promised
from whistlestop.engine.state.flat_board import FlatBoard

ANY = "any"


@cache
def found() -> Any:
    """The content of tuned.json."""
    file = resources.files("whistlestop.bots") / "tuned.json"
    return json.loads(file.read_text(encoding="utf-8"))


def map_of(t: FlatBoard) -> str:
    """The map of a board; games on one map differ only in tickets and bonuses."""
    return t.name.partition(":")[0]


def make_tuning(t: FlatBoard, changed: Mapping[str, float]) -> Tuning:
    """The planner's constants for a board, except those given here."""
    tuning = Tuning()
    for name, value in {**found()["planner"].get(map_of(t), {}), **changed}.items():
        setattr(tuning, name, float(value))
    return tuning


@cache
def tuning_of(t: FlatBoard) -> Tuning:
    """The planner's constants for a board, made once."""
    return make_tuning(t, {})


@cache
def judge_of(t: FlatBoard) -> PositionJudge:
    """The judge for a board, made once."""
    judges = found()["judges"]
    weights = judges[map_of(t) if map_of(t) in judges else ANY][str(t.players)]
    return PositionJudge(t, scale_of(t), tuning_of(t), weights)


@cache
def plain_judge(t: FlatBoard) -> PositionJudge:
    """A judge that believes what plans promise and has learned nothing from games; made once."""
    return PositionJudge(t, scale_of(t), tuning_of(t), promised(t.players))
