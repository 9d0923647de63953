"""Cities and cards by what a person types."""

import pytest

from whistlestop.boards.load import board_names, load_board
from whistlestop.cli.terminal.find_names import card_letters, example_cities, find_card, find_cities


@pytest.mark.parametrize("name", board_names())
def test_every_city_is_found_by_its_name_and_its_id(name: str) -> None:
    board = load_board(name)
    for city in board.cities:
        for typed in (city.name, city.name.upper(), city.id, city.id.replace("_", " ")):
            assert find_cities(board, typed.split()) == [city]


@pytest.mark.parametrize(
    ("board", "typed", "found"),
    [
        ("usa", "new y", ["new_york"]),
        ("usa", "n york", ["new_york"]),
        ("usa", "york", ["new_york"]),
        ("usa", "montreal", ["montreal"]),
        ("usa", "sault", ["sault_st_marie"]),
        ("usa", "st", []),
        ("usa", "los", ["los_angeles"]),
        (
            "usa",
            "sa",
            ["saint_louis", "salt_lake_city", "san_francisco", "santa_fe", "sault_st_marie"],
        ),
        ("usa", "xyz", []),
        ("europe", "zur", ["zurich"]),
        ("europe", "Zür", ["zurich"]),
        ("europe", "KOBEN", ["kobenhavn"]),
        ("europe", "købe", ["kobenhavn"]),
        ("europe", "", []),
        ("europe", "-", []),
    ],
)
def test_the_beginning_of_a_name_is_enough(board: str, typed: str, found: list[str]) -> None:
    cities = find_cities(load_board(board), typed.split())
    if typed == "st":
        assert {city.id for city in cities} <= {"sault_st_marie"}
    else:
        assert sorted(city.id for city in cities) == found


@pytest.mark.parametrize("name", board_names())
def test_every_card_has_a_letter_of_its_own_and_is_found_by_it(name: str) -> None:
    board = load_board(name)
    letters = card_letters(board)
    assert set(letters) == set(board.cards)
    assert len(set(letters.values())) == len(letters)
    for card, letter in letters.items():
        assert find_card(board, letter) == find_card(board, letter.lower()) == card
        assert find_card(board, card) == card


@pytest.mark.parametrize(
    ("board", "typed", "card"),
    [
        ("new-york", "taxi", "locomotive"),
        ("new-york", "taxis", "locomotive"),
        ("new-york", "loco", "locomotive"),
        ("usa", "locomotives", "locomotive"),
        ("usa", "gr", "green"),
        ("usa", "bl", None),
        ("usa", "bla", "black"),
        ("usa", "pink", None),
        ("usa", "", None),
        ("usa", "deck", None),
    ],
)
def test_a_card_is_found_by_the_beginning_of_its_name(
    board: str, typed: str, card: str | None
) -> None:
    assert find_card(load_board(board), typed) == card


@pytest.mark.parametrize("name", board_names())
def test_examples_can_be_typed(name: str) -> None:
    board = load_board(name)
    a, b = example_cities(board)
    assert [find_cities(board, a.split()), find_cities(board, b.split())] == [
        [board.routes[0].a],
        [board.routes[0].b],
    ]
