"""Plays the ladder and writes docs/ladder.md: each rung against the one below, with intervals.

    python -m tools.make_ladder --minutes 30 --workers 2

build/ladder.jsonl keeps the games: an interrupted run goes on there, and `--minutes 0` only writes
the page anew. All matches get about the same time, so slow bots play fewer games;
`--only "planner v greedy"` gives all the time to some. The page says how many games each match had,
and which code played them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from whistlestop.boards.load import load_board
from whistlestop.bots.levels import levels
from whistlestop.bots.registry import read_recipe
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played
from whistlestop.lab.intervals import mean
from whistlestop.lab.matches.match import Match
from whistlestop.lab.matches.tournament import Tournament
from whistlestop.lab.runs.results_file import code_digest
from whistlestop.lab.runs.run import GameBlock, Run
from whistlestop.lab.runs.simulation import summed_up
from whistlestop.lab.show.text_tables import markdown, rating_rows
from whistlestop.model.board import Board

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ladder.md"
RESULTS = ROOT / "build" / "ladder.jsonl"
BOARDS = ("usa:classic", "europe", "new-york")
PLAYERS = (2, 4)
RUNGS = ("random", *(level.bot for level in levels(BOARDS[0])))
# Matches beside those of neighbours: everywhere, and on the first board alone.
ALSO = (("planner", "greedy"),)
FIRST = (
    ("search", "planner"),
    ("search", "reference"),
    ("search", "reference", "reference", "reference"),
)
# What was trained for a board plays there alone.
TRAINED = {
    "new-york": (
        ("learned", "greedy"),
        ("learned", "reference"),
        ("learned", "planner"),
        ("learned", "reference", "reference", "reference"),
        ("learned", "planner", "planner", "planner"),
    )
}
SEED = "ladder"
BATCH = 6
QUICK = 2.0
"""Seconds below which a block is quick."""
MOST = 500
TIMED = 12
"""Blocks of a match that are played to see how long bots think."""
PATIENCE = 60.0


@dataclass
class Line:
    """One row of the page while it is being played: a match, or a bot against itself."""

    plan: int
    board: Board
    bots: tuple[str, ...]
    blocks: int = 0
    new: int = 0
    seconds: float = 0.0
    played: list[list[Played]] = field(default_factory=list)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def title(self) -> str:
        return f"{self.board.name} {' v '.join(self.bots)}"

    @property
    def itself(self) -> bool:
        return len(set(self.bots)) == 1

    def match(self) -> Match:
        blocks = tuple(tuple(block) for block in self.played)
        return Match(self.bots[0], self.bots[1], self.players, blocks)


def main() -> None:
    options = _options()
    bots = tuple(read_recipe(bot).text for bot in options.bots or RUNGS)
    lines = list(_lines(bots, options.boards or BOARDS))
    plans = [_plan(line) for line in lines]
    with Run(
        plans, workers=options.workers, results=options.results, any_code=options.any_code
    ) as run:
        _recall(run, lines)
        wanted = [line for line in lines if options.only in line.title]
        _play(run, wanted, options.minutes * 60, options.workers)
        cost = _cost(lines)
    PAGE.write_text(page(bots, lines, cost, options.any_code))
    print(f"wrote {PAGE.relative_to(ROOT)}: {sum(len(b) for x in lines for b in x.played)} games")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--bots", nargs="*", help="the rungs, the weakest first")
    parser.add_argument("--boards", nargs="*")
    parser.add_argument("--only", default="", help="play only matches with this in their names")
    parser.add_argument("--any-code", action="store_true", help="count games of older code too")
    options = parser.parse_args()
    options.results.parent.mkdir(parents=True, exist_ok=True)
    return options


def _lines(bots: Sequence[str], boards: Sequence[str]) -> Iterator[Line]:
    """For every board and number of players each rung against the one below it."""
    number = 0
    for name in boards:
        board = load_board(name)
        trained = TRAINED.get(name, ()) if set(bots) >= set(RUNGS) else ()
        for line_up in (*_line_ups(bots, name == boards[0]), *trained):
            yield Line(number, board, tuple(read_recipe(bot).text for bot in line_up))
            number += 1


def _line_ups(bots: Sequence[str], first: bool) -> Iterator[tuple[str, ...]]:
    for players in PLAYERS:
        for below, above in pairwise(bots):
            yield (above, *[below] * (players - 1))
    others = (("reference", "reference"), *ALSO, *(FIRST if first else ()))
    names = {_name(bot) for bot in bots}
    yield from (line for line in others if {_name(bot) for bot in line} <= names)


def _name(bot: str) -> str:
    return bot.partition(":")[0]


def _plan(line: Line) -> SimulationPlan:
    recipes = tuple(read_recipe(bot) for bot in line.bots)
    # Against itself a bot would play the same game from every seat of a deal.
    return SimulationPlan(line.board, recipes, SEED, paired=not line.itself, seconds=PATIENCE)


def _recall(run: Run, lines: Sequence[Line]) -> None:
    """What the results file holds already."""
    for line in lines:
        while line.blocks < MOST and run.recall(GameBlock(line.plan, line.blocks)):
            line.blocks += 1
        line.played = list(run.games(line.plan))


def _play(run: Run, lines: Sequence[Line], seconds: float, workers: int) -> None:
    """Always a few more blocks of the match that has had least time, until time is up."""
    until = perf_counter() + seconds
    while perf_counter() < until:
        waiting = [line for line in lines if line.blocks < MOST]
        if not waiting:
            return
        line = min(waiting, key=lambda x: (x.seconds, x.blocks))
        started = perf_counter()
        batch = range(line.blocks, min(MOST, line.blocks + _batch(line, workers)))
        run.play([GameBlock(line.plan, number) for number in batch])
        line.seconds += perf_counter() - started
        line.blocks += len(batch)
        line.new += len(batch)
        line.played = list(run.games(line.plan))
        print(f"{line.title}: {line.blocks} blocks", flush=True)


def _batch(line: Line, workers: int) -> int:
    """Several blocks at once where they are quick; of slow bots few, to come back to others."""
    return BATCH if line.new and line.seconds / line.new < QUICK else workers


def _cost(lines: Sequence[Line]) -> dict[str, list[float]]:
    """Seconds of the processor and decisions of every bot that plays inside the engine.

    On the first board with two players, in games played for this, as older ones are not timed.
    """
    first = [x for x in lines if x.players == 2 and x.board is lines[0].board]
    timed = [line for line in first if _plan(line).all_fast and not line.itself]
    spent: dict[str, list[float]] = {}
    with Run([_plan(line) for line in timed]) as run:
        for number, line in enumerate(timed):
            run.play([GameBlock(number, block) for block in range(TIMED)])
            for game in (game for block in run.games(number) for game in block):
                for bot, (seconds, decisions) in zip(line.bots, game.spent, strict=True):
                    total = spent.setdefault(bot, [0.0, 0.0])
                    total[0] += seconds
                    total[1] += decisions
    return spent


def page(
    bots: Sequence[str], lines: Sequence[Line], cost: dict[str, list[float]], any_code: bool
) -> str:
    parts = [_opening(bots)]
    for board in {line.board.name: line.board for line in lines}.values():
        parts.append(f"## {board.title} (`{board.name}`)")
        for players in PLAYERS:
            rows = [x for x in lines if x.board is board and x.players == players and x.blocks]
            parts.append(_table([x.match() for x in rows if not x.itself], players))
            if players == 2:
                parts += _ratings(board, bots, [x.match() for x in rows if not x.itself])
    parts += _profile(lines)
    parts += _costs(cost)
    parts.append(_closing(any_code))
    return "\n\n".join(part for part in parts if part) + "\n"


def _opening(bots: Sequence[str]) -> str:
    return f"""# The ladder

