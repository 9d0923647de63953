"""Games stepped by codes are the games that `Game` plays; also uncompiled, and without arrays.

That rows show what views show is tested with the environments, which read them.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.play import choose, either
from whistlestop.boards.load import load_board
from whistlestop.engine.fast.batch import Batch, seed_of
from whistlestop.engine.fast.episode import lone_episode
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.game import Game
from whistlestop.engine.lookup import codec_for


@pytest.mark.parametrize(("board", "players"), [("europe", 3), ("london", 4), ("usa", 2)])
def test_an_episode_goes_the_way_of_its_game(board: str, players: int) -> None:
    """Legal actions, whose turn it is, and every byte of the state."""
    t = codec_for(load_board(board), players).flat
    layout, rng = RowLayout(t), Random(board)
    episode = lone_episode(t, layout)
    for number in range(either(4, 2)):
        game = Game(board, players, seed=number, first=number % players)
        episode.deal(number, number % players)
        while not game.over:
            seat = game.turn
            assert episode.turn() == seat
            assert tuple(episode.codes) == game.legal.codes
            assert all(episode.mask[code] == 1 for code in episode.codes)
            assert bytes(episode.mask).count(1) == len(episode.codes)
            known = seat * layout.width + layout.o_known
            shown = [int(episode.rows.cells[known + kind]) for kind in range(t.kinds)]
            assert shown == list(game.memory.known[seat])
            action = choose(game, game.legal.codes, rng)
            episode.play(game.codec.encode(action))
            episode.list_actions()
            episode.look(seat)
            game.play(action)
        assert episode.over()
        assert list(episode.state.bytes) == list(game.state.bytes)


@pytest.mark.parametrize("board", ["europe", "new-york"])
def test_a_batch_plays_whole_games_and_deals_new_ones(board: str) -> None:
    t = codec_for(load_board(board), 2).flat
    batch = Batch(t, RowLayout(t), 2, True, False)
    batch.reset("seed")
    games = [Game(board, 2, seed=seed_of("seed", i, 0)) for i in range(2)]
    ended = 0
    while ended < either(8, 2):
        batch.pick()
        codes = [int(code) for code in batch.picks]
        packed = b"".join(code.to_bytes(8, "little") for code in codes)
        assert batch.first_illegal(packed) == -1
        batch.step(packed)
        for i, game in enumerate(games):
            game.play(game.codec.decode(codes[i]))
            assert bool(batch.ended[i]) == game.over
            if game.over:
                ended += 1
                points = [batch.rewards[2 * i + seat] for seat in range(2)]
                assert points == list(game.score().totals)
                games[i] = Game(board, 2, seed=seed_of("seed", i, int(batch.dealt[i]) - 1))
