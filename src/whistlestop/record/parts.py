"""The parts of a record as values, each with its line of the file: setup, plies, result.

This module knows what stands in which line; it replays nothing. Reading a line that was written
here gives the same value back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from whistlestop.engine.checked_setup import Seed
from whistlestop.engine.state.rng import RNG_VERSION
from whistlestop.model.board import Board
from whistlestop.record.errors import RecordError
from whistlestop.record.fields import Fields
from whistlestop.record.lines import canonical
from whistlestop.record.migrate import FORMAT

GAME = "game"
SEAT = "seat"

COMMON_KEYS = (
    *("whistlestop", "format", "kind", "board", "board_digest", "rules", "rng"),
    *("players", "first"),
)
_GAME_KEYS = (*COMMON_KEYS, "seed", "cards", "tickets")
_PLY_KEYS = ("seat", "do", "got")
_END_KEYS = ("end", "digest")
_RESULT_KEYS = ("totals", "winners", "decided_by", "reason")


class RecordedPly(NamedTuple):
    """One decision: who, the action as text, and what chance answered, in order."""

    seat: int
    do: str
    got: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is needed to deal the game again. Without a seed both orders are given in full."""

    board: Board
    players: tuple[str, ...]
    first: int = 0
    seed: Seed | None = None
    cards: tuple[str, ...] | None = None
    tickets: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How the game ended: final points by seat, who won, by which comparison, and why it ended."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str
    reason: str


def common_header(kind: str, board: Board, players: Sequence[str], first: int) -> dict[str, Any]:
    """What the first lines of both kinds of records begin with."""
    return {
        "whistlestop": "record",
        "format": FORMAT,
        "kind": kind,
        "board": board.name,
        "board_digest": board.digest,
        "rules": asdict(board.rules),
        "rng": RNG_VERSION,
        "players": list(players),
        "first": first,
    }


def setup_line(setup: Setup) -> dict[str, Any]:
    """The first line of a whole game's record."""
    line = common_header(GAME, setup.board, setup.players, setup.first)
    line["seed"] = setup.seed
    if setup.cards is not None and setup.tickets is not None:
        line["cards"] = list(setup.cards)
        line["tickets"] = list(setup.tickets)
    return line


def read_setup(values: Mapping[str, Any], board: Board) -> Setup:
    """The setup that a first line describes."""
    fields = Fields(values, 1, _GAME_KEYS)
    players, first = read_common(fields, board)
    seed = fields.raw("seed")
    if type(seed) not in (int, str, type(None)):
        fields.refuse('"seed" must be a whole number, a text or null')
    cards = fields.texts("cards") if "cards" in fields else None
    tickets = fields.texts("tickets") if "tickets" in fields else None
    if (cards is None) != (tickets is None):
        fields.refuse('"cards" and "tickets" are given both or not at all')
    if seed is None and cards is None:
        fields.refuse('without a "seed" the order of cards and tickets must be given')
    return Setup(board, players, first, seed, cards, tickets)


def read_common(fields: Fields, board: Board) -> tuple[tuple[str, ...], int]:
    """Players and first seat, after what both kinds of records are checked for."""
    if fields.whole("rng") != RNG_VERSION:
        sentence = f"the record needs another generator than this program's, version {RNG_VERSION}"
        raise RecordError("other_rng", sentence, 1)
    if fields.raw("rules") != _rules_as_read(board):
        fields.refuse('"rules" are not those of the board')
    players = fields.texts("players")
    return players, fields.below("first", max(len(players), 1))


def _rules_as_read(board: Board) -> Any:
    """The switches as they come back from a file: JSON has no tuples and only texts as keys."""
    return json.loads(canonical(asdict(board.rules)))


def ply_line(ply: RecordedPly) -> dict[str, Any]:
    """The line of a ply; `got` is left out where chance answered nothing."""
    line: dict[str, Any] = {"seat": ply.seat, "do": ply.do}
    if ply.got:
        line["got"] = list(ply.got)
    return line


def read_ply(values: Mapping[str, Any], line: int, players: int) -> RecordedPly:
    """The ply that a line describes."""
    fields = Fields(values, line, _PLY_KEYS)
    got = fields.texts("got") if "got" in fields else ()
    return RecordedPly(fields.below("seat", players), fields.text("do"), got)


def end_line(result: RecordedResult, digest: str) -> dict[str, Any]:
    """The last line of a finished game."""
    return {"end": asdict(result), "digest": digest}


def read_end(values: Mapping[str, Any], line: int, players: int) -> tuple[RecordedResult, str]:
    """The result and the digest in a last line."""
    fields = Fields(values, line, _END_KEYS)
    inner = fields.raw("end")
    if type(inner) is not dict:
        fields.refuse('"end" must be an object')
    end = Fields(inner, line, _RESULT_KEYS)
    totals, winners = end.wholes("totals"), end.wholes("winners")
    if len(totals) != players or not winners or not all(0 <= w < players for w in winners):
        fields.refuse('"end" does not fit the number of players')
    result = RecordedResult(totals, winners, end.text("decided_by"), end.text("reason"))
    return result, fields.text("digest")
