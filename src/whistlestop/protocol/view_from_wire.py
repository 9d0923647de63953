"""From the wire back to the engine's `View`: the opposite of `view_to_wire`.

Nothing is guessed: the public part and a seat's own part together hold all that the seat knows.
Invariant: for every game, seat and ply the result equals `game.view(seat)`, whether the public part
came whole or grew by changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET
from msgspec.structs import asdict, replace

from whistlestop.engine.knowledge.view import (
    PlayerView,
    PoolView,
    SeenDraw,
    ShownView,
    TunnelView,
    View,
)
from whistlestop.engine.legal import Legal
from whistlestop.engine.lookup import codec_for
from whistlestop.model.board import Board
from whistlestop.model.score import Score, SeatScore
from whistlestop.protocol.views import (
    OwnView,
    PlayerPart,
    PublicView,
    SeatScorePart,
    TunnelPart,
    ViewChanges,
)


def with_changes(view: PublicView, changes: ViewChanges) -> PublicView:
    """The public view of the next version."""
    new = {name: value for name, value in asdict(changes).items() if value != UNSET}
    if changes.players:
        new["players"] = [changes.players.get(i, part) for i, part in enumerate(view.players)]
    if changes.owners:
        new["owners"] = view.owners | changes.owners
    if changes.stations:
        new["stations"] = view.stations | changes.stations
    if changes.shown:
        new["shown"] = view.shown + changes.shown
    return replace(view, **new)


def view_from_wire(board: Board, public: PublicView, part: OwnView | None) -> View:
    """The view of the seat whose own part this is; without one, a spectator's."""
    own = _nobody(public) if part is None else part
    codec = codec_for(board, len(public.players))
    return View(
        board=board,
        seat=None if part is None else part.seat,
        phase=public.phase,
        turn=public.turn,
        first=public.first,
        waiting=tuple(public.waiting),
        ply=public.ply,
        hand=own.hand,
        tickets=tuple(board.ticket_by_id[name] for name in own.tickets),
        offer=tuple(board.ticket_by_id[name] for name in own.offer),
        answer=tuple(own.answer),
        keep_at_least=public.keep_at_least,
        market=tuple(public.market),
        pile=public.pile,
        discards=public.discards,
        ticket_pile=public.ticket_pile,
        players=tuple(_player(board, seat, part) for seat, part in enumerate(public.players)),
        owners=tuple(public.owners.get(route.id) for route in board.routes),
        station_owners=tuple(public.stations.get(city.id) for city in board.cities),
        tunnel=None if public.tunnel is None else _tunnel(board, public.tunnel),
        turns_left=public.turns_left,
        passes=public.passes,
        quiet_turns=public.quiet_turns,
        market_stopped=public.market_stopped,
        draws=tuple(_draws(public, own)),
        pools=tuple(_pools(public, own)),
        shown=tuple(ShownView(*shown) for shown in public.shown),
        dealt=True,  # a table's game always begins with a deal
        legal=Legal(codec, [codec.encode(text) for text in own.legal]),
        score=score_from_wire(board, public),
    )


def _nobody(public: PublicView) -> OwnView:
    """The own part of somebody who has no seat. A seat of -1 would mean the deck of tickets."""
    return OwnView(-2, None, {}, [], [], [], [], [[] for _ in public.pools], [])


def _player(board: Board, seat: int, part: PlayerPart) -> PlayerView:
    held = None if part.held is None else tuple(board.ticket_by_id[name] for name in part.held)
    return PlayerView(**(asdict(part) | {"seat": seat, "held": held}))


def _tunnel(board: Board, part: TunnelPart) -> TunnelView:
    route = board.route_by_id[part.route]
    return TunnelView(route, part.laid, tuple(part.revealed), part.extra)


def _draws(public: PublicView, own: OwnView) -> Iterator[SeenDraw]:
    """Every offer of tickets; those of the seat itself with their names and places."""
    offers = iter(own.offers)
    for seat, offered, kept in public.draws:
        if seat == own.seat:
            tickets, places = next(offers)
            chosen = None if places is None else tuple(places)
            yield SeenDraw(seat, offered, kept, tuple(tickets), chosen)
        else:
            yield SeenDraw(seat, offered, kept)


def _pools(public: PublicView, own: OwnView) -> Iterator[PoolView]:
    """A spectator's pools without what the seat itself drew blind from them."""
    for (cards, drawn), mine in zip(public.pools, own.drawn, strict=True):
        yield PoolView(_without(cards, mine), tuple(drawn), tuple(mine))


def _without(cards: Mapping[str, int], mine: list[str]) -> dict[str, int]:
    left = {name: count - mine.count(name) for name, count in cards.items()}
    return {name: count for name, count in left.items() if count}


def score_from_wire(board: Board, public: PublicView) -> Score | None:
    """The final score, if the game is over."""
    part, names = public.score, [player.name for player in public.players]
    if part is None:
        return None
    seats = tuple(_seat_score(board, names[seat.seat], seat) for seat in part.seats)
    return Score(seats, tuple(part.winners), part.decided_by)


def _seat_score(board: Board, name: str, part: SeatScorePart) -> SeatScore:
    routes, cities = board.route_by_id, board.city_by_id
    named = {
        "name": name,
        "tickets": tuple((board.ticket_by_id[ticket], made) for ticket, made in part.tickets),
        "trail": tuple(routes[route] for route in part.trail),
        "borrowed": tuple((cities[city], routes[route]) for city, route in part.borrowed),
    }
    return SeatScore(**(asdict(part) | named))
