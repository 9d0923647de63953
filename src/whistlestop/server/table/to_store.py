"""What the store is given with an entry: the table's row, its members and its results.

All of it follows from the log and could be made again from it. Nothing is stored here.
"""

from __future__ import annotations

from whistlestop.server.store.base import Append, LogEntry, Member, SeatResult, TableRow
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState

# Milliseconds in which the process that appended has to make the bots' moves, before others may. A
# bot may think longer: then its process renews this.
BOT_LEASE = 2_500

_SEATING = frozenset((en.Created, en.Sat, en.Left, en.Arranged, en.Started, en.Forgotten))


def new_entry(
    state: TableState, at: int, clock: int, who: str, command: str, body: en.Body, digest: str
) -> tuple[LogEntry, en.Beside]:
    """The next entry of a log, and what it has beside its body; `at` by the system's clock, `clock`
    by the game's."""
    said = 0 if type(body) is en.Said else state.version - len(state.lines.game)
    beside = en.Beside(digest, said, clock if clock > state.reached else state.reached)
    return LogEntry(state.version + 1, at, who, command, en.encode_body(body, beside)), beside


def change_of(after: TableState, entry: LogEntry, body: en.Body) -> Append:
    """The whole change that an entry makes; `after` is the state as it will be, but for its lines.

    A line of talk goes to the table's talk, and the oldest one may be forgotten for it.
    """
    if type(body) is en.Said:
        forget = after.lines.forgotten_with_next()
        return Append(row_of(after, entry.at), (), talk=(entry,), forget=forget)
    members = _members(after) if type(body) in _SEATING else None
    ended = _has_ended(after, body)
    results = results_of(after) if ended else ()
    lazy = type(body) is en.Did and not ended
    return Append(row_of(after, entry.at), (entry,), members, results, lazy=lazy)


def row_anew(state: TableState, *, scored: bool) -> Append:
    """A row that was lost with what belongs to it, for a log that is there; `scored` says whether
    the results are."""
    results = () if scored or state.status != "over" else results_of(state)
    return Append(row_of(state, state.lines[-1].at), (), _members(state), results)


def _has_ended(after: TableState, body: en.Body) -> bool:
    return after.status == "over" and type(body) is en.Did


def row_of(state: TableState, updated: int) -> TableRow:
    """The row of a table for lists and for those who look after it."""
    return TableRow(
        state.id,
        state.version,
        state.status,
        state.options.board,
        state.options.listed and state.closed is None,
        state.created,
        updated,
        due_at(state, state.reached),
        state.summary(),
        sum([1 << seat for seat in state.waiting]),
    )


def due_at(state: TableState, now: int) -> int | None:
    """When somebody has to look after the table by the game clock, unless it changes before."""
    deadline = state.deadline
    if not state.bots_to_move():
        return deadline
    return now + BOT_LEASE if deadline is None else min(now + BOT_LEASE, deadline)


def _members(state: TableState) -> tuple[Member, ...]:
    return tuple(Member(s.guest, i) for i, s in enumerate(state.seats) if s.guest is not None)


def results_of(state: TableState) -> tuple[SeatResult, ...]:
    """How every seat of a finished game ended."""
    assert state.game is not None
    if state.origin is not None:
        return ()  # it never counts: others may have played its better half
    score = state.game.score()
    return tuple(
        SeatResult(
            seat=part.seat,
            guest=seat.guest if seat.kind == "human" and seat.away is None else None,
            name=part.name,
            bot=seat.bot,
            board=state.options.board,
            players=len(state.seats),
            score=part.total,
            won=part.winner,
            tickets_held=len(part.tickets),
            tickets_made=part.completed,
        )
        for part, seat in zip(score.seats, state.seats, strict=True)
    )
