"""The proof of a deal in the first line of a record: written, read, and held against the rest.

    "rng":2,…,"seed":…,"proof":{"commitment":…,"secret":…,"values":["…",null]}

A record is refused when the secret is not the one committed to, when the seed does not follow from
secret and values, or when it gives an order of its own. That the cards of every ply follow from
the seed is for `replay`. A record as seen by a seat has the commitment and nothing else.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from whistlestop.engine.checked_setup import first_seat
from whistlestop.engine.errors import SetupError
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.state.chacha import CHACHA_VERSION
from whistlestop.record.errors import RecordError
from whistlestop.record.fields import Fields

_COMMITMENT = re.compile(r"[0-9a-f]{64}", re.ASCII)


def proof_of(deal: ProvenDeal) -> dict[str, Any]:
    """What a whole record says about its deal."""
    return {"commitment": deal.commitment, "secret": deal.secret, "values": list(deal.values)}


def read_proof(header: Fields, players: int) -> ProvenDeal:
    """The deal that a first line proves; what does not agree with it is refused."""
    fields = _inner(header, ("commitment", "secret", "values"))
    deal = _deal(fields)
    if len(deal.values) != players:
        fields.refuse(f'"values" must be one for each of the {players} seats')
    if _read_hash(fields) != deal.commitment:
        _refuse("commitment_differs", "the secret is not the one that was committed to")
    if header.raw("seed") != deal.seed or header.whole("rng") != CHACHA_VERSION:
        _refuse("seed_differs", "the seed does not follow from the secret and the values")
    if "cards" in header or "tickets" in header:
        _refuse("order_differs", "the record gives an order of its own beside its proven deal")
    return deal


def chance_names(deal: ProvenDeal) -> int:
    """The seat that begins by this deal, where the table leaves that to chance (P21)."""
    return first_seat("chance", len(deal.values), deal.seed, CHACHA_VERSION)


def read_commitment(header: Fields) -> str:
    """The commitment in the first line of a record as seen by a seat."""
    return _read_hash(_inner(header, ("commitment",)))


def _inner(header: Fields, known: tuple[str, ...]) -> Fields:
    values = header.raw("proof")
    if type(values) is not dict:
        header.refuse('"proof" must be an object')
    return Fields(values, header.line, known)


def _deal(fields: Fields) -> ProvenDeal:
    values = fields.raw("values")
    if type(values) is not list:
        fields.refuse('"values" must be a list of texts and nulls')
    try:
        return ProvenDeal(fields.text("secret"), tuple(values))
    except SetupError as error:
        fields.refuse(error.sentence)


def _read_hash(fields: Fields) -> str:
    commitment = fields.text("commitment")
    if not _COMMITMENT.fullmatch(commitment):
        fields.refuse('"commitment" must be 64 hexadecimal digits in lower case')
    return commitment


def _refuse(code: str, sentence: str) -> NoReturn:
    raise RecordError(code, sentence, 1)
