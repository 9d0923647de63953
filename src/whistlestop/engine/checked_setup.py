"""What a game is set up with, checked: players, seed, first seat, orders of cards and tickets.

Whoever makes a game may give anything; what cannot be raises `SetupError` with a sentence before
there is a game. Dealing itself is in `state.setup`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import u8

from whistlestop.engine.errors import SetupError
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import RNG_VERSIONS, Luck, generator, shuffle_by
from whistlestop.model.board import Board

Seed = int | str

# Half of a character: Python holds it, no file can.
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def player_names(board: Board, players: int | Sequence[str]) -> tuple[str, ...]:
    """The players by name, seat by seat; a number gives them names."""
    if isinstance(players, str) or not isinstance(players, int | Sequence):
        raise SetupError("bad_players", "Players are given as a number or as a list of names.")
    if isinstance(players, int):
        names = tuple(f"Player {i + 1}" for i in range(min(max(players, 0), 99)))
    else:
        names = tuple(players)
    rules = board.rules
    if not rules.min_players <= len(names) <= rules.max_players:
        raise SetupError(
            "bad_players",
            f"{board.title} is for {rules.min_players} to {rules.max_players} players,"
            f" not {players if isinstance(players, int) else len(names)}.",
        )
    for name in names:
        if (
            not isinstance(name, str)
            or not name.strip()
            or len(name) > 40
            or not name.isprintable()
        ):
            raise SetupError("bad_players", f"{name!r} cannot be a player's name.")
    if len(set(names)) != len(names):
        raise SetupError("bad_players", "Two players have the same name.")
    return names


def check_setup(seed: object, cards: object, tickets: object, rng: object = 1) -> None:
    """A seed is a number or a text that can be written down; an order is a list of names."""
    if type(rng) is not int or rng not in RNG_VERSIONS:
        known = " and ".join(map(str, RNG_VERSIONS))
        raise SetupError("bad_rng", f"There is no generator {rng!r:.40}, only {known}.")
    if seed is not None:
        short = type(seed) is int and seed.bit_length() <= 1024
        plain = isinstance(seed, str) and len(seed) <= 200 and not _SURROGATE.search(seed)
        if not (short or plain):
            raise SetupError("bad_seed", "A seed is a whole number or a short text.")
    for what, order in (("cards", cards), ("tickets", tickets)):
        if order is not None and not is_names(order):
            raise SetupError(f"bad_{what}", f"An order of {what} is a list of their names.")


def is_names(thing: object) -> bool:
    """Whether this is a list of texts; a text alone is not."""
    if type(thing) is not tuple and (
        not isinstance(thing, Sequence) or isinstance(thing, str | bytes)
    ):
        return False
    return all(isinstance(name, str) for name in thing)


def seed_of(deal: ProvenDeal | None, players: int, *given: object) -> Seed | None:
    """The seed of a deal that can be proven; nothing else may be given beside it."""
    if deal is None:
        return None
    if not isinstance(deal, ProvenDeal) or any(thing is not None for thing in given):
        raise SetupError("bad_deal", "A proven deal takes the place of a seed and of any order.")
    if len(deal.values) != players:
        raise SetupError("bad_deal", f"The deal has {len(deal.values)} values for {players} seats.")
    return deal.seed


def first_seat(first: int | str, players: int, seed: Seed | None, rng: int) -> int:
    """P21: the seat named, or one left to chance."""
    if first == "chance" and seed is not None:
        return int(generator(rng, seed, "first").below(players))
    if type(first) is not int or not 0 <= first < players:
        raise SetupError(
            "bad_first",
            f'The first seat is 0 to {players - 1}, or "chance" where there is a seed,'
            f" not {first!r}.",
        )
    return first


def shuffles(rng: int, seed: Seed | None) -> Luck:
    """What shuffles the discards of a game into a new pile (D8)."""
    return generator(rng, 0 if seed is None else seed, "shuffles")


def order_cards(
    board: Board, t: FlatBoard, given: Sequence[str] | None, seed: Seed | None, rng: int
) -> vec[u8]:
    """The cards in the order in which they will be drawn."""
    order = t.sorted_cards[:]
    shuffle_by(generator(rng, seed, "cards"), order, 0, t.deck)
    if given is None:
        return order
    left = list(order) if seed is not None else sorted(order)
    for name in given:
        card = board.card_index.get(name)
        if card is None or card not in left:
            raise SetupError("bad_cards", f"The deck has no {name!r} card left at that place.")
        left.remove(card)
    return vec[u8]([u8(board.card_index[name]) for name in given] + [u8(x) for x in left])


def order_tickets(
    board: Board, t: FlatBoard, given: Sequence[str] | None, seed: Seed | None, rng: int
) -> vec[u8]:
    """The tickets in the order in which they will be dealt, long ones first where they differ."""
    order, luck = t.sorted_tickets[:], generator(rng, seed, "tickets")
    shuffle_by(luck, order, 0, t.longs)
    shuffle_by(luck, order, t.longs, t.tickets - t.longs)
    if given is None:
        return order
    left = list(order) if seed is not None else sorted(order)
    named: list[int] = []
    for name in given:
        ticket = board.ticket_by_id.get(name)
        if ticket is None or ticket.index not in left:
            raise SetupError("bad_tickets", f"There is no ticket {name!r} left at that place.")
        left.remove(ticket.index)
        named.append(ticket.index)
    everything = named + [int(x) for x in left]
    long = [u8(x) for x in everything if t.ticket_long[x]]
    return vec[u8](long + [u8(x) for x in everything if not t.ticket_long[x]])
