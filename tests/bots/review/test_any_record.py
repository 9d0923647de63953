"""Every finished game can be reviewed, whatever the format of its record, its board and players."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.records.proven import play_on
from tests.records.shelf import small_game
from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.bots.review import (
    Review,
    ReviewTerms,
    Step,
    closer_steps,
    first_steps,
    take_step,
    tell,
)
from whistlestop.bots.review.steps import Found
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.record import Record, load, loads

pytestmark = pytest.mark.slow  # whole games are reviewed
TERMS = ReviewTerms(worlds=1)
DEAL = ProvenDeal("5a" * 32, ("Ann's value", None))
GONE = ("a-bot-that-is-gone", "level:99")
"""Players named after bots that no longer exist: nobody asks them anything."""


def whole_review(record: Record) -> Review:
    found: dict[Step, Found] = {s: take_step(record, TERMS, s) for s in first_steps(record)}
    while closer := closer_steps(record, found):
        found |= {step: take_step(record, TERMS, step) for step in closer}
    return tell(record, TERMS, found)


def assert_told(record: Record, told: Review) -> None:
    """Every decision is told, and the parts add up to the margins that the score gives."""
    score = record.game.score()
    assert (told.totals, told.winners) == (score.totals, score.winners)
    assert [one.played for one in told.decisions] == [ply.do for ply in record.plies]
    for seat, one in enumerate(told.seats):
        rivals = [total for n, total in enumerate(score.totals) if n != seat]
        assert one.own.margin == pytest.approx(score.totals[seat] - max(rivals))
        assert one.all.margin == pytest.approx(one.own.margin)


@pytest.mark.parametrize("seat", [None, 1])
def test_a_game_that_goes_on_from_another_with_bots_that_are_gone(seat: int | None) -> None:
    """Format 3, as it lay and with a deal that can be proven."""
    deal = None if seat is None else DEAL
    fork = small_game(1000).fork(25, seat=seat, deal=deal, players=GONE)
    game = play_on(fork, 10_000, shuffles=False)
    record = loads(game.record.dumps())
    assert isinstance(record, Record)
    assert '"format":3' in record.dumps()
    told = whole_review(record)
    assert told.players == GONE
    assert_told(record, told)


def test_a_game_on_a_board_of_ones_own(tmp_path: Path) -> None:
    """The board goes along with the record, which has only its name."""
    (tmp_path / "tiny.toml").write_text(TINY)
    board = load_board(str(tmp_path / "tiny.toml"))
    game = Game(board, 2, seed=1)
    bot = make_bot("random", seed=1)
    while not game.over:
        game.play(bot.choose(game.view(game.turn)))
    game.record.save(tmp_path / "game.wst")
    record = load(tmp_path / "game.wst", board=board)
    assert isinstance(record, Record)
    assert_told(record, whole_review(record))
