"""What each seat of one game may know (H1, H2), as rows of bytes that follow the game.

A row is written in two ways: its head whenever somebody looks, the rest when something happens
there. Only what `RowLayout` names is written, and of a seat's secrets only into its own row. This
module decides nothing: its caller reports what the engine has done.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.fast.row_layout import (
    COUNTS,
    HELD,
    MOST,
    PHASES,
    POINTS,
    STATIONS,
    TRAINS,
    RowLayout,
)
from whistlestop.engine.phases.moves import to_act
from whistlestop.engine.phases.tickets import at_least
from whistlestop.engine.state.flat_board import (
    KEEPING,
    LAST,
    MAX_OFFER,
    NONE,
    OFFERED,
    OPENING,
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
    FlatBoard,
)
from whistlestop.engine.state.state import State


class Rows:
    """One row for each seat, from `base` on in bytes that may hold the rows of many games."""

    def __init__(self, t: FlatBoard, layout: RowLayout, cells: vec[u8], base: i64) -> None:
        self.t = t
        self.layout = layout
        self.cells = cells
        self.base = base

    def clear(self, first: i64) -> None:
        """A new game: nothing known, nothing placed."""
        t, lay, cells = self.t, self.layout, self.cells
        i = self.base
        end = self.base + t.players * lay.width
        while i < end:
            cells[i] = u8(0)
            i += 1
        seat: i64 = 0
        while seat < t.players:
            row = self.base + seat * lay.width
            cells[row + lay.o_place + _after(first, seat, t.players)] = u8(1)
            n: i64 = 0
            while n < t.players:
                cells[row + lay.o_players + n * COUNTS + TRAINS] = u8(t.trains)
                cells[row + lay.o_players + n * COUNTS + STATIONS] = u8(t.stations)
                n += 1
            seat += 1

    def write_head(self, s: State, seat: i64) -> None:
        """Bring the head of a seat's row up to date."""
        t, lay, d, cells = self.t, self.layout, s.bytes, self.cells
        row = self.base + seat * lay.width
        phase = i64(d[PHASE])
        _write_one(cells, row + lay.o_phase, PHASES, phase)
        _write_one(cells, row + lay.o_turn, t.players, _after(seat, to_act(t, s), t.players))
        _copy(cells, row + lay.o_hand, d, t.o_hand + seat * t.kinds, t.kinds)
        _copy(cells, row + lay.o_market, d, t.o_face, t.kinds)
        _copy(cells, row + lay.o_discards, d, t.o_discard, t.kinds)
        cells[row + lay.o_piles] = d[PILE]
        cells[row + lay.o_piles + 1] = d[TICKETS]
        self._write_sizes(d, row, seat)
        last = i64(d[LAST]) + 1
        if last > NONE:
            last = 0
        cells[row + lay.o_clock] = u8(last)
        cells[row + lay.o_clock + 1] = d[PASSES]
        cells[row + lay.o_clock + 2] = d[QUIET]
        cells[row + lay.o_clock + 3] = d[STOPPED]
        # What an earlier look has left there must go too; no choice is about keeping none.
        stale = cells[row + lay.o_keep] != 0
        if stale or phase == OPENING or phase == KEEPING:  # noqa: SIM109 -- a tuple would be boxed
            self._write_choice(s, row, seat, phase)
        if lay.tunnels:
            self._write_tunnel(d, row, phase)

    def _write_sizes(self, d: vec[u8], row: i64, seat: i64) -> None:
        """How many cards every seat holds, beginning with the viewer."""
        players = self.t.players
        at = row + self.layout.o_players
        n: i64 = 0
        while n < players:
            self.cells[at] = d[self.t.o_size + seat]
            at += COUNTS
            seat += 1
            if seat == players:
                seat = 0
            n += 1

    def _write_choice(self, s: State, row: i64, seat: i64, phase: i64) -> None:
        """How many tickets must be kept, and what the viewer has chosen at the opening."""
        t, lay, cells = self.t, self.layout, self.cells
        least: i64 = 0
        if phase == OPENING or phase == KEEPING:  # noqa: SIM109 -- a tuple would be boxed
            least = at_least(t, s)
        cells[row + lay.o_keep] = u8(least)
        chosen: i64 = 0
        if phase == OPENING:
            chosen = i64(s.bytes[t.o_answer + seat])
        n: i64 = 0
        while n < t.max_offer:
            cells[row + lay.o_answer + n] = u8((chosen >> n) & 1)
            n += 1

    def _write_tunnel(self, d: vec[u8], row: i64, phase: i64) -> None:
        """The cards laid down and turned up for a tunnel; all of it is public."""
        t, lay, cells = self.t, self.layout, self.cells
        card: i64 = 0
        while card < t.kinds:
            cells[row + lay.o_laid + card] = u8(0)
            card += 1
        _copy(cells, row + lay.o_revealed, d, t.o_revealed, t.kinds)
        cells[row + lay.o_extra] = d[TUNNEL_EXTRA]
        if phase == TUNNEL:
            wilds = i64(d[TUNNEL_WILDS])
            rest = t.route_length[i64(d[TUNNEL_ROUTE])] - wilds
            cells[row + lay.o_laid + t.wild] = u8(wilds)
            if rest > 0:
                cells[row + lay.o_laid + i64(d[TUNNEL_COLOUR])] = u8(rest)

    def place_route(self, s: State, seat: i64, route: i64) -> None:
        """A seat owns a route now."""
        t, lay = self.t, self.layout
        viewer: i64 = 0
        while viewer < t.players:
            which = _after(viewer, seat, t.players)
            row = self.base + viewer * lay.width
            self.cells[row + lay.o_routes + which * t.routes + route] = u8(1)
            at = row + lay.o_players + which * COUNTS
            self.cells[at + TRAINS] = s.bytes[t.o_trains + seat]
            points = i64(self.cells[at + POINTS]) + t.route_points[route]
            if points > MOST:
                points = MOST
            self.cells[at + POINTS] = u8(points)
            viewer += 1

    def place_station(self, s: State, seat: i64, city: i64) -> None:
        """A seat has a station in a city now."""
        t, lay = self.t, self.layout
        viewer: i64 = 0
        while viewer < t.players:
            which = _after(viewer, seat, t.players)
            row = self.base + viewer * lay.width
            self.cells[row + lay.o_stations + which * t.station_cities + city] = u8(1)
            left = s.bytes[t.o_stations + seat]
            self.cells[row + lay.o_players + which * COUNTS + STATIONS] = left
            viewer += 1

    def mark_tunnel(self, route: i64, mark: i64) -> None:
        """A route is (1), or is no longer (0), a tunnel that waits to be paid or declined."""
        viewer: i64 = 0
        while viewer < self.t.players:
            row = self.base + viewer * self.layout.width
            self.cells[row + self.layout.o_tunnel + route] = u8(mark)
            viewer += 1

    def mark_offer(self, s: State, seat: i64, mark: i64) -> None:
        """Mark in a seat's own row what lies offered to it (1), or unmark it before it goes (0)."""
        t, d = self.t, s.bytes
        at = self.base + seat * self.layout.width + self.layout.o_offer
        n: i64 = 0
        while n < i64(d[OFFERED]):
            ticket = i64(d[t.o_offer + seat * MAX_OFFER + n])
            self.cells[at + n * t.tickets + ticket] = u8(mark)
            n += 1

    def write_tickets(self, s: State, seat: i64) -> None:
        """Mark in a seat's own row the tickets it holds; everyone knows how many they are."""
        t, d, lay = self.t, s.bytes, self.layout
        at = self.base + seat * lay.width + lay.o_tickets
        ticket: i64 = 0
        while ticket < t.tickets:
            if i64(d[t.o_ticket + ticket]) == seat:
                self.cells[at + ticket] = u8(1)
            ticket += 1
        viewer: i64 = 0
        while viewer < t.players:
            row = self.base + viewer * lay.width
            slot = row + lay.o_players + _after(viewer, seat, t.players) * COUNTS + HELD
            self.cells[slot] = d[t.o_held + seat]
            viewer += 1

    def know(self, seat: i64, card: i64, count: i64) -> None:
        """Everyone saw cards going into a hand or, with a count below 0, coming out of it.

        Known cards count as played first, so there are never less than none.
        """
        t, lay = self.t, self.layout
        viewer: i64 = 0
        while viewer < t.players:
            row = self.base + viewer * lay.width
            slot = row + lay.o_known + _after(viewer, seat, t.players) * t.kinds + card
            known = i64(self.cells[slot]) + count
            if known < 0:
                known = 0
            self.cells[slot] = u8(known)
            viewer += 1


def _after(one: i64, other: i64, players: i64) -> i64:
    """How many seats after one seat another sits."""
    steps = other - one
    if steps < 0:
        steps += players
    return steps


def _write_one(cells: vec[u8], start: i64, count: i64, which: i64) -> None:
    """One cell of several is 1, the others are 0."""
    i: i64 = 0
    while i < count:
        cells[start + i] = u8(0)
        i += 1
    cells[start + which] = u8(1)


def _copy(cells: vec[u8], to: i64, source: vec[u8], start: i64, count: i64) -> None:
    i: i64 = 0
    while i < count:
        cells[to + i] = source[start + i]
        i += 1
