"""Who a caller is at a table, and the whole table as that caller may see it.

Everything here reads one state and changes nothing. Invariant: what a seat knows beyond the public
part goes to those who have that seat's eyes, and to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable

from whistlestop._version import __version__
from whistlestop.protocol.limits import HISTORY_ENTRIES, PROTOCOL
from whistlestop.protocol.messages import Happened, Welcome, You
from whistlestop.protocol.requests import Seen
from whistlestop.protocol.view_to_wire import own_view, public_view
from whistlestop.protocol.views import OwnView, PublicView
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.identity import Signer
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.entry_to_wire import entry_to_wire
from whistlestop.server.table.state import LogLine, TableState


def you(state: TableState, caller: Caller) -> You:
    """Who a caller is at a table."""
    seats, away = state.seats_of(caller), state.left_by(caller)
    is_host = state.is_host(caller)
    invite = state.invite if seats or is_host or state.is_invited(caller) else None
    return You(list(seats), list(away), is_host, invite)


def has_link(state: TableState, caller: Caller, signer: Signer) -> bool:
    """Whether a caller knows more than a private table's id: its invite, or the token of a seat."""
    if state.options.listed or belongs(state, caller):
        return True
    if caller.invite is None:
        return False
    return caller.address.guess(_is_link(state, caller.invite, signer))


def _is_link(state: TableState, shown: str, signer: Signer) -> bool:
    token = signer.read_seat_token(shown)
    if token is None or token.table != state.id:
        return shown == state.invite
    return any(seat.serial == token.serial > 0 for seat in state.seats)


def belongs(state: TableState, caller: Caller) -> bool:
    """Whether a caller has a seat at the table, is its host, or was offered a seat."""
    seated = state.seats_of(caller) or state.left_by(caller)
    return bool(seated) or state.is_host(caller) or state.is_invited(caller)


def may_stay(state: TableState, caller: Caller) -> bool:
    """Whether somebody who was let in may go on looking: the kicked may not where one needs the
    link, and others only where watching is allowed or people still gather."""
    if belongs(state, caller):
        return True
    sent_away = caller.guest in state.kicked and not state.options.listed
    return not sent_away and (state.options.watch or state.status == "gathering")


def need_eyes(state: TableState, caller: Caller) -> None:
    """Refuse a caller who may not look at this table, whatever they know."""
    if not belongs(state, caller) and not state.options.watch and state.status != "gathering":
        raise ServerRefusal("not_allowed", 403)


def need_link(state: TableState, caller: Caller, signer: Signer) -> None:
    """Refuse a caller who may not look, or who has no more than a private table's id."""
    need_eyes(state, caller)
    if not has_link(state, caller, signer):
        raise ServerRefusal("not_invited", 403)


def public_now(state: TableState) -> PublicView | None:
    """What everybody may know of the game, if there is one."""
    game = state.game
    return None if game is None else public_view(game.view(None), state.deadline)


def own_views(state: TableState, seats: tuple[int, ...]) -> dict[int, OwnView]:
    """What some seats know now beyond what is public."""
    game = state.game
    if game is None:
        return {}
    return {seat: own_view(game.view(seat), state.decision_of(seat)) for seat in seats}


def seen_now(state: TableState, caller: Caller) -> Seen:
    """The table as a caller may see it now."""
    mine = own_views(state, state.seats_of(caller))
    return Seen(state.version, state.table_part(), public_now(state), list(mine.values()))


def history(state: TableState, caller: Caller, lines: Iterable[LogLine]) -> list[Happened]:
    """Lines of the log as a caller may see them."""
    seats = state.seats_of(caller)
    board = None if state.game is None else state.game.board
    return [entry_to_wire(line, board, seats) for line in lines]


def welcome(
    state: TableState, caller: Caller, since: int | None, now: int, mine: list[OwnView]
) -> Welcome:
    """The table now, with the entries since a version, or the newest ones if that is long ago."""
    version = state.version
    after = 0 if since is None or since > version else since
    lines, more = state.lines.newest(after, HISTORY_ENTRIES)
    return Welcome(
        PROTOCOL,
        __version__,
        now,
        version,
        you(state, caller),
        state.table_part(),
        history(state, caller, lines),
        more,
        public_now(state),
        mine,
    )
