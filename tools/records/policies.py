"""Simple ways to choose an action, for making recorded games. They are not bots.

A policy sees the whole state, because it steers a game toward a rare event; it chooses among the
legal actions and decides nothing about the rules. All chance comes from the generator it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whistlestop.engine.phases.moves import list_legal
from whistlestop.engine.phases.routes import is_open, route_of
from whistlestop.engine.state.accessors import cards_of, trains_left
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    MAIN,
    OPENING,
    PHASE,
    TICKETS_CODE,
    TUNNEL,
    FlatBoard,
)
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State


@dataclass
class Moment:
    """One decision: who chooses, and from what."""

    t: FlatBoard
    s: State
    seat: int
    rng: Rng
    codes: list[int]

    @property
    def phase(self) -> int:
        """The phase of the game."""
        return int(self.s.bytes[PHASE])

    @property
    def trains(self) -> int:
        """Trains left to the seat."""
        return int(trains_left(self.t, self.s.bytes, self.seat))

    @property
    def wilds(self) -> int:
        """Locomotives in hand."""
        return int(cards_of(self.t, self.s.bytes, self.seat, self.t.wild))

    @property
    def draws(self) -> list[int]:
        """Legal draws of a card."""
        return [code for code in self.codes if DECK_CODE <= code < self.t.keep_code]

    @property
    def builds(self) -> list[int]:
        """Legal stations."""
        return [code for code in self.codes if self.t.build_code <= code < self.t.claim_code]

    @property
    def claims(self) -> list[int]:
        """Legal claims."""
        return [code for code in self.codes if code >= self.t.claim_code]

    def length(self, claim: int) -> int:
        """The spaces of a claim's route."""
        return int(self.t.route_length[route_of(self.t, claim)])

    def is_tunnel(self, claim: int) -> bool:
        """Whether a claim is of a tunnel."""
        return bool(self.t.route_tunnel[route_of(self.t, claim)])

    def any_of(self, codes: Sequence[int]) -> int:
        """One of these at random."""
        return codes[self.rng.below(len(codes))]

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.rng.below(100) < percent


Policy = Callable[[Moment], int]


def choose(policy: Policy, t: FlatBoard, s: State, seat: int, rng: Rng) -> int:
    """The action that a policy takes; where there is one only, that one."""
    codes = [int(code) for code in list_legal(t, s, seat)]
    return codes[0] if len(codes) == 1 else policy(Moment(t, s, seat, rng, codes))


def by_actions(m: Moment) -> int:
    """Every legal action is equally likely."""
    return m.any_of(m.codes)


def by_kinds(m: Moment) -> int:
    """Every kind of action is equally likely, then every action of that kind."""
    tickets = [code for code in m.codes if code == TICKETS_CODE]
    kinds = [kind for kind in (tickets, m.draws, m.builds, m.claims) if kind]
    return m.any_of(kinds[m.rng.below(len(kinds))]) if kinds else by_actions(m)


def greedy(m: Moment) -> int:
    """Claim the longest route that can be paid; otherwise draw."""
    if m.phase != MAIN:
        return _eager(m)
    if m.claims and m.chance(90):
        best = max(m.length(code) for code in m.claims)
        return m.any_of([code for code in m.claims if m.length(code) == best])
    if m.draws and m.chance(95):
        return m.any_of(m.draws)
    return by_actions(m)


def _eager(m: Moment) -> int:
    """Pay for tunnels when possible; otherwise anything."""
    if m.phase == TUNNEL:
        return m.any_of([code for code in m.codes if code != DECLINE_CODE])
    return by_actions(m)


def hoarder(m: Moment) -> int:
    """Draw cards as long as there are any, from the pile first; then anything."""
    if m.phase == MAIN and m.draws:
        return DECK_CODE if DECK_CODE in m.draws and m.chance(80) else m.any_of(m.draws)
    return _eager(m)


def market_hoarder(m: Moment) -> int:
    """Draw unseen cards to the last, then face-up ones but no locomotives; then anything."""
    if m.draws:
        coloured = [code for code in m.draws if code != DRAW_CODE + m.t.wild]
        if m.phase == MAIN and m.claims and m.chance(4):
            return m.any_of(m.claims)
        return DECK_CODE if DECK_CODE in m.draws else m.any_of(coloured or m.draws)
    return _eager(m)


