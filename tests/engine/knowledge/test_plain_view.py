"""Views as plain data: one form, declared once, the same from every seat's eyes."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random

import pytest

from tests.engine.play import new_game, walk
from whistlestop.boards.load import board_names, load_board
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.plain_view import (
    OWN,
    PUBLIC,
    changed_data,
    own_data,
    public_data,
    view_data,
    view_from_data,
    with_changed,
)
from whistlestop.engine.knowledge.view import View


def evening(board: str, label: str) -> Game:
    return new_game(board, load_board(board).rules.max_players, f"{label} {board}")


def through_json(data: object) -> dict[str, object]:
    read: dict[str, object] = json.loads(json.dumps(data))
    return read


def test_every_field_of_a_view_is_declared_and_no_two_have_one_name() -> None:
    declared = {fact.attribute for fact in (*PUBLIC, *OWN)}
    assert declared == {field.name for field in fields(View)}
    names = [fact.name for fact in (*PUBLIC, *OWN)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("board", board_names())
def test_a_view_that_is_written_and_read_again_is_equal(board: str) -> None:
    rng = Random(f"plain {board}")
    for now in walk(evening(board, "plain"), rng):
        if rng.random() < 0.1 or now.over:
            for seat in (None, *range(len(now.names))):
                view = now.view(seat)
                assert view_from_data(now.board, through_json(view_data(view))) == view


@pytest.mark.parametrize("board", board_names())
def test_the_public_part_is_the_same_from_all_eyes_and_alone_a_spectators_view(board: str) -> None:
    """H1, H2: with nothing of its own a view is what everybody knows."""
    rng = Random(f"public {board}")
    for now in walk(evening(board, "public"), rng):
        if rng.random() < 0.1 or now.over:
            public = public_data(now.view(None))
            assert view_from_data(now.board, public) == now.view(None)
            for seat in range(len(now.names)):
                view = now.view(seat)
                assert public_data(view) == public
                assert view_data(view) == {**public, **own_data(view)}


@pytest.mark.parametrize("board", board_names())
def test_what_a_move_has_changed_joined_with_what_was_known_is_what_is_known_now(
    board: str,
) -> None:
    before: View | None = None
    for now in walk(evening(board, "changes"), Random(f"changes {board}")):
        view = now.view(None)
        if before is not None and before.pools[:-1] == view.pools[:-1]:
            changed = changed_data(before, view)
            assert with_changed(public_data(before), changed) == public_data(view)
            assert set(changed) < {fact.name for fact in PUBLIC}
            assert {"board", "first", "dealt"}.isdisjoint(changed)
        before = view
