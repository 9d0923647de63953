"""`whistlestop serve`: tables for people and bots, over HTTP."""

from __future__ import annotations

import gc
import re
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.address_limits import address_limit_options, read_bans, take_address_limits
from whistlestop.cli.backup_options import (
    backup_options,
    keep_options,
    take_backup_plan,
    take_retention,
)
from whistlestop.cli.browser import open_page
from whistlestop.cli.options import add_for_this_run, store_option
from whistlestop.cli.settings import Configured, never_typed, refuse_alone

if TYPE_CHECKING:
    from whistlestop.server.http.base_path import PublicAddress

LEVELS = ("debug", "info", "warning", "error")
# What means nothing alone; whoever wrote it would believe that backups are made, for instance.
PARTNERS = {
    "backup-every": "backup-dir",
    "backup-keep": "backup-dir",
    "proxy-hops": "proxy",
}


def _read_origins(
    ctx: click.Context, param: click.Parameter, origins: tuple[str, ...]
) -> tuple[str, ...]:
    for origin in origins:
        if not re.fullmatch(r"https?://[^/?#@\s]+/?", origin):
            raise click.BadParameter(
                f'"{origin:.60}" is not the start of an address such as https://play.example.', ctx
            )
    return origins


def _read_base(ctx: click.Context, param: click.Parameter, text: str | None) -> str | None:
    from whistlestop.server.http.base_path import read_base

    base = None if text is None else read_base(text)
    if text is not None and base is None:
        raise click.BadParameter(f'"{text:.60}" is no path such as /games/trains/.', ctx)
    return base


def _read_public(
    ctx: click.Context, param: click.Parameter, text: str | None
) -> PublicAddress | None:
    from whistlestop.server.http.base_path import read_public_address

    public = None if text is None else read_public_address(text)
    if text is not None and public is None:
        raise click.BadParameter(
            f'"{text:.60}" is no address such as https://play.example/trains/.', ctx
        )
    return public


def _read_listen(
    ctx: click.Context, param: click.Parameter, text: str | None
) -> tuple[str, int] | None:
    if text is None:
        return None
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise click.BadParameter(f'"{text:.60}" is no address such as 127.0.0.1:9100.', ctx)
    return host.removeprefix("[").removesuffix("]"), int(port)


