"""`study`: games of equal bots with every number of players, styles against each other, and what
the board says by itself, all in one value that a page is made from.

It prints the short form; `data` is everything as plain data. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from whistlestop.boards.load import load_board
from whistlestop.bots.contract import Seed
from whistlestop.bots.registry import Recipe, read_recipe, shipped_bots
from whistlestop.engine.game import Game
from whistlestop.lab.best_network import BestNetwork, best_network, board_problem
from whistlestop.lab.games.plan import SimulationPlan, recipes
from whistlestop.lab.games.results import FailedGame, Played
from whistlestop.lab.intervals import rank_correlation, spread
from whistlestop.lab.matches.tournament import DECIDE, Terms, Tournament, open_run, tournament
from whistlestop.lab.runs.run import GameBlock, Progress, check_number
from whistlestop.lab.runs.simulation import checked_seed
from whistlestop.lab.study.counts import Sample, sample_of
from whistlestop.lab.study.structure import Structure, structure_of
from whistlestop.model.board import Board

FORMAT = 1
GAMES = 400
"""With each number of players; the 95 % interval of a share is then at most 5 % to either side."""
BLOCKS = 24
MOST_GAMES = 10**6
BOT = "planner"
MOST_STYLES = 4
"""Players in the larger of the two style matrices, if the board has room for so many."""
SLOW = ("search",)
"""Bots that think too long for a style matrix."""


@dataclass(frozen=True)
class Study:
    """Everything that was found out about a board.

    Attributes:
        board: The board.
        bot: The bot that played on it.
        seed: The luck of all games.
        structure: What the map alone says.
        samples: What games say, by number of players.
        styles: Tournaments of characters against each other.
    """

    board: Board
    bot: str
    seed: Seed
    structure: Structure
    samples: tuple[Sample, ...]
    styles: tuple[Tournament, ...]
    failed: tuple[FailedGame, ...] = ()
    """Failures in the games of the bot against itself."""

    @property
    def failures(self) -> tuple[FailedGame, ...]:
        """All failures of bots, those of the styles too."""
        return (*self.failed, *(failed for result in self.styles for failed in result.failures))

    @cached_property
    def maximum(self) -> BestNetwork:
        """The most points possible; looked for when first asked for, as that takes seconds."""
        return best_network(board_problem(self.board))

    @cached_property
    def agreement(self) -> dict[tuple[int, int], float]:
        """How alike cities rank by the players who use them, between two numbers of players.

        The figures are Spearman's rho.
        """
        return self._alike(lambda sample: sample.reached)

    @cached_property
    def agreement_by_trains(self) -> dict[tuple[int, int], float]:
        """The same where cities rank by the trains laid there, which long routes weigh more in."""
        return self._alike(lambda sample: sample.cities)

    def _alike(self, used: Callable[[Sample], Sequence[float]]) -> dict[tuple[int, int], float]:
        return {
            (few.players, many.players): rank_correlation(used(few), used(many))
            for few, many in combinations(self.samples, 2)
        }

    def data(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "board": self.board.name,
            "digest": self.board.digest,
            "bot": self.bot,
            "seed": self.seed,
            "ticket_summary": self.structure.summary(),
            "tickets": [_ticket(facts) for facts in self.structure.tickets],
            "contest": {route.id: n for route, n in self.structure.contest.items()},
            "maximum": _maximum(self.maximum),
            "players": [_sample(sample) for sample in self.samples],
            "city_agreement": [[*pair, rho] for pair, rho in self.agreement.items()],
            "city_agreement_by_trains": [
                [*pair, rho] for pair, rho in self.agreement_by_trains.items()
            ],
            "styles": [result.to_dict() for result in self.styles],
            "failures": [asdict(failed) for failed in self.failed],
        }

    def __str__(self) -> str:
        from whistlestop.lab.study.text import study_text

        return study_text(self)


def _ticket(facts: Any) -> dict[str, Any]:
    low, high = facts.totals
    return {
        "ticket": facts.ticket.id,
        "points": facts.ticket.points,
        "trains": facts.trains,
        "ways": len(facts.ways),
        "total_low": low,
        "total_high": high,
        "turns": facts.turns,
        "per_turn": facts.per_turn,
    }


def _maximum(maximum: BestNetwork) -> dict[str, Any]:
    return {
        "total": maximum.total,
        "routes": [route.id for route in maximum.routes],
        "tickets": [ticket.id for ticket in maximum.tickets],
        "route_points": maximum.route_points,
        "ticket_points": maximum.ticket_points,
        "prizes": maximum.prizes,
        "trains": maximum.trains,
    }


def _sample(sample: Sample) -> dict[str, Any]:
    return {
        "players": sample.players,
        "games": len(sample.games),
        "tickets": [asdict(count) for count in sample.tickets],
        "routes": [asdict(count) for count in sample.routes],
        "cities": dict(zip(sample.board.city_ids, sample.cities, strict=True)),
        "reached": dict(zip(sample.board.city_ids, sample.reached, strict=True)),
        "seats": [asdict(count) for count in sample.seats],
        "score": spread(sample.totals),
        "winner": spread(sample.winning),
        "turns": spread(sample.turns),
        "parts": dict(zip(sample.board.score_items, sample.parts, strict=True)),
    }


def study(
    board: Board | str,
    *,
    bot: str = BOT,
    games: int = GAMES,
    players: Sequence[int] = (),
    styles: Sequence[str] | None = None,
    blocks: int = BLOCKS,
    seed: Seed | None = None,
    workers: int = 1,
    on: str = "pool",
    results: str | Path | None = None,
    any_code: bool = False,
    progress: Progress | None = None,
) -> Study:
    """Play `games` games of one bot against itself with every number of players, and more.

    Styles are the bots of the style matrix, by default all quick ones that
    come along, so that a study does not depend on the bots somebody has added; they meet in up to
    `blocks` deals with the least and with the greatest number of players studied.
    """
    loaded = load_board(board)
    check_number("games", games, MOST_GAMES)
    counts = _numbers(loaded, players)
    chosen = tuple(recipe.text for recipe in recipes(quick_bots() if styles is None else styles))
    used, where = checked_seed(seed), (workers, on, results, any_code, progress)
    terms = Terms(loaded, counts[0], blocks, used, DECIDE, *where).checked()
    plans = [_plan(loaded, read_recipe(bot), players, used) for players in counts]
    samples, failed = _played(plans, games, terms)
    return Study(
        board=loaded,
        bot=read_recipe(bot).text,
        seed=used,
        samples=samples,
        failed=failed,
        structure=structure_of(loaded),
        styles=tuple(_styles(chosen, counts, terms)),
    )


def _numbers(board: Board, players: Sequence[int]) -> list[int]:
    every = range(board.rules.min_players, board.rules.max_players + 1)
    return sorted(set(players)) or list(every)


def quick_bots() -> tuple[str, ...]:
    """Every bot that comes along, has a head of its own and can play hundreds of games.

    `learned` has one on the boards it was trained for alone, so it tells nothing about others.
    """
    names = [name for name in shipped_bots() if not name.startswith(SLOW)]
    return tuple(name for name in names if name not in ("uniform", "random", "learned"))


def _plan(board: Board, recipe: Recipe, players: int, seed: Seed) -> SimulationPlan:
    Game(board, players, seed=0)  # says in a sentence if so many cannot play
    return SimulationPlan(board, (recipe,) * players, seed, detailed=True)


def _played(
    plans: Sequence[SimulationPlan], games: int, terms: Terms
) -> tuple[tuple[Sample, ...], tuple[FailedGame, ...]]:
    with open_run(plans, terms) as run:
        run.play(
            GameBlock(i, b)
            for i, plan in enumerate(plans)
            for b in range(-(-games // plan.players))
        )
        played = [[game for block in run.games(i) for game in block] for i in range(len(plans))]
    failed = tuple(failed for part in played for game in part for failed in game.failures)
    return tuple(map(_sampled, plans, played)), failed


def _sampled(plan: SimulationPlan, played: Sequence[Played]) -> Sample:
    whole = [(game.result, game.details) for game in played if game.details is not None]
    return sample_of(plan.board, plan.players, whole)


def _styles(styles: Sequence[str], counts: Sequence[int], terms: Terms) -> list[Tournament]:
    if len(styles) < 2:
        return []
    return [
        tournament(styles, replace(terms, players=players))
        for players in dict.fromkeys((counts[0], max(counts[0], min(counts[-1], MOST_STYLES))))
    ]
