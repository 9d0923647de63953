"""The rules of a board for people: every switch with its sentence, and the board's options.

Both `whistlestop rules` and the word `rules` during a game print this. The sentences come from
`model.rules` and `model.bonuses`; nothing here knows a rule.
"""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from whistlestop.cli.console import print_table
from whistlestop.model.board import Board


def print_rules(console: Console, board: Board, options: dict[str, str]) -> None:
    """What the board is about, its cards, each switch in a sentence, and the options given."""
    console.print(f"{board.title} ({board.name})", style="bold")
    console.print(board.says)
    console.print(f"{_cards(board)} At a real table, {board.starter or 'anyone'} begins.\n")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, sentence in board.rules.sentences().items():
        table.add_row(name, sentence)
    for bonus in board.own_bonuses:
        table.add_row(bonus.name, f"{bonus.title}: {bonus.sentence(board)}")
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
