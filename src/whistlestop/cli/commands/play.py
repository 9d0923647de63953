"""`whistlestop play`: a game against bots, in the browser or in this terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from whistlestop.cli.browser import open_page
from whistlestop.cli.console import make_console
from whistlestop.cli.help import Explained
from whistlestop.cli.options import (
    add_for_this_run,
    board_option,
    bots_of,
    files_like,
    fresh_seed,
    seed_option,
    show_seed,
)

if TYPE_CHECKING:
    from whistlestop.bots import Recipe, Seated
    from whistlestop.engine.game import Game


@click.command("play", cls=Explained)
@click.option(
    "--terminal",
    is_flag=True,
    help="In this terminal; the other options go with it, and --board FILE with both.",
)
@board_option()
@click.option("--players", type=int, help="How many, you included; 2 unless more bots are named.")
@click.option("--seat", type=int, default=0, help="Yours, counted from 0.")
@click.option("--name", default="Player", help="What the record calls you.")
@click.option("--bots", default="greedy", help="For the other seats, in turn.")
@click.option("--first", default="chance", help="The seat that begins, or chance.")
@seed_option
@click.option("--from", "source", help="Play on from this record.", shell_complete=files_like)
@click.option("--at", type=int, help="From the record after so many plies; its last unless told.")
@click.option(
    "--as-it-lay", is_flag=True, help="With the record's hidden cards, not with others dealt anew."
)
@click.option(
    "--save", type=click.Path(), help="Save the game there, line by line as it is played."
)
@click.pass_context
def command(
    ctx: click.Context,
    terminal: bool,
    board: str,
    players: int | None,
    seat: int,
    name: str,
    bots: str,
    first: str,
    seed: int | str | None,
    source: str | None,
    at: int | None,
    as_it_lay: bool,
    save: str | None,
) -> None:
    """Play in the browser, or against bots in the terminal.

    Without options a server starts on this machine and its page is opened; a board file can be
    given to be played there. In the terminal, bots are named as in `--bots greedy,random`;
    `whistlestop bots list` lists them. If there are more seats than bots, the bots take turns in
    filling them. With --from a recorded game goes on: what your seat could not know is dealt anew.

        whistlestop play
        whistlestop play --board my-town.toml
        whistlestop play --terminal --board europe --bots planner,greedy --save evening.wst
        whistlestop play --terminal --from evening.wst --at 41 --seat 1
    """
    if not terminal:
        _need_no_options(ctx, board)
        _open_browser()
        return
    from whistlestop.boards.load import load_board
    from whistlestop.engine.game import Game

    used = fresh_seed(seed)
    if source is not None:
        past = _past(ctx, source, board)
        count, recipes = len(past.names), _recipes(bots)
        called = _names(recipes, count, seat, name)
        anew = None if as_it_lay else seat
        game = past.fork(at, seat=anew, seed=None if as_it_lay else used, players=called)
        _run(game, seat, _seated(recipes, count, seat, used), save, used)
        return
    if at is not None or as_it_lay:
        raise click.UsageError(f"{'--at' if at is not None else '--as-it-lay'} goes with --from.")
    the_board, recipes = load_board(board), _recipes(bots)
    count = len(recipes) + 1 if players is None else players
    if len(recipes) > count - 1:
        raise click.UsageError(f"{len(recipes)} bots are too many for {count} players.")
    names = _names(recipes, count, seat, name)
    game = Game(the_board, names, seed=used, first=_first(first))
    _run(game, seat, _seated(recipes, count, seat, used), save, used)


def _past(ctx: click.Context, source: str, board: str) -> Game:
    """The game that a record tells; it says itself on which board, with whom and who began."""
    from whistlestop.record import load

    given = ctx.get_parameter_source
    for name in ("players", "first"):
        if given(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} does not go with --from.")
    own = given("board") is click.core.ParameterSource.COMMANDLINE
    record = load(source, board if own else None)
    record.verify()
    return record.game


def _need_no_options(ctx: click.Context, board: str) -> None:
    """Only a board file means something in the browser: it is offered beside the others."""
    offered = board.endswith(".toml")
    for name in ctx.params:
        given = ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and not (name == "board" and offered):
            option = {"source": "from"}.get(name, name).replace("_", "-")
            raise click.UsageError(f"--{option} goes with --terminal.")
    if offered:
        add_for_this_run([board])


def _open_browser() -> None:
    """A server for this machine alone, on its usual port or any free one."""
    from whistlestop.server.errors import StartupError
    from whistlestop.server.http.pages import without_page
    from whistlestop.server.run import Settings, run_server
    from whistlestop.server.store.open import default_store

    if (missing := without_page()) is not None:
        raise StartupError("no_page", missing)

    def ready(address: str) -> None:
        click.echo(f"Whistlestop is at {address} (Ctrl+C stops it; games are kept)")
        open_page(address)

    settings = Settings(default_store(), recipes=True, log_level="warning", addresses=None)
    try:
        run_server(settings, ready)
    except StartupError as error:
        if error.code != "port_in_use":
            raise
        run_server(replace(settings, port=0), ready)


def _recipes(text: str) -> list[Recipe]:
    from whistlestop.bots import read_recipe

    return [read_recipe(part) for part in bots_of(text)]


def _others(count: int, seat: int) -> list[int]:
    return [other for other in range(count) if other != seat]


def _names(recipes: Sequence[Recipe], count: int, seat: int, name: str) -> list[str]:
    """The player's name in its seat, the bots' around it, with numbers where two are the same."""
    if not 0 <= seat < count:
        raise click.UsageError(f"There is no seat {seat}; seats are 0 to {count - 1}.")
    names = [name] * count
    for number, other in enumerate(_others(count, seat)):
        called = recipes[number % len(recipes)].text.partition(":")[0].capitalize()
        taken = sum(n == called or n.startswith(f"{called} ") for n in names)
        names[other] = f"{called} {taken + 1}" if taken else called
    return names


def _first(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def _seated(recipes: Sequence[Recipe], count: int, seat: int, seed: int | str) -> dict[int, Seated]:
    from whistlestop.bots import Seated

    seated = {}
    for number, other in enumerate(_others(count, seat)):
        recipe = recipes[number % len(recipes)]
        seated[other] = Seated(recipe.text, recipe.make, f"{seed}/{other}")
    return seated


def _run(game: Game, seat: int, bots: dict[int, Seated], save: str | None, seed: int | str) -> None:
    from whistlestop.cli.terminal.screen import Screen
    from whistlestop.cli.terminal.session import TerminalSession
    from whistlestop.record import RecordWriter

    # Opened before the first card is played: a file that cannot be written is known at once.
    with RecordWriter(save, game) if save else contextlib.nullcontext() as writer:
        show_seed(seed)
        screen = Screen(make_console(), game.board)
        rivals = ", ".join(name for other, name in enumerate(game.names) if other != seat)
        screen.say(f"{game.board.title}: you against {rivals}. Type `help` at any time.")
        TerminalSession(game, seat, bots, screen, _ask, writer).run()


def _ask(prompt: str) -> str:
    """A line of input; off the screen it is repeated, so that the output reads as a whole."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 -- gives `input` line editing and a history
    line = input(prompt)
    if not sys.stdin.isatty():
        click.echo(line)
    return line
