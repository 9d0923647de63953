"""Handlers for games by ply, as stories, reviews and records, and for the coach.

A running game gives its caller nothing here that the caller has not seen already: its record is the
one of the caller's own seat. Drawing and replaying take milliseconds, so they happen aside, and
what a finished game answers is kept for a while.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import hdrs, web

from whistlestop._version import __version__
from whistlestop.engine.game import Game
from whistlestop.protocol.operations import JSON, RECORD
from whistlestop.protocol.story import DealProof, ReviewProgress
from whistlestop.record.seat import redact_game
from whistlestop.render import view_svg
from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.finished.coach import Coach
from whistlestop.server.finished.kept import KeptAnswers
from whistlestop.server.finished.proof import prove_deal
from whistlestop.server.finished.reviews import Reviews
from whistlestop.server.finished.story import Stories
from whistlestop.server.http.caching import (
    ASK_AGAIN,
    FOR_A_WHILE,
    drawn,
    has_already,
    packed_answer,
    tag_of,
    unchanged,
)
from whistlestop.server.http.connection import while_connected
from whistlestop.server.http.request_response import answer, caller_of, expensive, whole_number
from whistlestop.server.http.tables import SOCKETS, table_of

STORIES = web.AppKey("stories", Stories)
COACH = web.AppKey("coach", Coach)
REVIEWS = web.AppKey("reviews", Reviews)
DRAWINGS: web.AppKey[KeptAnswers[bytes]] = web.AppKey("drawings")
PROOFS: web.AppKey[KeptAnswers[DealProof]] = web.AppKey("proofs")
RECORDS: web.AppKey[KeptAnswers[bytes]] = web.AppKey("records")

KEPT = 64  # drawings of 140 kB, and as many records and proofs


def add_finished_game_routes(app: web.Application) -> None:
    """Route what is asked about finished games."""
    app[STORIES] = Stories()
    app[DRAWINGS] = KeptAnswers(KEPT)
    app[PROOFS] = KeptAnswers(KEPT)
    app[RECORDS] = KeptAnswers(KEPT)
    app.router.add_get("/api/tables/{id}/record.wst", expensive(record))
    app.router.add_get("/api/tables/{id}/story", expensive(story))
    app.router.add_get("/api/tables/{id}/review", expensive(review))
    app.router.add_get("/api/tables/{id}/proof", expensive(proof))
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}.svg", expensive(ply_drawing))
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}", expensive(ply))
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}/advice", expensive(ply_advice))


def forgetters(app: web.Application) -> list[Callable[[str], None]]:
    """What forgets all that is kept in memory about a table's finished game."""
    kept = (app[STORIES], app[DRAWINGS], app[PROOFS], app[RECORDS], app[REVIEWS])
    return [part.forget for part in kept]


async def ply(request: web.Request) -> web.StreamResponse:
    """One ply of a finished game."""
    table, number = await table_of(request), int(request.match_info["ply"])
    # The game will not change any more, but the table it was played at may get a rematch.
    return answer(await table.at(caller_of(request), number, _seat(request)), kept=FOR_A_WHILE)


async def ply_advice(request: web.Request) -> web.StreamResponse:
    """What the coach says about one ply; a bot works that out, so not too often."""
    caller, number, seat = caller_of(request), int(request.match_info["ply"]), _seat(request)
    request.app[SOCKETS].check_rate(caller)
    table = await table_of(request)
    game = await table.finished(caller)
    # At the last ply nobody has to decide any more.
    if number >= game.ply or (seat is not None and seat >= len(game.names)):
        raise ServerRefusal("no_such_ply", 404)
    thought = request.app[COACH].on(table.state, number, seat, caller)
    return answer(await while_connected(request, thought), kept=FOR_A_WHILE)


