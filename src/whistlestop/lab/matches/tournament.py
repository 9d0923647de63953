"""Tournaments: every bot against every other in paired blocks, and ratings of them all.

`tournament` is a round robin; `rate_bot` plays one bot against the ladder. The raw matrix of
results is always there, because one number per bot cannot tell of bots that beat each other in a
circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations, permutations
from pathlib import Path
from time import perf_counter
from typing import Any

from whistlestop.boards.load import load_board
from whistlestop.bots.contract import Seed
from whistlestop.bots.registry import Recipe, bot_entry, shipped_bots
from whistlestop.engine.game import Game
from whistlestop.lab.data.files import GameFiles, Wanted, game_files
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.plan import SECONDS, BotChoice, SimulationPlan, recipes
from whistlestop.lab.games.results import FailedGame
from whistlestop.lab.matches.match import Fixture, Match, play_matches
from whistlestop.lab.matches.ratings import Meeting, Pair, Rating, rate
from whistlestop.lab.matches.sequential import RatioTest
from whistlestop.lab.runs.run import Progress, Run, check_number
from whistlestop.lab.runs.simulation import checked_seed
from whistlestop.model.board import Board

FORMAT = 1
MOST_BLOCKS = 10**6
ZERO = "reference"
"""The bot whose rating is nought, where it takes part; otherwise the first one is."""
DECIDE = 30.0
"""A match stops when one side is sure to be better by more than this, in Elo."""


@dataclass(frozen=True)
class Tournament:
    """All matches with ratings; `print` it, or take `to_dict` for JSON."""

    board: str
    players: int
    bots: tuple[str, ...]
    seed: Seed
    matches: tuple[Match, ...]
    seconds: float

    @cached_property
    def zero(self) -> int:
        """The number of the bot whose rating is nought."""
        return self.bots.index(ZERO) if ZERO in self.bots else 0

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """One for each bot, in the order in which they were named."""
        met: dict[Pair, list[Meeting]] = {}
        for match in self.matches:
            pair = self.bots.index(match.challenger), self.bots.index(match.rival)
            met.setdefault(pair, []).extend(match.meetings)
        return rate(self.bots, met, self.zero, self.seed)

    @cached_property
    def matrix(self) -> tuple[tuple[float | None, ...], ...]:
        """The share of wins of each bot (row) against each other (column)."""
        shares: dict[tuple[str, str], float] = {}
        for match in self.matches:
            shares[match.challenger, match.rival] = match.share
            if self.players == 2:
                shares[match.rival, match.challenger] = 1 - match.share
        return tuple(tuple(shares.get((a, b)) for b in self.bots) for a in self.bots)

    @property
    def circles(self) -> tuple[int, int]:
        """How many of all triples of bots beat each other in a circle, and how many there are."""
        triples = list(combinations(range(len(self.bots)), 3))
        return sum(self._circle(*triple) for triple in triples), len(triples)

    def _circle(self, a: int, b: int, c: int) -> bool:
        wins = [self._beats(x, y) for x, y in ((a, b), (b, c), (c, a))]
        return None not in wins and len(set(wins)) == 1

    def _beats(self, a: int, b: int) -> bool | None:
        there, back = self.matrix[a][b], self.matrix[b][a]
        return None if there is None or back is None else there > back

    @property
    def failures(self) -> tuple[FailedGame, ...]:
        """All failures of bots, match by match."""
        return tuple(failed for match in self.matches for failed in match.failures)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(match.games) for match in self.matches)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat of each game, as pandas and polars take them."""
        from whistlestop.lab.data.tables import tournament_rows

        return list(tournament_rows(self))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "board": self.board,
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "ratings": [asdict(rating) for rating in self.ratings],
            "matrix": [list(row) for row in self.matrix],
            "circles": list(self.circles),
            "matches": [match_facts(match) for match in self.matches],
            "failures": [asdict(failed) for failed in self.failures],
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        from whistlestop.lab.show.text_tables import tournament_text

        return tournament_text(self)

    def __repr__(self) -> str:
        return f"<Tournament of {len(self.bots)} bots on {self.board}, {self.games} games>"


def match_facts(match: Match) -> dict[str, Any]:
    """A match as plain data, without its games."""
    return {
        "challenger": match.challenger,
        "rival": match.rival,
        "blocks": len(match.blocks),
        "games": len(match.games),
        "share": match.share,
        "low": match.interval[0],
        "high": match.interval[1],
        "points": match.points[0],
        "rival_points": match.points[1],
        "made": match.tickets[0],
        "held": match.tickets[1],
        "verdict": match.verdict,
    }


