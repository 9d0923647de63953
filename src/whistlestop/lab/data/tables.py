"""Results as columns: one row for every seat of every game, written as Parquet or CSV.

Parquet is what notebooks and statistics programs read fastest; it needs pyarrow, which comes with
the extra `lab`. CSV is what everything reads, and needs nothing.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.lab.data.beside import written_beside
from whistlestop.lab.extras import needed
from whistlestop.lab.games.results import GameResult, Simulation

if TYPE_CHECKING:
    from whistlestop.lab.matches.tournament import Tournament

Row = dict[str, Any]


def seat_rows(games: Iterable[GameResult], bots: Sequence[str], **same: Any) -> Iterator[Row]:
    """A row for each seat of each game; `same` are columns that never change."""
    for game in games:
        for seat, bot in enumerate(game.bots):
            yield {
                **same,
                "game": game.number,
                "seed": str(game.seed),
                "seat": seat,
                "bot": bots[bot],
                "total": game.totals[seat],
                "won": game.credit(seat),
                "margin": game.margin(seat),
                "completed": game.completed[seat],
                "tickets": game.tickets[seat],
                "plies": game.plies,
                "turns": game.turns,
                "ended": game.ended,
                "decided_by": game.decided_by,
            }


def simulation_rows(result: Simulation) -> Iterator[Row]:
    """A row for each seat of each game of a simulation."""
    return seat_rows(result.games, result.bots, board=result.board, players=len(result.bots))


def tournament_rows(result: Tournament) -> Iterator[Row]:
    """A row for each seat of each game of a tournament, with the match it belongs to."""
    for number, match in enumerate(result.matches):
        names = (match.challenger, *[match.rival] * (match.players - 1))
        same: Row = {"board": result.board, "players": result.players, "match": number}
        same |= {"challenger": match.challenger, "rival": match.rival}
        yield from seat_rows(match.games, names, **same)


def write_parquet(path: str | Path, rows: Iterable[Row]) -> None:
    """Write rows that all have the same columns."""
    arrow, parquet = needed("pyarrow", "lab"), needed("pyarrow.parquet", "lab")
    with written_beside(path) as file:
        parquet.write_table(arrow.Table.from_pylist(list(rows)), file)


def write_csv(path: str | Path, rows: Iterable[Row]) -> None:
    """Write rows that all have the same columns as CSV in UTF-8, with their names on top."""
    listed = list(rows)
    text = StringIO(newline="")
    table = csv.DictWriter(text, list(listed[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(listed)
    with written_beside(path) as file:
        file.write(text.getvalue().encode())
