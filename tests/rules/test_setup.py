"""Set-up: the deal of cards and tickets, and the simultaneous opening choice (S1–S5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from tests.rules.positions import everything, hand, line, market, names, start, whole_deck
from whistlestop.boards.load import load_board
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.game import Game

UNDER = ["usa", "new-york", "london"]
OFFERS = {
    "usa": "boston-miami calgary-phoenix denver-el_paso"
    " duluth-houston toronto-miami new_york-atlanta",
    "europe": "brest-petrograd amsterdam-wilno athina-angora paris-wien"
    " cadiz-stockholm berlin-roma essen-kyiv sofia-smyrna",
    "new-york": "central_park-chelsea times_square-soho east_village-soho chelsea-brooklyn",
    "london": "kings_cross-tower_of_london st_pauls-hyde_park"
    " brick_lane-globe_theatre the_charterhouse-big_ben",
}


def dealt(board: str, *cards: str) -> Game:
    """Two players with blue and green hands, then these cards."""
    each = load_board(board).rules.hand
    return Game(board, cards=[*["blue"] * each, *["green"] * each, *cards], seed=1)


def offers(board: str) -> tuple[list[str], list[str]]:
    """The tickets that Ann and Bob are dealt in `opening`."""
    ids = OFFERS[board].split()
    return ids[: len(ids) // 2], ids[len(ids) // 2 :]


def opening(board: str, seed: int = 1) -> Game:
    """Ann and Bob before their choice, with the tickets of `offers`."""
    return Game(board, ["Ann", "Bob"], tickets=OFFERS[board].split(), seed=seed)


def seen(game: Game, seat: int) -> list[str]:
    return [ticket.id for ticket in game.view(seat).offer]


def everyone_keeps(game: Game, text: str) -> None:
    for seat in game.waiting:
        game.play(text, seat)


# Cards


def test_hands_are_dealt_seat_by_seat_before_the_market_is_turned_up(board: str) -> None:
    """S1; seat by seat is our decision."""
    game = dealt(board, "black", "orange", "black", "orange", "orange")
    each = game.board.rules.hand
    assert [hand(game, 0), hand(game, 1)] == [{"blue": each}, {"green": each}]
    assert market(game) == "black orange black orange orange"
    assert game.view(0).pile == game.board.deck_size - 2 * each - 5


def test_all_cards_are_shuffled_and_none_is_missing(board: str) -> None:
    """S1"""
    orders = {tuple(Game(board, seed=seed).cards) for seed in range(5)}
    deck = whole_deck(load_board(board))
    assert len(orders) == 5
    for order in orders:
        assert Counter(load_board(board).cards[i] for i in order) == deck


def test_the_same_seed_deals_the_same_game_and_another_seed_another(board: str) -> None:
    """S1"""
    one, same, other = (Game(board, seed=seed).position for seed in ("x", "x", "y"))
    assert one == same != other


def test_a_first_market_with_three_locomotives_is_wiped(board: str) -> None:
    """S1, D6"""
    first = ["locomotive", "black", "locomotive", "orange", "locomotive"]
    game = dealt(board, *first, "black", "blue", "orange", "blue", "locomotive")
    assert market(game) == "black blue orange blue locomotive"
    assert game.view(0).discards == {"locomotive": 3, "black": 1, "orange": 1}
    assert names(game, None).count("wiped") == 1


def test_a_first_market_is_wiped_as_often_as_needed(board: str) -> None:
    """S1, D6"""
    wild = ["locomotive", "locomotive", "locomotive", "black", "black"]
    game = dealt(board, *wild, *wild, "orange", "blue", "orange", "blue", "orange")
    assert market(game) == "orange blue orange blue orange"
    assert game.view(0).discards == {"locomotive": 6, "black": 4}


def test_a_first_market_with_two_locomotives_stays(board: str) -> None:
    """S1, D6"""
    game = dealt(board, "locomotive", "black", "locomotive", "orange", "blue")
    assert market(game) == "locomotive black locomotive orange blue"
    assert game.view(0).discards == {}


# Tickets


def test_tickets_are_dealt_seat_by_seat_and_the_long_one_first(board: str) -> None:
    """S2; the order of the offers is our decision."""
    game = opening(board)
    ann, bob = offers(board)
    assert [seen(game, 0), seen(game, 1)] == [ann, bob]
    longs = [[ticket.long for ticket in game.view(seat).offer] for seat in (0, 1)]
    rules = game.board.rules
    mine = [True] * rules.opening_long + [False] * rules.opening_regular
    assert longs == [mine, mine]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_europe_each_gets_one_long_ticket_and_the_others_leave_the_game(players: int) -> None:
    """S2, P11"""
    game = Game("europe", players, seed=3)
    dealt_longs = [t.id for seat in range(players) for t in game.view(seat).offer if t.long]
    assert len(set(dealt_longs)) == players
    assert len(line(game, "tickets")) == game.view(0).ticket_pile == 40 - 3 * players
    assert not {t.id for t in game.board.tickets if t.long} & set(line(game, "tickets"))


def test_nobody_sees_the_long_tickets_that_leave_the_game() -> None:
    """S2, H3"""
    game = start("europe", players=3, seed=5)
    held = {t.id for seat in range(3) for t in game.view(seat).tickets}
    gone = [t.id for t in game.board.tickets if t.long and t.id not in held]
    assert len(gone) == 3
    sent = [everything(game.view(who)) + str(game.events(who)) for who in (0, 1, 2, None)]
    assert not [ticket for ticket in gone for text in sent if ticket in text]


def test_the_long_tickets_are_shuffled_among_themselves() -> None:
    """S2"""
    games = [Game("europe", seed=seed) for seed in range(12)]
    assert len({(seen(g, 0)[0], seen(g, 1)[0]) for g in games}) > 6
    assert len({seen(g, 0)[1] for g in games}) > 6


def test_where_no_long_ticket_is_dealt_apart_they_are_mixed_with_the_regular_ones() -> None:
    """S2; our decision, for boards of other people: no shipped board is such a one."""
    europe = load_board("europe")
    mixed = replace(europe, rules=replace(europe.rules, opening_long=0))
    game = Game(mixed, tickets=["paris-wien", "cadiz-stockholm", "berlin-roma"], seed=1)
    assert seen(game, 0) == ["paris-wien", "cadiz-stockholm", "berlin-roma"]
    assert game.view(0).ticket_pile == 46 - 6
    assert "brest-petrograd" in [*line(game, "tickets"), *seen(game, 1)]


# The choice


def test_any_of_the_tickets_dealt_may_be_refused_down_to_the_minimum(board: str) -> None:
    """S3, P11"""
    game = Game(board, 4, seed=1)
    count, least = len(seen(game, 0)), game.board.rules.opening_keep
    kept = [c for n in range(least, count + 1) for c in combinations(range(1, count + 1), n)]
    for seat in range(4):
        legal = {str(action) for action in game.legal_for(seat)}
        assert legal == {"keep " + " ".join(map(str, places)) for places in kept}


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_keeping_too_few_is_refused_and_changes_nothing(board: str) -> None:
    """S3"""
    game = Game(board, seed=1)
    before = game.position
    with pytest.raises(IllegalAction, match="At least 2") as refusal:
        game.play("keep 1", 0)
    assert refusal.value.code == "too_few_tickets"
    assert game.position == before


def test_in_europe_the_long_ticket_may_be_refused_and_may_be_kept() -> None:
    """S3"""
    game = opening("europe")
    ann, bob = offers("europe")
    game.play("keep 2 3", 0)
    game.play("keep 1 4", 1)
    assert {t.id for t in game.view(0).tickets} == {ann[1], ann[2]}
    assert {t.id for t in game.view(1).tickets} == {bob[0], bob[3]}


def test_no_turn_is_played_before_everyone_has_chosen(board: str) -> None:
    """S3"""
    game = Game(board, 3, seed=1)
    for seat in (0, 2):
        game.play("keep 1 2", seat)
        assert game.phase == "opening"
        with pytest.raises(IllegalAction):
            game.play("draw deck", seat)
    with pytest.raises(IllegalAction) as refusal:
        game.play("draw deck", 1)
    assert refusal.value.code == "wrong_phase"
    game.play("keep 1 2", 1)
    assert (game.phase, game.turn) == ("turn", 0)
    game.play("draw deck")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_players_may_answer_in_any_order_and_it_makes_no_difference(
    board: str, order: tuple[int, ...]
) -> None:
    """S4"""
    choices = ["keep 1 2", "keep 2", "keep 1"]
    if load_board(board).rules.opening_keep == 2:
        choices = ["keep 1 2 3", "keep 2 3", "keep 1 3"]
    games = []
    for answers in ((0, 1, 2), order):
        game = Game(board, 3, seed=11, first=2)
        for seat in answers:
            game.play(choices[seat], seat)
        game.play("draw deck")
        game.play("draw deck")
        games.append(game)
    one, other = games
    assert one.position == other.position
    for who in (0, 1, 2, None):
        assert everything(one.view(who)) == everything(other.view(who))


@pytest.mark.parametrize("board", UNDER)
def test_refused_tickets_go_under_the_deck_in_seat_order(board: str) -> None:
    """S4, P12; that seat order decides, not the order of the answers, is our decision."""
    game = opening(board)
    ann, bob = offers(board)
    before = line(game, "tickets")
    keep = "keep 2 3" if board == "usa" else "keep 2"
    for seat in (1, 0):
        game.play(keep, seat)
    assert line(game, "tickets") == [*before, ann[0], bob[0]]


def test_tickets_refused_by_one_player_go_under_the_deck_in_the_order_dealt() -> None:
    """S4, P12"""
    game = Game("usa:mega", tickets=OFFERS["usa"].split()[:5], seed=1)
    game.play("keep 1 2 4", 0)
    game.play("keep 1 2 3 4 5", 1)
    assert line(game, "tickets")[-2:] == [OFFERS["usa"].split()[i] for i in (2, 4)]


def test_in_europe_refused_tickets_are_out_of_the_game() -> None:
    """P12, S3"""
    game = opening("europe")
    deck = line(game, "tickets")
    everyone_keeps(game, "keep 1 2")
    ann, bob = offers("europe")
    assert line(game, "tickets") == deck
    assert game.view(0).ticket_pile == 34
    assert not set(deck) & {*ann, *bob}


def test_the_choice_is_secret_while_others_still_choose(board: str) -> None:
    """S4, H4; that even the number kept waits until all have answered is our decision."""
    texts = []
    for choice in ("keep 1 2", "keep 2 3" if board in ("usa", "europe") else "keep 1"):
        game = opening(board)
        game.play(choice, 1)
        sent = [(everything(game.view(who)), game.events(who)) for who in (0, None)]
        assert [event.name for event in sent[0][1]][-1] == "answered"
        assert [player.tickets for player in game.view(0).players] == [0, 0]
        texts.append(sent)
    assert texts[0] == texts[1]


def test_after_the_choice_everyone_knows_how_many_were_kept(board: str) -> None:
    """S4, K3"""
    game = opening(board)
    game.play("keep 1 2", 0)
    least = game.board.rules.opening_keep
    game.play("keep 2 3" if least == 2 else "keep 2", 1)
    for who in (0, 1, None):
        assert [player.tickets for player in game.view(who).players] == [2, least]


def test_which_of_the_tickets_dealt_were_kept_is_never_told(board: str) -> None:
    """S4, H4: neither by a view nor by events nor by their order."""
    views, events = [], []
    least = load_board(board).rules.opening_keep
    for choice in ("keep 1 2", "keep 2 3") if least == 2 else ("keep 1", "keep 2"):
        game = opening(board)
        game.play(choice, 1)
        game.play("keep 1 2", 0)
        views.append([everything(game.view(who)) for who in (0, None)])
        events.append([list(map(str, game.events(who))) for who in (0, None)])
    assert views[0] == views[1]
    assert events[0] == events[1]


def test_a_choice_once_made_stands(board: str) -> None:
    """S5"""
    game = opening(board)
    game.play("keep 1 2", 0)
    before = game.position
    with pytest.raises(IllegalAction) as refusal:
        game.play("keep 1 2", 0)
    assert refusal.value.code == "already_answered"
    assert game.position == before


def test_kept_tickets_can_never_be_given_back(board: str) -> None:
    """S5"""
    game = opening(board)
    everyone_keeps(game, "keep 1 2")
    mine = {t.id for t in game.view(0).tickets}
    with pytest.raises(IllegalAction) as refusal:
        game.play("keep 1")
    assert refusal.value.code == "wrong_phase"
    game.play("tickets")
    assert not mine & set(seen(game, 0))
    game.play("keep 1")
    assert mine < {t.id for t in game.view(0).tickets}
    assert not mine & set(line(game, "tickets"))


# Explicit order, for a game that is played elsewhere


def test_a_game_can_be_set_up_with_its_cards_and_tickets_in_a_given_order(board: str) -> None:
    """S1, S2"""
    chosen = load_board(board)
    deck = [card for card, n in whole_deck(chosen).items() for _ in range(n)]
    cards = deck[::2] + deck[1::2]
    tickets = [ticket.id for ticket in chosen.tickets if not ticket.long][::-1]
    game = Game(board, cards=cards, tickets=tickets)
    each = chosen.rules.hand
    assert market(game).split() == cards[2 * each : 2 * each + 5]
    assert line(game, "pile") == cards[2 * each + 5 :]
    assert line(game, "tickets") == tickets[2 * chosen.rules.opening_regular :]
    assert game.position == Game(board, cards=cards, tickets=tickets).position


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"cards": ["blue"] * 13}, "bad_cards"),
        ({"cards": ["mauve"]}, "bad_cards"),
        ({"tickets": ["boston-miami", "boston-miami"]}, "bad_tickets"),
        ({"tickets": ["boston-paris"]}, "bad_tickets"),
    ],
)
def test_an_order_that_the_deck_cannot_have_is_refused(
    setup: dict[str, list[str]], code: str
) -> None:
    """S1, S2"""
    with pytest.raises(SetupError) as refusal:
        Game("usa", **setup)  # type: ignore[arg-type]
    assert refusal.value.code == code
