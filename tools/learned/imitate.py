"""The first lesson: do what `planner` does.

After each round of games the pupil plays some itself, and the planner is asked what it would have
done in the positions that the pupil got into; otherwise a pupil never learns how to go on after its
own mistakes.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import torch

from tools.learned.net import as_bot, log_odds, tensors
from tools.learned.positions import Decide, Desk, Shelf, Table, fill
from whistlestop.boards.load import load_board
from whistlestop.bots.registry import make_bot
from whistlestop.engine.lookup import codec_for

BATCH = 1024
SLIPS = 0.08
RIVALS = ("planner", "planner", "planner", "reference", "greedy")


def imitate(policy: Any, board: str, rounds: int, games: int, luck: np.random.Generator) -> None:
    """Teach a policy in rounds of games and of reading them."""
    shelf: Shelf | None = None
    best = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for number in range(rounds):
        started = perf_counter()
        shelf = _play(board, policy if number else None, number, games, shelf)
        played = perf_counter()
        for rate in (1e-3, 3e-4) if number < rounds - 1 else (1e-3, 5e-4, 2e-4, 5e-5):
            best.param_groups[0]["lr"] = rate
            agreed = _read(policy, best, shelf, luck)
            print(f"round {number}, rate {rate}: agrees in {agreed:.1%} of decisions", flush=True)
        print(
            f"round {number}: {len(shelf):,} positions; played {played - started:.0f} s,"
            f" read {perf_counter() - played:.0f} s",
            flush=True,
        )


def _play(board: str, policy: Any, number: int, games: int, shelf: Shelf | None) -> Shelf:
    """More games onto the shelf; from the second round on the pupil has a seat in most."""
    teacher: Decide = make_bot("planner", seed=0).decide  # type: ignore[attr-defined]  # it is fast
    pupil = None if policy is None else as_bot(policy)
    loaded = load_board(board)
    luck = Random(f"imitate {number}")
    for game in range(games):
        players = luck.choice((2, 2, 2, 2, 3, 4))
        t = codec_for(loaded, players).flat
        shelf = shelf or Shelf(Desk(t))
        seats: list[Decide] = [_seat(luck.choice(RIVALS), teacher) for _ in range(players)]
        if pupil is not None and luck.random() < 0.8:
            seats[luck.randrange(players)] = pupil.choose
            seats = seats if luck.random() < 0.5 else [pupil.choose] * players
        slips = SLIPS if luck.random() < 0.5 else 0.0
        fill(shelf, Table(t, f"imitate {number} {game}"), teacher, seats, luck, slips)
    assert shelf is not None
    return shelf


def _seat(name: str, teacher: Decide) -> Decide:
    decide: Decide = make_bot(name, seed=0).decide  # type: ignore[attr-defined]  # all are fast
    return teacher if name == "planner" else decide


def _read(policy: Any, best: Any, shelf: Shelf, luck: np.random.Generator) -> float:
    """Go through the shelf once; returns the share of decisions in which the pupil agreed."""
    right = seen = 0
    for rows, masks, actions in shelf.batches(BATCH, luck):
        switches, legal = tensors(rows, masks)
        wanted = torch.from_numpy(actions)
        odds = log_odds(policy, switches, legal)
        loss = -odds.gather(1, wanted[:, None]).mean()
        best.zero_grad()
        loss.backward()
        best.step()
        right += int((odds.argmax(1) == wanted).sum())
        seen += len(actions)
    return right / max(1, seen)
