"""A view as an observation: the same bytes that the environments show, made from a view alone.

A view holds only what its seat may know, so this is also the proof that the environments show
nothing else: tests compare both, ply by ply. It is for agents that have been trained and now play
as bots; environments do not use it, because it is slower.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from whistlestop.engine.fast.row_layout import CARDS, HELD, MOST, POINTS, STATIONS, TRAINS
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import PHASE_NAMES
from whistlestop.envs.settings import Bytes, Observed, setting_for


def encode(view: View) -> Observed:
    """What an environment would show the seat of this view now."""
    setting = setting_for(codec_for(view.board, len(view.players)))
    mask = np.zeros(setting.actions, np.int8)
    mask[list(view.legal.codes)] = 1
    row = np.zeros(setting.width, np.uint8)
    parts = {name: setting.part(row, name) for name in setting.sections}
    _write_table(view, parts)
    _write_players(view, parts)
    _write_own(view, parts)
    if view.tunnel is not None:
        _write_tunnel(view, parts)
    return {"observation": row, "action_mask": mask}


def _from_viewer(view: View, seat: int) -> int:
    assert view.seat is not None, "a spectator has no seat to look from"
    return (seat - view.seat) % len(view.players)


def _counts(view: View, cards: Mapping[str, int] | Sequence[str | None]) -> list[int]:
    """How many of each kind, in the order of the board."""
    if isinstance(cards, Mapping):
        return [cards.get(card, 0) for card in view.board.cards]
    return [list(cards).count(card) for card in view.board.cards]


def _write_table(view: View, parts: dict[str, Bytes]) -> None:
    """What lies open on the table."""
    parts["phase"][PHASE_NAMES.index(view.phase)] = 1
    parts["turn"][_from_viewer(view, view.turn)] = 1
    parts["place"][-_from_viewer(view, view.first)] = 1
    parts["market"][:] = _counts(view, view.market)
    parts["discards"][:] = _counts(view, view.discards)
    parts["piles"][:] = (view.pile, view.ticket_pile)
    left = 0 if view.turns_left is None else view.turns_left + 1
    parts["clock"][:] = (left, view.passes, view.quiet_turns, view.market_stopped)
    for route, owner in enumerate(view.owners):
        if owner is not None:
            parts["routes"][_from_viewer(view, owner), route] = 1
    for city, owner in enumerate(view.station_owners):
        if owner is not None:
            parts["stations"][_from_viewer(view, owner), city] = 1


def _write_players(view: View, parts: dict[str, Bytes]) -> None:
    for player in view.players:
        seat = _from_viewer(view, player.seat)
        numbers = parts["players"][seat]
        numbers[CARDS] = player.cards
        numbers[TRAINS] = player.trains
        numbers[STATIONS] = player.stations
        numbers[HELD] = player.tickets
        numbers[POINTS] = min(player.points, MOST)
        parts["known"][seat] = _counts(view, player.known)


def _write_own(view: View, parts: dict[str, Bytes]) -> None:
    """What the viewer alone knows (H2)."""
    parts["hand"][:] = _counts(view, view.hand)
    parts["keep"][:] = view.keep_at_least
    for ticket in view.tickets:
        parts["tickets"][ticket.index] = 1
    for place, ticket in enumerate(view.offer):
        parts["offer"][place, ticket.index] = 1
    for place in view.answer:
        parts["answer"][place - 1] = 1


def _write_tunnel(view: View, parts: dict[str, Bytes]) -> None:
    assert view.tunnel is not None
    parts["tunnel"][view.tunnel.route.index] = 1
    parts["laid"][:] = _counts(view, view.tunnel.laid)
    parts["revealed"][:] = _counts(view, view.tunnel.revealed)
    parts["extra"][:] = view.tunnel.extra
