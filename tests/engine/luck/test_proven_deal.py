"""A deal that can be proven: secret and values in, commitment, seed and every card out."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.chance_tests import agrees
from tests.engine.play import everything
from whistlestop.engine.errors import SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import MOST_VALUE, ProvenDeal, commitment_to
from whistlestop.engine.state.chacha import ChaCha, chacha
from whistlestop.engine.state.rng import seeded

SECRET = "5e" * 32
DEAL = ProvenDeal(SECRET, ("ann's", None, "Zoë"))

texts = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=MOST_VALUE)
values = st.lists(st.none() | texts, min_size=1, max_size=5).map(tuple)
secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_commitment_and_seed_are_hashes_that_anybody_can_repeat() -> None:
    """What the docs say, typed out; `Zoë` is four bytes long."""
    assert DEAL.commitment == sha256(f"whistlestop/commitment/{SECRET}") == commitment_to(SECRET)
    assert DEAL.seed == sha256(f"whistlestop/deal/{SECRET}/3/5:ann's/-/4:Zoë")


# Frozen: whoever noted a commitment must be able to compare it for ever.
def test_commitment_and_seed_are_the_frozen_ones() -> None:
    assert DEAL.commitment == "2f7fc0ce71b4b2bf55b6e70221f9d3cae1bffd4137d7abadd235b0d589d1e8e1"
    assert DEAL.seed == "e5476a8ba507f81c2e5e45d3056ff8d9e5d3b4bb6fccca398d12b06a3a2dbff3"


@given(secrets, values, secrets, values)
def test_two_deals_never_share_a_seed(one: str, ones: Any, two: str, twos: Any) -> None:
    same = (one, ones) == (two, twos)
    assert (ProvenDeal(one, ones).seed == ProvenDeal(two, twos).seed) == same


# Texts that would be alike if values were only put side by side.
ALIKE = [
    [("a", "b"), ("ab", None), (None, "ab"), ("a/1:b", None), ("a/-", None), ("-", None)],
    [("1:a",), ("a",), ("1:a", None), ("2:1:a",), (None, None), (None,)],
]


@pytest.mark.parametrize("tuples", ALIKE)
def test_where_one_value_ends_and_the_next_begins_is_never_in_doubt(tuples: Any) -> None:
    assert len({ProvenDeal(SECRET, given).seed for given in tuples}) == len(tuples)


def test_the_commitment_tells_nothing_of_the_values() -> None:
    assert ProvenDeal(SECRET, ()).commitment == DEAL.commitment


BAD = [
    *(
        "",
        "5e" * 31,
        "5e" * 33,
        "5E" * 32,
        "zz" * 32,
        "5e" * 31 + "5\n",
        "\u0665" * 64,
        None,
        5,
        b"5e",
    ),
]
BAD_VALUES = [
    *([], ["a"], "ab", None, ("",), ("x" * 65,), (5,), (b"a",), ("a\nb",), ("\ud800",), ("\x00",)),
    *(("a", True), (("a",),)),
]


@pytest.mark.parametrize("secret", BAD)
def test_a_secret_is_32_bytes_in_hexadecimal(secret: Any) -> None:
    with pytest.raises(SetupError) as error:
        ProvenDeal(secret, ("a",))
    assert error.value.code == "bad_deal"


@pytest.mark.parametrize("given", BAD_VALUES)
def test_a_value_is_a_short_printable_text(given: Any) -> None:
    with pytest.raises(SetupError) as error:
        ProvenDeal(SECRET, given)
    assert error.value.code == "bad_deal"


def test_a_deal_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(DEAL)) == DEAL


def test_a_game_of_a_proven_deal_is_the_game_of_its_seed_by_the_second_generator() -> None:
    game = Game("usa", 3, deal=DEAL, first="chance")
    assert (game.deal, game.seed, game.rng) == (DEAL, DEAL.seed, 2)
    assert isinstance(game.chance.rng, ChaCha)
    assert everything(game) == everything(Game("usa", 3, seed=DEAL.seed, rng=2, first="chance"))
    assert everything(game) != everything(Game("usa", 3, seed=DEAL.seed, first="chance"))


def test_cards_tickets_reshuffles_and_the_first_seat_come_from_streams_of_the_seed() -> None:
    """Repeated here with the generator alone: sorted cards, then Fisher and Yates from the end."""
    game = Game("europe", 3, deal=DEAL, first="chance")
    cards = [i for i, n in enumerate(map(game.board.count_of, range(9))) for _ in range(n)]
    rng = chacha(DEAL.seed, "cards")
    for i in range(len(cards) - 1, 0, -1):
        j = rng.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert [int(card) for card in game.cards] == cards
    assert game.first == chacha(DEAL.seed, "first").below(3)
    assert game.chance.rng.words() == chacha(DEAL.seed, "shuffles").words()


@pytest.mark.parametrize("place", range(3))
def test_any_single_value_changes_the_whole_deal(place: int) -> None:
    given = list(DEAL.values)
    given[place] = "another"
    other = Game("usa", 3, deal=ProvenDeal(SECRET, tuple(given)))
    game = Game("usa", 3, deal=DEAL)
    same = sum(a == b for a, b in zip(game.cards, other.cards, strict=True))
    assert same < len(game.cards) / 3
    assert list(game.ticket_order) != list(other.ticket_order)


def test_every_card_is_equally_likely_on_top_whatever_one_seat_gives() -> None:
    """A player who tries values without the secret moves nothing: the board's own shares."""
    board = Game("usa", 2).board
    tops = [Game(board, 2, deal=ProvenDeal(SECRET, (f"{i}", "b"))).cards[0] for i in range(700)]
    weights = {i: float(board.count_of(i)) for i in range(len(board.cards))}
    assert agrees(Counter(int(card) for card in tops), weights)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"deal": DEAL, "seed": 5}, "bad_deal"),
    ({"deal": DEAL, "seed": DEAL.seed}, "bad_deal"),
    ({"deal": DEAL, "cards": ["red"]}, "bad_deal"),
    ({"deal": DEAL, "tickets": []}, "bad_deal"),
    ({"deal": ProvenDeal(SECRET, ("a", "b"))}, "bad_deal"),
    ({"deal": SECRET}, "bad_deal"),
    ({"rng": 0}, "bad_rng"),
    ({"rng": 3}, "bad_rng"),
    ({"rng": True}, "bad_rng"),
    ({"rng": "2"}, "bad_rng"),
    ({"rng": None}, "bad_rng"),
]


