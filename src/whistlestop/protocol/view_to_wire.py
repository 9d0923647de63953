"""From the views of the engine to the views on the wire. Only `View` comes in: what a seat may not
know cannot be sent from here."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import Raw, UnsetType

from whistlestop.engine.knowledge.view import PlayerView, TunnelView, View
from whistlestop.model.score import Score, SeatScore
from whistlestop.protocol.views import (
    OwnView,
    PlayerPart,
    PublicView,
    ScorePart,
    SeatScorePart,
    TunnelPart,
    ViewChanges,
)

_encode = msgspec.json.Encoder().encode

# All other changes are the same in a view and on the wire, but for tuples that are sent as lists.
_UNLIKE = ("players", "owners", "stations", "tunnel", "draws", "pools", "shown", "deadline")
_ALIKE = tuple(name for name in ViewChanges.__struct_fields__ if name not in _UNLIKE)


def public_view(view: View, deadline: int | None) -> PublicView:
    """A spectator's view; the same for everybody."""
    assert view.seat is None, "what one seat knows is not public"
    routes, cities = view.board.routes, view.board.cities
    return PublicView(
        view.board.name,
        view.phase,
        view.turn,
        view.first,
        list(view.waiting),
        view.ply,
        view.keep_at_least,
        list(view.market),
        view.pile,
        dict(view.discards),
        view.ticket_pile,
        [_player(p) for p in view.players],
        {routes[i].id: o for i, o in enumerate(view.owners) if o is not None},
        {cities[i].id: o for i, o in enumerate(view.station_owners) if o is not None},
        None if view.tunnel is None else _tunnel(view.tunnel),
        view.turns_left,
        view.passes,
        view.quiet_turns,
        view.market_stopped,
        [(d.seat, d.offered, d.kept) for d in view.draws],
        [(dict(p.cards), list(p.drawn)) for p in view.pools],
        [(x.seat, x.card, x.count, x.pool, x.drawn) for x in view.shown],
        None if view.score is None else _score(view.score),
        deadline,
    )


def changes_of(before: View, now: View, deadline: int | UnsetType | None) -> ViewChanges:
    """What a move made of the public view. Not for a move that ended the game or began a new pile:
    these change what can only be replaced as a whole."""
    old, new = vars(before), vars(now)
    changed: dict[str, Any] = {name: new[name] for name in _ALIKE if new[name] != old[name]}
    players = {
        p.seat: _player(p) for p, q in zip(now.players, before.players, strict=True) if p is not q
    }
    if players:
        changed["players"] = players
    if now.owners is not before.owners:
        changed["owners"] = _new(now.board.route_ids, now.owners, before.owners)
    if now.station_owners != before.station_owners:
        changed["stations"] = _new(now.board.city_ids, now.station_owners, before.station_owners)
    if now.tunnel is not before.tunnel:
        changed["tunnel"] = None if now.tunnel is None else _tunnel(now.tunnel)
    if now.draws is not before.draws:
        changed["draws"] = [(d.seat, d.offered, d.kept) for d in now.draws]
    pools = [(p.cards, p.drawn) for p in now.pools]
    if pools != [(p.cards, p.drawn) for p in before.pools]:
        changed["pools"] = pools
    if len(now.shown) > len(before.shown):
        more = now.shown[len(before.shown) :]
        changed["shown"] = [(x.seat, x.card, x.count, x.pool, x.drawn) for x in more]
    return ViewChanges(**changed, deadline=deadline)


def _new(
    names: tuple[str, ...], now: tuple[int | None, ...], before: tuple[int | None, ...]
) -> dict[str, int]:
    """Who owns what nobody owned before."""
    pairs = zip(names, now, before, strict=True)
    return {name: a for name, a, b in pairs if a is not None and b is None}


def encoded_own_view(view: View, decision: int | None) -> bytes:
    """`own_view` as JSON. The texts of actions are most of it, and encoded already."""
    legal = Raw(view.legal.to_json())
    return _encode(own_view(view, decision, cast("list[str]", legal)))


def own_view(view: View, decision: int | None, legal: list[str] | None = None) -> OwnView:
    """What a seat knows beyond the public part, and what it may do."""
    assert view.seat is not None, "a spectator has nothing of its own"
    return OwnView(
        view.seat,
        decision,
        dict(view.hand),
        [t.id for t in view.tickets],
        [t.id for t in view.offer],
        list(view.answer),
        view.legal.texts() if legal is None else legal,
        [list(p.own) for p in view.pools],
        [
            (list(d.tickets), None if d.places is None else list(d.places))
            for d in view.draws
            if d.tickets is not None
        ],
    )


def _player(p: PlayerView) -> PlayerPart:
    return PlayerPart(
        p.name,
        p.trains,
        p.stations,
        p.cards,
        p.tickets,
        p.points,
        dict(p.known),
        None if p.hand is None else dict(p.hand),
        None if p.held is None else [t.id for t in p.held],
    )


def _tunnel(tunnel: TunnelView) -> TunnelPart:
    return TunnelPart(tunnel.route.id, dict(tunnel.laid), list(tunnel.revealed), tunnel.extra)


def _score(score: Score) -> ScorePart:
    return ScorePart([_seat(s) for s in score.seats], list(score.winners), score.decided_by)


def _seat(s: SeatScore) -> SeatScorePart:
    same = {name: getattr(s, name) for name in SeatScorePart.__struct_fields__}
    named = {
        "tickets": [(t.id, made) for t, made in s.tickets],
        "trail": [r.id for r in s.trail],
        "borrowed": [(c.id, r.id) for c, r in s.borrowed],
    }
    return SeatScorePart(**(same | named))
