"""Sampled games where something lies open: a tunnel half paid, tickets seen again (H1, H4, U5)."""

from __future__ import annotations

import pytest

from tests.engine.audit import audit
from tests.rules.positions import read
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.ticket_world import World
from whistlestop.engine.state.rng import seeded

MARKET = "market: white white white white white"


@pytest.mark.parametrize("laid", ["2 purple", "1 purple 1 locomotive", "2 locomotive"])
@pytest.mark.parametrize("answer", ["decline", "pay 1 purple", "pay 1 locomotive"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_tunnel_that_waits_goes_on_in_a_sample_as_it_does_in_the_game(
    laid: str, answer: str, seat: int | None
) -> None:
    """H4, U2, U5: what was laid down comes back or is discarded, in the colours it had."""
    pile = "pile: locomotive red blue green ..."
    game = read("europe", f"{MARKET}\n{pile}\nAnn: hand 3 purple 3 locomotive")
    game.play(f"claim marseille-zurich {laid}")
    sample = game.view(seat).sample(seeded("tunnel"))
    assert sample.view(seat).to_json() == game.view(seat).to_json()
    if not all(answer in map(str, either.legal) for either in (game, sample)):
        answer = "decline"
    for played in (game, sample):
        played.play(answer, 0)
        audit(played.flat, played.state)
    assert sample.view(None).discards == game.view(None).discards
    assert sample.view(None).owners == game.view(None).owners
    assert sample.view(None).players[0] == game.view(None).players[0]


def seen_world(
    named: dict[int, int], queue: list[int], *offers: tuple[bool, tuple[int, ...]]
) -> World:
    world = World(8, set())
    world.named, world.queue = named, queue
    world.offers = [slots for _, slots in offers]
    world.mine = [mine for mine, _ in offers]
    return world


def test_a_ticket_never_seen_before_is_where_it_is_seen() -> None:
    """H4: nothing has to change places for it."""
    world = seen_world({0: 3}, [4, 5, 6, 7], (True, (0, 1)), (True, (2, 3)))
    world.mend([6, 7])
    assert world.named == {0: 3, 2: 6, 3: 7}
    assert (world.queue, world.offers) == ([4, 5, 6, 7], [(0, 1), (2, 3)])


def test_a_ticket_seen_again_brings_its_old_place_along() -> None:
    """H4: the two places are exchanged in the deck and in offers to others, not in own ones."""
    world = seen_world({4: 6}, [4, 5], (False, (0, 1)), (True, (2, 3)), (True, (6, 7)))
    world.mend([6, 7])
    assert world.named == {4: 6, 7: 7}
    assert (world.queue, world.offers) == ([6, 5], [(0, 1), (2, 3), (4, 7)])


def test_a_place_that_holds_another_ticket_is_exchanged_for_one_never_seen() -> None:
    """H4: first one of the deck, then one offered to others."""
    world = seen_world({2: 1, 4: 0}, [4, 5], (False, (0, 1)), (True, (2, 3)))
    world.mend([6])
    assert world.named == {2: 1, 4: 0, 5: 6}
    assert (world.queue, world.offers) == ([4, 2], [(0, 1), (5, 3)])
    world = seen_world({2: 1, 4: 0}, [4], (False, (0, 1)), (True, (2,)))
    world.mend([6])
    assert world.named == {2: 1, 4: 0, 0: 6}
    assert (world.queue, world.offers) == ([4], [(2, 1), (0,)])


@pytest.mark.parametrize("first", [0, 1, 2])
def test_whoever_starts_the_game_also_starts_it_in_a_sample_of_the_opening(first: int) -> None:
    """H4, S4, T1: whatever seat the game waits for meanwhile."""
    game = Game("usa", 3, seed="first", first=first)
    game.play("keep 1 2", 0)
    sample = game.view(2).sample(seeded("first"))
    for seat in (1, 2):
        sample.play("keep 1 2", seat)
    assert (sample.phase, sample.turn) == ("turn", first)
