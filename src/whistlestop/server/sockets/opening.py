"""How a request becomes a table's socket: the handshake is aiohttp's, and then the line is ours.

Nothing is read or sent here after that. Invariant: a place among the sockets is taken before the
handshake, and freed by the socket, or here where there is none.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from aiohttp import web

from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.connection import HttpConnection, TakesOver
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sockets.table_socket import TableSocket
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.table import Table


async def open_socket(
    request: web.Request, table: Table, caller: Caller, sockets: OpenSockets
) -> web.StreamResponse:
    """Answer a request for a table's socket; the socket lives on when the request has ended."""
    sockets.take_place(caller)
    upgrade = Upgrade(partial(TableSocket, table, caller, sockets))
    try:
        await upgrade.prepare(request)
    except ValueError:
        # A key that is no text at all; other bad keys aiohttp refuses itself.
        raise ServerRefusal("bad_request", 400) from None
    finally:
        if not upgrade.done:
            sockets.free_place(caller)
    return upgrade


class Upgrade(web.WebSocketResponse):
    """aiohttp's answer to a handshake, without the reading and writing that would follow.

    While somebody is connected, aiohttp's own would keep the request, its headers and every handler
    that led here: 18 kB of each socket.
    """

    def __init__(self, take_over: TakesOver) -> None:
        super().__init__(compress=False)
        self.done = False
        self._take_over = take_over

    def _post_start(self, request: web.BaseRequest, *_: Any) -> None:
        """Called by aiohttp when the head of the answer has gone out."""
        assert isinstance(request.protocol, HttpConnection)
        request.protocol.hand_over(self._take_over)
        self.done = True

    async def write_eof(self, data: bytes = b"") -> None:
        """Called by aiohttp when the handlers are done; aiohttp's own would close the line."""
