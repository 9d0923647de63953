"""A view as a sight: what a planning bot is shown, turned into the integers it thinks in.

And back: the code that a bot has chosen is looked up among the legal actions of the view, so that
a bot can never answer with anything else.
"""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import Gauge
from whistlestop.bots.reasoning.seat_facts import Sight
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import PHASE_NAMES, FlatBoard
from whistlestop.model.actions import Action
from whistlestop.model.board import LOCOMOTIVE, Board

_phases: dict[str, int] = {name: number for number, name in enumerate(PHASE_NAMES)}
_gauges: dict[FlatBoard, Gauge] = {}


def sight_of(view: View) -> Sight:
    """All that planning needs of a view."""
    seat = view.seat
    assert seat is not None, "a bot plays a seat, it is never a spectator"
    board = view.board
    t: FlatBoard = codec_for(board, len(view.players)).flat
    x = Sight(t, seat, _phases[view.phase])
    _count(board, view.hand, x.hand)
    _count(board, view.discards, x.discards)
    for card in view.market:
        if card is not None:
            kind: i64 = board.card_index[card]
            x.market[kind] = x.market[kind] + 1
    x.pile = view.pile
    x.ticket_pile = view.ticket_pile
    x.keep_at_least = view.keep_at_least
    if view.turns_left is not None:
        x.turns_left = view.turns_left
    for ticket in view.tickets:
        x.tickets = append(x.tickets, ticket.index)
    for ticket in view.offer:
        x.offer = append(x.offer, ticket.index)
    codes = vec[i64]()
    for code in view.legal.codes:
        codes = append(codes, code)
    x.codes = codes
    _see_players(view, x)
    _see_owners(view.owners, x.owner)
    if t.stations:
        _see_owners(view.station_owners, x.station_owner)
    _see_tunnel(view, t, x)
    return x


def _count(board: Board, cards: Mapping[str, int], into: vec[i64]) -> None:
    index = board.card_index
    for name in cards:
        into[index[name]] = cards[name]


def _see_players(view: View, x: Sight) -> None:
    for player in view.players:
        seat: i64 = player.seat
        x.trains[seat] = player.trains
        x.sizes[seat] = player.cards
        x.held[seat] = player.tickets
        x.stations[seat] = player.stations


def _see_owners(owners: tuple[int | None, ...], into: vec[i64]) -> None:
    for at, owner in enumerate(owners):
        if owner is not None:
            into[at] = owner


def _see_tunnel(view: View, t: FlatBoard, x: Sight) -> None:
    tunnel = view.tunnel
    if tunnel is None:
        return
    x.tunnel_route = tunnel.route.index
    x.tunnel_extra = tunnel.extra
    x.tunnel_colour = t.wild
    for card in tunnel.laid:
        if card != LOCOMOTIVE:
            x.tunnel_colour = view.board.card_index[card]


def action_of(view: View, code: int) -> Action:
    """The legal action of a view that has this code."""
    return view.legal[view.legal.codes.index(code)]


def gauge_of(t: FlatBoard) -> Gauge:
    """The quantities of a board, measured once."""
    if t not in _gauges:
        _gauges[t] = Gauge(t)
    return _gauges[t]
