"""Where a game came from that goes on from a ply of another one: `from` in the first line.

    "from":[{"ply":34,"game":"5b0c…","seat":0,"dealing":1,"rng":1,"seed":7}]

The plies up to there are those of the other game, whose record has the digest `game` (null if it
was not over). With a seat, all that it could not know was dealt anew by the seed, which may carry a
`proof`; a record as seen by a seat has neither. Forks of forks stand in order. Nothing is dealt
here: that is for `replay`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from whistlestop.engine.checked_setup import check_setup
from whistlestop.engine.errors import SetupError
from whistlestop.engine.forking import DEALING, MOST_FORKS, Fork
from whistlestop.record.errors import RecordError
from whistlestop.record.fields import Fields
from whistlestop.record.proof import proof_of, read_proof

_KEYS = ("ply", "game", "shuffles", "seat", "dealing", "rng", "seed", "proof")
_SEEN_KEYS = ("ply", "game", "shuffles", "seat")
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_MOST_PLIES = 100_000


def forks_data(forks: Sequence[Fork]) -> list[dict[str, Any]]:
    """What a first line says about forks; what a seat may not know they do not have."""
    return [_data(fork) for fork in forks]


def _data(fork: Fork) -> dict[str, Any]:
    data: dict[str, Any] = {"ply": fork.ply, "game": fork.game}
    if fork.shuffles:
        data["shuffles"] = fork.shuffles
    if fork.seat is not None:
        data["seat"] = fork.seat
    if fork.seed is not None:
        data |= {"dealing": DEALING, "rng": fork.rng, "seed": fork.seed}
    if fork.deal is not None:
        data["proof"] = proof_of(fork.deal)
    return data


def seen_forks(forks: Sequence[Fork]) -> tuple[Fork, ...]:
    """The forks as a seat may know them: by seed or secret it would know every card."""
    return tuple(fork._replace(seed=None, deal=None) for fork in forks)


def read_forks(header: Fields, players: int, *, whole: bool) -> tuple[Fork, ...]:
    """The forks that a first line tells of, none if it says nothing."""
    if "from" not in header:
        return ()
    given = header.raw("from")
    if type(given) is not list or not all(type(item) is dict for item in given):
        header.refuse('"from" must be a list of objects')
    if not 0 < len(given) <= MOST_FORKS:
        header.refuse(f'"from" must name 1 to {MOST_FORKS} forks')
    keys = _KEYS if whole else _SEEN_KEYS
    forks = tuple(_read(Fields(item, header.line, keys), players, whole) for item in given)
    places = [(fork.ply, fork.shuffles) for fork in forks]
    if places != sorted(places):
        header.refuse('"from" must name the forks in the order of the game')
    return forks


def _read(fields: Fields, players: int, whole: bool) -> Fork:
    ply = fields.below("ply", _MOST_PLIES)
    shuffles = fields.below("shuffles", _MOST_PLIES) if "shuffles" in fields else 0
    fork = Fork(ply, _read_game(fields), shuffles=shuffles)
    if "seat" not in fields:
        if fields.keys() & {*_KEYS[4:]}:
            fields.refuse('a "seat" is missing for which everything was dealt anew')
        return fork
    fork = fork._replace(seat=fields.below("seat", players))
    return _read_luck(fields, fork, players) if whole else fork


def _read_luck(fields: Fields, fork: Fork, players: int) -> Fork:
    if fields.whole("dealing") != DEALING:
        sentence = "the record was dealt anew in a way that this program does not know"
        raise RecordError("other_dealing", sentence, fields.line)
    seed = fields.raw("seed")
    if seed is None:
        fields.refuse('"seed" must be a whole number or a text')
    try:
        check_setup(seed, None, None)
    except SetupError as error:
        fields.refuse(error.sentence)
    deal = read_proof(fields, players) if "proof" in fields else None
    fork = fork._replace(seed=seed, deal=deal)
    if fields.whole("rng") != fork.rng:
        fields.refuse('"rng" is 2 where a deal is proven and 1 where it is not')
    return fork


def _read_game(fields: Fields) -> str | None:
    if fields.raw("game") is None:
        return None
    game = fields.text("game")
    if not _DIGEST.fullmatch(game):
        fields.refuse('"game" must be null or 64 hexadecimal digits in lower case')
    return game
