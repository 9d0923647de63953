"""Options that several commands share, with one meaning everywhere."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

LONGEST_SEED = 64


class SeedType(click.ParamType):
    """A whole number or any short text."""

    name = "seed"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        text = str(value).strip()
        if not text or len(text) > LONGEST_SEED or not text.isprintable():
            self.fail(f"a seed is a number or a text of at most {LONGEST_SEED} characters.")
        whole = text.isascii() and text.isdigit() and str(int(text)) == text
        return int(text) if whole else text


def seed_option(help: str = "What all luck follows from; the same seed, the same luck.") -> Callable[[F], F]:
    return click.option("--seed", type=SeedType(), default=None, help=help)


def board_option(default: str | None = "usa", help: str = "") -> Callable[[F], F]:
    says = help or "A board's name such as europe or usa:mega, or the path of a board file."
    return click.option("--board", default=default, show_default=default is not None, help=says)


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def fresh_seed(seed: int | str | None) -> int | str:
    """The seed asked for, or a new one that is short enough to type again."""
    return secrets.randbelow(10**9) if seed is None else seed


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def show_seed(seed: int | str | None) -> None:
    """Tell the seed beside the output, so that what was seen can be seen again."""
    click.echo(f"seed {seed}", err=True)
