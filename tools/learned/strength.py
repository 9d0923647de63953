"""How strong a network is, on deals that no lesson uses: each deal twice, with seats changed."""

from __future__ import annotations

from collections.abc import Sequence

from tools.learned.positions import Decide, Table
from whistlestop.boards.load import load_board
from whistlestop.bots.registry import make_bot
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores


def share_won(one: Decide, rival: str, board: str, deals: int, seed: str) -> float:
    """The share of games won against a bot by name, a shared win for a half."""
    other: Decide = make_bot(rival, seed=0).decide  # type: ignore[attr-defined]  # it is fast
    t = codec_for(load_board(board), 2).flat
    won = 0.0
    for deal in range(deals):
        for seat in (0, 1):
            table = Table(t, f"{seed} {deal}")
            players = (one, other) if seat == 0 else (other, one)
            won += worth(table, players, seat)
    return won / (2 * deals)


def worth(table: Table, players: Sequence[Decide], seat: int) -> float:
    """Play a game; returns the seat's share of the win."""
    while not table.over:
        table.play(int(players[table.seat](table.look())))
    winners, _ = rank(table.flat, table.state, tally_scores(table.flat, table.state))
    return 1.0 / len(winners) if seat in winners else 0.0
