"""A record as one seat saw it: no seed, no order, nothing that another seat drew or kept.

It is a type of its own without secret fields. It can be saved, loaded and read, event by event; it
cannot be replayed, because what the other seats held is not in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from whistlestop.engine.again import ShuffledAgain
from whistlestop.engine.forking import Fork, newest_deal
from whistlestop.engine.game import Game
from whistlestop.engine.game import Ply as Played
from whistlestop.engine.knowledge.events import events_for
from whistlestop.engine.state.rng import RNG_VERSION
from whistlestop.model.actions import Keep
from whistlestop.model.board import Board
from whistlestop.model.events import Event
from whistlestop.record.errors import RecordError
from whistlestop.record.fields import Fields
from whistlestop.record.forks import read_forks, seen_forks
from whistlestop.record.lines import canonical
from whistlestop.record.parts import (
    COMMON_KEYS,
    SEAT,
    RecordedResult,
    again_line,
    common_header,
    end_line,
    in_order,
    read_body,
    read_common,
    read_end,
)
from whistlestop.record.proof import read_commitment
from whistlestop.record.saved import Saved

_HEADER_KEYS = (*COMMON_KEYS, "proof", "viewer", "deal")
_PLY_KEYS = ("seat", "do", "got", "events")
_CHANCE = {"drew", "turned_up", "revealed", "offered"}


class SeenPly(NamedTuple):
    """One decision as the viewer saw it. Another seat's choice of tickets is just `keep`.

    Attributes:
        seat: Who decided.
        do: The action, as text.
        got: What chance answered, as far as the viewer saw it.
        events: What the viewer saw happen.
    """

    seat: int
    do: str
    got: tuple[str, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True)
class SeatRecord(Saved):
    """All that one seat saw of a game; `viewer` is None for a spectator.

    Attributes:
        board: The board.
        players: The names by seat.
        first: The seat that began.
        viewer: Whose eyes; None for a spectator's.
        deal: What the viewer saw of the deal.
        plies: Every decision, as seen.
        result: How it ended, if it has.
        dropped: The text of a last line that was cut off, if any.
        rng: The version of the generator.
        commitment: All that a seat has of a proven deal: the secret would give every hand away.
        shuffles: Piles that were shuffled again after a take-back.
        forks: The games it goes on from.
    """

    board: Board
    players: tuple[str, ...]
    first: int
    viewer: int | None
    deal: tuple[Event, ...]
    plies: tuple[SeenPly, ...]
    result: RecordedResult | None = None
    dropped: str = ""
    rng: int = RNG_VERSION
    # All that a seat has of a proven deal: the secret would give every hand away.
    commitment: str | None = None
    shuffles: tuple[ShuffledAgain, ...] = ()
    forks: tuple[Fork, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the record holds the game to its end."""
        return self.result is not None

    @property
    def digest(self) -> str | None:
        """A fingerprint of what this record shows; None while unfinished."""
        if self.result is None:
            return None
        shown = [canonical(line) for line in self._shown()] + [canonical(self.result.totals)]
        return hashlib.sha256("\n".join(shown).encode()).hexdigest()

    def events(self) -> list[Event]:
        """Everything the viewer saw, from the deal on."""
        return [*self.deal, *(event for ply in self.plies for event in ply.events)]

    def at(self, ply: int) -> NoReturn:
        """Refuses: there is no game without the secrets of the other seats."""
        who = "a spectator" if self.viewer is None else self.players[self.viewer]
        sentence = (
            f"this record shows only what {who} saw, so it cannot be replayed;"
            " that takes the full record"
        )
        raise RecordError("seat_record", sentence)

    @property
    def game(self) -> NoReturn:
        """Refuses, as `at` does."""
        self.at(len(self.plies))

    def redact(self, seat: int | None) -> SeatRecord:
        """The same record for its own viewer; for any other seat it refuses."""
        if seat != self.viewer:
            self.at(0)
        return self

    def verify(self) -> None:
        """Nothing is left to prove: a file was checked byte by byte when it was loaded."""

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines as objects: the header, each ply as seen, and the end if there is one."""
        yield from self._shown()
        if self.result is not None:
            yield end_line(self.result, self.digest or "")

    def _shown(self) -> Iterator[dict[str, Any]]:
        start = (self.board, self.players, self.first, self.rng)
        header = common_header(SEAT, *start, self.shuffles, self.forks)
        if self.commitment is not None:
            header["proof"] = {"commitment": self.commitment}
        yield {**header, "viewer": self.viewer, "deal": _event_data(self.deal)}
        yield from map(_line, in_order(self.plies, self.shuffles))

    def __len__(self) -> int:
        return len(self.plies)


def _line(step: SeenPly | ShuffledAgain) -> dict[str, Any]:
    if isinstance(step, ShuffledAgain):
        return again_line(step)
    got = {"got": list(step.got)} if step.got else {}
    return {"seat": step.seat, "do": step.do, **got, "events": _event_data(step.events)}


def redact_game(game: Game, viewer: int | None, result: RecordedResult | None) -> SeatRecord:
    """What a viewer saw of a game that is a replay of the whole record."""
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < len(game.names)):
        last = len(game.names) - 1
        raise RecordError("no_such_seat", f"there is no seat {viewer!r}; seats are 0 to {last}")
    deal = tuple(events_for(game.board, game.deal_events, viewer))
    plies = tuple(_seen(game.board, ply, viewer) for ply in game.plies)
    setup = (game.board, game.names, game.first, viewer)
    proven = newest_deal(game.deal, game.forks)
    commitment = None if proven is None else proven.commitment
    luck = (game.rng, commitment, game.shuffles, seen_forks(game.forks))
    return SeatRecord(*setup, deal, plies, result, "", *luck)


def _seen(board: Board, ply: Played, viewer: int | None) -> SeenPly:
    events = tuple(events_for(board, ply.events, viewer))
    hidden = ply.seat != viewer and isinstance(ply.action, Keep)
    return SeenPly(ply.seat, "keep" if hidden else str(ply.action), _seen_got(events), events)


def _seen_got(events: Sequence[Event]) -> tuple[str, ...]:
    """What chance answered, as far as these events tell it."""
    got: list[str] = []
    for event in events:
        if event.name in _CHANCE:
            got += [event["card"]] if "card" in event.params else event.get("tickets", [])
    return tuple(got)


def _event_data(events: Sequence[Event]) -> list[list[Any]]:
    return [[event.name, dict(event.params)] for event in events]


def read_seat_record(objects: Sequence[Mapping[str, Any]], board: Board, cut: str) -> SeatRecord:
    """A record of the kind `seat` from its lines."""
    header = Fields(objects[0], 1, _HEADER_KEYS)
    players, first = read_common(header, board)
    viewer = None if header.raw("viewer") is None else header.below("viewer", len(players))
    result = None
    body = objects[1:]
    if body and "end" in body[-1]:
        result, digest = read_end(body[-1], len(objects), len(players))
        body = body[:-1]
    plies, shuffles = read_body(body, len(players), _read_ply)
    deal = _read_events(header, "deal")
    commitment = read_commitment(header) if "proof" in header else None
    forks = read_forks(header, len(players), whole=False)
    luck = (header.whole("rng"), commitment, shuffles, forks)
    setup = (board, players, first, viewer)
    record = SeatRecord(*setup, deal, plies, result, cut, *luck)
    if record.result is not None and digest != record.digest:
        raise RecordError(
            "digest_differs", "the digest is not that of the lines above", len(objects)
        )
    return record


def _read_ply(values: Mapping[str, Any], line: int, players: int) -> SeenPly:
    fields = Fields(values, line, _PLY_KEYS)
    got = fields.texts("got") if "got" in fields else ()
    events = _read_events(fields, "events")
    return SeenPly(fields.below("seat", players), fields.text("do"), got, events)


def _read_events(fields: Fields, key: str) -> tuple[Event, ...]:
    value = fields.raw(key)
    if type(value) is not list or not all(_is_event(item) for item in value):
        fields.refuse(f'"{key}" must be a list of events, each a name and its parameters')
    return tuple(Event(name, params) for name, params in value)


def _is_event(item: object) -> bool:
    match item:
        case [str(), dict()]:
            return True
    return False
