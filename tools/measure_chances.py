"""Measures how far the coach's chance to win can be trusted, and fits its correction anew.

    python -m tools.measure_chances                    # the table of docs/lab.md
    python -m tools.measure_chances --fit --games 200  # the constants of bots/advice/coach.py

Planners play each other; at a few moments of every game, spread over its length, the coach says how
one seat stands, and the end of the game shows whether it won. The table is of games that were not
fitted to. build/chances keeps what was played, so that an interrupted run goes on; it keeps worlds
won, so other constants need no new games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path

import numpy

from whistlestop.boards.load import load_board
from whistlestop.bots.advice.coach import chance, chance_terms, margins_of
from whistlestop.bots.registry import make_bot
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded
from whistlestop.lab.intervals import mean
from whistlestop.lab.show.text_tables import markdown

FOLDER = Path(__file__).parent.parent / "build" / "chances"
BOARDS = ("usa:classic", "europe", "new-york")
PLAYERS = (2, 4)
FIT, FRESH = "chances to fit", "chances to report"
MOMENTS = 6
WORLDS = 100
BUCKETS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.01)
STEPS = 30


@dataclass(frozen=True, slots=True)
class Position:
    """What the coach could say at one moment, and what became of it."""

    game: int
    players: int
    passed: float
    """The share of the game that was over."""
    trains: float
    """The share of trains left to the seat that has fewest."""
    share: float
    """Worlds won by the seat."""
    margin: float
    won: float
    """The game: 1, 0, or a part of a shared win."""


def positions(board: str, players: int, seed: str, games: int) -> list[Position]:
    """The positions of so many games, played now or before."""
    path = FOLDER / f"{board.replace(':', '-')}-{players}-{seed.replace(' ', '-')}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    # A line that was cut off is the last one, and its game is played again.
    lines = path.read_text().splitlines() if path.exists() else []
    kept = [line for line in lines if line.endswith("}]")][:games]
    with path.open("w") as file:
        for number in range(games):
            if number >= len(kept):
                kept.append(json.dumps([asdict(p) for p in _game(board, players, seed, number)]))
            file.write(kept[number] + "\n")
            file.flush()
    return [Position(**facts) for line in kept for facts in json.loads(line)]


def _game(board: str, players: int, seed: str, number: int) -> Iterator[Position]:
    game = Game(board, players, seed=f"{seed}/{number}")
    bots = [make_bot("planner", f"{seed}/{number}/{seat}") for seat in range(players)]
    moments: list[Game] = []
    while not game.over:
        moments.append(game.copy())
        game.play(bots[game.turn].choose(game.view(game.turn)))
    winners = game.score().winners
    rng = seeded(f"{seed}/{number}", "moments")
    for part in range(MOMENTS):
        first, end = (len(moments) * n // MOMENTS for n in (part, part + 1))
        ply, seat = first + rng.below(end - first), rng.below(players)
        view = moments[ply].view(seat)
        margins = margins_of(view, WORLDS, f"{seed}/{number}")
        yield Position(
            number,
            players,
            ply / len(moments),
            min(player.trains for player in view.players) / view.board.rules.trains,
            sum((m > 0) + 0.5 * (m == 0) for m in margins) / WORLDS,
            sum(margins) / WORLDS,
            1 / len(winners) if seat in winners else 0.0,
        )


def given(position: Position) -> float:
    """The chance that the coach would give there."""
    return chance(position.share * WORLDS, WORLDS, position.players, 1.0 - position.trains)


def table(columns: dict[str, list[Position]]) -> list[str]:
    """For each board and number of players what was said, what came, and how good that is."""
    rows = [("chance given", *columns)]
    for low, high in pairwise(BUCKETS):
        cells = (_bucket([p for p in each if low <= given(p) < high]) for each in columns.values())
        rows.append((f"{low:.0%} to {min(high, 1):.0%}", *cells))
    rows.append(("positions", *(f"{len(each):,}" for each in columns.values())))
    rows.append(("Brier score", *(f"{_brier(each, given):.3f}" for each in columns.values())))
    plain = [_brier(each, lambda p: p.share) for each in columns.values()]
    rows.append(("of the plain share of worlds", *(f"{brier:.3f}" for brier in plain)))
    even = [_brier(each, lambda p: 1 / p.players) for each in columns.values()]
    rows.append(("of an even share", *(f"{brier:.3f}" for brier in even)))
    return markdown(rows)


def _bucket(inside: Sequence[Position]) -> str:
    if not inside:
        return ""
    said, won = mean([given(p) for p in inside]), mean([p.won for p in inside])
    return f"{said:.0%}: {won:.0%} ± {_error(inside):.0%} of {len(inside):,}"


def _error(inside: Sequence[Position]) -> float:
    """The standard error of the share won; positions of one game count together."""
    won = mean([p.won for p in inside])
    games: dict[int, float] = {}
    for p in inside:
        games[p.game] = games.get(p.game, 0.0) + p.won - won
    return sqrt(sum(gap * gap for gap in games.values())) / len(inside)


def _brier(positions: Sequence[Position], said: Callable[[Position], float]) -> float:
    return mean([(said(p) - p.won) ** 2 for p in positions])


def fitted(seen: Sequence[Position]) -> list[float]:
    """The constants of the coach by which the games of these positions are likeliest."""
    terms = numpy.array([chance_terms(p.share * WORLDS, WORLDS, p.players, 1.0 - p.trains)
                         for p in seen])  # fmt: skip
    won = numpy.array([p.won for p in seen])
    weights = numpy.zeros(terms.shape[1])
    for _ in range(STEPS):
        said = 1 / (1 + numpy.exp(-terms @ weights))
        curve = (terms * (said * (1 - said))[:, None]).T @ terms
        weights += numpy.linalg.solve(curve, terms.T @ (won - said))
    return [float(weight) for weight in weights]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="for each board and number")
    parser.add_argument("--players", type=int, nargs="*", default=PLAYERS)
    parser.add_argument("--fit", action="store_true", help="fit the constants instead")
    options = parser.parse_args()
    seed = FIT if options.fit else FRESH
    columns = {
        f"{board}, {players}": positions(board, players, seed, options.games)
        for board in BOARDS
        for players in options.players
        if players <= load_board(board).rules.max_players
    }
    if options.fit:
        print(*(f"{weight:.2f}" for weight in fitted([p for c in columns.values() for p in c])))
    else:
        print(*table(columns), sep="\n")


if __name__ == "__main__":
    main()
