"""`whistlestop bots`: the bots that are known, and how an own one becomes one of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from whistlestop.cli.console import make_console, print_table, progress_bar
from whistlestop.cli.help import FOUND_BAD, Suggesting
from whistlestop.cli.options import boards_like, bots_like, files_like, json_option, print_json

if TYPE_CHECKING:
    from whistlestop.bots.registry import Recipe
    from whistlestop.lab.inspection import BotFault, Inspection

F = TypeVar("F", bound=Callable[..., Any])
GAMES = 10
BOARDS = ("usa", "europe", "new-york")
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def check_options(command: F) -> F:
    """What a check plays: `check` and `add` ask for the same, and so give one verdict."""
    on_board = click.option(
        "--board",
        "boards",
        metavar="BOARD",
        multiple=True,
        default=BOARDS,
        shell_complete=boards_like,
        help="On this board; may be given repeatedly.",
    )
    games = click.option(
        "--games", type=click.IntRange(1, 100_000), default=GAMES, help="Games on each board."
    )
    seconds = click.option(
        "--seconds", type=click.FloatRange(0.1, 3600), default=10.0, help="For each decision."
    )
    return on_board(games(seconds(command)))


@click.group("bots", cls=Suggesting)
def command() -> None:
    """List the bots, write a new one, check it, and let it in.

    A bot that was let in is found everywhere by its name: in simulations and tournaments, and as
    an opponent in the browser.
    """


@command.command("list")
@json_option
def show(as_json: bool) -> None:
    """List every bot that is known here, and every file that brings none.

    Bots come with Whistlestop, from the folder of your own ones, and from installed packages.

        whistlestop bots list
        whistlestop bots list --json
    """
    from whistlestop.bots import bot_entry, bot_names
    from whistlestop.bots.own_bots import find_bots

    entries = [bot_entry(name) for name in bot_names()]
    if as_json:
        print_json([{"name": entry.name, "says": entry.says} for entry in entries])
    else:
        from rich.table import Table

        table = Table("bot", "what it does", box=None, padding=(0, 2, 0, 0))
        for entry in entries:
            table.add_row(entry.name, entry.says)
        print_table(make_console(), table)
    for lost in find_bots():
        click.echo(str(lost), err=True)


@command.command("show")
@click.argument("name", shell_complete=bots_like)
@json_option
def tell_of(name: str, as_json: bool) -> None:
    """Tell what a bot does, and its parameters with their values.

    A parameter is given behind the name of the bot wherever a bot is asked for, as in
    planner:risk=0.1,haste=0.9.

        whistlestop bots show planner
    """
    from whistlestop.bots import bot_entry, read_recipe

    entry = bot_entry(read_recipe(name).text.partition(":")[0])
    if as_json:
        parameters = [
            {"name": p.name, "value": p.default, "says": p.says} for p in entry.parameters
        ]
        print_json({"name": entry.name, "says": entry.says, "parameters": parameters})
        return
    click.echo(f"{entry.name}: {entry.says}")
    for p in entry.parameters:
        click.echo(f"  {p.name}={p.default}  {p.says}")


@command.command("new")
@click.argument("name")
def new(name: str) -> None:
    """Write a bot to begin with into NAME.py in this folder.

    It plays, passes its check, and says in comments where your own ideas belong. NAME is of small
    letters, digits and -, and is what the bot is called everywhere.

        whistlestop bots new my-bot
    """
    from whistlestop.bots.registry import shipped_bots

    _check_name(name)
    if name in shipped_bots():
        raise click.UsageError(f"There is a bot named {name} already.")
    path = Path(f"{name.replace('-', '_')}.py")
    if path.exists():
        raise click.UsageError(f"{path} exists already.")
    text = files("whistlestop.cli").joinpath("starter_bot.txt").read_text()
    path.write_text(text.replace("NAME", name).replace("CLASS", _class_name(name)))
    click.echo(f"Wrote {path}. Next: whistlestop bots check {path}")


@command.command("check", finds="It cannot be let loose yet.")
@click.argument("bot", metavar="BOT", shell_complete=bots_like)
@check_options
@json_option
@click.pass_context
def check(
    ctx: click.Context, bot: str, boards: tuple[str, ...], games: int, seconds: float, as_json: bool
) -> None:
    """Check that a BOT can be let loose.

    BOT is the name of a known one, a Python file that registers one, or a program (with a slash in
    its path). It has to answer legally and in time, answer the same again, and not change its mind
    when everything it cannot know is dealt anew. Faults are told with the seed and the ply at which
    they happened; kinds of action that it never uses are remarked on.

        whistlestop bots check my_bot.py
        whistlestop bots check "node ./my-bot.mjs" --board usa --games 10 --seconds 2
    """
    found = _inspected(_recipe(bot, seconds), boards, games, seconds)
    if as_json:
        print_json({**asdict(found), "passed": found.passed})
    else:
        _tell(found)
    ctx.exit(0 if found.passed else FOUND_BAD)


def _inspected(recipe: Recipe, boards: tuple[str, ...], games: int, seconds: float) -> Inspection:
    from whistlestop.lab.inspection import inspect_bot

    with progress_bar("games") as progress:
        return inspect_bot(recipe, tuple(boards), games, seconds, progress)


@command.command("add", finds="It was not let in: it cannot be let loose yet.")
@click.argument("source", metavar="FILE", shell_complete=files_like)
@click.option("--name", help="The name of a program; a Python file says its own.")
@check_options
@click.pass_context
def add(
    ctx: click.Context,
    source: str,
    name: str | None,
    boards: tuple[str, ...],
    games: int,
    seconds: float,
) -> None:
    """Let a bot in: a Python file, or a program in any language.

    A Python file that registers a bot is copied among your own data; a program stays where it is
    and must not move. First it is checked as `bots check` does; one that cannot be let loose is not
    let in. From then on its name works in every command, and it is offered as an opponent in the
    browser.

        whistlestop bots add my_bot.py
        whistlestop bots add ./my-bot --name my-bot
    """
    from whistlestop.boards.home import home
    from whistlestop.bots.own_bots import read_bots, recipe_of_file
    from whistlestop.bots.programs.stdio import Program
    from whistlestop.bots.registry import Recipe

    path = Path(source)
    if not path.is_file():
        raise click.UsageError(f"There is no file {source:.80}.")
    folder = home() / "bots"
    if path.suffix == ".py" and name is None:
        names, target, code = read_bots(path), folder / path.name, path.read_bytes()
        recipes = [recipe_of_file(path, name) for name in names]
    else:
        names = [_check_name(name or path.stem.replace("_", "-").lower())]
        target = folder / f"{names[0].replace('-', '_')}.py"
        code = _program_text(names[0], path.resolve()).encode()
        recipes = [Recipe(names[0], Program([str(path.resolve())], seconds), {})]
    _free(target, names)
    for recipe in recipes:
        found = _inspected(recipe, boards, games, seconds)
        _tell(found)
        if not found.passed:
            ctx.exit(FOUND_BAD)
    folder.mkdir(parents=True, exist_ok=True)
    target.write_bytes(code)
    click.echo(f"{', '.join(names)} can now be named wherever a bot is asked for ({target}).")


def _program_text(name: str, path: Path) -> str:
    command = json.dumps([str(path)])
    return (
        "from whistlestop.bots import register\n"
        "from whistlestop.bots.programs.stdio import Program\n\n"
        f'register("{name}", {json.dumps(f"The program {path.name}.")})(Program({command}))\n'
    )


def _free(target: Path, names: list[str]) -> None:
    from whistlestop.bots import bot_names

    if target.exists():
        raise click.UsageError(f"{target} exists already; remove it first.")
    for name in names:
        if name in bot_names():
            raise click.UsageError(f"There is a bot named {name} already.")


def _recipe(text: str, seconds: float) -> Recipe:
    """A known bot, what a Python file registers, or a program."""
    from whistlestop.bots import read_recipe
    from whistlestop.bots.own_bots import recipe_of_file
    from whistlestop.bots.programs.stdio import Program
    from whistlestop.bots.registry import Recipe, shipped_bots

    path = Path(text)
    if path.suffix == ".py" and path.is_file() and not ("/" in text and os.access(path, os.X_OK)):
        found = recipe_of_file(path)
        name = found.text.partition(":")[0]
        if name in shipped_bots():
            raise click.UsageError(f"There is a bot named {name} already.")
        return found
    if "/" in text:
        program = Program(text, seconds)
        return Recipe(program.__name__, program, {})
    if path.suffix == ".py":
        raise click.UsageError(f"There is no file {text:.80}.")
    return read_recipe(text)


def _tell(found: Inspection) -> None:
    from whistlestop.render.summary import counted

    games = counted(found.games, "game")
    click.echo(f"{found.bot}: {games}, {found.decisions} decisions,", nl=False)
    click.echo(f" the slowest took {1000 * found.slowest:.1f} ms.")
    _tell_faults(found)
    # Whoever never came to decide has left nothing undone that is worth a remark.
    for board, kinds in found.unused.items() if found.decisions else ():
        click.echo(f"Remark: on {board} it never did this: {', '.join(kinds)}.")
    click.echo("It can be let loose." if found.passed else "It cannot be let loose yet.")


def _tell_faults(found: Inspection) -> None:
    """Every fault once, with the first place where it showed."""
    alike: dict[str, list[BotFault]] = {}
    for fault in found.faults:
        alike.setdefault(fault.says, []).append(fault)
    for faults in list(alike.values())[:10]:
        again = f", and so {len(faults)} times" if len(faults) > 1 else ""
        click.echo(f"- {faults[0]}{again}")
    if len(alike) > 10:
        click.echo(f"- and {len(alike) - 10} other faults")


def _check_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise click.UsageError(f"{name[:40]!r} cannot be the name of a bot; use a-z, 0-9 and -.")
    return name


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))
