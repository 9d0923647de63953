"""Handlers for the pages, the health, the figures and the OpenAPI document of a server.

All of these are the same for whoever asks. The client is built from `web/` into files, which are
read and compressed once when the server starts; the variable WHISTLESTOP_CLIENT names another
folder to read them from. Invariant: browsers keep a file for good if its name changes with its
content, and ask for every other file each time, so no old page meets a new server.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from whistlestop.protocol.operations import JSON
from whistlestop.protocol.requests import Health
from whistlestop.protocol.schema import openapi
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.base_path import PREFIX, base_of
from whistlestop.server.http.caching import cached
from whistlestop.server.http.figures import FIGURES
from whistlestop.server.http.request_response import answer
from whistlestop.server.http.tables import HUB, PUBLIC, SOCKETS
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.watch.metrics import CONTENT_TYPE
from whistlestop.server.watch.store_check import StoreCheck

CLIENT = "WHISTLESTOP_CLIENT"
INDEX = "index.html"
# One page; what it shows follows from its address.
PAGES = (
    *("/", "/new", "/games", "/watch", "/rules", "/puzzles", "/puzzles/{puzzle}"),
    *("/t/{id}", "/t/{id}/review", r"/t/{id}/{ply:\d{1,5}}"),
)
_NO_PAGE = "This server has no page, so only programs can play here: {mend}, then start it again."
_BUILD = "`make play` in the clone builds it"
_INSTALL = "`pip install --force-reinstall 'whistlestop[server]'` brings it"

_TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
_GAIN = 0.9  # a file that stays larger than that is not worth unpacking
_HASHED = "assets/"
_FOR_GOOD = "public, max-age=31536000, immutable"
# Positions and colours that depend on the game are attributes; scripts and style sheets are files.
_POLICY = (
    "default-src 'self'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'"
)
_HTML_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    hdrs.VARY: f"{hdrs.ACCEPT_ENCODING}, {PREFIX}",
}
# The worker's file lies below `page/`, what it looks after is everything beside that.
_WORKER = "worker.js"
_WORKER_HEADERS = {"Service-Worker-Allowed": "../"}
# How the page names its files, which lie beside it only where it is built.
_BESIDE = b'"./'
_BASES = 32  # there is one as a rule; more, where several proxies name theirs


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page as it is sent; `packed` is empty where packing gains nothing."""

    body: bytes
    packed: bytes
    headers: dict[str, str]


PAGE_FILES = web.AppKey("page_files", dict[str, PageFile])
STORE_CHECK = web.AppKey("store_check", StoreCheck)


def add_page_routes(app: web.Application) -> None:
    """Route the pages and what operators ask."""
    for path in PAGES:
        app.router.add_get(path, page)
    app.router.add_get("/page/{name:.+}", page_file)
    app.router.add_get("/health", health)
    app.router.add_get("/metrics", metrics)
    app.router.add_get("/api/openapi.json", openapi_document)


def read_page_files() -> dict[str, PageFile]:
    """The files of the client by their paths; none where it is not built."""
    return {name: _page_file(name, entry.read_bytes()) for name, entry in _files(_client())}


def without_page() -> str | None:
    """Why there is no page to open and what helps, as a sentence; None where there is one."""
    if _client().joinpath(INDEX).is_file():
        return None
    chosen = os.environ.get(CLIENT)
    is_clone = Path(__file__).parents[4].joinpath("web", "package.json").is_file()
    mend = f"{CLIENT} names {chosen}; unset it" if chosen else _BUILD if is_clone else _INSTALL
    return _NO_PAGE.format(mend=mend)


def _client() -> Traversable:
    chosen = os.environ.get(CLIENT)
    package = resources.files("whistlestop.server").joinpath("client")
    return Path(chosen) if chosen else package


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        elif _ending(entry.name) in _TYPES:
            yield prefix + entry.name, entry


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def _page_file(name: str, body: bytes) -> PageFile:
    packed = _packed(body)
    worth = len(packed) < len(body) * _GAIN
    return PageFile(body, packed if worth else b"", _headers(name, body))


