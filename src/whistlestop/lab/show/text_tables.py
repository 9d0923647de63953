"""Results as plain tables for people: aligned columns that a terminal, a mail and a page can show.

It computes nothing of what it shows. The first column is set left, numbers right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.lab.matches.match import Match
    from whistlestop.lab.matches.tournament import Tournament
    from whistlestop.lab.matches.tune import Tuned, TuningTrial

SHOWN = 5
"""Failures that are listed; the others are only counted."""


def table(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Columns side by side: the first ones to the left, the numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    """The same as a table of a page in Markdown."""
    head, *body = rows
    rule = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (head, rule, *body)]


def signed(points: float, decimals: int = 1) -> str:
    """With its sign; what rounds to nought has none.

    >>> signed(1.26), signed(0.04), signed(11.4, 0)
    ('+1.3', '0', '+11')
    """
    text = f"{points:+.{decimals}f}"
    return text.replace("-", "\N{MINUS SIGN}") if float(text) else "0"


def rating_rows(result: Tournament) -> list[tuple[str, ...]]:
    """The best bot first."""
    rows: list[tuple[str, ...]] = [("bot", "rating", "95 % interval")]
    for rating in sorted(result.ratings, key=lambda r: -r.elo):
        fixed = rating.bot == result.bots[result.zero]
        interval = "the zero" if fixed else f"{rating.low:+.0f} to {rating.high:+.0f}"
        rows.append((rating.bot, f"{rating.elo:+.0f}" if not fixed else "0", interval))
    return rows


def match_rows(matches: Sequence[Match]) -> list[tuple[str, ...]]:
    """A row for each match, under its head."""
    head = ("match", "games", "won", "95 % interval", "points", "decided")
    return [head, *map(_match_row, matches)]


def _match_row(match: Match) -> tuple[str, ...]:
    low, high = match.interval
    rivals = match.players - 1
    return (
        f"{match.challenger} v {match.rival if rivals == 1 else f'{rivals} × {match.rival}'}",
        str(len(match.games)),
        f"{match.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{match.points[0]:.1f} v {match.points[1]:.1f}",
        {"high": "better", "low": "worse"}.get(match.verdict, "open"),
    )


def matrix_rows(result: Tournament) -> list[tuple[str, ...]]:
    """Shares of wins of each bot against each other, under a head."""
    head = "won by row v column" if result.players == 2 else "one row v columns"
    shown = [["·" if share is None else f"{share:.0%}" for share in row] for row in result.matrix]
    return [
        (head, *result.bots),
        *((bot, *row) for bot, row in zip(result.bots, shown, strict=True)),
    ]


def tournament_text(result: Tournament) -> str:
    """What `print` shows of a tournament."""
    circles, triples = result.circles
    lines = [
        f"{result.board}: {len(result.bots)} bots, {result.players} players,"
        f" {result.games:,} games in paired blocks, seed {result.seed}",
        "",
        *table(rating_rows(result)),
        "",
        *table(match_rows(result.matches)),
        "",
        *table(matrix_rows(result)),
        "",
        f"circles  {circles} of {triples} triples beat each other in a circle",
        *failure_lines([str(failed) for failed in result.failures]),
    ]
    return "\n".join(lines)


def failure_lines(failures: Sequence[str]) -> list[str]:
    """How often bots failed, with the first failures; nothing where none did."""
    if not failures:
        return []
    lines = ["", f"{len(failures)} times a bot failed and random played on for it:"]
    lines += [f"  {failed}" for failed in failures[:SHOWN]]
    if len(failures) > SHOWN:
        lines.append(f"  ... and {len(failures) - SHOWN} more")
    return lines


def tuned_text(result: Tuned) -> str:
    """What `print` shows of a tuning."""
    head = ("constant", "from", "to", "games", "won", "verdict")
    told = f"{result.board}: tuning {result.began}, {result.players} players, seed {result.seed}"
    rows = table([head, *map(_trial_row, result.trials)])
    failed = [str(one) for trial in result.trials for one in trial.match.failures]
    return "\n".join([told, "", *rows, "", f"best     {result.bot}", *failure_lines(failed)])


def _trial_row(trial: TuningTrial) -> tuple[str, ...]:
    verdict = {"high": "better, kept", "low": "not better"}.get(trial.match.verdict, "open")
    share = f"{trial.match.share:.1%}"
    games = str(len(trial.match.games))
    return trial.parameter, f"{trial.before:g}", f"{trial.after:g}", games, share, verdict
