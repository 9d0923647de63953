"""Options that several commands share, with one meaning everywhere."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

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


def seed_option(
    says: str = "What all luck follows from: the same seed, the same luck.",
) -> Callable[[F], F]:
    return click.option("--seed", metavar="SEED", callback=_read_seed, help=says)


def _boards_like(ctx: click.Context, param: click.Parameter, start: str) -> list[CompletionItem]:
    """The boards a shell may complete; a path is completed as a path."""
    from whistlestop.model.boardfile import BoardError, board_names, options_of

    names: list[str] = []
    for name in board_names():
        with contextlib.suppress(BoardError):  # a broken file of the user's own
            names += [f"{name}:{option}" for option in options_of(name)]
            names.append(name)
    found = [CompletionItem(name) for name in names if name.startswith(start)]
    return found or [CompletionItem(start, type="file")]


def board_option(
    default: str | None = "usa",
    says: str = "A board's name such as europe or usa:mega, or the path of a board file.",
) -> Callable[[F], F]:
    shown = default is not None
    return click.option(
        "--board",
        metavar="BOARD",
        default=default,
        show_default=shown,
        help=says,
        shell_complete=_boards_like,
    )


def add_for_this_run(files: Sequence[str]) -> None:
    """Let board files in by their names, for this program and those it starts."""
    from whistlestop.model.boardfile import load_board, shipped_names

    paths = [Path(file).absolute() for file in files]
    for path in paths:
        board = load_board(path)
        if board.id in shipped_names():
            raise click.UsageError(
                f'{board.id} comes with Whistlestop; give {path.name} another "id".'
            )
        if path.name != f"{board.id}.toml":
            raise click.UsageError(f"{path.name} must be called {board.id}.toml, after its id.")
    known = os.environ.get("WHISTLESTOP_BOARDS")
    os.environ["WHISTLESTOP_BOARDS"] = os.pathsep.join(
        [*([known] if known else []), *map(str, paths)]
    )


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def fresh_seed(seed: int | str | None) -> int | str:
    """The seed asked for, or a new one that is short enough to type again."""
    return secrets.randbelow(10**9) if seed is None else seed


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def show_seed(seed: int | str | None) -> None:
    """Tell the seed beside the output, so that what was seen can be seen again."""
    click.echo(f"seed {seed}", err=True)
