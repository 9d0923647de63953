"""Reading a state's bytes as Python values: tuples, and counts by name.

Code that is not compiled pays for every single byte it looks at; here whole stretches are read at
once. This module knows how bytes become values, not what they mean nor who may see them.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from librt.strings import BytesWriter, read_i64_le, write_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.accessors import cards_of, deck_ticket, discarded_cards, pile_card
from whistlestop.engine.state.flat_board import NONE, PILE, TICKETS, FlatBoard, filled

_Value = TypeVar("_Value")


def made(kind: type[_Value], fields: dict[str, Any]) -> _Value:
    """A frozen value of these fields, all of them, without its slow `__init__`.

    That sets every field by a call of its own, which for a view takes longer than all the rest.
    """
    value = object.__new__(kind)
    object.__setattr__(value, "__dict__", fields)
    return value


def owners_in(d: vec[u8], start: i64, count: i64) -> tuple[int | None, ...]:
    """The seats that these bytes name, None where it is nobody."""
    found: list[int | None] = [None] * count
    i: i64 = 0
    while i < count:
        if i64(d[start + i]) != NONE:
            found[i] = int(d[start + i])
        i += 1
    return tuple(found)


def hand_in(t: FlatBoard, d: vec[u8], seat: i64) -> list[int]:
    """How many cards of each kind a seat has in its hand."""
    return [int(cards_of(t, d, seat, kind)) for kind in range(t.kinds)]


def discards_in(t: FlatBoard, d: vec[u8]) -> list[int]:
    """How many cards of each kind lie in the discards."""
    return [int(discarded_cards(t, d, kind)) for kind in range(t.kinds)]


def pile_in(t: FlatBoard, d: vec[u8]) -> list[int]:
    """The cards of the pile, from the bottom up."""
    return [int(pile_card(t, d, place)) for place in range(i64(d[PILE]))]


def ticket_deck_in(t: FlatBoard, d: vec[u8]) -> list[int]:
    """The tickets of the deck, from the top down."""
    return [int(deck_ticket(t, d, place)) for place in range(i64(d[TICKETS]))]


def points_in(t: FlatBoard, d: vec[u8]) -> vec[i64]:
    """What the routes of each seat have scored."""
    points = filled(t.players, 0)
    route: i64 = 0
    while route < t.routes:
        owner = i64(d[t.o_owner + route])
        if owner != NONE:
            points[owner] += t.route_points[route]
        route += 1
    return points


def counted(names: tuple[str, ...], d: vec[u8], start: i64) -> dict[str, int]:
    """How many of each name, as the bytes from `start` on say; names with none are left out."""
    found: dict[str, int] = {}
    count = i64(len(names))
    i: i64 = 0
    while i < count:
        if d[start + i] != 0:
            found[names[i]] = int(d[start + i])
        i += 1
    return found


def placed(names: tuple[str, ...], owners: tuple[int | None, ...]) -> dict[str, int]:
    """Who owns each name that has an owner."""
    found: dict[str, int] = {}
    count = i64(len(names))
    i: i64 = 0
    while i < count:
        owner = owners[i]
        if owner is not None:
            found[names[i]] = owner
        i += 1
    return found


def newly_placed(
    names: tuple[str, ...], before: tuple[int | None, ...], now: tuple[int | None, ...]
) -> dict[str, int]:
    """Who owns each name that had another owner before, or none."""
    found: dict[str, int] = {}
    count = i64(len(names))
    i: i64 = 0
    while i < count:
        owner = now[i]
        if owner is not None and owner != before[i]:
            found[names[i]] = owner
        i += 1
    return found


def numbers(codes: vec[i64]) -> tuple[int, ...]:
    """Native integers as a tuple of Python's."""
    return tuple([int(code) for code in codes])


class FoundCodes:
    """Native integers for Python code, which asks for what it needs of them. They are kept here and
    never handed to compiled code by Python: mypyc then counts one reference too many, for ever."""

    def __init__(self, codes: vec[i64]) -> None:
        self._codes = codes

    def numbers(self) -> tuple[int, ...]:
        """As a tuple."""
        return numbers(self._codes)

    def json(self) -> bytes:
        """As a list in JSON."""
        return written_numbers(self._codes)


# The text of each small number with a comma behind it, in eight bytes: the last one says how many
# of them are text. Copying eight bytes is several times as quick as making digits.
_SHORT: Final = 4_096
_TEXTS: Final = b"".join([b"%-7s%c" % (b"%d," % n, len(str(n)) + 1) for n in range(_SHORT)])


def written_numbers(codes: vec[i64]) -> bytes:
    """Numbers from 0 on as the JSON of a list. A seat may have hundreds of legal actions;
    making Python's integers only to write them takes longer than finding them."""
    text = BytesWriter()
    text.append(91)  # [
    for code in codes:
        if code < _SHORT:
            word = read_i64_le(_TEXTS, code * 8)
            write_i64_le(text, word)
            text.truncate(len(text) - 8 + (word >> 56))
        else:
            text.write(b"%d," % code)
    if len(text) > 1:
        text.truncate(len(text) - 1)
    text.append(93)  # ]
    return text.getvalue()


def alike(one: vec[u8], two: vec[u8], start: i64, end: i64) -> bool:
    """Whether both have the same bytes from `start` up to `end`."""
    i = start
    while i < end:
        if one[i] != two[i]:
            return False
        i += 1
    return True
