"""The short form of a study: what a designer would want to know first, as plain text."""

from __future__ import annotations

from whistlestop.lab.intervals import mean
from whistlestop.lab.show.text_tables import matrix_rows, rating_rows, table
from whistlestop.lab.study.counts import Sample
from whistlestop.lab.study.study import Study
from whistlestop.render.summary import pair

SHOWN = 6


def study_text(study: Study) -> str:
    """What `print` shows of a study."""
    games = sum(len(sample.games) for sample in study.samples)
    lines = [
        f"{study.board.name}: {games:,} games of {study.bot} against itself, seed {study.seed}",
        "",
        *table(_overview(study)),
        "",
        "tickets that pay best and worst, ticket and route points for a turn",
        *table(_tickets(study)),
        "",
        "routes claimed most often",
        *table(_routes(study)),
        "",
        f"most points possible  {study.maximum.total} ({study.maximum.route_points} by routes,"
        f" {study.maximum.ticket_points} by tickets, {study.maximum.prizes} by prizes)",
        *(
            f"cities rank alike with {a} and {b} players: rho {rho:.2f} by the players who use"
            f" them, {study.agreement_by_trains[a, b]:.2f} by the trains laid there"
            for (a, b), rho in study.agreement.items()
        ),
    ]
    for result in study.styles:
        lines += ["", f"styles with {result.players} players", *table(rating_rows(result))]
        lines += ["", *table(matrix_rows(result))]
    return "\n".join(lines)


def _overview(study: Study) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        ("players", "games", "score", "winner", "turns each", "wins by seat", "handicap by seat")
    ]
    return rows + [_overview_row(sample) for sample in study.samples]


def _overview_row(sample: Sample) -> tuple[str, ...]:
    return (
        str(sample.players),
        str(len(sample.games)),
        f"{mean(sample.totals):.1f}",
        f"{mean(sample.winning):.1f}",
        f"{mean(sample.turns):.1f}",
        " / ".join(f"{seat.won:.0%}" for seat in sample.seats),
        " / ".join(f"{seat.handicap:+.1f}" for seat in sample.seats),
    )


def _tickets(study: Study) -> list[tuple[str, ...]]:
    ordered = sorted(study.structure.tickets, key=lambda facts: -facts.per_turn)
    rows: list[tuple[str, ...]] = [("ticket", "points", "trains", "ways", "turns", "a turn")]
    shown = ordered if len(ordered) <= 2 * SHOWN else [*ordered[:SHOWN], *ordered[-SHOWN:]]
    for facts in shown:
        rows.append(
            (
                pair(facts.ticket),
                str(facts.ticket.points),
                str(facts.trains),
                str(len(facts.ways)),
                f"{facts.turns:.1f}",
                f"{facts.per_turn:.2f}",
            )
        )
    return rows


def _routes(study: Study) -> list[tuple[str, ...]]:
    first = study.samples[0]
    rows: list[tuple[str, ...]] = [("route", *(f"{s.players} players" for s in study.samples))]
    order = sorted(range(len(first.routes)), key=lambda i: -first.routes[i].claimed)
    for i in order[:SHOWN]:
        route = study.board.route_by_id[first.routes[i].route]
        rows.append((pair(route), *(f"{s.routes[i].claimed:.0%}" for s in study.samples)))
    return rows
