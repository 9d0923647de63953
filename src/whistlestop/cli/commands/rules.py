"""`whistlestop rules BOARD`: every switch of a board with its rule in a sentence."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import make_console
from whistlestop.cli.help import Explained
from whistlestop.cli.options import boards_like, check_file, json_option, print_json

if TYPE_CHECKING:
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
    from whistlestop.cli.terminal.rules_in_words import print_rules

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
        "bonuses": {
            b.name: {"title": b.title, "sentence": b.sentence(board)} for b in board.bonuses
        },
        "options": options,
    }
