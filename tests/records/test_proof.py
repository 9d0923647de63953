"""The proof of a deal in a record: kept to the byte, and no part of it can be changed unnoticed.

The forger here is a good one: every check sum of the lines is right, only the proof is not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.records.proven import DEAL, NAMES, SECRET, proven_game
from tests.records.shelf import SAMPLE, record_of, signed
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.record import Record, RecordError, RecordWriter, SeatRecord, loads
from whistlestop.record.proof import chance_names

Lines = list[dict[str, Any]]
Forgery = Callable[[Lines], object]


def whole(text: str | bytes) -> Record:
    record = loads(text)
    assert isinstance(record, Record)
    return record


def verdict(lines: Lines) -> tuple[str, int | None]:
    """The code and line of the error with which these lines are refused, if they are."""
    try:
        loads(signed(lines)).verify()
    except RecordError as error:
        return error.code, error.line
    return "", None


@pytest.mark.parametrize("plies", [0, 20, 1000])
@pytest.mark.parametrize("shuffles", [False, True])
def test_a_record_with_a_proof_comes_back_to_the_byte(plies: int, shuffles: bool) -> None:
    record = Record.of(proven_game(plies, shuffles))
    text = record.dumps()
    again = whole(text)
    assert (again, again.dumps()) == (record, text)
    again.verify()
    assert (again.deal, again.commitment, again.seed) == (DEAL, DEAL.commitment, DEAL.seed)
    assert (again.game.deal, again.game.rng) == (DEAL, 2)
    assert Record.of(again.game).dumps() == text


def test_the_first_line_has_secret_values_and_commitment() -> None:
    header = json.loads(Record.of(proven_game(0)).dumps().splitlines()[0])
    assert (header["format"], header["rng"], header["seed"]) == (2, 2, DEAL.seed)
    assert header["proof"] == {
        "commitment": DEAL.commitment,
        "secret": SECRET,
        "values": ["ann's value", None, "Zoë"],
    }


# Frozen: the whole text of one game. A change here makes records of before unreadable.
FROZEN = "b17d71e50177cd707aae0f150a827064"


def test_a_whole_record_is_the_frozen_one_compiled_or_not() -> None:
    text = Record.of(proven_game(1000, True)).dumps()
    assert hashlib.sha256(text.encode()).hexdigest()[:32] == FROZEN


def test_a_record_with_the_second_generator_needs_no_proof() -> None:
    record = Record.of(Game("usa", 2, seed=7, rng=2))
    again = whole(record.dumps())
    again.verify()
    assert (again, again.deal, again.commitment, again.game.rng) == (record, None, None, 2)


@pytest.mark.parametrize("name", SAMPLE)
def test_older_records_keep_their_generator_and_their_format(name: str) -> None:
    record = record_of(name)
    header = json.loads(record.dumps().splitlines()[0])
    assert (header["format"], header["rng"], record.deal) == (1, 1, None)
    assert "proof" not in header


def test_a_writer_writes_what_the_record_saves(tmp_path: Any) -> None:
    game = Game("new-york", NAMES, deal=DEAL)
    path = tmp_path / "live.wst"
    with RecordWriter(path, game) as writer:
        while not game.over:
            game.play(game.legal[0])
            if game.ply % 5 == 0 and game.phase == "turn":
                game.shuffle_again(tickets=True)
            writer.write()
    assert len(game.shuffles) > 3
    assert path.read_text() == game.record.dumps()


def proof_of(lines: Lines) -> dict[str, Any]:
    proof: dict[str, Any] = lines[0]["proof"]
    return proof


def other_luck(lines: Lines) -> None:
    """Another deal, whole and in itself right, in the place of the one that was played."""
    deal = ProvenDeal(SECRET, ("another", None, "Zoë"))
    lines[0]["seed"] = deal.seed
    proof_of(lines)["values"][0] = "another"


FORGED: list[tuple[Forgery, str]] = [
    (lambda x: proof_of(x).update(secret="5f" + "5e" * 31), "commitment_differs"),
    (lambda x: proof_of(x).update(commitment="00" * 32), "commitment_differs"),
    (lambda x: proof_of(x)["values"].__setitem__(0, "Ann's value"), "seed_differs"),
    (lambda x: proof_of(x)["values"].__setitem__(0, None), "seed_differs"),
    (lambda x: proof_of(x)["values"].__setitem__(1, "late"), "seed_differs"),
    (lambda x: proof_of(x)["values"].reverse(), "seed_differs"),
    (lambda x: x[0].update(seed=DEAL.seed[:-1] + "0"), "seed_differs"),
    (lambda x: x[0].update(seed=7), "seed_differs"),
    (lambda x: x[0].update(seed=None), "bad_field"),
    (lambda x: x[0].update(rng=1), "seed_differs"),
    (lambda x: x[0].update(rng=3), "other_rng"),
    (lambda x: x[0].update(cards=["red"], tickets=[]), "order_differs"),
    (lambda x: x[0].update(proof=None), "bad_field"),
    (lambda x: x[0].update(proof=[]), "bad_field"),
    (lambda x: proof_of(x).update(more=1), "bad_field"),
    (lambda x: proof_of(x).pop("secret"), "bad_field"),
    (lambda x: proof_of(x).pop("commitment"), "bad_field"),
    (lambda x: proof_of(x).pop("values"), "bad_field"),
    (lambda x: proof_of(x).update(secret="5E" * 32), "bad_field"),
    (lambda x: proof_of(x).update(secret=5), "bad_field"),
    (lambda x: proof_of(x).update(commitment=DEAL.commitment.upper()), "bad_field"),
    (lambda x: proof_of(x).update(values="abc"), "bad_field"),
    (lambda x: proof_of(x).update(values=["a", "b"]), "bad_field"),
    (lambda x: proof_of(x)["values"].__setitem__(0, ""), "bad_field"),
    (lambda x: proof_of(x)["values"].__setitem__(0, "x" * 65), "bad_field"),
    (lambda x: proof_of(x)["values"].__setitem__(0, 5), "bad_field"),
    (lambda x: x[0].update(format=1), "other_rng"),
]


@pytest.mark.parametrize(("forge", "code"), FORGED)
def test_a_proof_that_does_not_agree_with_itself_is_refused(forge: Forgery, code: str) -> None:
    lines = list(Record.of(proven_game(20)).lines())
    assert verdict(lines) == ("", None)
    forge(lines)
    assert verdict(lines) == (code, 1)


def test_cards_that_do_not_follow_from_the_proof_are_found_where_they_are() -> None:
    lines = list(Record.of(proven_game(1000)).lines())
    at, line = next((i, x) for i, x in enumerate(lines) if x.get("do") == "draw deck")
    line["got"] = ["red" if line["got"][0] != "red" else "blue", *line["got"][1:]]
    assert verdict(lines) == ("got_differs", at + 1)


def test_tickets_that_do_not_follow_from_the_proof_are_found_where_they_are() -> None:
    lines = list(Record.of(proven_game(1000)).lines())
    at, line = next((i, x) for i, x in enumerate(lines) if x.get("do") == "tickets")
    line["got"].reverse()
    assert verdict(lines) == ("got_differs", at + 1)


def test_a_deal_put_in_afterwards_does_not_fit_the_game() -> None:
    lines = list(Record.of(proven_game(1000)).lines())
    other_luck(lines)
    code, line = verdict(lines)
    assert code in ("got_differs", "illegal_action")
    assert (line or 0) > 1


def test_a_proof_cannot_be_given_to_a_game_that_had_none() -> None:
    lines = list(Record.of(Game("new-york", NAMES, seed=DEAL.seed, rng=2)).lines())
    assert verdict(lines) == ("", None)
    values: list[str | None] = [None] * 3
    proof = {"commitment": DEAL.commitment, "secret": SECRET, "values": values}
    lines[0]["proof"] = proof
    assert verdict(lines) == ("seed_differs", 1)


def test_the_digest_is_over_the_proof_too() -> None:
    """Who strikes the proof out of a finished record changes what its digest says."""
    lines = list(Record.of(proven_game(1000)).lines())
    del lines[0]["proof"]
    assert verdict(lines) == ("digest_differs", len(lines))


@pytest.mark.parametrize("plies", [0, 20, 1000])
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_seat_record_has_the_commitment_and_never_the_secret(
    plies: int, viewer: int | None
) -> None:
    """H2: neither secret nor values nor the seed, which would give every card away."""
    record = Record.of(proven_game(plies, shuffles=True))
    seen = record.redact(viewer)
    text = seen.dumps()
    for secret in (SECRET, DEAL.seed, "ann's value", "Zoë", '"seed"', '"secret"', '"values"'):
        assert secret not in text
    header = json.loads(text.splitlines()[0])
    assert header["proof"] == {"commitment": DEAL.commitment}
    again = loads(text)
    assert isinstance(again, SeatRecord)
    assert (again, again.dumps(), again.commitment) == (seen, text, DEAL.commitment)


@pytest.mark.parametrize(
    "proof", [None, {}, {"commitment": 5}, {"commitment": "00"}, {"secret": SECRET}]
)
def test_a_seat_record_takes_nothing_but_a_commitment(proof: object) -> None:
    lines = list(Record.of(proven_game(20)).redact(1).lines())
    lines[0]["proof"] = proof
    assert verdict(lines) == ("bad_field", 1)
    lines[0]["proof"] = {"commitment": DEAL.commitment, "secret": SECRET}
    assert verdict(lines) == ("bad_field", 1)


def test_chance_names_the_first_seat_of_a_proven_deal() -> None:
    assert chance_names(DEAL) == Game("usa", 3, deal=DEAL, first="chance").first
    firsts = {chance_names(ProvenDeal(SECRET, (f"{i}", None))) for i in range(20)}
    assert firsts == {0, 1}
