"""`whistlestop completion`: the script that lets a shell complete commands, options and boards."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print what makes a SHELL complete whistlestop's commands with the tab key.

    Put it where your shell reads it, for bash for example:

        whistlestop completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    from whistlestop.cli.door import door

    made = get_completion_class(shell)
    assert made is not None, shell
    click.echo(made(door, {}, "whistlestop", "_WHISTLESTOP_COMPLETE").source())
