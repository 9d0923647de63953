"""A review as plain text: every margin in its parts, decisions, turning points and tickets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whistlestop.bots.review import Decision, Review, SeatReview, Split, TurningPoint
from whistlestop.bots.review.naming import SHOWN
from whistlestop.lab.show.text_tables import table

PARTS = ("deal", "draws", "tunnels", "rivals", "decisions")

FEWER = [
    "",
    "Told are up to three of each player that clearly stand out; the others cost little, or about"
    " as much as each other.",
]

Row = tuple[str, ...]


def review_text(review: Review) -> str:
    """What `whistlestop review` prints."""
    costly = [review.decisions[ply] for seat in review.seats for ply in seat.costliest]
    good = [review.decisions[ply] for seat in review.seats for ply in seat.best]
    lines = [
        f"{', '.join(review.players)} on {review.board}: {len(review.decisions)} decisions, each"
        f" tried in {review.worlds} worlds",
        *_section("from each player's own eyes", _splits(review, lambda seat: seat.own), 1),
        *_section("from all eyes", _splits(review, lambda seat: seat.all), 1),
        "",
        "The five parts add up to the margin over the best rival; without luck, the first three"
        " are left out.",
        *_section("costliest decisions", _decisions(review, costly, "better", _cost)),
        *_fewer(review),
        *_section("best decisions", _decisions(review, good, "next best", _gain)),
        *_section("turning points", _turning(review)),
        *_section("tickets in hindsight", _tickets(review)),
    ]
    return "\n".join(lines)


def _fewer(review: Review) -> list[str]:
    """Why fewer than three decisions of a player are told, if so."""
    told = [len(seat.costliest) for seat in review.seats]
    return FEWER if any(told) and min(told) < SHOWN else []


def _section(title: str, rows: list[Row], left: int = 4) -> list[str]:
    """A table under its title; nothing if it has no rows."""
    if len(rows) < 2:
        return []
    return ["", title, *table(rows, left=left)]


def _splits(review: Review, eyes: Callable[[SeatReview], Split]) -> list[Row]:
    rows: list[Row] = [
        ("player", *PARTS, "margin", "without luck", "points", "left to it", "alone")
    ]
    for name, total, seat in zip(review.players, review.totals, review.seats, strict=True):
        split = eyes(seat)
        shares = [f"{getattr(split, part):+.1f}" for part in (*PARTS, "margin")]
        most = ("", "") if seat.most is None else (str(seat.most.left), str(seat.most.alone))
        rows.append((name, *shares, f"{split.adjusted:+.1f}", str(total), *most))
    return rows


def _decisions(
    review: Review,
    decisions: Sequence[Decision],
    other: str,
    told: Callable[[Decision], tuple[str, str, str]],
) -> list[Row]:
    rows: list[Row] = [("ply", "player", "played", other, "points", "chance")]
    for one in decisions:
        rows.append((str(one.ply), review.players[one.seat], one.played, *told(one)))
    return rows


def _cost(decision: Decision) -> tuple[str, str, str]:
    points = f"{-decision.lost:+.1f} ± {decision.error:.1f}"
    return decision.best, points, f"{decision.value.win - decision.best_value.win:+.0%}"


def _gain(decision: Decision) -> tuple[str, str, str]:
    assert decision.next is not None
    assert decision.next_value is not None
    chance = decision.value.win - decision.next_value.win
    return decision.next, f"{decision.gained:+.1f}", f"{chance:+.0%}"


def _turning(review: Review) -> list[Row]:
    rows: list[Row] = [("ply", "player", "played", "chances before", "after")]
    return rows + [_turn(review, point) for point in review.turning]


def _turn(review: Review, point: TurningPoint) -> Row:
    before, after = (" ".join(f"{win:.0%}" for win in wins) for wins in (point.before, point.after))
    return str(point.ply), review.players[point.seat], point.played, before, after


def _tickets(review: Review) -> list[Row]:
    rows: list[Row] = [("ply", "player", "ticket", "in hindsight", "points")]
    for name, seat in zip(review.players, review.seats, strict=True):
        for told in seat.tickets:
            verdict = ("kept, " if told.kept else "refused, ") + _verdict(told.kept, told.made)
            points = f"{told.points if told.made else -told.points:+d}"
            rows.append((str(told.ply), name, told.ticket, verdict, points))
    return rows


def _verdict(kept: bool, made: bool) -> str:
    if kept:
        return "made" if made else "missed"
    return "the network makes it" if made else "the network misses it"
