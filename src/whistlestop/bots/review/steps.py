"""A review as steps that can be taken in any order and in any process, each from the record alone.

First the deal and every ply; then, for each seat, closer looks at what may be its costliest
decisions, which `looks` picks. What a step finds is plain JSON. Invariant: the same record, terms
and step find the same, wherever that happens.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec

from whistlestop.bots.evaluation.evaluation import WORLDS
from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.judging import (
    JudgedDecision,
    JudgedPly,
    judge_again,
    judge_only,
    judge_ply,
)
from whistlestop.bots.review.opening import Opening, look_at_deal
from whistlestop.engine.game import Game, Ply
from whistlestop.model.errors import Refusal
from whistlestop.record import Record


class Look(NamedTuple):
    """A closer look: at how many decisions of each seat, and in how many times more worlds.

    `turns` are those that planners play before a judge looks.
    """

    decisions: int
    times: int
    turns: int


AGAIN = 2
"""How often an answer that a name hangs on is asked for again, as long as it does."""
LATE = 2
"""How often the full looks are made up for at decisions that turn out to matter."""
LOOKS = (
    *(Look(12, 4, TURNS), Look(5, 16, TURNS), Look(5, 14, TURNS + 2)),
    *(LATE * (Look(2, 16, TURNS), Look(2, 14, TURNS + 2))),
    *(AGAIN * (Look(2, 48, TURNS), Look(2, 48, TURNS + 2))),
)
"""The closer looks, one after the other. Second and third are at five misses in many worlds, rather
than at more in fewer, which is enough for a list of three. The next make up for them where what
stood for a miss turned out to cost nothing, but another decision of it did. The others are only for
what might be named with other luck and might not.
"""
FULL = 3
"""A decision that has had so many looks, some of them late, can be named."""
LATEST = FULL + 2 * LATE
"""The last of the full looks; the others are for answers in doubt."""


class ReviewError(Refusal):
    """A game that cannot be reviewed; `str()` is one sentence."""


@dataclass(frozen=True, slots=True)
class ReviewTerms:
    """How a game is reviewed: in how many worlds each action is tried, and by which luck.

    Attributes:
        worlds: In how many possible games each action is tried.
        seed: The luck of those games.
        bots: Which bots are known to have played, seat by seat; None for people.
    """

    worlds: int = WORLDS
    seed: int | str = 0
    bots: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of the work: the deal, a ply, or a closer look at the decision of a ply.

    Attributes:
        kind: `deal`, `ply`, or `closer` for another look.
        ply: Which one.
        look: Counts closer looks, from 1.
        also: What the looks before found best, and what may be; it makes no other step.
    """

    kind: Literal["deal", "ply", "closer"]
    ply: int = 0
    look: int = 0
    also: tuple[str, ...] = field(default=(), compare=False)


Found = Opening | JudgedPly | JudgedDecision
_KINDS: dict[str, type[Any]] = {"deal": Opening, "ply": JudgedPly, "closer": JudgedDecision}


def check_finished(record: Record) -> None:
    """Refuse a record that ends before its game does."""
    if not record.finished:
        raise ReviewError(
            "not_over", "Only a finished game can be reviewed; this record ends before."
        )


def first_steps(record: Record) -> list[Step]:
    """What can be done at once. Raises ReviewError."""
    check_finished(record)
    return [Step("deal"), *(Step("ply", ply) for ply in range(len(record)))]


def take_step(record: Record, terms: ReviewTerms, step: Step) -> Found:
    """What a step finds. Raises ReviewError."""
    check_finished(record)
    if step.kind == "deal":
        return look_at_deal(record.at(0), terms.seed)
    before, done = decision_at(record, step.ply)
    if step.kind == "ply":
        return judge_ply(before, done, terms.worlds, f"{terms.seed}/{step.ply}", terms.bots)
    look = LOOKS[step.look - 1]
    seed = f"{terms.seed}/{step.ply}/{step.look}"
    worlds = look.times * terms.worlds
    judge = judge_again if step.look == 1 else judge_only
    return judge(before, done, step.also, worlds, seed, look.turns, terms.bots)


def decision_at(record: Record, ply: int) -> tuple[Game, Ply]:
    """The game before a ply, and what was done there."""
    before = record.at(ply)
    after = record.at(ply + 1)
    return before, after.plies[-1]


def to_json(found: Found) -> bytes:
    """What a step found, as it travels between processes."""
    return msgspec.json.encode(found)


def from_json(step: Step, data: bytes) -> Found:
    """What a step found, read again. Raises msgspec.DecodeError."""
    found: Found = msgspec.json.decode(data, type=_KINDS[step.kind])
    return found
