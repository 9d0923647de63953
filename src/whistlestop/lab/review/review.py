"""`review`: a record judged ply by ply, and each player's margin split into luck and decisions.

For every player the parts add up: what the deal gave, what cards and tickets brought, what rivals
did, and what its own decisions gave away, make the margin it ended with. They are estimates by
playing on from sampled worlds, so each carries the noise of that.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property
from multiprocessing import get_context
from typing import Any

from whistlestop.boards.graph import one_side
from whistlestop.engine.game import Game
from whistlestop.lab.best_network import BestNetwork, NetworkProblem, best_network
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.results import margin_of
from whistlestop.lab.review.judge import DecisionJudge, Judgement, Value, judging_bot
from whistlestop.lab.runs.run import MOST_WORKERS, Progress, check_number
from whistlestop.model.board import Route
from whistlestop.model.score import Score
from whistlestop.record import Record

FORMAT = 1
BOT = "planner"
WORLDS = 12
"""Worlds in which each action is played on, unless another number is asked for."""
MOST_WORLDS = 10_000


@dataclass(frozen=True, slots=True)
class Split:
    """A player's final margin in parts that add up to it."""

    deal: float
    chance: float
    rivals: float
    decisions: float

    @property
    def margin(self) -> float:
        """The points that the player ended ahead of its best rival."""
        return self.deal + self.chance + self.rivals + self.decisions


@dataclass(frozen=True)
class Review:
    """All judgements of a game, and what they sum up to."""

    players: tuple[str, ...]
    judge: DecisionJudge
    judgements: tuple[Judgement, ...]
    score: Score
    alone: tuple[BestNetwork, ...]
    left: tuple[BestNetwork, ...]

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        """By seat."""
        return tuple(self._split(seat) for seat in range(len(self.players)))

    def _split(self, seat: int) -> Split:
        own = [judgement for judgement in self.judgements if judgement.seat == seat]
        final = Value(float(margin_of(self.score.totals, seat)), 0.0)
        deal = own[0].worth.margin if own else 0.0
        chance = rivals = decisions = 0.0
        for judgement, after in zip(own, [*(j.worth for j in own[1:]), final], strict=True):
            decisions -= judgement.worth.margin - judgement.value.margin
            middle = judgement.after or after
            chance += middle.margin - judgement.value.margin
            rivals += after.margin - middle.margin
        return Split(deal, chance, rivals, decisions)

    @property
    def mistakes(self) -> list[Judgement]:
        """Decisions that gave something away, the dearest first."""
        found = [judgement for judgement in self.judgements if judgement.lost > 0]
        return sorted(found, key=lambda judgement: -judgement.lost)

    def chances(self, seat: int) -> list[tuple[int, float]]:
        """The chance to win of a seat at each of its decisions, with the ply."""
        return [(j.ply, j.worth.win) for j in self.judgements if j.seat == seat]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "players": list(self.players),
            "bot": self.judge.bot,
            "worlds": self.judge.worlds,
            "seed": self.judge.seed,
            "plies": [{**asdict(j), "lost": j.lost} for j in self.judgements],
            "totals": list(self.score.totals),
            "splits": [{**asdict(split), "margin": split.margin} for split in self.splits],
            "best_alone": [maximum.total for maximum in self.alone],
            "best_left": [maximum.total for maximum in self.left],
        }

    def __str__(self) -> str:
        from whistlestop.lab.review.text import review_text

        return review_text(self)


def review(
    record: Record,
    *,
    bot: str = BOT,
    worlds: int = WORLDS,
    seed: object = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Judge every decision of a finished game by playing on in sampled worlds."""
    check_number("worlds", worlds, MOST_WORLDS)
    check_number("workers", workers, MOST_WORKERS)
    if not record.finished:
        raise LabError("not_over", "Only a finished game can be reviewed; this record ends before.")
    judging_bot(bot)
    judge = DecisionJudge(bot, worlds, seed)
    judgements = []
    for judgement in _judged(record, judge, workers):
        judgements.append(judgement)
        if progress is not None:
            progress(len(judgements), len(record))
    game = record.game
    return Review(
        players=record.players,
        judge=judge,
        judgements=tuple(judgements),
        score=game.score(),
        alone=tuple(_best(game, seat, alone=True) for seat in range(len(record.players))),
        left=tuple(_best(game, seat, alone=False) for seat in range(len(record.players))),
    )


def _judged(record: Record, judge: DecisionJudge, workers: int) -> Iterator[Judgement]:
    plies = range(len(record))
    if workers == 1:
        yield from (_judge(record, judge, ply) for ply in plies)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield from pool.map(_judge, [record] * len(plies), [judge] * len(plies), plies)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _judge(record: Record, judge: DecisionJudge, ply: int) -> Judgement:
    return judge.judge(record.at(ply), record.at(ply + 1))


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
