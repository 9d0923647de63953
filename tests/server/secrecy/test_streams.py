"""No byte that anybody is sent depends on what this person cannot know.

Two evenings are played on real servers over real connections, with the same words at the same
times. The games differ in the order of cards and tickets that some eyes have not seen, and in which
tickets others kept. All that those with these eyes, or with none, are sent must be the same bytes:
frames, answers with their headers, refusals, records; on sockets that come back with versions true
and forged, on second tabs, after take-backs, hints, kicks and handed-over seats.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import msgspec
import pytest

from tests.server.secrecy.scripts import LONGEST, Cast, Eyes, Script, pairs
from tests.server.secrecy.stage import Told
from tests.server.secrecy.theatre import Change, Theatre
from tests.server.secrecy.verdict import differences, leaked_words, parts, unlike
from tests.server.soak import FACTOR
from whistlestop.server.table.wire import own_view

BOARDS = ("usa", "europe", "new-york", "london")
QUIET = 8  # plies: a quick look

PEOPLE = Cast("open")
DEVICE = Cast("here", listed=False)
BOT = Cast("bot")
PROGRAM = Cast("remote")
CLOSED = Cast("remote", watch=False)

# Whose eyes are asked about, board after board; a bot decides by what it sees, so its eyes are
# always among them.
WATCHED: dict[Cast, tuple[tuple[int, ...], ...]] = {
    PEOPLE: ((0,), (1,), (), (2,)),
    DEVICE: ((0, 2), (1,), (0, 2), (0, 2)),
    BOT: ((0, 2), (1, 2), (0, 2), (2,)),
    PROGRAM: ((2,), (), (0,), (2,)),
}


@dataclass(frozen=True)
class Pair:
    """Two evenings that some eyes cannot tell apart."""

    eyes: Eyes
    one: Told
    two: Told
    script: Script

    def check(self) -> None:
        """Nobody with these eyes alone was sent anything else; others were."""
        assert differences(self.one, self.two, self.eyes) == []
        others = [name for name, eyes in self.one.eyes.items() if not eyes <= self.eyes]
        assert any(unlike(self.one.kept[name], self.two.kept[name]) for name in others)
        assert leaked_words(self.one) == []
        assert leaked_words(self.two) == []


def played(
    theatre: Theatre,
    board: str,
    cast: Cast,
    seats: tuple[int, ...],
    label: object = 0,
    plies: int = LONGEST,
    change: Change | None = None,
) -> Pair:
    """Two evenings of the same kind, on a server that `change` may have broken."""
    eyes = frozenset(seats)
    script, other = next(pairs(board, cast, eyes, label, plies))
    one, two = (theatre.play(each, eyes, change) for each in (script, other))
    return Pair(eyes, one, two, script)


@pytest.mark.parametrize(("board", "cast", "seats"), [("europe", PEOPLE, (0,)), ("usa", CLOSED, ())])
def test_from_the_start_everybody_is_sent_the_same_whatever_they_cannot_know(
    theatre: Theatre, board: str, cast: Cast, seats: tuple[int, ...]
) -> None:
    pair = played(theatre, board, cast, seats, plies=QUIET)
    pair.check()
    assert pair.one.size > 300_000


@pytest.mark.slow
@pytest.mark.parametrize("cast", WATCHED, ids=["people", "device", "bot", "program"])
@pytest.mark.parametrize("board", BOARDS)
def test_over_whole_games_everybody_is_sent_the_same_whatever_they_cannot_know(
    theatre: Theatre, board: str, cast: Cast
) -> None:
    """Ten times as many pairs when soaking, each with other eyes."""
    chosen = WATCHED[cast]
    turned = itertools.islice(itertools.cycle(chosen), BOARDS.index(board), None)
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
    played(theatre, board, CLOSED, (), plies=40).check()


def test_a_device_with_two_seats_sees_what_both_of_them_see_and_no_more(theatre: Theatre) -> None:
    pair = played(theatre, "new-york", DEVICE, (0, 2), plies=QUIET)
    pair.check()
    table = next(k.label for k in pair.one.kept["ann"] if k.label.startswith("GET /api/tables/"))
    shown = parts(pair.one, "ann", table.removeprefix("GET ").partition("/log")[0])[-1]["mine"]
    game = pair.script.game
    for own in shown:
        own["decision"] = None
    assert shown == [msgspec.to_builtins(own_view(game.view(seat), None)) for seat in (0, 2)]


def test_a_player_on_a_shared_device_is_no_secret_to_it(theatre: Theatre) -> None:
    """The comparison is as sharp as it should be: the device's own second seat makes a change."""
    pair = played(theatre, "new-york", DEVICE, (0,), plies=QUIET)
    assert differences(pair.one, pair.two, frozenset({0})) == []
    assert differences(pair.one, pair.two, frozenset({0, 2})) != []
