"""Reading a state's bytes as Python values: tuples, and counts by name.

Code that is not compiled pays for every single byte it looks at; here whole stretches are read at
once. This module knows how bytes become values, not what they mean nor who may see them.
"""

from __future__ import annotations

from typing import Any, TypeVar

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


def numbers(codes: vec[i64]) -> tuple[int, ...]:
    """Native integers as a tuple of Python's."""
    return tuple([int(code) for code in codes])


def alike(one: vec[u8], two: vec[u8], start: i64, end: i64) -> bool:
    """Whether both have the same bytes from `start` up to `end`."""
    i = start
    while i < end:
        if one[i] != two[i]:
            return False
        i += 1
    return True
