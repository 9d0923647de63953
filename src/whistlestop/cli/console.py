"""The one way to print for people: rich, with a fixed width wherever the output is no screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

# Wide enough for every table when the output goes to a file or a pipe.
WIDTH_OFF_SCREEN = 100


def make_console(*, stderr: bool = False) -> Console:
    """A console on the standard output or error; off a screen its width is fixed."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDTH_OFF_SCREEN
    return Console(stderr=stderr, width=width, highlight=False, emoji=False, markup=False)


def figures_table(*words: str, figures: Iterable[str]) -> Table:
    """A table without lines: columns of words on the left, of figures on the right."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in words:
        table.add_column(heading, no_wrap=True)
    for heading in figures:
        table.add_column(heading, justify="right")
    return table


def print_table(console: Console, table: RenderableType) -> None:
    """Print a table; off the screen without the blanks that fill its last column."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        console.out(line.rstrip(), highlight=False)


def print_whole(table: Table) -> None:
    """Print a table of which nothing may be cut, such as ids; a narrow screen breaks its lines."""
    console = make_console()
    unlimited = console.options.update_width(100_000)
    console.width = max(console.width, console.measure(table, options=unlimited).maximum)
    print_table(console, table)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the screen, for the time of the block; off a screen there is none."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = make_console(stderr=True)
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
