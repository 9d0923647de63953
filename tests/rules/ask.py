"""Short questions that the tests of routes, tunnels, stations and scores put to a game.

They only read what the public door says; none of them knows a rule.
"""

from __future__ import annotations

import pytest

from whistlestop.boards.load import load_board
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.model.actions import Build, Claim
from whistlestop.model.board import Route
from whistlestop.model.score import SeatScore

PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve")
# Every shipped board with every number of players it is for.
TABLES = [
    *[(board, players) for board in ("usa", "europe") for players in (2, 3, 4, 5)],
    *[(board, players) for board in ("new-york", "london") for players in (2, 3, 4)],
]


def players(count: int) -> str:
    """The line of a position that seats so many players."""
    return f"players: {', '.join(PLAYERS[:count])}"


def refusal(game: Game, action: str, seat: int | None = None) -> str:
    """The code with which an action is refused; refusing must change nothing."""
    before = game.position
    with pytest.raises(IllegalAction) as caught:
        game.play(action, seat)
    assert game.position == before
    return caught.value.code


def all_wilds(board: str) -> str:
    """A hand that can pay for any single route: all locomotives there are."""
    return f"{load_board(board).locomotives} locomotive"


def claimable(game: Game) -> set[str]:
    """The routes that the seat to act could claim now."""
    return {action.route for action in game.legal if isinstance(action, Claim)}


def ways(game: Game, place: str) -> list[str]:
    """The ways in which the seat to act could pay for a route or for a station in a city."""
    return sorted(
        str(action.payment)
        for action in game.legal
        if (isinstance(action, Claim) and action.route == place)
        or (isinstance(action, Build) and action.city == place)
    )


def owner(game: Game, route: str) -> int | None:
    return game.view(None).owners[game.board.route_by_id[route].index]


def doubles(board: str) -> list[tuple[Route, Route]]:
    """The double routes of a board, each once from either side."""
    routes = load_board(board).routes
    return [(route, routes[route.twin]) for route in routes if route.twin is not None]


def track(board: str, spaces: int, without: str) -> str:
    """Routes that take exactly so many trains, one side of each double route, not `without`."""
    lengths: dict[int, list[str]] = {0: []}
    for route in load_board(board).routes:
        second_side = route.twin is not None and route.twin < route.index
        if second_side or route.id == without:
            continue
        for so_far in sorted(lengths, reverse=True):
            lengths.setdefault(so_far + route.length, [*lengths[so_far], route.id])
    return " ".join(lengths[spaces])


def seat_score(game: Game, seat: int = 0) -> SeatScore:
    return game.score().seats[seat]


def done(score: SeatScore) -> set[str]:
    """The tickets of a seat that are complete."""
    return {ticket.id for ticket, complete in score.tickets if complete}
