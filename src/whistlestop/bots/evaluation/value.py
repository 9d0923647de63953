"""A value: the points that a seat may expect to end ahead by, and its chance to win.

The margin is over the best rival, so a seat wins exactly if its margin ends above zero. Invariant
of `agreeing`: a seat that is more likely than not to win is never said to be behind, nor the other
way round.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.model.score import Score

EVEN = 0.5
"""The chance above which a seat is more likely than not to win."""


@dataclass(frozen=True, slots=True)
class Value:
    """A margin in points, and a chance to win."""

    margin: float
    """Points ahead of the best rival at the end."""
    win: float
    """The chance to win, from 0 to 1."""

    def __sub__(self, other: Value) -> Value:
        return Value(self.margin - other.margin, self.win - other.win)

    def at_most(self, other: Value) -> Value:
        """The smaller margin and the smaller chance of the two."""
        return Value(min(self.margin, other.margin), min(self.win, other.win))

    def told(self) -> Value:
        """As people are told it: whole percents, tenths of points. Whoever rounds once more, or
        elsewhere, shows two figures for one value.

        >>> Value(-4.97, 0.2946).told()
        Value(margin=-5.0, win=0.29)
        """
        return Value(round(self.margin, 1), round(self.win, 2))


def agreeing(margin: float, win: float) -> Value:
    """A value whose margin has the sign that its chance asks for; better stays better."""
    if win > EVEN:
        return Value(max(margin, 0.0), win)
    return Value(min(margin, 0.0), win) if win < EVEN else Value(0.0, win)


def final_value(score: Score, seat: int) -> Value:
    """How a game that is over ended for a seat; who shares a win has a part of it."""
    totals, winners = score.totals, score.winners
    margin = totals[seat] - max(total for n, total in enumerate(totals) if n != seat)
    return Value(float(margin), 1.0 / len(winners) if seat in winners else 0.0)
