"""Events tell everything that an audience may know: a follower of them rebuilds the view."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.engine.knowledge.follower import Follower
from tests.engine.play import choose, either, new_game, played, some_table, walk
from tests.engine.truth import hand, pile, ticket_deck, tickets_held
from whistlestop.boards.load import board_names
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import ALL, events_for
from whistlestop.engine.knowledge.view import View
from whistlestop.model.events import Event

GAMES = {"europe": (5, 1), "london": (15, 3), "new-york": (20, 4), "usa": (5, 1)}


def check_truth(follower: Follower, game: Game) -> None:
    """Who sees everything has every hand, pile and ticket."""
    for seat in range(len(game.names)):
        assert +follower.exact[seat] == hand(game, seat)
        assert follower.held[seat] == tickets_held(game, seat)
    assert follower.pile == len(pile(game))
    assert follower.ticket_pile == len(ticket_deck(game))


def check_view(follower: Follower, view: View) -> None:
    """Pen and paper agree with the view, item by item."""
    assert tuple(follower.market) == view.market
    assert (follower.pile, follower.ticket_pile) == (view.pile, view.ticket_pile)
    assert +follower.discards == view.discards
    for player in view.players:
        seat = player.seat
        assert follower.sizes[seat] == player.cards
        assert follower.trains[seat] == player.trains
        assert follower.stations[seat] == player.stations
        assert follower.points[seat] == player.points
        assert follower.tickets[seat] == player.tickets
        assert +follower.known[seat] == player.known
    owners = {r.id: who for r, who in zip(view.board.routes, view.owners, strict=True)}
    assert follower.owners == {name: who for name, who in owners.items() if who is not None}
    built = zip(view.board.cities, view.station_owners, strict=True)
    assert follower.built == {city.id: who for city, who in built if who is not None}
    assert follower.ended == view.over
    if view.seat is not None:
        assert +follower.exact[view.seat] == view.hand
        assert follower.held[view.seat] == {ticket.id for ticket in view.tickets}


def follow(game: Game, rng: Random, follower: Follower) -> None:
    """Play the game to its end with the follower taking notes after every ply."""
    follower.follow(game.events(follower.audience))
    for now in walk(game, rng):
        if now.ply:
            follower.follow(told(now, follower.audience))
        if follower.audience == ALL:
            check_truth(follower, now)
        else:
            check_view(follower, now.view(follower.audience))


def told(game: Game, audience: int | None) -> list[Event]:
    """What an audience is told of the last ply while the game goes on."""
    if game.over:
        return events_for(game.board, game.plies[-1].events, audience)
    if game.ply == 1:
        # From the first ply on the deal is told as well, and it must be told only once.
        fresh = Game(game.board, game.names, seed=game.seed, first=game.first)
        return game.events(audience)[len(fresh.events(audience)) :]
    return game.events(audience, since=game.ply - 1)


@pytest.mark.parametrize("board", board_names())
def test_after_the_end_everybody_may_have_all_events(board: str) -> None:
    """V2"""
    game = played(board, 3, f"all {board}", 10_000)
    for audience in (None, 0, 1, 2):
        assert game.events(audience) == game.events(ALL)
    other = played(board, 3, f"all {board}", 20)
    assert other.events(0) != other.events(ALL) != other.events(None)


@pytest.mark.parametrize("board", sorted(GAMES))
def test_who_sees_all_events_can_rebuild_every_hand_and_pile(board: str) -> None:
    """H1, H2, D8, U6, K1: nothing happens without an event."""
    for number in range(either(*GAMES[board])):
        rng = Random(f"follow all {board} {number}")
        name, players = some_table(rng, board)
        game = new_game(name, players, rng.random())
        follow(game, rng, Follower(game.board, players, ALL))


@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_seats_events_rebuild_exactly_its_view(board: str) -> None:
    """H1, H2: the view holds no more and no less than what the seat was told."""
    for number in range(either(*GAMES[board])):
        rng = Random(f"follow seat {board} {number}")
        name, players = some_table(rng, board)
        game = new_game(name, players, rng.random())
        follow(game, rng, Follower(game.board, players, rng.randrange(players)))


@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_spectators_events_rebuild_exactly_a_spectators_view(board: str) -> None:
    """V2, H1"""
    for number in range(either(*GAMES[board])):
        rng = Random(f"follow spectator {board} {number}")
        name, players = some_table(rng, board)
        game = new_game(name, players, rng.random())
        follow(game, rng, Follower(game.board, players, None))


def test_playing_returns_the_events_of_the_acting_seat() -> None:
    rng = Random("returns")
    game = new_game("europe", 3, "returns")
    while not game.over:
        seat = game.waiting[-1]
        returned = game.play(choose(game, game.legal_for(seat).codes, rng), seat)
        assert list(returned) == told(game, seat)


def test_events_since_a_ply_are_the_rest_of_all_events() -> None:
    game = played("new-york", 3, "since", 60)
    for audience in (ALL, None, 0, 2):
        whole = game.events(audience)
        assert game.events(audience, since=0) == whole
        for since in range(1, game.ply + 1):
            part = game.events(audience, since=since)
            assert part == whole[len(whole) - len(part) :]
        assert game.events(audience, since=game.ply) == []


@pytest.mark.parametrize("board", board_names())
def test_events_are_plain_data_that_json_keeps(board: str) -> None:
    events = played(board, 2, f"json {board}", 80).events(ALL)
    for event in events:
        assert json.loads(json.dumps(dict(event.params))) == dict(event.params)
        assert event.name in str(event)
