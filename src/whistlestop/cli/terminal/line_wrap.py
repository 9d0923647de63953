"""Pieces of text in lines that never break inside a piece: a card stays with its letter.

Rich would break a line at any blank, and part a card from its letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text


def flow(parts: Sequence[Text], width: int, between: str = "   ") -> Text:
    """The parts one after the other, on a new line wherever the next would not fit."""
    result, used = Text(), 0
    for part in parts:
        if used and used + len(between) + part.cell_len > width:
            result.append("\n")
            used = 0
        elif used:
            result.append(between)
            used += len(between)
        result.append_text(part)
        used += part.cell_len
    return result
