"""Making views: the one place where the truth is turned into what a seat may know (H1–H4).

What every audience may know of a ply is worked out once and kept as a `Shared`; a view adds what
is the seat's own. A `Shared` holds a copy of the bytes and the parts of the memory it was made
from and fits only as long as they are the same, so it cannot be out of date, however a game came
to change. It holds secrets and stays with its game; views get values that nobody can change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from whistlestop.engine.codec import Codec
from whistlestop.engine.knowledge.forms import CardCounts
from whistlestop.engine.knowledge.memory import CardPool, Memory
from whistlestop.engine.knowledge.past_views import (
    draw_view,
    draw_views,
    named_counts,
    pool_view,
    shown_views,
)
from whistlestop.engine.knowledge.view import PlayerView, PoolView, SeenDraw, TunnelView, View
from whistlestop.engine.legal import Legal
from whistlestop.engine.phases.moves import all_to_act, list_legal, may_act, to_act
from whistlestop.engine.phases.tickets import at_least
from whistlestop.engine.state.flat_board import (
    KEEPING,
    LAST,
    MAX_OFFER,
    NONE,
    OFFERED,
    OPENING,
    OVER,
    PASSES,
    PHASE,
    PHASE_NAMES,
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
    FlatBoard,
)
from whistlestop.engine.state.reading import FoundCodes, alike, counted, made, owners_in, points_in
from whistlestop.engine.state.state import State
from whistlestop.model.board import LOCOMOTIVE, Board, Ticket

if TYPE_CHECKING:
    from whistlestop.engine.game import Game

# In place of a seat, and the last place of a list by seats.
SPECTATOR: Final = -1


class Shared:
    """What is equal in all views of one ply, and what it was made from."""

    def __init__(self, game: Game, before: Shared | None) -> None:
        state: State = game.state
        memory: Memory = game.memory
        self.codec: Codec = game.codec
        self.board: Board = game.board
        self.cards: tuple[str, ...] = self.board.cards
        self.names: tuple[str, ...] = game.names
        self.first: int = game.first
        self.ply: int = game.ply
        self.flat: FlatBoard = self.codec.flat
        self.state = state.copy()
        self.memory = memory.copy()
        self.points = points_in(self.flat, state.bytes)
        # What nothing has happened to is taken over as it was.
        if before is not None and (
            before.codec is not self.codec or before.names is not self.names
        ):
            before = None
        self.owners = _owners(self, before)
        self.station_owners = _station_owners(self, before)
        self.players = _players(self, before)
        if before is None:
            self.draws = draw_views(self.memory.draws, (), ())
            self.shown = shown_views(self.cards, self.memory.shown, (), ())
        else:
            then = before.memory
            self.draws = draw_views(self.memory.draws, then.draws, before.draws)
            self.shown = shown_views(self.cards, self.memory.shown, then.shown, before.shown)
        # What seats have asked for so far of draws and of the pools, by seat.
        self.own_draws: list[tuple[SeenDraw, ...] | None] = [None] * len(self.names)
        self.used_up: list[PoolView | None] = [None] * (len(self.names) + 1)
        self.newest: list[PoolView | None] = [None] * (len(self.names) + 1)
        if before is not None:
            if before.memory.pools[-1] is self.memory.pools[-1]:
                self.newest = before.newest
            if before.memory.draws is self.memory.draws:
                self.own_draws = before.own_draws
            if before.memory.pools[0] is self.memory.pools[0]:
                self.used_up = before.used_up
        self.no_actions: Legal = Legal(self.codec) if before is None else before.no_actions
        self.fields = _fields(self)
        if i64(state.bytes[PHASE]) == OVER:
            self.fields["score"] = game.score()

    def fits(self, game: Game) -> bool:
        """Whether a game is at this very ply, with nothing changed since."""
        state: State = game.state
        now: Memory = game.memory
        then = self.memory
        return (
            self.ply == game.ply
            and then.known is now.known
            and then.pools is now.pools
            and then.shown is now.shown
            and then.draws is now.draws
            and then.from_deal == now.from_deal
            and self.codec is game.codec
            and self.names is game.names
            and self.first == game.first
            # The ticket deck and the pile, which come last, are nobody's to see.
            and alike(self.state.bytes, state.bytes, 0, self.flat.o_queue)
        )


def share(game: Game, before: Shared | None) -> Shared:
    """What all views of the game share now: `before`, as long as it fits."""
    if before is not None and before.fits(game):
        return before
    return Shared(game, before)


def make_view(shared: Shared, seat: int | None) -> View:
    """What `seat` may know; None is a spectator."""
    fields = shared.fields.copy()
    if seat is None:
        fields["pools"] = _pools(shared, SPECTATOR)
        fields["legal"] = shared.no_actions
        return made(View, fields)
    t, state = shared.flat, shared.state
    phase = i64(state.bytes[PHASE])
    fields["seat"] = seat
    fields["hand"] = CardCounts(counted(shared.cards, state.bytes, t.o_hand + seat * t.kinds))
    fields["tickets"] = _held(shared, seat)
    if phase == OPENING or phase == KEEPING:  # noqa: SIM109 -- a tuple would be boxed
        fields["offer"] = _offer(shared, seat)
        fields["answer"] = _answer(shared, seat)
    fields["draws"] = _draws_of(shared, seat)
    fields["pools"] = _pools(shared, seat)
    fields["legal"] = shared.no_actions
    if may_act(state, seat):
        found = FoundCodes(list_legal(t, state, seat))
        fields["legal"] = Legal(shared.codec, (), found)
    return made(View, fields)


def _fields(shared: Shared) -> dict[str, Any]:
    """All fields of a view as a spectator sees them, but for what `make_view` fills in."""
    t, state, memory, cards = shared.flat, shared.state, shared.memory, shared.cards
    d = state.bytes
    phase = i64(d[PHASE])
    keep_at_least = 0
    if phase == OPENING or phase == KEEPING:  # noqa: SIM109 -- a tuple would be boxed
        keep_at_least = int(at_least(t, state))
    return {
        "board": shared.board,
        "seat": None,
        "phase": PHASE_NAMES[phase],
        "turn": int(to_act(t, state)),
        "first": shared.first,
        "waiting": all_to_act(state, len(shared.names)),
        "ply": shared.ply,
        "hand": CardCounts(),
        "tickets": (),
        "offer": (),
        "answer": (),
        "keep_at_least": keep_at_least,
        "market": _market(shared),
        "pile": int(d[PILE]),
        "discards": CardCounts(counted(cards, d, t.o_discard)),
        "ticket_pile": int(d[TICKETS]),
        "players": shared.players,
        "owners": shared.owners,
        "station_owners": shared.station_owners,
        "tunnel": _tunnel(shared) if phase == TUNNEL else None,
        "turns_left": None if i64(d[LAST]) == NONE else int(d[LAST]),
        "passes": int(d[PASSES]),
        "quiet_turns": int(d[QUIET]),
        "market_stopped": d[STOPPED] != 0,
        "draws": shared.draws,
        "pools": None,
        "shown": shared.shown,
        "dealt": memory.from_deal,
        "legal": None,
        "score": None,
    }


def _market(shared: Shared) -> tuple[str | None, ...]:
    t, d = shared.flat, shared.state.bytes
    market: list[str | None] = []
    slot: i64 = 0
    while slot < t.market:
        card = i64(d[t.o_market + slot])
        market.append(None if card == NONE else shared.cards[card])
        slot += 1
    return tuple(market)


def _owners(shared: Shared, before: Shared | None) -> tuple[int | None, ...]:
    t, d = shared.flat, shared.state.bytes
    end = t.o_owner + t.routes
    if before is not None and alike(d, before.state.bytes, t.o_owner, end):
        return before.owners
    return owners_in(d, t.o_owner, t.routes)


def _station_owners(shared: Shared, before: Shared | None) -> tuple[int | None, ...]:
    t, d = shared.flat, shared.state.bytes
    if not t.stations:
        return (None,) * int(t.cities) if before is None else before.station_owners
    end = t.o_station + t.cities
    if before is not None and alike(d, before.state.bytes, t.o_station, end):
        return before.station_owners
    return owners_in(d, t.o_station, t.cities)


def _held(shared: Shared, seat: i64) -> tuple[Ticket, ...]:
    t, d = shared.flat, shared.state.bytes
    tickets: tuple[Ticket, ...] = shared.board.tickets
    held: list[Ticket] = []
    i: i64 = 0
    while i < t.tickets:
        if i64(d[t.o_ticket + i]) == seat:
            held.append(tickets[i])
        i += 1
    return tuple(held)


def _offer(shared: Shared, seat: i64) -> tuple[Ticket, ...]:
    """The tickets a seat is choosing from, or has chosen from at the opening."""
    t, d = shared.flat, shared.state.bytes
    tickets: tuple[Ticket, ...] = shared.board.tickets
    offer: list[Ticket] = []
    phase = i64(d[PHASE])
    if phase == OPENING or (phase == KEEPING and i64(d[TURN]) == seat):
        i: i64 = 0
        while i < i64(d[OFFERED]):
            offer.append(tickets[i64(d[t.o_offer + seat * MAX_OFFER + i])])
            i += 1
    return tuple(offer)


def _answer(shared: Shared, seat: i64) -> tuple[int, ...]:
    """The places a seat has chosen at the opening, while others still choose."""
    t, d = shared.flat, shared.state.bytes
    mask = int(d[t.o_answer + seat]) if i64(d[PHASE]) == OPENING else 0
    return tuple([i + 1 for i in range(MAX_OFFER) if mask >> i & 1])


def _players(shared: Shared, before: Shared | None) -> tuple[PlayerView, ...]:
    """Every player as all may know it; those of whom nothing is new as they were."""
    players: list[PlayerView] = []
    for seat in range(len(shared.names)):
        if before is not None and _unchanged(shared, before, seat):
            players.append(before.players[seat])
        else:
            players.append(_player(shared, seat))
    return tuple(players)


def _unchanged(now: Shared, then: Shared, seat: i64) -> bool:
    t, d, e = now.flat, now.state.bytes, then.state.bytes
    return (
        now.memory.known[seat] is then.memory.known[seat]
        and d[t.o_size + seat] == e[t.o_size + seat]
        and d[t.o_trains + seat] == e[t.o_trains + seat]
        and d[t.o_stations + seat] == e[t.o_stations + seat]
        and d[t.o_held + seat] == e[t.o_held + seat]
        and now.points[seat] == then.points[seat]
        # At the end hands and tickets are laid open.
        and i64(d[PHASE]) != OVER
        and i64(e[PHASE]) != OVER
    )


def _player(shared: Shared, seat: i64) -> PlayerView:
    t, d, cards = shared.flat, shared.state.bytes, shared.cards
    over = i64(d[PHASE]) == OVER
    return made(
        PlayerView,
        {
            "seat": int(seat),
            "name": shared.names[seat],
            "trains": int(d[t.o_trains + seat]),
            "stations": int(d[t.o_stations + seat]),
            "cards": int(d[t.o_size + seat]),
            "tickets": int(d[t.o_held + seat]),
            "points": int(shared.points[seat]),
            "known": named_counts(cards, list(shared.memory.known[seat])),
            "hand": CardCounts(counted(cards, d, t.o_hand + seat * t.kinds)) if over else None,
            "held": _held(shared, seat) if over else None,
        },
    )


def _tunnel(shared: Shared) -> TunnelView:
    t, d, cards = shared.flat, shared.state.bytes, shared.cards
    route = shared.board.routes[i64(d[TUNNEL_ROUTE])]
    wilds = int(d[TUNNEL_WILDS])
    laid: dict[str, int] = {}
    if wilds < route.length:
        laid[cards[i64(d[TUNNEL_COLOUR])]] = route.length - wilds
    if wilds:
        laid[LOCOMOTIVE] = wilds
    revealed = counted(cards, d, t.o_revealed)
    return TunnelView(
        route=route,
        laid=CardCounts(laid),
        revealed=tuple([name for name, n in revealed.items() for _ in range(n)]),
        extra=int(d[TUNNEL_EXTRA]),
    )


def _pools(shared: Shared, seat: int) -> tuple[PoolView, ...]:
    """What has not been seen leaving each pool; the viewer has also seen its own cards."""
    pools = shared.memory.pools
    newest = shared.newest[seat]
    if newest is None:
        newest = shared.newest[seat] = _pool(shared, pools[-1], seat)
    if len(pools) == 1:
        return (newest,)
    used_up = shared.used_up[seat]
    if used_up is None:
        used_up = shared.used_up[seat] = _pool(shared, pools[0], seat)
    return (used_up, newest)


def _pool(shared: Shared, pool: CardPool, seat: int) -> PoolView:
    return pool_view(shared.cards, pool, () if seat == SPECTATOR else pool.blind[seat])


def _draws_of(shared: Shared, seat: int) -> tuple[SeenDraw, ...]:
    """Every offer of tickets so far; names and places only of the viewer's own."""
    own = shared.own_draws[seat]
    if own is None:
        draws = list(shared.draws)
        for i, draw in enumerate(shared.memory.draws):
            if draw.seat == seat:
                draws[i] = draw_view(draw, shared.board.tickets)
        own = shared.own_draws[seat] = tuple(draws)
    return own
