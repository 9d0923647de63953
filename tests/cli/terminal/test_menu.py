"""The list of what can be done: complete, legal and in a sensible order."""

import pytest

from tests.bots.playing import decisions
from tests.cli.terminal.positions import EUROPE, SECOND, TUNNEL, USA, view_of
from whistlestop.boards.load import board_names
from whistlestop.cli.terminal.menu import Menu
from whistlestop.cli.terminal.payment_order import payment_order
from whistlestop.model.actions import Build, Claim, Keep


@pytest.mark.parametrize("board", board_names())
def test_the_keys_hold_every_legal_action_that_is_listed_and_nothing_else(board: str) -> None:
    """Tickets are kept and stations built by name; a double route of one colour stands once."""
    for _, view, _ in decisions(["greedy", "random"], board, seed=2):
        menu = Menu(view, len(view.legal))
        listed = {str(action) for action in menu.actions.values()}
        listed |= {str(claim) for ways in menu.ways.values() for claim in ways}
        listed -= {str(build) for _, build in menu.forced_builds}
        legal = {str(a) for a in view.legal if not isinstance(a, Keep | Build)}
        assert listed <= legal
        missing = legal - listed
        assert all("#2" in action for action in missing)
        assert {action.replace("#2", "") for action in missing} <= listed
        assert menu.builds == [action for action in view.legal if isinstance(action, Build)]
        assert list(menu.actions) == [str(i + 1) for i in range(len(menu.actions))]


def test_the_sensible_payment_comes_first() -> None:
    view = view_of(EUROPE)
    for line in Menu(view, 1000).claims:
        hurts = [payment_order(view.hand, claim.payment) for claim in line.claims]
        assert hurts == sorted(hurts)


def test_routes_on_the_way_of_a_ticket_come_first() -> None:
    view = view_of(USA)
    lines = Menu(view, 1000).claims
    helpful = [bool(line.tickets) for line in lines]
    assert helpful == sorted(helpful, reverse=True)
    assert any(helpful)
    assert not all(helpful)


def test_a_short_list_says_how_many_routes_are_left_out() -> None:
    view = view_of(EUROPE)
    short, full = Menu(view, 3), Menu(view, 1000)
    assert len(short.claims) == 3
    assert short.hidden_claims == len(full.claims) - 3 > 0
    assert full.hidden_claims == 0
    claims = {claim.route for claim in view.legal if isinstance(claim, Claim)}
    assert {line.route.id for line in full.claims} <= claims


def test_every_phase_has_its_own_list() -> None:
    tunnel, second = Menu(view_of(TUNNEL)), Menu(view_of(SECOND))
    assert [str(way.payment) for way in tunnel.pays] == ["1 green", "1 locomotive"]
    assert tunnel.decline == "3"
    assert not tunnel.draws
    assert [draw.card for _, draw in second.draws] == ["deck", "blue", "green", "red"]
    assert not second.claims
    assert not second.tickets


def test_stations_get_numbers_when_there_is_nothing_else_to_do() -> None:
    """T2: nobody may pass who can build."""
    colours = ("purple", "blue", "orange", "white", "green", "black", "red")
    others = " ".join(f"12 {colour}" for colour in colours)
    view = view_of(
        "board: europe\nmarket: - - - - -\npile:\ntickets:\nAnn: hand 1 yellow\n"
        f"Bob: hand {others} 11 yellow 14 locomotive\n"
    )
    menu = Menu(view)
    assert [build.city for _, build in menu.forced_builds] == [c.id for c in view.board.cities]
    assert menu.actions["1"] == menu.forced_builds[0][1]
    assert not Menu(view_of(EUROPE)).forced_builds
