"""What the steps of a review found, put together: splits, curves, turning points, best and worst.

It judges nothing itself. Invariant: for every seat the five parts add up to its margin, because
`rivals` is what the other four leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from whistlestop.bots.evaluation.value import final_value
from whistlestop.bots.review.form import Chances, Decision, Review, SeatReview, Split
from whistlestop.bots.review.judging import JudgedPly
from whistlestop.bots.review.looks import decisions_of, looked_at, plies_of
from whistlestop.bots.review.luck import LuckKind
from whistlestop.bots.review.naming import SHOWN, costliest
from whistlestop.bots.review.opening import Opening
from whistlestop.bots.review.steps import Found, ReviewTerms, Step
from whistlestop.bots.review.tickets import tickets_of
from whistlestop.bots.review.turning import change, turning_points
from whistlestop.engine.game import Game
from whistlestop.record import Record

LEAST = 0.5
"""Points below which no decision is called good."""


def tell(record: Record, terms: ReviewTerms, found: Mapping[Step, Found]) -> Review:
    """The review of a finished game, from what all of its steps found."""
    game = record.game
    deal, decisions = cast(Opening, found[Step("deal")]), decisions_of(record, found)
    teller = _Teller(game, deal, plies_of(found), decisions, looked_at(found))
    score = game.score()
    return Review(
        board=game.board.name,
        players=record.players,
        totals=score.totals,
        winners=score.winners,
        worlds=terms.worlds,
        seed=terms.seed,
        decisions=tuple(teller.decisions),
        curve=teller.curve,
        turning=turning_points(teller.curve, teller.moved, teller.decisions),
        seats=tuple(teller.seat(seat) for seat in range(len(record.players))),
    )


def _best(decisions: Sequence[Decision]) -> list[Decision]:
    good = [decision for decision in decisions if decision.gained >= LEAST]
    return sorted(good, key=lambda decision: -decision.gained)


def _shared(own: float, seat: int, seen: tuple[float, ...]) -> tuple[float, ...]:
    """Everybody's chances: a seat's own as it is shown, its rivals' in proportion to `seen`."""
    others = sum(seen) - seen[seat]
    even = 1.0 / (len(seen) - 1)
    shares = [win / others if others > 0.0 else even for win in seen]
    return tuple(own if s == seat else (1.0 - own) * share for s, share in enumerate(shares))


@dataclass(frozen=True, slots=True)
class _Teller:
    """All that is known of a game, asked seat by seat."""

    end: Game
    opening: Opening
    judged: list[JudgedPly]
    decisions: list[Decision]
    doubts: dict[int, float]
    """The plies that can be called costly, each with the points left to doubt."""

    @property
    def last(self) -> Chances:
        """How the game ended."""
        score, seats = self.end.score(), range(len(self.end.names))
        return Chances(self.end.ply, tuple(final_value(score, seat).win for seat in seats))

    @property
    def curve(self) -> tuple[Chances, ...]:
        """The chances before every ply, and the result."""
        return (*(Chances(ply, one.wins) for ply, one in enumerate(self.judged)), self.last)

    @property
    def moved(self) -> list[float]:
        """How much each ply moved everybody's chances."""
        return [change(a.wins, b.wins) for a, b in pairwise(self.curve)]

    def seat(self, seat: int) -> SeatReview:
        """The game as one seat may look at it."""
        own = [decision for decision in self.decisions if decision.seat == seat]
        trains = self.end.board.rules.trains
        curve = self._own_curve(seat)
        margin = int(final_value(self.end.score(), seat).margin)
        return SeatReview(
            margin=margin,
            own=self._split(seat, margin, own_eyes=True),
            all=self._split(seat, margin, own_eyes=False),
            curve=curve,
            turning=turning_points(curve, self.moved, self.decisions),
            costliest=tuple(one.ply for one in costliest(own, self.doubts, trains)),
            best=tuple(decision.ply for decision in _best(own)[:SHOWN]),
            tickets=tickets_of(self.end, seat),
        )

    def _own_curve(self, seat: int) -> tuple[Chances, ...]:
        points = [
            Chances(decision.ply, _shared(decision.best_value.win, seat, judged.seen))
            for decision, judged in zip(self.decisions, self.judged, strict=True)
            if decision.seat == seat and judged.seen is not None
        ]
        return (*points, self.last)

    def _split(self, seat: int, margin: int, *, own_eyes: bool) -> Split:
        deal = (self.opening.own if own_eyes else self.opening.all)[seat]
        draws = self._luck(seat, "draws", own_eyes=own_eyes)
        tunnels = self._luck(seat, "tunnels", own_eyes=own_eyes)
        lost = sum(decision.lost for decision in self.decisions if decision.seat == seat)
        return Split.of(margin, deal, draws, tunnels, -lost)

    def _luck(self, seat: int, kind: LuckKind, *, own_eyes: bool) -> float:
        """What luck of a kind did to a seat's margin: its own luck, or everybody's."""
        return sum(
            judged.luck.margins[seat]
            for judged in self.judged
            if judged.luck is not None
            and judged.luck.kind == kind
            and (judged.judged.decision.seat == seat or not own_eyes)
        )
