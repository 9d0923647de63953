"""What travels to a remote bot says as much as the view of its seat."""

import msgspec
import pytest

from tests.bots.playing import TABLES, decisions
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.protocol.view_from_wire import view_from_wire
from whistlestop.protocol.view_to_wire import own_view, public_view
from whistlestop.protocol.views import OwnView, PublicView


def travelled(game: Game, seat: int | None) -> View:
    """A seat's view, or a spectator's, after its way over the wire."""
    public = msgspec.json.encode(public_view(game.view(None), None))
    own = None
    if seat is not None:
        sent = msgspec.json.encode(own_view(game.view(seat), game.ply))
        own = msgspec.json.decode(sent, type=OwnView)
    return view_from_wire(game.board, msgspec.json.decode(public, type=PublicView), own)


def check(game: Game, seat: int | None) -> None:
    seen, view = travelled(game, seat), game.view(seat)
    assert seen == view
    assert seen.data() == view.data()


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_view_from_the_wire_is_the_seats_view_at_every_ply(board: str, players: int) -> None:
    bots = ["random", "greedy", "random", "uniform", "greedy"][:players]
    for game, _, _ in decisions(bots, board, seed=players):
        check(game, game.turn)
        check(game, (game.turn + game.ply) % players)
        check(game, None)
    for seat in (*range(players), None):
        check(game, seat)
    assert game.over


def test_a_world_can_be_sampled_from_a_view_that_travelled() -> None:
    for game, view, _ in decisions(["random", "greedy", "random"], "europe", seed=4):
        if game.ply % 20 == 0:
            world = travelled(game, view.seat or 0).sample(seeded(game.ply))
            assert world.view(view.seat) == view.sample(seeded(game.ply)).view(view.seat)


def test_a_deck_that_was_shuffled_again_travels_with_the_view() -> None:
    """Without it a bot would look for tickets where they lay before."""
    for game, _, _ in decisions(["random", "greedy", "random"], "europe", seed=5):
        if game.phase == "turn" and game.ply % 10 == 0:
            shuffled = game.copy()
            shuffled.shuffle_again(tickets=True)
            assert travelled(shuffled, 1).draws[-1].seat == -1
            for seat in (0, 1, 2, None):
                check(shuffled, seat)
