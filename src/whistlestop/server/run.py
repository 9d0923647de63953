"""A server from its start to its end: the store, the hub, the bots, the port, and a quiet stop.

Whatever keeps it from starting is a StartupError with one sentence. Invariant: it listens only when
the store works, questions to bots wait until these have started, and it stops listening before it
closes anything behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import uvloop
from aiohttp import web

from whistlestop._version import __version__
from whistlestop.bots.contract import BotError
from whistlestop.bots.processes.pool import BotPool
from whistlestop.server.addresses.address_book import AddressBook
from whistlestop.server.addresses.limits import AddressLimits
from whistlestop.server.app import make_app
from whistlestop.server.errors import StartupError
from whistlestop.server.files import connections_now, raise_limit, within_files
from whistlestop.server.http.bans import Bans
from whistlestop.server.http.base_path import ROOT, BasePath, PublicAddress
from whistlestop.server.http.connection import HttpConnection
from whistlestop.server.http.door import Door, listen
from whistlestop.server.http.figures import FIGURES, Figures, open_figures
from whistlestop.server.http.guard import BANS, Guard
from whistlestop.server.http.own_hosts import own_hosts
from whistlestop.server.http.tables import PUBLIC
from whistlestop.server.hub import REST_SECONDS, Hub
from whistlestop.server.identity import Signer
from whistlestop.server.orders.carrying_out import Orders
from whistlestop.server.orders.orders import is_address
from whistlestop.server.orders.retention import Keeper, Retention
from whistlestop.server.pace import Pace
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Store
from whistlestop.server.store.open import open_store
from whistlestop.server.store.operating import Ban
from whistlestop.server.store.sqlite.store import SqliteStore
from whistlestop.server.table.talk.limits import TalkLimits
from whistlestop.server.upkeep.disks import network_disk
from whistlestop.server.upkeep.schedule import BackupPlan, Schedule
from whistlestop.server.watch.logs import AccessLines, note, note_defect, set_up_logs
from whistlestop.server.watch.metrics import Metrics

IDLE_SECONDS = 75.0  # between two requests of a connection
LINGER_SECONDS = 2.0  # for the rest of a body that is not needed


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is run. Without limits for `addresses`, it counts none."""

    store: str
    host: str = "127.0.0.1"
    port: int = 8000
    proxy: bool = False
    proxy_hops: int = 1
    origins: tuple[str, ...] = ()
    base: str | None = None
    public: PublicAddress | None = None
    bots: int | None = None
    recipes: bool = False
    head_seconds: float = 10.0
    rest_seconds: float = REST_SECONDS
    reuse_port: bool = False
    log_level: str = "info"
    limits: SocketLimits = field(default_factory=SocketLimits)
    talk: TalkLimits = field(default_factory=TalkLimits)
    addresses: AddressLimits | None = field(default_factory=AddressLimits)
    banned: tuple[str, ...] = ()
    keep: Retention = field(default_factory=Retention)
    backups: BackupPlan | None = None
    metrics_token: str | None = None
    metrics_listen: tuple[str, int] | None = None
    sources: Sources = field(default_factory=Sources)


@dataclass(frozen=True, slots=True)
class Server:
    """A server that listens."""

    address: str
    hub: Hub
    sockets: OpenSockets


Ready = Callable[[str], None]


def run_server(settings: Settings, on_ready: Ready | None = None) -> None:
    """Run a server until SIGTERM or SIGINT. Raises StartupError."""
    set_up_logs(settings.log_level)
    limits = within_files(settings.limits, raise_limit(), settings.bots)
    uvloop.run(_run(replace(settings, limits=limits), on_ready))


async def _run(settings: Settings, on_ready: Ready | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, what: note_defect("loop", what.get("exception")))
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with running(settings, on_ready) as server:
        _make_collections_rare()
        await stop.wait()
        note("stopping", sockets=len(server.sockets))
    note("stopped")


@contextlib.asynccontextmanager
async def running(settings: Settings, on_ready: Ready | None = None) -> AsyncIterator[Server]:
    """A server that listens as long as the context lasts, then stops quietly.

    It calls `on_ready` with its address as soon as it listens.
    """
    async with contextlib.AsyncExitStack() as stack:
        schedule = _schedule(settings)
        pace = Pace()
        hub, thinking = await _hub(settings, stack, pace)
        metrics = Metrics()
        sockets = OpenSockets(settings.limits, metrics)
        metrics.watch(hub.store, hub, sockets, schedule)
        addresses = _addresses(settings, hub)
        app = make_app(hub, sockets, _guard(settings, hub), addresses)
        if settings.public is not None:
            app[PUBLIC] = settings.public
        orders = Orders(hub, partial(_take_bans, app[BANS], addresses, sockets))
        await orders.open()
        app[FIGURES] = Figures(settings.metrics_token, settings.metrics_listen is not None)
        given_to = settings.metrics_listen, metrics, settings.metrics_token
        await open_figures(*given_to, settings.head_seconds, stack)
        runner = await _runner(app, stack)
        door = await _door(settings, runner, pace, addresses)
        stack.callback(door.close)
        _beside(stack, metrics.measure(hub.store), sockets.look_after(), orders.look_after())
        if settings.keep != Retention():
            _beside(stack, Keeper(hub, settings.keep).keep_up())
        if schedule is not None:
            _beside(stack, schedule.keep_up())
        address = _address(settings, door)
        public: dict[str, Any] = {} if settings.public is None else {"public": str(settings.public)}
        note("listening", address=address, version=__version__, **public)
        try:
            if on_ready is not None:
                on_ready(address)
            await thinking
            yield Server(address, hub, sockets)
        finally:
            door.close()
            # Whoever waits for a thought is sent away, or the stop would wait for it too.
            await hub.bots.close()
            await sockets.stop()


