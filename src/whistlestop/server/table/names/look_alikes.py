"""Names that look the same although they are spelt differently, by Unicode's table of confusables.

A Cyrillic A is shown as a Latin one, a zero as an O. It changes no name. The table is made by
`tools/make_look_alikes.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import resources

FILE = "look_alikes.txt"


def is_like_any(name: str, others: Iterable[str]) -> bool:
    """Whether a name could be taken for one of the others."""
    return any(not _looks(name).isdisjoint(_looks(other)) for other in others)


@cache
def _table() -> dict[int, str]:
    """What a sign looks like, for those that look like another."""
    text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines())
    return {ord(sign): likeness for likeness, signs in lines for sign in signs}


def _looks(name: str) -> set[str]:
    """A name as it is shown (in brackets), and as it is read: capitals or not, its letters wide,
    raised or plain. Two names are alike if they have one of these in common."""
    small, capital = name.casefold(), name.replace("I", "i")  # or Ian would be read as Lan
    plain = unicodedata.normalize("NFKC", name).casefold()
    read = (_skeleton(text).casefold() for text in (small, capital, plain))
    return {f"[{_skeleton(name)}]", *read}


def _skeleton(text: str) -> str:
    """The text made of likenesses; texts that look alike have the same."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", apart.translate(_table()))
