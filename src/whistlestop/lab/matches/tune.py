"""Tuning: better constants for a bot, one sequential test at a time.

It moves each constant up and down by a step; the changed bot plays the best one so far in paired
blocks and takes its place only if the test says that it is better. The steps halve when a round
over all constants has changed nothing. The same seed repeats the tuning, and with a results file
an interrupted one goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from whistlestop.bots.registry import Parameter, Recipe, bot_entry, read_recipe
from whistlestop.lab.errors import LabError
from whistlestop.lab.matches.match import Match
from whistlestop.lab.matches.sequential import RatioTest
from whistlestop.lab.matches.tournament import Terms, match_facts, play_pairs, wanted_by
from whistlestop.lab.runs.run import check_number

GAIN = 20.0
"""How much better a change has to be, in Elo."""
STEP = 0.25
"""The first step, as a share of the constant."""
LEAST = 0.05
"""Tuning ends when the step, halved again and again, is smaller than this."""
MOST_ROUNDS = 20


@dataclass(frozen=True)
class TuningTrial:
    """One change that was tried, and whether it was taken over."""

    parameter: str
    before: float
    after: float
    match: Match
    kept: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        facts = {"parameter": self.parameter, "before": self.before, "after": self.after}
        return {**facts, "kept": self.kept, **match_facts(self.match)}


@dataclass(frozen=True)
class Tuned:
    """The bot that was found, and every trial on the way."""

    board: str
    players: int
    seed: object
    began: str
    bot: str
    trials: tuple[TuningTrial, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        trials = [trial.to_dict() for trial in self.trials]
        return {**vars(self), "trials": trials}

    def __str__(self) -> str:
        from whistlestop.lab.show.text_tables import tuned_text

        return tuned_text(self)


class _Climb:
    """The best bot so far, and what has been tried."""

    def __init__(self, recipe: Recipe, terms: Terms, gain: float) -> None:
        self.best = recipe
        self.terms = terms
        self.test = RatioTest(0.0, gain)
        self.trials: list[TuningTrial] = []

    def round(self, parameters: Sequence[Parameter], step: float) -> bool:
        """Try every constant both ways; says whether anything was better."""
        better = [self._either_way(parameter, step) for parameter in parameters]
        return any(better)

    def _either_way(self, parameter: Parameter, step: float) -> bool:
        return any(self._try(parameter, value) for value in self._values(parameter, step))

    def _values(self, parameter: Parameter, step: float) -> Iterator[float]:
        now = float(self.best.values[parameter.name])
        move = step * (abs(now) or 1.0)
        for value in (now + move, now - move):
            low = value if parameter.low is None else max(parameter.low, value)
            bounded = round(low if parameter.high is None else min(parameter.high, low), 6)
            if bounded != now:
                yield bounded

    def _try(self, parameter: Parameter, value: float) -> bool:
        changed = _changed(self.best, parameter.name, value)
        if changed.text == self.best.text:
            return False
        (match,) = play_pairs((changed, self.best), [(0, 1)], self.terms, self.test)
        kept = match.verdict == "high"
        before = float(self.best.values[parameter.name])
        self.trials.append(TuningTrial(parameter.name, before, value, match, kept))
        if kept:
            self.best = changed
        return kept


def tune(
    bot: str,
    terms: Terms,
    parameters: Sequence[str] = (),
    *,
    rounds: int = 1,
    step: float = STEP,
    gain: float = GAIN,
) -> Tuned:
    """Look for better values of a bot's numeric parameters, all of them or those named."""
    check_number("rounds", rounds, MOST_ROUNDS)
    if any(wanted_by(terms)):
        raise LabError("bad_terms", "A tuning writes neither records nor a dataset of its games.")
    terms = terms.checked()
    recipe = read_recipe(bot)
    chosen = _numeric(recipe, parameters)
    climb = _Climb(recipe, terms, gain)
    for _ in range(rounds):
        if not climb.round(chosen, step):
            step /= 2
        if step < LEAST:
            break
    return Tuned(
        str(terms.board),
        terms.players,
        terms.seed,
        recipe.text,
        climb.best.text,
        tuple(climb.trials),
    )


def _numeric(recipe: Recipe, names: Sequence[str]) -> list[Parameter]:
    entry = bot_entry(recipe.text.partition(":")[0])
    known = {p.name: p for p in entry.parameters if type(p.default) is float}
    if not known:
        raise LabError("nothing_to_tune", f"{entry.name} has no number that could be tuned.")
    for name in names:
        if name not in known:
            raise LabError("unknown_parameter", _no_constant(entry.name, name, known))
    return [known[name] for name in names or known]


def _no_constant(bot: str, name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, 1)
    meant = f'did you mean "{near[0]}"?' if near else f"what can be is {', '.join(known)}."
    return f'"{name:.40}" of {bot} cannot be tuned; {meant}'


def _changed(recipe: Recipe, name: str, value: float) -> Recipe:
    """The bot with one other value, as its text reads."""
    kind, _, rest = recipe.text.partition(":")
    pairs = dict(pair.split("=") for pair in rest.split(",") if pair)
    pairs[name] = f"{value:.9f}".rstrip("0").rstrip(".") if value else "0"
    return read_recipe(f"{kind}:" + ",".join(f"{key}={text}" for key, text in pairs.items()))
