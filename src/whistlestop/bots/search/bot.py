"""The search: tries out what the planner considers, in many worlds that its view allows.

The planner's choice stands unless another action does clearly better: every candidate is played on
in the same sampled worlds (`search/trials`), and must be better by more than a part of its standard
error and a little extra. The search thinks for its time and no longer. If its number of worlds ends
it before the time does, it repeats itself exactly. All it knows is the view.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from time import perf_counter

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.coach import counsel_of
from whistlestop.bots.evaluation.evaluation import WORLDS
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.registry import Parameter, register
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.bots.search.trials import CandidateTrials, is_decided, try_world
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of, plain_judge
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action

# It begins another world if there is time for the longest so far and half as much again: worlds
# differ in length, and it must not think a tenth longer than its time.
ROOM = 1.5
# After so many worlds an action must be better by twice the guard, after more by less: with few
# worlds the standard error itself is uncertain.
FEW = 12


@register(
    "search",
    "Tries the planner's ideas out in many possible worlds before it decides.",
    Parameter("time", 1.0, "How long it thinks at most.", low=0.01, high=60, unit="s"),
    Parameter("worlds", 0, "How many worlds it tries at most; 0: as time allows.", low=0),
    Parameter("guard", 0.5, "How many standard errors better another action must be.", low=0),
    Parameter("edge", 0.01, "How much better it must be beyond that.", low=0, high=2),
    Parameter("turns", 3, "How many more of its turns are played before it judges.", low=0),
    Parameter("tuned", True, "Whether it judges as found for the board, or as plans promise."),
    strength=5,
    # By worlds rather than by time, so that a table that is restarted goes on as before; the time
    # is for machines that are busy.
    table="time=4s,worlds=60",
)
@dataclass(eq=False)
class SearchBot:
    """Plays the planner's choice unless trials say otherwise.

    Attributes:
        rng: Its luck.
        time: How many seconds it thinks at most.
        worlds: How many worlds it tries at most; 0: as time allows.
        guard: How many standard errors better another action must be.
        edge: How much better it must be beyond that.
        turns: How many more of its turns are played before it judges.
        tuned: Whether it judges as found for the board, or as plans promise.
    """

    rng: Rng
    _: KW_ONLY
    time: float = 1.0
    worlds: int = 0
    guard: float = 0.5
    edge: float = 0.01
    turns: int = 3
    tuned: bool = True

    def choose(self, view: View) -> Action:
        """The action it takes, after thinking."""
        trial = self.think(view)
        return action_of(view, int(trial.codes[self._best(trial)]))

    def advise(self, view: View, count: int) -> tuple[Advice, ...]:
        """Its choice, then the best of the rest, each with the margin it promises."""
        if not view.legal or count < 1:
            return ()
        return counsel_of(view, self.choose(view), count, self.worlds or WORLDS)

    def _best(self, trial: CandidateTrials) -> int:
        """The place of its choice; the fewer the worlds, the clearer the lead has to be."""
        guard = self.guard * (1.0 + FEW / max(1, int(trial.worlds)))
        return best_of(trial, guard, self.edge)

    def think(self, view: View) -> CandidateTrials:
        """Try the candidates out until the time is over."""
        return think(view, self.rng, self.time, self.worlds, self.turns, tuned=self.tuned)


def best_of(trial: CandidateTrials, guard: float, edge: float) -> int:
    """The place of the best candidate that clearly beats the first, else 0."""
    best, most = 0, edge
    for n in range(1, len(trial.codes)):
        sure = trial.mean(n) - guard * trial.error(n)
        if trial.alive[n] and sure > most:
            best, most = n, sure
    return best


def think(
    view: View, rng: Rng, seconds: float, worlds: int, turns: int, *, tuned: bool = True
) -> CandidateTrials:
    """Try the candidates of a decision until time or worlds run out or the choice is clear."""
    before = perf_counter()
    end = before + seconds
    longest = 0.0
    trial = trial_of(view, turns, tuned)
    if len(trial.codes) == 1:
        return trial
    for state, luck in possible_states(view, rng, suited=True):
        try_world(trial, state, luck)
        now = perf_counter()
        longest = max(longest, now - before)
        if now + ROOM * longest > end or 0 < worlds == trial.worlds or is_decided(trial):
            break
        before = now
    return trial


def trial_of(view: View, turns: int, tuned: bool) -> CandidateTrials:
    """The candidates of a decision before any trial."""
    facts = facts_from_view(view)
    judge = judge_of(facts.flat) if tuned else plain_judge(facts.flat)
    return CandidateTrials(judge, facts.seat, vec[i64](shortlist(facts)), turns)
