"""Finding a puzzle: what leads by luck does not, and what is kept is what the seat knew."""

from __future__ import annotations

import pytest

from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.bots.evaluation import Evaluation, Option, Value
from whistlestop.bots.puzzles import puzzles_of
from whistlestop.bots.puzzles.finding import (
    Stages,
    find_puzzle,
    lead_of,
    leads,
    play_to_end,
    seems_to_lead,
)
from whistlestop.bots.puzzles.kept_view import keep_view, read_world
from whistlestop.bots.puzzles.moves import move_of, moves_of
from whistlestop.bots.puzzles.themes import starts_last_round, theme_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, Claim, parse_action

QUICK = Stages(2, 3, 4, 3, 6, 6)


def option(action: str, margin: float, error: float, seems: float) -> Option:
    return Option(parse_action(action), Value(margin, 0.5), error, 8, seems)


def found(*options: Option) -> Evaluation:
    return Evaluation(0, options[0].value, options, 8)


def test_a_lead_counts_only_beyond_doubt_and_against_every_other_move() -> None:
    best = option("draw red", 10.0, 0.0, 0.0)
    sure, unsure = option("draw deck", 4.0, 1.0, -6.0), option("draw blue", 4.0, 2.0, -6.0)
    assert leads(found(best, sure), 3.0)
    assert not leads(found(best, sure, unsure), 3.0)
    assert not leads(found(best), 3.0)


def test_two_ways_to_pay_are_one_move() -> None:
    ways = [option(f"claim paris-zurich {pay}", 5.0, 0.0, 0.0) for pay in ("3 red", "3 blue")]
    other = option("draw deck", 0.0, 0.1, -5.0)
    assert seems_to_lead(found(*ways, other), 3.0)
    assert not seems_to_lead(found(*ways), 3.0)
    assert move_of(ways[0].action) == move_of(ways[1].action) == "claim paris-zurich"


@pytest.mark.parametrize(("board", "lead"), [("usa", 3.0), ("europe", 3.0), ("new-york", 2.0)])
def test_the_lead_that_counts_follows_from_the_trains(board: str, lead: float) -> None:
    assert lead_of(load_board(board)) == lead


def views(board: str, players: int, seed: str) -> list[View]:
    game, bot, seen = Game(board, players, seed=seed), make_bot("planner", seed=0), []
    while not game.over:
        seen.append(game.view(game.turn))
        game.play(bot.choose(seen[-1]), game.turn)
    return seen


@pytest.mark.parametrize(("board", "players"), [("europe", 3), ("new-york", 2), ("usa", 4)])
def test_a_view_is_kept_and_read_back_whole(board: str, players: int) -> None:
    for view in views(board, players, "kept")[::7]:
        kept = keep_view(view)
        assert read_world(view.board, kept).view(view.seat) == view


def test_every_legal_action_belongs_to_a_move_that_stands_for_it() -> None:
    view = views("europe", 2, "moves")[60]
    moves = moves_of(view)
    assert set(moves) == set(map(move_of, view.legal))
    assert all(action in view.legal for action in moves.values())


def test_a_puzzle_follows_from_the_view_and_the_seed() -> None:
    clearest = max(puzzles_of("london"), key=lambda puzzle: puzzle.lead)
    once, again = (find_puzzle(clearest.view, clearest.id, "seed", QUICK) for _ in range(2))
    assert once is not None
    assert once == again
    assert (once.answer, once.theme) == (clearest.answer, clearest.theme)


def test_a_move_against_itself_neither_gains_nor_harms() -> None:
    view = views("london", 2, "same")[20]
    action = moves_of(view).popitem()[1]
    end = play_to_end(view, action, action, 3, "seed")
    assert (end.gain, end.harm, end.lead.mean) == (0.0, 0.0, 0.0)


def late_claim() -> tuple[View, Action]:
    """A claim that starts the last round, in a position where not everything does."""
    for view in reversed(views("usa", 2, "themes")):
        claims = [a for a in view.legal if isinstance(a, Claim) and view.turns_left is None]
        for claim in claims:
            if starts_last_round(view, claim):
                return view, claim
    raise AssertionError("no game ends without one")


def test_the_theme_is_when_to_end_if_only_one_of_two_moves_ends_it() -> None:
    view, claim = late_claim()
    draw = parse_action("draw deck")
    assert not starts_last_round(view, draw)
    assert theme_of(view, claim, draw, 0.0) == theme_of(view, draw, claim, 0.9) == "end"
    assert theme_of(view, draw, draw, 0.9) == "claim"


def test_a_claim_that_takes_from_a_rival_blocks() -> None:
    view = views("usa", 2, "themes")[60]
    claim = next(action for action in view.legal if isinstance(action, Claim))
    draw = parse_action("draw deck")
    assert theme_of(view, claim, draw, 0.6) == "block"
    assert theme_of(view, claim, draw, 0.4) == "claim"
    assert theme_of(view, parse_action("tickets"), draw, 0.6) == "tickets"
    assert theme_of(view, parse_action("build boston 1 red"), draw, 0.0) == "station"
