"""Names and chat made safe to show: one form, one line, nothing invisible, never too long.

Cleaning is the same for everybody and cleaning twice changes nothing. It does not judge what is
said. Invariant: what comes out is NFC, has no control, direction, zero-width, private or unassigned
character, no blank at an end and no two blanks in a row, and is within its bound.
"""

from __future__ import annotations

import unicodedata

from whistlestop.server.errors import ServerRefusal

# The bounds of `Name` and `SaidText` in the protocol.
NAME_LENGTH = 24
TEXT_LENGTH = 300

# A letter may carry a few marks; a tower of them would cover the lines above and below.
_MARKS_IN_A_ROW = 3
# Characters that are shown as nothing although Unicode counts them as letters or signs.
_BLANK = frozenset(
    "\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5\u034f\ufffc"
    "\u180b\u180c\u180d\u180f\U00016fe4\U0001d159"
)


def clean_name(text: str) -> str:
    """A player's name. Raises ServerRefusal `bad_name` if nothing can be read in it."""
    name = _clean(text, NAME_LENGTH)
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise ServerRefusal("bad_name", 400)
    return name


def clean_text(text: str) -> str:
    """A line of chat. Raises ServerRefusal `bad_text` if nothing is left of it."""
    line = _clean(text, TEXT_LENGTH)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in line):
        raise ServerRefusal("bad_text", 400)
    return line


def _clean(text: str, length: int) -> str:
    # Cut first: long input could make normalising expensive.
    shown = "".join(_shown(sign) for sign in text[: 4 * length])
    normal = unicodedata.normalize("NFC", _few_marks(unicodedata.normalize("NFC", shown)))
    return " ".join(normal.split())[:length].rstrip()


def _shown(sign: str) -> str:
    """The sign itself, a blank for white space, or nothing if it could not be seen."""
    if sign.isspace():
        return " "
    # Cc, Cf, Cn, Co, Cs: controls, directions and joiners, unassigned, private, half characters.
    hidden = unicodedata.category(sign)[0] == "C" or sign in _BLANK or _is_selector(sign)
    return "" if hidden else sign


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(sign)
    return "".join(kept)
