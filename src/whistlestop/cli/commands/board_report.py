"""What `whistlestop board check` prints about a board file: its faults, or figures and remarks.

A sentence about something in the file begins with its line, as `lakes.toml:12: ...`, which editors
understand. Invariant: a file with faults is never measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import figures_table, make_console, print_table

if TYPE_CHECKING:
    from whistlestop.boards.faults import BoardFault
    from whistlestop.boards.playability import Playability, Remark
    from whistlestop.model.board import Board


@dataclass(frozen=True)
class LocatedRemark:
    """A remark with the line of what it is about, if that stands in the file."""

    source: str
    line: int | None
    option: str
    about: str
    says: str

    @property
    def topic(self) -> tuple[str, int | str]:
        """What the remark is about; an option does not repeat a remark of the file."""
        return self.about, self.says if self.line is None else self.line

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source}:{self.line}"
        chosen = f"option {self.option}: " if self.option else ""
        return f"{where}: {chosen}{self.says}"


@dataclass(frozen=True)
class Report:
    """What was found out about one file."""

    source: str
    faults: tuple[BoardFault, ...]
    found: Playability | None = None
    options: tuple[str, ...] = ()
    remarks: tuple[LocatedRemark, ...] = ()

    def facts(self) -> dict[str, Any]:
        """The report as JSON has it."""
        facts: dict[str, Any] = {
            "file": self.source,
            "ok": not self.faults,
            "faults": [asdict(fault) for fault in self.faults],
            "remarks": [asdict(remark) for remark in self.remarks],
        }
        if self.found is not None:
            facts |= _measured(self.found, self.options)
        return facts

    def show(self) -> None:
        """Print the report for people."""
        for fault in self.faults:
            click.echo(str(fault))
        if self.found is not None:
            _show_found(self.source, self.found, self.options)
            for remark in self.remarks:
                click.echo(str(remark))


def report_of(file: str) -> Report:
    """Read a board file and find its faults, or measure it and its options."""
    from whistlestop.boards.faults import faults_in
    from whistlestop.boards.load import parse_board, parse_toml, read_text
    from whistlestop.boards.playability import Playability

    source, text = read_text(file)
    faults = faults_in(text, source)
    if faults:
        return Report(source, tuple(faults))
    data = parse_toml(text, source)
    found = Playability(parse_board(text, source))
    options = tuple(data.get("options", ()))
    tell = _RemarkLocator(source, text, data)
    told = [*tell.name(found.board), *tell.remarks(found), *tell.drawing(found.board)]
    said = {remark.topic for remark in told}
    for option in options:
        other = Playability(parse_board(text, source, option))
        told += [remark for remark in tell.remarks(other) if remark.topic not in said]
    told.sort(key=lambda remark: (remark.option, remark.line is not None, remark.line or 0))
    return Report(source, (), found, options, tuple(told))


class _RemarkLocator:
    """Finds the lines that remarks are about."""

    def __init__(self, source: str, text: str, data: dict[str, Any]) -> None:
        from whistlestop.boards.lines import spans_of

        self.source, self.text, self.data = source, text, data
        self.spans = spans_of(text)

    def remarks(self, found: Playability) -> Iterator[LocatedRemark]:
        for remark in found.remarks:
            line, place = self._where(remark)
            says = f"{place}{remark.says}"
            yield LocatedRemark(self.source, line, found.board.option, remark.about, says)

    def name(self, board: Board) -> Iterator[LocatedRemark]:
        """Whoever looks for a board looks for a file of its name."""
        from whistlestop.boards.lines import line_of_path

        if self.source != f"{board.id}.toml":
            says = f'the id is "{board.id}", so the file should be called {board.id}.toml'
            line = line_of_path(self.text, self.spans, ("id",))
            yield LocatedRemark(self.source, line, "", "name", says)

    def drawing(self, board: Board) -> Iterator[LocatedRemark]:
        from whistlestop.render.geometry.clashes import clashes

        faults = clashes(board)
        if faults:
            more = f" and {len(faults) - 1} more like it" if len(faults) > 1 else ""
            says = f"in the drawing {faults[0]}{more}; whistlestop board layout makes room"
            yield LocatedRemark(self.source, None, "", "drawing", says)

    def _where(self, remark: Remark) -> tuple[int | None, str]:
        """The line, and how a sentence begins that is about the thing there."""
        from whistlestop.boards.lines import line_of_path
        from whistlestop.model.board import City, Route

        match remark.thing:
            case None:
                return None, ""
            case City(id=id):
                return line_of_path(self.text, self.spans, ("cities", id)), f"city {id}: "
            case Route(index=index) as thing:
                path: tuple[str | int, ...] = ("routes", index)
            case thing:
                path = ("tickets", self._ticket(thing.a.id, thing.b.id, thing.points))
        kind = "route" if isinstance(thing, Route) else "ticket"
        line = line_of_path(self.text, self.spans, path)
        return line, f"{kind} {thing.a.id}\N{EN DASH}{thing.b.id}: "

    def _ticket(self, a: str, b: str, points: int) -> int:
        """The number of a ticket in the file, which holds those of all sets."""
        wanted = {f"{a}-{b}", f"{b}-{a}"}
        rows = enumerate(self.data["tickets"])
        return next(n for n, t in rows if t["cities"] in wanted and t["points"] == points)


def _measured(found: Playability, options: tuple[str, ...]) -> dict[str, Any]:
    board = found.board
    return {
        "id": board.id,
        "title": board.title,
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "options": list(options),
        "points_each_space": round(found.rate, 2),
        "longest_ticket": max(found.distances.values()),
        "players": [asdict(room) for room in found.rooms],
        "colours": [asdict(share) for share in found.shares],
    }


def _show_found(source: str, found: Playability, options: tuple[str, ...]) -> None:
    board = found.board
    counts = f"{len(board.cities)} cities, {len(board.routes)} routes, {len(board.tickets)} tickets"
    more = f", options {', '.join(options)}" if options else ""
    click.echo(f"{source}: {board.title} is a sound board: {counts}{more}.\n")
    _show_rooms(found)
    _show_shares(found)
    click.echo(
        f"Tickets bring {found.rate:.1f} points for a space of their shortest way; the longest"
        f" takes {max(found.distances.values())} of {board.rules.trains} trains.\n"
    )


def _show_rooms(found: Playability) -> None:
    headings = ("players", "spaces", "for each train", "cards after the deal", "ticket draws")
    table = figures_table(figures=headings)
    for room in found.rooms:
        each = f"{room.spaces_each_train:.1f}"
        cells = (room.players, room.spaces, each, room.cards_left, room.ticket_draws)
        table.add_row(*map(str, cells))
    print_table(make_console(), table)
    click.echo()


def _show_shares(found: Playability) -> None:
    table = figures_table("colour", figures=("routes", "spaces"))
    for share in found.shares:
        table.add_row(share.colour, str(share.routes), str(share.spaces))
    print_table(make_console(), table)
    click.echo()
