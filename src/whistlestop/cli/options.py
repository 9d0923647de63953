"""Options that several commands share, with one meaning everywhere."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
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
    from whistlestop.model.boardfile import board_names, options_of

    names = list(board_names())
    names += [f"{name}:{option}" for name in names for option in options_of(name)]
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


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def fresh_seed(seed: int | str | None) -> int | str:
    """The seed asked for, or a new one that is short enough to type again."""
    return secrets.randbelow(10**9) if seed is None else seed


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def show_seed(seed: int | str | None) -> None:
    """Tell the seed beside the output, so that what was seen can be seen again."""
    click.echo(f"seed {seed}", err=True)