async def _hub(
    settings: Settings, stack: contextlib.AsyncExitStack, pace: Pace
) -> tuple[Hub, asyncio.Task[None]]:
    """The hub with all it needs, and the task that starts the bots.

    The stack closes in reverse what was opened. Processes for bots take as long to start as all the
    rest, so they start beside it; until the task is done, questions to bots wait.
    """
    store: Store = open_store(settings.store, pace)
    await store.open()
    stack.push_async_callback(store.close)
    _warn_of_disk(store)
    bots = BotPool(settings.bots)
    stack.push_async_callback(bots.close)
    thinking = _beside(stack, _start(bots))[0]
    older = [(key.secret, key.until) for key in await store.old_keys()]
    signer = Signer(await store.secret(), older, settings.sources.now)
    hub = Hub(
        store,
        signer,
        bots,
        settings.sources,
        recipes=settings.recipes,
        rest_seconds=settings.rest_seconds,
        talk=settings.talk,
    )
    await hub.open()
    stack.push_async_callback(hub.close)
    return hub, thinking


def _schedule(settings: Settings) -> Schedule | None:
    """The backups that are written while the server runs; whether they can be, is tried first."""
    if settings.backups is None:
        return None
    schedule = Schedule(settings.backups, settings.store)
    schedule.prepare()
    return schedule


def _warn_of_disk(store: Store) -> None:
    kind = network_disk(store.path) if isinstance(store, SqliteStore) else None
    if kind is not None:
        note("network_disk", logging.WARNING, kind=kind)


async def _start(bots: BotPool) -> None:
    try:
        await bots.open()
    except BotError as error:
        raise StartupError(error.code, str(error)) from None


async def _runner(app: web.Application, stack: contextlib.AsyncExitStack) -> web.AppRunner:
    runner = web.AppRunner(app, access_log_class=AccessLines, shutdown_timeout=LINGER_SECONDS)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    return runner


async def _door(
    settings: Settings, runner: web.AppRunner, pace: Pace, addresses: AddressBook
) -> Door:
    """Listen, with connections of our own instead of aiohttp's, so that refusals are ours too."""
    assert runner.server is not None
    below = BasePath(_base(settings), settings.proxy)
    runner.server.request_factory = below.reading(runner.server.request_factory)
    connect = partial(
        HttpConnection,
        runner.server,
        pace.put_off,
        settings.head_seconds,
        loop=asyncio.get_running_loop(),
        access_log_class=AccessLines,
        keepalive_timeout=IDLE_SECONDS,
        lingering_time=LINGER_SECONDS,
        auto_decompress=False,
    )
    try:
        sockets = await listen(settings.host, settings.port, reuse_port=settings.reuse_port)
    except OSError as error:
        raise _cannot_listen(settings, error) from None
    counts = settings.addresses is not None and not settings.proxy
    return Door(sockets, connect, connections_now(settings.bots), addresses if counts else None)


def _cannot_listen(settings: Settings, error: OSError) -> StartupError:
    where = f"port {settings.port} of {settings.host}"
    if error.errno == errno.EADDRINUSE:
        return StartupError(
            "port_in_use", f"Something listens on {where} already; choose another with --port."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return StartupError("port_forbidden", f"Listening on {where} is not permitted here.")
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return StartupError("no_such_host", f'This machine has no address "{settings.host}".')
    return StartupError("cannot_listen", f"Listening on {where} failed: {error.strerror}.")


def _address(settings: Settings, door: Door) -> str:
    """Where a browser on this machine finds the server."""
    port = door.sockets[0].getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(settings.host)
    if host is None:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{port}{_base(settings) or ROOT}"


def _guard(settings: Settings, hub: Hub) -> Guard:
    # A proxy passes on whatever name it serves, unless the operator says which are ours.
    origins = _origins(settings)
    hosts = None if settings.proxy and not origins else own_hosts(settings.host, origins)
    return Guard(hub.signer, settings.sources, origins, settings.proxy, hosts)


def _addresses(settings: Settings, hub: Hub) -> AddressBook:
    hops = settings.proxy_hops if settings.proxy else 0
    return AddressBook(
        settings.addresses,
        hub.signer.alias_key,
        settings.sources.now,
        hops=hops,
        banned=settings.banned,
    )


def _take_bans(guests: Bans, addresses: AddressBook, sockets: OpenSockets, bans: list[Ban]) -> None:
    """Ban whom the store says, and close their sockets."""
    names = [ban.name for ban in bans]
    guests.set(name for name in names if not is_address(name))
    addresses.ban(name for name in names if is_address(name))
    sockets.send_away(lambda who: guests.has(who) or addresses.is_banned(who.address.name))


def _origins(settings: Settings) -> frozenset[str]:
    public = () if settings.public is None else (settings.public.origin,)
    return frozenset(origin.rstrip("/").lower() for origin in (*settings.origins, *public))


def _base(settings: Settings) -> str | None:
    """The base that the operator chose, itself or with the public address."""
    public = None if settings.public is None else settings.public.base
    return public if settings.base is None else settings.base


def _beside(
    stack: contextlib.AsyncExitStack, *works: Coroutine[Any, Any, None]
) -> list[asyncio.Task[None]]:
    """Run these beside everything else, until they end or the stack is closed."""
    tasks = [asyncio.create_task(work) for work in works]

    async def end() -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    stack.push_async_callback(end)
    return tasks


def _make_collections_rare() -> None:
    """Make pauses of the garbage collector rare.

    Everything loaded by now stays, so the collector need not look at it again. Neither moves nor
    sockets leave cycles behind, so collecting is a safety net that finds nothing. With Python's own
    thresholds it would take a seventh of the time, because the newest state of every table is new
    to it each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)
