"""The pages, the health and the figures of a server: what is the same for whoever asks.

Page files are read once when the server starts. Invariant: a browser asks again each time and gets
them anew only when they have changed, so no old page meets a new server.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources

import msgspec
from aiohttp import hdrs, web

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http import answer
from whistlestop.server.metrics import CONTENT_TYPE, Metrics
from whistlestop.server.store.base import Store, StoreUnavailable

_TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page as it is sent."""

    body: bytes
    content_type: str
    etag: str


PAGE_FILES = web.AppKey("page_files", dict[str, PageFile])
METRICS = web.AppKey("metrics", Metrics)
STORE = web.AppKey("store", Store)


class Health(msgspec.Struct, frozen=True):
    """`ok`, or why the store cannot be used."""

    status: str


def add_page_routes(app: web.Application) -> None:
    app.router.add_get("/", page)
    app.router.add_get("/t/{id}", page)
    app.router.add_get(r"/t/{id}/{ply:\d{1,5}}", page)
    app.router.add_get("/page/{name}", page_file)
    app.router.add_get("/health", health)
    app.router.add_get("/metrics", metrics)


def read_page_files() -> dict[str, PageFile]:
    """The files in `server/page`, by name."""
    folder = resources.files("whistlestop.server").joinpath("page")
    found = [entry for entry in folder.iterdir() if entry.name.rpartition(".")[2] in _TYPES]
    return {entry.name: _page_file(entry.name, entry.read_bytes()) for entry in found}


def _page_file(name: str, body: bytes) -> PageFile:
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return PageFile(body, _TYPES[name.rpartition(".")[2]], etag)


async def page(request: web.Request) -> web.StreamResponse:
    """The one page; what it shows follows from its address."""
    return _sent(request, "index.html")


async def page_file(request: web.Request) -> web.StreamResponse:
    return _sent(request, request.match_info["name"])


def _sent(request: web.Request, name: str) -> web.StreamResponse:
    found = request.app[PAGE_FILES].get(name)
    if found is None:
        raise ServerRefusal("no_such_path", 404)
    headers = {hdrs.ETAG: found.etag, hdrs.CACHE_CONTROL: "no-cache"}
    if found.etag in request.headers.get(hdrs.IF_NONE_MATCH, ""):
        return web.Response(status=304, headers=headers)
    charset = "utf-8" if found.content_type.startswith("text/") else None
    return web.Response(
        body=found.body, content_type=found.content_type, charset=charset, headers=headers
    )


async def health(request: web.Request) -> web.StreamResponse:
    """200 if the store can be read and written now."""
    try:
        await request.app[STORE].check()
    except StoreUnavailable as failure:
        return answer(Health(failure.code), 503)
    return answer(Health("ok"))


async def metrics(request: web.Request) -> web.StreamResponse:
    text = request.app[METRICS].text()
    return web.Response(body=text, headers={hdrs.CONTENT_TYPE: CONTENT_TYPE})
