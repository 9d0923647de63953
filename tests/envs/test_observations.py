"""What an agent is shown is what its seat may know, no more and nothing of it wrong."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.engine.siblings import otherwise
from tests.envs.following import BOARDS, TABLES, beside, in_step, random_game
from whistlestop import envs
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded
from whistlestop.envs.settings import setting_of

pytestmark = pytest.mark.slow

# Plies after which games of a board are looked at, at most.
LENGTHS = {"europe": 120, "london": 50, "new-york": 40, "usa": 120}


@pytest.mark.parametrize(
    ("board", "players"), [*TABLES, ("usa:mega", 3), ("europe:mega", 2), ("usa:big-cities", 4)]
)
def test_an_observation_is_a_function_of_the_view_of_its_seat(board: str, players: int) -> None:
    """H1, H2: at every ply, for every seat, the compiled rows are those made from the view."""
    phases = set()
    for game, arrays in in_step(board, players, f"rows {players}"):
        for seat in range(players):
            seen, told = arrays.observe(seat), envs.encode(game.view(seat))
            assert np.array_equal(seen["observation"], told["observation"])
            if seat == game.turn:
                assert np.array_equal(seen["action_mask"], told["action_mask"])
            else:
                assert not seen["action_mask"].any()
        phases.add(game.phase)
    assert {"opening", "turn", "second card", "tickets", "over"} <= phases
    assert ("tunnel" in phases) == board.startswith("europe")


@pytest.mark.parametrize("board", BOARDS)
def test_with_everything_hidden_dealt_anew_a_seat_observes_the_same(board: str) -> None:
    """H2, H3, H4: other hands, other tickets, other piles, the same bytes."""
    rng, found, other_seats = Random(f"anew {board}"), 0, 0
    for number in range(40):
        players = rng.choice([p for b, p in TABLES if b == board])
        game = random_game(board, players, f"{board} {number}", rng.randrange(LENGTHS[board]))
        seat = rng.randrange(players)
        tries = (otherwise(game, seat, rng) for _ in range(6))
        other = next((sibling for sibling in tries if sibling is not None), None)
        if game.over or other is None:
            continue
        found += 1
        one, two = (beside(setting_of(board, players), g) for g in (game, other))
        assert np.array_equal(one.row(seat), two.row(seat))
        if game.turn == seat:
            assert np.array_equal(one.mask, two.mask)
        other_seats += any(not np.array_equal(one.row(s), two.row(s)) for s in range(players))
    assert found >= 10
    assert other_seats > found / 2, "the games hardly differ, so they prove nothing"


@pytest.mark.parametrize("board", BOARDS)
def test_a_world_sampled_from_a_view_is_observed_as_the_world_it_was_sampled_from(
    board: str,
) -> None:
    """H2: by the engine's own sampling, as search bots use it."""
    for number in range(12):
        game = random_game(board, 2, f"sample {number}", 9 * number)
        for seat in range(0 if game.over else 2):
            told = envs.encode(game.view(seat))
            world = game.view(seat).sample(seeded(number))
            seen = envs.encode(world.view(seat))
            assert np.array_equal(told["observation"], seen["observation"])
            assert np.array_equal(told["action_mask"], seen["action_mask"])


def test_sections_cover_an_observation_without_gap_or_overlap() -> None:
    for board, players in TABLES:
        setting = setting_of(board, players)
        at = 0
        for where, shape in setting.sections.values():
            assert (where.start, where.stop - where.start) == (at, np.prod(shape))
            at = where.stop
        assert at == setting.width


def test_sections_are_read_by_their_names() -> None:
    game = Game("usa", 2, seed=7)
    setting = envs.setting("usa", 2)
    row = envs.encode(game.view(1))["observation"]
    hand = dict(zip(game.board.cards, setting.part(row, "hand").tolist(), strict=True))
    assert {card: n for card, n in hand.items() if n} == dict(game.view(1).hand)
    offered = np.argwhere(setting.part(row, "offer"))[:, 1].tolist()
    assert offered == [ticket.index for ticket in game.view(1).offer]
    many = setting.part(np.stack([row, row, row]), "routes")
    assert many.shape == (3, 2, len(game.board.routes))


@pytest.mark.parametrize("board", BOARDS)
def test_every_action_has_a_number_and_a_text_that_lead_back_to_each_other(board: str) -> None:
    setting = envs.setting(board, 2)
    assert all(setting.number(setting.text(n)) == n for n in range(setting.actions))
