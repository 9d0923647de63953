"""Games and their luck as values that can be pickled and deep-copied.

Compiled values (states, generators, rows of bytes) cannot pack themselves: here each becomes plain
numbers and is made again from them. A pickle is for other processes of the same version; a file to
keep is a record. Invariant: a game that was packed and unpacked plays on exactly as the first one.
"""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.knowledge.memory import CardPool, Memory, Shown, TicketDraw
from whistlestop.engine.state.chacha import ChaCha
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State

if TYPE_CHECKING:
    from whistlestop.engine.game import Game

_ROWS = ("cards", "ticket_order")


def pack_game(game: Game) -> tuple[Any, ...]:
    """What `pickle` and `copy` make the same game from."""
    parts = dict(game.__dict__)
    # What views have in common is made again when the first view is asked for.
    parts["_shared"] = None
    for name in _ROWS:
        parts[name] = bytes(parts[name])
    return _unpack_game, (type(game), parts)


def _unpack_game(kind: type[Game], parts: dict[str, Any]) -> Game:
    game = kind.__new__(kind)
    for name in _ROWS:
        parts[name] = vec[u8](parts[name])
    game.__dict__.update(parts)
    return game


def _pack_state(state: State) -> tuple[Any, ...]:
    return _unpack_state, (bytes(state.bytes),)


def _unpack_state(packed: bytes) -> State:
    return State(vec[u8](packed))


def _pack_rng(rng: Rng) -> tuple[Any, ...]:
    return Rng, rng.words()


def _pack_chacha(luck: ChaCha) -> tuple[Any, ...]:
    return _unpack_chacha, (list(luck.start), list(luck.block), int(luck.read))


def _unpack_chacha(start: Sequence[int], block: Sequence[int], read: int) -> ChaCha:
    luck = ChaCha(vec[i64](start))
    luck.block, luck.read = vec[i64](block), read
    return luck


def _pack_chance(chance: Chance) -> tuple[Any, ...]:
    return Chance, (chance.rng,)


def _pack_memory(memory: Memory) -> tuple[Any, ...]:
    kept = (memory.known, memory.pools, memory.shown, memory.draws)
    return _unpack_memory, (*kept, dict(memory.laid), memory.from_deal)


def _unpack_memory(
    known: Any, pools: Any, shown: Any, draws: Any, laid: dict[int, int], from_deal: bool
) -> Memory:
    memory = Memory(known, pools, shown, draws)
    memory.laid, memory.from_deal = laid, from_deal
    return memory


def _pack_pool(pool: CardPool) -> tuple[Any, ...]:
    return CardPool, (pool.left, pool.blind)


def _pack_shown(shown: Shown) -> tuple[Any, ...]:
    return Shown, (shown.seat, shown.card, shown.count, shown.pool, shown.drawn)


def _pack_draw(draw: TicketDraw) -> tuple[Any, ...]:
    return TicketDraw, (draw.seat, draw.tickets, draw.kept)


copyreg.pickle(CardPool, _pack_pool)
copyreg.pickle(Shown, _pack_shown)
copyreg.pickle(TicketDraw, _pack_draw)
copyreg.pickle(Chance, _pack_chance)
copyreg.pickle(Memory, _pack_memory)
copyreg.pickle(State, _pack_state)
copyreg.pickle(Rng, _pack_rng)
copyreg.pickle(ChaCha, _pack_chacha)
