"""Before and after every request: who asks, from which page, and what a refusal looks like.

A browser shows a signed cookie, a program a seat's token. Invariant: nothing is changed and no
socket is opened on the strength of a cookie unless the request says that it comes from our own
page, because a cookie is sent along by every page there is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from whistlestop.server.addresses.address_book import ADDRESS, Address, AddressBook
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.bans import Bans
from whistlestop.server.http.base_path import base_of, forwarded
from whistlestop.server.http.own_hosts import OwnHosts
from whistlestop.server.http.request_response import CALLER, add_safe_headers, problem
from whistlestop.server.identity import COOKIE_AGE, Signer
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.table.caller import Caller
from whistlestop.server.watch.logs import ROUTE, TABLE, note_refusal

COOKIE = "whistlestop_guest"
# Under https. Browsers take it from this very host only, so no neighbour below the same domain can
# pass a guest off on somebody. It demands the path `/`, so servers below two paths of one host are
# told apart by the names of their cookies.
HOST_COOKIE = f"__Host-{COOKIE}"
# No part of the address, which proxies write into their logs.
INVITE = "Whistlestop-Invite"
# These need no guest, so asking for them makes none.
OPEN_PATHS = ("/health", "/metrics", "/page/")

_SAFE_METHODS = ("GET", "HEAD")
# Exactly as long as our ids: an invite or a guest that strays into a path is longer.
_TABLE = re.compile(r"[a-z0-9]{16}")


@dataclass(frozen=True, slots=True)
class Guard:
    """Says who asks. `origins` are the pages that may ask; without any, only the page at the
    address that was asked may. `proxy`: a proxy before us names that address in its headers.
    `hosts` are our names; without them, any is good."""

    signer: Signer
    sources: Sources
    origins: frozenset[str] = frozenset()
    proxy: bool = False
    hosts: OwnHosts | None = None

    def caller(self, request: web.Request) -> tuple[Caller, str | None]:
        """Who asks, and a new cookie if there was no good one. Raises ServerRefusal."""
        token = request.headers.get(hdrs.AUTHORIZATION)
        invite, address = request.headers.get(INVITE), request[ADDRESS]
        if token is not None:
            return replace(self._program(token, address), invite=invite, address=address), None
        self._check_origin(request)
        now = self.sources.now()
        cookie = self.cookie(request)
        guest = None if cookie is None else self.signer.read_guest(cookie, now)
        if guest is not None and cookie is not None:
            caller = Caller(guest, invite=invite, address=address)
            return caller, self._signed_anew(guest, cookie, now)
        address.take("guests")
        guest = self.sources.guest_id()
        caller = Caller(guest, invite=invite, address=address)
        return caller, self.signer.guest_cookie(guest, now)

    def _signed_anew(self, guest: str, cookie: str, now: int) -> str | None:
        """The cookie of a guest who has one of an older key, which is good for a while only."""
        if not self.signer.is_signed_before(cookie):
            return None
        return self.signer.renewed_cookie(guest, cookie, now)

    def cookie(self, request: web.Request) -> str | None:
        """The cookie of a guest. Those from before the server had https or a path of its own are
        good there, too; programs always use the plain name."""
        names = (self._cookie_name(request), HOST_COOKIE, COOKIE)
        found = (request.cookies.get(name) for name in names)
        return next((cookie for cookie in found if cookie is not None), None)

    def _cookie_name(self, request: web.Request) -> str:
        name = COOKIE + base_of(request).rstrip("/").replace("/", "~")
        return f"__Host-{name}" if self.is_https(request) else name

    def renamed_cookie(self, request: web.Request, caller: Caller) -> str | None:
        """The cookie by its name here, for a guest who has it by another name only."""
        old = self.cookie(request)
        if old is None or self._cookie_name(request) in request.cookies:
            return None
        is_guest = caller.seat_token is None
        return (
            self.signer.renewed_cookie(caller.guest, old, self.sources.now()) if is_guest else None
        )

    def check_host(self, request: web.Request) -> None:
        """Refuse a request that somebody else's name has led here."""
        asked = self._host(request)
        # Every browser names a host; a program that names none was led by no page.
        if self.hosts is not None and asked and not self.hosts.has(asked):
            raise ServerRefusal("wrong_host", 421)

    def _program(self, header: str, address: Address) -> Caller:
        scheme, _, token = header.partition(" ")
        seat = self.signer.read_seat_token(token.strip())
        if scheme.lower() != "bearer" or seat is None:
            address.take("invites")
            raise ServerRefusal("bad_token", 401)
        return Caller("", seat)

    def _check_origin(self, request: web.Request) -> None:
        if not _changes(request):
            return
        origin = request.headers.get(hdrs.ORIGIN)
        if origin is None and self.cookie(request) is None:
            return  # a program that shows nothing has nothing to be misused
        if origin is None or origin.lower() not in (self.origins or {self._address(request)}):
            raise ServerRefusal("bad_origin", 403)

    def _address(self, request: web.Request) -> str:
        """The origin of the page that belongs to the address that was asked."""
        return f"{self._scheme(request)}://{self._host(request).lower()}"

    def _host(self, request: web.Request) -> str:
        return self._forwarded(request, "X-Forwarded-Host") or request.headers.get(hdrs.HOST, "")

    def _scheme(self, request: web.Request) -> str:
        return "https" if self.is_https(request) else "http"

    def is_https(self, request: web.Request) -> bool:
        """Whether the browser asked by https."""
        return self._forwarded(request, "X-Forwarded-Proto") == "https" or request.secure

    def _forwarded(self, request: web.Request, name: str) -> str:
        """What the proxy says was asked, if there is one."""
        if not self.proxy:
            return ""
        return forwarded(request.headers, name).lower()

    def cookie_header(self, request: web.Request, cookie: str) -> str:
        """The value of Set-Cookie for a guest's cookie."""
        shown = f"{self._cookie_name(request)}={cookie}"
        fixed = f"Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax"
        if self.is_https(request):
            return f"{shown}; Path=/; {fixed}; Secure"
        return f"{shown}; Path={base_of(request)}; {fixed}"


