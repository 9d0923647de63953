"""Drawing tickets in a turn, and who knows about tickets (K1–K3, P12, P13)."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.rules.ask import refusal
from tests.rules.positions import everything, line, read
from whistlestop.boards.load import load_board
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game


def ids(board: str, count: int) -> list[str]:
    """Some regular tickets of a board."""
    regular = [ticket.id for ticket in load_board(board).tickets if not ticket.long]
    return regular[len(regular) - count :]


def with_deck(board: str, count: int, more: str = "") -> Game:
    """Ann's turn with a ticket deck of so many tickets, the others out of the game."""
    return read(board, f"tickets: {' '.join(ids(board, count))}\n{more}")


def offer(game: Game, seat: int) -> list[str]:
    return [ticket.id for ticket in game.view(seat).offer]


def held(game: Game, seat: int) -> set[str]:
    return {ticket.id for ticket in game.view(seat).tickets}


# Drawing


def test_tickets_come_from_the_top_of_the_deck(board: str) -> None:
    """K1, P13"""
    game = with_deck(board, 6)
    count = game.board.rules.draw_tickets
    game.play("tickets")
    assert offer(game, 0) == ids(board, 6)[:count]
    assert line(game, "tickets") == ids(board, 6)[count:]
    assert (game.turn, game.phase) == (0, "tickets")


def test_any_of_them_may_be_kept_but_at_least_one(board: str) -> None:
    """K1, P13"""
    game = with_deck(board, 6)
    game.play("tickets")
    places = range(1, game.board.rules.draw_tickets + 1)
    kept = [c for n in places for c in combinations(places, n)]
    assert {str(a) for a in game.legal} == {"keep " + " ".join(map(str, c)) for c in kept}
    with pytest.raises(IllegalAction):
        game.play("keep")


@pytest.mark.parametrize("kept", ["1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"])
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_the_others_go_under_the_deck_in_the_order_offered(board: str, kept: str) -> None:
    """K1, P12; the order is our decision. In europe only the opening takes tickets out."""
    game = with_deck(board, 6)
    game.play("tickets")
    game.play(f"keep {kept}")
    deck = ids(board, 6)
    chosen = [deck[int(place) - 1] for place in kept.split()]
    assert held(game, 0) == set(chosen)
    assert line(game, "tickets") == [*deck[3:], *(x for x in deck[:3] if x not in chosen)]
    assert (game.turn, game.phase) == (1, "turn")


@pytest.mark.parametrize("kept", ["1", "2", "1 2"])
@pytest.mark.parametrize("board", ["new-york", "london"])
def test_in_the_city_games_two_are_drawn_and_one_may_go_under_the_deck(
    board: str, kept: str
) -> None:
    """K1, P13"""
    game = with_deck(board, 5)
    game.play("tickets")
    game.play(f"keep {kept}")
    deck = ids(board, 5)
    chosen = [deck[int(place) - 1] for place in kept.split()]
    assert held(game, 0) == set(chosen)
    assert line(game, "tickets") == [*deck[2:], *(x for x in deck[:2] if x not in chosen)]


def test_refused_tickets_come_up_again_after_all_others(board: str) -> None:
    """K1"""
    count = load_board(board).rules.draw_tickets
    game = with_deck(board, 2 * count)
    deck = ids(board, 2 * count)
    for player in (0, 1):
        game.play("tickets")
        assert offer(game, player) == deck[count * player :][:count]
        game.play("keep 1")
    game.play("tickets")
    assert offer(game, 0) == [*deck[1:count], *deck[count + 1 :]][:count]


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_with_fewer_tickets_left_fewer_are_drawn(board: str) -> None:
    """K1"""
    game = with_deck(board, 2)
    game.play("tickets")
    assert offer(game, 0) == ids(board, 2)
    assert refusal(game, "keep 3") == "no_such_offer"
    game.play("keep 2")
    assert held(game, 0) == {ids(board, 2)[1]}
    assert line(game, "tickets") == [ids(board, 2)[0]]


def test_with_no_ticket_left_none_can_be_drawn(board: str) -> None:
    """K1"""
    game = with_deck(board, 0)
    assert "tickets" not in map(str, game.legal)
    assert refusal(game, "tickets") == "no_tickets_left"


def test_the_only_ticket_left_is_kept_without_asking(board: str) -> None:
    """K2; not asking is our decision."""
    game = with_deck(board, 1)
    game.play("tickets")
    assert held(game, 0) == set(ids(board, 1))
    assert (game.turn, game.phase) == (1, "turn")
    assert [event.name for event in game.events(0)] == ["offered", "kept", "turn"]
    assert game.view(0).ticket_pile == 0


