"""The one way to print for people: rich, with a width that does not depend on who is watching."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# Wide enough for every table when the output goes to a file or a pipe.
WIDTH_OFF_SCREEN = 100


def make_console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else WIDTH_OFF_SCREEN
    return Console(stderr=stderr, width=width, highlight=False, emoji=False, markup=False)


def print_table(console: Console, table: RenderableType) -> None:
    """Print a table; off the screen without the blanks that fill its last column."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        console.out(line.rstrip(), highlight=False)
