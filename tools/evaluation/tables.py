"""The tables: what was said and what happened, by line-up and by tenth of the game.

Every difference stands with the half width of its 95 % interval; positions of one game count
together. Sums are of everybody's chances at one moment, each from its own view.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from tools.evaluation.positions import TENTHS, LineUp, Position
from whistlestop.boards.load import load_board
from whistlestop.bots.evaluation.correction import among, apply_correction, correction_for
from whistlestop.bots.evaluation.strength import lead_of
from whistlestop.bots.evaluation.value import Value
from whistlestop.lab.intervals import mean
from whistlestop.lab.show.text_tables import markdown

WIDE = 1.96
Seen = dict[LineUp, list[Position]]
Said = Callable[[LineUp, Position], Value]


def said(line: LineUp, p: Position) -> Value:
    """What the evaluation says there, to whom it is known which bots play."""
    lead = lead_of(load_board(line.board), line.seats(p.game), p.seat)
    lines = among(correction_for(line.map, line.players), lead)
    return apply_correction(lines, p.left, p.margin, p.win, line.trains)


def equals(line: LineUp, p: Position) -> Value:
    """What it says to whom everybody is a planner."""
    lines = correction_for(line.map, line.players)
    return apply_correction(lines, p.left, p.margin, p.win, line.trains)


def unsaid(_: LineUp, p: Position) -> Value:
    """What the worlds alone would say."""
    return Value(p.margin, p.win)


class Off(NamedTuple):
    """By how much something was off at a position; positions of one game count together."""

    game: str
    tenth: int
    off: float


def even_share(line: LineUp, _: Position) -> Value:
    """What somebody says who knows only how many play."""
    return Value(0.0, 1.0 / line.players)


def tables(seen: Seen, value: Said = said) -> list[str]:
    """All of them, in Markdown."""
    wins = {str(line): _offs(line, each, win_off, value) for line, each in seen.items()}
    margins = {str(line): _offs(line, each, margin_off, value) for line, each in seen.items()}
    pooled: dict[str, list[Off]] = defaultdict(list)
    for line in seen:
        pooled[f"{line.players} players, {line.bots}"] += wins[str(line)]
    parts = (
        ("Chance to win, said less happened, in points, all boards", _tenths(pooled, 100)),
        ("Chance to win, said less happened, in points", _tenths(wins, 100)),
        ("Margin, expected less happened, in points", _tenths(margins, 1)),
        ("Chance said, and share won", _reliability(seen, value)),
        ("Sums and scores", _scores(seen, value)),
    )
    return [line for title, rows in parts for line in (f"**{title}**", "", *markdown(rows), "")]


def win_off(value: Value, p: Position) -> float:
    """How much too high a chance was."""
    return value.win - p.won


def margin_off(value: Value, p: Position) -> float:
    """How much too high a margin was."""
    return value.margin - p.ended


def _offs(
    line: LineUp, each: list[Position], off: Callable[[Value, Position], float], value: Said
) -> list[Off]:
    return [Off(f"{line}/{p.game}", p.tenth, off(value(line, p), p)) for p in each]


def _tenths(seen: dict[str, list[Off]], times: float) -> list[tuple[str, ...]]:
    rows = [("line-up", "positions", "all", *(str(n + 1) for n in range(TENTHS)))]
    for name, each in seen.items():
        parts = [each, *([o for o in each if o.tenth == n] for n in range(TENTHS))]
        rows.append((name, f"{len(each):,}", *(_cell(part, times) for part in parts)))
    return rows


def _cell(inside: Sequence[Off], times: float) -> str:
    if not inside:
        return ""
    middle, wide = spread_of(inside)
    return f"{times * middle:+.1f} ± {times * wide:.1f}"


def spread_of(inside: Sequence[Off]) -> tuple[float, float]:
    """A mean and the half width of its 95 % interval."""
    middle = mean([o.off for o in inside])
    games: dict[str, float] = defaultdict(float)
    for o in inside:
        games[o.game] += o.off - middle
    return middle, WIDE * sqrt(sum(gap * gap for gap in games.values())) / len(inside)


def _reliability(seen: Seen, value: Said) -> list[tuple[str, ...]]:
    rows = [("line-up", *(f"{10 * n} to {10 * n + 10} %" for n in range(10)))]
    for line, each in seen.items():
        tenths: dict[int, list[Position]] = defaultdict(list)
        for p in each:
            tenths[min(9, int(10 * value(line, p).win))].append(p)
        rows.append((str(line), *(_bucket(line, tenths[n], value) for n in range(10))))
    return rows


def _bucket(line: LineUp, inside: Sequence[Position], value: Said) -> str:
    if not inside:
        return ""
    won, wide = spread_of([Off(str(p.game), p.tenth, p.won) for p in inside])
    given = mean([value(line, p).win for p in inside])
    return f"{100 * given:.0f}: {100 * won:.0f} ± {100 * wide:.0f} of {len(inside)}"


def _scores(seen: Seen, value: Said) -> list[tuple[str, ...]]:
    head = ("line-up", "sum of chances", "mean margin said", "happened", "Brier", "of worlds alone")
    rows: list[tuple[str, ...]] = [(*head, "of an even share")]
    for line, each in seen.items():
        chances = [Off(str(p.game), p.tenth, value(line, p).win) for p in each]
        gap, wide = spread_of(chances)
        margins = mean([value(line, p).margin for p in each]), mean([p.ended for p in each])
        ours = brier(line, each, value)
        plain = brier(line, each, unsaid)
        even = brier(line, each, even_share)
        n = line.players
        cells = (f"{n * gap:.3f} ± {n * wide:.3f}", f"{margins[0]:+.1f}", f"{margins[1]:+.1f}")
        rows.append((str(line), *cells, f"{ours:.4f}", f"{plain:.4f}", f"{even:.4f}"))
    return rows


def brier(line: LineUp, each: Sequence[Position], value: Said) -> float:
    """The mean squared error of chances against the share of ends that were won."""
    return mean([(value(line, p).win - p.won) ** 2 for p in each])
