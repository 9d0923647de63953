"""How far a review can be believed: `python -m tools.measure_review BOARD BOT BOT [--games N]`.

Bots play games, each is reviewed twice with different seeds, and a table says what decisions cost,
whether the costliest are the same both times, how much luck there was on average, and how long a
hundred decisions take on one core. It prints a line for each game, and the table at the end.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import sqrt
from time import process_time

from whistlestop.bots import make_bot
from whistlestop.bots.review import (
    Review,
    ReviewTerms,
    SeatReview,
    Step,
    closer_steps,
    first_steps,
    take_step,
    tell,
)
from whistlestop.bots.review.steps import Found
from whistlestop.engine.game import Game
from whistlestop.record import Record


@dataclass(frozen=True, slots=True)
class Measured:
    """One game, reviewed twice, and the seconds that the first review took."""

    bots: list[str]
    once: Review
    twice: Review
    seconds: float

    def same(self, seat: int) -> bool:
        """Whether the costliest decisions of a seat are the same both times."""
        one, two = self.once.seats[seat], self.twice.seats[seat]
        return set(one.costliest) == set(two.costliest)

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
            f"/{two.own.decisions:.1f}, luck {one.own.luck:+.1f}/{two.own.luck:+.1f},"
            f" costliest {' '.join(costly)} / {' '.join(again)}"
        )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", default="review")
    asked = parser.parse_args()
    measured: list[Measured] = []
    for number in range(asked.games):
        shift = number % len(asked.bots)
        bots = asked.bots[shift:] + asked.bots[:shift]
        measured.append(_measure(asked.board, bots, f"{asked.seed}/{number}"))
        print(measured[-1].line(), flush=True)
    for bot in sorted(set(asked.bots)):
        print(_summary(bot, measured))
    plies = sum(len(one.once.decisions) for one in measured)
    print(f"100 decisions: {100 * sum(one.seconds for one in measured) / plies:.0f} s of one core")


def _measure(board: str, bots: list[str], seed: str) -> Measured:
    game = Game(board, len(bots), seed=seed)
    players = [make_bot(bot, seed=seed) for bot in bots]
    while not game.over:
        game.play(players[game.turn].choose(game.view(game.turn)))
    start = process_time()
    once = _review(game.record, ReviewTerms(seed="one"))
    seconds = process_time() - start
    return Measured(bots, once, _review(game.record, ReviewTerms(seed="two")), seconds)


def _review(record: Record, terms: ReviewTerms) -> Review:
    found: dict[Step, Found] = {}
    found |= {step: take_step(record, terms, step) for step in first_steps(record)}
    found |= {step: take_step(record, terms, step) for step in closer_steps(found)}
    return tell(record, terms, found)


def _summary(bot: str, measured: list[Measured]) -> str:
    places = [(m, seat) for m in measured for seat, name in enumerate(m.bots) if name == bot]
    told: list[SeatReview] = [m.once.seats[seat] for m, seat in places]
    same = sum(m.same(seat) for m, seat in places)
    lost = sum(one.own.decisions for one in told) / len(told)
    noise = sum(abs(m.once.seats[s].own.luck - m.twice.seats[s].own.luck) for m, s in places)
    return (
        f"{bot}: by decisions {lost:.1f} points, costliest the same in {same} of {len(places)},"
        f" luck {_mean([one.own.luck for one in told])} own,"
        f" {_mean([one.all.luck for one in told])} all, {noise / len(places):.1f} apart by seed"
    )


def _mean(values: list[float]) -> str:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{mean:+.1f} ± {sqrt(spread / len(values)):.1f}"


if __name__ == "__main__":
    main()
