"""Games of equal bots, counted: what became of tickets, routes, cities and seats.

One `Sample` holds the games with one number of players. Shares are of the games or seats that
could have counted, and carry how many there were.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from whistlestop.boards.graph import first_side, one_side
from whistlestop.lab.games.details import Details
from whistlestop.lab.games.results import GameResult
from whistlestop.lab.intervals import mean, mean_interval, wilson
from whistlestop.model.board import Board


@dataclass(frozen=True, slots=True)
class TicketCount:
    """How a ticket fared: `margin` is points ahead of the best rival when it was held."""

    ticket: str
    offered: int
    kept: int
    held: int
    made: int
    won: float
    margin: float
    low: float
    high: float
    offer_won: float


@dataclass(frozen=True, slots=True)
class RouteCount:
    """A pair of cities: how often it was claimed, and how early in the game on average."""

    route: str
    claimed: float
    when: float | None


@dataclass(frozen=True, slots=True)
class SeatCount:
    """A seat among equals: its wins and points, and the points that would make up for it."""

    seat: int
    won: float
    low: float
    high: float
    points: float
    handicap: float
    handicap_low: float
    handicap_high: float

    @property
    def clear(self) -> bool:
        """Whether the handicap is more than chance."""
        return self.handicap_low > 0 or self.handicap_high < 0


@dataclass(frozen=True)
class Sample:
    """The games with one number of players."""

    board: Board
    players: int
    games: tuple[GameResult, ...]
    details: tuple[Details, ...]

    @cached_property
    def tickets(self) -> tuple[TicketCount, ...]:
        """A count for each ticket of the board, in its order."""
        return tuple(self._ticket(t.index) for t in self.board.tickets)

    def _ticket(self, ticket: int) -> TicketCount:
        margins, wins, offer_wins = [], [], []
        kept = made = 0
        for game, detail in zip(self.games, self.details, strict=True):
            for seat in range(self.players):
                if ticket in detail.offered[seat]:
                    offer_wins.append(game.credit(seat))
                    kept += ticket in detail.kept[seat]
                if ticket in detail.held[seat]:
                    margins.append(game.margin(seat))
                    wins.append(game.credit(seat))
                    made += ticket in detail.made[seat]
        margin = (mean(margins), *mean_interval(margins))
        counts = (len(offer_wins), kept, len(margins), made)
        name = self.board.tickets[ticket].id
        return TicketCount(name, *counts, mean(wins), *margin, mean(offer_wins))

    @cached_property
    def routes(self) -> tuple[RouteCount, ...]:
        """By pair of cities, in the order of the board; either side of a double route counts."""
        when: dict[int, list[float]] = defaultdict(list)
        for game, detail in zip(self.games, self.details, strict=True):
            seen: dict[int, int] = {}
            for turn, _, route in detail.claims:
                seen.setdefault(first_side(self.board.routes[route]), turn)
            for route, turn in seen.items():
                when[route].append(turn / max(1, game.turns))
        count = max(1, len(self.games))
        return tuple(
            RouteCount(
                r.id, len(when[r.index]) / count, mean(when[r.index]) if when[r.index] else None
            )
            for r in one_side(self.board.routes)
        )

    @cached_property
    def cities(self) -> tuple[float, ...]:
        """For every city the trains a player lays on routes that end there."""
        laid: Counter[int] = Counter()
        for detail in self.details:
            for _, _, number in detail.claims:
                route = self.board.routes[number]
                laid[route.a.index] += route.length
                laid[route.b.index] += route.length
        seats = max(1, self.players * len(self.games))
        return tuple(laid[city.index] / seats for city in self.board.cities)

    @cached_property
    def reached(self) -> tuple[float, ...]:
        """How much every city is used: the share of players whose network touches it."""
        touched: Counter[int] = Counter()
        for detail in self.details:
            for seat in range(self.players):
                routes = [self.board.routes[r] for _, who, r in detail.claims if who == seat]
                touched.update({city.index for r in routes for city in (r.a, r.b)})
        seats = max(1, self.players * len(self.games))
        return tuple(touched[city.index] / seats for city in self.board.cities)

    @cached_property
    def seats(self) -> tuple[SeatCount, ...]:
        """A count for each seat, in the order of play."""
        return tuple(self._seat(seat) for seat in range(self.players))

    def _seat(self, seat: int) -> SeatCount:
        won = sum(game.credit(seat) for game in self.games)
        count = len(self.games)
        behind = [mean(game.totals) - game.totals[seat] for game in self.games]
        points = mean([game.totals[seat] for game in self.games])
        interval = mean_interval(behind)
        return SeatCount(seat, won / count, *wilson(won, count), points, mean(behind), *interval)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points of all players in all games."""
        return tuple(total for game in self.games for total in game.totals)

    @cached_property
    def winning(self) -> tuple[int, ...]:
        """The points of each game's winner."""
        return tuple(max(game.totals) for game in self.games)

    @cached_property
    def turns(self) -> tuple[float, ...]:
        """Turns of a player."""
        return tuple(game.turns / self.players for game in self.games)

    @cached_property
    def held(self) -> int:
        """Tickets held at the end, of all players in all games."""
        return sum(sum(game.tickets) for game in self.games)

    @cached_property
    def made(self) -> float:
        """The share of them that were made."""
        return sum(sum(game.completed) for game in self.games) / max(1, self.held)

    @cached_property
    def parts(self) -> tuple[float, ...]:
        """The mean of every part of the score, in the order of the board's `score_items`."""
        rows = [parts for detail in self.details for parts in detail.parts]
        return tuple(mean(column) for column in zip(*rows, strict=True))


def sample_of(board: Board, players: int, played: Sequence[tuple[GameResult, Details]]) -> Sample:
    """The sample of some games with their details."""
    games, details = zip(*played, strict=True) if played else ((), ())
    return Sample(board, players, tuple(games), tuple(details))
