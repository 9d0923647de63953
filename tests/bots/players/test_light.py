"""The light player, which nobody can play against: what it does is legal."""

import pytest

from whistlestop.boards.load import board_names
from whistlestop.bots.advice.coach import light_board_of
from whistlestop.bots.light.player import LightPlayer
from whistlestop.bots.light.turns import choose_light, play_action
from whistlestop.engine.fast.rollout import deal_random
from whistlestop.engine.game import Game
from whistlestop.engine.phases.moves import is_legal, to_act
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import OVER, PHASE
from whistlestop.engine.state.rng import seeded


@pytest.mark.slow
@pytest.mark.parametrize("board", board_names())
def test_light_players_do_only_what_is_legal(board: str) -> None:
    t = Game(board, 3, seed=1).flat
    light = light_board_of(t)
    chance = Chance(seeded("light", board))
    for _ in range(30):
        s = deal_random(t, chance)
        players = [LightPlayer(t, seat) for seat in range(3)]
        while s.bytes[PHASE] != OVER:
            seat = to_act(t, s)
            code = choose_light(light, s, players, seat)
            assert is_legal(t, s, seat, code)
            play_action(light, s, players, seat, code, chance)
