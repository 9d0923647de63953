"""What may be done now, doing it, and why not: the phases behind one counter.

The legal actions of a seat are in ascending order of their dense code everywhere: `list_legal`
writes them, `seek_legal` finds one by its place without writing any. `apply` expects a legal
action; `is_legal` is the check in front of it. `why_not` is called only after that has said no: it
decides nothing, and if it finds no reason it gives the general one, never none.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.cards import (
    apply_draw,
    list_draws,
    may_draw,
    seek_draw,
    why_not_draw,
)
from whistlestop.engine.phases.routes import (
    apply_claim,
    finish_claim,
    list_claims,
    may_claim,
    seek_claim,
    why_not_claim,
)
from whistlestop.engine.phases.stations import (
    apply_build,
    list_builds,
    may_build,
    seek_build,
    why_not_build,
)
from whistlestop.engine.phases.tickets import (
    apply_keep,
    apply_tickets,
    list_keeps,
    may_keep,
    seek_keep,
    why_not_keep,
    why_not_tickets,
)
from whistlestop.engine.phases.tunnels import (
    apply_decline,
    list_tunnel,
    may_pay,
    pay_extra,
    seek_tunnel,
    why_not_pay,
)
from whistlestop.engine.phases.turn import apply_pass, why_not_pass
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    KEEPING,
    MAIN,
    OPENING,
    OVER,
    PASS_CODE,
    PASSES,
    PHASE,
    SECOND,
    TICKETS,
    TICKETS_CODE,
    TUNNEL,
    TURN,
    UNANSWERED,
    FlatBoard,
)
from whistlestop.engine.state.state import State
from whistlestop.model.actions import (
    Action,
    Build,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    Pay,
)
from whistlestop.model.board import Board

_WANTED = {
    OPENING: "every player first chooses which tickets to keep",
    MAIN: "a turn is drawing cards, claiming a route, drawing tickets or building a station",
    SECOND: "a second card must be drawn first",
    KEEPING: "the tickets drawn must be chosen from first",
    TUNNEL: "the tunnel must be paid or declined first",
}
_ALLOWED: dict[int, tuple[type, ...]] = {
    OPENING: (Keep,),
    MAIN: (Draw, Claim, DrawTickets, Build, Pass),
    SECOND: (Draw,),
    KEEPING: (Keep,),
    TUNNEL: (Pay, Decline),
}

# More than there can ever be legal actions.
BEYOND: Final = 1 << 30


def may_act(s: State, seat: i64) -> bool:
    """T1, S4: whether the game waits for this seat."""
    d = s.bytes
    phase = i64(d[PHASE])
    if phase == OPENING:
        return (i64(d[UNANSWERED]) >> seat) & 1 != 0
    return phase != OVER and i64(d[TURN]) == seat


def all_to_act(s: State, players: int) -> tuple[int, ...]:
    """The seats the game waits for: several at the opening, none at the end."""
    return tuple([seat for seat in range(players) if may_act(s, seat)])


def to_act(t: FlatBoard, s: State) -> i64:
    """The seat the game waits for; at the opening the lowest that has not answered."""
    d = s.bytes
    if i64(d[PHASE]) != OPENING:
        return i64(d[TURN])
    seat: i64 = 0
    while seat < t.players - 1 and not (i64(d[UNANSWERED]) >> seat) & 1:
        seat += 1
    return seat


def seek_legal(t: FlatBoard, s: State, seat: i64, n: i64) -> i64:
    """The n-th legal action, or -1 minus their number if there are not so many."""
    d = s.bytes
    phase = i64(d[PHASE])
    if phase == SECOND:
        return seek_draw(t, s, n)
    if phase == TUNNEL:
        return seek_tunnel(t, s, seat, n)
    if phase == OVER:
        return -1
    if phase != MAIN:
        return seek_keep(t, s, n)
    before: i64 = 0
    if d[TICKETS] != 0:
        if n == 0:
            return TICKETS_CODE
        before = 1
    code = seek_draw(t, s, n - before)
    if code >= 0:
        return code
    before -= code + 1
    if t.stations:
        code = seek_build(t, s, seat, n - before)
        if code >= 0:
            return code
        before -= code + 1
    code = seek_claim(t, s, seat, n - before)
    if code >= 0:
        return code
    before -= code + 1
    if before == 0:
        return PASS_CODE if n == 0 else -2
    return -1 - before


def count_legal(t: FlatBoard, s: State, seat: i64) -> i64:
    """How many legal actions the seat has, which the game must be waiting for."""
    return -1 - seek_legal(t, s, seat, BEYOND)


def list_legal(t: FlatBoard, s: State, seat: i64) -> vec[i64]:
    """Every legal action of the seat in ascending order of code."""
    codes = vec[i64](capacity=48)
    phase = i64(s.bytes[PHASE])
    if phase == MAIN:
        if s.bytes[TICKETS] != 0:
            codes = append(codes, TICKETS_CODE)
        codes = list_draws(t, s, codes)
        if t.stations:
            codes = list_builds(t, s, seat, codes)
        codes = list_claims(t, s, seat, codes)
        if len(codes) == 0:
            codes = append(codes, PASS_CODE)
        return codes
    if phase == SECOND:
        return list_draws(t, s, codes)
    if phase == TUNNEL:
        return list_tunnel(t, s, seat, codes)
    if phase == OVER:
        return codes
    return list_keeps(t, s, codes)


def is_legal(t: FlatBoard, s: State, seat: i64, code: i64) -> bool:
    """Whether the seat may do this now."""
    if code < 0 or code >= t.actions or not may_act(s, seat):
        return False
    phase = i64(s.bytes[PHASE])
    if phase == OPENING or phase == KEEPING:  # noqa: SIM109 -- a tuple would be boxed
        return t.keep_code <= code < t.pay_code and may_keep(t, s, seat, code)
    if phase == TUNNEL:
        if code == DECLINE_CODE:
            return True
        return t.pay_code <= code < t.build_code and may_pay(t, s, seat, code)
    if DECLINE_CODE < code < t.keep_code:
        return may_draw(t, s, code)
    if phase == SECOND:
        return False
    if code == TICKETS_CODE:
        return s.bytes[TICKETS] != 0
    if code >= t.claim_code:
        return may_claim(t, s, seat, code)
    if code >= t.build_code:
        return may_build(t, s, seat, code)
    return code == PASS_CODE and seek_legal(t, s, seat, 0) == PASS_CODE


def why_not(
    board: Board, t: FlatBoard, s: State, names: tuple[str, ...], seat: i64, action: Action
) -> IllegalAction:
    """Why an action is not legal for a seat: a stable code and a sentence a player can read."""
    d = s.bytes
    phase = int(d[PHASE])
    if phase == OVER:
        return IllegalAction("game_over", "The game is over.")
    if not may_act(s, seat):
        if phase == OPENING:
            return IllegalAction(
                "already_answered", f"{names[seat]} has already chosen; tickets kept stay kept."
            )
        return IllegalAction("not_your_turn", f"It is {names[i64(d[TURN])]}'s turn.")
    if not isinstance(action, _ALLOWED[phase]):
        return IllegalAction("wrong_phase", f'"{action}" must wait: {_WANTED[phase]}.')
    reason = _why_not_now(board, t, s, seat, action)
    return reason or IllegalAction("illegal", f'"{action}" is not allowed now.')


def _why_not_now(
    board: Board, t: FlatBoard, s: State, seat: i64, action: Action
) -> IllegalAction | None:
    """Ask the phase that an action belongs to."""
    if isinstance(action, Keep):
        return why_not_keep(t, s, action)
    if isinstance(action, Draw):
        return why_not_draw(board, t, s, action)
    if isinstance(action, Claim):
        return why_not_claim(board, t, s, seat, action)
    if isinstance(action, Build):
        return why_not_build(board, t, s, seat, action)
    if isinstance(action, Pay):
        return why_not_pay(board, t, s, seat, action)
    if isinstance(action, DrawTickets):
        return why_not_tickets()
    if isinstance(action, Pass):
        return why_not_pass()
    return None


def apply(t: FlatBoard, s: State, seat: i64, code: i64, chance: Chance) -> None:
    """Do a legal action."""
    d = s.bytes
    if code == PASS_CODE:
        apply_pass(t, s, chance)
        return
    d[PASSES] = u8(0)
    if code >= t.claim_code:
        apply_claim(t, s, code, chance)
    elif code >= t.build_code:
        apply_build(t, s, code, chance)
    elif code >= t.pay_code:
        route = pay_extra(t, s, code, chance)
        finish_claim(t, s, seat, route, chance)
    elif code >= t.keep_code:
        apply_keep(t, s, seat, code, chance)
    elif code == TICKETS_CODE:
        apply_tickets(t, s, chance)
    elif code == DECLINE_CODE:
        apply_decline(t, s, chance)
    else:
        apply_draw(t, s, code, chance)


def applied(
    t: FlatBoard, s: State, seat: i64, code: i64, chance: Chance
) -> tuple[State, tuple[RawEvent, ...]]:
    """The state that a legal action leads to, and what happened; `s` stays as it was."""
    log: list[RawEvent] = []
    chance.events = log
    after = s.copy()
    apply(t, after, seat, code, chance)
    return after, tuple(log)