def test_two_tickets_left_are_a_choice(board: str) -> None:
    """K2"""
    game = with_deck(board, 2)
    game.play("tickets")
    assert game.phase == "tickets"
    assert {str(action) for action in game.legal} == {"keep 1", "keep 2", "keep 1 2"}


def test_a_refused_ticket_that_is_the_only_one_left_goes_to_who_draws_next(board: str) -> None:
    """K1, K2"""
    game = with_deck(board, 2)
    game.play("tickets")
    game.play("keep 2")
    game.play("tickets")
    assert [held(game, 0), held(game, 1)] == [{ids(board, 2)[1]}, {ids(board, 2)[0]}]
    assert game.turn == 0


def test_in_europe_tickets_refused_in_a_turn_stay_in_the_game() -> None:
    """P12, K1"""
    game = Game("europe", seed=4)
    for seat in (0, 1):
        game.play("keep 1 2", seat)
    deck = line(game, "tickets")
    game.play("tickets")
    game.play("keep 2")
    assert line(game, "tickets") == [*deck[3:], deck[0], deck[2]]


def test_a_draw_of_tickets_can_be_told_which_they_were(board: str) -> None:
    """K1: for a game played elsewhere."""
    game = with_deck(board, 6)
    deck = ids(board, 6)
    count = game.board.rules.draw_tickets
    drawn = deck[::-1][:count]
    game.play("tickets", got=drawn)
    assert offer(game, 0) == drawn == game.got(0)
    assert sorted([*drawn, *line(game, "tickets")]) == sorted(deck)


def test_tickets_that_cannot_have_been_drawn_are_refused(board: str) -> None:
    """K1"""
    game = with_deck(board, 6)
    before = game.position
    twice = ids(board, 6)[:1] * game.board.rules.draw_tickets
    outside = [load_board(board).tickets[0].id, *ids(board, 6)][: game.board.rules.draw_tickets]
    for got in ([], ids(board, 6)[:1], twice, outside, ["atlantis-eldorado"]):
        with pytest.raises(IllegalAction) as error:
            game.play("tickets", got=got)
        assert error.value.code == "chance_disagrees"
        assert game.position == before


# What is known of them


def test_tickets_are_secret_until_the_end(board: str) -> None:
    """K3, H2"""
    mine = ids(board, 8)[:2]
    game = read(
        board, f"tickets: {' '.join(ids(board, 6))}\nAnn: tickets {' '.join(mine)}; hand 2 blue"
    )
    game.play("tickets")
    drawn = offer(game, 0)
    for kept in (None, "keep 1"):
        if kept:
            game.play(kept)
        for other in (1, None):
            sent = everything(game.view(other)) + str(game.events(other))
            assert not [ticket for ticket in (*mine, *drawn) if ticket in sent]
            assert [player.held for player in game.view(other).players] == [None, None]
    assert held(game, 0) == {*mine, drawn[0]}


def test_how_many_tickets_each_player_holds_is_public(board: str) -> None:
    """K3, H1"""
    two, one = ids(board, 9)[:2], ids(board, 9)[2]
    game = read(
        board,
        f"tickets: {' '.join(ids(board, 6))}\nAnn: tickets {' '.join(two)}\nBob: tickets {one}",
    )
    game.play("tickets")
    game.play("keep 1 2")
    for who in (0, 1, None):
        assert [player.tickets for player in game.view(who).players] == [4, 1]
        counts = {event.name: event.get("count") for event in game.events(who)}
        assert counts["offered"] == game.board.rules.draw_tickets
        assert counts["kept"] == 2
        assert counts.get("refused", 0) == counts["offered"] - 2


@pytest.mark.parametrize("who", [1, None])
def test_which_of_the_tickets_were_kept_is_not_told(board: str, who: int | None) -> None:
    """K3, H4: neither by a view nor by events nor by their order."""
    views, events = [], []
    for place in (1, 2):
        game = with_deck(board, 6)
        game.play("tickets")
        game.play(f"keep {place}")
        views.append(everything(game.view(who)))
        events.append(list(map(str, game.events(who))))
    assert views[0] == views[1]
    assert events[0] == events[1]


def test_at_the_end_all_tickets_are_shown(board: str) -> None:
    """K3, V2"""
    one, other = ids(board, 2)
    game = read(board, f"last round: 1\nAnn: tickets {one}\nBob: tickets {other}")
    game.play("draw deck")
    game.play("draw deck")
    assert game.over
    for who in (0, 1, None):
        shown = [[t.id for t in player.held or ()] for player in game.view(who).players]
        assert shown == [[one], [other]]
