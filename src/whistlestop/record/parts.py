"""The parts of a record as values, each with its line of the file: setup, plies, result.

This module knows what stands in which line; it replays nothing. Reading a line that was written
here gives the same value back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeVar

from whistlestop.engine.again import PILES, ShuffledAgain
from whistlestop.engine.checked_setup import Seed
from whistlestop.engine.forking import Fork
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.state.rng import RNG_VERSION, RNG_VERSIONS
from whistlestop.model.board import Board
from whistlestop.record.errors import RecordError
from whistlestop.record.fields import Fields
from whistlestop.record.forks import forks_data, read_forks
from whistlestop.record.lines import canonical
from whistlestop.record.migrate import FORMAT, LUCK_FORMAT, PLAIN_FORMAT
from whistlestop.record.proof import proof_of, read_proof

GAME = "game"
SEAT = "seat"

# The header is line 1, so ply 0 stands in line 2 where nothing was shuffled before it.
FIRST_PLY_LINE = 2

Step = TypeVar("Step")

COMMON_KEYS = (
    *("whistlestop", "format", "kind", "board", "board_digest", "rules", "rng"),
    *("players", "first", "from"),
)
_GAME_KEYS = (*COMMON_KEYS, "seed", "proof", "cards", "tickets")
_PLY_KEYS = ("seat", "do", "got")
_AGAIN_KEYS = ("shuffled", "again")
_END_KEYS = ("end", "digest")
_RESULT_KEYS = ("totals", "winners", "decided_by", "reason")


class RecordedPly(NamedTuple):
    """One decision: who, the action as text, and what chance answered, in order.

    Attributes:
        seat: Who decided.
        do: The action, as text.
        got: The cards that left the pile, or the tickets offered.
    """

    seat: int
    do: str
    got: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is needed to deal the game again. Without a seed both orders are given in full.

    A game that goes on from another one is dealt as that was, and left it at its newest fork.

    Attributes:
        board: The board.
        players: The names by seat.
        first: The seat that begins.
        seed: What deals the game, if it was dealt by one.
        cards: The order of the cards, if it was given.
        tickets: The order of the tickets, if it was given.
        rng: The version of the generator.
        deal: The proof of the deal, if there is one.
        forks: The games it goes on from.
    """

    board: Board
    players: tuple[str, ...]
    first: int = 0
    seed: Seed | None = None
    cards: tuple[str, ...] | None = None
    tickets: tuple[str, ...] | None = None
    rng: int = RNG_VERSION
    deal: ProvenDeal | None = None
    forks: tuple[Fork, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How the game ended: final points by seat, who won, by which comparison, and why it ended.

    Attributes:
        totals: The final points by seat.
        winners: The seats that won.
        decided_by: Which comparison told the winner from the others.
        reason: Why the game ended.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str
    reason: str


def common_header(
    kind: str,
    board: Board,
    players: Sequence[str],
    first: int,
    rng: int = RNG_VERSION,
    shuffles: Sequence[ShuffledAgain] = (),
    forks: Sequence[Fork] = (),
) -> dict[str, Any]:
    """What the first lines of both kinds of records begin with."""
    plain = PLAIN_FORMAT if rng == RNG_VERSION and not shuffles else LUCK_FORMAT
    return {
        "whistlestop": "record",
        "format": FORMAT if forks else plain,
        "kind": kind,
        "board": board.name,
        "board_digest": board.digest,
        "rules": asdict(board.rules),
        "rng": rng,
        "players": list(players),
        "first": first,
        **({"from": forks_data(forks)} if forks else {}),
    }


def setup_line(setup: Setup, shuffles: Sequence[ShuffledAgain] = ()) -> dict[str, Any]:
    """The first line of a whole game's record."""
    start = (setup.board, setup.players, setup.first, setup.rng)
    line = common_header(GAME, *start, shuffles, setup.forks)
    line["seed"] = setup.seed
    if setup.deal is not None:
        line["proof"] = proof_of(setup.deal)
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
    rng = fields.whole("rng")
    deal = read_proof(fields, len(players)) if "proof" in fields else None
    forks = read_forks(fields, len(players), whole=True)
    return Setup(board, players, first, seed, cards, tickets, rng, deal, forks)


def read_common(fields: Fields, board: Board) -> tuple[tuple[str, ...], int]:
    """Players and first seat, after what both kinds of records are checked for."""
    if fields.whole("rng") not in RNG_VERSIONS:
        known = " and ".join(map(str, RNG_VERSIONS))
        sentence = f"the record needs another generator than this program's, versions {known}"
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


def again_line(step: ShuffledAgain) -> dict[str, Any]:
    """The line of a pile that was shuffled again, between two plies."""
    return {"shuffled": list(step.piles), "again": step.again}


def read_again(values: Mapping[str, Any], line: int, ply: int) -> ShuffledAgain:
    """The shuffle that a line describes; so many plies stand above it."""
    fields = Fields(values, line, _AGAIN_KEYS)
    piles = fields.texts("shuffled")
    if not piles or piles != tuple(pile for pile in PILES if pile in piles):
        fields.refuse('"shuffled" must name "cards", "tickets" or both in this order')
    return ShuffledAgain(ply, piles, fields.whole("again"))


def step_line(step: RecordedPly | ShuffledAgain) -> dict[str, Any]:
    """The line of a ply or of a shuffle between plies."""
    return again_line(step) if isinstance(step, ShuffledAgain) else ply_line(step)


def in_order(plies: Sequence[Step], shuffles: Sequence[ShuffledAgain]) -> list[Any]:
    """Plies and shuffles as they stand in the file: line 2 is the first of them."""
    steps: list[Any] = []
    done = 0
    for shuffle in shuffles:
        steps += plies[done : shuffle.ply]
        steps.append(shuffle)
        done = shuffle.ply
    return steps + list(plies[done:])


def read_body(
    body: Sequence[Mapping[str, Any]], players: int, read: Callable[..., Step]
) -> tuple[tuple[Step, ...], tuple[ShuffledAgain, ...]]:
    """The plies, each read by `read`, and the shuffles between them."""
    plies: list[Step] = []
    shuffles: list[ShuffledAgain] = []
    for line, values in enumerate(body, FIRST_PLY_LINE):
        if "shuffled" in values:
            shuffles.append(read_again(values, line, len(plies)))
        else:
            plies.append(read(values, line, players))
    return tuple(plies), tuple(shuffles)


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
