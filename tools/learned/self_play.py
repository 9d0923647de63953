"""The second lesson: play against itself, its own past and the planner, and do more of what won.

Proximal policy optimisation: many games side by side, a reward of 1 or -1 at the end of each, and
careful steps, so that what the first lesson taught is not lost. Every few updates the pupil as it
is now joins its past selves. Only games of two are played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import torch

from tools.learned.net import as_bot, log_odds, make_value, tensors
from tools.learned.positions import Decide, Desk, Table
from whistlestop.boards.load import load_board
from whistlestop.bots.registry import make_bot
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores

GAMES = 192
DECISIONS = 16_384
BATCH = 1024
LOOKS = 2
CLIP = 0.15
TRACE = 0.95
ENTROPY = 0.003
RATE = 1e-4
POINT = 0.01
"""What a point of margin counts beside winning, so that a lost game can be lost by less."""


@dataclass
class Path:
    """What one seat of one game decided, until the game's end tells what it was worth."""

    rows: list[Any] = field(default_factory=list)
    masks: list[Any] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)


@dataclass
class Lesson:
    """Whole paths, laid end to end."""

    rows: list[Any] = field(default_factory=list)
    masks: list[Any] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    aims: list[float] = field(default_factory=list)

    def add(self, path: Path, reward: float) -> None:
        """Generalised advantages: how much better each decision was than expected."""
        gain, after = 0.0, None
        gains = []
        for value in reversed(path.values):
            step = (reward if after is None else after) - value
            gain = step + TRACE * gain
            gains.append(gain)
            after = value
        gains.reverse()
        self.rows += path.rows
        self.masks += path.masks
        self.actions += path.actions
        self.odds += path.odds
        self.gains += gains
        self.aims += [g + v for g, v in zip(gains, path.values, strict=True)]


class Hall:
    """Many tables at which the pupil sits once or twice, against whoever chance picks."""

    def __init__(self, policy: Any, board: str, seed: str) -> None:
        self.policy = policy
        self.flat = codec_for(load_board(board), 2).flat
        self.desk = Desk(self.flat)
        self.value = make_value(self.desk.width)
        self.luck = Random(seed)
        self.numbers = count()
        self.seed = seed
        planner: Decide = make_bot("planner", seed=0).decide  # type: ignore[attr-defined]
        self.rivals: list[Decide] = [planner, as_bot(policy).choose]
        self.tables = [self._seat() for _ in range(GAMES)]
        self.won = [0, 0]

    def _seat(self) -> tuple[Table, list[Path | Decide]]:
        table = Table(self.flat, f"{self.seed} {next(self.numbers)}")
        seats: list[Path | Decide] = [Path(), Path()]
        if self.luck.random() < 0.5:
            seats[self.luck.randrange(2)] = self.luck.choice(self.rivals)
        return table, seats

    def gather(self) -> Lesson:
        """Play until enough decisions of finished games are there."""
        lesson = Lesson()
        while len(lesson.actions) < DECISIONS:
            waiting = [self._to_pupil(n, lesson) for n in range(GAMES)]
            self._answer(waiting)
        return lesson

    def _to_pupil(self, n: int, lesson: Lesson) -> Any:
        """Let others play at a table until the pupil has something to decide there."""
        while True:
            table, seats = self.tables[n]
            if table.over:
                self._end(table, seats, lesson)
                self.tables[n] = self._seat()
                continue
            facts, player = table.look(), seats[table.seat]
            if len(facts.codes) == 1:
                table.play(int(facts.codes[0]))
            elif isinstance(player, Path):
                return table, player, self.desk.row(facts), self.desk.mask(facts)
            else:
                table.play(int(player(facts)))

    def _answer(self, waiting: list[Any]) -> None:
        rows, masks = tensors(np.stack([w[2] for w in waiting]), np.stack([w[3] for w in waiting]))
        with torch.no_grad():
            odds = log_odds(self.policy, rows, masks)
            actions = torch.multinomial(odds.exp(), 1)
            chosen = odds.gather(1, actions)[:, 0].tolist()
            values = self.value(rows)[:, 0].tolist()
        for n, (table, path, row, mask) in enumerate(waiting):
            action = int(actions[n, 0])
            path.rows.append(np.packbits(row))
            path.masks.append(np.packbits(mask))
            path.actions.append(action)
            path.odds.append(chosen[n])
            path.values.append(values[n])
            table.play(action)

    def _end(self, table: Table, seats: list[Path | Decide], lesson: Lesson) -> None:
        tally = tally_scores(table.flat, table.state)
        winners, _ = rank(table.flat, table.state, tally)
        for seat, path in enumerate(seats):
            if isinstance(path, Path) and path.actions:
                win = 0.0 if len(winners) == 2 else 1.0 if seat in winners else -1.0
                ahead = int(tally.total[seat]) - int(tally.total[1 - seat])
                lesson.add(path, (1 - 20 * POINT) * win + POINT * max(-20, min(20, ahead)))
                if not isinstance(seats[1 - seat], Path):
                    self.won[0] += win > 0
                    self.won[1] += 1


def self_play(policy: Any, board: str, seconds: float, luck: np.random.Generator) -> None:
    """Improve a policy for so long."""
    hall = Hall(policy, board, "self-play")
    steps = torch.optim.Adam(policy.parameters(), lr=RATE)
    values = torch.optim.Adam(hall.value.parameters(), lr=1e-3)
    until = perf_counter() + seconds
    for update in count():
        if perf_counter() > until:
            return
        hall.won = [0, 0]
        lesson = hall.gather()
        # At first nobody knows what a position is worth, so only that is learnt.
        _learn(hall, lesson, steps if update >= 3 else None, values, luck)
        if update % 8 == 7:
            hall.rivals.append(as_bot(policy).choose)
        share = hall.won[0] / max(1, hall.won[1])
        print(f"update {update}: won {share:.1%} of {hall.won[1]} against others", flush=True)


def _learn(hall: Hall, lesson: Lesson, steps: Any, values: Any, luck: np.random.Generator) -> None:
    gains = np.array(lesson.gains, np.float32)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    packed_rows, packed_masks = np.stack(lesson.rows), np.stack(lesson.masks)
    for _ in range(LOOKS):
        order = luck.permutation(len(gains))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            some = order[start : start + BATCH]
            rows, masks = tensors(
                np.unpackbits(packed_rows[some], axis=1, count=hall.desk.width),
                np.unpackbits(packed_masks[some], axis=1, count=hall.desk.actions),
            )
            aims = torch.tensor(np.array(lesson.aims, np.float32)[some])
            _step(values, ((hall.value(rows)[:, 0] - aims) ** 2).mean())
            if steps is not None:
                before = torch.tensor(np.array(lesson.odds, np.float32)[some])
                actions = torch.tensor(np.array(lesson.actions)[some])
                _step(steps, _loss(hall.policy, rows, masks, actions, before, gains[some]))


def _loss(policy: Any, rows: Any, masks: Any, actions: Any, before: Any, gains: Any) -> Any:
    odds = log_odds(policy, rows, masks)
    ratio = (odds.gather(1, actions[:, None])[:, 0] - before).exp()
    gain = torch.from_numpy(gains)
    careful = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
    entropy = -(odds.exp() * odds.clamp(min=-20.0)).sum(1).mean()
    return -careful.mean() - ENTROPY * entropy


def _step(steps: Any, loss: Any) -> None:
    steps.zero_grad()
    loss.backward()
    steps.step()
