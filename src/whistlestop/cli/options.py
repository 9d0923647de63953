"""Options that several commands share, with one meaning everywhere, and what completes them.

It also holds the few steps that go with an option: reading a seed or a board, printing JSON,
refusing a file that cannot be written.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from whistlestop.model.board import Board
    from whistlestop.record import Record, SeatRecord

F = TypeVar("F", bound=Callable[..., Any])

LONGEST_SEED = 64


def _read_seed(ctx: click.Context, param: click.Parameter, text: str | None) -> int | str | None:
    """A whole number, or any short text."""
    if text is None:
        return None
    if not text.strip() or len(text) > LONGEST_SEED or not text.isprintable():
        raise click.BadParameter(
            f"a seed is a number or a text of at most {LONGEST_SEED} characters.", ctx, param
        )
    whole = text.isascii() and text.isdigit() and str(int(text)) == text
    return int(text) if whole else text


SEED = "What all luck follows from: the same seed, the same luck."
seed_option = click.option("--seed", metavar="SEED", callback=_read_seed, help=SEED)


def boards_like(ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
    """The boards a shell may complete; a path is completed as a path."""
    from whistlestop.boards.load import BoardError, board_names, options_of

    names: list[str] = []
    for name in board_names():
        with contextlib.suppress(BoardError):  # a broken file of the user's own
            names += [f"{name}:{option}" for option in options_of(name)]
            names.append(name)
    found = [CompletionItem(name) for name in names if name.startswith(start)]
    return found or [CompletionItem(start, type="file")]


def bots_like(ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
    """The bots a shell may complete, with their parameters; a path is completed as a path."""
    from whistlestop.bots import bot_entry, bot_names

    name, colon, _ = start.partition(":")
    if colon and name in bot_names():
        texts = [f"{name}:{parameter.name}=" for parameter in bot_entry(name).parameters]
    else:
        texts = list(bot_names())
    found = [CompletionItem(text) for text in texts if text.startswith(start)]
    return found or [CompletionItem(start, type="file")]


def files_like(ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
    """Any file; the shell knows which there are."""
    return [CompletionItem(start, type="file")]


def read_board(file: str) -> Board:
    """The board of a file or name; a refusal names the line of the fault."""
    from whistlestop.boards.faults import fault_of
    from whistlestop.boards.load import BoardError, parse_board, read_text

    source, text = read_text(file)
    try:
        return parse_board(text, source)
    except BoardError as error:
        told = fault_of(text, source, error)
        raise click.ClickException(f"{told} (whistlestop board check tells all faults)") from None


def check_file(ctx: click.Context, param: click.Parameter, board: str | None) -> str | None:
    """Refuse a faulty board file with its line, whichever command the user gave it to."""
    if board is not None and board.endswith(".toml") and not ctx.resilient_parsing:
        read_board(board)
    return board


def board_option(
    default: str | None = "usa",
    says: str = "A board's name such as europe or usa:mega, or the path of a board file.",
) -> Callable[[F], F]:
    """`--board`: a name or a board file, which is checked at once."""
    return click.option(
        "--board",
        metavar="BOARD",
        default=default,
        help=says,
        callback=check_file,
        shell_complete=boards_like,
    )


def add_for_this_run(files: Sequence[str]) -> None:
    """Let board files in by their names, for this program and those it starts."""
    from whistlestop.boards.load import shipped_names

    paths = [Path(file).absolute() for file in files]
    for path in paths:
        board = read_board(str(path))
        if board.id in shipped_names():
            raise click.UsageError(
                f'{board.id} comes with Whistlestop; give {path.name} another "id".'
            )
        if path.name != f"{board.id}.toml":
            raise click.UsageError(f"{path.name} must be called {board.id}.toml, after its id.")
    known = os.environ.get("WHISTLESTOP_BOARDS")
    added = filter(None, [known, *map(str, paths)])
    os.environ["WHISTLESTOP_BOARDS"] = os.pathsep.join(added)


GAME = "Which game of a file of many (.wst.gz), counted from 0."
game_option = click.option("--game", type=click.IntRange(0), metavar="N", help=GAME)


def read_record(file: str, board: str | None, game: int | None) -> Record | SeatRecord:
    """The record in a file, or one of the many in it; verified."""
    from whistlestop.record import load, load_all

    if game is None:
        record: Record | SeatRecord | None = load(file, board)
    else:
        record = next(islice(load_all(file, board), game, None), None)
    if record is None:
        raise click.ClickException(f"{file} has no game {game}: it holds fewer, counted from 0.")
    record.verify()
    return record


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")

store_option = click.option(
    "--store",
    metavar="URL",
    help="Where tables are kept: a file, or postgresql://user:password@host/database; by default "
    "a file among your own data.",
)


def fresh_seed(seed: int | str | None) -> int | str:
    """The seed asked for, or a new one that is short enough to type again."""
    return secrets.randbelow(10**9) if seed is None else seed


def print_json(data: Any) -> None:
    """Print data as JSON that people can read, too."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def cannot_write(path: str | Path, error: Exception) -> click.ClickException:
    """The refusal for a file that the system does not let us write."""
    cause = getattr(error, "strerror", None) or "that is no name for a file"
    return click.ClickException(f"{path} cannot be written: {cause}.")


def show_seed(seed: int | str | None) -> None:
    """Tell the seed beside the output, so that what was seen can be seen again."""
    click.echo(f"seed {seed}", err=True)
