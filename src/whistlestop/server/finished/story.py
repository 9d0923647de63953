"""Telling a finished game: its decisions played once more, with what each of them changed.

Everything is open in a story, so only a game that is over has one; whoever calls has checked that.
Invariant: the moments are those that `plies/{ply}` shows, in order, none left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import msgspec

from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.score import Score, SeatScore
from whistlestop.protocol.messages import Happened
from whistlestop.protocol.story import Moment, SeatMoment, Story
from whistlestop.protocol.view_to_wire import public_view
from whistlestop.protocol.views import PublicView
from whistlestop.server.table import entries as en
from whistlestop.server.table.entry_to_wire import happened
from whistlestop.server.table.state import LogLine, TableState

KEPT = 16  # stories in memory: all who played one want to see it in the same minute

_SCORED = {"claimed", "built", "kept"}


class Stories:
    """The stories told last, encoded. One is told at a time, so that many who ask for many cannot
    take the machine from those who play."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, int], bytes] = {}
        self._turn = asyncio.Lock()

    async def of(self, state: TableState) -> bytes:
        async with self._turn:
            key = state.id, state.version
            told = self._told.pop(key, None)
            if told is None:
                told = await asyncio.to_thread(lambda: msgspec.json.encode(tell(state)))
            self._told[key] = told
            while len(self._told) > KEPT:
                del self._told[next(iter(self._told))]
            return told


def tell(state: TableState) -> Story:
    """The story of a table whose game is over."""
    assert state.game is not None
    assert state.game.over, "a running game has secrets"
    moments = list(_moments(state, state.game))
    score = public_view(state.game.view(None), None).score
    assert score is not None
    return Story(state.table_part(), list(state.game.names), moments, score)


def _moments(state: TableState, end: Game) -> Iterator[Moment]:
    lines, everybody = _lines(state.lines), range(len(end.names))
    seats: list[SeatMoment] = []
    for line, (game, score) in zip(lines, _positions(state, end), strict=True):
        before, seats = seats, [_seat(game.view(s.seat), s) for s in score.seats]
        changed = [seat for seat in seats if seat not in before]
        public = public_view(game.view(None), None)
        yield _moment(public, happened(line, game.board, everybody), changed)


def _lines(lines: Sequence[LogLine]) -> list[LogLine]:
    """The start and the decisions that were not taken back."""
    told: list[LogLine] = []
    for line in lines:
        if isinstance(line.body, en.Started | en.Did):
            told.append(line)
        elif isinstance(line.body, en.TookBack):
            del told[-line.body.plies :]
    return told


def _positions(state: TableState, end: Game) -> Iterator[tuple[Game, Score]]:
    """The same game again and again, one decision later each time, with its score by then."""
    game = state.without(len(end.plies))
    score = game.score()
    yield game, score
    for ply in end.plies:
        events = game.play(ply.action, ply.seat)
        if any(event.name in _SCORED for event in events):
            score = game.score()
        yield game, score


def _seat(view: View, score: SeatScore) -> SeatMoment:
    player = view.players[score.seat]
    return SeatMoment(
        score.seat,
        player.points,
        player.trains,
        player.stations,
        dict(view.hand),
        [ticket.id for ticket in view.tickets],
        [ticket.id for ticket in view.offer],
        [ticket.id for ticket, made in score.tickets if made],
        score.total,
    )


def _moment(public: PublicView, led: Happened, seats: list[SeatMoment]) -> Moment:
    return Moment(
        led,
        public.phase,
        public.turn,
        public.waiting,
        public.market,
        public.pile,
        sum(public.discards.values()),
        public.ticket_pile,
        public.tunnel,
        public.turns_left,
        seats,
    )
