"""Dealing anew all that a view leaves unknown, uniformly.

Cards: `dealing`. Each pool (the newest pile, and all blind cards from before it) is shuffled over
the blind cards that others drew from it and, the newest one, over the pile.

Tickets: the viewer knows the order in which offers were made and how many of each
were kept, and it has seen its own offers. So a world is drawn by walking through all offers with
unnamed slots in place of tickets (`ticket_world`), choosing for the others uniformly which places
they kept, and rejecting a walk that contradicts what the viewer saw; every walk that is left is
equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import u8

from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.dealing import PoolDeal, deal_pools, shuffled
from whistlestop.engine.knowledge.memory import SHUFFLED, Memory, Shown, TicketDraw
from whistlestop.engine.knowledge.ticket_world import World
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import BEYOND
from whistlestop.engine.phases.routes import place
from whistlestop.engine.phases.tickets import seek_keep
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import (
    LAST,
    MAX_OFFER,
    OFFERED,
    OPENING,
    OUT,
    PASSES,
    PHASE,
    PHASE_NAMES,
    PILE,
    QUIET,
    STOPPED,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    TURN,
    UNANSWERED,
    FlatBoard,
)
from whistlestop.engine.state.rng import Luck, Rng
from whistlestop.engine.state.state import (
    State,
    blank,
    discard,
    give,
    keep_ticket,
    put_under,
    put_up,
)
from whistlestop.model.board import LOCOMOTIVE

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import SeenDraw, View

# Walks tried before the exact way is given up and contradictions are mended by swapping. Only a
# viewer who has seen the whole ticket deck go round, several times, needs more than a few; without
# a bound a bot that looks ahead would wait there for half a minute.
TRIES = 400


def sample_game(view: View, rng: Luck) -> Game:
    """A full game consistent with the view."""
    board = view.board
    t = codec_for(board, len(view.players)).flat
    s = blank(t)
    _copy_public(t, s, view)
    pools = deal_pools(view, rng)
    _place_cards(t, s, view, pools)
    world = _walk(t, view, rng)
    world.name_slots(view, rng)
    draws = _place_tickets(t, s, view, world)
    if view.phase == PHASE_NAMES[OPENING]:
        _answer(t, s, view, rng)
    known = tuple(tuple(p.known.get(name, 0) for name in board.cards) for p in view.players)
    remembered = tuple(pool.remembered() for pool in pools)
    memory = Memory(known, remembered, _shown(view), tuple(draws))
    memory.from_deal = view.dealt
    if view.tunnel is not None:
        memory.laid = {board.card_index[c]: n for c, n in view.tunnel.laid.items()}
    names = tuple(p.name for p in view.players)
    chance = Chance(Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32()))
    return Game.from_state(board, names, s, chance, memory, view.first, view.ply)


def _copy_public(t: FlatBoard, s: State, view: View) -> None:
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


def _copy_tunnel(t: FlatBoard, s: State, view: View) -> None:
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


def _place_cards(t: FlatBoard, s: State, view: View, pools: list[PoolDeal]) -> None:
    """Hands: the known cards and those dealt from the pools; the newest leaves the pile."""
    d, index = s.bytes, view.board.card_index
    for player in view.players:
        seen = view.hand if player.seat == view.seat else player.hand
        if seen is not None:
            held = [index[card] for card, count in seen.items() for _ in range(count)]
        else:
            held = [index[card] for card, count in player.known.items() for _ in range(count)]
            held += [card for pool in pools for card in pool.hands[player.seat]]
        for card in held:
            give(t, s, player.seat, card)
    pile = _rest_of_deck(t, s) if view.over else pools[-1].rest
    for i, card in enumerate(pile):
        d[t.o_pile + i] = u8(card)
    d[PILE] = u8(len(pile))


def _rest_of_deck(t: FlatBoard, s: State) -> list[int]:
    """Every card that lies nowhere yet: the pile, once all hands are open."""
    d, rest = s.bytes, []
    for kind in range(t.kinds):
        left = int(t.copies if kind < t.colours else t.locomotives)
        left -= int(d[t.o_face + kind]) + int(d[t.o_discard + kind])
        left -= sum(int(d[t.o_hand + seat * t.kinds + kind]) for seat in range(t.players))
        rest += [kind] * left
    return rest


def _shown(view: View) -> tuple[Shown, ...]:
    index = view.board.card_index
    return tuple(Shown(x.seat, index[x.card], x.count, x.pool, x.drawn) for x in view.shown)


def _walk(t: FlatBoard, view: View, rng: Luck) -> World:
    for _ in range(TRIES):
        world = _try_walk(t, view, rng, exact=True)
        if world is not None:
            return world
    world = _try_walk(t, view, rng, exact=False)
    assert world is not None
    return world


def _try_walk(t: FlatBoard, view: View, rng: Luck, exact: bool) -> World | None:
    """One walk through all offers; None if it contradicts what the viewer saw."""
    apart = {x for x in range(t.tickets) if t.ticket_long[x]} if view.dealt else set()
    world = World(int(t.tickets), apart)
    next_long, next_regular = 0, len(apart)
    opening = len(view.players)
    index = view.board.ticket_by_id
    for number, draw in enumerate(view.draws):
        seen = None if draw.tickets is None else [index[x].index for x in draw.tickets]
        slots: list[int] | None
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
            slots = world.take(draw.offered, seen if exact else None, rng)
            if slots is None:
                return None
        if number == opening - 1:
            world.queue = list(range(next_regular, _end_of_deck(t, view, next_regular)))
        world.offers.append(tuple(slots))
        world.mine.append(draw.seat == view.seat)
        if seen is not None:
            if exact and not world.see(slots, seen):
                return None
            if not exact:
                world.mend(seen)
        world.kept.append(_kept(t, view, draw, rng))
        _return_refused(t, view, world, number)
        if draw.seat == SHUFFLED:
            world.shuffle(rng)
    return world


def _end_of_deck(t: FlatBoard, view: View, start: int) -> int:
    """Where the slots of the first deck end: after all that were not offered at the opening.

    A position set up by hand may have tickets out of the game, at the end of the slots.
    """
    later = view.draws[len(view.players) :]
    gone = sum(draw.offered if draw.kept is None else draw.kept for draw in later)
    return min(int(t.tickets), start + view.ticket_pile + gone)


def _kept(t: FlatBoard, view: View, draw: SeenDraw, rng: Luck) -> tuple[int, ...] | None:
    """The places kept: known for the viewer, uniform for others, None while undecided."""
    if draw.kept is None:
        return None
    if draw.places is not None:
        return draw.places
    places = shuffled(list(range(draw.offered)), rng)
    return tuple(sorted(places[: draw.kept]))


def _return_refused(t: FlatBoard, view: View, world: World, number: int) -> None:
    """Refused tickets go under the deck: at the opening for all seats once all have chosen."""
    opening = len(view.players)
    if number < opening - 1 or world.kept[number] is None:
        return
    if number >= opening:
        returning = [number]
    elif t.refused_out or not view.dealt:
        returning = []
    else:
        returning = list(range(opening))
    for i in returning:
        kept = world.kept[i] or ()
        world.queue += [slot for j, slot in enumerate(world.offers[i]) if j not in kept]


def _answer(t: FlatBoard, s: State, view: View, rng: Luck) -> None:
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


def _place_tickets(t: FlatBoard, s: State, view: View, world: World) -> list[TicketDraw]:
    """Write the named world into the state; returns the draws with their names."""
    d, names = s.bytes, world.names
    for ticket in range(t.tickets):
        d[t.o_ticket + ticket] = u8(OUT)
    draws = []
    for draw, slots, kept in zip(view.draws, world.offers, world.kept, strict=True):
        tickets = tuple(names[slot] for slot in slots)
        draws.append(TicketDraw(draw.seat, tickets, kept))
        if view.over:
            continue
        if kept is None:
            d[OFFERED] = u8(len(tickets))
            for i, ticket in enumerate(tickets):
                d[t.o_offer + draw.seat * MAX_OFFER + i] = u8(ticket)
        else:
            for i in kept:
                keep_ticket(t, s, draw.seat, tickets[i])
    queue = [names[slot] for slot in world.queue]
    if view.over:
        queue = _hand_back(t, s, view)
    for ticket in queue:
        put_under(t, s, ticket)
    return draws


def _hand_back(t: FlatBoard, s: State, view: View) -> list[int]:
    """After the end everyone sees who holds what; returns tickets for the deck."""
    held = {ticket.index for player in view.players for ticket in player.held or ()}
    for player in view.players:
        for ticket in player.held or ():
            keep_ticket(t, s, player.seat, ticket.index)
    return [x for x in range(t.tickets) if x not in held][: view.ticket_pile]
