"""Records of games that go on from another one: to the byte, provable, and never by accident."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.boards.tiny import TINY
from tests.engine.play import everything
from tests.records.proven import play_on
from tests.records.shelf import SAMPLE, record_of, signed, small_game
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.record import Record, RecordError, RecordWriter, SeatRecord, loads

Lines = list[dict[str, Any]]
DEAL = ProvenDeal("5a" * 32, ("Ann's value", None))


def played(game: Game, plies: int = 10_000, *, shuffles: bool = False) -> Game:
    return play_on(game, plies, shuffles)


def forked(**how: Any) -> Game:
    """A finished game of New York that left another one."""
    return played(small_game(1000).fork(25, **how))


def whole(text: str | bytes) -> Record:
    record = loads(text)
    assert isinstance(record, Record)
    return record


def verdict(lines: Lines) -> str:
    try:
        loads(signed(lines)).verify()
    except RecordError as error:
        return error.code if error.sentence else "no sentence"
    return ""


@pytest.mark.parametrize("how", [{}, {"seat": 0, "seed": 3}, {"seat": 1, "deal": DEAL}])
@pytest.mark.parametrize("plies", [25, 40, 1000])
def test_a_fork_comes_back_to_the_byte(how: dict[str, Any], plies: int) -> None:
    game = played(small_game(1000).fork(25, **how), plies)
    record, text = game.record, game.record.dumps()
    again = whole(text)
    again.verify()
    assert (again, again.dumps()) == (record, text)
    assert everything(again.game) == everything(game)
    assert again.game.forks == game.forks == again.forks


def test_the_first_line_says_where_the_game_came_from() -> None:
    parent = small_game(1000)
    header = next(parent.fork(25, seat=1, seed=3).record.lines())
    assert header["format"] == 3
    assert header["from"] == [
        {
            "ply": 25,
            "game": parent.record.digest,
            "seat": 1,
            "dealing": 1,
            "rng": 1,
            "seed": 3,
        }
    ]
    assert next(parent.fork(25).record.lines())["from"] == [
        {"ply": 25, "game": parent.record.digest}
    ]
    assert next(small_game(30).fork(25).record.lines())["from"] == [{"ply": 25, "game": None}]


def test_a_game_that_left_no_other_is_written_in_its_old_format() -> None:
    for name in SAMPLE:
        header = next(record_of(name).lines())
        assert header["format"] == 1
        assert "from" not in header


@pytest.mark.parametrize("name", SAMPLE)
def test_a_game_of_an_older_format_can_be_forked(name: str) -> None:
    record = record_of(name)
    ply = len(record) // 2
    fork = record.fork(ply, seat=1, seed=name)
    assert fork.forks[0].game == record.digest
    again = whole(played(fork, ply + 20).record.dumps())
    again.verify()
    assert again.plies[:ply] == record.plies[:ply]


def test_what_is_dealt_anew_is_the_same_for_ever() -> None:
    """Records hold a seed and not the cards: whoever deals otherwise gives that a new number."""
    frozen = {
        "usa/default-2-kinds": "1a893bdc72867f06",
        "europe/default-2-greedy": "05b41817286b8733",
        "london/default-4-kinds": "cf71dc7de6871ab7",
        "new-york/default-3-actions": "baee653e970119b9",
    }
    found = {}
    for name in frozen:
        record = record_of(name)
        values = ("a value", *(None for _ in record.players[1:]))
        plain = record.fork(len(record) * 2 // 3, seat=0, seed=5)
        proven = record.game.fork(len(record) // 3, seat=1, deal=ProvenDeal("7" * 64, values))
        text = "".join(played(game).record.dumps() for game in (plain, proven))
        found[name] = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert found == frozen


def test_every_ply_of_the_whole_game_can_be_reached() -> None:
    parent, fork = small_game(1000), forked(seat=0, seed=3)
    record = fork.record
    for ply in range(len(record) + 1):
        then = record.at(ply)
        assert then.ply == ply
        if ply < 25:
            assert then.position == parent.record.at(ply).position
            assert then.forks == ()
        else:
            assert then.forks == fork.forks
    assert record.at(25).position == parent.fork(25, seat=0, seed=3).position


def test_forks_of_forks_and_shuffles_before_and_after_one_stay_in_order() -> None:
    parent = played(small_game(10), 20)
    parent.shuffle_again()
    fork = parent.fork(seat=1, seed=2)
    fork.shuffle_again()
    fork = played(fork, 30, shuffles=True).fork(seat=0, seed=4, players=["Ann", "Bob"])
    fork = played(fork.fork(26), 1000, shuffles=True)
    again = whole(fork.record.dumps())
    again.verify()
    assert again == fork.record
    assert again.game.forks == fork.forks
    assert (fork.forks[0].ply, fork.forks[0].shuffles) == (20, 1)
    assert everything(again.game) == everything(fork)


def test_a_writer_writes_what_the_record_saves_and_a_crash_leaves_a_prefix(tmp_path: Path) -> None:
    fork = small_game(1000).fork(25, seat=0, seed=3)
    with RecordWriter(tmp_path / "fork.wst", fork) as writer:
        played(fork)
        writer.write()
    text = (tmp_path / "fork.wst").read_text()
    assert text == fork.record.dumps()
    lines = text.splitlines(keepends=True)
    for kept in (1, 10, 26, 27, 40, len(lines) - 1):
        prefix = whole("".join(lines[:kept]))
        prefix.verify()
        assert prefix.forks == fork.forks


def test_a_seat_record_says_where_it_came_from_and_nothing_that_deals_the_cards() -> None:
    for plies in (40, 1000):
        game = played(small_game(1000).fork(25, seat=1, deal=DEAL), plies)
        for viewer in (None, 0, 1):
            seen = game.record.redact(viewer)
            text = seen.dumps()
            again = loads(text)
            assert isinstance(again, SeatRecord)
            assert again == seen
            assert json.loads(text.splitlines()[0])["from"] == [
                {"ply": 25, "game": small_game(1000).record.digest, "seat": 1}
            ]
            assert DEAL.secret not in text
            assert DEAL.seed not in text
            assert seen.commitment == DEAL.commitment == game.record.commitment


def test_as_it_lay_nothing_was_dealt_so_nothing_is_proven() -> None:
    parent = played(Game("new-york", 2, deal=DEAL))
    assert parent.record.commitment == DEAL.commitment
    assert parent.fork(20).record.commitment is None
    parent.fork(20).record.verify()


def _one(change: Callable[[dict[str, Any]], Any]) -> Callable[[Lines], None]:
    return lambda lines: change(lines[0]["from"][0])


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (_one(lambda x: x.update(seed=4)), "got_differs illegal_action digest_differs"),
        (_one(lambda x: x.update(ply=24)), "got_differs illegal_action digest_differs"),
        (_one(lambda x: x.update(ply=0)), "got_differs illegal_action digest_differs"),
        (_one(lambda x: x.update(seat=1)), "got_differs illegal_action digest_differs"),
        (_one(lambda x: x.update(ply=99_999)), "got_differs illegal_action"),
        (_one(lambda x: x.update(ply=100_000)), "bad_field"),
        (_one(lambda x: x.update(ply=-1)), "bad_field"),
        (_one(lambda x: x.update(ply="25")), "bad_field"),
        (_one(lambda x: x.update(seat=2)), "bad_field"),
        (_one(lambda x: x.update(shuffles=1)), "got_differs illegal_action"),
        (_one(lambda x: x.update(dealing=2)), "other_dealing"),
        (_one(lambda x: x.update(rng=2)), "bad_field"),
        (_one(lambda x: x.update(seed=None)), "bad_field"),
        (_one(lambda x: x.update(seed=1.5)), "bad_field"),
        (_one(lambda x: x.update(seed="x" * 1000)), "bad_field"),
        (_one(lambda x: x.update(game="else")), "bad_field"),
        (_one(lambda x: x.update(game="0" * 64)), "digest_differs"),
        (_one(lambda x: x.update(proof={})), "bad_field"),
        (_one(lambda x: x.update(more=1)), "bad_field"),
        (_one(lambda x: x.pop("seat")), "bad_field"),
        (_one(lambda x: x.pop("dealing")), "bad_field"),
        (_one(lambda x: x.pop("game")), "bad_field"),
        (lambda lines: lines[0].pop("from"), "got_differs illegal_action digest_differs"),
        (lambda lines: lines[0].update({"from": []}), "bad_field"),
        (lambda lines: lines[0].update({"from": {}}), "bad_field"),
        (lambda lines: lines[0].update({"from": [1]}), "bad_field"),
        (lambda lines: lines[0].update({"from": lines[0]["from"] * 17}), "bad_field"),
        (lambda lines: lines[0]["from"].append({"ply": 3, "game": None}), "bad_field"),
        (lambda lines: lines[0].update({"format": 2}), "bad_field"),
        (lambda lines: lines[0].update({"format": 1}), "bad_field"),
    ],
)
def test_a_fork_that_cannot_be_or_was_another_one_is_refused(
    forge: Callable[[Lines], None], code: str
) -> None:
    lines = [json.loads(json.dumps(line)) for line in forked(seat=0, seed=3).record.lines()]
    assert verdict(lines) == ""
    forge(lines)
    assert verdict(lines) in code.split()


def test_a_proof_of_another_deal_is_refused() -> None:
    lines = [json.loads(json.dumps(x)) for x in forked(seat=0, deal=DEAL).record.lines()]
    assert verdict(lines) == ""
    lines[0]["from"][0]["proof"]["values"] = [None, None]
    assert verdict(lines) == "seed_differs"
    lines[0]["from"][0]["proof"]["commitment"] = "0" * 64
    assert verdict(lines) == "commitment_differs"


def test_a_finished_game_cannot_be_left_at_its_end() -> None:
    lines = list(small_game(1000).record.lines())
    lines[0] |= {"format": 3, "from": [{"ply": len(lines) - 2, "game": None}]}
    assert verdict(lines) == "illegal_action"


def test_a_place_that_the_game_never_came_to_is_refused() -> None:
    for ply, shuffles in ((10, 3), (99_999, 0)):
        lines = list(small_game(1000).record.lines())
        fork = {"ply": ply, "game": None, "shuffles": shuffles}
        lines[0] |= {"format": 3, "from": [fork]}
        assert verdict(lines) == "bad_field"


def test_a_game_on_a_board_of_ones_own_goes_on_and_its_record_needs_that_board(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    game = Game(load_board(path), 2, seed=4)
    while not game.over:
        game.play(game.legal[0])
    fork = game.fork(3, seat=0, seed=1)
    while not fork.over:
        fork.play(fork.legal[-1])
    text = fork.record.dumps()
    with pytest.raises(RecordError) as refusal:
        loads(text)
    assert refusal.value.code == "unknown_board"
    loads(text, path).verify()
