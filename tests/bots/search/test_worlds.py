"""The worlds that the search thinks about are possible, and lean to what rivals have claimed and
what suits them."""

from itertools import islice
from statistics import mean

import pytest

from tests.bots.playing import TABLES, decisions
from tests.engine.audit import audit
from whistlestop.bots.planner.ticket_plan import whole_plan
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.search.judge import expect_margin, inputs_of
from whistlestop.bots.search.worlds import USES, possible_states
from whistlestop.bots.tuned import judge_of, tuning_of
from whistlestop.engine.game import Game
from whistlestop.engine.state.accessors import holder_of
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.state import State, swap_tickets


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_world_conserves_cards_and_tickets_and_shows_the_seat_what_it_sees(
    board: str, players: int
) -> None:
    """H4: every card, train and ticket is in one place, and the viewer could not tell it apart."""
    luck = seeded("worlds", board)
    bots = ["planner", "greedy", "random", "greedy", "random"][:players]
    for game, view, _ in islice(decisions(bots, board, seed=3), 0, None, 7):
        assert view.seat is not None
        seen = facts_from_state(game.flat, game.state, view.seat).as_row()
        for state, _ in islice(possible_states(view, luck, suited=True), 4):
            audit(game.flat, state)
            assert facts_from_state(game.flat, state, view.seat).as_row() == seen


def test_tickets_that_the_viewer_refused_stay_where_they_are() -> None:
    """K1: they lie under the deck, and no rival can hold them before they come up."""
    game = Game("usa:classic", 2, seed=4)
    game.play("keep 1 2", 0)
    refused = game.view(0).draws[0]
    game.play("keep 1 2 3", 1)
    assert refused.tickets is not None
    last = game.board.ticket_by_id[refused.tickets[2]].index
    for state, _ in islice(possible_states(game.view(0), seeded("under"), suited=True), 30):
        assert holder_of(game.flat, state.bytes, last) > game.flat.players


def test_a_rival_more_often_holds_a_ticket_that_its_routes_complete() -> None:
    game = Game.from_text(
        "board: usa:classic\nAnn: tickets boston-miami\n"
        "Bob: tickets seattle-new_york duluth-houston;"
        " routes denver-santa_fe el_paso-santa_fe calgary-helena denver-helena\n"
    )
    done = game.board.ticket_by_id["denver-el_paso"].index
    far = game.board.ticket_by_id["toronto-miami"].index
    held = {done: 0, far: 0}
    for state, _ in islice(possible_states(game.view(0), seeded("beliefs")), 400):
        for ticket in held:
            held[ticket] += holder_of(game.flat, state.bytes, ticket) == 1
    assert held[done] > 4 * held[far]
    assert held[far] > 0


@pytest.mark.parametrize("board", ["usa:classic", "europe", "new-york"])
def test_a_judge_expects_of_suited_worlds_about_what_it_expects_of_the_true_one(board: str) -> None:
    """Rivals have chosen their tickets, so worlds in which they hold any are too easy."""
    plain: list[float] = []
    suited: list[float] = []
    for game, view, _ in islice(decisions(["planner", "planner"], board, seed=5), 2, None, 6):
        assert view.seat is not None
        judge = judge_of(game.flat)
        true = expect_margin(judge, inputs_of(judge, game.state, view.seat))
        for worlds, found in ((plain, False), (suited, True)):
            states = islice(possible_states(view, seeded("kind"), suited=found), 12)
            rows = [inputs_of(judge, state, view.seat) for state, _ in states]
            worlds.append(mean(expect_margin(judge, row) for row in rows) - true)
    assert mean(plain) > 0.03
    assert abs(mean(suited)) < 0.75 * mean(plain)


def test_rivals_hold_the_same_cards_as_often_as_a_dealt_world_is_used() -> None:
    """So with one use worlds have nothing in common but what the viewer knows."""
    game, view, _ = list(decisions(["planner"] * 2, "usa", seed=6))[60]
    rival = 1 - game.turn
    for uses in (1, USES):
        worlds = islice(possible_states(view, seeded("uses", "worlds"), suited=True, uses=uses), 24)
        hands = [tuple(facts_from_state(game.flat, s, rival).hand) for s, _ in worlds]
        groups = [set(hands[n : n + uses]) for n in range(0, len(hands), uses)]
        assert all(len(group) == 1 for group in groups)
        assert len(set(hands)) > len(groups) // 2


def test_what_routes_cost_a_rival_does_not_depend_on_the_tickets_it_is_thought_to_hold() -> None:
    """So an exchange of tickets needs no new prices: plans come out the same by the old ones."""
    for game, view, _ in decisions(["planner"] * 3, "europe", seed=6):
        if view.ply % 40 == 30:
            t, state, who = game.flat, game.state.copy(), (game.turn + 1) % 3
            once = prices_of(t, state, who)
            for one in list(once.facts.tickets):
                two = next(x for x in range(t.tickets) if holder_of(t, state.bytes, x) >= t.players)
                swap_tickets(t, state, one, two)
                anew = prices_of(t, state, who)
                assert list(anew.by_route) == list(once.by_route)
                tickets = anew.facts.tickets
                assert whole_plan(once, tickets).value == whole_plan(anew, tickets).value


def prices_of(t: FlatBoard, state: State, who: int) -> Prices:
    return Prices(facts_from_state(t, state, who), scale_of(t), tuning_of(t))