def _changes(request: web.Request) -> bool:
    """Whether a request may change something, or listen."""
    return request.method not in _SAFE_METHODS or hdrs.UPGRADE in request.headers


GUARD = web.AppKey("guard", Guard)
ADDRESSES = web.AppKey("addresses", AddressBook)
BANS = web.AppKey("bans", Bans)
NEW_COOKIE = web.RequestKey("new_cookie", str)


@web.middleware
async def refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer every refusal with a Problem."""
    address = request[ADDRESS] = request.app[ADDRESSES].address_of(request)
    try:
        return await handler(request)
    except ServerRefusal as refusal:
        note_refusal(refusal, address, request.get(TABLE), request.get(ROUTE))
        return problem(refusal)
    except StoreUnavailable as failure:
        return problem(ServerRefusal("store_unavailable", 503, why=failure.code))


@web.middleware
async def own_names(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer only who asks for us by a name of ours, and whom the operator has not banned."""
    if request.app[ADDRESSES].is_banned(request[ADDRESS].name):
        raise ServerRefusal("not_allowed", 403)
    request.app[GUARD].check_host(request)
    return await handler(request)


@web.middleware
async def guests(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Find out who asks, and make a guest of whoever is new."""
    if request.match_info.http_exception is not None:
        return await handler(request)
    _name_for_log(request)
    if not request.path.startswith(OPEN_PATHS):
        guard = request.app[GUARD]
        caller, cookie = guard.caller(request)
        request[CALLER] = caller
        _need_no_ban(request, caller)
        if cookie is not None:
            request[NEW_COOKIE] = cookie
            if _is_lost(guard, request, caller) and _changes(request):
                # The server no longer knows who this was, so it is not the guest who meant this.
                raise ServerRefusal("bad_cookie", 401)
        elif (renamed := guard.renamed_cookie(request, caller)) is not None:
            request[NEW_COOKIE] = renamed
    return await handler(request)


def _is_lost(guard: Guard, request: web.Request, caller: Caller) -> bool:
    """Whether a request shows a cookie of somebody whom the server does not know any more."""
    shown = guard.cookie(request)
    return shown is not None and guard.signer.read_guest(shown, guard.sources.now()) != caller.guest


def _need_no_ban(request: web.Request, caller: Caller) -> None:
    """Refuse a guest whom the operator banned whatever would change or listen to something."""
    if _changes(request) and request.app[BANS].has(caller):
        raise ServerRefusal("banned", 403)


def _name_for_log(request: web.Request) -> None:
    """The route as it was declared, and a table if it looks like one."""
    resource = request.match_info.route.resource
    if resource is not None:
        request[ROUTE] = resource.canonical
    table = request.match_info.get("id", "")
    if _TABLE.fullmatch(table):
        request[TABLE] = table


async def finish_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Headers that every answer has, and the cookie of a new guest."""
    add_safe_headers(response)
    cookie = request.get(NEW_COOKIE)
    if cookie is not None:
        header = request.app[GUARD].cookie_header(request, cookie)
        response.headers.add(hdrs.SET_COOKIE, header)
