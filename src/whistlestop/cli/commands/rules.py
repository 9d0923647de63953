"""`whistlestop rules BOARD`: every switch of a board with its rule in a sentence."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import make_console, print_table
from whistlestop.cli.help import Explained
from whistlestop.cli.options import boards_like, check_file, json_option, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from whistlestop.model.board import Board


@click.command("rules", cls=Explained)
@click.argument("board", callback=check_file, shell_complete=boards_like)
@json_option
def command(board: str, as_json: bool) -> None:
    """Show what BOARD is about, each of its rule switches, and its options.

    BOARD is a name such as europe, one with an option such as usa:mega, or a board file.

        whistlestop rules europe
        whistlestop rules usa:mega
        whistlestop rules my-town.toml --json
    """
    from whistlestop.boards.load import load_board, options_of

    loaded, options = load_board(board), options_of(board)
    if as_json:
        print_json(_facts(loaded, options))
    else:
        print_rules(make_console(), loaded, options)


def _facts(board: Board, options: dict[str, str]) -> dict[str, Any]:
    sentences, values = board.rules.sentences(), asdict(board.rules)
    return {
        "board": board.name,
        "title": board.title,
        "says": board.says,
        "starter": board.starter,
        "digest": board.digest,
        "cards": {name: board.count_of(i) for i, name in enumerate(board.cards)},
        "labels": dict(board.labels),
        "switches": {
            name: {"value": values[name], "sentence": sentence}
            for name, sentence in sentences.items()
        },
        "options": options,
    }


def print_rules(console: Console, board: Board, options: dict[str, str]) -> None:
    """The same for people; also what `rules` shows during a game."""
    from rich.padding import Padding
    from rich.table import Table

    console.print(f"{board.title} ({board.name})", style="bold")
    console.print(board.says)
    console.print(f"{_cards(board)} At a real table, {board.starter or 'anyone'} begins.\n")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, sentence in board.rules.sentences().items():
        table.add_row(name, sentence)
    print_table(console, table)
    if options:
        console.print("\nOptions", style="bold")
    for name, says in options.items():
        console.print(f"{board.id}:{name}", style="dim")
        print_table(console, Padding(says, (0, 0, 0, 2)))


def _cards(board: Board) -> str:
    wild = board.labels.get("locomotive", "locomotive")
    return (
        f"The deck has {board.copies} cards of each of {', '.join(board.colours)},"
        f" and {board.locomotives} {wild} cards that stand for any colour."
    )
