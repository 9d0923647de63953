"""Facts from a view and facts from the state are the same: a bot by facts cannot know more."""

import pytest

from tests.bots.playing import TABLES, decisions
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.reasoning.seat_facts import can_claim, facts_from_state
from whistlestop.engine.phases.routes import is_open


@pytest.mark.parametrize(("board", "players"), [t for t in TABLES if t[1] in (2, 4)])
def test_a_view_and_a_state_give_the_same_facts(board: str, players: int) -> None:
    """H1: all facts are in the view of their seat."""
    phases = set()
    for game, view, _ in decisions(["greedy", "random"] * (players // 2), board, seed=8):
        seen = facts_from_state(game.flat, game.state, game.turn)
        assert facts_from_view(view).as_row() == seen.as_row()
        phases.add(view.phase)
    assert {"opening", "turn", "second card"} <= phases


def test_a_tunnel_is_part_of_the_facts() -> None:
    tunnels = 0
    for game, view, _ in decisions(["greedy", "greedy", "random"], "europe", seed=5):
        if view.tunnel is not None:
            tunnels += 1
            facts = facts_from_view(view)
            assert facts.tunnel_route == view.tunnel.route.index
            assert facts.as_row() == facts_from_state(game.flat, game.state, game.turn).as_row()
    assert tunnels > 0


def test_a_route_can_be_claimed_by_facts_as_by_the_rules() -> None:
    """C1, C6, C7, and enough trains."""
    refused = 0
    for game, view, _ in decisions(["greedy", "uniform"], "usa", seed=2):
        facts = facts_from_view(view)
        for route in view.board.routes:
            trains = view.players[game.turn].trains
            says = is_open(game.flat, game.state, game.turn, route.index)
            allowed = says and route.length <= trains
            assert can_claim(facts, route.index, game.turn) == allowed
            refused += not allowed
    assert refused > 1000


def test_only_legal_actions_have_a_code_to_be_found_by() -> None:
    view = next(decisions(["greedy", "greedy"], "usa", seed=1))[1]
    assert action_of(view, view.legal.codes[2]) == view.legal[2]
    with pytest.raises(ValueError, match="not in tuple"):
        action_of(view, -1)
