"""Where in an observation each thing lies: named sections of bytes, one after the other.

Seats are numbered from the viewer on: 0 is the viewer, 1 the seat after it. The sections that
change with every ply come first and are written anew for each look (`rows.write_head`); those
behind them are kept up to date as things happen. Nothing here reads a state.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from whistlestop.engine.state.flat_board import FlatBoard

# One cell for each phase of `flat_board.PHASE_NAMES`.
PHASES: Final = 6
# Of each seat: how many cards it holds, trains and stations it has left, tickets it holds, and the
# points of its routes so far.
CARDS: Final = 0
TRAINS: Final = 1
STATIONS: Final = 2
HELD: Final = 3
POINTS: Final = 4
COUNTS: Final = 5
# A cell is a byte; on the few boards where points can be more, it stays at this.
MOST: Final = 255


class RowLayout:
    """The sections of one board with one number of players; `width` bytes in all."""

    def __init__(self, t: FlatBoard) -> None:
        self.sections: list[tuple[str, int, tuple[int, ...]]] = []
        self.width: i64 = 0
        players, kinds = int(t.players), int(t.kinds)
        offer, tickets = int(t.max_offer), int(t.tickets)
        # Only a board with tunnels has codes for paying extra.
        tunnels = int(t.pay_splits) > 0
        self.tunnels: bool = tunnels
        self.o_phase: i64 = self._add("phase", PHASES)
        self.o_turn: i64 = self._add("turn", players)
        self.o_place: i64 = self._add("place", players)
        self.o_hand: i64 = self._add("hand", kinds)
        self.o_market: i64 = self._add("market", kinds)
        self.o_discards: i64 = self._add("discards", kinds)
        self.o_piles: i64 = self._add("piles", 2)
        self.o_players: i64 = self._add("players", players, COUNTS)
        self.o_known: i64 = self._add("known", players, kinds)
        self.o_clock: i64 = self._add("clock", 4)
        self.o_keep: i64 = self._add("keep", 1)
        self.o_answer: i64 = self._add("answer", offer)
        self.o_laid: i64 = self._add("laid", kinds if tunnels else 0)
        self.o_revealed: i64 = self._add("revealed", kinds if tunnels else 0)
        self.o_extra: i64 = self._add("extra", 1 if tunnels else 0)
        self.o_routes: i64 = self._add("routes", players, int(t.routes))
        self.o_stations: i64 = self._add("stations", players, int(t.station_cities))
        self.o_tickets: i64 = self._add("tickets", tickets)
        self.o_offer: i64 = self._add("offer", offer, tickets)
        self.o_tunnel: i64 = self._add("tunnel", int(t.routes) if tunnels else 0)

    def _add(self, name: str, *shape: int) -> i64:
        """Give a section the next bytes; one that this board has no use for gets none."""
        start = self.width
        size = 1
        for length in shape:
            size *= length
        if size:
            self.sections.append((name, int(start), shape))
        self.width += size
        return start
