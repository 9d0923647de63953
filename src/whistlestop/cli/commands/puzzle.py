"""`whistlestop puzzle`: find the one best move of a position, the day's or any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import figures_table, make_console, print_table
from whistlestop.cli.help import FOUND_BAD, Explained
from whistlestop.cli.options import json_option, print_json

if TYPE_CHECKING:
    from whistlestop.bots.puzzles import Puzzle


@click.command("puzzle", cls=Explained, finds="The answer is not the best move.")
@click.argument("name", metavar="[PUZZLE]", required=False)
@click.option("--answer", metavar="MOVE", help="Your move, such as 'claim paris-zurich'.")
@click.option("--hints", type=click.IntRange(0, 2), default=0, help="How many hints to show.")
@click.option("--solution", is_flag=True, help="Show the best moves, and why.")
@click.option("--list", "listed", is_flag=True, help="List the puzzles instead of showing one.")
@click.option("--board", metavar="BOARD", help="With --list: only those of a board.")
@click.option("--theme", metavar="THEME", help="With --list: only those of a theme.")
@json_option
def command(
    name: str | None,
    answer: str | None,
    hints: int,
    solution: bool,
    listed: bool,
    board: str | None,
    theme: str | None,
    as_json: bool,
) -> int:
    """Show a position in which one move is better than all others: that of the day, or PUZZLE.

    You see what the player knew. An answer is a move without what it costs: claim paris-zurich,
    build paris, draw red, draw deck, tickets, keep 1 3.

        whistlestop puzzle
        whistlestop puzzle --hints 1
        whistlestop puzzle --answer "draw deck"
        whistlestop puzzle --list --board europe --theme station
    """
    if not listed and (board or theme):
        raise click.UsageError("--board and --theme choose from the list: add --list.")
    if listed:
        _list(board, theme, as_json)
        return 0
    puzzle = _wanted(name)
    if answer is not None:
        return _judge(puzzle, answer, solution, as_json)
    _show(puzzle, hints, solution, as_json)
    return 0


def _wanted(name: str | None) -> Puzzle:
    from datetime import UTC, datetime

    from whistlestop.bots.puzzles import puzzle_by_id, puzzle_of_day

    return puzzle_of_day(datetime.now(UTC).date()) if name is None else puzzle_by_id(name)


def _list(board: str | None, theme: str | None, as_json: bool) -> None:
    from whistlestop.bots.puzzles import puzzles_of

    found = puzzles_of(board, theme)
    if as_json:
        print_json([{"id": p.id, "theme": p.theme, "level": p.level} for p in found])
        return
    table = figures_table("puzzle", "theme", figures=("players", "level"))
    for puzzle in found:
        table.add_row(puzzle.id, puzzle.theme, str(puzzle.players), str(puzzle.level))
    print_table(make_console(), table)


def _show(puzzle: Puzzle, hints: int, solution: bool, as_json: bool) -> None:
    from whistlestop.bots.puzzles import hints_of
    from whistlestop.cli.terminal import puzzle_in_words as words

    if as_json:
        print_json(_facts(puzzle, solution))
        return
    click.echo(words.heading(puzzle))
    click.echo(str(puzzle.view))
    for line in words.question(puzzle):
        click.echo(line)
    for hint in hints_of(puzzle)[:hints]:
        click.echo(f"Hint: {words.hint_sentence(hint)}")
    if solution:
        _explain(puzzle)


def _facts(puzzle: Puzzle, solution: bool) -> dict[str, Any]:
    """The puzzle as plain data; what its moves are worth only on request."""
    facts = {"id": puzzle.id, "theme": puzzle.theme, "level": puzzle.level}
    values = {"moves": puzzle.data()["moves"], "gain": puzzle.gain, "harm": puzzle.harm}
    return {**facts, "view": puzzle.view.data(), **(values if solution else {})}


def _judge(puzzle: Puzzle, answer: str, solution: bool, as_json: bool) -> int:
    from whistlestop.cli.terminal import puzzle_in_words as words

    verdict = puzzle.judge(answer)
    cost = {"points": verdict.cost.margin, "win": verdict.cost.win}
    if as_json:
        print_json({"id": puzzle.id, "move": verdict.move, "solved": verdict.solved, "cost": cost})
    else:
        click.echo(words.verdict_sentence(puzzle, verdict))
        if solution or verdict.solved:
            _explain(puzzle)
    return 0 if verdict.solved else FOUND_BAD


def _explain(puzzle: Puzzle) -> None:
    from whistlestop.cli.terminal.puzzle_in_words import solution_lines

    for line in solution_lines(puzzle):
        click.echo(line)
