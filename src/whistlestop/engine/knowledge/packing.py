"""A view as plain values in one row of bytes and back, which is how it is pickled.

Cities, routes and tickets are written as their indices and legal actions as their codes, so the
bytes are few and mean something only together with the board. They depend on nothing but the view:
equal views give equal bytes, however their parts came to be. Not a format to keep: readers outside
this program want `View.data`.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from whistlestop.engine.knowledge.view import (
    CardCounts,
    PlayerView,
    PoolView,
    SeenDraw,
    ShownView,
    TunnelView,
    View,
)
from whistlestop.engine.legal import Legal
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.reading import made
from whistlestop.model.board import Board, City, Route, Ticket
from whistlestop.model.score import Score, SeatScore

_Value = TypeVar("_Value")

# The last version that writes a thing the same way whether or not it occurs twice; newer ones,
# and pickle, would tell by it which parts of a view are one object.
_VERSION = 2


def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


_BOARD, *_FIELDS = _names(View)
_PLAYER, _DRAW, _SHOWN, _SCORE = map(_names, (PlayerView, SeenDraw, ShownView, SeatScore))


def pack_view(view: View) -> bytes:
    """Everything in a view but its board."""
    values = {**vars(view)}
    tunnel, score = view.tunnel, view.score
    values["hand"] = {**view.hand}
    values["discards"] = {**view.discards}
    values["tickets"] = _indices(view.tickets)
    values["offer"] = _indices(view.offer)
    values["players"] = [_pack_player(player) for player in view.players]
    values["draws"] = [(x.seat, x.offered, x.kept, x.tickets, x.places) for x in view.draws]
    values["pools"] = [({**x.cards}, x.drawn, x.own) for x in view.pools]
    values["shown"] = [(x.seat, x.card, x.count, x.pool, x.drawn) for x in view.shown]
    values["legal"] = view.legal.codes
    if tunnel is not None:
        values["tunnel"] = (tunnel.route.index, {**tunnel.laid}, tunnel.revealed, tunnel.extra)
    if score is not None:
        values["score"] = (list(map(_pack_score, score.seats)), score.winners, score.decided_by)
    return marshal.dumps([values[name] for name in _FIELDS], _VERSION)


def unpack_view(board: Board, packed: bytes) -> View:
    """The view of this board that was packed."""
    values: dict[str, Any] = dict(zip(_FIELDS, marshal.loads(packed), strict=True))
    players, tunnel, score = values["players"], values["tunnel"], values["score"]
    values["hand"] = CardCounts(values["hand"])
    values["discards"] = CardCounts(values["discards"])
    values["tickets"] = _at(board.tickets, values["tickets"])
    values["offer"] = _at(board.tickets, values["offer"])
    values["players"] = tuple([_unpack_player(board, player) for player in players])
    values["draws"] = tuple([_made(SeenDraw, _DRAW, draw) for draw in values["draws"]])
    values["pools"] = tuple(
        [PoolView(CardCounts(x), drawn, own) for x, drawn, own in values["pools"]]
    )
    values["shown"] = tuple([_made(ShownView, _SHOWN, shown) for shown in values["shown"]])
    values["legal"] = Legal(codec_for(board, len(players)), values["legal"])
    if tunnel is not None:
        route, laid, revealed, extra = tunnel
        values["tunnel"] = TunnelView(board.routes[route], CardCounts(laid), revealed, extra)
    if score is not None:
        seats, winners, decided_by = score
        scores = tuple([_unpack_score(board, seat) for seat in seats])
        values["score"] = Score(scores, winners, decided_by)
    return made(View, {_BOARD: board, **values})


def _made(kind: type[_Value], names: Iterable[str], values: Iterable[Any]) -> _Value:
    return made(kind, dict(zip(names, values, strict=True)))


def _indices(things: Iterable[City | Route | Ticket]) -> tuple[int, ...]:
    return tuple([thing.index for thing in things])


def _at(things: Sequence[Any], indices: Iterable[int]) -> tuple[Any, ...]:
    return tuple([things[index] for index in indices])


def _pack_player(p: PlayerView) -> tuple[Any, ...]:
    hand = None if p.hand is None else {**p.hand}
    held = None if p.held is None else _indices(p.held)
    public = (p.seat, p.name, p.trains, p.stations, p.cards, p.tickets, p.points)
    return (*public, {**p.known}, hand, held)


def _unpack_player(board: Board, values: tuple[Any, ...]) -> PlayerView:
    *public, known, hand, held = values
    cards = None if hand is None else CardCounts(hand)
    tickets = None if held is None else _at(board.tickets, held)
    return _made(PlayerView, _PLAYER, (*public, CardCounts(known), cards, tickets))


def _pack_score(score: SeatScore) -> list[Any]:
    values = {name: getattr(score, name) for name in _SCORE}
    values["tickets"] = [(ticket.index, done) for ticket, done in score.tickets]
    values["trail"] = _indices(score.trail)
    values["borrowed"] = [(city.index, route.index) for city, route in score.borrowed]
    return list(values.values())


def _unpack_score(board: Board, packed: list[Any]) -> SeatScore:
    values: dict[str, Any] = dict(zip(_SCORE, packed, strict=True))
    values["tickets"] = tuple([(board.tickets[i], done) for i, done in values["tickets"]])
    values["trail"] = _at(board.routes, values["trail"])
    values["borrowed"] = tuple([(board.cities[i], board.routes[j]) for i, j in values["borrowed"]])
    return SeatScore(**values)
