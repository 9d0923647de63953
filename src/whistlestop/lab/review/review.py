"""`review`: a recorded game told afterwards, with the work spread over processes.

What is worked out is in `bots.review`, which the server uses too. The lab adds another judge for
those who want one, and the most points that tickets allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context

from whistlestop.boards.graph import one_side
from whistlestop.bots.evaluation.evaluation import WORLDS
from whistlestop.bots.review import (
    BestScores,
    Review,
    ReviewError,
    ReviewTerms,
    Step,
    closer_steps,
    first_steps,
    take_step,
    tell,
)
from whistlestop.bots.review.judging import JudgedPly
from whistlestop.bots.review.looks import most_steps
from whistlestop.bots.review.steps import Found, decision_at
from whistlestop.engine.game import Game
from whistlestop.lab.best_network import BestNetwork, NetworkProblem, best_network
from whistlestop.lab.errors import LabError
from whistlestop.lab.review.judge import DecisionJudge, judging_bot
from whistlestop.lab.runs.run import MOST_WORKERS, Progress, check_number
from whistlestop.model.board import Route
from whistlestop.record import Record

BOT = "planner"
"""The judge whose judgement is the coach's: planners play on, then the coach looks."""
MOST_WORLDS = 10_000


class ReviewedGame(Review):
    """A game told afterwards, which prints itself."""

    __slots__ = ()

    def __str__(self) -> str:
        from whistlestop.lab.review.text import review_text

        return review_text(self)


@dataclass(frozen=True, slots=True)
class _Work:
    """A record, and how its steps are taken."""

    record: Record
    terms: ReviewTerms
    bot: str

    def take(self, step: Step) -> Found:
        """What a step finds."""
        found = take_step(self.record, self.terms, step)
        if self.bot == BOT or not isinstance(found, JudgedPly):
            return found
        judge = DecisionJudge(self.bot, self.terms.worlds, self.terms.seed)
        return replace(found, judged=judge.judge(*decision_at(self.record, step.ply)))


def review(
    record: Record,
    *,
    bot: str = BOT,
    worlds: int = WORLDS,
    seed: int | str = 0,
    bots: Sequence[str | None] = (),
    workers: int = 1,
    progress: Progress | None = None,
) -> ReviewedGame:
    """Tell a finished game: what every decision cost, what was luck, and where the game turned.

    By default the coach judges. Any other bot judges by playing on to the end, without a second
    look at what it finds. `bots` says which bots are known to have played, seat by seat.
    """
    check_number("worlds", worlds, MOST_WORLDS)
    check_number("workers", workers, MOST_WORKERS)
    judging_bot(bot)
    work = _Work(record, ReviewTerms(worlds, seed, tuple(bots)), bot)
    try:
        steps = first_steps(record)
    except ReviewError as error:
        raise LabError(error.code, error.sentence) from None
    total = len(steps) + most_steps(record)
    found: dict[Step, Found] = {}
    for step, result in _taken(work, steps, workers):
        found[step] = result
        if progress is not None:
            progress(len(found), total)
    while bot == BOT and (closer := closer_steps(record, found)):
        found |= dict(_taken(work, closer, workers))
    if progress is not None:
        progress(total, total)
    return _printable(tell(record, work.terms, found), _most(record))


def _printable(told: Review, most: list[BestScores]) -> ReviewedGame:
    seats = [replace(seat, most=one) for seat, one in zip(told.seats, most, strict=True)]
    values = {field.name: getattr(told, field.name) for field in fields(told)}
    return ReviewedGame(**values | {"seats": tuple(seats)})


def _taken(work: _Work, steps: list[Step], workers: int) -> Iterator[tuple[Step, Found]]:
    if workers == 1:
        yield from ((step, work.take(step)) for step in steps)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield from zip(steps, pool.map(work.take, steps), strict=True)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _most(record: Record) -> list[BestScores]:
    """The most points that each seat's tickets allowed."""
    game = record.game
    return [
        BestScores(_best(game, seat, alone=True).total, _best(game, seat, alone=False).total)
        for seat in range(len(record.players))
    ]


def _best(game: Game, seat: int, *, alone: bool) -> BestNetwork:
    """The best network for the tickets a seat held, on an empty board or on what was left."""
    held = tuple(ticket for ticket, _ in game.score().seats[seat].tickets)
    routes = game.board.routes if alone else tuple(_open_to(game, seat))
    return best_network(NetworkProblem(game.board, held, one_side(routes), missed=True), starts=3)


def _open_to(game: Game, seat: int) -> Iterator[Route]:
    """Routes that the seat claimed or could have claimed beside what its rivals did."""
    view = game.view(None)
    for route in game.board.routes:
        sides = [route.index] if route.twin is None else [route.index, route.twin]
        # What the seat claimed itself closes the other side, which it could have claimed instead.
        own = seat in [view.owners[side] for side in sides]
        if view.owners[route.index] in (seat, None) and (own or view.is_open(route, seat)):
            yield route
