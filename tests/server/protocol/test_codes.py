"""Codes, events and kinds of entries are documented, and the page has words for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import whistlestop
from tests.server.protocol.codes import all_codes, bot_codes, rule_codes, server_codes
from whistlestop.bots.advice import REASONS
from whistlestop.server import entries
from whistlestop.server.protocol import limits
from whistlestop.server.protocol.commands import Command
from whistlestop.server.protocol.operations import OPERATIONS
from whistlestop.server.protocol.options import Colour, Phrase

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
PAGE = Path(whistlestop.__file__).parent / "server" / "page"


def first_cells(after: str) -> set[str]:
    """The names in the first column of the first table after a text."""
    table = DOCS.split(after, 1)[1].split("\n|---", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| (.+?) \|", table, re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize(
    ("after", "codes"),
    [
        ("Of the server, in", server_codes()),
        ("Of the rules, in", rule_codes()),
        ("Of the registry, when", bot_codes()),
    ],
    ids=["server", "rules", "bots"],
)
def test_the_docs_list_exactly_the_codes_that_the_source_has(after: str, codes: set[str]) -> None:
    assert first_cells(after) == codes


def test_the_docs_list_exactly_the_commands() -> None:
    assert first_cells("## Commands") == {c.__struct_config__.tag for c in get_args(Command)}


def test_the_docs_list_exactly_the_kinds_of_entries() -> None:
    kinds = {body.__struct_config__.tag for body in get_args(entries.Body)}
    assert first_cells("## What happened") == kinds


def event_names() -> set[str]:
    source = (Path(whistlestop.__file__).parent / "engine" / "events.py").read_text()
    plain = re.findall(r'Event\("(\w+)"', source)
    return {*plain, "drew", "dealt", "paid", "laid", "offered", "kept", "refused"}


def test_the_docs_list_exactly_the_events_of_the_game() -> None:
    assert first_cells("| `rematched` |") == event_names()


def test_the_docs_name_every_path() -> None:
    for operation in OPERATIONS:
        assert operation.path in DOCS, operation.path


def test_the_docs_state_the_bounds_of_the_protocol() -> None:
    bounds = DOCS.split("## Bounds")[1].split("## HTTP")[0]
    for bound in (
        limits.MESSAGE_BYTES,
        limits.MESSAGES_PER_WINDOW,
        limits.WINDOW_SECONDS,
        limits.QUEUE_MESSAGES,
        limits.QUEUE_BYTES,
        limits.SOCKETS_PER_GUEST,
    ):
        assert re.search(rf"\b{bound}\b", bounds), bound


def words_in(file: str, after: str) -> set[str]:
    """The names that an object of the page has words for."""
    text = (PAGE / file).read_text(encoding="utf-8").split(after, 1)[1]
    return set(re.findall(r"(?<![.\w])(\w+):", block(text)))


def block(text: str) -> str:
    """The text up to the bracket that closes its first one."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "{(") - (sign in "})")
        if depth == 0 and sign == "}":
            return text[:place]
    raise AssertionError("the brackets are not closed")


def test_the_page_has_words_for_every_code() -> None:
    assert all_codes() - words_in("refusals.js", "const REFUSALS = ") == set()


def test_the_page_has_words_for_every_reason_of_advice() -> None:
    assert set(REASONS) - words_in("refusals.js", "const REASONS = ") == set()


def test_the_page_has_words_for_every_phrase_and_colour() -> None:
    assert words_in("words.js", "phrases: ") == set(get_args(Phrase))
    assert words_in("words.js", " colours: ") == set(get_args(Colour))


def test_the_page_tells_every_kind_of_entry() -> None:
    kinds = {body.__struct_config__.tag for body in get_args(entries.Body)}
    assert kinds - words_in("words.js", "const KINDS = ") == {"did", "said"}
