"""A match: one bot against copies of another, in paired blocks, until it is clear who is better.

A block is one deal with the challenger in every seat once, so seats and deals favour nobody. With
two players a match is symmetric; with more, one challenger sits among equals and wins 1 game in
as many as there are players if it is no better than they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from whistlestop.lab.games.results import FailedGame, GameResult, Played
from whistlestop.lab.intervals import deviation, mean, wilson
from whistlestop.lab.matches.ratings import Meeting
from whistlestop.lab.matches.sequential import RatioTest
from whistlestop.lab.runs.run import GameBlock, Run

ROUND = 12
"""Blocks of a match between two looks at its test; the same whatever the number of workers."""

CHALLENGER = 0
"""The number of the challenger among the bots of its plan; all others are its rivals."""


@dataclass(frozen=True)
class Match:
    """What came of a match; `blocks` holds the games of each block.

    Attributes:
        challenger: The bot that is tried.
        rival: The bot it is tried against.
        players: How many sit at a table.
        blocks: The games of each block: one deal with the challenger in every seat once.
        verdict: `high` or `low` if the match was decided early, else empty.
    """

    challenger: str
    rival: str
    players: int
    blocks: tuple[tuple[Played, ...], ...]
    verdict: str = ""

    @cached_property
    def games(self) -> tuple[GameResult, ...]:
        """All games, block by block."""
        return tuple(game.result for block in self.blocks for game in block)

    @cached_property
    def failures(self) -> tuple[FailedGame, ...]:
        """All failures of bots, in the order of the games."""
        return tuple(failed for block in self.blocks for game in block for failed in game.failures)

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The share of each block that the challenger won."""
        return tuple(mean([credit(game.result) for game in block]) for block in self.blocks)

    @property
    def share(self) -> float:
        """The share of all games that the challenger won."""
        return mean(self.scores)

    @property
    def even(self) -> float:
        """The share of a challenger that is no better than its rivals."""
        return 1 / self.players

    @cached_property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, as wide as the games of a block go together."""
        count = len(self.games)
        alone = self.share * (1 - self.share)
        together = deviation(self.scores) ** 2 * self.players / alone if alone else 1.0
        trials = max(1, round(count / max(1.0, together)))
        return wilson(self.share * trials, trials)

    @cached_property
    def points(self) -> tuple[float, float]:
        """Mean totals of the challenger and of its rivals."""
        own = [game.totals[game.seat_of(CHALLENGER)] for game in self.games]
        others = [total for game in self.games for total in _others(game)]
        return mean(own), mean(others)

    @cached_property
    def tickets(self) -> tuple[float, float]:
        """How many tickets the challenger made and held on average."""
        seats = [(game, game.seat_of(CHALLENGER)) for game in self.games]
        made = mean([game.completed[seat] for game, seat in seats])
        return made, mean([game.tickets[seat] for game, seat in seats])

    @cached_property
    def cost(self) -> float | None:
        """Seconds the challenger thought about a decision, where that was measured."""
        timed = [game.spent[CHALLENGER] for block in self.blocks for game in block if game.spent]
        asked = sum(count for _, count in timed)
        return sum(seconds for seconds, _ in timed) / asked if asked else None

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """For each block how often the challenger came before a rival and the reverse."""
        return tuple(_meeting([game.result for game in block]) for block in self.blocks)


def credit(game: GameResult) -> float:
    """What the challenger won: a whole game, a part of a shared win, or nothing."""
    return game.credit(game.seat_of(CHALLENGER))


def _others(game: GameResult) -> Iterator[int]:
    own = game.seat_of(CHALLENGER)
    return (total for seat, total in enumerate(game.totals) if seat != own)


def _meeting(games: Sequence[GameResult]) -> Meeting:
    ahead = behind = 0.0
    for game in games:
        own = game.seat_of(CHALLENGER)
        for seat in range(len(game.totals)):
            if seat != own:
                won = _before(game, own, seat)
                ahead += won
                behind += 1 - won
    return ahead, behind


def _before(game: GameResult, a: int, b: int) -> float:
    """1 if seat `a` ended before seat `b`, 0 if behind, a half if neither."""
    one, two = (a in game.winners, game.totals[a]), (b in game.winners, game.totals[b])
    return 0.5 if one == two else float(one > two)


@dataclass
class Fixture:
    """A match that is being played: the plan it follows and what tells when to stop."""

    plan: int
    challenger: str
    rival: str
    test: RatioTest | None
    verdict: str = ""
    blocks: int = 0


def play_matches(run: Run, fixtures: Sequence[Fixture], blocks: int) -> list[Match]:
    """Play all matches in rounds, up to so many blocks each; one that is decided stops."""
    while True:
        open_ones = [f for f in fixtures if not f.verdict and f.blocks < blocks]
        if not open_ones:
            return [_result(run, fixture) for fixture in fixtures]
        run.ahead = sum(_later(run, fixture, blocks) for fixture in open_ones)
        run.play(block for f in open_ones for block in _next_blocks(f, blocks))
        for fixture in open_ones:
            fixture.blocks = min(blocks, fixture.blocks + ROUND)
            _judge(run, fixture)


def _next_blocks(fixture: Fixture, blocks: int) -> Iterator[GameBlock]:
    stop = min(blocks, fixture.blocks + ROUND)
    return (GameBlock(fixture.plan, number) for number in range(fixture.blocks, stop))


def _later(run: Run, fixture: Fixture, blocks: int) -> int:
    """How many games a match may still take after its next round."""
    left = max(0, blocks - fixture.blocks - ROUND)
    return left * run.plans[fixture.plan].players


def _judge(run: Run, fixture: Fixture) -> None:
    if fixture.test is not None:
        match = _result(run, fixture)
        fixture.verdict = fixture.test.verdict(match.scores, match.players)


def _result(run: Run, fixture: Fixture) -> Match:
    games = [tuple(run.played[GameBlock(fixture.plan, n)]) for n in range(fixture.blocks)]
    players = run.plans[fixture.plan].players
    return Match(fixture.challenger, fixture.rival, players, tuple(games), fixture.verdict)
