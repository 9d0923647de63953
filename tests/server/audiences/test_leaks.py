"""No byte that a seat is sent depends on what the seat cannot know.

Two evenings are played with the same words at the same times; the games differ only in the order of
cards and tickets that a seat has not seen and in which tickets others kept. Whatever that seat is
sent, on its sockets, by asking, in refusals and after coming back, must be the same bytes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from tests.engine.siblings import otherwise
from tests.server.secrecy.stage import deal_as
from tests.server.soak import times
from tests.server.table.evening import Evening, Person, play
from whistlestop.engine.game import Game
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.taking_back.plies_back import has_revealed

BOARDS = {"usa": 230, "europe": 230, "new-york": 70, "london": 80}
NAMES = ("Ann", "Bob", "Cy")
SEED = "leaks"


@dataclass
class Script:
    """What is said and done beside the game, the same on both evenings."""

    game: Game
    seat: int | None
    seed: int

    def illegal(self, ply: int) -> str:
        """Something that nobody may do at a ply of this game or of its sibling."""
        chance = random.Random(f"{self.seed}/{ply}")
        return chance.choice(["claim a-b 3 red", "keep 9", "decline", "dance", "pass"])


def random_game(board: str, plies: int, chance: random.Random) -> Game:
    """A game of three that is not over."""
    while True:
        game = Game(board, NAMES, seed=SEED, first=chance.randrange(3))
        while not game.over and game.ply < plies:
            seat = chance.choice(game.waiting)
            legal = list(game.legal_for(seat))
            verb = chance.choice(sorted({str(action).split()[0] for action in legal}))
            game.play(chance.choice([a for a in legal if str(a).startswith(verb)]), seat)
        if not game.over:
            return game


def sibling(game: Game, seat: int | None, chance: random.Random) -> Game | None:
    """The same game with other secrets, dealt from a seed as tables do it."""
    for _ in range(12):
        other = otherwise(game, seat, chance)
        if other is not None and other.seed is not None:
            return other
    return None


async def all_that_is_told(there: Evening, script: Script) -> list[bytes]:
    """Play a game at a table, and return every byte that the script's seat could get hold of."""
    game, guest = script.game, "eve" if script.seat is None else NAMES[script.seat].lower()
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan()]
    table = await there.table(plans, board=game.board.name, first=game.first, take_back=True)
    people = [await there.person(table, "ann")]
    people += [await there.joins(table, name.lower(), i) for i, name in enumerate(NAMES) if i]
    tab = await there.person(table, guest)
    spy = people[script.seat] if script.seat is not None else await there.person(table, guest)
    await people[0].asks(co.Start)
    told: list[bytes] = []
    for ply, step in enumerate(game.plies):
        await people[step.seat].does(step.seat, str(step.action))
        there.sources.wait(1)
        if ply % 7 == 3 and not has_revealed([step], step.seat):
            await people[step.seat].asks(co.TakeBack, step.seat)
            await people[step.seat].does(step.seat, str(step.action))
        if ply % 11 == 5:
            told += await asked(spy, script.illegal(ply))
    told += await asked(spy, "pass")
    told += await come_back(table, tab)
    return [*told, *spy.frames, *tab.frames]


async def asked(spy: Person, action: str) -> list[bytes]:
    """What a client learns by asking, and by trying what it may not."""
    table, caller = spy.table, spy.caller
    told = [msgspec.json.encode(await table.seen(caller))]
    told.append(msgspec.json.encode(await table.log(caller, 0, 200)))
    for seat in range(3):
        for decision in (table.state.moved, 0):
            for command in (
                co.Do("spy", seat, decision, action),
                co.Hint("spy", seat, decision),
                co.TakeBack("spy", seat) if seat not in spy.mine else co.Kick("spy", 4),
            ):
                try:
                    if isinstance(command, co.Hint) and spy.mine.get(seat) is not None:
                        continue  # advice takes a bot
                    await spy.says(command)
                except ServerRefusal as refusal:
                    told.append(msgspec.json.encode([refusal.code, refusal.params]))
                else:
                    raise AssertionError(f"{command} is allowed")
    return told


async def come_back(table: Table, tab: Person) -> list[bytes]:
    """The same guest once more, with versions true and forged; and a stranger."""
    told = []
    for since in (None, 0, 3, tab.version, tab.version + 1, 10**9):
        again = Person(table, tab.caller)
        await again.come(since)
        told += again.frames
        again.go()
    stranger = Person(table, Caller("stranger", invite=table.state.invite))
    await stranger.come()
    return [*told, *stranger.frames]


def told_of(folder: Path, script: Script, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    with monkeypatch.context() as patch:
        deal_as(script.game, patch)

        async def story(there: Evening) -> list[bytes]:
            there.sources.luck = SEED
            return await all_that_is_told(there, script)

        return play(folder, story)


def compare(
    board: str, rounds: range, plies: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> int:
    """Compare so many pairs of evenings; how many bytes were the same."""
    found = size = 0
    for number in rounds:
        chance = random.Random(f"{board}/{number}/{plies}")
        seat = (None, 0, 1, 2)[number % 4]
        game = random_game(board, chance.choice([3, chance.randrange(plies), plies]), chance)
        other = sibling(game, seat, chance)
        if other is None:
            continue
        found += 1
        one, two = (
            told_of(folder, Script(each, seat, number), monkeypatch) for each in (game, other)
        )
        assert one == two
        assert all(SEED.encode() not in frame for frame in one)
        size += sum(map(len, one))
    assert found * 2 >= len(rounds), "too few pairs of games were found"
    return size


@pytest.mark.parametrize("board", BOARDS)
def test_a_seat_is_sent_the_same_whatever_it_cannot_know(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compare(board, range(4), 12, tmp_path, monkeypatch) > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_over_whole_games_a_seat_is_sent_the_same_whatever_it_cannot_know(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compare(board, times(16), BOARDS[board], tmp_path, monkeypatch) > 1_000_000


def test_the_comparison_would_notice_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another seat is sent does differ between the two games."""
    chance = random.Random(2)
    game = random_game("europe", 30, chance)
    other = sibling(game, 0, chance)
    assert other is not None
    streams = [told_of(tmp_path, Script(each, 1, 0), monkeypatch) for each in (game, other)]
    assert streams[0] != streams[1]
