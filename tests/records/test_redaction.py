"""A record as seen by a seat holds nothing that the seat did not see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.records.shelf import SAMPLE, record_of, signed, small_game
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.record import Record, RecordError, SeatRecord, load, loads

# Proof rather than inner loop: run by `make test`.
pytestmark = pytest.mark.slow

SECRET_CARD = {"dealt", "drew"}
SECRET_TICKETS = {"offered", "kept", "refused"}


def seen_by(name: str, seat: int | None) -> SeatRecord:
    return record_of(name).redact(seat)


def viewers(name: str) -> list[int | None]:
    return [None, *range(len(record_of(name).players))]


def events_in(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every event anywhere in a piece of JSON."""
    if isinstance(value, list):
        if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict):
            yield value[0], value[1]
        for item in value:
            yield from events_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from events_in(item)


def texts_in(value: object) -> Iterator[str]:
    """Every text anywhere in a piece of JSON, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


@pytest.mark.parametrize("name", SAMPLE)
def test_no_event_names_what_another_seat_drew_or_was_offered(name: str) -> None:
    """H2, H3, H4, K3."""
    for viewer in viewers(name):
        lines = [json.loads(line) for line in seen_by(name, viewer).dumps().splitlines()]
        for event, params in events_in(lines):
            if event in SECRET_CARD:
                assert ("card" in params) == (params["seat"] == viewer)
            if event in SECRET_TICKETS:
                assert ("tickets" in params) == (params["seat"] == viewer)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_ticket_that_others_were_offered_is_named_nowhere(name: str) -> None:
    """H2, K3: unless the viewer was offered it too, before or after."""
    board = record_of(name).board
    for viewer in viewers(name):
        own: set[str] = set()
        others: set[str] = set()
        for event in record_of(name).events():
            if event.name == "offered":
                (own if event["seat"] == viewer else others).update(event["tickets"])
        # Some tickets are named like a route, and routes are public.
        text = set(texts_in(_objects(seen_by(name, viewer)))) - set(board.route_by_id)
        assert others - own - set(board.route_by_id)
        assert not (others - own) & text
        assert own - set(board.route_by_id) <= text


def _objects(record: SeatRecord) -> list[Any]:
    return [json.loads(line) for line in record.dumps().splitlines()]


@pytest.mark.parametrize("name", SAMPLE)
def test_intents_and_answers_tell_only_what_the_seat_saw(name: str) -> None:
    """H1, H2: blind draws and ticket choices of others have no answer and no places."""
    record = record_of(name)
    for viewer in viewers(name):
        for true, seen in zip(record.plies, seen_by(name, viewer).plies, strict=True):
            own = true.seat == viewer
            assert seen.seat == true.seat
            if true.do.startswith("keep") and not own:
                assert seen.do == "keep"
            else:
                assert seen.do == true.do
            blind = true.do in ("draw deck", "tickets") and not own
            assert seen.got == (() if blind else true.got)


@pytest.mark.parametrize("name", SAMPLE)
def test_there_is_no_seed_and_no_order_and_no_digest_of_them(name: str) -> None:
    """H3, H4: a digest over the seed would let it be guessed."""
    record = record_of(name)
    for viewer in viewers(name):
        objects = _objects(seen_by(name, viewer))
        assert not {"seed", "cards", "tickets"} & objects[0].keys()
        assert objects[0]["kind"] == "seat"
        assert record.digest not in set(texts_in(objects))


def test_games_that_differ_only_in_secrets_look_the_same() -> None:
    """H4: byte for byte."""
    board = load_board("usa")
    seats = ["red"] * 4, ["blue"] * 4
    market = ["green", "white", "black", "orange", "yellow"]
    own = [ticket.id for ticket in board.tickets[:3]]
    texts = []
    for theirs, drawn, offer in (
        (seats[1], ["purple", "white"], [t.id for t in board.tickets[3:6]]),
        (
            ["green", "locomotive", "white", "white"],
            ["black", "locomotive"],
            [t.id for t in board.tickets[9:12]],
        ),
    ):
        game = Game(board, 2, cards=[*seats[0], *theirs, *market], tickets=[*own, *offer])
        game.play("keep 1 2" if theirs == seats[1] else "keep 2 3", 1)
        game.play("keep 1 2", 0)
        game.play("draw green", got=["red"])
        game.play("draw deck", got=["blue"])
        game.play("draw deck", got=drawn[:1])
        game.play("draw deck", got=drawn[1:])
        texts.append((game.record.redact(0).dumps(), game.record.redact(None).dumps()))
        assert game.record.redact(1).dumps() not in texts[-1]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("plies", [0, 20, 1000])
def test_a_seat_record_can_be_saved_and_loaded(
    viewer: int | None, plies: int, tmp_path: Any
) -> None:
    record = Record.of(small_game(plies)).redact(viewer)
    record.save(tmp_path / "mine.wst")
    again = load(tmp_path / "mine.wst")
    assert isinstance(again, SeatRecord)
    assert again == record
    assert again.events() == record.events()
    assert again.finished == (plies == 1000)
    assert again.digest == record.digest
    again.verify()


def test_the_events_of_a_seat_are_those_the_game_told_it() -> None:
    """H1, H2."""
    game = small_game(25)
    for viewer in (0, 1, None):
        assert game.record.redact(viewer).events() == game.events(viewer)


def test_a_seat_record_cannot_be_replayed_or_turned_into_another() -> None:
    record = Record.of(small_game(20)).redact(1)
    with pytest.raises(RecordError, match="what Player 2 saw") as error:
        record.at(0)
    assert error.value.code == "seat_record"
    with pytest.raises(RecordError, match="what Player 2 saw"):
        record.redact(0)
    with pytest.raises(RecordError, match="what Player 2 saw"):
        _ = record.game
    assert record.redact(1) is record
    with pytest.raises(RecordError, match="a spectator saw"):
        Record.of(small_game(20)).redact(None).at(3)


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    with pytest.raises(RecordError) as error:
        Record.of(small_game(3)).redact(seat)
    assert error.value.code == "no_such_seat"


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (0, "viewer", 2),
        (0, "viewer", "Ann"),
        (0, "deal", {}),
        (0, "deal", [["dealt"]]),
        (0, "seed", 7),
        (1, "events", None),
        (1, "events", [["answered", []]]),
        (1, "events", [[1, {}]]),
        (1, "got", "red"),
        (1, "secret", True),
    ],
)
def test_a_seat_record_that_is_no_such_thing_is_refused(line: int, key: str, value: object) -> None:
    objects = list(Record.of(small_game(5)).redact(0).lines())
    objects[line][key] = value
    with pytest.raises(RecordError) as error:
        loads(signed(objects))
    assert (error.value.code, error.value.line) == ("bad_field", line + 1)


def test_a_changed_event_is_found_by_the_digest() -> None:
    objects = list(Record.of(small_game(1000)).redact(0).lines())
    objects[-2]["events"].append(["passed", {"seat": 0}])
    with pytest.raises(RecordError) as error:
        loads(signed(objects))
    assert error.value.code == "digest_differs"