@click.command("serve", cls=Configured)
@click.option("--host", default="127.0.0.1", help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    help="The port to listen on; 0 takes a free one.",
)
@store_option
@click.option(
    "--store-password",
    metavar="SECRET",
    callback=never_typed,
    help="The password of PostgreSQL; by its variable or in the file of settings only.",
)
@backup_options
@keep_options
@click.option("--open", "wants_page", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--proxy", is_flag=True, help="A proxy stands before this server: trust its X-Forwarded- words."
)
@click.option(
    "--proxy-hops",
    metavar="N",
    type=click.IntRange(1, 20),
    default=1,
    help="How many proxies of yours add to X-Forwarded-For, with --proxy.",
)
@click.option(
    "--origin",
    "origins",
    metavar="URL",
    multiple=True,
    callback=_read_origins,
    help="An address where the page is shown: only from there, by that name (may be repeated).",
)
@click.option(
    "--base",
    metavar="PATH",
    callback=_read_base,
    help="The path below which a proxy has this server, such as /games/trains/.",
)
@click.option(
    "--public-address",
    "public",
    metavar="URL",
    callback=_read_public,
    help="Where the world finds this server, for links; it says --origin and --base, too.",
)
@click.option(
    "--board",
    "boards",
    metavar="FILE",
    multiple=True,
    help="A board file to offer beside the boards that are known (may be given repeatedly).",
)
@click.option("--bots", type=click.IntRange(1, 64), help="How many processes think for bots.")
@click.option(
    "--recipes", is_flag=True, help="Let guests give bots parameters, such as search:time=60s."
)
@click.option(
    "--rest-seconds",
    type=click.FloatRange(0, 10**9),
    default=600.0,
    help="How long bots play on among themselves after the last look at them.",
)
@click.option(
    "--sockets",
    type=click.IntRange(1, 1_000_000),
    default=10_000,
    help="How many sockets may be open at once.",
)
@address_limit_options
@click.option(
    "--ban",
    "banned",
    metavar="ADDRESS",
    multiple=True,
    callback=read_bans,
    help="Refuse an address, a network, or what the log calls an address today (may be repeated).",
)
@click.option(
    "--talk-lines",
    type=click.IntRange(1, 100_000),
    default=500,
    help="How many lines of talk a table keeps.",
)
@click.option(
    "--talk-per-guest",
    type=click.IntRange(1, 1_000_000),
    default=20,
    help="How many lines a guest may say in 20 seconds.",
)
@click.option(
    "--talk-per-address",
    type=click.IntRange(1, 1_000_000),
    default=40,
    help="How many lines one address may say in 20 seconds.",
)
@click.option(
    "--talk-per-table",
    type=click.IntRange(1, 1_000_000),
    default=40,
    help="How many lines may be said at a table in 20 seconds, by players and as many by others.",
)
@click.option(
    "--head-seconds",
    type=click.FloatRange(1, 600),
    default=10.0,
    help="How long the head of a request may take to arrive.",
)
@click.option(
    "--reuse-port", is_flag=True, help="Share the port with other servers on the same store."
)
@click.option(
    "--metrics-token",
    metavar="SECRET",
    callback=never_typed,
    help="What /metrics asks for as a bearer token; by its variable or in the file only.",
)
@click.option(
    "--metrics-listen",
    metavar="HOST:PORT",
    callback=_read_listen,
    help="Give /metrics at this address, and no longer beside the pages.",
)
@click.option(
    "--log-level", type=click.Choice(LEVELS), default="info", help="The least that is worth a line."
)
def command(
    store: str | None,
    wants_page: bool,
    boards: tuple[str, ...],
    sockets: int,
    **options: Any,
) -> None:
    """Let people and bots play at tables in the browser.

    Tables are kept in one file, or in PostgreSQL by its address, where several servers may share
    them. Logs go to stderr, a line of JSON for each thing that happens. Every option can also be
    set by a variable (WHISTLESTOP_PORT for --port; WHISTLESTOP_STORE_FILE names a file with the
    value) and in whistlestop.toml (port = 8000).

        whistlestop serve
        whistlestop serve --host 0.0.0.0 --store evening.db
        whistlestop serve --board my-town.toml --open
        whistlestop serve --backup-dir backups --backup-every 6h --backup-keep 28
        whistlestop serve --store postgresql://me@localhost/games --port 8001 --proxy
        whistlestop serve --proxy --public-address https://home.example/games/trains/
    """
    gc.disable()  # while modules are loaded, which stay: looking at them would take a tenth
    try:
        from whistlestop.server.http.pages import without_page
        from whistlestop.server.run import Settings, run_server
        from whistlestop.server.sockets.limits import SocketLimits
        from whistlestop.server.store.open import default_store
        from whistlestop.server.table.talk.limits import TalkLimits
    finally:
        gc.enable()

    refuse_alone(click.get_current_context(), PARTNERS)
    add_for_this_run(boards)
    options.pop("store_password")  # it is in the store's address by now
    public, base = options["public"], options["base"]
    if public is not None and base not in (None, public.base):
        raise click.UsageError(f"The public address {public} is not below --base {base}.")
    talk = TalkLimits(
        options.pop("talk_per_guest"),
        options.pop("talk_per_address"),
        options.pop("talk_per_table"),
        kept=options.pop("talk_lines"),
    )

    def on_ready(address: str) -> None:
        beside = "" if public is None else f" (on this machine {address})"
        click.echo(f"Whistlestop is at {public or address}{beside}")
        if (missing := without_page()) is not None:
            click.echo(missing, err=True)
            return
        if wants_page:
            open_page(str(public or address))

    limits, addresses = SocketLimits(sockets=sockets), take_address_limits(options)
    settings = Settings(
        store or default_store(),
        backups=take_backup_plan(options),
        keep=take_retention(options),
        limits=limits,
        talk=talk,
        addresses=addresses,
        **options,
    )
    run_server(settings, on_ready)
