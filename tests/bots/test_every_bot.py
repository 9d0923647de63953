"""What every registered bot must do: play legally to the end, repeat itself, use everything it can,
and know nothing that it was not shown. A bot that is registered later is tested here by that."""

from collections.abc import Iterator
from itertools import islice

import pytest

from tests.bots.playing import BOTS, TABLES, decisions
from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.model.actions import Build, Claim, Decline, Draw, DrawTickets, Keep, Pay

GAMES = 40


@pytest.mark.parametrize("board", ["london", "new-york"])
@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_gives_the_same_game(bot: str, board: str) -> None:
    def play() -> list[str]:
        return [str(action) for _, _, action in decisions([bot, bot, bot], board, seed=9)]

    assert play() == play()


@pytest.mark.parametrize("bot", ["random", "uniform"])
def test_another_seed_gives_other_choices(bot: str) -> None:
    view = next(decisions(["random", "random"], "europe", seed=1))[1]
    chosen = {str(make_bot(bot, seed=seed).choose(view)) for seed in range(40)}
    assert len(chosen) > 5


def kinds_that_can_be_used(board: str) -> set[type]:
    loaded = load_board(board)
    kinds: set[type] = {Keep, Draw, Claim, DrawTickets}
    if loaded.rules.stations:
        kinds.add(Build)
    if any(route.tunnel for route in loaded.routes) and loaded.rules.tunnel_cards:
        kinds |= {Pay, Decline}
    return kinds


def crowd(bot: str, players: int) -> list[str]:
    """The rivals of a bot: its likes, or quick ones if it takes its time."""
    return ["planner" if bot.startswith("search") else bot] * (players - 1)


# On this small board tickets drawn nearly always cost more than they bring, by games that planners
# play to the end too; the search finds that out when the planner wants some.
# The network that trained there draws none with four players either.
LEFT_ALONE = {("search", "new-york"): {DrawTickets}, ("learned", "new-york"): {DrawTickets}}


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_uses_every_kind_of_action(bot: str, board: str, players: int) -> None:
    """A behaviour that never shows is a dead one: thresholds must fit every board.

    And everything it does is legal.
    """
    missing = kinds_that_can_be_used(board)
    missing -= LEFT_ALONE.get((bot.partition(":")[0], board), set())
    for seed in range(GAMES):
        for _, view, action in decisions([bot, *crowd(bot, players)], board, seed):
            assert action in view.legal
            if view.seat == 0:
                missing.discard(type(action))
        if not missing:
            return
    pytest.fail(f"{bot} never used {sorted(kind.__name__ for kind in missing)}")


def positions(board: str, players: int) -> Iterator[View]:
    """Views from games of mixed bots, nine a game, from the opening on."""
    for seed in range(20):
        bots = [("greedy", "random")[seat % 2] for seat in range(players)]
        views = (view for _, view, _ in decisions(bots, board, seed=f"honest {seed}"))
        yield from islice(views, 0, 7 * 9, 7)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), [t for t in TABLES if t[1] in (2, 4)])
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_chooses_the_same_when_all_that_is_hidden_is_dealt_anew(
    bot: str, board: str, players: int
) -> None:
    """H4: a choice may depend on the view only, so another world behind it changes nothing."""
    luck = seeded("honesty", board)
    count = 10 if bot.startswith("search") else 35
    for number, view in enumerate(islice(positions(board, players), count)):
        assert view.seat is not None
        world = view.sample(luck)
        chosen = make_bot(bot, seed=number).choose(view)
        assert make_bot(bot, seed=number).choose(world.view(view.seat)) == chosen
