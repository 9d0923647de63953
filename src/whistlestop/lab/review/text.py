"""A review as plain text: the split of every margin, the dearest decisions, the best scores."""

from __future__ import annotations

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
    rows: list[tuple[str, ...]] = [
        (
            "player",
            "deal",
            "chance",
            "rivals",
            "decisions",
            "margin",
            "points",
            "left to it",
            "alone",
        )
    ]
    for seat, split in enumerate(review.splits):
        parts = (split.deal, split.chance, split.rivals, split.decisions, split.margin)
        rows.append(
            (
                review.players[seat],
                *(f"{part:+.1f}" for part in parts),
                str(review.score.totals[seat]),
                str(review.left[seat].total),
                str(review.alone[seat].total),
            )
        )
    return rows


def _mistakes(review: Review) -> list[str]:
    mistakes = review.mistakes
    if not mistakes:
        return ["No decision was clearly worse than another."]
    rows: list[tuple[str, ...]] = [("ply", "player", "played", "better", "points", "chance")]
    for judgement in mistakes[:SHOWN]:
        rows.append(
            (
                str(judgement.ply),
                review.players[judgement.seat],
                judgement.played,
                judgement.best,
                f"{-judgement.lost:+.1f} ± {judgement.error:.1f}",
                f"{judgement.value.win - judgement.best_value.win:+.0%}",
            )
        )
    more = len(mistakes) - SHOWN
    rest = [f"... and {more} more"] if more > 0 else []
    return ["decisions that gave most away", *table(rows, left=4), *rest]
