"""`whistlestop replay FILE`: a recorded game in words, or one ply as text, drawing or data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import make_console
from whistlestop.cli.help import Explained
from whistlestop.cli.options import (
    board_option,
    cannot_write,
    files_like,
    game_option,
    json_option,
    print_json,
    read_record,
)

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View
    from whistlestop.model.events import Event
    from whistlestop.record import Record, SeatRecord

SPECTATOR = "spectator"


@click.command("replay", cls=Explained)
@click.argument("file", shell_complete=files_like)
@click.option("--at", type=int, help="Show the position after so many plies; 0 is after the deal.")
@click.option("--seat", help="As a seat saw it: its number from 0, its player, or spectator.")
@click.option("--svg", type=click.Path(), help="Write a drawing of the position there.")
@game_option
@board_option(None, "The board file, if the game was played on a board of your own.")
@json_option
def command(
    file: str,
    at: int | None,
    seat: str | None,
    svg: str | None,
    game: int | None,
    board: str | None,
    as_json: bool,
) -> None:
    """Show the game recorded in FILE.

    Without --at it is told ply by ply to its end; with --at one position is shown. Without --seat
    the telling holds everything, and a position is what a spectator saw.

        whistlestop replay evening.wst
        whistlestop replay evening.wst --at 41 --seat Ann
        whistlestop replay evening.wst --at 41 --svg ply41.svg
        whistlestop replay games.wst.gz --game 17
    """
    from whistlestop.record import Record

    record = read_record(file, board, game)
    viewer = _seat(record, seat)
    if at is not None or svg is not None:
        _show_position(record.at(len(record) if at is None else at).view(viewer), svg, as_json)
        return
    told = record if seat is None else record.redact(viewer)
    if as_json:
        print_json(_facts(told))
        return
    _tell(told)
    if isinstance(record, Record) and record.finished:
        _print_score(record)


def _seat(record: Record | SeatRecord, text: str | None) -> int | None:
    if text is None or text == SPECTATOR:
        return None
    names = list(record.players)
    if text in names:
        return names.index(text)
    if text.isascii() and text.isdigit() and int(text) < len(names):
        return int(text)
    seats = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise click.ClickException(f'There is no seat "{text:.40}"; there are {seats} and {SPECTATOR}.')


def _show_position(view: View, svg: str | None, as_json: bool) -> None:
    if svg is not None:
        try:
            view.to_svg(Path(svg))
        except (OSError, ValueError) as error:
            raise cannot_write(svg, error) from None
    if as_json:
        print_json(view.data())
    elif svg is None:
        click.echo(str(view))
    else:
        click.echo(f"Drew ply {view.ply} in {svg}.")


def _facts(record: Record | SeatRecord) -> dict[str, Any]:
    """The lines of the record as one object."""
    header, *lines = record.lines()
    end = lines.pop() if record.finished else None
    return {**header, "plies": lines, "end": end}


def _tell(record: Record | SeatRecord) -> None:
    from whistlestop.cli.terminal.events_in_words import Teller
    from whistlestop.record import Record

    console = make_console()
    console.print(f"{record.board.title}: {', '.join(record.players)}", style="bold")
    if isinstance(record, Record):
        console.print(f"seed {record.seed}" if record.seed is not None else "cards as recorded")
    for number, events in enumerate(_events(record), 1):
        teller = Teller(record.board, record.players, None)
        for sentence in teller.tell(events):
            console.print(f"{number:>4}  {sentence}")
    if not record.finished:
        console.print(f"The record ends after {len(record)} plies, before the game does.")


def _events(record: Record | SeatRecord) -> Iterator[Sequence[Event]]:
    """The events of each ply; the first one's after those of the deal."""
    from whistlestop.engine.knowledge.events import ALL, events_for
    from whistlestop.record import SeatRecord

    if isinstance(record, SeatRecord):
        yield from (ply.events for ply in record.plies)
    else:
        yield from (events_for(record.board, p.events, ALL) for p in record.game.plies)


def _print_score(record: Record) -> None:
    from whistlestop.cli.terminal.final_score import print_ending

    console = make_console()
    console.print()
    print_ending(console, record.board, record.game.score())
