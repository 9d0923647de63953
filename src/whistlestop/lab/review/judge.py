"""What a decision was worth to another judge than the coach: by letting a bot play on.

Worlds are sampled from the view of the seat that decides, the same for every action compared, so
nothing is judged by what it could not know. From each world the bot plays every seat to the end; a
value is the mean margin over the best rival, with the share of games won. Everything follows from
the seed. What the coach itself thinks is in `bots.review`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from whistlestop.bots.advice.advice import advise
from whistlestop.bots.evaluation import Value
from whistlestop.bots.fast import FastBot, fast_bot_of
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.registry import make_bot
from whistlestop.bots.review import Decision
from whistlestop.bots.review.judging import JudgedDecision
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.phases.moves import apply
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.state.rng import seeded
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.fast_bots import play_on
from whistlestop.lab.games.plan import by_chance
from whistlestop.lab.games.results import credit_of, margin_of
from whistlestop.lab.intervals import deviation, mean

OTHERS = 3
"""Actions looked at beside the one that was played: the bot's own choice and its next ideas."""
SURE = 1.5
"""Standard errors by which another action must be better before it counts as better at all."""

Outcomes = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class DecisionJudge:
    """Who plays on, in how many worlds, by which luck."""

    bot: str
    worlds: int
    seed: object

    def judge(self, before: Game, step: Ply) -> JudgedDecision:
        """The decision that was taken in a position, and what the bot would have missed there."""
        view, played = before.view(step.seat), str(step.action)
        ideas = self._ideas(view) or [played]
        actions = dict.fromkeys([played, *ideas])
        outcomes = {action: self.outcomes(view, action) for action in actions}
        decision = _decision(before, step, outcomes)
        missed = decision.best_value.margin - _value(outcomes[ideas[0]]).margin
        better = {decision.best: missed} if missed > 0.0 else {}
        return JudgedDecision(decision, decision.lost, better, decision.best)

    def _ideas(self, view: View) -> list[str]:
        """The bot's own choice, and its next ideas."""
        if len(view.legal) < 2:
            return []
        return [str(advice.action) for advice in advise(view, self.bot, OTHERS)]

    def outcomes(self, view: View, action: str) -> Outcomes:
        """Margin and win of each world, with an action played first."""
        assert view.seat is not None
        return [self._outcome(view, view.seat, action, n) for n in range(self.worlds)]

    def _outcome(self, view: View, seat: int, action: str, n: int) -> tuple[float, float]:
        game = view.sample(seeded(self.seed, f"review/{view.ply}/{n}"))
        t, state, chance = game.flat, game.state, game.chance
        chance.events = None
        apply(t, state, seat, game.codec.encode(action), chance)
        bot = judging_bot(self.bot)
        play_on(t, state, chance, lambda _, who: bot.decide(facts_from_state(t, state, who)))
        tally = tally_scores(t, state)
        totals = list(map(int, tally.total))
        winners, _ = rank(t, state, tally)
        return margin_of(totals, seat), credit_of(winners, seat)


def _decision(before: Game, step: Ply, outcomes: dict[str, Outcomes]) -> Decision:
    """The decision; another action than the one played is better only if that is clear."""
    played = str(step.action)
    order = sorted(outcomes, key=lambda action: -_value(outcomes[action]).margin)
    error = _error(outcomes[order[0]], outcomes[played])
    gap = _value(outcomes[order[0]]).margin - _value(outcomes[played]).margin
    best = order[0] if gap > SURE * error else played
    after = next((action for action in order if action != best), None)
    return Decision(
        ply=before.ply,
        seat=step.seat,
        played=played,
        value=_value(outcomes[played]),
        best=best,
        best_value=_value(outcomes[best]),
        next=after,
        next_value=None if after is None else _value(outcomes[after]),
        lost=gap if best != played else 0.0,
        error=error,
    )


def _value(outcomes: Outcomes) -> Value:
    return Value(mean([margin for margin, _ in outcomes]), mean([win for _, win in outcomes]))


def _error(best: Outcomes, played: Outcomes) -> float:
    """The standard error of the gap between two actions."""
    gaps = [b - p for (b, _), (p, _) in zip(best, played, strict=True)]
    return deviation(gaps) / sqrt(len(gaps))


def judging_bot(name: str) -> FastBot:
    """The bot that plays on, if it can do so inside the engine and not by chance."""
    made = make_bot(name, seed=0)
    bot = fast_bot_of(made)
    if bot is None or by_chance(made):
        raise LabError(
            "bad_bots", f"{name:.40} cannot judge: it has to be a bot such as greedy or planner."
        )
    return bot
