"""Each style does what it is for, in a position made for it."""

import pytest

from whistlestop.bots import bot_entry, make_bot
from whistlestop.engine.game import Game

STYLES = ("one-step", "long-route", "route-focused", "ticket-hungry", "rusher", "blocker")


def choice(position: str, bot: str) -> str:
    game = Game.from_text(position)
    return str(make_bot(bot, seed=1).choose(game.view(game.turn)))


@pytest.mark.parametrize("style", STYLES)
def test_a_style_is_a_character_with_a_name_and_a_parameter(style: str) -> None:
    entry = bot_entry(style)
    assert entry.says.partition(":")[0].istitle()
    assert entry.parameters


def test_one_step_prefers_the_route_that_brings_its_ticket_nearer() -> None:
    position = "board: usa\nAnn: hand 2 red 2 white; tickets denver-el_paso\n"
    claimed = choice(position, "one-step:tickets=5").split()
    assert claimed[:2] in (["claim", "denver-santa_fe"], ["claim", "el_paso-santa_fe"])


def test_long_route_takes_the_longest() -> None:
    position = "board: usa\nAnn: hand 6 white 3 red; tickets denver-el_paso\n"
    assert choice(position, "long-route") == "claim calgary-winnipeg 6 white"


def test_route_focused_claims_on_its_way_and_nothing_else() -> None:
    position = "board: usa\nAnn: hand 6 white 2 red; tickets denver-el_paso\n"
    claimed = choice(position, "route-focused").split()
    assert claimed[:2] in (["claim", "denver-santa_fe"], ["claim", "el_paso-santa_fe"])


def test_ticket_hungry_takes_tickets_while_others_build() -> None:
    position = "board: usa\nAnn: hand 2 red 2 white; tickets denver-el_paso\n"
    assert choice(position, "ticket-hungry") == "tickets"
    assert choice(position, "ticket-hungry:load=0.05") != "tickets"
    assert choice(position, "route-focused") != "tickets"


def test_rusher_claims_long_routes_wherever_its_tickets_lead() -> None:
    position = "board: usa\nAnn: hand 6 white; tickets boston-miami\n"
    assert choice(position, "rusher") == "claim calgary-winnipeg 6 white"
    assert choice(position, "route-focused") != "claim calgary-winnipeg 6 white"


def test_blocker_takes_what_the_leader_needs() -> None:
    """Between Bob's two ends only Los Angeles and Phoenix are missing."""
    position = (
        "board: usa:classic\nAnn: hand 3 red; tickets boston-miami\n"
        "Bob: hand 8 blue; routes los_angeles-san_francisco:yellow el_paso-phoenix\n"
    )
    assert choice(position, "blocker:spite=5") == "claim los_angeles-phoenix 3 red"
    assert choice(position, "blocker:spite=0") != "claim los_angeles-phoenix 3 red"
