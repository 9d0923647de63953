"""The tables of a study as rows of text, the head first; pages set them in their own way.

It computes nothing of what it shows.
"""

from __future__ import annotations

from whistlestop.lab.intervals import mean
from whistlestop.lab.show.text_tables import signed
from whistlestop.lab.study.counts import Sample, TicketCount
from whistlestop.lab.study.structure import TicketFacts
from whistlestop.lab.study.study import Study
from whistlestop.render.summary import pair

Rows = list[tuple[str, ...]]
NONE = "–"


def overview_rows(study: Study) -> Rows:
    """The games with each number of players in a row of means."""
    head = ("players", "games", "points", "winner", "turns each", "tickets held", "of them made")
    return [head, *(_overview(sample) for sample in study.samples)]


def _overview(sample: Sample) -> tuple[str, ...]:
    return (
        str(sample.players),
        f"{len(sample.games):,}",
        *mean_cells(sample),
        f"{sample.held / max(1, len(sample.totals)):.2f}",
        f"{sample.made:.0%}",
    )


def mean_cells(sample: Sample) -> tuple[str, ...]:
    """Points of a player and of a winner, and turns of a player, as means."""
    return tuple(f"{mean(each):.1f}" for each in (sample.totals, sample.winning, sample.turns))


def handicap_rows(study: Study) -> Rows:
    """By seat the points that would make up for it, where that is more than chance."""
    rows: Rows = [("seat", *(f"{sample.players} players" for sample in study.samples))]
    for seat in range(max(sample.players for sample in study.samples)):
        rows.append((str(seat + 1), *(_handicap(sample, seat) for sample in study.samples)))
    return rows


def _handicap(sample: Sample, seat: int) -> str:
    if seat >= sample.players:
        return ""
    count = sample.seats[seat]
    interval = f"({signed(count.handicap_low)} to {signed(count.handicap_high)})"
    return f"{signed(count.handicap)} {interval}" if count.clear else f"none {interval}"


def ticket_rows(study: Study) -> Rows:
    """By the map alone, then from the games with the fewest players; the best for a turn first."""
    counts = {count.ticket: count for count in study.samples[0].tickets}
    head = ("ticket", "points", "trains", "ways", "in all", "turns", "a turn")
    rows: Rows = [(*head, "kept", "made", "won when held", "margin")]
    for facts in study.structure.by_worth:
        low, high = facts.totals
        total = str(high) if low == high else f"{low}–{high}"
        cells = (*ticket_cells(facts), total, *turn_cells(facts))
        rows.append((*cells, *_played(counts[facts.ticket.id])))
    return rows


def ticket_cells(facts: TicketFacts) -> tuple[str, ...]:
    """A ticket with its points, the trains it takes and the number of its shortest ways."""
    figures = (facts.ticket.points, facts.trains, len(facts.ways))
    return (pair(facts.ticket), *map(str, figures))


def turn_cells(facts: TicketFacts) -> tuple[str, ...]:
    """The turns that a ticket takes, and what it brings for each."""
    return f"{facts.turns:.1f}", f"{facts.per_turn:.2f}"


def _played(count: TicketCount) -> tuple[str, ...]:
    kept = f"{count.kept / count.offered:.0%}" if count.offered else NONE
    if not count.held:
        return kept, NONE, NONE, NONE
    return kept, f"{count.made / count.held:.0%}", f"{count.won:.0%}", signed(count.margin, 0)
