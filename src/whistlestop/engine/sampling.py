"""Dealing anew all that a view leaves unknown, uniformly.

Cards: each pool (the first deck, every later pile) is shuffled over the blind cards that others
drew from it and, the newest one, over the pile. Where a card was played that others had drawn
blind and more than one pool could have given it, the pool is drawn first, in proportion to the
ways in which it could have.

Tickets: the viewer knows the order in which offers were made and how many of each
were kept, and it has seen its own offers. So a world is drawn by walking through all offers with
unnamed slots in place of tickets, choosing for the others uniformly which places they kept, and
rejecting a walk that contradicts what the viewer saw; every walk that is left is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import u8

from whistlestop.engine.dealing import PoolDeal, deal_pools, shuffled
from whistlestop.engine.explain import PHASE_NAMES
from whistlestop.engine.game import Game
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.memory import Memory, Shown, TicketDraw
from whistlestop.engine.moves import BEYOND
from whistlestop.engine.phases.routes import place
from whistlestop.engine.phases.tickets import seek_keep
from whistlestop.engine.rng import Rng
from whistlestop.engine.state import State, blank, discard, give, keep_ticket, put_under, put_up
from whistlestop.engine.tables import (
    LAST,
    MAX_OFFER,
    OFFERED,
    OPENING,
    OUT,
    PASSES,
    PHASE,
    PILE,
    QUIET,
    STOPPED,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    TURN,
    UNANSWERED,
    Tables,
)
from whistlestop.engine.trace import Chance
from whistlestop.model.board import LOCOMOTIVE

if TYPE_CHECKING:
    from whistlestop.engine.view import SeenDraw, View

# Walks tried before the exact way is given up and contradictions are mended by swapping.
TRIES = 20_000


def sample_game(view: View, rng: Rng) -> Game:
    """A full game consistent with the view."""
    board = view.board
    t = codec_for(board, len(view.players)).tables
    s = blank(t)
    _copy_public(t, s, view)
    pools = deal_pools(view, rng)
    _place_cards(t, s, view, pools)
    world = _walk(t, view, rng)
    world.name_slots(view, rng)
    draws = _place_tickets(t, s, view, world)
    if view.phase == PHASE_NAMES[OPENING]:
        _answer(t, s, view, rng)
    known = [[p.known.get(name, 0) for name in board.cards] for p in view.players]
    memory = Memory(known, [pool.remembered() for pool in pools], _shown(view), draws)
    if view.tunnel is not None:
        memory.laid = {board.card_index[c]: n for c, n in view.tunnel.laid.items()}
    names = tuple(p.name for p in view.players)
    chance = Chance(Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32()))
    return Game.from_state(board, names, s, chance, memory, view.first, view.ply)


def _copy_public(t: Tables, s: State, view: View) -> None:
    d, board = s.bytes, view.board
    for route, owner in enumerate(view.owners):
        if owner is not None:
            place(t, s, owner, route)
    for city, owner in enumerate(view.station_owners):
        if owner is not None:
            d[t.o_station + city] = u8(owner)
            d[t.o_stations + owner] = u8(d[t.o_stations + owner] - 1)
    for slot, card in enumerate(view.market):
        if card is not None:
            put_up(t, s, slot, board.card_index[card])
    for card, count in view.discards.items():
        discard(t, s, board.card_index[card], count)
    d[PHASE] = u8(PHASE_NAMES.index(view.phase))
    d[TURN] = u8(view.first if view.phase == PHASE_NAMES[OPENING] else view.turn)
    d[PASSES] = u8(view.passes)
    d[QUIET] = u8(view.quiet_turns)
    d[STOPPED] = u8(view.market_stopped)
    if view.turns_left is not None:
        d[LAST] = u8(view.turns_left)
    _copy_tunnel(t, s, view)


def _copy_tunnel(t: Tables, s: State, view: View) -> None:
    if view.tunnel is None:
        return
    d, index = s.bytes, view.board.card_index
    wilds = view.tunnel.laid.get(LOCOMOTIVE, 0)
    colours = [index[c] for c in view.tunnel.laid if c != LOCOMOTIVE]
    d[TUNNEL_ROUTE] = u8(view.tunnel.route.index)
    d[TUNNEL_WILDS] = u8(wilds)
    d[TUNNEL_COLOUR] = u8(colours[0] if colours else t.wild)
    d[TUNNEL_EXTRA] = u8(view.tunnel.extra)
    for card in view.tunnel.revealed:
        d[t.o_revealed + index[card]] = u8(d[t.o_revealed + index[card]] + 1)


def _place_cards(t: Tables, s: State, view: View, pools: list[PoolDeal]) -> None:
    """Hands: the known cards and those dealt from the pools; the newest leaves the pile."""
    d, index = s.bytes, view.board.card_index
    for player in view.players:
        if player.seat == view.seat:
            held = [index[card] for card, count in view.hand.items() for _ in range(count)]
        else:
            held = [index[card] for card, count in player.known.items() for _ in range(count)]
            held += [card for pool in pools for card in pool.hands[player.seat]]
        for card in held:
            give(t, s, player.seat, card)
    for i, card in enumerate(pools[-1].rest):
        d[t.o_pile + i] = u8(card)
    d[PILE] = u8(len(pools[-1].rest))


def _shown(view: View) -> list[Shown]:
    index = view.board.card_index
    return [Shown(x.seat, index[x.card], x.count, x.pool, x.drawn) for x in view.shown]


class World:
    """Tickets as unnamed slots: where each slot is, and what is known about some of them."""

    def __init__(self, tickets: int, long: int) -> None:
        self.tickets = tickets
        self.long = long
        self.queue: list[int] = []
        self.offers: list[tuple[int, ...]] = []
        self.kept: list[tuple[int, ...] | None] = []
        self.named: dict[int, int] = {}
        self.names: list[int] = []

    def see(self, slots: Sequence[int], tickets: Sequence[int]) -> bool:
        """The viewer saw these tickets in these slots; False if that contradicts the past."""
        for slot, ticket in zip(slots, tickets, strict=True):
            if self.named.setdefault(slot, ticket) != ticket:
                return False
        return len(set(self.named.values())) == len(self.named)

    def mend(self, slots: Sequence[int], tickets: Sequence[int]) -> None:
        """Make a contradiction go away by exchanging slots all through the past."""
        owner = {ticket: slot for slot, ticket in self.named.items()}
        for slot, ticket in zip(slots, tickets, strict=True):
            other = owner.get(ticket)
            if other is None and slot in self.named:
                taken = set(self.named) | set(slots)
                other = next(x for x in self.queue if x not in taken)
            if other is not None and other != slot:
                self._exchange(slot, other)
                owner = {x: y for y, x in self.named.items()}
        for slot, ticket in zip(self.offers[-1], tickets, strict=True):
            self.named[slot] = ticket

    def _exchange(self, one: int, two: int) -> None:
        """Both slots change places from now on: in the deck and in the offer just made."""
        swap = {one: two, two: one}
        self.queue = [swap.get(x, x) for x in self.queue]
        self.offers[-1] = tuple(swap.get(x, x) for x in self.offers[-1])

    def name_slots(self, view: View, rng: Rng) -> None:
        """Give every slot that the viewer never saw one of the tickets it never saw."""
        seen = set(self.named.values())
        unseen = [t for t in view.board.tickets if t.index not in seen]
        long = shuffled([t.index for t in unseen if t.long and self.long], rng)
        rest = shuffled([t.index for t in unseen if not (t.long and self.long)], rng)
        self.names = []
        for slot in range(self.tickets):
            if slot in self.named:
                self.names.append(self.named[slot])
            else:
                self.names.append((long if slot < self.long else rest).pop())


def _walk(t: Tables, view: View, rng: Rng) -> World:
    for _ in range(TRIES):
        world = _try_walk(t, view, rng, exact=True)
        if world is not None:
            return world
    world = _try_walk(t, view, rng, exact=False)
    assert world is not None
    return world


def _try_walk(t: Tables, view: View, rng: Rng, exact: bool) -> World | None:
    """One walk through all offers; None if it contradicts what the viewer saw."""
    long = sum(int(x) for x in t.ticket_long) if view.dealt else 0
    world = World(int(t.tickets), long)
    next_long, next_regular = 0, long
    opening = len(view.players)
    index = view.board.ticket_by_id
    for number, draw in enumerate(view.draws):
        if number < opening and view.dealt:
            longs = int(t.opening_long)
            slots = list(range(next_long, next_long + longs))
            slots += range(next_regular, next_regular + draw.offered - longs)
            next_long += longs
            next_regular += draw.offered - longs
        elif number < opening:
            slots = list(range(next_regular, next_regular + draw.offered))
            next_regular += draw.offered
        else:
            slots = [world.queue.pop(0) for _ in range(draw.offered)]
        if number == opening - 1:
            world.queue = list(range(next_regular, int(t.tickets)))
        world.offers.append(tuple(slots))
        if draw.tickets is not None:
            seen = [index[x].index for x in draw.tickets]
            if exact and not world.see(slots, seen):
                return None
            if not exact:
                world.mend(slots, seen)
        world.kept.append(_kept(t, view, draw, rng))
        _return_refused(t, view, world, number)
    if not view.dealt:
        # A position set up by hand may have tickets out of the game, at the end of the slots.
        world.queue = world.queue[: view.ticket_pile]
    return world


def _kept(t: Tables, view: View, draw: SeenDraw, rng: Rng) -> tuple[int, ...] | None:
    """The places kept: known for the viewer, uniform for others, None while undecided."""
    if draw.kept is None:
        return None
    if draw.places is not None:
        return draw.places
    places = shuffled(list(range(draw.offered)), rng)
    return tuple(sorted(places[: draw.kept]))


def _return_refused(t: Tables, view: View, world: World, number: int) -> None:
    """Refused tickets go under the deck: at the opening for all seats once all have chosen."""
    opening = len(view.players)
    if number < opening - 1 or world.kept[number] is None:
        return
    if number >= opening:
        settled = [number]
    elif t.refused_out or not view.dealt:
        settled = []
    else:
        settled = list(range(opening))
    for i in settled:
        kept = world.kept[i] or ()
        world.queue += [slot for j, slot in enumerate(world.offers[i]) if j not in kept]


def _answer(t: Tables, s: State, view: View, rng: Rng) -> None:
    """S4: seats that have answered chose something; what, only the viewer's own is known."""
    d = s.bytes
    d[UNANSWERED] = u8(sum(1 << seat for seat in view.waiting))
    for seat in range(t.players):
        if seat == view.seat:
            d[t.o_answer + seat] = u8(sum(1 << (place - 1) for place in view.answer))
        elif seat not in view.waiting:
            choices = -1 - seek_keep(t, s, BEYOND)
            code = seek_keep(t, s, rng.below(choices))
            d[t.o_answer + seat] = u8(code - t.keep_code + 1)


def _place_tickets(t: Tables, s: State, view: View, world: World) -> list[TicketDraw]:
    """Write the named world into the state; returns the draws with their names."""
    d, names = s.bytes, world.names
    for ticket in range(t.tickets):
        d[t.o_ticket + ticket] = u8(OUT)
    draws = []
    for draw, slots, kept in zip(view.draws, world.offers, world.kept, strict=True):
        tickets = tuple(names[slot] for slot in slots)
        draws.append(TicketDraw(draw.seat, tickets, kept))
        if kept is None:
            d[OFFERED] = u8(len(tickets))
            for i, ticket in enumerate(tickets):
                d[t.o_offer + draw.seat * MAX_OFFER + i] = u8(ticket)
        else:
            for i in kept:
                keep_ticket(t, s, draw.seat, tickets[i])
    for slot in world.queue:
        put_under(t, s, names[slot])
    return draws
