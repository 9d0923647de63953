"""The bytes of a state: accessors read what views show, and imagined worlds stay sound."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.audit import audit
from tests.engine.play import new_game, played, walk
from tests.engine.truth import pile, ticket_deck
from whistlestop.engine.game import Game
from whistlestop.engine.scoring.districts import district_points, joins_left
from whistlestop.engine.scoring.parts import join, plain_root, root, separate
from whistlestop.engine.state import accessors as at
from whistlestop.engine.state import reading
from whistlestop.engine.state.flat_board import NONE
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.state import shuffle_pile, swap_tickets


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 4), ("london", 3)])
def test_accessors_read_what_the_views_show(board: str, players: int) -> None:
    for game in walk(new_game(board, players, "accessors"), Random("accessors")):
        if game.ply % 10 == 0 or game.over:
            _check_public(game)
            for seat in range(players):
                _check_own(game, seat)


def _check_public(game: Game) -> None:
    view, t, d = game.view(None), game.flat, game.state.bytes
    cards = game.board.cards
    for route in game.board.routes:
        assert at.owner_of(t, d, route.index) == _or_none(view.owners[route.index])
    for city in game.board.cities if t.stations else ():
        assert at.station_owner(t, d, city.index) == _or_none(view.station_owners[city.index])
    for slot, card in enumerate(view.market):
        named = None if card is None else cards.index(card)
        assert at.market_card(t, d, slot) == _or_none(named)
    for kind, name in enumerate(cards):
        assert at.face_up(t, d, kind) == view.market.count(name)
        assert at.discarded_cards(t, d, kind) == view.discards.get(name, 0)
    for player in view.players:
        counts = (player.cards, player.trains, player.stations, player.tickets)
        read = (at.hand_size, at.trains_left, at.stations_left, at.tickets_held)
        assert counts == tuple(one(t, d, player.seat) for one in read)
    assert tuple(cards[card] for card in reversed(reading.pile_in(t, d))) == pile(game)
    deck = tuple(game.board.tickets[ticket].id for ticket in reading.ticket_deck_in(t, d))
    assert deck == ticket_deck(game)


def _check_own(game: Game, seat: int) -> None:
    view, t, d = game.view(seat), game.flat, game.state.bytes
    for kind, name in enumerate(game.board.cards):
        assert at.cards_of(t, d, seat, kind) == view.hand.get(name, 0)
    held = [x for x in game.board.tickets if at.holder_of(t, d, x.index) == seat]
    assert held == list(view.tickets)
    for place, ticket in enumerate(view.offer):
        assert at.offered_ticket(t, d, seat, place) == ticket.index


def _or_none(number: int | None) -> int:
    return NONE if number is None else number


def test_two_tickets_change_places_also_with_the_deck() -> None:
    game = played("usa", 3, "swap", 40)
    state, t = game.state.copy(), game.flat
    mine, theirs = (game.view(seat).tickets[0].index for seat in (0, 1))
    swap_tickets(t, state, mine, theirs)
    assert at.holder_of(t, state.bytes, mine) == 1
    assert at.holder_of(t, state.bytes, theirs) == 0
    below = reading.ticket_deck_in(t, state.bytes)
    swap_tickets(t, state, theirs, below[2])
    assert at.holder_of(t, state.bytes, below[2]) == 0
    assert reading.ticket_deck_in(t, state.bytes) == [*below[:2], theirs, *below[3:]]
    audit(t, state)


def test_a_shuffled_pile_has_the_same_cards_in_another_order() -> None:
    game = played("usa", 2, "shuffle", 20)
    state, t = game.state.copy(), game.flat
    before = reading.pile_in(t, state.bytes)
    shuffle_pile(t, state, seeded(1))
    after = reading.pile_in(t, state.bytes)
    assert after != before
    assert sorted(after) == sorted(before)
    audit(t, state)


def test_parts_are_joined_for_good_and_found_without_being_changed() -> None:
    part = separate(6)
    for a, b in ((0, 1), (2, 3), (1, 3)):
        join(part, a, b)
    before = list(part)
    roots = [plain_root(part, i) for i in range(6)]
    assert list(part) == before
    assert roots == [root(part, i) for i in range(6)] == [3, 3, 3, 3, 4, 5]


def test_a_district_wants_one_join_fewer_than_it_has_parts() -> None:
    """E11"""
    game = new_game("london", 2, "districts")
    t, cities = game.flat, game.board.cities
    part = separate(t.cities)
    for number in range(1, 6):
        places = [c.index for c in cities if c.district == number]
        assert joins_left(t, part, 0, number) == len(places) - 1
        assert joins_left(t, part, 0, number, places[0], places[-1]) == len(places) - 2
        assert joins_left(t, part, 0, number, places[-1], places[0]) == len(places) - 2
    assert district_points(t, part, 0) == 0
    everywhere = separate(2 * t.cities)
    for i in range(int(t.cities)):
        everywhere[int(t.cities) + i] = 0
    assert district_points(t, everywhere, t.cities) == 1 + 2 + 3 + 4 + 5
