"""The public door with nonsense: typed errors with a sentence, never a crash, nothing changed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.audit import audit
from tests.engine.play import either, may, played, say, step
from whistlestop.boards.load import BoardError, board_names, load_board
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded

nonsense = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.floats(), st.binary(max_size=4)),
        *(
            st.text(max_size=12),
            st.integers(-3, 8),
            st.sampled_from(["usa", "draw deck", "chance"]),
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
        st.tuples(inner, inner),
    ),
    max_leaves=6,
)


@given(nonsense)
def test_anything_may_be_asked_for_as_a_board(thing: Any) -> None:
    try:
        assert load_board(thing).name == thing
    except BoardError as error:
        say(error)


@given(nonsense)
def test_anything_may_be_given_as_players(thing: Any) -> None:
    try:
        game = Game("usa", thing, seed=1)
    except SetupError as error:
        say(error)
    else:
        assert 2 <= len(game.names) <= 5


@given(nonsense)
@example(True)
def test_anything_may_be_given_as_the_first_seat(thing: Any) -> None:
    try:
        game = Game("usa", 3, seed=1, first=thing)
    except SetupError as error:
        say(error)
    else:
        assert type(game.first) is int
        assert 0 <= game.first < 3


@given(nonsense)
@example(True)
@example(1.0)
def test_anything_may_be_given_as_a_seed(thing: Any) -> None:
    """A whole number or a text is a seed and gives the same game again; all else is refused."""
    try:
        game = Game("new-york", 2, seed=thing)
    except SetupError as error:
        say(error)
        assert type(thing) is not int
    else:
        assert thing is None or type(thing) in (int, str)
        assert thing is None or Game("new-york", 2, seed=thing).position == game.position


@pytest.mark.parametrize(
    "seed",
    ["\ud800", 10**5000, "", "\0", -1, 2**64],
    ids=["a lone surrogate", "too long a number", "empty", "zero byte", "negative", "large"],
)
def test_odd_seeds_are_refused_or_good_for_a_game(seed: Any) -> None:
    try:
        game = Game("new-york", 2, seed=seed)
    except SetupError as error:
        say(error)
    else:
        assert Game("new-york", 2, seed=seed).position == game.position


@given(nonsense, nonsense)
def test_anything_may_be_given_as_orders(cards: Any, tickets: Any) -> None:
    try:
        game = Game("new-york", 2, seed=1, cards=cards, tickets=tickets)
    except SetupError as error:
        say(error)
    else:
        audit(game.flat, game.state)


GAME = played("europe", 3, "doors", 45)
BEFORE = GAME.position


@given(nonsense, nonsense, nonsense)
def test_anything_may_be_played(action: Any, seat: Any, got: Any) -> None:
    for arguments in ((action, None, None), (action, seat, None), ("draw deck", GAME.turn, got)):
        game = GAME.copy()
        try:
            game.play(arguments[0], arguments[1], got=arguments[2])
        except IllegalAction as error:
            say(error)
            assert game.position == BEFORE


@given(nonsense)
def test_anything_may_be_asked_of_a_game(thing: Any) -> None:
    """Seats, numbers of actions and membership."""
    asked = (GAME.view, GAME.legal_for, GAME.events, GAME.codec.decode, GAME.codec.encode)
    for ask in asked:
        try:
            ask(thing)
        except IllegalAction as error:
            say(error)
    assert may(GAME, GAME.turn, thing) in (True, False)
    assert GAME.position == BEFORE


@given(nonsense)
def test_anything_may_be_read_as_a_position(thing: Any) -> None:
    try:
        Game.from_text(thing)
    except (SetupError, BoardError) as error:
        say(error)


@given(st.integers(0, 2**32 - 1), st.sampled_from([None, 0, 1, 2]))
def test_any_generator_can_sample_a_view(seed: int, seat: int | None) -> None:
    sampled = GAME.view(seat).sample(seeded(seed))
    audit(sampled.flat, sampled.state)


def test_a_board_may_be_a_path(tmp_path: Path) -> None:
    """A user's own file works wherever a name does, and a bad one is refused in a sentence."""
    source = Path(load_board.__code__.co_filename).parents[1] / "boards" / "new-york.toml"
    path = tmp_path / "mine.toml"
    path.write_bytes(source.read_bytes())
    game = Game(str(path), 2, seed=1)
    assert game.board.id == "new-york"
    for damaged in (b"", b"\xff\xfe", b"format = 1", b"[", b"\0" * 10):
        (tmp_path / "bad.toml").write_bytes(damaged)
        with pytest.raises(BoardError) as caught:
            Game(str(tmp_path / "bad.toml"), 2)
        say(caught.value)


def test_a_seed_is_made_where_none_is_given() -> None:
    one, two = Game("usa", 2), Game("usa", 2)
    assert one.seed is not None
    assert one.position != two.position
    assert Game("usa", one.names, seed=one.seed).position == one.position


@pytest.mark.parametrize("board", board_names())
def test_a_game_says_what_it_is(board: str) -> None:
    game = played(board, 2, "says", 5)
    assert board in repr(game)
    assert str(game.ply) in repr(game)
    assert game.phase in repr(game)


@pytest.mark.slow
def test_random_plays_at_random_moments_never_break_a_game() -> None:
    """Every text of every board, at any time, by any seat: played or refused."""
    texts = [
        str(played(board, 2, "texts", 0).codec.decode(code))
        for board in board_names()
        for code in range(0, played(board, 2, "texts", 0).codec.size, 5)
    ]
    rng = Random("texts")
    for number in range(either(4, 1)):
        game = played("europe", 4, number, 0)
        while not game.over and game.ply < 200:
            for text in rng.sample(texts, 4):
                try_text(game, text, rng.randrange(4))
            step(game, rng)
        audit(game.flat, game.state)


def try_text(game: Game, text: str, seat: int) -> None:
    if game.over:
        return
    legal = may(game, seat, text)
    try:
        game.play(text, seat)
    except IllegalAction as error:
        say(error)
        assert not legal
    else:
        assert legal
