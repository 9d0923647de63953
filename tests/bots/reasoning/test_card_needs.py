"""What routes take in cards, and which payment leaves most for the others."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.boards.load import load_board
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    HandBalance,
    best_payment,
    claim_code,
    missing_for_routes,
    unseen_share,
)
from whistlestop.bots.reasoning.prices import drawing_turns
from whistlestop.engine.lookup import codec_for

BOARD = load_board("europe")
CODEC = codec_for(BOARD, 2)
T = CODEC.flat


def balance(**cards: int) -> HandBalance:
    return HandBalance(T, vec[i64]([cards.get(name, 0) for name in BOARD.cards]))


def routes(*names: str) -> vec[i64]:
    return vec[i64]([CODEC.find_route(name).index for name in names])


@pytest.mark.parametrize(
    ("hand", "wanted", "missing"),
    [
        ({}, ["frankfurt-munchen"], 2),
        ({"purple": 1}, ["frankfurt-munchen"], 1),
        ({"purple": 1, "locomotive": 1}, ["frankfurt-munchen"], 0),
        ({"purple": 1, "locomotive": 3}, ["frankfurt-munchen"], 0),
        # Gray: any one colour, the longest suit.
        ({"red": 2, "blue": 1}, ["danzig-warszawa"], 0),
        ({"red": 1, "blue": 1}, ["danzig-warszawa"], 1),
        # The suit that a coloured route needs is not left for a gray one.
        ({"purple": 2, "red": 1}, ["frankfurt-munchen", "danzig-warszawa"], 1),
        # A ferry takes a locomotive that no colour replaces.
        ({"red": 9}, ["amsterdam-london"], 2),
        ({"locomotive": 2}, ["amsterdam-london"], 0),
    ],
)
def test_what_is_missing_for_all_routes_together(
    hand: dict[str, int], wanted: list[str], missing: int
) -> None:
    assert missing_for_routes(balance(**hand), routes(*wanted), -1, 0) == missing


def test_a_station_is_one_more_gray_price() -> None:
    assert missing_for_routes(balance(red=1), routes(), -1, 2) == 1


def test_a_gray_route_is_paid_in_the_colour_that_nothing_else_needs() -> None:
    hand = balance(purple=3, red=2)
    wanted = routes("frankfurt-munchen", "danzig-warszawa")
    payment = best_payment(hand, wanted[1], wanted)
    assert BOARD.cards[payment.colour] == "red"
    assert (payment.wilds, payment.missing) == (0, 0)
    assert str(CODEC.decode(claim_code(T, wanted[1], payment))) == "claim danzig-warszawa 2 red"


def test_locomotives_are_paid_last() -> None:
    payment = best_payment(balance(red=1, locomotive=2), routes("danzig-warszawa")[0], routes())
    assert (BOARD.cards[payment.colour], payment.wilds) == ("red", 1)


def test_what_cannot_be_paid_has_no_way() -> None:
    assert best_payment(balance(red=1), routes("danzig-warszawa")[0], routes()).missing == UNPAYABLE


def test_one_colour_takes_longer_to_draw_than_many() -> None:
    """As many cards are missing, but only one colour and locomotives help."""
    share = unseen_share(T, balance().hand, balance().hand, balance().hand)
    one = drawing_turns(share, vec[i64]([-6, 0, 0, 0, 0, 0, 0, 0, 0]), T)
    many = drawing_turns(share, vec[i64]([-1, -1, -1, -1, -1, -1, 0, 0, 0]), T)
    assert one > many > 6 / 2
    assert drawing_turns(share, vec[i64]([0] * 9), T) == 0
    assert drawing_turns(share, vec[i64]([-6, 0, 0, 0, 0, 0, 0, 0, 6]), T) == 0
