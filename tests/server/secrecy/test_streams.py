"""No byte that anybody is sent depends on what this person cannot know.

Two evenings are played on real servers over real connections, with the same words at the same
times. The games differ in the order of cards and tickets that some eyes have not seen, and in which
tickets others kept. All that those with these eyes, or with none, are sent must be the same bytes:
frames, answers with their headers, refusals, records; on sockets that come back with versions true
and forged, on second tabs, after take-backs, hints, kicks and handed-over seats.
"""

from __future__ import annotations

import itertools
import json
from random import Random

import msgspec
import pytest

from tests.server.secrecy.compared import BOT, CLOSED, DEVICE, PEOPLE, PROGRAM, played
from tests.server.secrecy.scripts import Cast, improvised
from tests.server.secrecy.theatre import Theatre
from tests.server.secrecy.verdict import differences, leaked_words, parts
from tests.server.soak import FACTOR
from whistlestop.protocol.view_to_wire import own_view

BOARDS = ("usa", "europe", "new-york", "london")
FEW = 8  # plies

# Whose eyes are asked about, board after board; a bot decides by what it sees, so its eyes are
# always among them.
WATCHED: dict[Cast, tuple[tuple[int, ...], ...]] = {
    PEOPLE: ((0,), (1,), (), (2,)),
    DEVICE: ((0, 2), (1,), (0, 2), (0, 2)),
    BOT: ((0, 2), (1, 2), (0, 2), (2,)),
    PROGRAM: ((2,), (), (0,), (2,)),
}


def test_from_the_start_everybody_is_sent_the_same_whatever_they_cannot_know(
    theatre: Theatre,
) -> None:
    pair = played(theatre, "europe", PEOPLE, (0,), plies=FEW)
    pair.check()
    assert pair.one.size > 300_000


@pytest.mark.slow
@pytest.mark.parametrize("cast", WATCHED, ids=["people", "device", "bot", "program"])
@pytest.mark.parametrize("board", BOARDS)
def test_over_whole_games_everybody_is_sent_the_same_whatever_they_cannot_know(
    theatre: Theatre, board: str, cast: Cast
) -> None:
    """Ten times as many pairs when soaking, with one pair of eyes after the other."""
    turned = itertools.islice(itertools.cycle(WATCHED[cast]), BOARDS.index(board), None)
    for number, seats in zip(range(FACTOR), turned, strict=False):
        pair = played(theatre, board, cast, seats, number)
        pair.check()
        assert pair.one.size > 1_000_000
        assert pair.script.game.ply > 40


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_where_watching_is_off_nothing_tells_a_game_from_another(
    theatre: Theatre, board: str
) -> None:
    played(theatre, board, CLOSED, (), plies=30).check()


def test_a_device_with_two_seats_sees_what_both_of_them_see_and_no_more(theatre: Theatre) -> None:
    pair = played(theatre, "new-york", DEVICE, (0, 2), plies=FEW)
    pair.check()
    shown = parts(pair.one, "ann", f"/api/tables/{pair.one.table}")[-1]["mine"]
    both = [own_view(pair.script.game.view(seat), None) for seat in (0, 2)]
    assert [{**own, "decision": None} for own in shown] == json.loads(msgspec.json.encode(both))


@pytest.mark.slow
def test_when_a_game_is_over_its_seed_is_told_in_the_record_and_nothing_else(
    theatre: Theatre,
) -> None:
    """Who the guests are and what lets one in stays with those who know it."""
    chance, nobody = Random("over"), frozenset[int]()
    script = improvised("london", PEOPLE, nobody, chance, to_the_end=True)
    assert script.game.over
    told = theatre.play(script, nobody)
    assert {line.split(": ")[1] for line in leaked_words(told)} == {"seed"}
    seed = told.words["seed"].encode()
    places = {kept.label for kept in told.kept["eve"] if seed in kept.data}
    assert places
    assert all("/record.wst" in place for place in places)


@pytest.mark.slow
def test_the_second_seat_of_a_device_is_no_secret_to_the_first(theatre: Theatre) -> None:
    """The comparison is as sharp as it should be: other cards in an own hand are noticed."""
    pair = played(theatre, "new-york", DEVICE, (0,), plies=30)
    assert differences(pair.one, pair.two, frozenset({0})) == []
    assert differences(pair.one, pair.two, frozenset({0, 2})) != []
