"""Gives an order from the command line, and waits until it is carried out.

A running server does that; where there is none, this process does it itself, as a server without
doors, bots or players. Invariant: the order is in the store before anything happens, so whatever
ends this process, a server finishes it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

from whistlestop.bots.processes.pool import BotPool
from whistlestop.server.errors import StartupError
from whistlestop.server.hub import Hub
from whistlestop.server.identity import Signer
from whistlestop.server.orders import orders as od
from whistlestop.server.orders.carrying_out import Orders
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Store, StoreUnavailable
from whistlestop.server.store.copying import open_copier
from whistlestop.server.store.open import open_store
from whistlestop.server.store.operating import KeptOrder, OperatedStore

LOOK_EVERY = 0.1  # seconds between looks for the answer
TRUST = 2.0  # seconds in which a server takes an order, if one has the store
PATIENCE = 60.0  # seconds to wait for the answer


async def give(url: str, order: od.Order, patience: float = PATIENCE) -> od.OrderAnswer:
    """Have an order carried out; what was answered. Raises StartupError."""
    kept = KeptOrder(secrets.token_hex(8), Sources().now(), od.operator(), od.encode(order))
    async with open_copier(url).operating() as beside:
        try:
            await beside.put_order(kept)
            answer = await _answered(url, beside, kept.id, patience)
        except StoreUnavailable as error:
            sentence = f"The store cannot be written now ({error.code}); look with admin list."
            raise StartupError("store_unavailable", sentence) from None
    if answer.code is not None:
        raise StartupError(answer.code, od.SENTENCES.get(answer.code, od.SENTENCES["failed"]))
    return answer


async def _answered(url: str, beside: OperatedStore, order: str, patience: float) -> od.OrderAnswer:
    begun = time.monotonic()
    shared = open_store(url).shared
    own = begun + TRUST if shared else begun  # when to try it here
    while (now := time.monotonic()) - begun < patience:
        kept = next((one for one in await beside.orders() if one.id == order), None)
        if kept is not None and kept.answer is not None:
            return od.decode_answer(kept.answer)
        if now >= own:
            own = now + TRUST
            await _carry_out_here(url)
        else:
            await asyncio.sleep(LOOK_EVERY)
    if await beside.withdraw_order(order):
        says = f"No server carried it out within {patience:g} seconds; nothing was changed."
        raise StartupError("no_answer", says)
    says = f"A server is still at it after {patience:g} seconds, and will finish it."
    raise StartupError("no_answer_yet", says)


async def _carry_out_here(url: str) -> None:
    """Carry out all orders in this process, unless another one has the store to itself."""
    store = open_store(url)
    try:
        await store.open()
    except StartupError as error:
        if error.code == "in_use":
            return
        raise
    try:
        with suppress(StoreUnavailable):
            orders = Orders(await _hub(store))
            await orders.open()
            await orders.look()
    finally:
        await store.close()


async def _hub(store: Store) -> Hub:
    """A hub that starts nothing: it was closed before anything could begin."""
    hub = Hub(store, Signer(await store.secret()), BotPool(1), Sources())
    await hub.clock.open()
    await hub.close()
    return hub
