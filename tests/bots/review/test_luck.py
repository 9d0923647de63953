"""Luck: zero on average whatever comes, more for what helps, and apart for tunnels and the deal."""

from itertools import islice
from math import sqrt

import pytest

from whistlestop.bots import make_bot
from whistlestop.bots.review.luck import Luck, luck_of
from whistlestop.bots.review.opening import look_at_deal
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.state.event_kinds import COUNTED_EXTRA
from whistlestop.engine.state.rng import seeded
from whistlestop.model.actions import Claim


def middle(board: str, plies: int, players: int = 2) -> Game:
    game = Game(board, players, seed=3)
    bots = [make_bot("planner", seed=seat) for seat in range(players)]
    while game.ply < plies or game.phase != "turn":
        game.play(bots[game.turn].choose(game.view(game.turn)))
    return game


def luck_with(game: Game, action: str, seed: int) -> tuple[Ply, Luck]:
    """What an action brings if the hidden cards and piles lie in one of the ways they may lie."""
    other = game.view(game.turn).sample(seeded(seed, "other"))
    before = other.copy()
    other.play(action)
    found = luck_of(before, other.plies[-1], 8, seed)
    assert found is not None
    return other.plies[-1], found


@pytest.mark.parametrize("action", ["draw deck", "tickets"])
def test_over_all_that_chance_may_answer_luck_is_zero(action: str) -> None:
    game = middle("new-york", 9)
    seat = game.turn
    found = [luck_with(game, action, seed)[1].margins[seat] for seed in range(60)]
    mean = sum(found) / len(found)
    spread = sum((one - mean) ** 2 for one in found) / (len(found) - 1)
    assert spread > 0
    assert abs(mean) < 3 * sqrt(spread / len(found))


def test_a_locomotive_is_better_luck_than_the_mean() -> None:
    game = middle("usa", 12)
    seat, wild = game.turn, game.board.cards.index("locomotive")
    drawn = [luck_with(game, "draw deck", seed) for seed in range(60)]
    wilds = [luck.margins[seat] for step, luck in drawn if step.events[0][2] == wild]
    assert wilds
    assert sum(wilds) / len(wilds) > 0


def test_what_one_of_two_gains_by_luck_the_other_loses() -> None:
    game = middle("new-york", 9)
    for seed in range(3):
        one, two = luck_with(game, "draw deck", seed)[1].margins
        assert one == pytest.approx(-two)


def test_where_chance_has_no_part_there_is_no_luck() -> None:
    game = middle("new-york", 9)
    claim = next(action for action in game.legal if str(action).startswith("claim"))
    before = game.copy()
    game.play(claim)
    assert luck_of(before, game.plies[-1], 4, 0) is None


def test_a_tunnel_that_costs_nothing_extra_is_good_luck() -> None:
    found: dict[bool, list[float]] = {True: [], False: []}
    game = middle("europe", 40)
    tunnels = {route.id for route in game.board.routes if route.tunnel}
    claims = [str(action) for action in game.legal if isinstance(action, Claim)]
    claim = next(claim for claim in claims if claim.split()[1] in tunnels)
    for seed in range(40):
        step, luck = luck_with(game, claim, seed)
        assert luck.kind == "tunnels"
        free = not any(kind == COUNTED_EXTRA and extra for kind, _, _, extra in step.events)
        found[free].append(luck.margins[step.seat])
    assert found[True]
    assert found[False]
    assert sum(found[True]) / len(found[True]) > sum(found[False]) / len(found[False])


@pytest.mark.slow
def test_the_luck_of_deals_is_zero_on_average() -> None:
    deals = [look_at_deal(Game("new-york", 3, seed=seed), f"s{seed}") for seed in range(24)]
    for eyes in ([one.own for one in deals], [one.all for one in deals]):
        for seat in range(3):
            found = [luck[seat] for luck in eyes]
            mean = sum(found) / len(found)
            spread = sum((one - mean) ** 2 for one in found) / (len(found) - 1)
            assert abs(mean) < 3 * sqrt(spread / len(found))


def test_luck_knows_no_more_of_rivals_than_the_seat() -> None:
    """In two games that differ only in what is hidden, the same answer is the same luck."""
    game = middle("new-york", 9)
    view = game.view(game.turn)
    worlds = [view.sample(seeded(seed, "w")) for seed in range(30)]
    found: dict[int, set[tuple[float, ...]]] = {}
    for world in islice(worlds, 30):
        before = world.copy()
        world.play("draw deck")
        luck = luck_of(before, world.plies[-1], 4, 0)
        assert luck is not None
        found.setdefault(world.plies[-1].events[0][2], set()).add(luck.margins)
    assert len(found) > 3
    assert all(len(margins) == 1 for margins in found.values())
