"""The reader of code blocks itself, since a block it overlooks would never be run."""

from tests.project.markdown import Block, blocks, commands

PAGE = """\
# Title

```python
first = 1
```

<!-- not run: it takes an hour -->
```console
$ whistlestop simulate --games 1000000 \\
    --board usa
a line of output
$ ls
$ whistlestop boards
```

Prose, then a tree:

```text
nothing to run
```
"""


def test_every_block_is_found_with_its_language_and_line() -> None:
    found = [(block.language, block.line) for block in blocks(PAGE)]
    assert found == [("python", 4), ("console", 9), ("text", 19)]


def test_only_the_block_after_the_comment_is_left_out_and_the_reason_is_kept() -> None:
    assert [block.not_run for block in blocks(PAGE)] == [None, "it takes an hour", None]


def test_a_comment_elsewhere_leaves_nothing_out() -> None:
    page = "<!-- not run: far away -->\n\nProse.\n\n```python\nx = 1\n```\n"
    assert blocks(page) == [Block("python", 6, "x = 1\n", None)]


def test_a_block_without_lines_is_a_block() -> None:
    assert blocks("```python\n```\n") == [Block("python", 2, "", None)]


def test_commands_are_ours_only_with_continued_lines_joined() -> None:
    console = blocks(PAGE)[1]
    assert commands(console, "whistlestop") == [
        (9, "whistlestop simulate --games 1000000      --board usa"),
        (13, "whistlestop boards"),
    ]


def test_a_block_that_is_part_of_a_file_names_it() -> None:
    page = "<!-- file: lakes.toml -->\n```toml\nformat = 1\n```\n"
    assert blocks(page) == [Block("toml", 3, "format = 1\n", None, "lakes.toml")]
