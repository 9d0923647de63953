"""`whistlestop bench`: a first impression of the engine's speed on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import figures_table, make_console, print_table
from whistlestop.cli.help import Explained
from whistlestop.cli.options import (
    boards_like,
    fresh_seed,
    json_option,
    print_json,
    seed_option,
    show_seed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whistlestop.lab import Speed


@click.command("bench", cls=Explained)
@click.option(
    "--board",
    "boards",
    metavar="BOARD",
    multiple=True,
    shell_complete=boards_like,
    help="Only this board; may be given repeatedly.",
)
@click.option(
    "--seconds", type=click.FloatRange(0.01, 60), default=0.5, help="How long to measure each line."
)
@seed_option
@json_option
def command(boards: tuple[str, ...], seconds: float, seed: int | str | None, as_json: bool) -> None:
    """Measure uniformly random games a second, from the deal to the final score, on one core.

    It is a short look at this machine as busy as it is now; `make bench` in the source tree runs
    the whole suite.

        whistlestop bench
        whistlestop bench --board usa --seconds 2
    """
    from whistlestop.lab import is_compiled

    used = fresh_seed(seed)
    speeds = list(_measured(boards, seconds, used))
    if as_json:
        print_json({"seed": used, "compiled": is_compiled(), "speeds": [_facts(s) for s in speeds]})
    else:
        show_seed(used)
        _show(speeds, is_compiled())


def _measured(names: tuple[str, ...], seconds: float, seed: int | str) -> Iterator[Speed]:
    """One line for each board and number of players, with a progress bar on a screen."""
    from rich.progress import track

    from whistlestop.boards.load import load_board, shipped_names
    from whistlestop.lab import measure_speed

    boards = [load_board(name) for name in names or shipped_names()]
    lines = [
        (board, players)
        for board in boards
        for players in range(board.rules.min_players, board.rules.max_players + 1)
    ]
    console = make_console(stderr=True)
    off_screen = not console.is_terminal
    for board, players in track(
        lines, "measuring", console=console, transient=True, disable=off_screen
    ):
        yield measure_speed(board, players, seconds, seed)


def _facts(speed: Speed) -> dict[str, Any]:
    return {**asdict(speed), "games_per_second": speed.games_per_second}


def _show(speeds: list[Speed], compiled: bool) -> None:
    from whistlestop.lab.speed import NOT_COMPILED

    headings = ("players", "games a second", "plies a game", "ns a ply")
    table = figures_table("board", figures=headings)
    for speed in speeds:
        table.add_row(
            speed.board,
            str(speed.players),
            f"{speed.games_per_second:,.0f}",
            f"{speed.plies / speed.games:.0f}",
            f"{speed.seconds / speed.plies * 1e9:,.0f}",
        )
    console = make_console()
    print_table(console, table)
    if not compiled:
        console.print(f"note: {NOT_COMPILED}")
