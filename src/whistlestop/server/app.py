"""The application: all routes with all that their handlers share.

It starts and stops nothing. Invariant: every request passes the guard, and every answer leaves with
the same safe headers.
"""

from __future__ import annotations

import time

from aiohttp import web

from whistlestop.server.addresses.address_book import AddressBook
from whistlestop.server.finished.coach import Coach
from whistlestop.server.finished.reviews import Reviews
from whistlestop.server.http.bans import Bans
from whistlestop.server.http.base_path import at_base
from whistlestop.server.http.boards import add_board_routes
from whistlestop.server.http.finished_games import (
    COACH,
    REVIEWS,
    add_finished_game_routes,
    forgetters,
)
from whistlestop.server.http.guard import (
    ADDRESSES,
    BANS,
    GUARD,
    Guard,
    finish_headers,
    guests,
    own_names,
    refusals,
)
from whistlestop.server.http.pages import (
    PAGE_FILES,
    STORE_CHECK,
    add_page_routes,
    read_page_files,
    strays,
)
from whistlestop.server.http.puzzles import add_puzzle_routes
from whistlestop.server.http.request_response import BODY_BYTES
from whistlestop.server.http.tables import HUB, SOCKETS, add_table_routes
from whistlestop.server.hub import Hub
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.watch.store_check import StoreCheck


def make_app(
    hub: Hub, sockets: OpenSockets, guard: Guard, addresses: AddressBook
) -> web.Application:
    """The application of one server; its handlers work with these parts."""
    middlewares = [refusals, own_names, at_base, strays, guests]
    app = web.Application(middlewares=middlewares, client_max_size=BODY_BYTES)
    app[HUB] = hub
    app[SOCKETS] = sockets
    app[GUARD] = guard
    app[ADDRESSES] = addresses
    app[BANS] = Bans()
    app[COACH] = Coach(hub.bots)
    app[REVIEWS] = Reviews(hub.bots, hub.store, time.monotonic)
    app[PAGE_FILES] = read_page_files()
    app[STORE_CHECK] = StoreCheck(hub.store)
    app.on_response_prepare.append(finish_headers)
    add_table_routes(app)
    add_page_routes(app)
    add_finished_game_routes(app)
    hub.answers += forgetters(app)
    add_board_routes(app)
    add_puzzle_routes(app)
    return app
