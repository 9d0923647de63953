"""Names and chat: shown as they are, so nothing in them may play tricks."""

from __future__ import annotations

import unicodedata

import hypothesis.strategies as st
import pytest
from hypothesis import given

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table.names.clean_text import (
    NAME_LENGTH,
    TEXT_LENGTH,
    clean_name,
    clean_text,
)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\tMarie\n\nO'Neil", "Ann Marie O'Neil"),
        ("A\u202enn", "Ann"),
        ("\u2066Ann\u2069", "Ann"),
        ("An\u200bn\u200d\ufeff", "Ann"),
        ("A\x00n\x1b[31mn", "An[31mn"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Bj\u00f6rn", "Bj\u00f6rn"),
        ("\u5c0f\u660e", "\u5c0f\u660e"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("a" + "\u0301" * 40, "\u00e1" + "\u0301" * 3),
        ("x" * 100, "x" * NAME_LENGTH),
        ("\U000e0041nn", "nn"),
        ("A\u180bn\u180dn\u180f", "Ann"),
        ("An\U00016fe4n\U0001d159", "Ann"),
    ],
)
def test_a_name_is_one_line_of_visible_signs(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b\u202e", "...", "\u0301", "\u3164\u2800", "\ud800"]
)
def test_a_name_without_a_letter_or_number_is_refused(typed: str) -> None:
    with pytest.raises(ServerRefusal) as refused:
        clean_name(typed)
    assert (refused.value.code, refused.value.status) == ("bad_name", 400)


@pytest.mark.parametrize("typed", ["", " \n ", "\u200b\u200e\u2063", "\x07\x1b"])
def test_chat_with_nothing_to_see_is_refused(typed: str) -> None:
    with pytest.raises(ServerRefusal) as refused:
        clean_text(typed)
    assert (refused.value.code, refused.value.status) == ("bad_text", 400)


def test_chat_keeps_its_signs_and_loses_its_tricks() -> None:
    assert clean_text("well played!\r\n:-)\u202e") == "well played! :-)"
    assert len(clean_text("y" * 5000)) == TEXT_LENGTH


@pytest.mark.slow
@given(st.text(max_size=400))
def test_cleaning_twice_changes_nothing_and_leaves_nothing_hidden(typed: str) -> None:
    try:
        shown = clean_text(typed)
    except ServerRefusal:
        return
    assert clean_text(shown) == shown
    assert 0 < len(shown) <= TEXT_LENGTH
    assert unicodedata.is_normalized("NFC", shown)
    assert "  " not in shown
    assert shown == shown.strip()
    assert all(unicodedata.category(sign)[0] != "C" for sign in shown)
