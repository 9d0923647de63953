"""The short form of a study: what a designer would want to know first, as plain text."""

from __future__ import annotations

from whistlestop.lab.show.text_tables import failure_lines, matrix_rows, rating_rows, table
from whistlestop.lab.study.counts import Sample
from whistlestop.lab.study.rows import Rows, mean_cells, ticket_cells, turn_cells
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
    lines += failure_lines([str(failed) for failed in study.failures])
    return "\n".join(lines)


def _overview(study: Study) -> Rows:
    means = ("score", "winner", "turns each")
    head = ("players", "games", *means, "wins by seat", "handicap by seat")
    return [head, *map(_overview_row, study.samples)]


def _overview_row(sample: Sample) -> tuple[str, ...]:
    return (
        str(sample.players),
        str(len(sample.games)),
        *mean_cells(sample),
        " / ".join(f"{seat.won:.0%}" for seat in sample.seats),
        " / ".join(f"{seat.handicap:+.1f}" for seat in sample.seats),
    )


def _tickets(study: Study) -> Rows:
    ordered = study.structure.by_worth
    shown = ordered if len(ordered) <= 2 * SHOWN else [*ordered[:SHOWN], *ordered[-SHOWN:]]
    head = ("ticket", "points", "trains", "ways", "turns", "a turn")
    return [head, *((*ticket_cells(facts), *turn_cells(facts)) for facts in shown)]


def _routes(study: Study) -> Rows:
    first = study.samples[0]
    rows: Rows = [("route", *(f"{s.players} players" for s in study.samples))]
    order = sorted(range(len(first.routes)), key=lambda i: -first.routes[i].claimed)
    for i in order[:SHOWN]:
        route = study.board.route_by_id[first.routes[i].route]
        rows.append((pair(route), *(f"{s.routes[i].claimed:.0%}" for s in study.samples)))
    return rows
