"""From a view to the facts that a bot thinks in, and from the code it chooses back to an action.

The code is looked up among the legal actions of the view, so that such a bot can never answer with
anything else. How facts are read from a state is in `seat_facts`.
"""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import PHASE_NAMES, FlatBoard
from whistlestop.model.actions import Action
from whistlestop.model.board import LOCOMOTIVE, Board

_phases: dict[str, int] = {name: number for number, name in enumerate(PHASE_NAMES)}


def facts_from_view(view: View) -> SeatFacts:
    """The facts that a view holds, as integers."""
    seat = view.seat
    assert seat is not None, "a bot plays a seat, it is never a spectator"
    board = view.board
    t: FlatBoard = codec_for(board, len(view.players)).flat
    facts = SeatFacts(t, seat, _phases[view.phase])
    _count(board, view.hand, facts.hand)
    _count(board, view.discards, facts.discards)
    for card in view.market:
        if card is not None:
            kind: i64 = board.card_index[card]
            facts.market[kind] = facts.market[kind] + 1
    facts.pile = view.pile
    facts.ticket_pile = view.ticket_pile
    facts.keep_at_least = view.keep_at_least
    if view.turns_left is not None:
        facts.turns_left = view.turns_left
    for ticket in view.tickets:
        facts.tickets = append(facts.tickets, ticket.index)
    for ticket in view.offer:
        facts.offer = append(facts.offer, ticket.index)
    codes = vec[i64]()
    for code in view.legal.codes:
        codes = append(codes, code)
    facts.codes = codes
    _see_players(view, facts)
    _see_owners(view.owners, facts.owner)
    if t.stations:
        _see_owners(view.station_owners, facts.station_owner)
    _see_tunnel(view, t, facts)
    return facts


def _count(board: Board, cards: Mapping[str, int], into: vec[i64]) -> None:
    index = board.card_index
    for name in cards:
        into[index[name]] = cards[name]


def _see_players(view: View, facts: SeatFacts) -> None:
    for player in view.players:
        seat: i64 = player.seat
        facts.trains[seat] = player.trains
        facts.sizes[seat] = player.cards
        facts.held[seat] = player.tickets
        facts.stations[seat] = player.stations


def _see_owners(owners: tuple[int | None, ...], into: vec[i64]) -> None:
    for at, owner in enumerate(owners):
        if owner is not None:
            into[at] = owner


def _see_tunnel(view: View, t: FlatBoard, facts: SeatFacts) -> None:
    tunnel = view.tunnel
    if tunnel is None:
        return
    facts.tunnel_route = tunnel.route.index
    facts.tunnel_extra = tunnel.extra
    facts.tunnel_colour = t.wild
    for card in tunnel.laid:
        if card != LOCOMOTIVE:
            facts.tunnel_colour = view.board.card_index[card]


def action_of(view: View, code: int) -> Action:
    """The legal action of a view that has this code."""
    return view.legal[view.legal.codes.index(code)]
