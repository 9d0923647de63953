"""What chance did to everybody's margin at one ply: its real answer against all it might have said.

Each possible world is played on twice with the same later luck, once with the cards or tickets that
really came, once as the world has them. However the judge errs, the mean over games is zero, for
what really came is drawn like any other answer. Worlds are dealt from the view of the seat that
decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from whistlestop.bots.contract import Seed
from whistlestop.bots.search.judge import PositionJudge
from whistlestop.bots.search.trials import Outcome, play_round
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.phases.moves import apply
from whistlestop.engine.state.chance import (
    Chance,
    ExpectedOtherwise,
    arrange_pile,
    arrange_tickets,
    cards_off_pile,
    tickets_offered,
)
from whistlestop.engine.state.event_kinds import REVEALED
from whistlestop.engine.state.flat_board import TICKETS_CODE
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State

ROUNDS = 1
"""Turns of every seat that planners play before a judge looks; more would only add noise."""

LuckKind = Literal["draws", "tunnels"]


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance gave each seat at a ply, in points of its margin."""

    kind: LuckKind
    margins: tuple[float, ...]


def luck_of(before: Game, step: Ply, worlds: int, seed: Seed) -> Luck | None:
    """The luck of one ply; None if chance had no part in it."""
    came = _came(step)
    if not came:
        return None
    kind: LuckKind = "tunnels" if any(event[0] == REVEALED for event in step.events) else "draws"
    judge = judge_of(before.flat)
    dealt = possible_states(before.view(step.seat), seeded(seed, "luck"), suited=True)
    pairs = [_pair(judge, state, luck, step, came) for state, luck in islice(dealt, worlds)]
    changes = [pair for pair in pairs if pair is not None]
    return Luck(kind, mean_of(changes, len(before.names)))


def mean_of(rows: Iterable[tuple[float, ...]], players: int) -> tuple[float, ...]:
    """The mean of each column; zeros if there are no rows."""
    found = list(rows)
    return tuple(sum(row[seat] for row in found) / max(1, len(found)) for seat in range(players))


def _came(step: Ply) -> list[int]:
    """The cards or tickets with which chance answered."""
    if step.code == TICKETS_CODE:
        return tickets_offered(step.events)
    return cards_off_pile(step.events)


def _pair(
    judge: PositionJudge, state: State, luck: Rng, step: Ply, came: list[int]
) -> tuple[float, ...] | None:
    """How much better each seat stands with what really came; None if it cannot in this world."""
    really, chance = state.copy(), Chance(luck.copy())
    try:
        _arrange(judge, really, chance, step, came)
        apply(judge.flat, really, step.seat, step.code, chance)
    except ExpectedOtherwise:
        return None
    chance.expected = None
    other = Chance(luck.copy())
    apply(judge.flat, state, step.seat, step.code, other)
    with_it, without = _margins(judge, really, luck), _margins(judge, state, luck)
    return tuple(a - b for a, b in zip(with_it, without, strict=True))


def _arrange(
    judge: PositionJudge, state: State, chance: Chance, step: Ply, came: list[int]
) -> None:
    """Let chance answer to the step what it really answered. Raises ExpectedOtherwise."""
    if step.code == TICKETS_CODE:
        arrange_tickets(judge.flat, state.bytes, came)
        return
    arrange_pile(judge.flat, state.bytes, came)
    # Cards leave this list one by one, and a reshuffle looks for those that are left.
    chance.expected = list(came)


def _margins(judge: PositionJudge, state: State, luck: Rng) -> tuple[float, ...]:
    """Everybody's margin after a round; both states of a pair see the same luck from here on."""
    players = int(judge.flat.players)
    return margins_in(play_round(judge, state, ROUNDS * players, Chance(luck.copy())))


def margins_in(outcomes: list[Outcome]) -> tuple[float, ...]:
    """The margins of one world; between two players what one wins the other loses."""
    margins = tuple(outcome.margin for outcome in outcomes)
    if len(margins) > 2:
        return margins
    lead = (margins[0] - margins[1]) / 2.0
    return lead, -lead
