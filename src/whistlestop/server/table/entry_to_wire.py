"""What an audience learns from an entry of the log: the one place where entries become messages.

An audience is a set of seats whose eyes it has; a spectator has none. Entries hold secrets, so each
kind is written out here field by field; a kind that is missing cannot be sent.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import starmap
from typing import Any

from whistlestop.engine.knowledge.events import NamedEvent, named_events
from whistlestop.engine.state import event_kinds
from whistlestop.model.board import Board
from whistlestop.protocol.messages import GameEvent, Happened
from whistlestop.protocol.tags import tag_of
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import LogLine, TableState

_SECRET = {
    event_kinds.DREW,
    event_kinds.DEALT,
    event_kinds.OFFERED_TICKET,
    event_kinds.KEPT_TICKET,
    event_kinds.REFUSED_TICKET,
}


def secret_seats(line: LogLine) -> set[int]:
    """The seats that learn more from an entry than everybody does."""
    seats = set()
    for event in line.events:
        if event[0] in _SECRET:
            seats.add(event[1])
    body = line.body
    if type(body) is en.Hinted or (type(body) is en.Did and _hides(body.do)):
        seats.add(body.seat)
    return seats


def _hides(do: str) -> bool:
    """Whether a decision itself is secret: which tickets are kept."""
    return do.startswith("keep")


def begins_pile(line: LogLine) -> bool:
    """Whether the discards became a new pile, which ends all knowledge of the old one."""
    for event in line.events:  # noqa: SIM110 -- a generator takes several times as long
        if event[0] == event_kinds.RESHUFFLED:
            return True
    return False


def stirred_seats(state: TableState, line: LogLine) -> Collection[int]:
    """The seats whose own part of the view an entry may have changed.

    Most decisions concern the seat that took them and those asked next. The others' hands, tickets
    and draws stay, unless tickets are kept (the opening ends for all at once), a new pile begins
    (blind draws are counted anew) or the game ends.
    """
    game, body = state.game, line.body
    if game is None or game.over or type(body) is not en.Did or _hides(body.do):
        return range(len(state.seats))
    if begins_pile(line):
        return range(len(state.seats))
    return {body.seat, *state.waiting}


def entry_to_wire(line: LogLine, board: Board | None, seats: Collection[int]) -> Happened:
    """An entry as those with these seats' eyes see it."""
    seat, params = _params(line.body, seats)
    events: list[GameEvent] = []
    if line.events and board is not None:
        events = list(starmap(GameEvent, _events(line, board, seats)))
    return Happened(line.seq, line.at, tag_of(type(line.body)), seat, params, events)


def _events(line: LogLine, board: Board, seats: Collection[int]) -> list[NamedEvent]:
    """The events as a spectator sees them, but those of the audience's own seats as these do."""
    eyes = list(seats)
    events = named_events(board, line.events, eyes[0] if eyes else None)
    for own in eyes[1:]:
        for i, event in enumerate(named_events(board, line.events, own)):
            if event[1].get("seat") == own:
                events[i] = event
    return events


def _params(body: en.Body, seats: Collection[int]) -> tuple[int | None, dict[str, Any]]:
    if type(body) is en.Did:
        hidden = _hides(body.do) and body.seat not in seats
        return body.seat, {"do": "keep" if hidden else body.do, "by": body.by}
    match body:
        case en.Said(seat, name, text, phrase):
            said = {"text": text} if phrase is None else {"phrase": phrase}
            return seat, {"name": name, **said}
        case en.Hinted(seat, decision, options):
            advice = [[o.action, o.value, o.reason, o.params] for o in options]
            return seat, {"decision": decision} | ({"options": advice} if seat in seats else {})
        case en.TookBack(seat, plies, piles, _, agreed):
            how = {"piles": list(piles), "agreed": list(agreed)} if piles else {}
            return seat, {"plies": plies, **how}
        case en.AskedBack(seat, plies, until):
            return seat, {"plies": plies, "until": until}
        case en.AnsweredBack(seat, agrees, asked):
            return seat, {"agrees": agrees, "asked": asked}
        case en.Started(_, first, _, names):
            facts = {"first": first, "names": list(names), "values": _whose_values(body)}
            return None, facts | ({"ply": body.ply} if body.ply else {})
        case en.Created():
            return None, {"board": body.options.board, "rematch_of": body.rematch_of}
        case en.Rematched(table, seat):
            return seat, {"table": table}
        case en.Closed() | en.Reopened():
            return None, {}
        case en.Forgotten(seats_of):
            return None, {"seats": list(seats_of)}
        case _:
            return body.seat, _seat_params(body)


def _whose_values(body: en.Started) -> list[int] | None:
    """The seats of the game whose values are in the deal; None where it is not proven."""
    if body.luck is None:
        return None
    return [seat for seat, value in enumerate(body.luck.values) if value is not None]


def _seat_params(body: en.OfSeats) -> dict[str, Any]:
    match body:
        case en.Sat(_, _, name, colour, moved):
            return {"name": name, "colour": colour, "moved": moved}
        case en.Painted(_, colour):
            return {"colour": colour}
        case en.Left(_, why):
            return {"why": why}
        case en.Arranged(_, kind, name, bot):
            return {"kind": kind, "name": name, "bot": bot}
        case _:
            return {}
