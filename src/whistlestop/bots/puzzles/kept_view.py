"""A view as it is kept in a file: all that its seat knew at a ply, and nothing else.

It is `View.data` without what follows from the rest: legal actions, and fields that are empty. To
read it back, a world that it allows is dealt, and the view of the seat taken there; so whatever is
kept agrees with the rules, or cannot be read. Not for finished games, nor for spectators.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from whistlestop.engine.game import Game
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
from whistlestop.engine.state.rng import seeded
from whistlestop.model.board import Board, Ticket

Kept = Mapping[str, Any]

_EMPTY: dict[str, Any] = {
    **{"offer": [], "answer": [], "keep_at_least": 0, "stations": {}, "tunnel": None},
    **{"turns_left": None, "passes": 0, "quiet_turns": 0, "market_stopped": False, "shown": []},
}
"""Fields that are left out while they say this."""
_DERIVED = ("board", "legal", "totals")
_PLAIN = (
    *("seat", "phase", "turn", "first", "ply", "keep_at_least", "pile", "ticket_pile"),
    *("turns_left", "passes", "quiet_turns", "market_stopped"),
)


def keep_view(view: View) -> dict[str, Any]:
    """All that a seat knows, as plain data."""
    assert view.seat is not None, "a spectator has no decision"
    assert view.dealt, "a puzzle comes from a game that began with a deal"
    data = view.data()
    data["players"] = [_keep_player(player) for player in data["players"]]
    said = {name: value for name, value in data.items() if name not in _DERIVED}
    return {name: value for name, value in said.items() if value != _EMPTY.get(name, ...)}


def _keep_player(player: Kept) -> dict[str, Any]:
    return {name: value for name, value in player.items() if name not in ("hand", "held")}


def read_world(board: Board, kept: Kept) -> Game:
    """A game that agrees with a kept view; what the seat did not know is dealt at random."""
    return _view(board, {**_EMPTY, **kept}).sample(seeded(0, "kept view"))


def _view(board: Board, kept: Kept) -> View:
    """The view that was kept, without its legal actions."""
    read: dict[str, Any] = {name: kept[name] for name in _PLAIN}
    read |= {name: tuple(kept[name]) for name in ("waiting", "answer", "market")}
    read |= {name: CardCounts(kept[name]) for name in ("hand", "discards")}
    players = enumerate(kept["players"])
    return View(
        **read,
        board=board,
        tickets=_tickets(board, kept["tickets"]),
        offer=_tickets(board, kept["offer"]),
        players=tuple(_player(seat, player) for seat, player in players),
        owners=tuple(kept["owners"].get(route.id) for route in board.routes),
        station_owners=tuple(kept["stations"].get(city.id) for city in board.cities),
        tunnel=None if kept["tunnel"] is None else _tunnel(board, kept["tunnel"]),
        draws=tuple(_draw(*draw) for draw in kept["draws"]),
        pools=tuple(PoolView(CardCounts(c), tuple(d), tuple(o)) for c, d, o in kept["pools"]),
        shown=tuple(ShownView(*shown) for shown in kept["shown"]),
        dealt=True,
        legal=Legal(codec_for(board, len(kept["players"])), ()),
        score=None,
    )


def _tickets(board: Board, names: Sequence[str]) -> tuple[Ticket, ...]:
    return tuple(board.ticket_by_id[name] for name in names)


def _player(seat: int, kept: Kept) -> PlayerView:
    return PlayerView(seat=seat, **{**kept, "known": CardCounts(kept["known"])})


def _draw(
    seat: int,
    offered: int,
    kept: int | None,
    tickets: Sequence[str] | None,
    places: Sequence[int] | None,
) -> SeenDraw:
    named = None if tickets is None else tuple(tickets)
    return SeenDraw(seat, offered, kept, named, None if places is None else tuple(places))


def _tunnel(board: Board, kept: Kept) -> TunnelView:
    route, laid = board.route_by_id[kept["route"]], CardCounts(kept["laid"])
    return TunnelView(route, laid, tuple(kept["revealed"]), kept["extra"])
