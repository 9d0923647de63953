"""Chance told from outside (`cards`, `tickets`, `got`): games played elsewhere are followed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.play import either, everything, new_game, played, some_table, step, walk
from tests.engine.small import small_board
from tests.engine.truth import hand, pile, ticket_deck, tickets_held
from whistlestop.boards.load import board_names
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.state import event_kinds
from whistlestop.model.board import Board

GAMES = {"europe": (8, 2), "london": (20, 4), "new-york": (25, 4), "usa": (8, 2)}


def dealt_cards(game: Game) -> list[str]:
    """The cards as they left the pile at the deal: hands first, then the market."""
    log = game.deal_events
    return [
        game.board.cards[b]
        for kind, _, b, _ in log
        if kind in (event_kinds.DEALT, event_kinds.TURNED_UP)
    ]


def dealt_tickets(game: Game) -> list[str]:
    log = game.deal_events
    return [game.board.tickets[b].id for kind, _, b, _ in log if kind == event_kinds.OFFERED_TICKET]


def follow(game: Game) -> Game:
    """A game without a seed that is told how this one was dealt."""
    return Game(
        game.board,
        game.names,
        first=game.first,
        cards=dealt_cards(game),
        tickets=dealt_tickets(game),
    )


def comparable(game: Game) -> str:
    """A position with what nobody can know, the order of the piles, put in order."""
    lines = []
    for line in game.position.splitlines():
        key, _, value = line.partition(":")
        words = sorted(value.split()) if key in ("pile", "tickets") else [value]
        lines.append(f"{key}: {' '.join(words)}")
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_game_told_from_elsewhere_goes_the_same_way(board: str) -> None:
    """D8, K1, U1: without a seed, what chance is said to have answered comes true."""
    for number in range(either(*GAMES[board])):
        rng = Random(f"told {board} {number}")
        name, players = some_table(rng, board)
        game = new_game(name, players, rng.random())
        other = follow(game)
        for now in walk(game, rng):
            if now.ply:
                ply = now.plies[-1]
                other.play(ply.action, ply.seat, got=now.got(now.ply - 1))
            if now.ply % 8 == 0 or now.over:
                assert comparable(other) == comparable(game)
                seat = rng.choice((None, *range(players)))
                assert other.view(seat).to_json() == game.view(seat).to_json()
        assert other.score() == game.score()


def test_tiny_decks_are_followed_through_every_reshuffle() -> None:
    """D8: eight cards go round many times."""
    board, reshuffles = small_board(), 0
    for number in range(either(60, 20)):
        rng = Random(f"tiny {number}")
        game = new_game(board, rng.choice((2, 3)), number)
        other = follow(game)
        while not game.over:
            step(game, rng)
            ply = game.plies[-1]
            other.play(ply.action, ply.seat, got=game.got(game.ply - 1))
            reshuffles += sum(kind == event_kinds.RESHUFFLED for kind, *_ in ply.events)
            assert comparable(other) == comparable(game)
    assert reshuffles > 50


def wrong_answers(game: Game, ply: int, board: Board) -> list[list[Any]]:
    """What chance cannot have answered to the action of a ply."""
    got = game.got(ply)
    others = [card for card in board.cards if card not in got[:1]]
    wrong: list[list[Any]] = [[*got, "red"], [*got, *got, *got, "red"], ["plaid"], [None], [7]]
    if got:
        wrong += [[], got[:-1], [*got[:-1], "plaid"], [board.tickets[0].id, board.cities[0].id]]
        wrong += [[others[0]] * 30]
    return [answer for answer in wrong if answer != got]


@pytest.mark.parametrize("board", board_names())
def test_a_wrong_answer_is_refused_and_changes_nothing(board: str) -> None:
    for number in range(either(4, 2)):
        rng = Random(f"wrong {board} {number}")
        name, players = some_table(rng, board)
        start = new_game(name, players, rng.random())
        for game in walk(follow(start) if number % 2 else start, rng):
            if game.over or rng.random() > 0.05:
                continue
            later = game.copy()
            step(later, rng)
            ply = later.plies[-1]
            before = game.position
            for answer in wrong_answers(later, later.ply - 1, game.board):
                with pytest.raises(IllegalAction) as caught:
                    game.play(ply.action, ply.seat, got=answer)
                assert caught.value.code == "chance_disagrees"
            assert game.position == before
            game.copy().play(ply.action, ply.seat, got=later.got(later.ply - 1))


def test_in_a_game_with_a_seed_an_answer_is_checked_and_never_obeyed() -> None:
    """Also one that could have come, had the seed been another."""
    checked = 0
    for number in range(30):
        game = new_game("new-york", 2, f"checked {number}")
        for seat in (0, 1):
            game.play("keep 1", seat)
        told = [*{*pile(game)}]
        for card in told:
            copy = game.copy()
            if card == pile(game)[0]:
                copy.play("draw deck", got=[card])
            else:
                with pytest.raises(IllegalAction) as caught:
                    copy.play("draw deck", got=[card])
                checked += caught.value.code == "chance_disagrees"
    assert checked > 60


def test_the_luck_to_come_is_the_same_after_a_wrong_answer() -> None:
    """Also where the wrong answer shuffled a new pile before it was found wrong."""
    game = Game.from_text(
        "board: new-york\nplayers: Ann, Bob\nmarket: red green green pink pink\npile: black\n"
        "discards: 6 blue 4 green 5 black 4 pink 5 red 6 orange 8 locomotive\n"
    )
    untouched = game.copy()
    with pytest.raises(IllegalAction):
        game.play("draw red", got=["black", "blue"])
    assert everything(game) == everything(untouched)
    for one in (game, untouched):
        one.play("draw red")
    assert game.position == untouched.position


@pytest.mark.parametrize("got", [5, [[]], [{}], "red", [b"red"], object()])
def test_an_answer_of_chance_that_is_none_is_refused(got: Any) -> None:
    game = played("usa", 2, "none", 2)
    before = everything(game)
    with pytest.raises(IllegalAction) as caught:
        game.play("draw deck", got=got)
    assert caught.value.code == "chance_disagrees"
    assert everything(game) == before


def test_explicit_orders_are_dealt_from_the_top() -> None:
    """S1, S2: hands seat by seat, then the market; offers seat by seat."""
    colours = ["red", "red", "blue", "blue", "white", "white", "black", "black"]
    market = ["green", "green", "yellow", "yellow", "orange"]
    tickets = ["boston-miami", "dallas-new_york", "denver-el_paso", "los_angeles-miami"]
    game = Game("usa", 2, cards=[*colours, *market, "locomotive"], tickets=tickets)
    assert hand(game, 0) == {"red": 2, "blue": 2}
    assert hand(game, 1) == {"white": 2, "black": 2}
    assert list(game.view(None).market) == market
    assert pile(game)[0] == "locomotive"
    assert [x.id for x in game.view(0).offer] == tickets[:3]
    assert game.view(1).offer[0].id == tickets[3]


def test_long_tickets_may_be_named_anywhere_in_an_explicit_order() -> None:
    """S2: the long ticket comes first in the offer whatever the order says."""
    usual = new_game("europe", 2, "long")
    named = [x.id for x in usual.view(0).offer[::-1]]
    game = Game("europe", 2, tickets=named)
    assert {x.id for x in game.view(0).offer} >= {named[-1]}
    assert game.view(0).offer[0].long
    assert not any(x.long for x in game.view(0).offer[1:])


@pytest.mark.parametrize("board", board_names())
def test_a_part_of_an_order_is_filled_up_with_every_other_card_and_ticket(board: str) -> None:
    for seed in (None, 3):
        game = Game(board, 2, seed=seed, cards=["locomotive"], tickets=[])
        held = [x for seat in (0, 1) for x in game.view(seat).offer]
        cards = [*pile(game), *(card for card in game.view(None).market if card)]
        for seat in (0, 1):
            cards += [card for card, n in hand(game, seat).items() for _ in range(n)]
        cards += [card for card, n in game.view(None).discards.items() for _ in range(n)]
        deck = [
            name for i, name in enumerate(game.board.cards) for _ in range(game.board.count_of(i))
        ]
        assert sorted(cards) == sorted(deck)
        regular = {x.id for x in game.board.tickets if not x.long}
        assert {x.id for x in held if not x.long} | set(ticket_deck(game)) == regular


@pytest.mark.parametrize(
    ("cards", "tickets"),
    [
        *((["plaid"], None), (["red"] * 13, None), ([5], None), ([None], None), ("red", None)),
        *((5, None), ([[]], None), (None, ["nowhere-else"]), (None, ["boston-miami"] * 2)),
        *((None, 5), (None, [[]]), (None, "boston-miami"), (None, {"boston-miami": 5, "x": 1})),
        (["red"] * 200, None),
    ],
)
def test_an_order_that_cannot_be_is_refused_in_a_sentence(cards: Any, tickets: Any) -> None:
    with pytest.raises(SetupError) as caught:
        Game("usa", 2, cards=cards, tickets=tickets)
    assert caught.value.code in ("bad_cards", "bad_tickets")
    assert caught.value.sentence


@pytest.mark.parametrize("board", board_names())
def test_the_same_seed_is_the_same_game(board: str) -> None:
    one, two, other = (played(board, 2, label, 60) for label in ("same", "same", "other"))
    assert everything(one) == everything(two) != everything(other)
    assert tickets_held(one, 0) == tickets_held(two, 0)


def test_the_first_seat_may_be_left_to_chance() -> None:
    """P21"""
    firsts = [Game("usa", 3, seed=seed, first="chance").first for seed in range(60)]
    assert set(firsts) == {0, 1, 2}
    assert firsts == [Game("usa", 3, seed=seed, first="chance").first for seed in range(60)]
