"""Where a table is and what lets a program sit there, read from one address.

The token is a secret: it is sent in a header only, never as part of an address, and `str()` of an
address does not show it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qs, urlsplit

from whistlestop.remote.errors import RemoteError

_PATH = re.compile(r"(?P<base>.*)/t/(?P<table>[a-z0-9]{1,40})/?")
_TOKEN = re.compile(r"[\x21-\x7e]{1,200}")


@dataclass(frozen=True, slots=True)
class TableAddress:
    """A table of a server, and the token of a seat there."""

    base: str
    table: str
    token: str = field(repr=False)

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"{self.base}/api/tables/{self.table}/socket"

    @property
    def headers(self) -> dict[str, str]:
        """The headers that show the token."""
        return {"Authorization": f"Bearer {self.token}"}

    def __str__(self) -> str:
        return f"{self.base}/t/{self.table}"


def read_address(url: str, token: str | None = None) -> TableAddress:
    """The address of a table as the host gives it: `http://host/t/abc#seat=TOKEN`."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.port != 0 else None
    except ValueError:
        parts, host = SplitResult("", "", "", "", ""), None
    found = _PATH.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not host or found is None or parts.username:
        raise RemoteError(
            "bad_address", "A table's address looks like https://host/t/abc#seat=TOKEN."
        )
    base = f"{parts.scheme}://{parts.netloc}{found['base']}"
    return TableAddress(base, found["table"], _token(parts, token))


def _token(parts: SplitResult, given: str | None) -> str:
    # A seat that is handed over from the page has its token where an invite would stand.
    after, query = parse_qs(parts.fragment), parse_qs(parts.query)
    tokens = [*after.get("seat", []), *query.get("seat", []), *after.get("invite", [])]
    token = given if given is not None else next(iter(tokens), "")
    if not _TOKEN.fullmatch(token):
        raise RemoteError(
            "no_token",
            "A program needs the token of its seat: #seat=TOKEN at the end of the address, or"
            " --token.",
        )
    return token