@lru_cache(maxsize=64)  # packed once for all servers of a process
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def _headers(name: str, body: bytes) -> dict[str, str]:
    kind = _TYPES[_ending(name)]
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    headers: dict[str, str] = {
        hdrs.CONTENT_TYPE: kind + charset,
        # Weak, because it stands for the packed file as well.
        hdrs.ETAG: f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',
        hdrs.CACHE_CONTROL: _FOR_GOOD if name.startswith(_HASHED) else "no-cache",
        hdrs.VARY: hdrs.ACCEPT_ENCODING,
    }
    if kind == _TYPES["html"]:
        headers |= _HTML_HEADERS
    return headers | (_WORKER_HEADERS if name == _WORKER else {})


async def page(request: web.Request) -> web.StreamResponse:
    """The one page, or a sentence where there is none."""
    found = request.app[PAGE_FILES].get(INDEX)
    if found is None:
        return web.Response(text=f"{without_page()}\n", status=503)
    return _sent(request, _below(found.body, base_of(request)))


@lru_cache(maxsize=_BASES)
def _below(page: bytes, base: str) -> PageFile:
    """The page with the addresses of its files below a base."""
    return _page_file(INDEX, page.replace(_BESIDE, f'"{base}page/'.encode()))


@web.middleware
async def strays(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Send a browser at a wrong address the page, which says so."""
    found = request.app[PAGE_FILES].get(INDEX)
    if found is None or not _is_stray(request):
        return await handler(request)
    written = _below(found.body, base_of(request))
    return web.Response(body=written.body, status=404, headers=written.headers)


def _is_stray(request: web.Request) -> bool:
    wrong = isinstance(request.match_info.http_exception, web.HTTPNotFound)
    reading = request.method == "GET" and "text/html" in request.headers.get(hdrs.ACCEPT, "")
    return wrong and reading and not request.path.startswith(("/api/", "/page/"))


async def page_file(request: web.Request) -> web.StreamResponse:
    """A file of the page."""
    found = request.app[PAGE_FILES].get(request.match_info["name"])
    if found is None:
        raise ServerRefusal("no_such_path", 404)
    return _sent(request, found)


def _sent(request: web.Request, found: PageFile) -> web.StreamResponse:
    if found.headers[hdrs.ETAG] in request.headers.get(hdrs.IF_NONE_MATCH, ""):
        return web.Response(status=304, headers=found.headers)
    if found.packed and "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
        packed = found.headers | {hdrs.CONTENT_ENCODING: "gzip"}
        return web.Response(body=found.packed, headers=packed)
    return web.Response(body=found.body, headers=found.headers)


async def health(request: web.Request) -> web.StreamResponse:
    """200 if the store can be read and written now, and bots can be asked; a server that refuses
    some tables and serves the others says `damaged` with it."""
    hub = request.app[HUB]
    pool, damage = hub.bots, hub.store.damage
    try:
        await request.app[STORE_CHECK].newest()
    except StoreUnavailable as failure:
        return answer(Health(failure.code, pool.living), 503)
    if not pool.works:
        return answer(Health("no_bot_workers", pool.living), 503)
    lost = damage.behind or damage.log_lost or damage.key_lost
    damaged = len(hub.damaged) or lost or damage.met
    status = "damaged" if damaged else "ok"
    return answer(Health(status, pool.living, len(hub.damaged), damage.behind))


async def metrics(request: web.Request) -> web.StreamResponse:
    """The figures of this process, for Prometheus."""
    request.app[FIGURES].check(request)
    text = request.app[SOCKETS].metrics.text()
    return web.Response(body=text, headers={hdrs.CONTENT_TYPE: CONTENT_TYPE})


async def openapi_document(request: web.Request) -> web.StreamResponse:
    """The HTTP part of the protocol as OpenAPI."""
    public = request.app.get(PUBLIC)
    where = base_of(request) if public is None else str(public)
    return cached(request, await asyncio.to_thread(_openapi, where), JSON)


@lru_cache(maxsize=_BASES)
def _openapi(where: str) -> bytes:
    return msgspec.json.encode(openapi(where))
