"""`whistlestop board`: a board of one's own, from a first file to one that everyone can play.

Every fault of a file comes with its line. Only `layout` ever changes a file, and only its
positions.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from whistlestop.cli.browser import open_page
from whistlestop.cli.help import FOUND_BAD, Suggesting
from whistlestop.cli.options import (
    cannot_write,
    faulty,
    files_like,
    json_option,
    print_json,
    read_board,
)

if TYPE_CHECKING:
    from whistlestop.model.board import Board
    from whistlestop.render.layout import LayoutWish


@click.group("board", cls=Suggesting)
def command() -> None:
    """Make a board of your own: a file to begin with, checks, a picture, positions.

    A board that was added is found everywhere by its name, and played in the browser. A file works
    without that, too, wherever --board is asked for.
    """


@command.command("new")
@click.argument("name")
def new(name: str) -> None:
    """Write a board to begin with into NAME.toml in this folder.

    It can be played at once, and its comments explain every field. NAME is of small letters, digits
    and -, and is what the board is called everywhere.

        whistlestop board new my-town
    """
    from whistlestop.boards.load import BOARD_ID, shipped_names

    if not BOARD_ID.fullmatch(name):
        raise click.UsageError(
            f'"{name:.40}" cannot be the name of a board; one like my-town can: small letters, '
            "digits and -."
        )
    if name in shipped_names():
        raise click.UsageError(f"There is a board named {name} already.")
    path = Path(f"{name}.toml")
    if path.exists():
        raise click.UsageError(f"{path} exists already.")
    text = files("whistlestop.cli").joinpath("starter_board.txt").read_text("utf-8")
    title = name.replace("-", " ").title()
    _write(path, text.replace("NAME", name).replace("TITLE", title))
    click.echo(f"Wrote {path}. Next: whistlestop board check {path}")


@command.command("check", finds="The board is not sound.")
@click.argument("file", metavar="FILE", shell_complete=files_like)
@json_option
@click.pass_context
def check(ctx: click.Context, file: str, as_json: bool) -> None:
    """Tell what is wrong with a board FILE, and how it would play.

    Every fault is told with its line. A sound board is measured: spaces for each train, cards and
    tickets for each number of players, spaces of each colour, tickets against distances,
    bottlenecks, room in the drawing. Remarks are no faults; you may mean it so. The name of a board
    works as well as a FILE.

        whistlestop board check my-town.toml
        whistlestop board check europe --json
    """
    from whistlestop.cli.commands.board_report import report_of

    report = report_of(file)
    if as_json:
        print_json(report.facts())
    else:
        report.show()
    ctx.exit(FOUND_BAD if report.faults else 0)


@command.command("preview")
@click.argument("file", metavar="FILE", shell_complete=files_like)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Only write the picture there: .svg, or .html for a page.",
)
def preview(file: str, output: Path | None) -> None:
    """Draw a board FILE and open the picture in the browser.

    Every city, route and space is drawn as players see it before the first train. The name of a
    board works as well as a FILE.

        whistlestop board preview my-town.toml
        whistlestop board preview my-town.toml --output my-town.svg
    """
    from whistlestop.boards.load import load_board
    from whistlestop.render import board_svg

    board = read_board(file) if file.endswith(".toml") else load_board(file)
    svg = board_svg(board)
    if output is None:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix=f"{board.id}-", suffix=".html", delete=False
        ) as page:
            page.write(_page(board, svg))
        click.echo(f"The picture is in {page.name}")
        open_page(Path(page.name).as_uri())
        return
    kinds = {".svg": svg, ".html": _page(board, svg)}
    if output.suffix not in kinds:
        raise click.UsageError("--output takes a file that ends in .svg or .html.")
    _write(output, kinds[output.suffix])
    click.echo(f"Wrote {output}")


def _page(board: Board, svg: str) -> str:
    from html import escape

    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
        f"<title>{escape(board.title)}</title>"
        "<style>:root{color-scheme:light dark}body{margin:1rem;text-align:center}"
        "svg{max-height:96vh}</style>\n"
        f"{svg}\n</html>\n"
    )


@command.command("layout", finds="Something still overlaps.")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--again", is_flag=True, help="Improve the layout that FILE has; do not start over.")
@click.option("--turn", type=float, default=0.0, help="Turn geography: degrees, clockwise.")
@click.option(
    "--letters",
    type=click.FloatRange(5, 40),
    help="The font size of names, a space being 30 long; what FILE has if not given.",
)
@click.option(
    "--widest-name",
    type=click.FloatRange(10, 1000),
    help="How wide a line of a name may be; what FILE has if not given.",
)
@click.option(
    "--tighter",
    type=click.FloatRange(0.1, 20),
    default=2.0,
    show_default=True,
    help="More makes spaces larger in the window, less keeps nearer to geography.",
)
@click.option(
    "--aspect",
    type=click.FloatRange(0.2, 5),
    default=1.38,
    show_default=True,
    help="Width by height of the window that the board is made for.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, another try.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write there and leave FILE alone.",
)
@click.pass_context
def layout(
    ctx: click.Context,
    file: Path,
    again: bool,
    turn: float,
    letters: float | None,
    widest_name: float | None,
    tighter: float,
    aspect: float,
    seed: int,
    output: Path | None,
) -> None:
    """Bend the map of FILE until every space has the same size.

    The distance of two cities follows from the number of spaces between them; neighbours and
    compass directions are kept as well as can be. It starts from latitude and longitude, without
    them from x and y, without those from a drawing of the graph. A city without x and y whose
    others have them gets a place among them, and these stay about where they are. Cities with
    `fixed = true` do not move at all, and nothing but positions changes in the file. The same file
    and seed give the same layout, after some seconds for a small board and a minute or two for one
    like europe.

        whistlestop board layout my-town.toml
        whistlestop board layout my-town.toml --turn 30 --letters 11 --output placed.toml
    """
    from whistlestop.lab.data.beside import check_place
    from whistlestop.render.layout import LayoutWish, MissingExtraError, need_extra

    check_place(output or file)
    try:
        need_extra()
    except MissingExtraError as missing:
        raise click.UsageError(str(missing)) from None
    draft = _read_draft(file)
    font, widest = draft.board.lettering
    wish = LayoutWish(
        letters=letters or font,
        widest_name=widest_name or widest,
        aspect=aspect,
        turn=turn,
        tighter=tighter,
        stations=draft.stations,
        seed=seed,
    )
    left = _lay_out(draft, wish, again, output or file)
    ctx.exit(FOUND_BAD if left else 0)


class _Draft(NamedTuple):
    """A file that waits for its layout: whether stations are built there, and who joined it."""

    file: Path
    board: Board
    stations: bool
    joined: tuple[str, ...]


def _read_draft(file: Path) -> _Draft:
    """The board of a file, in which newcomers have a first place among the others."""
    from whistlestop.boards.load import BoardError, board_from_data, parse_toml, read_text
    from whistlestop.render.layout import with_newcomers

    source, text = read_text(file)
    try:
        data, joined = with_newcomers(parse_toml(text, source))
        board = board_from_data(data, source)
        ways = [board, *(board_from_data(data, source, name) for name in data.get("options", ()))]
    except BoardError as error:
        raise faulty(text, source, error) from None
    names = tuple(city.name for city in board.cities if city.id in joined)
    return _Draft(file, board, any(way.rules.stations for way in ways), names)


def _lay_out(draft: _Draft, wish: LayoutWish, again: bool, target: Path) -> list[str]:
    """Find a layout with a bar of progress, write it, and say what is still wrong with it."""
    from whistlestop.boards.load import parse_board
    from whistlestop.render.geometry.clashes import clashes
    from whistlestop.render.geometry.drawing import drawing_of
    from whistlestop.render.geometry.measures import spans
    from whistlestop.render.layout import found_layout, placed_text

    board = draft.board
    label = f"Making room for {len(board.cities)} cities"
    with click.progressbar(length=100, label=label, file=sys.stderr) as bar:
        found = found_layout(
            board,
            wish,
            lambda part, _: bar.update(round(100 * part) - bar.pos),
            again,
            bool(draft.joined),
        )
    # As it is written, so that line ends stay.
    with draft.file.open(encoding="utf-8-sig", newline="") as old:
        text = placed_text(old.read(), board, found)
    _write(target, text)
    placed = parse_board(text, draft.file.name)
    left = clashes(placed)
    across, down = spans(drawing_of(placed))
    sheet = f"{placed.width / 30:.1f} by {placed.height / 30:.1f} spaces"
    if draft.joined:
        click.echo(f"Placed among the others: {', '.join(draft.joined)}.")
    click.echo(f"Wrote {target}: a sheet of {sheet}, of which cities span {across:.0%}", nl=False)
    click.echo(f" by {down:.0%}; {len(left)} overlaps or crossings left.")
    for fault in left:
        click.echo(f"- {fault}")
    return left


@command.command("add")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Take the place of a board added before.")
def add(file: Path, replace: bool) -> None:
    """Let a board FILE in: everywhere by its name, and in the browser.

    The file is copied among your own data, under the name of its id; `whistlestop boards` lists it
    then. After a change, add it again with --replace.

        whistlestop board add my-town.toml
        whistlestop board add my-town.toml --replace
    """
    from whistlestop.boards.home import home
    from whistlestop.boards.load import shipped_names

    board = read_board(str(file))
    if board.id in shipped_names():
        raise click.UsageError(f'{board.id} comes with Whistlestop; give {file} another "id".')
    target = home() / "boards" / f"{board.id}.toml"
    if target.exists() and not replace:
        raise click.UsageError(f"There is a board {board.id} already; --replace takes its place.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not (target.exists() and target.samefile(file)):
            _copy_whole(file, target)
    except OSError as error:
        raise cannot_write(target, error) from None
    click.echo(f"{board.id} can now be named wherever a board is asked for ({target}).")


def _copy_whole(file: Path, target: Path) -> None:
    """Copy beside the target, then put it in place: no program ever reads half of it."""
    part = target.with_suffix(".part")
    shutil.copyfile(file, part)
    os.replace(part, target)


def _write(path: Path, text: str) -> None:
    """Write a file beside its place and put it there, so that an old one is never half lost."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise cannot_write(path, error) from None
