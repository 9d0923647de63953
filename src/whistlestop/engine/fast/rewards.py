"""What a finished game is worth to each seat.

By winning: the winners share 1 and the others share -1, nobody gets anything where all win; so the
rewards of a game always add up to 0. By score: every seat gets its points.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.fast.episode import Episode
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores


def write_rewards(
    episode: Episode, by_score: bool, rewards: vec[float], totals: vec[i64], at: i64
) -> None:
    """Write the reward and the points of every seat, from `at` on."""
    t = episode.t
    tally = tally_scores(t, episode.state)
    seat: i64 = 0
    while seat < t.players:
        totals[at + seat] = tally.total[seat]
        rewards[at + seat] = float(int(tally.total[seat])) if by_score else 0.0
        seat += 1
    if by_score:
        return
    winners, _ = rank(t, episode.state, tally)
    others = int(t.players) - len(winners)
    if others:
        seat = 0
        while seat < t.players:
            rewards[at + seat] = -1.0 / others
            seat += 1
        for winner in winners:
            rewards[at + winner] = 1.0 / len(winners)


def rewards_of(episode: Episode, by_score: bool) -> list[float]:
    """The reward of every seat."""
    players = episode.t.players
    rewards = vec[float]([0.0] * players)
    write_rewards(episode, by_score, rewards, vec[i64]([0] * players), 0)
    return list(rewards)
