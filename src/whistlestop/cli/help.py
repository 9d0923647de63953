"""How commands explain themselves: help, examples, exit codes, and what a slip may have meant.

Examples are the indented lines of a command's docstring, shown as they are written; a test reads
every one of them as if it were typed. `main` runs the commands.
"""

from __future__ import annotations

import difflib
import inspect
from typing import Any

import click

FOUND_BAD = 1
REFUSED = 2
INTERRUPTED = 130

ALWAYS = {
    0: "Done.",
    REFUSED: "What was asked for cannot be done; a sentence says why.",
    INTERRUPTED: "Interrupted.",
}


class Explained(click.Command):
    """A command whose help shows every default and ends with examples and its exit codes.

    `finds` says what an exit code of 1 tells, for commands that look for something bad.
    """

    def __init__(self, *args: Any, finds: str | None = None, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.context_settings = {"show_default": True, **self.context_settings}
        self.exit_codes = dict(sorted({**ALWAYS, **({FOUND_BAD: finds} if finds else {})}.items()))

    @property
    def examples(self) -> list[str]:
        """The command lines of its docstring."""
        return [line.strip() for part in self._paragraphs(True) for line in part.splitlines()]

    def _paragraphs(self, indented: bool) -> list[str]:
        parts = inspect.cleandoc(self.help or "").split("\n\n")
        return [part for part in parts if part.startswith(" ") == indented]

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence, for the list of a group: it is wrapped there, and never cut."""
        first = " ".join(self._paragraphs(False)[0].split())
        return first.partition(". ")[0].removesuffix(".") + "."

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The docstring without its examples."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(self._paragraphs(False)))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples and exit codes, after the options."""
        with formatter.section("Examples"):
            # Not wrapped: they are there to be copied.
            formatter.write("".join(f"  {line}\n" for line in self.examples))
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), says) for code, says in self.exit_codes.items()])


class WithBots(Explained):
    """Lists the bots under its help; they are looked up only then."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The bots, before the examples."""
        from whistlestop.bots import bot_entry, bot_names

        with formatter.section("Bots (whistlestop bots show NAME tells their parameters)"):
            formatter.write_dl([(name, bot_entry(name).says) for name in bot_names()])
        super().format_epilog(ctx, formatter)


class Suggesting(click.Group):
    """A group that lists its commands in order, and suggests the nearest to one it has not."""

    command_class = Explained

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or refuse with the nearest name there is."""
        name, names = args[0], self.list_commands(ctx)
        if name not in names and not name.startswith("-"):
            near = difflib.get_close_matches(name, names, n=1)
            hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(names)}."
            ctx.fail(f'There is no command "{name:.40}"; {hint}')
        return super().resolve_command(ctx, args)
