"""Why an action is not legal, as a stable code and a sentence a player can read (law 7).

Called only after the rules have said no; it decides nothing. If a reason cannot be found the
general one is given, never none.
"""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.stations import next_cost
from whistlestop.engine.phases.tickets import at_least
from whistlestop.engine.state.flat_board import (
    KEEPING,
    MAIN,
    NONE,
    OFFERED,
    OPENING,
    OVER,
    PHASE,
    SECOND,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    TURN,
    UNANSWERED,
)
from whistlestop.engine.state.state import State
from whistlestop.model.actions import (
    DECK,
    Action,
    Build,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    Pay,
    Payment,
)
from whistlestop.model.board import LOCOMOTIVE

PHASE_NAMES = ("opening", "turn", "second card", "tickets", "tunnel", "over")

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


def explain(
    codec: Codec, s: State, names: tuple[str, ...], seat: int, action: Action
) -> IllegalAction:
    """The reason why `action` is not legal for `seat` in this state."""
    d = s.bytes
    phase = int(d[PHASE])
    if phase == OVER:
        return IllegalAction("game_over", "The game is over.")
    if phase == OPENING and not (d[UNANSWERED] >> seat) & 1:
        return IllegalAction(
            "already_answered", f"{names[seat]} has already chosen; tickets kept stay kept."
        )
    if phase != OPENING and d[TURN] != seat:
        return IllegalAction("not_your_turn", f"It is {names[d[TURN]]}'s turn.")
    if not isinstance(action, _ALLOWED[phase]):
        return IllegalAction("wrong_phase", f'"{action}" must wait: {_WANTED[phase]}.')
    reason = _REASONS[type(action)](codec, s, seat, action)
    return reason or IllegalAction("illegal", f'"{action}" is not allowed now.')


def _lacks(codec: Codec, s: State, seat: int, payment: Payment) -> IllegalAction | None:
    t = codec.flat
    index = codec.board.card_index
    wanted = {payment.colour: payment.coloured, LOCOMOTIVE: payment.locomotives}
    for name, count in wanted.items():
        if name is None or not count:
            continue
        held = int(s.bytes[t.o_hand + seat * t.kinds + index[name]])
        if held < count:
            return IllegalAction(
                "not_enough_cards", f"That takes {count} {name}; the hand holds {held}."
            )
    return None


def _keep(codec: Codec, s: State, seat: int, action: Keep) -> IllegalAction | None:
    offered = int(s.bytes[OFFERED])
    if max(action.tickets) > offered:
        return IllegalAction("no_such_offer", f"Only {offered} tickets are offered.")
    least = int(at_least(codec.flat, s))
    return IllegalAction("too_few_tickets", f"At least {least} of the tickets must be kept.")


def _draw(codec: Codec, s: State, seat: int, action: Draw) -> IllegalAction | None:
    if action.card == DECK:
        return IllegalAction("pile_empty", "The pile and the discards are empty.")
    t = codec.flat
    face_up = s.bytes[t.o_face + codec.board.card_index.get(action.card, int(t.wild))]
    if face_up and s.bytes[PHASE] == SECOND:
        return IllegalAction("locomotive_second", "A face-up locomotive cannot be the second card.")
    return IllegalAction("not_face_up", f"No {action.card} card lies face up.")


def _claim(codec: Codec, s: State, seat: int, action: Claim) -> IllegalAction | None:
    t, d = codec.flat, s.bytes
    route = codec.find_route(action.route, action.payment.colour)
    if d[t.o_owner + route.index] != NONE:
        return IllegalAction("route_taken", f"{route.id} has been claimed already.")
    if route.twin is not None and d[t.o_owner + route.twin] == seat:
        return IllegalAction(
            "other_side_yours", f"Nobody may own both sides of {route.a}-{route.b}."
        )
    if route.twin is not None and t.single_track and d[t.o_owner + route.twin] != NONE:
        return IllegalAction(
            "other_side_closed",
            f"With {int(t.players)} players only one side of {route.a}-{route.b} can be used.",
        )
    trains = int(d[t.o_trains + seat])
    if trains < route.length:
        return IllegalAction(
            "not_enough_trains", f"{route.id} takes {route.length} trains; {trains} are left."
        )
    return _lacks(codec, s, seat, action.payment)


def _tickets(codec: Codec, s: State, seat: int, action: DrawTickets) -> IllegalAction | None:
    return IllegalAction("no_tickets_left", "The ticket deck is empty.")


def _build(codec: Codec, s: State, seat: int, action: Build) -> IllegalAction | None:
    t, d = codec.flat, s.bytes
    cost = int(next_cost(t, s, seat))
    if not cost:
        return IllegalAction("no_station_left", "All stations are built.")
    city = codec.board.city_by_id[action.city]
    if d[t.o_station + city.index] != NONE:
        return IllegalAction("station_taken", f"{city.name} has a station already.")
    if action.payment.total != cost:
        return IllegalAction(
            "wrong_number_of_cards", f"The next station costs {cost}, not {action.payment.total}."
        )
    return _lacks(codec, s, seat, action.payment)


def _pay(codec: Codec, s: State, seat: int, action: Pay) -> IllegalAction | None:
    d = s.bytes
    extra = int(d[TUNNEL_EXTRA])
    route = codec.board.routes[d[TUNNEL_ROUTE]]
    if action.payment.total != extra:
        return IllegalAction(
            "wrong_number_of_cards",
            f"The tunnel {route.id} costs {extra} extra, not {action.payment.total}.",
        )
    laid = codec.board.cards[d[TUNNEL_COLOUR]]
    if action.payment.colour not in (None, laid):
        return IllegalAction(
            "wrong_colour", f"The extra for {route.id} is paid in {laid} or locomotives."
        )
    return _lacks(codec, s, seat, action.payment)


def _decline(codec: Codec, s: State, seat: int, action: Decline) -> IllegalAction | None:
    return None


def _pass(codec: Codec, s: State, seat: int, action: Pass) -> IllegalAction | None:
    return IllegalAction("must_act", "Nobody may pass who has a legal action.")


_REASONS: dict[type, Callable[..., IllegalAction | None]] = {
    Keep: _keep,
    Draw: _draw,
    Claim: _claim,
    DrawTickets: _tickets,
    Build: _build,
    Pay: _pay,
    Decline: _decline,
    Pass: _pass,
}
