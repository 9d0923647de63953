"""All that a seat may know, as a type of its own without any secret field (H1, H2).

A view is made by `Game.view(seat)` and outlives the game's next move unchanged. A spectator's
view (`seat` is None) holds only what is public; after the end everything is. `sample` deals all
that is unknown anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from whistlestop.engine.legal import Legal
from whistlestop.engine.phases.double_routes import closes
from whistlestop.engine.state.reading import placed
from whistlestop.model.board import Board, Route, Ticket
from whistlestop.model.score import Score

if TYPE_CHECKING:
    from whistlestop.engine.game import Game
    from whistlestop.engine.state.rng import Rng

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class CardCounts(dict[str, int]):
    """How many of each card, in the order of the board. Views share them, so nobody changes one."""

    __slots__ = ()

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("a view cannot be changed; make a dict of these cards and change that")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[CardCounts], tuple[dict[str, int]]]:
        return CardCounts, (dict(self),)


@dataclass(frozen=True)
class PlayerView:
    """What everyone may know of a player. `hand` and `held` are None until the game is over."""

    seat: int
    name: str
    trains: int
    stations: int
    cards: int
    tickets: int
    points: int
    known: Mapping[str, int]
    hand: Mapping[str, int] | None = None
    held: tuple[Ticket, ...] | None = None


@dataclass(frozen=True)
class TunnelView:
    """A tunnel waiting to be paid or declined; all of it is public."""

    route: Route
    laid: Mapping[str, int]
    revealed: tuple[str, ...]
    extra: int


@dataclass(frozen=True)
class SeenDraw:
    """An offer of tickets as the viewer saw it: only its own have names and places.

    A seat of -1, with nothing offered, says that the ticket deck was shuffled again at this time.
    """

    seat: int
    offered: int
    kept: int | None
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

    seat: int
    card: str
    count: int
    pool: int
    drawn: int


@dataclass(frozen=True)
class View:
    """One seat's knowledge at one ply."""

    board: Board
    seat: int | None
    phase: str
    turn: int
    first: int
    waiting: tuple[int, ...]
    ply: int
    hand: Mapping[str, int]
    tickets: tuple[Ticket, ...]
    offer: tuple[Ticket, ...]
    answer: tuple[int, ...]
    keep_at_least: int
    market: tuple[str | None, ...]
    pile: int
    discards: Mapping[str, int]
    ticket_pile: int
    players: tuple[PlayerView, ...]
    owners: tuple[int | None, ...]
    station_owners: tuple[int | None, ...]
    tunnel: TunnelView | None
    turns_left: int | None
    passes: int
    quiet_turns: int
    market_stopped: bool
    draws: tuple[SeenDraw, ...]
    pools: tuple[PoolView, ...]
    shown: tuple[ShownView, ...]
    dealt: bool
    legal: Legal
    score: Score | None

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
        return {
            "board": self.board.name,
            "seat": self.seat,
            "phase": self.phase,
            "turn": self.turn,
            "first": self.first,
            "waiting": list(self.waiting),
            "ply": self.ply,
            "hand": {**self.hand},
            "tickets": [t.id for t in self.tickets],
            "offer": [t.id for t in self.offer],
            "answer": list(self.answer),
            "keep_at_least": self.keep_at_least,
            "market": list(self.market),
            "pile": self.pile,
            "discards": {**self.discards},
            "ticket_pile": self.ticket_pile,
            "players": [_player_data(p) for p in self.players],
            "owners": placed(self.board.route_ids, self.owners),
            "stations": placed(self.board.city_ids, self.station_owners),
            "tunnel": None if self.tunnel is None else _tunnel_data(self.tunnel),
            "turns_left": self.turns_left,
            "passes": self.passes,
            "quiet_turns": self.quiet_turns,
            "market_stopped": self.market_stopped,
            "draws": [[d.seat, d.offered, d.kept, d.tickets, d.places] for d in self.draws],
            "pools": [[{**p.cards}, [*p.drawn], [*p.own]] for p in self.pools],
            "shown": [[x.seat, x.card, x.count, x.pool, x.drawn] for x in self.shown],
            "legal": self.legal.texts(),
            "totals": None if self.score is None else list(self.score.totals),
        }

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


def _player_data(p: PlayerView) -> dict[str, Any]:
    data = {**vars(p)}
    del data["seat"]
    data["known"] = {**p.known}
    if p.hand is not None:
        data["hand"] = {**p.hand}
    if p.held is not None:
        data["held"] = [t.id for t in p.held]
    return data


def _tunnel_data(tunnel: TunnelView) -> dict[str, Any]:
    return {
        "route": tunnel.route.id,
        "laid": {**tunnel.laid},
        "revealed": list(tunnel.revealed),
        "extra": tunnel.extra,
    }
