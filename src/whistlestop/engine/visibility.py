"""Making views: the one place where the truth is turned into what a seat may know (H1–H4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from whistlestop.engine.explain import PHASE_NAMES
from whistlestop.engine.legal import Legal
from whistlestop.engine.moves import list_legal, may_act, to_act
from whistlestop.engine.phases.tickets import at_least
from whistlestop.engine.tables import (
    KEEPING,
    LAST,
    MAX_OFFER,
    NONE,
    OFFERED,
    OPENING,
    OVER,
    PASSES,
    PHASE,
    PILE,
    QUIET,
    STOPPED,
    TICKETS,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    TURN,
)
from whistlestop.engine.view import PlayerView, PoolView, SeenDraw, ShownView, TunnelView, View
from whistlestop.model.board import LOCOMOTIVE, Ticket

if TYPE_CHECKING:
    from whistlestop.engine.game import Game


def make_view(game: Game, seat: int | None) -> View:
    """What `seat` may know now; None is a spectator."""
    t, d, board = game.tables, game.state.bytes, game.board
    phase = int(d[PHASE])
    over = phase == OVER
    owners = [int(d[t.o_owner + r]) for r in range(t.routes)]
    acts = seat is not None and may_act(game.state, seat)
    codes = tuple(list_legal(t, game.state, seat)) if acts and seat is not None else ()
    return View(
        board=board,
        seat=seat,
        phase=PHASE_NAMES[phase],
        turn=int(to_act(t, game.state)),
        first=game.first,
        waiting=game.waiting,
        ply=game.ply,
        hand={} if seat is None else _cards(game, int(t.o_hand + seat * t.kinds)),
        tickets=() if seat is None else _held(game, seat),
        offer=() if seat is None else _offer(game, seat),
        answer=() if seat is None else _answer(game, seat),
        keep_at_least=int(at_least(t, game.state)) if phase in (OPENING, KEEPING) else 0,
        market=tuple(
            None if card == NONE else board.cards[card]
            for card in (int(d[t.o_market + i]) for i in range(t.market))
        ),
        pile=int(d[PILE]),
        discards=_cards(game, int(t.o_discard)),
        ticket_pile=int(d[TICKETS]),
        players=tuple(_player(game, who, owners, over) for who in range(t.players)),
        owners=tuple(None if o == NONE else o for o in owners),
        station_owners=_station_owners(game),
        tunnel=_tunnel(game) if phase == TUNNEL else None,
        turns_left=None if d[LAST] == NONE else int(d[LAST]),
        passes=int(d[PASSES]),
        quiet_turns=int(d[QUIET]),
        market_stopped=bool(d[STOPPED]),
        draws=_draws(game, seat),
        pools=_pools(game, seat),
        shown=tuple(
            ShownView(x.seat, board.cards[x.card], x.count, x.pool, x.drawn)
            for x in game.memory.shown
        ),
        dealt=game.memory.from_deal,
        legal=Legal(game.codec, codes),
        score=game.score() if over else None,
    )


def _cards(game: Game, start: int) -> dict[str, int]:
    d = game.state.bytes
    return {name: n for i, name in enumerate(game.board.cards) if (n := int(d[start + i]))}


def _held(game: Game, seat: int) -> tuple[Ticket, ...]:
    t, d = game.tables, game.state.bytes
    return tuple(x for x in game.board.tickets if d[t.o_ticket + x.index] == seat)


def _offer(game: Game, seat: int) -> tuple[Ticket, ...]:
    """The tickets a seat is choosing from, or has chosen from at the opening."""
    t, d = game.tables, game.state.bytes
    mine = d[PHASE] == OPENING or (d[PHASE] == KEEPING and d[TURN] == seat)
    row = t.o_offer + seat * MAX_OFFER
    return tuple(game.board.tickets[d[row + i]] for i in range(int(d[OFFERED]))) if mine else ()


def _answer(game: Game, seat: int) -> tuple[int, ...]:
    """The places a seat has chosen at the opening, while others still choose."""
    t, d = game.tables, game.state.bytes
    mask = int(d[t.o_answer + seat]) if d[PHASE] == OPENING else 0
    return tuple(i + 1 for i in range(MAX_OFFER) if mask >> i & 1)


def _player(game: Game, who: int, owners: list[int], over: bool) -> PlayerView:
    t, d = game.tables, game.state.bytes
    return PlayerView(
        seat=who,
        name=game.names[who],
        trains=int(d[t.o_trains + who]),
        stations=int(d[t.o_stations + who]),
        cards=int(d[t.o_size + who]),
        tickets=int(d[t.o_held + who]),
        points=sum(int(t.route_points[r]) for r, o in enumerate(owners) if o == who),
        known={
            name: n for name, n in zip(game.board.cards, game.memory.known[who], strict=True) if n
        },
        hand=_cards(game, int(t.o_hand + who * t.kinds)) if over else None,
        held=_held(game, who) if over else None,
    )


def _station_owners(game: Game) -> tuple[int | None, ...]:
    t, d = game.tables, game.state.bytes
    if not t.stations:
        return (None,) * int(t.cities)
    owners = (int(d[t.o_station + c]) for c in range(t.cities))
    return tuple(None if o == NONE else o for o in owners)


def _tunnel(game: Game) -> TunnelView:
    t, d, board = game.tables, game.state.bytes, game.board
    route = board.routes[d[TUNNEL_ROUTE]]
    wilds = int(d[TUNNEL_WILDS])
    laid = {board.cards[d[TUNNEL_COLOUR]]: route.length - wilds} if wilds < route.length else {}
    if wilds:
        laid[LOCOMOTIVE] = wilds
    revealed: Mapping[str, int] = _cards(game, int(t.o_revealed))
    return TunnelView(
        route=route,
        laid=laid,
        revealed=tuple(name for name, n in revealed.items() for _ in range(n)),
        extra=int(d[TUNNEL_EXTRA]),
    )


def _pools(game: Game, seat: int | None) -> tuple[PoolView, ...]:
    """What has not been seen leaving each pool; the viewer has also seen its own cards."""
    pools = []
    for pool in game.memory.pools:
        own = [] if seat is None else pool.blind[seat]
        left = [n - own.count(card) for card, n in enumerate(pool.left)]
        cards = {name: n for name, n in zip(game.board.cards, left, strict=True) if n}
        drawn = tuple(len(cards) for cards in pool.blind)
        pools.append(PoolView(cards, drawn, tuple(game.board.cards[card] for card in own)))
    return tuple(pools)


def _draws(game: Game, seat: int | None) -> tuple[SeenDraw, ...]:
    """Every offer of tickets so far; names and places only of the viewer's own."""
    seen = []
    for draw in game.memory.draws:
        kept = None if draw.kept is None else len(draw.kept)
        if draw.seat == seat:
            names = tuple(game.board.tickets[i].id for i in draw.tickets)
            seen.append(SeenDraw(draw.seat, len(draw.tickets), kept, names, draw.kept))
        else:
            seen.append(SeenDraw(draw.seat, len(draw.tickets), kept))
    return tuple(seen)