@dataclass(frozen=True)
class Terms:
    """How matches are played: on which board, by how many, for how long, by which workers.

    `records` and `dataset` are files for all games, as in `simulate`.
    """

    board: Board | str = "usa"
    players: int = 2
    blocks: int = 100
    seed: Seed | None = None
    decide: float = DECIDE
    workers: int = 1
    on: str = "pool"
    results: str | Path | None = None
    any_code: bool = False
    progress: Progress | None = None
    seconds: float = SECONDS
    records: str | Path | None = None
    dataset: str | Path | None = None

    def checked(self) -> Terms:
        """The same with the board loaded and a seed; refuses in a sentence what cannot be."""
        check_number("blocks", self.blocks, MOST_BLOCKS)
        board = load_board(self.board)
        Game(board, self.players, seed=0)
        return replace(self, board=board, seed=checked_seed(self.seed))


def tournament(bots: Sequence[BotChoice], terms: Terms | None = None) -> Tournament:
    """Let every bot play every other one; with more than two players in both roles.

    >>> result = tournament(["greedy", "random"], Terms("new-york", blocks=2, seed=1))
    >>> [rating.bot for rating in result.ratings]
    ['greedy', 'random']
    """
    terms = terms or Terms()
    chosen = recipes(bots)
    _check_bots(chosen)
    count = range(len(chosen))
    pairs = combinations(count, 2) if terms.players == 2 else permutations(count, 2)
    return _played(chosen, list(pairs), terms)


def rate_bot(bot: BotChoice, terms: Terms | None = None, rungs: Sequence[str] = ()) -> Tournament:
    """One bot against each rung of the ladder, or against the bots named."""
    (own,) = recipes([bot])
    others = [recipe for recipe in recipes(rungs or ladder()) if recipe.text != own.text]
    chosen = (own, *others)
    _check_bots(chosen)
    return _played(chosen, [(0, i) for i in range(1, len(chosen))], terms or Terms())


def ladder() -> tuple[str, ...]:
    """The bots with a place on the measured ladder, the weakest first."""
    placed = [name for name in shipped_bots() if bot_entry(name).strength > 0]
    return tuple(sorted(placed, key=lambda name: bot_entry(name).strength))


def _check_bots(bots: Sequence[Recipe]) -> None:
    names = [recipe.text for recipe in bots]
    if len(names) < 2:
        raise LabError("bad_bots", "A tournament needs at least two different bots.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise LabError("bad_bots", f"{twice} takes part twice; every bot is named once.")


def _played(bots: Sequence[Recipe], pairs: Sequence[Pair], terms: Terms) -> Tournament:
    terms = terms.checked()
    started = perf_counter()
    matches = play_pairs(bots, pairs, terms, _test(terms))
    assert isinstance(terms.board, Board)
    assert terms.seed is not None
    names = tuple(recipe.text for recipe in bots)
    seconds = perf_counter() - started
    return Tournament(terms.board.name, terms.players, names, terms.seed, tuple(matches), seconds)


def play_pairs(
    bots: Sequence[Recipe], pairs: Sequence[Pair], terms: Terms, test: RatioTest | None
) -> list[Match]:
    """The matches of these pairs (challenger, rival), all in one run."""
    plans = [plan_of(bots[a], bots[b], terms) for a, b in pairs]
    fixtures = [Fixture(i, bots[a].text, bots[b].text, test) for i, (a, b) in enumerate(pairs)]
    with game_files(wanted_by(terms), plans) as files, open_run(plans, terms, files) as run:
        return play_matches(run, fixtures, terms.blocks)


def wanted_by(terms: Terms) -> Wanted:
    """The files that the terms ask for."""
    return Wanted(terms.records, terms.dataset)


def open_run(plans: Sequence[SimulationPlan], terms: Terms, files: GameFiles | None = None) -> Run:
    """A run of these plans on the terms' workers, with their results file and progress."""
    return Run(
        plans,
        workers=terms.workers,
        on=terms.on,
        results=terms.results,
        any_code=terms.any_code,
        progress=terms.progress,
        files=files,
    )


def plan_of(challenger: Recipe, rival: Recipe, terms: Terms) -> SimulationPlan:
    """The paired plan of a challenger among copies of a rival."""
    assert isinstance(terms.board, Board)
    assert terms.seed is not None
    bots = (challenger, *[rival] * (terms.players - 1))
    kept = wanted_by(terms).checked()
    return SimulationPlan(
        terms.board, bots, terms.seed, paired=True, seconds=terms.seconds, kept=kept
    )


def _test(terms: Terms) -> RatioTest | None:
    return RatioTest(-terms.decide, terms.decide) if terms.decide > 0 else None
