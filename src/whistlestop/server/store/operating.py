"""What whoever runs the server has a store do: orders, bans, keys, and tables that go or change.

Both databases run the same statements, written once with `?1` for values; a store says only how
steps are run in one transaction. Games are not known here. Invariant: the steps of a change happen
together, durably, or not at all, and a change that builds on another version than stored is refused
as an append is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

if TYPE_CHECKING:
    from whistlestop.server.store.base import Append, LogEntry

Rows = list[Sequence[Any]]


class StoreStep(NamedTuple):
    """A statement with its values. Where it is `needed` it has to touch a row, or nothing of the
    whole change is done."""

    sql: str
    values: tuple[Any, ...] = ()
    needed: bool = False


class KeptOrder(Struct, frozen=True):
    """An order as it is kept, its fields in the order of the columns."""

    id: str
    at: int
    who: str
    body: bytes
    taken: int = 0
    answer: bytes | None = None
    done: int | None = None


class Ban(Struct, frozen=True):
    """A guest, an address or a network that is refused; since when, by whose order, and why."""

    name: str
    at: int
    who: str
    why: str = ""


class OldKey(Struct, frozen=True):
    """A key that signed cookies and tokens before, and until when these are good."""

    secret: bytes
    until: int


class Rewritten(Struct, frozen=True):
    """A log that is changed in place: `append` is what is added at its end, `entries` and `talk`
    take the place of those with their `seq`, `gone` are lines of talk that are dropped, `results`
    are the seats whose result gets another name, and no result is of one of the `guests`."""

    append: Append
    entries: tuple[LogEntry, ...] = ()
    talk: tuple[LogEntry, ...] = ()
    gone: tuple[int, ...] = ()
    results: tuple[tuple[int, str], ...] = ()
    guests: tuple[str, ...] = ()


_ORDERS = "SELECT id, at, who, body, taken, answer, done FROM orders ORDER BY at, id"
_PUT = "INSERT INTO orders VALUES (?1, ?2, ?3, ?4, 0, NULL, NULL)"
_TAKE = "UPDATE orders SET taken = ?3 WHERE id = ?1 AND taken <= ?2 AND done IS NULL RETURNING id"
_HOLD = "UPDATE orders SET taken = ?2 WHERE id = ?1 AND done IS NULL"
_GIVE_BACK = "UPDATE orders SET taken = 1 WHERE taken > 1 AND done IS NULL"
_ANSWER = "UPDATE orders SET answer = ?2, done = ?3 WHERE id = ?1 AND done IS NULL"
_FORGET_ORDERS = "DELETE FROM orders WHERE done < ?1"
_WITHDRAW = "DELETE FROM orders WHERE id = ?1 AND taken = 0 AND done IS NULL RETURNING id"

_BANS = "SELECT name, at, who, why FROM bans ORDER BY at, name"
_BAN = "INSERT INTO bans VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO NOTHING RETURNING name"
_UNBAN = "DELETE FROM bans WHERE name = ?1 RETURNING name"

OLD_KEY = "secret.old."  # and until when it is good, of a key in `meta`
_KEYS = f"SELECT key, value FROM meta WHERE key LIKE '{OLD_KEY}%' ORDER BY key"
_KEEP_KEY = "INSERT INTO meta SELECT ?1, value FROM meta WHERE key = 'secret'"
_NEW_KEY = "UPDATE meta SET value = ?1 WHERE key = 'secret' RETURNING key"
_FORGET_KEYS = f"DELETE FROM meta WHERE key LIKE '{OLD_KEY}%' AND key < ?1"

# The row goes first: whoever appends at the same time waits for it, and then finds no table.
_DELETE_ROW = "DELETE FROM tables WHERE id = ?1 AND updated < ?2 RETURNING id"
_PARTS = ("entries", "talk", "members", "results", "reviews")
_OLD = """SELECT id FROM tables WHERE status = ?1 AND updated < ?2
    ORDER BY updated, id LIMIT ?3"""

_ABOUT = """SELECT DISTINCT table_id FROM (
    SELECT table_id FROM members WHERE guest = ?1
    UNION ALL SELECT table_id FROM results WHERE guest = ?1
    UNION ALL SELECT table_id FROM talk WHERE who = ?1
    UNION ALL SELECT table_id FROM entries WHERE who = ?1 OR {has}) AS about ORDER BY table_id"""
_FORKS = "SELECT table_id FROM entries WHERE seq = 1 AND {has} ORDER BY table_id"

_CHANGE_ROW = """UPDATE tables SET version = ?2, status = ?3, board = ?4, listed = ?5, created = ?6,
    updated = ?7, due_at = ?8, summary = ?9, waiting = ?10
    WHERE id = ?1 AND version = ?11 RETURNING id"""
_LOG = "INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
_REWRITE = "UPDATE {kind} SET who = ?3, cmd = ?4, body = ?5 WHERE table_id = ?1 AND seq = ?2"
_DROP_LINE = "DELETE FROM talk WHERE table_id = ?1 AND seq = ?2"
_UNSEAT = "DELETE FROM members WHERE table_id = ?1"
_SEAT = "INSERT INTO members VALUES (?1, ?2, ?3)"
_RENAME = "UPDATE results SET name = ?3 WHERE table_id = ?1 AND seat = ?2"
_DISOWN = "UPDATE results SET guest = NULL WHERE table_id = ?1 AND guest = ?2"
_DROP_REVIEW = "DELETE FROM reviews WHERE table_id = ?1"

ALWAYS = 1 << 62


class OperatedStore(ABC):
    """The part of a store for whoever runs the server. Every method may raise StoreUnavailable."""

    @abstractmethod
    async def transact(self, steps: Sequence[StoreStep], about: Sequence[str] = ()) -> list[Rows]:
        """Do all steps durably, or none; the rows that each gives. `about` are the tables whose
        rows and logs they read or change. Raises Conflict."""

    @abstractmethod
    async def ask(self, sql: str, *values: Any) -> Rows:
        """The rows of a query."""

    @abstractmethod
    def has_bytes(self, column: str, number: int) -> str:
        """The condition that a column has value number so-and-so, which is bytes, in it."""

    async def let_go(self, tables: Iterable[str]) -> None:
        """Tables are about to be deleted: expect nothing more of what was promised about them."""
        del tables  # only a store that keeps promises has to do anything

    # Orders

    async def orders(self) -> list[KeptOrder]:
        """All orders, the oldest first; those that were done leave after a while."""
        return [KeptOrder(*row) for row in await self.ask(_ORDERS)]

    async def put_order(self, order: KeptOrder) -> None:
        """Add an order."""
        await self.transact([StoreStep(_PUT, (order.id, order.at, order.who, order.body))])

    async def take_order(self, order: str, now: int, until: int) -> bool:
        """Take an order for a while, by the game clock; False if somebody else is at it."""
        (rows,) = await self.transact([StoreStep(_TAKE, (order, now, until))])
        return bool(rows)

    async def hold_order(self, order: str, until: int) -> None:
        """Keep an order that was taken until another time."""
        await self.transact([StoreStep(_HOLD, (order, until))])

    async def give_orders_back(self) -> None:
        """Let all orders be taken that somebody had begun."""
        await self.transact([StoreStep(_GIVE_BACK)])

    async def answer_order(self, order: str, answer: bytes, done: int, before: int) -> None:
        """Note that an order is done, and forget those that were done before a time."""
        await self.transact(
            [StoreStep(_ANSWER, (order, answer, done)), StoreStep(_FORGET_ORDERS, (before,))]
        )

    async def withdraw_order(self, order: str) -> bool:
        """Take an order back that nobody has begun; whether that was so."""
        (rows,) = await self.transact([StoreStep(_WITHDRAW, (order,))])
        return bool(rows)

    # Bans and keys

    async def bans(self) -> list[Ban]:
        """All who are banned."""
        return [Ban(*row) for row in await self.ask(_BANS)]

    async def ban(self, ban: Ban) -> bool:
        """Ban somebody; False if they were banned already."""
        (rows,) = await self.transact([StoreStep(_BAN, astuple(ban))])
        return bool(rows)

    async def unban(self, name: str) -> bool:
        """End a ban; False if there was none."""
        (rows,) = await self.transact([StoreStep(_UNBAN, (name,))])
        return bool(rows)

    async def old_keys(self) -> list[OldKey]:
        """The keys before the present one, whose cookies and tokens may still be good."""
        found = await self.ask(_KEYS)
        return [OldKey(bytes(value), int(key.removeprefix(OLD_KEY))) for key, value in found]

    async def change_key(self, secret: bytes, now: int, until: int) -> None:
        """Sign with another key from now on; what the old one signed is good until a time."""
        steps = [StoreStep(_FORGET_KEYS, (_old_key(ALWAYS if until <= now else now),))]
        if until > now:
            steps.insert(0, StoreStep(_KEEP_KEY, (_old_key(until),)))
        await self.transact([*steps, StoreStep(_NEW_KEY, (secret,), needed=True)])

    # Tables

    async def delete_table(self, table: str, before: int | None = None) -> bool:
        """Delete a table with all that is kept about it, if it was not updated since a time;
        whether it was deleted."""
        last = ALWAYS if before is None else before
        await self.let_go([table])
        rows = [StoreStep(f"DELETE FROM {part} WHERE table_id = ?1", (table,)) for part in _PARTS]
        # Only a table that is gone loses its parts.
        for place, step in enumerate(rows):
            left = f"{step.sql} AND NOT EXISTS (SELECT 1 FROM tables WHERE id = ?1)"
            rows[place] = step._replace(sql=left)
        deleted, *_ = await self.transact([StoreStep(_DELETE_ROW, (table, last)), *rows], (table,))
        return bool(deleted)

    async def old_tables(self, status: str, before: int, limit: int) -> list[str]:
        """Tables of a status that were last updated before a time, the oldest first."""
        return [row[0] for row in await self.ask(_OLD, status, before, limit)]

    async def tables_about(self, guest: str) -> list[str]:
        """All tables where a guest did anything or is named. It reads every log."""
        query = _ABOUT.format(has=self.has_bytes("body", 2))
        return [row[0] for row in await self.ask(query, guest, f'"{guest}"'.encode())]

    async def forks_of(self, table: str) -> list[str]:
        """The tables that go on from a game of this one."""
        mark = f'"origin":{{"table":"{table}"'.encode()
        query = _FORKS.format(has=self.has_bytes("body", 1))
        return [row[0] for row in await self.ask(query, mark)]

    async def rewrite(self, change: Rewritten) -> None:
        """Change a log in place and add to it; its review is dropped. Raises Conflict."""
        row, table = change.append.row, change.append.row.id
        steps = [StoreStep(_CHANGE_ROW, (*astuple(row), change.append.base), needed=True)]
        steps += [StoreStep(_LOG, (table, *astuple(entry))) for entry in change.append.entries]
        steps += _replaced("entries", table, change.entries) + _replaced("talk", table, change.talk)
        steps += [StoreStep(_DROP_LINE, (table, seq)) for seq in change.gone]
        if change.append.members is not None:
            steps.append(StoreStep(_UNSEAT, (table,)))
            steps += [
                StoreStep(_SEAT, (table, one.guest, one.seat)) for one in change.append.members
            ]
        steps += [StoreStep(_RENAME, (table, seat, name)) for seat, name in change.results]
        steps += [StoreStep(_DISOWN, (table, guest)) for guest in change.guests]
        await self.transact([*steps, StoreStep(_DROP_REVIEW, (table,))], (table,))

    async def drop_review(self, table: str) -> None:
        """Forget the review of a table's game."""
        await self.transact([StoreStep(_DROP_REVIEW, (table,))])


def _replaced(kind: str, table: str, entries: Sequence[LogEntry]) -> list[StoreStep]:
    sql = _REWRITE.format(kind=kind)
    return [StoreStep(sql, (table, one.seq, one.who, one.cmd, one.body)) for one in entries]


def _old_key(until: int) -> str:
    """The name of an old key in `meta`; such names sort as the times do."""
    return f"{OLD_KEY}{until:020d}"
