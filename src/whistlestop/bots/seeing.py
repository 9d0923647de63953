"""A view as a sight: what a planning bot is shown, turned into the integers it thinks in.

And back: the code that a bot has chosen is looked up among the legal actions of the view, so that
a bot can never answer with anything else.
"""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planning.gauge import Gauge
from whistlestop.bots.planning.sight import Sight
from whistlestop.engine.explain import PHASE_NAMES
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.tables import Tables
from whistlestop.engine.view import View
from whistlestop.model.actions import Action
from whistlestop.model.board import LOCOMOTIVE, Board

_PHASES = {name: number for number, name in enumerate(PHASE_NAMES)}
_gauges: dict[Tables, Gauge] = {}


def sight_of(view: View) -> Sight:
    """All that planning needs of a view."""
    assert view.seat is not None, "a bot plays a seat, it is never a spectator"
    board = view.board
    t = codec_for(board, len(view.players)).tables
    x = Sight(t, view.seat, _PHASES[view.phase])
    x.hand = _cards(board, view.hand)
    x.discards = _cards(board, view.discards)
    market = [0] * len(board.cards)
    for card in view.market:
        if card is not None:
            market[board.card_index[card]] += 1
    x.market = vec[i64](market)
    x.pile = view.pile
    x.ticket_pile = view.ticket_pile
    x.keep_at_least = view.keep_at_least
    x.turns_left = -1 if view.turns_left is None else view.turns_left
    x.trains = vec[i64]([p.trains for p in view.players])
    x.sizes = vec[i64]([p.cards for p in view.players])
    x.held = vec[i64]([p.tickets for p in view.players])
    x.stations = vec[i64]([p.stations for p in view.players])
    x.owner = vec[i64]([-1 if owner is None else owner for owner in view.owners])
    x.station_owner = vec[i64]([-1 if owner is None else owner for owner in view.station_owners])
    x.tickets = vec[i64]([ticket.index for ticket in view.tickets])
    x.offer = vec[i64]([ticket.index for ticket in view.offer])
    x.codes = vec[i64](list(view.legal.codes))
    _see_tunnel(view, t, x)
    return x


def _cards(board: Board, cards: Mapping[str, int]) -> vec[i64]:
    return vec[i64]([cards.get(name, 0) for name in board.cards])


def _see_tunnel(view: View, t: Tables, x: Sight) -> None:
    if view.tunnel is None:
        return
    x.tunnel_route = view.tunnel.route.index
    x.tunnel_extra = view.tunnel.extra
    colours = [card for card in view.tunnel.laid if card != LOCOMOTIVE]
    x.tunnel_colour = view.board.card_index[colours[0]] if colours else int(t.wild)


def action_of(view: View, code: int) -> Action:
    """The legal action of a view that has this code."""
    return view.legal[view.legal.codes.index(code)]


def gauge_of(t: Tables) -> Gauge:
    """The quantities of a board, measured once."""
    if t not in _gauges:
        _gauges[t] = Gauge(t)
    return _gauges[t]
