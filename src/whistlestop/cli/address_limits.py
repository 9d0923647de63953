"""Options of `serve` that say how much one address may ask for, and which addresses may ask at all.

What they mean is in `whistlestop.server.addresses`; a test compares both with `docs/server.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import click

from whistlestop.server.addresses.limits import WINDOWS, AddressLimits

F = TypeVar("F", bound=Callable[..., Any])

MOST = 10**9
SAYS = {
    "tables": "How many tables one address may make",
    "listed": "How many open tables of one address may be listed at once.",
    "sockets": "How many sockets one address may have open at once, never more than half of all.",
    "commands": "How many messages and commands one address may send",
    "changes": "How many seats, colours, hints and take-backs one address may ask for",
    "invites": "How many wrong invites one address may show",
    "reads": "How many lists, drawings, records and the like one address may ask for",
    "guests": "How many new guests may come from one address",
    "reviews": "How many reviews of finished games one address may begin",
}


def address_limit_options(command: F) -> F:
    """Add an option for each limit, and the one that turns them off."""
    off = "Count nothing by address: for tests and servers among friends."
    command = click.option("--no-address-limits", "uncounted", is_flag=True, help=off)(command)
    for limit in reversed(fields(AddressLimits)):
        command = click.option(
            f"--{limit.name}-per-address",
            metavar="N",
            type=click.IntRange(1, MOST),
            default=limit.default,
            help=_says(limit.name),
        )(command)
    return command


def _says(name: str) -> str:
    windows = {str(what): f"{seconds:.0f}" for what, seconds in WINDOWS.items()}
    return f"{SAYS[name]} in {windows[name]} seconds." if name in windows else SAYS[name]


def take_address_limits(options: dict[str, Any]) -> AddressLimits | None:
    """Take the limits out of a command's options; None if nothing is to be counted."""
    chosen = {f.name: options.pop(f"{f.name}_per_address") for f in fields(AddressLimits)}
    return None if options.pop("uncounted") else AddressLimits(**chosen)


def read_bans(ctx: click.Context, param: click.Parameter, bans: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse what is neither an address nor a network nor an alias of the log."""
    from whistlestop.server.addresses.address_book import check_ban

    for text in bans:
        try:
            check_ban(text)
        except ValueError:
            raise click.BadParameter(
                f'"{text:.60}" is no address such as 203.0.113.7 or 2001:db8::/48, and no name '
                "that the log gives to one.",
                ctx,
            ) from None
    return bans
