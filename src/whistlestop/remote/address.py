"""Where a server or a table is and what lets somebody in there, read from one address.

Tokens, invites and keys of guests are secrets: they are sent in headers and messages only, never as
part of an address, and `str()` of an address shows none of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http.cookies import Morsel
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from whistlestop.remote.errors import RemoteError

COOKIE = "whistlestop_guest"

_COOKIE = re.compile(rf"(?:__Host-)?{COOKIE}(?:~[A-Za-z0-9._~-]*)?")
# People copy the address of what they look at: a ply of a replay and a review name a table, too.
_PATH = re.compile(r"(?P<base>.*)/t/(?P<table>[a-z0-9]{1,40})(?:/(?:\d{1,5}|review))?/?")
_TABLE = re.compile(r"[a-z0-9]{1,40}")
# No blanks and no separators: they travel in headers.
_SECRET = re.compile(r"[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,200}")


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A table of a server, and what lets one in: the token of a seat there, or else the key of a
    guest, to whom `invite` may open a private table. `public` is where the world finds the server,
    if that is another address."""

    base: str
    table: str
    token: str = field(default="", repr=False)
    guest: str = field(default="", repr=False)
    invite: str = field(default="", repr=False)
    public: str = ""

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"{self.base}/api/tables/{self.table}/socket"

    @property
    def headers(self) -> dict[str, str]:
        """The headers that say who asks."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        invite = {"Whistlestop-Invite": self.invite} if self.invite else {}
        return guest_headers(self.public or self.base, self.guest) | invite

    def link(self, grant: str | None, kind: str = "invite") -> str:
        """The table's page, with an invite or a token that lets its holder in."""
        page = f"{self.public or self.base}/t/{self.table}"
        return f"{page}#{kind}={quote(grant, safe='')}" if grant else page

    def __str__(self) -> str:
        return f"{self.base}/t/{self.table}"


def guest_headers(base: str, guest: str) -> dict[str, str]:
    """The headers of a guest: the cookie, and the page that a browser would be on."""
    if not guest:
        return {}
    parts = urlsplit(base)
    return {"Cookie": f"{COOKIE}={guest}", "Origin": f"{parts.scheme}://{parts.netloc}"}


def key_of(cookies: Mapping[str, Morsel[str]]) -> str | None:
    """The key of a guest among the cookies that a server sets; its name has more in front under
    https, and the server's path behind."""
    named = (one for name, one in cookies.items() if _COOKIE.fullmatch(name))
    return next((one.value for one in named), None)


def read_server(url: str) -> str:
    """The address of a server as `https://host`, whatever table of it was given."""
    parts = _parts(url)
    if parts is None:
        raise RemoteError(
            "bad_address", "A server's address looks like https://host or http://host:8000."
        )
    found = _PATH.fullmatch(parts.path)
    return _base(parts, parts.path if found is None else found["base"])


def read_address(url: str, token: str | None = None) -> TableAddress:
    """The address of a table as the host gives it: `http://host/t/abc#seat=TOKEN`."""
    address = read_link(url)
    # A seat that is handed over from the page has its token where an invite would stand.
    token = token if token is not None else address.token or address.invite
    if not _SECRET.fullmatch(token):
        raise RemoteError(
            "no_token",
            "A program needs the token of its seat: #seat=TOKEN at the end of the address, or"
            " --token.",
        )
    return replace(address, token=token, invite="")


def read_link(url: str) -> TableAddress:
    """A table's address with what its link grants: a seat's token, an invite, or nothing."""
    parts = _parts(url)
    found = _PATH.fullmatch(parts.path) if parts is not None else None
    if parts is None or found is None:
        raise RemoteError(
            "bad_address", "A table's address looks like https://host/t/abc#seat=TOKEN."
        )
    after, query = parse_qs(parts.fragment), parse_qs(parts.query)
    token = _first([*after.get("seat", []), *query.get("seat", [])])
    invite = _first(after.get("invite", []))
    return TableAddress(_base(parts, found["base"]), found["table"], token, invite=invite)


def is_table(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return _TABLE.fullmatch(text) is not None


def is_secret(text: str) -> bool:
    """Whether a text could be a token, an invite or a key."""
    return _SECRET.fullmatch(text) is not None


def _parts(url: str) -> SplitResult | None:
    """The parts of an address of the web, or None if it is none that can be used."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.port != 0 else None
    except ValueError:
        return None
    good = parts.scheme in ("http", "https") and host and not parts.username
    return parts if good and url.isprintable() and " " not in url else None


def _base(parts: SplitResult, path: str) -> str:
    return f"{parts.scheme}://{parts.netloc}{path}".rstrip("/")


def _first(secrets: list[str]) -> str:
    """The first of the secrets that an address names, if it can be one."""
    return secrets[0] if secrets and is_secret(secrets[0]) else ""
