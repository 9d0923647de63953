"""How far a review can be believed.

    python -m tools.measure_review decisions BOARD BOT BOT [--games N]
    python -m tools.measure_review luck BOARD BOT BOT [--games N]

Bots play games. `decisions` reviews each twice with different seeds and says what decisions cost,
whether the costliest are the same both times, and how long the review of a hundred decisions takes
on one core; `--bare` leaves out luck and curves, on which none of the costs depends. Two of the
costliest are the same if they stand for the same miss: a route left open for three turns is told
once, and which of the three turns is told may differ. `luck` looks at what chance did, in few
worlds, since its mean does not depend on their number. Both print a line for each game, and what
they come to at the end.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from time import process_time

from whistlestop.bots import make_bot
from whistlestop.bots.review import (
    Review,
    ReviewTerms,
    Step,
    closer_steps,
    first_steps,
    take_step,
    tell,
)
from whistlestop.bots.review.judging import IN_TURN, JudgedPly, judge_decision
from whistlestop.bots.review.looks import all_misses
from whistlestop.bots.review.luck import luck_of
from whistlestop.bots.review.opening import Opening, look_at_deal
from whistlestop.bots.review.steps import Found, decision_at
from whistlestop.engine.game import Game
from whistlestop.lab.intervals import mean, wilson
from whistlestop.record import Record

LUCK_WORLDS = 2
"""Worlds for the luck of a ply."""
DEALS = 16
"""Deals, and worlds of each deal, for the luck of the deal."""

Taking = Callable[[Record, ReviewTerms, Step], Found]
"""How a step of a review is taken."""


@dataclass(frozen=True, slots=True)
class Told:
    """A review, and for each of its plies all those that belong to the same miss."""

    review: Review
    misses: Mapping[int, frozenset[int]]

    def costliest(self, seat: int) -> list[frozenset[int]]:
        """The costliest decisions of a seat, each as the miss that it stands for."""
        told = self.review.seats[seat].costliest
        return [self.misses.get(ply, frozenset([ply])) for ply in told]


@dataclass(frozen=True, slots=True)
class Measured:
    """One game, reviewed twice, and the seconds that the first review took."""

    bots: list[str]
    first: Told
    second: Told
    seconds: float

    @property
    def once(self) -> Review:
        """The first review."""
        return self.first.review

    @property
    def twice(self) -> Review:
        """The second one, with another seed."""
        return self.second.review

    def same(self, seat: int) -> bool:
        """Whether the costliest decisions of a seat are the same both times."""
        both, most = self.shared(seat)
        return both == most

    def shared(self, seat: int) -> tuple[int, int]:
        """How many of the costliest are told both times, and how many at most."""
        one, two = self.first.costliest(seat), self.second.costliest(seat)
        both = min(_found_in(one, two), _found_in(two, one))
        return both, max(len(one), len(two))

    def lost(self, bot: str) -> float:
        """What the decisions of a bot came to, over its seats and both reviews."""
        seats = [seat for seat, name in enumerate(self.bots) if name == bot]
        told = [review.seats[seat] for seat in seats for review in (self.once, self.twice)]
        return mean([one.own.decisions for one in told])

    def line(self) -> str:
        """The game in a line."""
        seats = [self._seat(seat) for seat in range(len(self.bots))]
        return f"{len(self.once.decisions)} decisions, {self.seconds:.0f} s; " + "; ".join(seats)

    def _seat(self, seat: int) -> str:
        one, two = self.once.seats[seat], self.twice.seats[seat]
        costly = [f"{ply}:{self.once.decisions[ply].lost:.1f}" for ply in one.costliest]
        again = [f"{ply}:{self.twice.decisions[ply].lost:.1f}" for ply in two.costliest]
        return (
            f"{self.bots[seat]} {one.margin:+d} by decisions {one.own.decisions:.1f}"
            f"/{two.own.decisions:.1f}, costliest {' '.join(costly)} / {' '.join(again)}"
        )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("decisions", "luck"))
    parser.add_argument("board")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", default="review")
    parser.add_argument("--bare", action="store_true")
    asked = parser.parse_args()
    shifts = [number % len(asked.bots) for number in range(asked.games)]
    seeds = [asked.seed, *(f"{asked.seed}/{number}" for number in range(1, asked.games))]
    games = [
        (asked.bots[shift:] + asked.bots[:shift], seed)
        for shift, seed in zip(shifts, seeds, strict=True)
    ]
    if asked.what == "decisions":
        measure_decisions(asked.board, games, take_bare if asked.bare else take_step)
    else:
        measure_luck(asked.board, games)


def measure_decisions(board: str, games: list[tuple[list[str], str]], take: Taking) -> None:
    """Review games twice each."""
    measured: list[Measured] = []
    for bots, seed in games:
        measured.append(_measure(_played(board, bots, seed), bots, take))
        print(measured[-1].line(), flush=True)
    for bot in sorted({bot for bots, _ in games for bot in bots}):
        print(_summary(bot, measured))
    plies = sum(len(one.once.decisions) for one in measured)
    print(f"100 decisions: {100 * sum(one.seconds for one in measured) / plies:.0f} s of one core")


def _played(board: str, bots: list[str], seed: str) -> Record:
    game = Game(board, len(bots), seed=seed)
    players = [make_bot(bot, seed=seed) for bot in bots]
    while not game.over:
        game.play(players[game.turn].choose(game.view(game.turn)))
    record = game.record
    assert isinstance(record, Record)
    return record


def take_bare(record: Record, terms: ReviewTerms, step: Step) -> Found:
    """A step of a review without luck and curves."""
    if step.kind == "deal":
        return Opening((0.0,) * len(record.players), (0.0,) * len(record.players))
    if step.kind == "closer":
        return take_step(record, terms, step)
    before, done = decision_at(record, step.ply)
    judged = judge_decision(before, done, terms.worlds, f"{terms.seed}/{step.ply}")
    even = (1.0 / len(record.players),) * len(record.players)
    return JudgedPly(judged, even, None if before.phase in IN_TURN else even, None)


def _measure(record: Record, bots: list[str], take: Taking) -> Measured:
    start = process_time()
    once = _review(record, ReviewTerms(seed="one"), take)
    seconds = process_time() - start
    return Measured(bots, once, _review(record, ReviewTerms(seed="two"), take), seconds)


def _review(record: Record, terms: ReviewTerms, take: Taking) -> Told:
    found: dict[Step, Found] = {}
    found |= {step: take(record, terms, step) for step in first_steps(record)}
    while closer := closer_steps(record, found):
        found |= {step: take(record, terms, step) for step in closer if step not in found}
    missed = [frozenset(miss.plies) for miss in all_misses(record, found)]
    return Told(tell(record, terms, found), {ply: plies for plies in missed for ply in plies})


def _found_in(ours: list[frozenset[int]], theirs: list[frozenset[int]]) -> int:
    """How many of our misses have a decision in common with one of theirs."""
    return sum(any(one & other for other in theirs) for one in ours)


def _summary(bot: str, measured: list[Measured]) -> str:
    with_bot = [m for m in measured if bot in m.bots]
    places = [(m, seat) for m in with_bot for seat, name in enumerate(m.bots) if name == bot]
    same = [m.same(seat) for m, seat in places]
    games = [all(m.same(seat) for one, seat in places if one is m) for m in with_bot]
    both = [m.shared(seat) for m, seat in places]
    told = [len(one.seats[seat].costliest) for m, seat in places for one in (m.once, m.twice)]
    return (
        f"{bot}: by decisions {_mean([m.lost(bot) for m in with_bot])} points in"
        f" {len(with_bot)} games; costliest the same for {_share(same)} of seats and in"
        f" {_share(games)} of games; {sum(a for a, _ in both)} of {sum(b for _, b in both)} of"
        f" them told both times; {mean(told):.1f} told for a seat, none for"
        f" {sum(b == 0 for _, b in both)} seats"
    )


def _share(those: list[bool]) -> str:
    low, high = wilson(sum(those), len(those))
    return f"{sum(those)} of {len(those)} ({100 * low:.0f}–{100 * high:.0f} %)"


def measure_luck(board: str, games: list[tuple[list[str], str]]) -> None:
    """The luck in many games: of a seat from its own eyes, and of the first one from all.

    From its own eyes every seat of a game counts, together as one, since they depend on each other.
    """
    own: list[float] = []
    everybodys: list[float] = []
    for bots, seed in games:
        found = _luck(_played(board, bots, seed), seed)
        own.append(sum(of_seat for of_seat, _ in found) / len(found))
        everybodys.append(found[0][1])
        if len(own) % 50 == 0:
            print(f"{len(own)} games: own {_mean(own)}, all {_mean(everybodys)}", flush=True)
    print(f"{len(games)} games on {board}: luck {_mean(own)} own, {_mean(everybodys)} all")


def _luck(record: Record, seed: str) -> list[tuple[float, float]]:
    """What luck gave each seat of a game in points: its own luck, and everybody's."""
    deal = look_at_deal(record.at(0), seed, DEALS)
    own, everybodys = list(deal.own), list(deal.all)
    for ply in range(len(record)):
        before, step = decision_at(record, ply)
        luck = luck_of(before, step, LUCK_WORLDS, f"{seed}/{ply}")
        if luck is not None:
            own[step.seat] += luck.margins[step.seat]
            everybodys = [a + b for a, b in zip(everybodys, luck.margins, strict=True)]
    return list(zip(own, everybodys, strict=True))


def _mean(values: list[float]) -> str:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{mean:+.2f} ± {1.96 * sqrt(spread / len(values)):.2f}"


if __name__ == "__main__":
    main()
