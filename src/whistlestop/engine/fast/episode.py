"""One game being stepped by the codes of actions, with its rows and its mask.

It is to an environment what `Game` is to a player: the engine's own rules, the engine's own deal
of a seed, and nothing kept that an environment does not show. Unlike `Game` it does not refuse:
a code must be legal, which its mask says.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.fast.rollout import deal_seeded, shuffles_of
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.fast.rows import Rows
from whistlestop.engine.phases.moves import apply, count_legal, list_legal, seek_legal, to_act
from whistlestop.engine.phases.payment import way_colour, way_wilds
from whistlestop.engine.phases.routes import route_of
from whistlestop.engine.phases.stations import next_cost
from whistlestop.engine.phases.tunnels import pay_colour, pay_coloured, pay_total
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    NONE,
    OPENING,
    OVER,
    PHASE,
    TICKETS_CODE,
    TUNNEL_COLOUR,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    UNANSWERED,
    FlatBoard,
)
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State, blank


class Episode:
    """A game, the rows of its seats, and the mask and codes of what may be done now."""

    def __init__(self, t: FlatBoard, rows: Rows, mask: vec[u8], mask_at: i64) -> None:
        self.t = t
        self.rows = rows
        self.mask = mask
        self.mask_at = mask_at
        self.state: State = blank(t)
        self.chance: Chance = Chance(Rng(1, 0, 0, 0))
        self.codes: vec[i64] = vec[i64]()

    def deal(self, seed: object, first: i64) -> None:
        """The position that `Game(..., seed=seed, first=first)` begins with."""
        self.chance = shuffles_of(seed)
        self.take_up(deal_seeded(self.t, seed, first, self.chance), first)
        self.list_actions()

    def take_up(self, state: State, first: i64) -> None:
        """Go on from a position at the opening."""
        self.state = state
        self.rows.clear(first)
        seat: i64 = 0
        while seat < self.t.players:
            self.rows.mark_offer(state, seat, 1)
            seat += 1

    def turn(self) -> i64:
        """The seat that the game waits for."""
        return to_act(self.t, self.state)

    def over(self) -> bool:
        """Whether the game has ended."""
        return i64(self.state.bytes[PHASE]) == OVER

    def look(self, seat: i64) -> None:
        """Bring the row of a seat up to date."""
        self.rows.write_head(self.state, seat)

    def list_actions(self) -> None:
        """Renew the mask: what was legal before is taken out, what is legal now put in."""
        mask, at, old = self.mask, self.mask_at, self.codes
        i: i64 = 0
        n = i64(len(old))
        while i < n:
            mask[at + old[i]] = u8(0)
            i += 1
        new = list_legal(self.t, self.state, to_act(self.t, self.state))
        self.codes = new
        i = 0
        n = i64(len(new))
        while i < n:
            mask[at + new[i]] = u8(1)
            i += 1

    def any_action(self, rng: Rng) -> i64:
        """One of the codes in the mask, all with the same chance."""
        return self.codes[rng.below(i64(len(self.codes)))]

    def play_any(self, rng: Rng) -> None:
        """Any legal action, all with the same chance; the mask is not renewed."""
        t, s = self.t, self.state
        seat = to_act(t, s)
        self.play(seek_legal(t, s, seat, rng.below(count_legal(t, s, seat))))

    def play(self, code: i64) -> None:
        """Do a legal action; the mask is not renewed."""
        t, s = self.t, self.state
        seat = to_act(t, s)
        if code >= t.claim_code:
            self._claim(seat, code)
        elif code >= t.build_code:
            self._build(seat, code)
        elif code >= t.pay_code:
            self._pay(seat, code)
        elif code >= t.keep_code:
            self._keep(seat, code)
        elif code == TICKETS_CODE:
            self._draw_tickets(seat)
        elif code == DECLINE_CODE:
            self._decline(seat)
        else:
            if code >= DRAW_CODE:
                self.rows.know(seat, code - DRAW_CODE, 1)
            apply(t, s, seat, code, self.chance)

    def _claim(self, seat: i64, code: i64) -> None:
        t, s = self.t, self.state
        route = route_of(t, code)
        length = t.route_length[route]
        way = code - t.route_code[route]
        self._show_way(seat, t.route_colour[route], length, t.route_ferry[route], way)
        apply(t, s, seat, code, self.chance)
        if i64(s.bytes[t.o_owner + route]) != NONE:
            self.rows.place_route(s, seat, route)
        else:
            self.rows.mark_tunnel(route, 1)

    def _show_way(self, seat: i64, colour: i64, length: i64, ferry: i64, way: i64) -> None:
        """Everyone sees what a price is paid with."""
        t = self.t
        wilds = way_wilds(t, colour, length, ferry, way)
        if wilds < length:
            self.rows.know(seat, way_colour(t, colour, length, ferry, way), wilds - length)
        if wilds:
            self.rows.know(seat, t.wild, -wilds)

    def _build(self, seat: i64, code: i64) -> None:
        t, s = self.t, self.state
        cost = next_cost(t, s, seat)
        n = code - t.build_code
        self._show_way(seat, t.colours, cost, 0, n % t.city_codes - t.cost_code[cost - 1])
        apply(t, s, seat, code, self.chance)
        self.rows.place_station(s, seat, n // t.city_codes)

    def _pay(self, seat: i64, code: i64) -> None:
        t, s = self.t, self.state
        coloured = pay_coloured(t, code)
        if coloured:
            self.rows.know(seat, pay_colour(t, code), -coloured)
        self.rows.know(seat, t.wild, coloured - pay_total(t, code))
        route = i64(s.bytes[TUNNEL_ROUTE])
        apply(t, s, seat, code, self.chance)
        self.rows.mark_tunnel(route, 0)
        self.rows.place_route(s, seat, route)

    def _decline(self, seat: i64) -> None:
        """U5: what was laid down goes back to the hand, and everyone saw it."""
        t, s = self.t, self.state
        route = i64(s.bytes[TUNNEL_ROUTE])
        wilds = i64(s.bytes[TUNNEL_WILDS])
        rest = t.route_length[route] - wilds
        if rest > 0:
            self.rows.know(seat, i64(s.bytes[TUNNEL_COLOUR]), rest)
        self.rows.know(seat, t.wild, wilds)
        apply(t, s, seat, DECLINE_CODE, self.chance)
        self.rows.mark_tunnel(route, 0)

    def _draw_tickets(self, seat: i64) -> None:
        apply(self.t, self.state, seat, TICKETS_CODE, self.chance)
        if i64(self.state.bytes[PHASE]) == KEEPING:
            self.rows.mark_offer(self.state, seat, 1)
        else:
            # K2: a single ticket was kept without asking.
            self.rows.write_tickets(self.state, seat)

    def _keep(self, seat: i64, code: i64) -> None:
        t, s = self.t, self.state
        low, high = seat, seat + 1
        if i64(s.bytes[PHASE]) == OPENING:
            if i64(s.bytes[UNANSWERED]) != 1 << seat:
                apply(t, s, seat, code, self.chance)
                return
            # S4: with the last answer the offers of all seats are divided.
            low, high = 0, t.players
        who = low
        while who < high:
            self.rows.mark_offer(s, who, 0)
            who += 1
        apply(t, s, seat, code, self.chance)
        who = low
        while who < high:
            self.rows.write_tickets(s, who)
            who += 1


def lone_episode(t: FlatBoard, layout: RowLayout) -> Episode:
    """An episode with rows and a mask of its own."""
    cells = vec[u8]([u8(0)] * (t.players * layout.width))
    mask = vec[u8]([u8(0)] * t.actions)
    return Episode(t, Rows(t, layout, cells, 0), mask, 0)