@pytest.mark.parametrize(("setup", "code"), REFUSED)
def test_a_deal_stands_alone_and_a_generator_must_exist(setup: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as error:
        Game("usa", 3, **setup)
    assert error.value.code == code


def test_a_copy_keeps_the_deal_and_the_luck_to_come() -> None:
    game = Game("new-york", 3, deal=DEAL)
    copy = game.copy()
    while not game.over:
        game.play(game.legal[game.ply % len(game.legal)])
    assert (copy.deal, copy.rng, copy.ply) == (DEAL, 2, 0)
    for ply in game.plies:
        copy.play(ply.action, ply.seat)
    assert everything(copy) == everything(game)


def test_positions_and_samples_of_such_a_game_are_games_of_the_fast_generator() -> None:
    game = Game("usa", 3, deal=DEAL)
    again = Game.from_text(game.position)
    assert (again.deal, again.rng, again.position) == (None, 1, game.position)
    world = game.view(1).sample(seeded(1))
    assert (world.deal, world.rng) == (None, 1)
    assert world.view(1) == game.view(1)


def test_no_view_depends_on_how_the_deal_was_drawn() -> None:
    """H2: the same order of cards and tickets gives the same view, proof or no proof."""
    game = Game("usa", 3, deal=DEAL)
    cards = [game.board.cards[i] for i in game.cards]
    tickets = [game.board.tickets[i].id for i in game.ticket_order]
    plain = Game("usa", 3, cards=cards, tickets=tickets)
    for seat in (None, 0, 1, 2):
        assert game.view(seat).to_json() == plain.view(seat).to_json()
        assert SECRET not in game.view(seat).to_json()
