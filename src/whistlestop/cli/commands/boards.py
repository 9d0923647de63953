"""`whistlestop boards`: the boards that have a name, shipped ones and the user's own."""

from __future__ import annotations

from typing import Any

import click

from whistlestop.cli.console import figures_table, make_console, print_table
from whistlestop.cli.help import Explained
from whistlestop.cli.options import json_option, print_json


@click.command("boards", cls=Explained)
@json_option
def command(as_json: bool) -> None:
    """List the boards that come with Whistlestop, your own ones, and their options.

    Wherever a board is asked for, the path of a board file works as well as these names.

        whistlestop boards
        whistlestop boards --json
    """
    from whistlestop.boards.load import BoardError, board_names

    boards = []
    for name in board_names():
        try:
            boards.append(_facts(name))
        except BoardError as error:  # a file of the user's own; the others are still boards
            click.echo(f"Left out: {error}", err=True)
    if as_json:
        print_json(boards)
    else:
        _show(boards)


def _facts(name: str) -> dict[str, Any]:
    from whistlestop.boards.load import load_board, options_of

    board = load_board(name)
    return {
        "name": name,
        "title": board.title,
        "says": board.says,
        "players": [board.rules.min_players, board.rules.max_players],
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "trains": board.rules.trains,
        "options": options_of(name),
        "digest": board.digest,
    }


def _show(boards: list[dict[str, Any]]) -> None:
    counted = ("cities", "routes", "tickets")
    table = figures_table("board", "title", figures=("players", *counted))
    for board in boards:
        low, high = board["players"]
        counts = (str(board[key]) for key in counted)
        table.add_row(board["name"], board["title"], f"{low}-{high}", *counts)
        for option in board["options"]:
            table.add_row(f"  {board['name']}:{option}", style="dim")
    console = make_console()
    print_table(console, table)
    console.print("\nwhistlestop rules BOARD tells what is special about one.")
