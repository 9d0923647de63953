"""A log without somebody: every entry that names a guest, with something neutral in its place.

Pure: it makes the change, and the store makes it happen. Who decided what, the seats and the luck
stay, so the game comes out as it was played. A record's digest covers the players' names; so the
digest of a finished game changes, and tables that go on from it are told the new one. Invariant:
neither the guest's id nor its name is in what comes out, and nobody else's seat or move changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace as with_fields

from msgspec import Struct
from msgspec.structs import replace

from whistlestop.boards.load import load_board
from whistlestop.record import Record, loads
from whistlestop.server.store.base import LogEntry
from whistlestop.server.store.operating import Rewritten
from whistlestop.server.table import entries as en
from whistlestop.server.table.seating import free_name
from whistlestop.server.table.state import TableState
from whistlestop.server.table.to_store import change_of, new_entry

WHO = "operator"


class Past(Struct, frozen=True):
    """How the game that a table goes on from reads now: its players, and its digest before and
    after."""

    names: tuple[str, ...]
    digests: dict[str, str]


class Unnamed(Struct, frozen=True):
    """A log without somebody: what the store is to change, other guests who were the same person,
    and how the game reads now, for the tables that go on from it."""

    change: Rewritten
    linked: tuple[str, ...]
    past: Past


def unnamed(
    table: str,
    log: Sequence[LogEntry],
    guest: str,
    order: str,
    now: tuple[int, int],
    new_id: Callable[[], str],
    past: Past | None = None,
) -> Unnamed | None:
    """A table's log, talk included, without a guest; None if nothing in it is about that guest.

    `now` is what the system's clock and the game clock show; `past` says how the game reads that
    this one goes on from, if that was changed.
    """
    ids = same_person(log, guest)
    work = _Rewriting(table, ids, new_id(), names_in(log), past)
    for entry in log:
        work.take(entry)
    if not work.changed and past is None:
        return None
    return work.result(f"order.{order}.{log[-1].seq}", now, log)


def same_person(log: Sequence[LogEntry], guest: str) -> frozenset[str]:
    """All guests by which one person sat at a table: a link takes a seat to another device."""
    moves: list[tuple[str | None, str]] = []
    holder: dict[int, str | None] = {}
    for entry in log:
        match en.decode_body(entry.body):
            case en.Created(seats=seats):
                holder = {number: seat.guest for number, seat in enumerate(seats)}
            case en.Started(seats=taken):
                holder = {number: holder.get(old) for number, old in enumerate(taken)}
            case en.Sat(seat, sitting, moved=moved):
                if moved:
                    moves.append((holder.get(seat), sitting))
                holder[seat] = sitting
            case en.Left(seat, why) if why == "kicked":
                holder[seat] = None
    found = {guest}
    for _ in moves:
        found |= {one for pair in moves if found & {*pair} for one in pair if one is not None}
    return frozenset(found)


def names_in(log: Sequence[LogEntry]) -> list[str]:
    """All names that anybody ever had at a table."""
    names: list[str | None] = []
    for entry in log:
        match en.decode_body(entry.body):
            case en.Created(seats=seats):
                names += [seat.name for seat in seats]
            case en.Sat(name=name) | en.Arranged(name=name):
                names.append(name)
            case en.Started(names=called):
                names += called
    return [name for name in names if name is not None]


class _Rewriting:
    """The log as it is read again, entry by entry."""

    def __init__(
        self, table: str, ids: frozenset[str], alias: str, taken: list[str], past: Past | None
    ) -> None:
        self._ids = ids
        self._alias = alias
        self._taken = taken
        self._past = past
        self._before, self._after = TableState(table), TableState(table)
        self._names: dict[str, str] = {}  # the guest's, and what stands there now
        self._entries: list[LogEntry] = []
        self._talk: list[LogEntry] = []
        self._gone: list[int] = []
        self.changed = False

    def take(self, entry: LogEntry) -> None:
        """Read the next entry, and write it without the guest."""
        body = en.decode_body(entry.body)
        if isinstance(body, en.Said):
            self._take_talk(entry, body)
            return
        self._before.apply(entry, body)
        new = self._without(body)
        who = self._alias if entry.who in self._ids else entry.who
        self.changed |= who != entry.who or new != body
        written = entry
        if who != entry.who or new != body:
            beside = en.decode_beside(entry.body)
            # The digest of a command covers the name that it brought.
            data = en.encode_body(new, replace(beside, digest=""))
            written = LogEntry(entry.seq, entry.at, who, entry.cmd, data)
            self._entries.append(written)
        self._after.apply(written, new)

    def _take_talk(self, entry: LogEntry, body: en.Said) -> None:
        """What the guest said goes; where others name the guest, the neutral name stands."""
        self._before.version = self._after.version = entry.seq
        if entry.who in self._ids:
            self._gone.append(entry.seq)
            self.changed = True
            return
        text = body.text
        for name, neutral in self._names.items() if text else ():
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", neutral, text or "", flags=re.I)
        if text != body.text:
            beside = en.decode_beside(entry.body)
            data = en.encode_body(replace(body, text=text), replace(beside, digest=""))
            self._talk.append(LogEntry(entry.seq, entry.at, entry.who, entry.cmd, data))

    def _without(self, body: en.Body) -> en.Body:
        """An entry without the guest; the state before it has it applied already."""
        match body:
            case en.Created():
                return self._created(body)
            case en.Sat(seat, guest, name) if guest in self._ids:
                return replace(body, guest=self._alias, name=self._neutral(name, seat))
            case en.Arranged(seat, kind, name) if kind == "here" and self._before.host in self._ids:
                return replace(body, name=None if name is None else self._neutral(name, seat))
            case en.Started(names=names):
                seats = self._before.seats
                called = (
                    self._neutral(name, i) if seats[i].guest in self._ids else name
                    for i, name in enumerate(names)
                )
                return replace(body, names=tuple(called))
        return body

    def _created(self, body: en.Created) -> en.Created:
        seats = tuple(
            replace(seat, guest=self._alias, name=seat.name and self._neutral(seat.name, number))
            if seat.guest in self._ids
            else seat
            for number, seat in enumerate(body.seats)
        )
        return replace(
            body,
            seats=seats,
            guest=self._alias if body.guest in self._ids else body.guest,
            invited=tuple(one for one in body.invited if one not in self._ids),
            origin=self._origin(body.origin, body.options.board),
        )

    def _origin(self, origin: en.Origin | None, board: str) -> en.Origin | None:
        """The game that this one goes on from, as it reads now."""
        if origin is None or self._past is None:
            return origin
        past = self._past
        record = loads(origin.record, load_board(board))
        assert isinstance(record, Record)
        forks = tuple(
            fork._replace(game=past.digests.get(str(fork.game), fork.game))
            for fork in record.setup.forks
        )
        setup = with_fields(record.setup, players=past.names, forks=forks)
        text = with_fields(record, setup=setup).dumps()
        game = past.digests.get(str(origin.game), origin.game)
        return replace(origin, record=text, game=game)

    def _neutral(self, name: str, seat: int) -> str:
        """What stands for a name of the guest: the same at every place, and nobody else's."""
        if name not in self._names:
            taken = [*self._taken, *self._names.values()]
            self._names[name] = free_name(f"Guest {seat + 1}", taken)
        return self._names[name]

    def result(self, command: str, now: tuple[int, int], log: Sequence[LogEntry]) -> Unnamed:
        """The whole change, with an entry at its end that says so."""
        state, newest = self._after, log[-1].at
        seats = tuple(i for i, seat in enumerate(state.seats) if seat.guest == self._alias)
        body = en.Forgotten(seats)
        entry, beside = new_entry(state, max(now[0], newest), now[1], WHO, command, body, "")
        after, _ = state.ahead(entry, body, beside, None)
        change = change_of(after, entry, body)
        # Nobody did anything, so the table is as old as it was.
        change = replace(change, row=replace(change.row, updated=newest))
        parts = (tuple(self._entries), tuple(self._talk), tuple(self._gone))
        rewritten = Rewritten(change, *parts, self._renamed(), tuple(sorted(self._ids)))
        return Unnamed(rewritten, tuple(sorted(self._ids)), self._reads_now())

    def _renamed(self) -> tuple[tuple[int, str], ...]:
        """The seats of a finished game that are called otherwise now."""
        if self._after.status != "over":
            return ()
        pairs = zip(self._before.seats, self._after.seats, strict=True)
        return tuple(
            (i, new.name or "") for i, (old, new) in enumerate(pairs) if old.name != new.name
        )

    def _reads_now(self) -> Past:
        """How the game of this table reads now."""
        old, new = self._before.game, self._after.game
        digests = {} if self._past is None else dict(self._past.digests)
        if old is not None and new is not None and old.over:
            digests[str(old.record.digest)] = str(new.record.digest)
        return Past(() if new is None else tuple(new.names), digests)
