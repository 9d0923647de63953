"""Results as columns: one row for every seat of every game, written as Parquet.

Parquet is what notebooks and statistics programs read fastest; it needs pyarrow, which comes with
the extra `lab`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.lab.errors import not_written
from whistlestop.lab.extras import needed
from whistlestop.lab.games.results import GameResult, Simulation

if TYPE_CHECKING:
    from whistlestop.lab.matches.tournament import Tournament

Row = Mapping[str, Any]


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
    for match in result.matches:
        names = (match.challenger, *[match.rival] * (match.players - 1))
        same = {"board": result.board, "players": result.players}
        same |= {"challenger": match.challenger, "rival": match.rival}
        yield from seat_rows(match.games, names, **same)


def write_parquet(path: str | Path, rows: Iterable[Row]) -> None:
    """Write rows that all have the same columns."""
    arrow, parquet = needed("pyarrow", "lab"), needed("pyarrow.parquet", "lab")
    try:
        parquet.write_table(arrow.Table.from_pylist(list(rows)), str(path))
    except OSError as error:
        raise not_written(path, error) from None