Bots by measured strength, the weakest first: {", ".join(f"`{bot}`" for bot in bots)}. This page is
made by a command and holds nothing that was not played:

<!-- not run: takes as long as it is given -->
```console
$ python -m tools.make_ladder --minutes 30
```

A match is played in blocks: one deal, with the challenger in every seat once. With four players
one challenger sits among three copies of its rival and wins one game in four if it is no better
than they are. Intervals are 95 %, by Wilson, widened as far as the games of a block go together. A
rung is **proven** when the lower end lies above an even share. Tickets are those that the
challenger made of those it kept. `search` without anything behind it thinks for a second, on one
core; the levels at the tables think in a number of worlds instead."""


def _table(matches: Sequence[Match], players: int) -> str:
    rows: list[tuple[str, ...]] = [
        ("match", "games", "won", "95 % interval", "points", "tickets", "rung")
    ]
    for match in matches:
        low, high = match.interval
        rival = match.rival if players == 2 else f"{players - 1} × {match.rival}"
        rows.append(
            (
                f"{match.challenger} v {rival}",
                f"{len(match.games):,}",
                f"{match.share:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{match.points[0]:.1f} v {match.points[1]:.1f}",
                f"{match.tickets[0] / match.tickets[1]:.0%}" if match.tickets[1] else "none",
                "proven" if low > match.even else "not proven",
            )
        )
    head = f"{players} players; an even share is {1 / players:.0%}."
    return "\n".join([head, "", *markdown(rows)]) if matches else ""


def _ratings(board: Board, bots: Sequence[str], matches: Sequence[Match]) -> Iterator[str]:
    met = {name for match in matches for name in (match.challenger, match.rival)}
    if len(met) > 1:
        names = (*(bot for bot in bots if bot in met), *sorted(met - set(bots)))
        result = Tournament(board.name, 2, names, SEED, tuple(matches), 0.0)
        rows = markdown(rating_rows(result))
        yield "\n".join(["Ratings in Elo after Bradley and Terry, two players:", "", *rows])


def _profile(lines: Sequence[Line]) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [
        ("board", "games", "mean", "winner", "tickets kept", "made", "turns each"),
    ]
    for line in lines:
        if line.itself and line.blocks:
            result = summed_up(_plan(line), [g for b in line.played for g in b], 0.0)
            rows.append(
                (
                    f"`{line.board.name}`",
                    f"{len(result.games):,}",
                    f"{mean([t for g in result.games for t in g.totals]):.1f}",
                    f"{mean([max(g.totals) for g in result.games]):.1f}",
                    f"{mean([t for g in result.games for t in g.tickets]):.2f}",
                    f"{mean([t for g in result.games for t in g.completed]):.2f}",
                    f"{result.turns[0] / 2:.1f}",
                )
            )
    if len(rows) > 1:
        yield "## The reference against itself\n\n" + "\n".join(markdown(rows))


def _costs(cost: dict[str, list[float]]) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [("bot", "decisions timed", "milliseconds a decision")]
    for bot, (seconds, decisions) in cost.items():
        if decisions:
            rows.append((bot, f"{int(decisions):,}", f"{1e3 * seconds / decisions:.3g}"))
    if len(rows) > 1:
        head = "Time of the processor on the first board with two players, on the machine that"
        yield "\n".join(["## Cost", "", head, "wrote this page.", "", *markdown(rows)])


def _closing(any_code: bool) -> str:
    code = "several versions, of which the last is " if any_code else ""
    return f"""## One match by hand

<!-- not run: takes minutes -->
```console
$ whistlestop tournament reference planner --board usa:classic --blocks 200 --seed ladder
$ whistlestop rate planner --board europe --players 4 --blocks 50 --seed ladder
```

Code of engine, boards and bots that played: {code}`{code_digest()}`."""


if __name__ == "__main__":
    main()
