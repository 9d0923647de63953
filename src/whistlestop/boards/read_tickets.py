"""The tickets of a board file and the named sets they belong to.

A game is played with one set; a board file may hold several that share tickets. Within a chosen set
every ticket has its own id. How many tickets a player gets is up to the rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from whistlestop.boards.read_map import place_of, read_pair
from whistlestop.boards.read_rules import MOST
from whistlestop.boards.read_values import DASH, KeyPath, TomlTable, nearest, refuse, shown
from whistlestop.model.board import City, Ticket

SET_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_TICKET_KEYS = ("cities", "points", "long", "sets")


@dataclass(frozen=True, slots=True)
class PrintedTicket:
    """A ticket as the file has it; no sets at all means that it is in every one."""

    index: int
    a: City
    b: City
    points: int
    long: bool
    sets: tuple[str, ...]

    @property
    def place(self) -> str:
        """What a sentence calls the ticket."""
        return f"ticket {self.a.id}{DASH}{self.b.id}"

    def refuse(self, code: str, reason: str, *keys: str) -> NoReturn:
        """Refuse the ticket, or what the keys lead to in it."""
        refuse(code, self.place, reason, ("tickets", self.index, *keys))


def read_tickets(values: Sequence[object], cities: Sequence[City]) -> tuple[PrintedTicket, ...]:
    """Every ticket of the file; either all of them name their sets or none does."""
    if not values:
        refuse("limit", "tickets", "a board has at least 1 ticket", ("tickets",))
    by_id = {city.id: city for city in cities}
    tickets = tuple(_ticket(n, value, by_id) for n, value in enumerate(values))
    if any(t.sets for t in tickets):
        for ticket in tickets:
            if not ticket.sets:
                ticket.refuse("missing", "names no sets, though other tickets do")
    return tickets


def _ticket(index: int, value: object, cities: dict[str, City]) -> PrintedTicket:
    place = place_of("ticket", index + 1, value)
    row = TomlTable(value, place, ("tickets", index), _TICKET_KEYS)
    a, b = read_pair(row, cities)
    sets = row.words("sets") if "sets" in row else ()
    for name in sets:
        if not SET_NAME.fullmatch(name):
            row.refuse("range", f"set {shown(name)} is not a short name like big-cities", "sets")
    return PrintedTicket(index, a, b, row.whole("points", 0, MOST), row.flag("long", False), sets)


def check_sets(tickets: Sequence[PrintedTicket], played: Mapping[tuple[str, KeyPath], str]) -> None:
    """Every set that is played (by the place that plays it) has tickets, and the other way round.

    A set that nothing plays is nearly always one misspelt name on one ticket.
    """
    named = {name for ticket in tickets for name in ticket.sets}
    for (place, path), name in played.items():
        if named and name not in named:
            reason = f"no ticket is in the set {shown(name)}{nearest(name, sorted(named))}"
            refuse("unknown-set", place, reason, (*path, "ticket_set"))
    used = set(played.values())
    for ticket in tickets:
        for name in ticket.sets:
            if name not in used:
                reason = f"nothing plays the set {shown(name)}{nearest(name, sorted(used))}"
                ticket.refuse("unknown-set", reason, "sets")


def tickets_of_set(tickets: Sequence[PrintedTicket], name: str, apart: bool) -> tuple[Ticket, ...]:
    """The tickets of one set with their ids; `long` only means something if they are dealt apart.

    Without a deal of their own, long tickets are shuffled with the others and lose the mark.
    """
    chosen = [t for t in tickets if not t.sets or name in t.sets]
    if len(chosen) > MOST:
        reason = f"a set has at most {MOST} tickets, and {shown(name)} has {len(chosen)}"
        refuse("limit", "tickets", reason, ("tickets",))
    seen: Counter[frozenset[str]] = Counter()
    return tuple(
        Ticket(n, _id(ticket, seen), ticket.a, ticket.b, ticket.points, apart and ticket.long)
        for n, ticket in enumerate(_without_repeats(chosen, name))
    )


def _without_repeats(chosen: list[PrintedTicket], name: str) -> list[PrintedTicket]:
    seen: set[tuple[frozenset[str], int]] = set()
    for ticket in chosen:
        key = (frozenset((ticket.a.id, ticket.b.id)), ticket.points)
        if key in seen:
            reason = f"is twice in the set {shown(name)} with {ticket.points} points"
            ticket.refuse("duplicate", reason)
        seen.add(key)
    return chosen


def _id(ticket: PrintedTicket, seen: Counter[frozenset[str]]) -> str:
    pair = frozenset((ticket.a.id, ticket.b.id))
    seen[pair] += 1
    text = f"{ticket.a.id}-{ticket.b.id}"
    return text if seen[pair] == 1 else f"{text}#{seen[pair]}"