async def ply_drawing(request: web.Request) -> web.StreamResponse:
    """One ply of a finished game, drawn."""
    table, number, seat = await table_of(request), int(request.match_info["ply"]), _seat(request)
    game = await table.finished(caller_of(request))
    if number > game.ply or (seat is not None and seat >= len(game.names)):
        raise ServerRefusal("no_such_ply", 404)
    key = table.state.id, number, seat
    tag = _tag(key, game)
    if has_already(request, tag):
        return unchanged(tag, ASK_AGAIN)
    state, undone = table.state, game.ply - number
    body = await request.app[DRAWINGS].of(
        key, lambda: view_svg(state.without(undone).view(seat)).encode()
    )
    return drawn(request, body, ASK_AGAIN, tag)


async def story(request: web.Request) -> web.StreamResponse:
    """A finished game, every ply of it."""
    table = await table_of(request)
    await table.finished(caller_of(request))
    return packed_answer(request, await request.app[STORIES].of(table.state), JSON, FOR_A_WHILE)


async def review(request: web.Request) -> web.StreamResponse:
    """A finished game told afterwards; with 202 how far that is, for it is worked out once."""
    table, caller = await table_of(request), caller_of(request)
    game = await table.finished(caller)
    found = await request.app[REVIEWS].of(table.state.id, game, caller, table.state.bots)
    if isinstance(found, ReviewProgress):
        return answer(found, 202, kept="no-store")
    return packed_answer(request, found, JSON, FOR_A_WHILE)


async def proof(request: web.Request) -> web.StreamResponse:
    """The deal of a finished game, opened and checked."""
    table = await table_of(request)
    game = await table.finished(caller_of(request))
    proven = await request.app[PROOFS].of(table.state.id, lambda: prove_deal(game))
    return answer(proven, kept=FOR_A_WHILE)


async def record(request: web.Request) -> web.StreamResponse:
    """The record: whole once the game is over, before that as the caller's seat saw the game."""
    table, caller, seat = await table_of(request), caller_of(request), _seat(request)
    if table.state.status == "over":
        game, key = await table.finished(caller), (table.state.id, seat)
        write, tag = _whole_record(game, seat), _tag(key, game)
        if has_already(request, tag):
            return unchanged(tag, ASK_AGAIN)
        body = await request.app[RECORDS].of(key, write)
        headers = {hdrs.CACHE_CONTROL: ASK_AGAIN, hdrs.ETAG: tag}
    else:
        seen = await table.seen(caller)  # refuses whoever may not look at this table
        if table.state.game is None:
            raise ServerRefusal("wrong_time", stage=seen.table.status)
        own = tuple(one.seat for one in seen.mine)
        body = await aside(_own_record(table.state.game, own, seat))
        headers = {hdrs.CACHE_CONTROL: "no-store"}
    headers[hdrs.CONTENT_DISPOSITION] = f'attachment; filename="{table.state.id}.wst"'
    return web.Response(body=body, content_type=RECORD, headers=headers)


def _tag(key: tuple[Any, ...], game: Game) -> str:
    """A tag of what is drawn or written of a finished game, without doing it.

    Names are in it: a guest may be forgotten, and then no browser may go on showing the name.
    """
    return tag_of(f"{__version__} {key} {game.names}".encode())


def _whole_record(game: Game, seat: int | None) -> Callable[[], bytes]:
    """Everything, or what one seat saw if that is asked for."""
    if seat is not None and seat >= len(game.names):
        raise ServerRefusal("no_such_seat", 404, seat=seat)
    return lambda: (game.record if seat is None else game.record.redact(seat)).dumps().encode()


def _own_record(game: Game, own: tuple[int, ...], seat: int | None) -> Callable[[], bytes]:
    """What the caller's seat saw: the one asked for, else the first, else a spectator's."""
    if seat is not None and seat not in own:
        raise ServerRefusal("not_your_seat", 403, seat=seat)
    viewer = seat if seat is not None else own[0] if own else None
    # A copy, because the game goes on while the thread writes.
    then = game.copy()
    return lambda: redact_game(then, viewer, None).dumps().encode()


def _seat(request: web.Request) -> int | None:
    return whole_number(request, "seat", 0, 4)
