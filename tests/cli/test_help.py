"""Every command explains itself: a sentence, options, examples that can be typed, exit codes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from tests.cli.running import refused, run
from whistlestop.cli.help import Explained
from whistlestop.cli.main import command_line


def commands(
    group: click.Group = command_line, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands that do something, with the words that lead to them."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name), command


ALL = [pytest.param(words, command, id=" ".join(words)) for words, command in commands()]


def understood(line: str) -> dict[str, Any]:
    """What a line would hand to its command, as far as click can tell without carrying it out."""
    program, *args = shlex.split(line.partition(">")[0])
    assert program == "whistlestop"
    command: click.Command = command_line
    ctx = click.Context(command)
    while isinstance(command, click.Group):
        name, found, args = command.resolve_command(ctx, args)
        assert found is not None
        ctx, command = click.Context(found, ctx, name), found
    return command.make_context(ctx.info_name, args, parent=ctx.parent).params


@pytest.mark.parametrize(("words", "command"), ALL)
def test_help_has_a_sentence_options_examples_and_exit_codes(
    words: tuple[str, ...], command: click.Command
) -> None:
    assert isinstance(command, Explained)
    text = run(*words, "--help").stdout
    order = [text.index(part) for part in ("Usage:", "Options:", "Examples:", "Exit codes:")]
    assert order == sorted(order)
    assert command.examples, "an example helps more than a list of options"
    assert all(param.help for param in command.params if isinstance(param, click.Option))
    assert len((command.help or "").split("\n\n")) > 2, "a sentence, a paragraph, examples"


@pytest.mark.parametrize(("words", "command"), ALL)
def test_every_example_can_be_typed(
    words: tuple[str, ...], command: Explained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("board", "new", "my-town")
    for line in command.examples:
        assert line.startswith(" ".join(("whistlestop", *words)))
        understood(line)


def test_an_example_that_cannot_be_typed_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        understood("whistlestop simulate greedy --gmaes 3")


@pytest.mark.parametrize("words", sorted({words[:-1] for words, _ in commands()}))
def test_lists_of_commands_cut_no_sentence_short(words: tuple[str, ...]) -> None:
    listed = run(*words, "--help").stdout.partition("Commands:")[2]
    assert listed.count("\n  ") >= 3
    assert "..." not in listed


def test_exit_code_1_is_told_where_something_can_be_found_bad() -> None:
    told = {words for words, command in commands() if 1 in getattr(command, "exit_codes", ())}
    bots = {("bots", "check"), ("bots", "add")}
    stores = {("store", "verify"), ("store", "check"), ("store", "repair")}
    boards = {("board", "check"), ("board", "layout")}
    assert told == {("check",), ("puzzle",), *boards, *bots, *stores}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bot check my_bot.py", "whistlestop bots check my_bot.py"),
        ("boards new my-town", "whistlestop board new my-town"),
        ("board list", "whistlestop boards"),
        ("board chek x.toml", "check"),
        ("bots shwo planner", "show"),
    ],
)
def test_a_slip_leads_to_the_command_that_was_meant(typed: str, meant: str) -> None:
    assert f'did you mean "{meant}"?' in refused(*typed.split())


def test_a_bot_tells_its_parameters() -> None:
    told = run("bots", "show", "greedy").stdout
    assert told.startswith("greedy: Claims the route worth most")
    assert "  reserve=0.3  It tries a tunnel" in told
    assert '"name": "reserve"' in run("bots", "show", "greedy", "--json").stdout
    assert 'did you mean "greedy"' in refused("bots", "show", "greddy")
