"""The entrance: finds a command, runs it, and turns whatever goes wrong into one sentence.

Exit codes: 0 done, 1 something checked was found bad, 2 the request cannot be met, 130 interrupted.
Invariant: whatever a user types, no traceback answers it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from whistlestop._version import __version__
from whistlestop.cli.extras import missing_extra
from whistlestop.cli.help import INTERRUPTED, REFUSED, Suggesting

PLAYING = ((), ("play",), ("serve",))
"""How a line begins by which people play."""
COMMANDS = {
    "play": "Play in the browser or in the terminal.",
    "serve": "Let people and bots play in the browser.",
    "boards": "List the boards.",
    "board": "Make a board of your own: new, check, preview, layout, add.",
    "rules": "Show the rules of a board, switch by switch.",
    "replay": "Show a recorded game, or any ply of it.",
    "puzzle": "Find the one best move of a position.",
    "check": "Check board files and records.",
    "simulate": "Let bots play many games.",
    "tournament": "Let bots play each other and rate them.",
    "rate": "Find a bot's place on the ladder.",
    "study": "Tell what games say about a board.",
    "review": "Judge the decisions of a recorded game.",
    "tune": "Look for better constants of a bot.",
    "bots": "List bots, check them, and let own ones in.",
    "bot": "Let a program or a bot play at a table.",
    "table": "Make a table on a server, show one, download its game.",
    "backup": "Write all tables of a store into a file.",
    "restore": "Put the tables of a backup into an empty store.",
    "store": "Look after stored tables: verify, check, repair.",
    "admin": "Look after the tables and guests of a server, while it runs or not.",
    "bench": "Measure how fast the engine is here.",
    "completion": "Let a shell complete commands with the tab key.",
}

# One thing and several things have commands of their own, and people type the other one.
MISTAKEN = {
    **{f"bot {verb}": f"bots {verb}" for verb in ("add", "check", "list", "new", "show")},
    **{f"boards {verb}": f"board {verb}" for verb in ("add", "check", "layout", "new", "preview")},
    "board list": "boards",
    "boards list": "boards",
    **{f"tables {verb}": f"table {verb}" for verb in ("new", "show", "download")},
}

# What click calls numbers, and bounded ones.
NUMBERS = {
    kind + bound: meant
    for kind, meant in (("integer", "whole number"), ("float", "number"))
    for bound in ("", " range")
}

# These live in rooms of their own among the commands.
ROOMS = {
    **dict.fromkeys(("bench", "rate", "review", "simulate", "study", "tournament", "tune"), "lab"),
    **dict.fromkeys(("admin", "backup", "restore", "serve", "store"), "hosting"),
}


def _module_of(command: str) -> str:
    """The module of a command below `whistlestop.cli`."""
    return ".".join(["commands", *filter(None, [ROOMS.get(command)]), command])


class CommandLine(Suggesting):
    """Loads a command when a user asks for it, and turns errors into sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module, and only this one."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"whistlestop.cli.{_module_of(cmd_name)}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; propose the right one for a known mix-up."""
        typed = " ".join(args[:2])
        if typed in MISTAKEN:
            meant = " ".join(["whistlestop", MISTAKEN[typed], *args[2:]])
            ctx.fail(f'There is no command "{typed}"; did you mean "{meant:.99}"?')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list under `--help`, without loading the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and end the program with its exit code."""
        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        words = sys.argv[1:] if args is None else args
        sys.exit(_exit_code(run, plays=tuple(words[:1]) in PLAYING))


def _exit_code(run: Callable[[], Any], plays: bool) -> int:
    """Run a command; whatever goes wrong becomes a sentence and a number.

    `plays`: it is one that people play by.
    """
    try:
        result = run()
        return result if isinstance(result, int) else 0
    except click.Abort:
        _say("Stopped.")
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        _say(error.format_message())
    except click.UsageError as error:
        _say(_usage_sentence(error))
    except click.ClickException as error:
        _say(error.format_message())
    except ValueError as error:
        # Every typed error of the library has a code and is a sentence; others are defects.
        if not hasattr(error, "code"):
            raise
        _say(str(error))
    except ModuleNotFoundError as error:
        sentence = missing_extra(error, plays)
        if sentence is None:
            raise
        _say(sentence)
    return REFUSED


def _usage_sentence(error: click.UsageError) -> str:
    where = error.ctx.command_path if error.ctx is not None else "whistlestop"
    message = " ".join(error.format_message().split())
    for kind, meant in NUMBERS.items():
        message = message.replace(f"is not a valid {kind}.", f"is no {meant}.")
    return f"{message} See `{where} --help`."


def _say(sentence: str) -> None:
    click.echo(sentence, err=True)


@click.group("whistlestop", cls=CommandLine, invoke_without_command=True)
@click.version_option(__version__, prog_name="whistlestop", message="%(prog)s %(version)s")
@click.pass_context
def command_line(ctx: click.Context) -> None:
    """Train-route board games by their published rules: play them, replay them, simulate them.

    Without a command the game opens in the browser. Every command tells its options, examples and
    exit codes with --help; `whistlestop completion` lets the tab key complete them.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(import_module(f"whistlestop.cli.{_module_of('play')}").command)


def main() -> None:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a sign shows a question mark instead of ending the program.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    command_line()
