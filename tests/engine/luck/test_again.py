"""Shuffling again after a take-back: nothing that was seen is kept, nothing gets lost."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.engine.audit import audit
from tests.engine.chance_tests import agrees
from tests.engine.play import everything, new_game, some_table, step
from tests.engine.truth import pile, ticket_deck
from whistlestop.boards.load import board_names
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded

RNGS = (1, 2)


def begun(board: str = "usa", rng: int = 1, seed: object = 5, players: int = 2) -> Game:
    """A game whose opening is over."""
    game = Game(board, players, seed=str(seed), rng=rng)
    for seat in range(players):
        game.play(game.legal_for(seat)[-1], seat)
    return game


def draw_blind(game: Game) -> str:
    game.play("draw deck")
    return game.got(game.ply - 1)[0]


def taken_back(game: Game, plies: int = 1) -> Game:
    """The game so many plies earlier, with the luck it had: what a server replays."""
    back: Game = game.record.at(game.ply - plies)
    return back


@pytest.mark.parametrize("rng", RNGS)
def test_without_a_shuffle_a_blind_draw_taken_back_comes_again(rng: int) -> None:
    """The attack that the shuffle is for: the same card four times."""
    game = begun(rng=rng)
    seen = set()
    for _ in range(4):
        seen.add((draw_blind(game), pile(game)))
        game = taken_back(game)
    assert len(seen) == 1


@pytest.mark.parametrize("rng", RNGS)
def test_after_a_shuffle_every_card_of_the_pile_may_come_next(rng: int) -> None:
    """Whatever was drawn before: as often as the pile has it, the card seen included."""
    game = begun(rng=rng)
    draw_blind(game)
    back = taken_back(game)
    held, counts = Counter(pile(back)), Counter[str]()
    for again in range(1, 801):
        now = back.copy()
        now.shuffle_again(cards=True, again=again)
        assert Counter(pile(now)) == held
        counts[draw_blind(now)] += 1
    assert agrees(counts, {card: float(n) for card, n in held.items()})


@pytest.mark.parametrize("rng", RNGS)
def test_after_a_shuffle_every_ticket_may_be_offered_first(rng: int) -> None:
    game = begun("new-york", rng=rng)
    game.play("tickets")
    back = taken_back(game)
    counts = Counter[str]()
    for again in range(1, 801):
        now = back.copy()
        now.shuffle_again(cards=False, tickets=True, again=again)
        assert sorted(ticket_deck(now)) == sorted(ticket_deck(back))
        assert pile(now) == pile(back)
        now.play("tickets")
        counts[now.got(now.ply - 1)[0]] += 1
    assert agrees(counts, dict.fromkeys(ticket_deck(back), 1.0))


LAST_CARD = """\
market: red red blue blue green
pile: white
discards: 5 black 5 yellow 5 orange
Bob: hand 10 red 10 blue 11 green 11 white 7 black 7 yellow 7 orange 12 purple 14 locomotive
"""


@pytest.mark.parametrize("rng", RNGS)
def test_the_next_reshuffle_is_another_one_too(rng: int) -> None:
    """D8: who took back the draw that brought a new pile has seen the top of it."""
    orders = set()
    for again in range(4):
        game = Game.from_text(LAST_CARD)
        game.rng = rng
        if again:
            game.shuffle_again(again=again)
        game.play("draw deck")
        orders.add(pile(game))
        assert len(pile(game)) == 15
    assert len(orders) == 4


def test_a_shuffle_follows_from_the_seed_its_number_and_nothing_else() -> None:
    one, two, other = begun(), begun(), begun()
    one.shuffle_again(tickets=True)
    two.shuffle_again(tickets=True, again=1)
    other.shuffle_again(tickets=True, again=2)
    assert everything(one) == everything(two)
    assert (pile(one), ticket_deck(one)) != (pile(other), ticket_deck(other))
    assert one.shuffles == two.shuffles == ((2, ("cards", "tickets"), 1),)


def test_a_number_used_before_is_refused_even_after_going_back() -> None:
    """Else a second take-back to the same place would bring the same order again."""
    game = begun()
    game.shuffle_again(again=3)
    for again in (3, 2, 0, -1, True, "4"):
        with pytest.raises(IllegalAction):
            game.shuffle_again(again=again)  # type: ignore[arg-type]  # that is the point
    assert game.shuffle_again().again == 4


@pytest.mark.parametrize("board", board_names())
def test_views_and_events_say_the_same_before_and_after_the_cards_are_shuffled(board: str) -> None:
    """H1, H2: the market, the discards and what everybody knows stay; nothing new is told."""
    rng = Random(f"again {board}")
    name, players = some_table(rng, board)
    game = new_game(name, players, "again")
    for _ in range(60):
        step(game, rng)
        if game.over:
            break
        before, order = everything(game), pile(game)
        game.shuffle_again(cards=True)
        assert everything(game)[1:] == before[1:]
        assert sorted(pile(game)) == sorted(order)
        audit(game.flat, game.state)


@pytest.mark.parametrize("board", board_names())
def test_after_tickets_are_shuffled_a_view_says_so_and_nothing_else_changes(board: str) -> None:
    """H1, H2, H3: the same line for every seat and for spectators."""
    game = begun(board, players=2 if board != "europe" else 3)
    for seat in (None, *range(len(game.names))):
        before = game.view(seat).data()
        after_game = game.copy()
        after_game.shuffle_again(cards=False, tickets=True)
        after = after_game.view(seat).data()
        assert after.pop("draws") == [*before.pop("draws"), (-1, 0, 0)]
        assert after == before
        audit(after_game.flat, after_game.state)


@pytest.mark.slow
@pytest.mark.parametrize("board", board_names())
def test_games_with_shuffles_lose_nothing_and_copies_go_on_alike(board: str) -> None:
    """C4, D8, K1: whatever is shuffled whenever it may be, to the end."""
    rng = Random(f"shuffles {board}")
    name, players = some_table(rng, board)
    game = new_game(name, players, "shuffles")
    while not game.over:
        step(game, rng)
        if rng.random() < 0.2 and not game.over:
            tickets = game.phase in ("turn", "second card", "tunnel")
            game.shuffle_again(cards=rng.random() < 0.7 or not tickets, tickets=tickets)
            copy = game.copy()
            assert (copy.shuffles, everything(copy)) == (game.shuffles, everything(game))
        audit(game.flat, game.state)
    assert len(game.shuffles) > 5


@pytest.mark.slow
def test_a_world_that_fits_the_view_can_be_dealt_after_a_shuffle() -> None:
    rng, luck = Random("worlds"), seeded("worlds")
    for board in board_names():
        game = begun(board, players=2 if board != "europe" else 3)
        while not game.over and game.ply < 120:
            step(game, rng)
            if game.phase == "turn" and rng.random() < 0.1:
                game.shuffle_again(tickets=True)
            if rng.random() < 0.1:
                for seat in range(len(game.names)):
                    view = game.view(seat)
                    world = view.sample(luck)
                    assert world.view(seat) == view
                    audit(world.flat, world.state)


NOT_NOW: list[tuple[str, dict[str, Any], str]] = [
    ("opening", {"tickets": True}, "wrong_phase"),
    ("tickets", {"tickets": True}, "wrong_phase"),
    ("over", {}, "game_over"),
    ("turn", {"cards": False}, "chance_disagrees"),
]


@pytest.mark.parametrize(("phase", "piles", "code"), NOT_NOW)
def test_a_shuffle_that_cannot_be_changes_nothing(
    phase: str, piles: dict[str, Any], code: str
) -> None:
    game = Game("new-york", 2, seed=1) if phase == "opening" else begun("new-york")
    while game.phase != phase:
        game.play("tickets" if phase == "tickets" else game.legal[0])
    before, luck = everything(game), game.chance.rng.words()
    with pytest.raises(IllegalAction) as error:
        game.shuffle_again(**piles)
    assert error.value.code == code
    assert (everything(game), game.chance.rng.words(), game.shuffles) == (before, luck, ())
