"""Servers that leak: each of these breaks one place where secrets pass, as a mistake there might.

`TOLD` shows somebody what depends on a secret, `SPOKEN` says a secret word.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from typing import Any

import msgspec
import pytest

from tests.server.secrecy.theatre import Change
from whistlestop.engine.game import Game
from whistlestop.record.seat import SeatRecord, redact_game
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http import finished_games
from whistlestop.server.http import guard as http_guard
from whistlestop.server.http.request_response import add_safe_headers
from whistlestop.server.table import audience, decide, entry_to_wire, frames, state
from whistlestop.server.table import entries as en
from whistlestop.server.table.seat import Seat
from whistlestop.server.table.table import Table
from whistlestop.server.watch.logs import note

ALL = (0, 1, 2)

Happened = Callable[[state.LogLine, Any, Collection[int]], Any]


def _with_all_eyes(happened: Happened) -> Happened:
    return lambda line, board, seats: happened(line, board, ALL)


def frames_tell_all_events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frames, "entry_to_wire", _with_all_eyes(entry_to_wire.entry_to_wire))


def the_log_tells_all_events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(audience, "entry_to_wire", _with_all_eyes(entry_to_wire.entry_to_wire))


def frames_show_every_hand(patch: pytest.MonkeyPatch) -> None:
    own = frames.Frames.for_seats
    patch.setattr(frames.Frames, "for_seats", lambda self, seats: own(self, ALL))


def views_show_every_hand(patch: pytest.MonkeyPatch) -> None:
    own = audience.own_views
    patch.setattr(audience, "own_views", lambda state, seats: own(state, ALL))


def kept_places_are_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(entry_to_wire, "_hides", lambda do: False)


def advice_is_told(patch: pytest.MonkeyPatch) -> None:
    params = entry_to_wire._params

    def leaking(body: en.Body, seats: Collection[int]) -> Any:
        return params(body, ALL if isinstance(body, en.Hinted) else seats)

    patch.setattr(entry_to_wire, "_params", leaking)


def the_record_is_somebody_elses(patch: pytest.MonkeyPatch) -> None:
    def leaking(game: Game, viewer: int | None, result: Any) -> SeatRecord:
        return redact_game(game, 1, result)

    patch.setattr(finished_games, "redact_game", leaking)


def _trace(state: state.TableState) -> int:
    """A number that depends on all secrets."""
    position = "" if state.game is None else state.game.position
    return int(hashlib.sha256(position.encode()).hexdigest()[:6], 16)


def a_refusal_depends_on_secrets(patch: pytest.MonkeyPatch) -> None:
    decided = decide.decide

    def leaking(command: Any, asked: decide.CommandContext) -> decide.Decided:
        try:
            return decided(command, asked)
        except ServerRefusal as refusal:
            refusal.params["trace"] = _trace(asked.state)
            raise

    patch.setattr("whistlestop.server.table.table.decide", leaking)


def the_public_part_depends_on_secrets(patch: pytest.MonkeyPatch) -> None:
    part = state.TableState.table_part

    def leaking(self: state.TableState) -> Any:
        return msgspec.structs.replace(part(self), created=_trace(self))

    patch.setattr(state.TableState, "table_part", leaking)


def a_header_depends_on_secrets(patch: pytest.MonkeyPatch) -> None:
    told: dict[str, int] = {}
    show = Table._show_line

    def noting(self: Table, line: state.LogLine) -> None:
        show(self, line)
        told["trace"] = _trace(self.state)

    def leaking(response: Any) -> None:
        add_safe_headers(response)
        response.headers["X-Trace"] = str(told.get("trace"))

    patch.setattr(Table, "_show_line", noting)
    patch.setattr(http_guard, "add_safe_headers", leaking)


def the_log_of_the_server_depends_on_secrets(patch: pytest.MonkeyPatch) -> None:
    show = Table._show_line

    def leaking(self: Table, line: state.LogLine) -> None:
        show(self, line)
        note("applied", trace=_trace(self.state))

    patch.setattr(Table, "_show_line", leaking)


TOLD: tuple[Change, ...] = (
    frames_tell_all_events,
    frames_show_every_hand,
    the_log_tells_all_events,
    views_show_every_hand,
    kept_places_are_told,
    advice_is_told,
    the_record_is_somebody_elses,
    a_refusal_depends_on_secrets,
    the_public_part_depends_on_secrets,
    a_header_depends_on_secrets,
    the_log_of_the_server_depends_on_secrets,
)


def the_secret_is_told(patch: pytest.MonkeyPatch) -> None:
    params = entry_to_wire._params

    def leaking(body: en.Body, seats: Collection[int]) -> Any:
        seat, told = params(body, seats)
        return seat, told | ({"luck": body.luck} if isinstance(body, en.Started) else {})

    patch.setattr(entry_to_wire, "_params", leaking)


def values_are_told(patch: pytest.MonkeyPatch) -> None:
    params = entry_to_wire._params

    def leaking(body: en.Body, seats: Collection[int]) -> Any:
        seat, told = params(body, seats)
        return seat, told | ({"value": body.value} if isinstance(body, en.Valued) else {})

    patch.setattr(entry_to_wire, "_params", leaking)


def the_seed_is_in_the_record(patch: pytest.MonkeyPatch) -> None:
    def leaking(game: Game, viewer: int | None, result: Any) -> Any:
        record = redact_game(game, viewer, result)
        text = f"{record.dumps()}{game.seed}"
        return type("Leaking", (), {"dumps": lambda self: text})()

    patch.setattr(finished_games, "redact_game", leaking)


def spectators_are_invited(patch: pytest.MonkeyPatch) -> None:
    own = audience.you

    def leaking(state: state.TableState, caller: Any) -> Any:
        return msgspec.structs.replace(own(state, caller), invite=state.invite)

    patch.setattr(audience, "you", leaking)


def guests_are_named(patch: pytest.MonkeyPatch) -> None:
    part = Seat.part
    patch.setattr(Seat, "part", lambda self: msgspec.structs.replace(part(self), bot=self.guest))


def a_seat_token_is_told_to_everybody(patch: pytest.MonkeyPatch) -> None:
    show = Table._show

    def leaking(self: Table, shown: frames.Frames) -> None:
        show(self, shown)
        body = shown.line.body
        if isinstance(body, en.Reissued | en.Linked):
            token = self.hub.signer.seat_token(self.state.id, body.seat, body.serial)
            for outlet in self.outlets:
                outlet.send(msgspec.json.encode({"type": "token", "token": token}))

    patch.setattr(Table, "_show", leaking)


def the_log_of_the_server_names_guests(patch: pytest.MonkeyPatch) -> None:
    show = Table._show_line

    def leaking(self: Table, line: state.LogLine) -> None:
        show(self, line)
        note("applied", who=line.who)

    patch.setattr(Table, "_show_line", leaking)


def the_log_of_the_server_tells_actions(patch: pytest.MonkeyPatch) -> None:
    show = Table._show_line

    def leaking(self: Table, line: state.LogLine) -> None:
        show(self, line)
        note("applied", body=repr(line.body))

    patch.setattr(Table, "_show_line", leaking)


SPOKEN: tuple[Change, ...] = (
    the_secret_is_told,
    values_are_told,
    the_seed_is_in_the_record,
    spectators_are_invited,
    guests_are_named,
    a_seat_token_is_told_to_everybody,
    the_log_of_the_server_names_guests,
    the_log_of_the_server_tells_actions,
)
