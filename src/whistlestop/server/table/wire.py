"""From the views of the engine to the views on the wire. Only `View` comes in: what a seat may not
know cannot be sent from here."""

from __future__ import annotations

from whistlestop.engine.view import PlayerView, TunnelView, View
from whistlestop.model.score import Score, SeatScore
from whistlestop.server.protocol.views import (
    OwnView,
    PlayerPart,
    PublicView,
    ScorePart,
    SeatScorePart,
    TunnelPart,
)


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


def own_view(view: View, decision: int | None) -> OwnView:
    """What a seat knows beyond the public part, and what it may do."""
    assert view.seat is not None, "a spectator has nothing of its own"
    return OwnView(
        view.seat,
        decision,
        dict(view.hand),
        [t.id for t in view.tickets],
        [t.id for t in view.offer],
        list(view.answer),
        view.legal.texts(),
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
    return SeatScorePart(
        s.seat,
        s.routes,
        [(t.id, made) for t, made in s.tickets],
        s.ticket_points,
        s.longest_trail,
        [r.id for r in s.trail],
        s.trail_bonus,
        s.globetrotter,
        s.stations,
        s.stations_built,
        [(c.id, r.id) for c, r in s.borrowed],
        s.attractions,
        s.districts,
        s.total,
        s.winner,
    )
