"""Tunnels: the cards turned up, paying more, declining, and short piles (U1–U8)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rules.ask import claimable, owner, refusal
from tests.rules.brute_force import WILD, payments
from tests.rules.positions import counted, hand, line, names, read, scarce
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game

PURPLE = "marseille-zurich"  # a tunnel of two purple spaces
GRAY = "sarajevo-sofia"  # a tunnel of two gray spaces
MARKET = "white white white white white"


def dig(laid: str, pile: str, left: str = "", route: str = PURPLE) -> Game:
    """Ann lays down cards for a tunnel with `left` remaining in her hand; `pile` is turned up."""
    held = counted(laid) + counted(left)
    cards = " ".join(f"{n} {card}" for card, n in held.items())
    game = read("europe", f"market: {MARKET}\npile: {pile} ...\nAnn: hand {cards}")
    game.play(f"claim {route} {laid}")
    return game


def answers(game: Game) -> list[str]:
    return sorted(str(action) for action in game.legal)


def extra(game: Game) -> int:
    """How many cards the tunnel costs more; none if it was claimed at once."""
    tunnel = game.view(None).tunnel
    return 0 if tunnel is None else tunnel.extra


# What is turned up


def test_three_cards_are_turned_up_after_the_cards_are_laid_down() -> None:
    """U1"""
    game = dig("2 purple", "purple red blue green")
    tunnel = game.view(None).tunnel
    assert tunnel is not None
    assert dict(tunnel.laid) == {"purple": 2}
    assert Counter(tunnel.revealed) == Counter(["purple", "red", "blue"])
    assert line(game, "pile")[0] == "green"
    shown = [event["card"] for event in game.events(None) if event.name == "revealed"]
    assert shown == ["purple", "red", "blue"]


def test_a_tunnel_is_not_claimed_before_its_extra_is_paid() -> None:
    """U1"""
    game = dig("2 purple", "purple red blue", left="1 purple")
    assert (game.turn, game.phase) == (0, "tunnel")
    assert owner(game, PURPLE) is None
    assert game.view(None).players[0].trains == 45
    assert hand(game, 0) == {"purple": 1}
    assert game.view(None).discards == {}


def test_nothing_else_can_be_done_while_a_tunnel_waits() -> None:
    """U1, U5"""
    game = dig("2 purple", "purple red blue", left="1 purple")
    for action in ("draw deck", "tickets", "build paris 1 purple", "pass", "keep 1"):
        assert refusal(game, action) == "wrong_phase"
    assert refusal(game, "decline", seat=1) == "not_your_turn"


@pytest.mark.parametrize(
    ("pile", "cost"),
    [
        ("red blue green", 0),
        ("purple blue green", 1),
        ("locomotive blue green", 1),
        ("purple purple green", 2),
        ("purple locomotive green", 2),
        ("locomotive locomotive green", 2),
        ("purple purple purple", 3),
        ("purple locomotive purple", 3),
        ("locomotive locomotive locomotive", 3),
    ],
)
@pytest.mark.parametrize("laid", ["2 purple", "1 purple 1 locomotive"])
def test_each_revealed_card_of_the_colour_or_locomotive_costs_one(
    laid: str, pile: str, cost: int
) -> None:
    """U2"""
    assert extra(dig(laid, pile, left="5 purple")) == cost


def test_only_the_three_cards_turned_up_count() -> None:
    """U1, U2"""
    game = dig("2 purple", "red blue green purple locomotive")
    assert owner(game, PURPLE) == 0


@pytest.mark.parametrize(
    ("pile", "cost"),
    [
        ("purple purple purple", 0),
        ("purple locomotive red", 1),
        ("locomotive purple locomotive", 2),
        ("locomotive locomotive locomotive", 3),
    ],
)
@pytest.mark.parametrize("route", [PURPLE, GRAY])
def test_after_only_locomotives_only_revealed_locomotives_cost(
    route: str, pile: str, cost: int
) -> None:
    """U3, U4: whatever colour is printed on the route."""
    game = dig("2 locomotive", pile, left="3 purple 3 locomotive", route=route)
    assert extra(game) == cost
    expected = ["decline", f"pay {cost} locomotive"] if cost else None
    assert expected is None or answers(game) == expected


def test_after_only_locomotives_the_extra_cannot_be_paid_in_a_colour() -> None:
    """U3"""
    game = dig("2 locomotive", "locomotive red red", left="5 purple")
    assert answers(game) == ["decline"]
    assert refusal(game, "pay 1 purple") == "wrong_colour"


@pytest.mark.parametrize(("laid", "cost"), [("red", 2), ("blue", 1), ("green", 0)])
def test_in_a_gray_tunnel_the_colour_played_counts(laid: str, cost: int) -> None:
    """U4"""
    game = dig(f"2 {laid}", "red red blue", left=f"2 {laid}", route=GRAY)
    assert extra(game) == cost
    if cost:
        assert answers(game) == ["decline", f"pay {cost} {laid}"]


# Paying


def test_a_paid_tunnel_is_claimed_and_ends_the_turn() -> None:
    """U2, U6: points and trains follow the printed length."""
    game = dig("2 purple", "purple locomotive red", left="2 purple")
    game.play("pay 2 purple")
    assert owner(game, PURPLE) == 0
    assert (game.turn, game.phase) == (1, "turn")
    ann = game.view(None).players[0]
    assert (ann.points, ann.trains, ann.cards) == (2, 43, 0)


def test_a_tunnel_without_extra_is_claimed_at_once() -> None:
    """U5"""
    game = dig("2 purple", "red blue green")
    assert owner(game, PURPLE) == 0
    assert (game.turn, game.phase) == (1, "turn")
    assert names(game, None).count("revealed") == 3


def test_the_split_of_the_extra_between_colour_and_locomotives_is_free() -> None:
    """U8"""
    for paid, rest in (
        ("2 purple", {"locomotive": 2}),
        ("1 purple 1 locomotive", {"purple": 1, "locomotive": 1}),
        ("2 locomotive", {"purple": 2}),
    ):
        game = dig("2 purple", "purple locomotive red", left="2 purple 2 locomotive")
        expected = ["decline", "pay 1 purple 1 locomotive", "pay 2 locomotive", "pay 2 purple"]
        assert answers(game) == expected
        game.play(f"pay {paid}")
        assert hand(game, 0) == rest


def test_the_extra_is_paid_in_full_and_never_over() -> None:
    """U2"""
    game = dig("2 purple", "purple locomotive red", left="5 purple")
    for count in (1, 3):
        assert refusal(game, f"pay {count} purple") == "wrong_number_of_cards"


def test_the_extra_is_paid_in_the_colour_laid_down() -> None:
    """U2"""
    game = dig("2 purple", "purple red red", left="5 red 1 purple")
    assert answers(game) == ["decline", "pay 1 purple"]
    assert refusal(game, "pay 1 red") == "wrong_colour"


@pytest.mark.parametrize("seed", range(25))
def test_the_answers_to_any_tunnel_are_exactly_those_of_the_rules(seed: int) -> None:
    """U2, U3, U4, U5, U8"""
    rng = random.Random(seed)
    route = rng.choice([r for r in load_board("europe").routes if r.tunnel])
    colour = rng.choice(["red", "blue"]) if route.colour == "gray" else route.colour
    held = {colour: rng.randint(2, 4), "orange": 2, WILD: rng.randint(6, 8)}
    laid = rng.choice(sorted(payments(route.length, colour, 0, held)))
    pile = rng.choices([colour, WILD, "white"], k=3)
    left = dict(Counter(held) - counted(laid))
    game = dig(laid, " ".join(pile), " ".join(f"{n} {c}" for c, n in left.items()), route.id)
    matching = {colour, WILD} if colour in laid else {WILD}
    cost = sum(card in matching for card in pile)
    assert extra(game) == cost
    if cost:
        ways = payments(cost, colour if colour in laid else WILD, 0, left)
        assert answers(game) == sorted(["decline", *(f"pay {way}" for way in ways)])


# Declining


def test_declining_a_tunnel_keeps_the_cards_and_ends_the_turn() -> None:
    """U5"""
    for laid in ("2 purple", "1 purple 1 locomotive", "2 locomotive"):
        game = dig(laid, "locomotive red blue", left="3 purple 3 locomotive")
        game.play("decline")
        assert hand(game, 0) == dict(counted(laid) + counted("3 purple 3 locomotive"))
        assert (game.turn, game.phase) == (1, "turn")
        assert owner(game, PURPLE) is None


def test_declining_a_tunnel_changes_nothing_but_the_cards_turned_up() -> None:
    """U5, U6"""
    text = (
        f"market: {MARKET}\npile: purple red blue green ...\nAnn: hand 3 purple; tickets paris-wien"
    )
    game = read("europe", text)
    before = dict(part.split(":", 1) for part in game.position.splitlines())
    game.play(f"claim {PURPLE} 2 purple")
    game.play("decline")
    after = dict(part.split(":", 1) for part in game.position.splitlines())
    assert after["pile"].split() == before["pile"].split()[3:]
    assert counted(after["discards"]) == counted("1 purple 1 red 1 blue")
    changed = {"pile", "discards", "turn", "quiet"}
    assert {key for key in after if after[key] != before.get(key)} == changed


def test_a_declined_tunnel_can_be_claimed_later() -> None:
    """U5"""
    game = dig("2 purple", "purple red blue white white red red red", left="1 purple")
    game.play("decline")
    game.play("draw deck")
    game.play("draw deck")
    game.play(f"claim {PURPLE} 2 purple")
    assert owner(game, PURPLE) == 0


def test_declining_leaves_both_sides_of_a_double_tunnel_open() -> None:
    """U5, C7"""
    sides = {"madrid-pamplona:black", "madrid-pamplona:white"}
    game = read("europe", "pile: black red red ...\nAnn: hand 3 black\nBob: hand 3 locomotive")
    game.play("claim madrid-pamplona:black 3 black")
    game.play("decline")
    assert claimable(game) >= sides


def test_who_cannot_pay_still_declines() -> None:
    """U5: settling it for the player would tell the others about the hand."""
    for left in ("", "9 red", "1 purple"):
        game = dig("2 purple", "purple purple red", left=left)
        assert game.phase == "tunnel"
        assert answers(game) == ["decline"]


def test_nobody_sees_whether_a_tunnel_could_be_paid() -> None:
    """U5, H4"""
    poor = dig("2 purple", "purple purple red", left="2 green")
    rich = dig("2 purple", "purple purple red", left="2 purple")
    for seat in (1, None):
        assert poor.view(seat).to_json() == rich.view(seat).to_json()
        assert poor.events(seat) == rich.events(seat)


def test_who_could_pay_may_decline() -> None:
    """U5"""
    game = dig("2 purple", "purple red red", left="5 purple")
    game.play("decline")
    assert hand(game, 0) == {"purple": 7}


# Where the cards go


def test_the_revealed_cards_are_discarded_after_a_decline() -> None:
    """U6"""
    game = dig("2 purple", "purple locomotive red")
    game.play("decline")
    assert game.view(None).discards == {"purple": 1, "locomotive": 1, "red": 1}


def test_revealed_laid_and_extra_cards_are_all_discarded_after_paying() -> None:
    """U6"""
    game = dig("1 purple 1 locomotive", "purple locomotive red", left="2 purple")
    game.play("pay 2 purple")
    assert game.view(None).discards == {"purple": 4, "locomotive": 2, "red": 1}


def test_revealed_and_laid_cards_are_discarded_when_nothing_extra_is_due() -> None:
    """U6"""
    game = dig("1 purple 1 locomotive", "white green red")
    counts = {"purple": 1, "locomotive": 1, "white": 1, "green": 1, "red": 1}
    assert game.view(None).discards == counts


@pytest.mark.parametrize(
    ("answer", "cards"), [("pay 1 purple", 6), ("pay 1 locomotive", 6), ("decline", 3)]
)
def test_all_cards_of_a_tunnel_are_one_discard_before_the_pile_is_made_anew(
    answer: str, cards: int
) -> None:
    """U6, D8"""
    game = scarce("europe", MARKET, "red purple red", ann="3 purple 1 locomotive")
    game.play(f"claim {PURPLE} 2 purple")
    assert (game.view(None).pile, game.view(None).discards) == (0, {})
    game.play(answer)
    shuffles = [event for event in game.events(None) if event.name == "reshuffled"]
    assert [event["cards"] for event in shuffles] == [cards]
    assert (game.view(None).pile, game.view(None).discards) == (cards, {})


def test_the_cards_of_a_free_tunnel_are_one_discard_too() -> None:
    """U6, D8"""
    game = scarce("europe", MARKET, "red red red", ann="2 purple")
    game.play(f"claim {PURPLE} 2 purple")
    assert (game.view(None).pile, game.view(None).discards) == (5, {})
    assert Counter(line(game, "pile")) == Counter(["red", "red", "red", "purple", "purple"])


# Short piles


@pytest.mark.parametrize("count", [3, 2, 1])
def test_a_short_pile_reveals_only_what_there_is(count: int) -> None:
    """U7"""
    pile = " ".join(["purple"] * count)
    game = scarce("europe", MARKET, pile, ann="2 purple 3 locomotive")
    game.play(f"claim {PURPLE} 2 purple")
    assert names(game, None).count("revealed") == count
    assert extra(game) == count
    assert answers(game) == ["decline", f"pay {count} locomotive"]


def test_without_pile_and_discards_a_tunnel_costs_nothing_extra() -> None:
    """U7"""
    game = scarce("europe", MARKET, ann="2 purple")
    game.play(f"claim {PURPLE} 2 purple")
    assert owner(game, PURPLE) == 0
    assert "revealed" not in names(game, None)
    assert Counter(line(game, "pile")) == Counter(["purple", "purple"])


@pytest.mark.parametrize(("pile", "discards"), [("red", "2 purple"), ("red red", "1 purple")])
def test_a_pile_that_runs_out_is_made_anew_in_the_middle_of_a_reveal(
    pile: str, discards: str
) -> None:
    """U7, D8"""
    game = scarce("europe", MARKET, pile, discards, ann="2 purple")
    game.play(f"claim {PURPLE} 2 purple")
    tunnel = game.view(None).tunnel
    assert tunnel is not None
    assert Counter(tunnel.revealed) == Counter(pile.split()) + counted(discards)
    shown = [event.name for event in game.events(None) if event.name in ("revealed", "reshuffled")]
    assert shown.index("reshuffled") == len(pile.split())
    assert (game.view(None).pile, game.view(None).discards) == (0, {})


def test_cards_laid_down_are_not_revealed() -> None:
    """U7: they are not discards yet while the reveal is decided."""
    game = scarce("europe", MARKET, "red", ann="2 purple")
    game.play(f"claim {PURPLE} 2 purple")
    assert owner(game, PURPLE) == 0
    assert names(game, None).count("revealed") == 1


@pytest.mark.parametrize(("pile", "discards"), [("purple", ""), ("purple", "1 purple")])
def test_a_card_already_revealed_is_not_revealed_again(pile: str, discards: str) -> None:
    """U7"""
    game = scarce("europe", MARKET, pile, discards, ann="2 purple 3 locomotive")
    game.play(f"claim {PURPLE} 2 purple")
    there = 1 + len(discards.split()) // 2
    assert extra(game) == names(game, None).count("revealed") == there


def test_cards_left_after_a_short_reveal_fill_the_gaps_of_the_market() -> None:
    """U6, U7, D8"""
    game = scarce("europe", "white - white white -", ann="2 purple 1 locomotive")
    game.play(f"claim {PURPLE} 1 purple 1 locomotive")
    market = game.view(None).market
    assert Counter(market) == Counter(["white", "white", "white", "purple", "locomotive"])
    assert game.view(None).pile == 0
