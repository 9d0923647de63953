"""`whistlestop bot PROGRAM --table URL`: a program or a registered bot plays at a table."""

from __future__ import annotations

import asyncio
import shutil
from functools import partial
from typing import TYPE_CHECKING

import click

from whistlestop.cli.help import WithBots
from whistlestop.cli.options import bots_like

if TYPE_CHECKING:
    from whistlestop.remote.players import Player


@click.command("bot", cls=WithBots, context_settings={"ignore_unknown_options": True})
@click.argument("program", metavar="PROGRAM", shell_complete=bots_like)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[ARGS]...")
@click.option(
    "--table", "url", required=True, metavar="URL", help="The address that the host gave you."
)
@click.option(
    "--token",
    envvar="WHISTLESTOP_TOKEN",
    show_envvar=True,
    metavar="TOKEN",
    help="The seat's token, where the address does not hold it.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 3600),
    default=10,
    help="How long a decision may take; a random action is played then.",
)
@click.option("--seed", type=int, help="What the bot's luck follows from.")
def command(
    program: str,
    arguments: tuple[str, ...],
    url: str,
    token: str | None,
    seconds: float,
    seed: int | None,
) -> None:
    """Play a seat at a table, until the game is over.

    PROGRAM reads views and writes actions, line by line, as docs/bots.md describes; arguments for
    it follow its name, after `--` where they look like options of this command. Or it is the name
    of a registered bot such as `greedy`.

        whistlestop bot greedy --table "https://play.example/t/4kq2vm7s#seat=TOKEN"
        whistlestop bot ./my-bot.py --table https://play.example/t/4kq2vm7s --token TOKEN
        whistlestop bot node my-bot.mjs --table https://play.example/t/4kq2vm7s --seconds 5
    """
    from whistlestop.remote.address import read_address
    from whistlestop.remote.bot import RemoteBot

    address = read_address(url, token)
    player = _player(program, arguments, seconds, seed)
    score = asyncio.run(RemoteBot(address, player, partial(click.echo, err=True)).run())
    if score is not None:
        click.echo(str(score))


def _player(program: str, arguments: tuple[str, ...], seconds: float, seed: int | None) -> Player:
    """A registered bot by its name; anything else is a program."""
    from whistlestop.bots import bot_names, read_recipe
    from whistlestop.remote.players import ProgramPlayer, RegisteredPlayer

    if "/" not in program and program.partition(":")[0] in bot_names() and not arguments:
        return RegisteredPlayer(read_recipe(program).text, seconds, seed)
    if shutil.which(program) is None:
        if "/" in program:
            raise click.UsageError(f'There is no program "{program:.60}" that may be run.')
        raise click.UsageError(
            f'There is no program and no bot "{program:.60}"; a program in this folder is named'
            f" with its path, as in ./{program:.60}."
        )
    return ProgramPlayer((program, *arguments), seconds, seed)
