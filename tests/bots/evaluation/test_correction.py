"""The correction: it changes no order, exists for every table, and a fit finds what is there."""

import json
from dataclasses import replace
from itertools import pairwise
from math import exp
from pathlib import Path

import pytest

from tests.bots.playing import TABLES
from tools.evaluation.__main__ import FILE, line_ups, write
from tools.evaluation.crossed import FOLDS, crossed, joined
from tools.evaluation.fitting import fit
from tools.evaluation.positions import LineUp, Position, line_up, positions
from tools.evaluation.tables import Off, said, spread_of, tables
from whistlestop.bots.evaluation.correction import (
    PLAIN,
    Correction,
    apply_correction,
    correction_for,
)
from whistlestop.engine.state.rng import Rng, seeded

SHARES = [n / 20 for n in range(21)]


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_every_table_has_a_correction_and_more_is_never_corrected_to_less(
    board: str, players: int
) -> None:
    lines = correction_for(board, players)
    assert lines not in (PLAIN, correction_for("any", players))
    for left in (0.0, 0.3, 0.7, 1.0):
        wins = [apply_correction(lines, left, 0.0, win, 45).win for win in SHARES]
        assert wins == sorted(wins)
        for win in (0.3, 0.8):
            margins = [apply_correction(lines, left, m, win, 45).margin for m in range(-90, 90)]
            assert margins == sorted(margins)
            assert all((win_of(lines, left, win) - 0.5) * margin >= 0 for margin in margins)


def win_of(lines: Correction, left: float, win: float) -> float:
    """The corrected chance."""
    return apply_correction(lines, left, 0.0, win, 45).win


def test_a_map_that_was_never_measured_has_the_correction_of_all_maps() -> None:
    for players in (2, 3, 4, 5):
        assert correction_for("mars", players) == correction_for("any", players) != PLAIN


def made_up(lines: Correction, line: LineUp, count: int) -> list[Position]:
    """Positions that went as a correction says, with the luck of games."""
    rng: Rng = seeded("made up")
    found = []
    for game in range(count):
        margin, left = float(rng.below(160)) - 80.0, float(rng.below(101)) / 100
        win = 1 / (1 + exp(-margin / 20))
        value = apply_correction(lines, left, margin, win, line.trains)
        won = float(int(rng.below(10_000)) < 10_000 * value.win)
        luck = float(rng.below(61)) - 30.0
        tenth, ended = int(rng.below(10)), value.margin + luck
        at = Position(game, 0, "planner", tenth, left, True, margin, win, ended, won)
        found.append(at)
    return found


def test_a_fit_finds_the_correction_that_was_at_work() -> None:
    lines = Correction((-0.2, -0.1, 0.0), (0.8, 0.8, 0.8), (-0.5, -0.3, 0.0), (0.7, 0.8, 0.9))
    line = line_up("usa:classic/2")
    found = fit({line: made_up(lines, line, 6_000)})["usa"][2]
    for left in (0.1, 0.5, 0.9):
        for margin in (-40.0, 5.0, 40.0):
            win = 1 / (1 + exp(-margin / 20))
            ours = apply_correction(found, left, margin, win, 45)
            true = apply_correction(lines, left, margin, win, 45)
            assert ours.win == pytest.approx(true.win, abs=0.05)
            assert ours.margin == pytest.approx(true.margin, abs=4)


def test_games_of_the_fit_are_judged_by_corrections_that_have_not_seen_them() -> None:
    line = line_up("usa:classic/2")
    fitted, fresh = {line: made_up(PLAIN, line, 200)}, {line: made_up(PLAIN, line, 20)}
    value, at = crossed(fitted), fitted[line][0]
    fold = [p for p in fitted[line] if p.game % FOLDS == at.game % FOLDS]
    others = [p for p in fitted[line] if p not in fold]
    lied = [replace(p, ended=-p.ended, won=1 - p.won) for p in fold]
    assert crossed({line: lied + others})(line, at) == value(line, at)
    assert crossed({line: fold + lied + others[:9]})(line, at) != value(line, at)
    together = joined(fitted, fresh)[line]
    assert len({p.game for p in together}) == 220
    assert value(line, together[-1]) == said(line, fresh[line][-1])


def test_the_file_is_written_as_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = json.loads(FILE.read_text(encoding="utf-8"))
    copy = tmp_path / "correction.json"
    monkeypatch.setattr("tools.evaluation.__main__.FILE", copy)
    write({name: {int(n): Correction(**c) for n, c in each.items()} for name, each in file.items()})
    assert copy.read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


def test_positions_are_of_real_games_and_know_their_end() -> None:
    line = line_up("new-york/2")
    found = list(positions(line, "test", 1))
    assert [p.seat for p in found] == [0, 1, 0, 1]
    assert len({p.tenth for p in found}) == 2
    for one, two in pairwise(found):
        if (one.seat, two.seat) == (0, 1):
            assert one.won + two.won == pytest.approx(1)
            assert one.ended == -two.ended
    assert found == list(positions(line, "test", 1))


def test_bots_that_are_no_planners_play_on_from_a_position_themselves() -> None:
    line = line_up("new-york/2/planner+greedy")
    found = list(positions(line, "test", 2))
    assert [p.bot for p in found] == ["planner", "greedy"] * 2
    for one, two in zip(found[::2], found[1::2], strict=True):
        assert one.won + two.won == pytest.approx(1)
        assert one.ended == -two.ended
    assert any(p.ended != int(p.ended) for p in found)
    assert found == list(positions(line, "test", 2))


def test_a_game_that_took_long_is_asked_about_in_every_tenth() -> None:
    found = list(positions(line_up("new-york/2/planner+search:worlds=1,turns=0"), "test", 1))
    assert [p.tenth for p in found[::2]] == list(range(10))
    assert {p.won for p in found} == {0.0, 1.0}


def test_bots_of_a_mixed_line_up_change_seats() -> None:
    line = line_up("new-york/2/planner+greedy")
    assert [line.seats(number) for number in (0, 1)] == [
        ["planner", "greedy"],
        ["greedy", "planner"],
    ]
    assert len(line_ups()) == len(TABLES)


def test_a_table_says_how_far_off_and_how_sure_that_is() -> None:
    line = line_up("usa:classic/2")
    seen = made_up(correction_for("usa", 2), line, 2_000)
    offs = [Off(str(p.game), p.tenth, said(line, p).win - p.won) for p in seen]
    off, wide = spread_of(offs)
    assert abs(off) < 2 * wide < 0.06
    text = "\n".join(tables({line: seen}))
    for part in ("said less happened", "Sums and scores", str(line), "±"):
        assert part in text
