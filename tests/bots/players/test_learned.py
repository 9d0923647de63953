"""The learned player: its switches, its arithmetic, its file, and that it beats the reference."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.bots.playing import decisions
from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.bots.learned import bot as learned
from whistlestop.bots.learned.inputs import switches_on, width_of
from whistlestop.bots.learned.network import HEAD, pack_network, read_network
from whistlestop.bots.reasoning.from_view import facts_from_view
from whistlestop.engine.lookup import codec_for
from whistlestop.lab import Terms, tournament

HOME = Path(learned.__file__).parent
BOARD = "new-york"


def flat(players: int = 2):  # type: ignore[no-untyped-def]  # the engine's own type
    return codec_for(load_board(BOARD), players).flat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_switches_are_told_apart_and_as_many_for_any_number_of_players(players: int) -> None:
    width = width_of(flat(players))
    assert width == width_of(flat(2))
    seen: set[int] = set()
    for _, view, _ in decisions(["greedy"] * players, BOARD, seed=3):
        on = list(switches_on(facts_from_view(view)))
        assert len(set(on)) == len(on)
        assert 0 <= min(on) <= max(on) < width
        seen |= set(on)
    assert len(seen) > width / 3


def test_a_network_answers_by_plain_arithmetic() -> None:
    """By hand, from a file in which every weight is another number."""
    view = next(decisions(["greedy", "greedy"], BOARD, seed=5))[1]
    facts = facts_from_view(view)
    t = facts.flat
    shape = (width_of(t), 3, 2, int(t.actions))
    count = (shape[0] + 1) * 3 + 4 * 2 + 3 * shape[3]
    numbers = [((n * 37) % 19 - 9) / 8 for n in range(count)]
    network = read_network(pack_network(*shape, struct.pack(f"<{count}e", *numbers)))
    on = list(switches_on(facts))
    first = [
        max(0.0, numbers[shape[0] * 3 + n] + sum(numbers[i * 3 + n] for i in on)) for n in range(3)
    ]
    base = (shape[0] + 1) * 3
    second = [
        max(
            0.0, numbers[base + 6 + n] + sum(first[i] * numbers[base + i * 2 + n] for i in range(3))
        )
        for n in range(2)
    ]
    base += 8
    scores = [
        numbers[base + 2 * shape[3] + code]
        + sum(second[i] * numbers[base + i * shape[3] + code] for i in range(2))
        for code in facts.codes
    ]
    assert network.scores(facts) == pytest.approx(scores)
    assert network.choose(facts) == facts.codes[scores.index(max(scores))]


def test_a_file_that_is_cut_or_something_else_is_refused() -> None:
    data = (HOME / f"{BOARD}.weights").read_bytes()
    for wrong in (b"", b"PK\3\4" + data[4:], data[:-1], data + b"\0", data[: HEAD.size]):
        with pytest.raises(ValueError, match="weights"):
            read_network(wrong)


def test_the_weights_are_small_and_fit_the_board() -> None:
    assert (HOME / f"{BOARD}.weights").stat().st_size <= 2_000_000
    for players in (2, 3, 4):
        assert learned.network_for(flat(players)) is not None
    assert learned.network_for(codec_for(load_board("usa"), 2).flat) is None


def test_where_it_was_not_trained_it_plays_as_greedy_does() -> None:
    for number, (_, view, _) in enumerate(decisions(["greedy", "random"], "london", seed=2)):
        if number % 5 == 0:
            assert make_bot("learned").choose(view) == make_bot("greedy").choose(view)


@pytest.mark.slow
def test_it_beats_the_reference_on_its_board_beyond_doubt() -> None:
    result = tournament(["learned", "reference"], Terms(BOARD, blocks=150, seed="place", decide=0))
    low, _ = result.matches[0].interval
    assert low > 0.5, result
