"""What a recorded game is about: which rare events it holds, found by replaying it.

A meaning is a short text such as `tunnel declined`. `Watch` collects them from raw events, states
and the final score, never from names of files or seeds; `REQUIRED` is what all fixtures together
must hold. It judges coverage only, not whether the rules were right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import (
    DISCARDS,
    FACE_UP,
    NONE,
    PASS_CODE,
    PILE,
    TICKETS_CODE,
    FlatBoard,
)
from whistlestop.engine.state.state import State
from whistlestop.model.board import GRAY, Board
from whistlestop.model.score import Score
from whistlestop.record import Record

EVENTS = (
    "tunnel paid",
    "tunnel declined",
    "tunnel free",
    "tunnel with a short pile",
    "tunnel with no pile",
    "gray tunnel and its extra paid with locomotives only",
    "ferry",
    "market wiped",
    "first market wiped",
    "market wiped twice in a row",
    "market wiped ten times in a row, then left",
    "wipe suspended: too few cards in pile and discards",
    "wipe suspended: a gap in the market",
    "pile reshuffled",
    "pile empty",
    "forced pass",
    "forced pass, then the game went on",
    "last ticket kept without asking",
    "opening answered out of seat order",
)
ENDS = (
    "ended by last round",
    "ended by passes",
    "ended by standstill",
    "tie on longest trail",
    "tie on points broken by tickets",
    "tie on points broken by stations",
    "tie on points broken by trail",
    "tie on points shared",
    "negative total",
    "both sides of a double route owned by two players",
    "globetrotter bonus",
    "attraction points",
    "district points",
    *(f"stations used in scoring: {count}" for count in range(4)),
)
SETUPS = ("seeded", "explicit order", "first seat not 0")


def required() -> list[str]:
    """Everything that the fixtures must hold together."""
    boards = [load_board(name, option) for name in board_names() for option in _options(name)]
    seats = [
        _table(board, players)
        for board in boards
        for players in range(board.rules.min_players, board.rules.max_players + 1)
    ]
    return [*EVENTS, *ENDS, *SETUPS, *seats]


def _options(name: str) -> Iterable[str]:
    return ["", *options_of(name)]


def _table(board: Board, players: int) -> str:
    return f"{board.name} with {players} players"


def meanings_of(record: Record) -> set[str]:
    """All meanings of a finished record."""
    game = record.at(0)
    watch = Watch(game.board, game.flat)
    watch.deal(game.deal_events, [ply.seat for ply in record.plies])
    driven = record.seed is None
    for ply in record.plies:
        game.play(ply.do, ply.seat, got=ply.got if driven else None)
        step = game.plies[-1]
        watch.ply(game.state, step.code, step.events)
    watch.end(game.state, game.score())
    watch.found |= {"explicit order" if driven else "seeded"}
    if record.first:
        watch.found.add("first seat not 0")
    return watch.found


class Watch:
    """Sees a game ply by ply and notes what it is about."""

    def __init__(self, board: Board, t: FlatBoard) -> None:
        self.board = board
        self.t = t
        self.found = {_table(board, int(t.players))}
        self.laid: dict[int, int] = {}
        self.extra = 0
        self.passed = False

    def deal(self, log: Sequence[RawEvent], seats: Sequence[int]) -> None:
        """The deal, and in which order the seats acted."""
        if any(kind == event_kinds.WIPED for kind, *_ in log):
            self.found.add("first market wiped")
        opening = list(seats[: self.t.players])
        if opening != sorted(opening):
            self.found.add("opening answered out of seat order")

    def ply(self, s: State, code: int, log: Sequence[RawEvent]) -> None:
        """One action, with the state after it."""
        self.found.update(self._happened(log))
        self.found.update(self._market(s))
        self._tunnel(log)
        if code == TICKETS_CODE and any(kind == event_kinds.KEPT_TICKET for kind, *_ in log):
            self.found.add("last ticket kept without asking")
        if s.bytes[PILE] == 0:
            self.found.add("pile empty")
        if self.passed and code != PASS_CODE:
            self.found.add("forced pass, then the game went on")
        self.passed = code == PASS_CODE

    def _happened(self, log: Sequence[RawEvent]) -> Iterator[str]:
        for kind, a, b, _ in log:
            if kind == event_kinds.WIPED:
                yield "market wiped"
                if a == 2:
                    yield "market wiped twice in a row"
            elif kind == event_kinds.RESHUFFLED:
                yield "pile reshuffled"
            elif kind == event_kinds.PASSED:
                yield "forced pass"
            elif kind == event_kinds.CLAIMED and self.board.routes[b].ferry:
                yield "ferry"
            elif kind == event_kinds.ENDED:
                yield f"ended by {('last round', 'passes', 'standstill')[a]}"

    def _market(self, s: State) -> Iterator[str]:
        """D7: enough locomotives lie face up, and yet the market stays."""
        t, d = self.t, s.bytes
        if int(d[t.o_face + t.wild]) < t.wipe:
            return
        if int(d[FACE_UP]) < t.market:
            yield "wipe suspended: a gap in the market"
        elif int(d[PILE]) + int(d[DISCARDS]) <= t.market:
            yield "wipe suspended: too few cards in pile and discards"
        else:
            yield "market wiped ten times in a row, then left"

    def _tunnel(self, log: Sequence[RawEvent]) -> None:
        """A tunnel is one ply if it is free, otherwise two: laying down, then paying or not."""
        kinds = [kind for kind, *_ in log]
        if event_kinds.LAID in kinds:
            self.laid = {b: c for kind, _, b, c in log if kind == event_kinds.LAID}
            self.extra = next(c for kind, _, _, c in log if kind == event_kinds.COUNTED_EXTRA)
            revealed = kinds.count(event_kinds.REVEALED)
            if revealed < self.t.tunnel_cards:
                self.found.add(f"tunnel with {'a short' if revealed else 'no'} pile")
            elif self.extra == 0:
                self.found.add("tunnel free")
        elif event_kinds.DECLINED in kinds:
            self.found.add("tunnel declined")
            self.extra = 0
        elif self.extra and event_kinds.CLAIMED in kinds:
            self._tunnel_paid(log)

    def _tunnel_paid(self, log: Sequence[RawEvent]) -> None:
        self.found.add("tunnel paid")
        route = self.board.routes[next(b for kind, _, b, _ in log if kind == event_kinds.CLAIMED)]
        cards = {*self.laid, *(b for kind, _, b, _ in log if kind == event_kinds.PAID)}
        if route.colour == GRAY and cards == {self.t.wild}:
            self.found.add("gray tunnel and its extra paid with locomotives only")
        self.extra = 0

    def end(self, s: State, score: Score) -> None:
        """The game is over."""
        self.found.update(self._scored(score))
        owners = [int(s.bytes[self.t.o_owner + i]) for i in range(len(self.board.routes))]
        for route in self.board.routes:
            if route.twin is not None and NONE not in (owners[route.index], owners[route.twin]):
                self.found.add("both sides of a double route owned by two players")

    def _scored(self, score: Score) -> Iterator[str]:
        if score.decided_by in ("tickets", "stations", "trail"):
            yield f"tie on points broken by {score.decided_by}"
        elif score.decided_by == "shared":
            yield "tie on points shared"
        if sum(seat.trail_bonus > 0 for seat in score.seats) > 1:
            yield "tie on longest trail"
        for seat in score.seats:
            if seat.stations_built:
                yield f"stations used in scoring: {len(seat.borrowed)}"
            if seat.total < 0:
                yield "negative total"
            if seat.globetrotter:
                yield "globetrotter bonus"
            if seat.attractions:
                yield "attraction points"
            if seat.districts:
                yield "district points"
