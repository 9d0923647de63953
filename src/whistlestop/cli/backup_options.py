"""Options of `serve` for what it does by itself, backups and old tables; spans of time in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from whistlestop.server.orders.retention import Retention
    from whistlestop.server.upkeep.schedule import BackupPlan

F = TypeVar("F", bound=Callable[..., Any])

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_SPAN = re.compile(r"([1-9][0-9]{0,9})([smhdw])", re.ASCII)


class TimeSpan(click.ParamType[float]):
    """A span of time such as 30m, 6h or 1d, as seconds."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read it."""
        if isinstance(value, float):
            return value
        found = _SPAN.fullmatch(str(value).strip())
        if found is None:
            self.fail(f'"{value:.40}" is no span of time such as 30m, 6h, 1d or 2w.', param, ctx)
        return float(int(found[1]) * _UNITS[found[2]])


def backup_options(command: F) -> F:
    """Add `--backup-dir`, `--backup-every` and `--backup-keep`."""
    for option in (
        click.option(
            "--backup-keep",
            metavar="N",
            type=click.IntRange(1, 10_000),
            default=7,
            help="How many backups are kept; older ones are removed.",
        ),
        click.option(
            "--backup-every",
            metavar="TIME",
            type=TimeSpan(),
            default="1d",
            help="How often a backup is written: 30m, 6h, 1d, 1w.",
        ),
        click.option(
            "--backup-dir",
            metavar="FOLDER",
            type=click.Path(path_type=Path),
            help="Write backups into this folder while the server runs.",
        ),
    ):
        command = option(command)
    return command


def take_backup_plan(options: dict[str, Any]) -> BackupPlan | None:
    """Take the plan for backups out of a command's options; None without a folder for them."""
    from whistlestop.server.upkeep.schedule import BackupPlan

    folder = options.pop("backup_dir")
    every, keep = options.pop("backup_every"), options.pop("backup_keep")
    return None if folder is None else BackupPlan(folder.expanduser().absolute(), every, keep)


def keep_options(command: F) -> F:
    """Add `--keep-finished` and `--keep-unfinished`."""
    for name, says in (
        ("--keep-unfinished", "Delete tables unchanged for so long whose game is not over."),
        ("--keep-finished", "Delete finished tables unchanged for so long: 90d, 12w."),
    ):
        command = click.option(name, metavar="TIME", type=TimeSpan(), help=says)(command)
    return command


def take_retention(options: dict[str, Any]) -> Retention:
    """Take how long tables are kept out of a command's options."""
    from whistlestop.server.orders.retention import Retention

    return Retention(options.pop("keep_finished"), options.pop("keep_unfinished"))
