"""The recorded games on disk, loaded once, and small ones made on the spot.

It reads the fixtures that `tools/records/games.py` made and never writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded
from whistlestop.record import Record, load
from whistlestop.record.lines import write_line

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.wst"))
NAMES = [f"{path.parent.name}/{path.stem}" for path in FILES]

# One or two of each board, with different policies, numbers of players and both kinds of setup.
SAMPLE = (
    *("europe/default-2-greedy", "europe/rare-stations-3", "europe/rare-tunnel-no-pile"),
    *("europe/explicit", "london/default-4-kinds", "london/explicit"),
    *("new-york/default-3-actions", "new-york/rare-wiped-ten-times", "new-york/explicit"),
    *("usa/default-2-kinds", "usa/mega-5-greedy", "usa/rare-pass-and-on", "usa/explicit"),
)


@cache
def record_of(name: str) -> Record:
    record = load(FOLDER / f"{name}.wst")
    assert isinstance(record, Record)
    return record


@cache
def game_of(name: str) -> Game:
    """The finished game of a fixture; tests read it and never play on."""
    return record_of(name).game


def replayed(name: str) -> Iterator[Game]:
    """The game of a fixture after the deal and after every ply: one game that goes on."""
    record = record_of(name)
    game = record.at(0)
    yield game
    for ply in record.plies:
        game.play(ply.do, ply.seat, got=ply.got if record.seed is None else None)
        yield game


def small_game(plies: int = 30, board: str = "new-york", players: int = 2, seed: int = 5) -> Game:
    """A game played at random for some plies, or to its end."""
    game = Game(board, players, seed=seed)
    choices = seeded(seed, "choices")
    while len(game.plies) < plies and not game.over:
        legal = game.legal
        game.play(legal[choices.below(len(legal))])
    return game


def signed(objects: Sequence[dict[str, Any]]) -> bytes:
    """Lines with right checks, whatever they say."""
    crc = 0
    lines = []
    for fields in objects:
        line, crc = write_line(fields, crc)
        lines.append(line)
    return b"".join(lines)
