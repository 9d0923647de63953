"""Puzzles over HTTP: the list with the day's, one as its seat sees it, and its answer apart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from tests.server.house import House, Scene
from whistlestop.boards.load import load_board
from whistlestop.bots.puzzles import puzzle_by_id, puzzle_ids, puzzle_of_day, puzzles_of
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.protocol.puzzles import PuzzleList, PuzzlePosition, PuzzleSolution
from whistlestop.protocol.view_from_wire import view_from_wire


def test_the_list_has_every_puzzle_and_that_of_today(house: House) -> None:
    async def story(scene: Scene) -> None:
        before = datetime.now(UTC).date()
        status, answer = await scene.ann.get("/api/puzzles")
        assert status == 200
        listed = msgspec.convert(answer, PuzzleList)
        assert [entry.id for entry in listed.puzzles] == list(puzzle_ids())
        # Midnight may come between the question and the answer.
        days = (before, before + timedelta(days=1))
        assert listed.today in [puzzle_of_day(day).id for day in days]

    house.run(story)


def test_a_puzzle_is_what_its_seat_knows_and_its_answer_comes_apart(house: House) -> None:
    async def story(scene: Scene) -> None:
        for board in ("usa", "europe", "new-york", "london"):
            puzzle = puzzles_of(board)[-1]
            status, answer = await scene.ann.get(f"/api/puzzles/{puzzle.id}")
            assert status == 200
            position = msgspec.convert(answer, PuzzlePosition)
            view = view_from_wire(load_board(position.board), position.view, position.own)
            assert view.data() == puzzle.view.data()
            assert sorted(position.moves) == sorted(set(map(move_of, view.legal)))
            assert position.moves != [move_of(move[0]) for move in puzzle.moves]
            assert len(position.hints) == 2
            status, answer = await scene.ann.get(f"/api/puzzles/{puzzle.id}/solution")
            solution = msgspec.convert(answer, PuzzleSolution)
            assert (status, solution.answer) == (200, move_of(puzzle.answer))
            assert {value.move for value in solution.moves} == set(position.moves)
            assert solution.options[0].action == str(puzzle.answer)

    house.run(story)


def test_a_puzzle_that_is_not_there_is_refused_by_a_code(house: House) -> None:
    async def story(scene: Scene) -> None:
        for name in ("nowhere", "usa", "%C3%A9", puzzle_ids()[0] + "0"):
            for path in (f"/api/puzzles/{name}", f"/api/puzzles/{name}/solution"):
                status, answer = await scene.ann.get(path)
                assert (status, answer["code"]) == (404, "no_such_puzzle"), path

    house.run(story)


def test_who_has_a_puzzle_already_is_told_so(house: House) -> None:
    async def story(scene: Scene) -> None:
        path = f"/api/puzzles/{puzzle_by_id(puzzle_ids()[0]).id}"
        _, headers = await scene.ann.headers_of(path)
        tag = {"If-None-Match": headers["ETag"]}
        assert (await scene.ann.headers_of(path, **tag))[0] == 304

    house.run(story)
