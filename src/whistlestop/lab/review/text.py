"""A review as plain text: the split of every margin, the dearest decisions, the best scores."""

from __future__ import annotations

from whistlestop.lab.review.judge import Judgement
from whistlestop.lab.review.review import Review
from whistlestop.lab.show.text_tables import table

SHOWN = 10


def review_text(review: Review) -> str:
    """What `print` shows of a review."""
    lines = [
        f"{', '.join(review.players)}: {len(review.judgements)} decisions judged by"
        f" {review.judge.bot} in {review.judge.worlds} worlds each",
        "",
        *table(_splits(review)),
        "",
        "the margin over the best rival is the sum of the four parts before it",
        "",
        *_mistakes(review),
    ]
    return "\n".join(lines)


def _splits(review: Review) -> list[tuple[str, ...]]:
    parts = ("deal", "chance", "rivals", "decisions", "margin")
    rows: list[tuple[str, ...]] = [("player", *parts, "points", "left to it", "alone")]
    for seat, split in enumerate(review.splits):
        shares = [f"{getattr(split, part):+.1f}" for part in parts]
        points = (review.score.totals[seat], review.left[seat].total, review.alone[seat].total)
        rows.append((review.players[seat], *shares, *map(str, points)))
    return rows


def _mistakes(review: Review) -> list[str]:
    mistakes = review.mistakes
    if not mistakes:
        return ["No decision was clearly worse than another."]
    head = ("ply", "player", "played", "better", "points", "chance")
    rows = [head, *(_mistake(review, judgement) for judgement in mistakes[:SHOWN])]
    more = len(mistakes) - SHOWN
    rest = [f"... and {more} more"] if more > 0 else []
    return ["decisions that gave most away", *table(rows, left=4), *rest]


def _mistake(review: Review, mistake: Judgement) -> tuple[str, ...]:
    return (
        str(mistake.ply),
        review.players[mistake.seat],
        mistake.played,
        mistake.best,
        f"{-mistake.lost:+.1f} ± {mistake.error:.1f}",
        f"{mistake.value.win - mistake.best_value.win:+.0%}",
    )
