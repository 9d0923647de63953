"""Code blocks of a Markdown page: where they stand, what they are, whether they are to be run.

It reads fenced blocks only. A comment right before a block says what is special about it:
`<!-- file: lakes.toml -->` that its text is the next part of that file. Invariant: a block is left
out of a run only by such a comment that says why: `<!-- not run: a whole evening -->`.
"""

import re
from dataclasses import dataclass

BLOCK = re.compile(
    r"(?:^<!-- (?:not run:(?P<reason>.*?)|file: (?P<file>[\w.-]+) )-->\n+)?"
    r"^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """One fenced block; `line` is where its text begins, counted from one."""

    language: str
    line: int
    text: str
    not_run: str | None
    file: str | None = None


def blocks(page: str) -> list[Block]:
    return [
        Block(
            language=match["language"],
            line=page.count("\n", 0, match.start("text")) + 1,
            text=match["text"],
            not_run=match["reason"] and match["reason"].strip(),
            file=match["file"],
        )
        for match in BLOCK.finditer(page)
    ]


def commands(block: Block, program: str) -> list[tuple[int, str]]:
    """Line and text of each `$ program …` of a console block; a final backslash continues it."""
    joined = re.compile(rf"^\$ ({re.escape(program)}\b(?:.*\\\n)*.*)$", re.MULTILINE)
    return [
        (block.line + block.text.count("\n", 0, match.start()), match[1].replace("\\\n", " "))
        for match in joined.finditer(block.text)
    ]
