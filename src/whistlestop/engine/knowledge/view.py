"""All that a seat may know, as a type of its own without any secret field (H1, H2).

A view is made by `Game.view(seat)` and outlives the game's next move unchanged. A spectator's
view (`seat` is None) holds only what is public; after the end everything is. `sample` deals all
that is unknown anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.engine.knowledge.forms import (
    BOARD,
    CARDS,
    CITY_OWNERS,
    FLAG,
    MARKET,
    NUMBER,
    NUMBER_OR_NONE,
    NUMBERS,
    ROUTE,
    ROUTE_OWNERS,
    TEXT,
    TEXTS,
    TICKETS,
    object_of,
    optional,
    own,
    public,
    rows_of,
)
from whistlestop.engine.knowledge.view_forms import (
    LEGAL,
    SCORE,
    draws_form,
    players_form,
    pools_form,
)
from whistlestop.engine.legal import Legal
from whistlestop.engine.phases.double_routes import closes
from whistlestop.model.board import Board, Route, Ticket
from whistlestop.model.score import Score

if TYPE_CHECKING:
    from whistlestop.engine.game import Game
    from whistlestop.engine.state.rng import Rng

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True)
class PlayerView:
    """What everyone may know of a player. `hand` and `held` are None until the game is over."""

    seat: int  # its place in a view, so it is not written
    name: str = field(metadata=public(TEXT))
    trains: int = field(metadata=public(NUMBER))
    stations: int = field(metadata=public(NUMBER))
    cards: int = field(metadata=public(NUMBER))
    tickets: int = field(metadata=public(NUMBER))
    points: int = field(metadata=public(NUMBER))
    known: Mapping[str, int] = field(metadata=public(CARDS))
    hand: Mapping[str, int] | None = field(default=None, metadata=public(optional(CARDS)))
    held: tuple[Ticket, ...] | None = field(default=None, metadata=public(optional(TICKETS)))


@dataclass(frozen=True)
class TunnelView:
    """A tunnel waiting to be paid or declined; all of it is public."""

    route: Route = field(metadata=public(ROUTE))
    laid: Mapping[str, int] = field(metadata=public(CARDS))
    revealed: tuple[str, ...] = field(metadata=public(TEXTS))
    extra: int = field(metadata=public(NUMBER))


@dataclass(frozen=True)
class SeenDraw:
    """An offer of tickets as the viewer saw it: only its own have names and places.

    A seat of -1, with nothing offered, says that the ticket deck was shuffled again at this time.
    """

    seat: int = field(metadata=public(NUMBER))
    offered: int = field(metadata=public(NUMBER))
    kept: int | None = field(metadata=public(NUMBER_OR_NONE))
    tickets: tuple[str, ...] | None = None
    places: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PoolView:
    """The newest pile, or all that was drawn blind before it, as the viewer can tell.

    `cards` are those it has not seen leaving (its own blind draws, `own`, are not among them);
    `drawn` is how many each seat drew blind. All pools but the last are used up.
    """

    cards: Mapping[str, int]
    drawn: tuple[int, ...]
    own: tuple[str, ...]


@dataclass(frozen=True)
class ShownView:
    """Cards a seat played that it had drawn blind, when `pool` was the newest pool."""

    seat: int = field(metadata=public(NUMBER))
    card: str = field(metadata=public(TEXT))
    count: int = field(metadata=public(NUMBER))
    pool: int = field(metadata=public(NUMBER))
    drawn: int = field(metadata=public(NUMBER))


@dataclass(frozen=True)
class View:
    """One seat's knowledge at one ply.

    This is the one place that says what a view holds: each field with who knows it and its form as
    plain data. `make_view` fills them in; all else that handles whole views follows from here.
    """

    board: Board = field(metadata=public(BOARD, fixed=True))
    seat: int | None = field(metadata=own(NUMBER_OR_NONE))
    phase: str = field(metadata=public(TEXT))
    turn: int = field(metadata=public(NUMBER))
    first: int = field(metadata=public(NUMBER, fixed=True))
    waiting: tuple[int, ...] = field(metadata=public(NUMBERS))
    ply: int = field(metadata=public(NUMBER))
    hand: Mapping[str, int] = field(metadata=own(CARDS))
    tickets: tuple[Ticket, ...] = field(metadata=own(TICKETS))
    offer: tuple[Ticket, ...] = field(metadata=own(TICKETS))
    answer: tuple[int, ...] = field(metadata=own(NUMBERS))
    keep_at_least: int = field(metadata=public(NUMBER))
    market: tuple[str | None, ...] = field(metadata=public(MARKET))
    pile: int = field(metadata=public(NUMBER))
    discards: Mapping[str, int] = field(metadata=public(CARDS))
    ticket_pile: int = field(metadata=public(NUMBER))
    players: tuple[PlayerView, ...] = field(metadata=public(players_form(PlayerView)))
    owners: tuple[int | None, ...] = field(metadata=public(ROUTE_OWNERS))
    station_owners: tuple[int | None, ...] = field(metadata=public(CITY_OWNERS, "stations"))
    tunnel: TunnelView | None = field(metadata=public(optional(object_of(TunnelView))))
    turns_left: int | None = field(metadata=public(NUMBER_OR_NONE))
    passes: int = field(metadata=public(NUMBER))
    quiet_turns: int = field(metadata=public(NUMBER))
    market_stopped: bool = field(metadata=public(FLAG))
    draws: tuple[SeenDraw, ...] = field(metadata=draws_form(SeenDraw))
    pools: tuple[PoolView, ...] = field(metadata=pools_form(PoolView))
    shown: tuple[ShownView, ...] = field(metadata=public(rows_of(ShownView, grows=True)))
    dealt: bool = field(metadata=public(FLAG, fixed=True))
    legal: Legal = field(metadata=LEGAL)
    score: Score | None = field(metadata=SCORE)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def routes(self) -> tuple[Route, ...]:
        """The viewer's own routes."""
        return self.routes_of(self.seat)

    def routes_of(self, seat: int | None) -> tuple[Route, ...]:
        """The routes of a seat; a spectator has none."""
        if seat is None:
            return ()
        return tuple(r for r in self.board.routes if self.owners[r.index] == seat)

    def is_open(self, route: Route, seat: int) -> bool:
        """C1, C6, C7: whether a seat might still claim a route, cards and trains aside."""
        if self.owners[route.index] is not None:
            return False
        other = None if route.twin is None else self.owners[route.twin]
        if other is None:
            return True
        return not closes(other, seat, self.board.rules.single_track(len(self.players)))

    def unseen(self) -> dict[str, int]:
        """Cards whose place the viewer does not know: in the pile or blind in other hands."""
        board = self.board
        counts = {name: board.count_of(i) for i, name in enumerate(board.cards)}
        seen = [self.hand, self.discards]
        seen += [p.known for p in self.players if p.seat != self.seat]
        if self.tunnel is not None:
            seen += [self.tunnel.laid, _count(self.tunnel.revealed)]
        seen.append(_count([card for card in self.market if card is not None]))
        for cards in seen:
            for name, count in cards.items():
                counts[name] -= count
        return counts

    def certain(self, seat: int) -> dict[str, int]:
        """Cards the viewer can be certain another seat holds.

        Those it saw the seat get; and with two players, what a used-up pool can only have left
        there, less what was played since.
        """
        held = dict(self.players[seat].known)
        if self.seat is not None and len(self.players) == 2 and seat != self.seat:
            for name in self.board.cards:
                count = sum(pool.cards.get(name, 0) for pool in self.pools[:-1])
                count -= sum(x.count for x in self.shown if (x.seat, x.card) == (seat, name))
                if count > 0:
                    held[name] = held.get(name, 0) + count
        return held

    def sample(self, rng: Rng) -> Game:
        """A full game that agrees with everything in this view, uniformly at random."""
        from whistlestop.engine.knowledge.sampling import sample_game

        return sample_game(self, rng)

    def data(self) -> dict[str, Any]:
        """The view as plain data, ready for JSON; equal views give equal data."""
        from whistlestop.engine.knowledge.plain_view import view_data

        return view_data(self)

    def to_json(self) -> str:
        """The `data` as compact JSON."""
        return _to_json(self.data())

    def __reduce__(self) -> tuple[object, tuple[Board, bytes]]:
        from whistlestop.engine.knowledge.packing import pack_view, unpack_view

        return unpack_view, (self.board, pack_view(self))

    def to_svg(self, path: str | Path | None = None) -> str:
        """Draw the view; with a path, also write the drawing there."""
        # Drawing is a layer above: it is looked up when asked for, never imported from here.
        svg: str = import_module("whistlestop.render").view_svg(self)
        if path is not None:
            Path(path).write_text(svg, encoding="utf-8")
        return svg

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        text: str = import_module("whistlestop.render").view_text(self)
        return text


def _count(cards: Sequence[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in dict.fromkeys(cards)}
