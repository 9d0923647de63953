"""What a decision was worth, by playing on: the same unseen worlds for every action compared.

Worlds are sampled from the view of the seat that decides, so nothing is judged by what it could not
know. From each world a bot plays every seat to the end; a value is the mean margin over the best
rival, with the share of games won. Everything follows from the seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from whistlestop.bots.advice.advice import advise
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.registry import make_bot
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.phases.moves import apply
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.state.rng import seeded
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.fast_bots import FastBot, fast_bot_of, play_on
from whistlestop.lab.games.results import credit_of, margin_of
from whistlestop.lab.intervals import deviation, mean

OTHERS = 3
"""Actions looked at beside the one that was played: the bot's own choice and its next ideas."""
SURE = 1.5
"""Standard errors by which another action must be better before it counts as better at all."""


@dataclass(frozen=True, slots=True)
class Value:
    """Mean margin and share of wins over some worlds."""

    margin: float
    win: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: what was played, what would have been best, and how sure that is."""

    ply: int
    seat: int
    played: str
    value: Value
    best: str
    best_value: Value
    error: float
    after: Value | None

    @property
    def lost(self) -> float:
        """Points given away; nought where the difference may well be chance."""
        gap = self.best_value.margin - self.value.margin
        return gap if gap > SURE * self.error else 0.0

    @property
    def worth(self) -> Value:
        """The value of the position before the decision, as far as one can be sure."""
        return self.best_value if self.lost else self.value


@dataclass(frozen=True, slots=True)
class DecisionJudge:
    """Who plays on, in how many worlds, by which luck."""

    bot: str
    worlds: int
    seed: object

    def judge(self, before: Game, after: Game) -> Judgement:
        """The decision between two positions that are one ply apart."""
        step = after.plies[-1]
        view = before.view(step.seat)
        played = str(step.action)
        actions = list(dict.fromkeys([played, *self._ideas(view)]))
        outcomes = {action: self.outcomes(view, action) for action in actions}
        best = max(actions, key=lambda action: mean([m for m, _ in outcomes[action]]))
        gaps = [b - p for (b, _), (p, _) in zip(outcomes[best], outcomes[played], strict=True)]
        return Judgement(
            ply=before.ply,
            seat=step.seat,
            played=played,
            value=_value(outcomes[played]),
            best=best,
            best_value=_value(outcomes[best]),
            error=deviation(gaps) / sqrt(len(gaps)),
            after=self._after(after, step.seat),
        )

    def _ideas(self, view: View) -> Iterable[str]:
        if len(view.legal) < 2:
            return []
        return [str(advice.action) for advice in advise(view, self.bot, OTHERS)]

    def _after(self, after: Game, seat: int) -> Value | None:
        """The position once chance has answered, where others move next."""
        if after.over or after.turn == seat:
            return None
        return _value(self.outcomes(after.view(seat), None))

    def outcomes(self, view: View, action: str | None) -> list[tuple[float, float]]:
        """Margin and win of each world, with an action played first or as it stands."""
        assert view.seat is not None
        return [self._outcome(view, view.seat, action, n) for n in range(self.worlds)]

    def _outcome(self, view: View, seat: int, action: str | None, n: int) -> tuple[float, float]:
        game = view.sample(seeded(self.seed, f"review/{view.ply}/{n}"))
        t, state, chance = game.flat, game.state, game.chance
        chance.events = None
        if action is not None:
            apply(t, state, seat, game.codec.encode(action), chance)
        bot = judging_bot(self.bot)
        play_on(t, state, chance, lambda _, who: bot.decide(facts_from_state(t, state, who)))
        tally = tally_scores(t, state)
        totals = list(map(int, tally.total))
        winners, _ = rank(t, state, tally)
        return margin_of(totals, seat), credit_of(winners, seat)


def _value(outcomes: list[tuple[float, float]]) -> Value:
    return Value(mean([margin for margin, _ in outcomes]), mean([win for _, win in outcomes]))


def judging_bot(name: str) -> FastBot:
    """The bot that plays on, if it can do so inside the engine."""
    bot = fast_bot_of(make_bot(name, seed=0))
    if bot is None:
        raise LabError(
            "bad_bots", f"{name:.40} cannot judge: it has to be a bot such as greedy or planner."
        )
    return bot
