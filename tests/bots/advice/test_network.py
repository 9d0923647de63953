"""Distances for a seat, against a plain recomputation and against the engine's own rules."""

from itertools import product

import pytest

from tests.bots.playing import decisions
from whistlestop.bots.advice.network import Network
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.phases.routes import is_open as engine_says_open

FAR = 10_000


def all_distances(view: View, seat: int) -> list[list[int]]:
    """Floyd and Warshall over own routes (free) and routes that may be claimed."""
    count = len(view.board.cities)
    far = [[0 if i == j else FAR for j in range(count)] for i in range(count)]
    for route in view.board.routes:
        own = view.owners[route.index] == seat
        if own or view.is_open(route, seat):
            cost = 0 if own else route.length
            a, b = route.a.index, route.b.index
            far[a][b] = far[b][a] = min(far[a][b], cost)
    for k, i, j in product(range(count), repeat=3):
        far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return far


@pytest.mark.parametrize("board", ["usa", "europe", "new-york"])
def test_distances_are_the_shortest_there_are(board: str) -> None:
    views = [view for _, view, _ in decisions(["greedy", "random", "greedy"], board, seed=4)]
    for view in views[:: len(views) // 3]:
        seat = view.seat or 0
        net, far = Network(view, seat, borrow=False), all_distances(view, seat)
        for ticket in view.board.tickets:
            expected = far[ticket.a.index][ticket.b.index]
            assert net.trains(ticket.a, ticket.b) == (None if expected >= FAR else expected)
            assert net.joins(ticket) == (expected == 0)
            way = net.way(ticket.a, ticket.b)
            assert sum(route.length for route in way) == expected % FAR
            assert all(view.is_open(route, seat) for route in way)


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("usa", 4), ("europe", 3)])
def test_open_routes_are_those_that_the_engine_lets_a_seat_claim(board: str, players: int) -> None:
    """C1, C6, C7: worked out from the view as from the state."""
    checked = 0
    for game, view, _ in decisions(["uniform"] * players, board, seed=3):
        for route in view.board.routes:
            says = engine_says_open(game.flat, game.state, game.turn, route.index)
            assert view.is_open(route, game.turn) == says
            checked += not says
    assert checked > 1000


def test_a_station_counts_the_routes_it_could_borrow() -> None:
    """B3: only routes that end in its city, and only with `borrow`."""
    game = Game.from_text(
        "board: europe\n"
        "Ann: tickets paris-wien; routes frankfurt-paris:white munchen-wien; stations munchen\n"
        "Bob: routes frankfurt-munchen bruxelles-frankfurt\n"
    )
    view = game.view(0)
    (ticket,) = view.tickets
    assert Network(view, 0).joins(ticket)
    assert not Network(view, 0, borrow=False).joins(ticket)
    cities = view.board.city_by_id
    assert Network(view, 0).part(cities["bruxelles"]) != Network(view, 0).part(cities["paris"])
