"""Gives both lessons and writes the weights of the bot `learned`."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter
from typing import Any

from tools.learned.imitate import imitate
from tools.learned.net import as_bot, make_policy, packed, seed_all
from tools.learned.self_play import self_play
from tools.learned.strength import share_won
from whistlestop.boards.load import load_board
from whistlestop.bots.learned.inputs import width_of
from whistlestop.engine.lookup import codec_for

HOME = Path(__file__).parents[2] / "src" / "whistlestop" / "bots" / "learned"
RIVALS = ("reference", "planner")


def main() -> None:
    options = _options()
    started = perf_counter()
    luck = seed_all(options.seed)
    t = codec_for(load_board(options.board), 2).flat
    policy = make_policy(width_of(t), int(t.actions))
    imitate(policy, options.board, options.rounds, options.games, luck)
    out = options.out or HOME / f"{options.board}.weights"
    imitated = _measure(policy, options)
    out.write_bytes(packed(policy))
    self_play(policy, options.board, options.minutes * 60, luck)
    if _measure(policy, options) > imitated:
        out.write_bytes(packed(policy))
    size, minutes = out.stat().st_size, (perf_counter() - started) / 60
    print(f"wrote {out}: {size:,} bytes, after {minutes:.0f} minutes")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.learned", description=__doc__)
    parser.add_argument("--board", default="new-york")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of imitation")
    parser.add_argument("--games", type=int, default=5000, help="games in a round")
    parser.add_argument("--minutes", type=float, default=15.0, help="how long it plays itself")
    parser.add_argument("--deals", type=int, default=300, help="deals to measure by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def _measure(policy: Any, options: argparse.Namespace) -> float:
    """Its shares against those it should beat, added up."""
    bot = as_bot(policy)
    shares = [share_won(bot.choose, r, options.board, options.deals, "measure") for r in RIVALS]
    told = ", ".join(f"{share:.1%} against {r}" for share, r in zip(shares, RIVALS, strict=True))
    print(f"wins {told}", flush=True)
    return sum(shares)


if __name__ == "__main__":
    main()
