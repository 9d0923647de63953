"""Codes, events and kinds of entries are documented, and the client has words for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

import whistlestop
from tests.server.protocol.codes import all_codes, bot_codes, rule_codes, server_codes
from whistlestop.bots.advice.advice import REASONS
from whistlestop.protocol import limits
from whistlestop.protocol.commands import Command
from whistlestop.protocol.operations import OPERATIONS
from whistlestop.protocol.options import Colour, Phrase
from whistlestop.server.table import entries

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def first_cells(after: str) -> set[str]:
    """The names in the first column of the first table after a text."""
    table = DOCS.split(after, 1)[1].split("\n|---", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| (.+?) \|", table, re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize(
    ("after", "codes"),
    [
        ("Of the server, in", server_codes),
        ("Of the rules, in", rule_codes),
        ("Of the registry, when", bot_codes),
    ],
    ids=["server", "rules", "bots"],
)
def test_the_docs_list_exactly_the_codes_that_the_source_has(
    after: str, codes: Callable[[], set[str]]
) -> None:
    assert first_cells(after) == codes()


def test_the_docs_list_exactly_the_commands() -> None:
    assert first_cells("## Commands") == {c.__struct_config__.tag for c in get_args(Command)}


def test_the_docs_list_exactly_the_kinds_of_entries() -> None:
    kinds = {body.__struct_config__.tag for body in get_args(entries.Body)}
    assert first_cells("## What happened") == kinds


def event_names() -> set[str]:
    source = (Path(whistlestop.__file__).parent / "engine" / "knowledge" / "events.py").read_text()
    plain = re.findall(r'return "(\w+)", \{', source)
    return {*plain, "drew", "dealt", "paid", "laid", "offered", "kept", "refused"}


def test_the_docs_list_exactly_the_events_of_the_game() -> None:
    assert first_cells("| `rematched` |") == event_names()


def test_the_docs_name_every_path() -> None:
    for operation in OPERATIONS:
        assert operation.path in DOCS, operation.path


def test_the_docs_name_one_number_of_the_protocol_wherever_they_name_it() -> None:
    page = DOCS.split("## What has changed")[0]
    said = re.findall(r"""["'`]protocol["'`]: ?(\d+)""", page)
    said += re.findall(r"has the number (\d+)", DOCS)
    assert len(said) > 3
    assert {int(number) for number in said} == {limits.PROTOCOL}


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


CATALOGUE = ROOT / "web" / "src" / "i18n" / "en"


def words_in(part: str, *path: str) -> set[str]:
    """The names that a part of the client's English catalogue has words for.

    The client's own tests check that every other language has the keys of English.
    """
    words = json.loads((CATALOGUE / f"{part}.json").read_text(encoding="utf-8"))
    for key in path:
        words = words[key]
    return set(words)


def test_the_client_has_words_for_every_code() -> None:
    assert all_codes() - words_in("refusals") == set()


def test_the_client_has_words_for_every_reason_of_advice() -> None:
    assert set(REASONS) - words_in("story", "reason") == set()


def test_the_client_has_words_for_every_phrase_and_colour() -> None:
    assert set(get_args(Phrase)) <= words_in("story", "phrase")
    assert set(get_args(Colour)) <= words_in("shell", "colours")


# Seats before the start are shown by the lobby as they are, and what is said by the chat. Nobody is
# told that somebody was forgotten.
BEFORE = {"created", "arranged", "linked", "painted", "reissued", "said", "valued"}
SHOWN_ELSEWHERE = {*BEFORE, "forgotten"}


def test_the_client_tells_every_kind_of_entry_of_a_game() -> None:
    told = (CATALOGUE.parent / "story.ts").read_text(encoding="utf-8")
    kinds = {body.__struct_config__.tag for body in get_args(entries.Body)}
    assert {kind for kind in kinds if f'"{kind}"' not in told} == SHOWN_ELSEWHERE
