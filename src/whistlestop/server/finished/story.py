"""The story of a finished game: its decisions played once more, with what each of them changed.

A story shows every hand, so only a game that is over has one; the caller has checked that.
Invariant: its moments are those that `plies/{ply}` shows, in order, none left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import asdict, replace

from whistlestop.engine.forking import follow
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.score import Score, SeatScore
from whistlestop.protocol.messages import Happened
from whistlestop.protocol.story import Moment, SeatMoment, Story
from whistlestop.protocol.view_to_wire import public_view
from whistlestop.protocol.views import PublicView
from whistlestop.server.finished.kept import KeptAnswers, Packed, packed
from whistlestop.server.table import entries as en
from whistlestop.server.table.entry_to_wire import entry_to_wire
from whistlestop.server.table.state import LogLine, TableState

KEPT = 16  # stories in memory: all who played a game look at it in the same minute

# Only these events change a score.
_SCORED = {"claimed", "built", "kept"}


class Stories:
    """The newest stories, encoded and packed."""

    def __init__(self) -> None:
        self._kept: KeptAnswers[Packed] = KeptAnswers(KEPT)

    async def of(self, state: TableState) -> Packed:
        """The story of a table whose game is over, as JSON."""
        key = state.id, state.version
        return await self._kept.of(key, lambda: packed(msgspec.json.encode(make_story(state))))

    def forget(self, table: str) -> None:
        """Keep no story of a table."""
        self._kept.forget(table)


def make_story(state: TableState) -> Story:
    """The story of a table whose game is over."""
    assert state.game is not None
    assert state.game.over, "a running game has secrets"
    moments = list(_moments(state, state.game))
    score = public_view(state.game.view(None), None).score
    assert score is not None
    return Story(state.table_part(), list(state.game.names), moments, score)


def _moments(state: TableState, end: Game) -> Iterator[Moment]:
    lines, everybody = _with_past(_lines(state.lines.game), end), range(len(end.names))
    seats: list[SeatMoment] = []
    for line, (game, score) in zip(lines, _positions(state, end), strict=True):
        before, seats = seats, [_seat(game.view(s.seat), s) for s in score.seats]
        changed = [seat for seat in seats if seat not in before]
        public = public_view(game.view(None), None)
        yield _moment(public, entry_to_wire(line, game.board, everybody), changed)


def _lines(lines: Sequence[LogLine]) -> list[LogLine]:
    """The start and the decisions that were not taken back."""
    kept: list[LogLine] = []
    for line in lines:
        if isinstance(line.body, en.Started | en.Did):
            kept.append(line)
        elif isinstance(line.body, en.TookBack):
            del kept[-line.body.plies :]
    return kept


def _with_past(lines: list[LogLine], end: Game) -> list[LogLine]:
    """The lines with the decisions of the game that this one goes on from, after its deal."""
    begun = len(end.plies) + 1 - len(lines)
    if not begun:
        return lines
    start = lines[0]
    past = [
        replace(start, body=en.Did(x.seat, end.codec.text(x.code)), events=x.events)
        for x in end.plies[:begun]
    ]
    return [replace(start, events=end.deal_events), *past, *lines[1:]]


def _positions(state: TableState, end: Game) -> Iterator[tuple[Game, Score]]:
    """The game after the deal and after each decision, with the score at that moment.

    It is one game that is played on, so read each position before asking for the next.
    """
    game = state.without(len(end.plies))
    score = game.score()
    yield game, score
    for ply in end.plies:
        events, forks = game.play(ply.action, ply.seat), len(game.forks)
        follow(game, end)
        if len(game.forks) > forks or any(event.name in _SCORED for event in events):
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
    others = {"happened": led, "discards": sum(public.discards.values()), "seats": seats}
    return msgspec.convert(asdict(public) | others, Moment)
