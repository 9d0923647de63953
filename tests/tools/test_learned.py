"""What the training of `learned` collects, as far as it needs no PyTorch."""

from __future__ import annotations

from random import Random

import numpy as np

from tools.learned.positions import Desk, Shelf, Table, fill
from tools.learned.strength import share_won
from whistlestop.boards.load import load_board
from whistlestop.bots import GreedyBot
from whistlestop.bots.learned.inputs import switches_on
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.rng import seeded

FLAT = codec_for(load_board("new-york"), 2).flat


def test_a_shelf_gives_back_what_was_seen_and_what_the_teacher_did_there() -> None:
    teacher = GreedyBot(seeded(1, "teacher")).decide
    desk = Desk(FLAT)
    shelf = Shelf(desk)
    fill(shelf, Table(FLAT, "a game"), teacher, [teacher, teacher], Random(1), slips=0.0)
    again, seen = Table(FLAT, "a game"), set()
    while not again.over:
        facts = again.look()
        if len(facts.codes) > 1:
            on = tuple(sorted(int(which) for which in switches_on(facts)))
            seen.add((on, tuple(map(int, facts.codes)), teacher(facts)))
        again.play(teacher(facts))
    assert len(shelf) > 20
    ((rows, masks, actions),) = shelf.batches(len(shelf), np.random.default_rng(1))
    told = {
        (tuple(map(int, np.flatnonzero(row))), tuple(map(int, np.flatnonzero(mask))), int(action))
        for row, mask, action in zip(rows, masks, actions, strict=True)
    }
    assert told == seen


def test_slips_lead_elsewhere_and_the_teacher_is_asked_there_too() -> None:
    teacher = GreedyBot(seeded(1, "teacher")).decide
    shelf, table = Shelf(Desk(FLAT)), Table(FLAT, "a game")
    fill(shelf, table, teacher, [teacher, teacher], Random(1), slips=1.0)
    assert table.over
    assert len(shelf) > 20


def test_strength_counts_shared_wins_as_halves_and_seats_both_ways() -> None:
    greedy = GreedyBot(seeded(1, "one")).decide
    assert share_won(greedy, "greedy", "new-york", 10, "itself") == 0.5
