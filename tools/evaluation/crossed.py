"""Games that were fitted to, judged all the same by corrections that have not seen them.

The games are dealt into folds; those of a fold are judged by what the other folds fit. So every
game tells twice, once to fit and once to judge, and no figure judges what it was made from. Games
that were never fitted to are judged by the correction as it is shipped.
"""

from __future__ import annotations

from dataclasses import replace

from tools.evaluation.fitting import fit
from tools.evaluation.positions import LineUp, Position
from tools.evaluation.tables import Said, said
from whistlestop.bots.evaluation.correction import apply_correction
from whistlestop.bots.evaluation.value import Value

FOLDS = 10
APART = 1_000_000
"""Added to the numbers of games that were not fitted to, so that no two games share one."""

Seen = dict[LineUp, list[Position]]


def joined(fitted: Seen, fresh: Seen) -> Seen:
    """All positions; those of fresh games can be told by their numbers."""
    apart = {line: [replace(p, game=p.game + APART) for p in each] for line, each in fresh.items()}
    return {line: fitted.get(line, []) + apart.get(line, []) for line in fitted | fresh}


def crossed(fitted: Seen) -> Said:
    """What is said at a position by a correction that has not seen its game."""
    found = [fit(_without(fitted, fold)) for fold in range(FOLDS)]

    def value(line: LineUp, p: Position) -> Value:
        if p.game >= APART:
            return said(line, p)
        lines = found[p.game % FOLDS][line.map][line.players]
        return apply_correction(lines, p.left, p.margin, p.win, line.trains)

    return value


def _without(seen: Seen, fold: int) -> Seen:
    return {line: [p for p in each if p.game % FOLDS != fold] for line, each in seen.items()}
