"""Playing at a table: commands, decisions, acknowledgements."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.table.evening import Evening, play
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.protocol import commands as co


def test_a_whole_game_of_two_people_ends_with_a_score(tmp_path: Path) -> None:
    async def story(there: Evening) -> None:
        table, ann, bob = await there.two(board="new-york")
        people = {0: ann, 1: bob}
        for _ in range(2000):
            waiting = table.state.game.waiting if table.state.game else ()
            if not waiting:
                break
            await people[waiting[0]].does(waiting[0])
        assert table.state.status == "over"
        assert ann.game is not None
        assert ann.game.score is not None
        assert ann.game == bob.game
        tallies = await there.store.tallies("ann")
        assert [(t.board, t.players, t.played) for t in tallies] == [("new-york", 2, 1)]

    play(tmp_path, story)


def test_the_same_command_again_gives_the_first_answer(tmp_path: Path) -> None:
    async def story(there: Evening) -> None:
        table, ann, _ = await there.two()
        own = ann.mine[0]
        assert own.decision is not None
        do = co.Do("once", 0, own.decision, own.legal[0])
        first = await ann.says(do)
        version = table.state.version
        assert await ann.says(do) == first
        assert table.state.version == version

    play(tmp_path, story)


def test_a_late_answer_is_stale(tmp_path: Path) -> None:
    async def story(there: Evening) -> None:
        _, ann, _ = await there.two()
        own = ann.mine[0]
        assert own.decision is not None
        await ann.does(0)
        with pytest.raises(ServerRefusal, match="stale"):
            await ann.says(co.Do("late", 0, own.decision, own.legal[0]))

    play(tmp_path, story)