def collector(m: Moment) -> int:
    """Draw tickets as long as there are any and keep few of them; then anything."""
    if m.phase == MAIN and TICKETS_CODE in m.codes:
        return TICKETS_CODE
    if m.phase in (OPENING, KEEPING):
        return m.any_of(m.codes[:3])
    return by_kinds(m)


def builder(m: Moment) -> int:
    """Build stations early and claim a lot, with many tickets."""
    if m.phase == MAIN:
        if m.builds and m.chance(60):
            return m.any_of(m.builds)
        if TICKETS_CODE in m.codes and m.chance(15):
            return TICKETS_CODE
        return greedy(m)
    return m.codes[-1] if m.phase in (OPENING, KEEPING) else _eager(m)


def tunneller(m: Moment) -> int:
    """Try tunnels whenever there is one to try; decline two in five."""
    if m.phase == TUNNEL:
        return DECLINE_CODE if m.chance(40) else m.any_of(m.codes)
    tunnels = [code for code in m.claims if m.is_tunnel(code)]
    return m.any_of(tunnels) if tunnels else greedy(m)


def stubborn(m: Moment) -> int:
    """Try tunnels and never pay for them; draw only until some can be tried."""
    if m.phase == TUNNEL:
        return DECLINE_CODE
    tunnels = [code for code in m.claims if m.is_tunnel(code)]
    if m.phase == MAIN and len(tunnels) >= 12:
        return m.any_of(tunnels)
    return m.any_of(m.draws) if m.draws else by_actions(m)


def engineer(m: Moment) -> int:
    """Collect locomotives and lay them down for gray tunnels."""
    if m.phase == TUNNEL:
        return m.codes[-1]
    if m.phase == MAIN and m.claims:
        gray = [code for code in m.claims if m.is_tunnel(code) and _only_wilds(m, code)]
        if gray and m.wilds > min(m.length(code) for code in gray):
            return m.any_of(gray)
    wild = DRAW_CODE + m.t.wild
    if wild in m.codes:
        return int(wild)
    return m.any_of(m.draws) if m.draws else by_actions(m)


def _only_wilds(m: Moment, claim: int) -> bool:
    """Whether a claim pays a gray route with locomotives only: its last way to pay."""
    t, route = m.t, route_of(m.t, claim)
    if t.route_colour[route] != t.colours:
        return False
    last = t.route_code[route] + t.colours * (t.route_length[route] - t.route_ferry[route])
    return bool(claim == last)


def staller(m: Moment) -> int:
    """Use up short routes and stop with more trains than the last round needs, yet too few.

    When nobody can claim anything any more, the cards and tickets are drawn to the last.
    """
    return _stall(m, int(m.t.last_round) + 1)


def late_staller(m: Moment) -> int:
    """As a staller, but with trains kept back: must claim again when the others must pass."""
    return _stall(m, int(m.t.last_round) + 9)


def _stall(m: Moment, keep: int) -> int:
    if m.phase != MAIN:
        return _eager(m)
    good = [code for code in m.claims if _can_stop(m, m.trains - m.length(code) - keep)]
    if good:
        shortest = min(m.length(code) for code in good)
        return m.any_of([code for code in good if m.length(code) == shortest])
    if m.draws:
        return m.any_of(m.draws)
    return TICKETS_CODE if TICKETS_CODE in m.codes else by_actions(m)


def _can_stop(m: Moment, spare: int) -> bool:
    """Whether open routes of some lengths could use up exactly the spare trains."""
    t = m.t
    lengths = {
        int(t.route_length[route]) for route in range(t.routes) if is_open(t, m.s, m.seat, route)
    }
    reachable = {0}
    for total in range(1, spare + 1):
        if any(total - length in reachable for length in lengths):
            reachable.add(total)
    return spare in reachable


POLICIES: dict[str, Policy] = {
    "actions": by_actions,
    "kinds": by_kinds,
    "greedy": greedy,
    "hoarder": hoarder,
    "market-hoarder": market_hoarder,
    "collector": collector,
    "builder": builder,
    "tunneller": tunneller,
    "stubborn": stubborn,
    "engineer": engineer,
    "staller": staller,
    "late-staller": late_staller,
}
