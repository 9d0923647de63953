"""What may be done at a table: a command and the state in, an entry's body out, or a refusal.

Pure: nothing is changed, stored or sent here, and the game that comes with a body is a copy that
has been played on. Commands that need somebody else (advice, a rematch) are in `table.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from whistlestop._version import __version__
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.game import Game
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Colour
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.identity import Signer
from whistlestop.server.sources import Sources
from whistlestop.server.table import entries as en
from whistlestop.server.table.audience import belongs, has_link
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.dealing import deal_anew
from whistlestop.server.table.names.clean_text import clean_name, clean_text
from whistlestop.server.table.seat import Seat
from whistlestop.server.table.seating import free_name, need_no_recipes, seat_name
from whistlestop.server.table.state import TableState
from whistlestop.server.table.taking_back.agreement import answered, asked_back, need_asked
from whistlestop.server.table.taking_back.plies_back import count_back, plies_back, stands


class Decided(Struct, frozen=True):
    """An entry to be stored, with the game after it if it changes the game."""

    body: en.Body
    game: Game | None = None


class CommandContext(Struct, frozen=True):
    """All that is needed to decide a command; `now` is what the game clock shows."""

    state: TableState
    caller: Caller
    signer: Signer
    sources: Sources
    now: int
    recipes: bool = False  # whether bots may have parameters

    def seat(self, number: int) -> Seat:
        """A seat of the table. Raises ServerRefusal `no_such_seat`."""
        if number >= len(self.state.seats):
            raise ServerRefusal("no_such_seat", seat=number)
        return self.state.seats[number]

    def own_seat(self, number: int) -> Seat:
        """A seat for which the caller may act. Raises ServerRefusal."""
        seat = self.seat(number)
        bots = self.caller.bot and (seat.played_by_bot or self._is_late)
        if not bots and not self.state.has_eyes_of(self.caller, number):
            raise ServerRefusal("not_your_seat", 403, seat=number)
        return seat

    @property
    def _is_late(self) -> bool:
        """Whether the time is up: who comes back then does not take the move from the stand-in that
        thinks about it already."""
        deadline = self.state.deadline
        return deadline is not None and self.now >= deadline

    def need_host(self) -> None:
        """Refuse all but the host."""
        if not self.state.is_host(self.caller):
            raise ServerRefusal("not_host", 403)

    def need_status(self, *statuses: str) -> None:
        """Refuse unless the table is in one of these statuses."""
        if self.state.status not in statuses:
            raise ServerRefusal("wrong_time", stage=self.state.status)


_Decides = Callable[[Any, CommandContext], Decided]
_by_kind: dict[type, _Decides] = {}


def decide(command: co.Command, context: CommandContext) -> Decided:
    """The entry that a command leads to. Raises ServerRefusal."""
    found = _by_kind.get(type(command))
    if found is None:
        raise ServerRefusal("bad_message", 400)
    return found(command, context)


def _decides(kind: type) -> Callable[[_Decides], _Decides]:
    """Note what decides commands of a kind. (`singledispatch` looks for kinds that one is derived
    from, which takes several times as long.)"""

    def note(function: _Decides) -> _Decides:
        _by_kind[kind] = function
        return function

    return note


@_decides(co.Do)
def _(command: co.Do, context: CommandContext) -> Decided:
    state = context.state
    seat = context.own_seat(command.seat)
    game = need_decision(state, command.seat, command.decision)
    after = game.copy()
    try:
        said = command.action
        action = said if isinstance(said, str) else after.codec.decode(said)
        ply = after.advance(action, command.seat)
    except IllegalAction as error:
        raise ServerRefusal(error.code) from None
    text = after.codec.text(ply.code)  # one string for all tables, kept for long
    did = en.Did(command.seat, text, tuple(after.got(after.ply - 1)), _by(context, seat))
    return Decided(did, after)


def need_open(state: TableState) -> None:
    """Refuse a table that whoever runs the server has closed."""
    if state.closed is not None:
        raise ServerRefusal("table_closed", 403)


def need_decision(state: TableState, seat: int, decision: int) -> Game:
    """The running game, if it waits for this seat and for this very decision."""
    if state.game is None or state.status != "playing":
        raise ServerRefusal("wrong_time", stage=state.status)
    current = state.decision_of(seat)
    if current is None or current != decision:
        raise ServerRefusal("stale", decision=current)
    return state.game


def _by(context: CommandContext, seat: Seat) -> en.By:
    if context.caller.bot:
        return "bot" if seat.kind == "bot" else "stand_in"
    return "remote" if context.caller.seat_token is not None else "player"


@_decides(co.TakeBack)
def _(command: co.TakeBack, context: CommandContext) -> Decided:
    _need_take_back(command.seat, context)
    plies = plies_back(context.state, command.seat)
    return Decided(en.TookBack(command.seat, plies), context.state.without(plies))


def _need_take_back(seat: int, context: CommandContext) -> None:
    context.own_seat(seat)
    context.need_status("playing")
    if not context.state.options.take_back:
        raise ServerRefusal("not_allowed")


@_decides(co.AskBack)
def _(command: co.AskBack, context: CommandContext) -> Decided:
    _need_take_back(command.seat, context)
    plies = count_back(context.state, command.seat)
    if not stands(context.state, command.seat, plies):
        raise ServerRefusal("no_need_to_ask")
    return Decided(asked_back(context.state, command.seat, plies, context.now))


@_decides(co.AnswerBack)
def _(command: co.AnswerBack, context: CommandContext) -> Decided:
    _need_take_back(command.seat, context)
    question = need_asked(context.state, command.asked, command.seat, context.now)
    return Decided(*answered(context.state, question, command.seat, agrees=command.agrees))


@_decides(co.Say)
def _(command: co.Say, context: CommandContext) -> Decided:
    if (command.text is None) == (command.phrase is None):
        raise ServerRefusal("bad_message", 400)
    text = None if command.text is None else clean_text(command.text)
    state, caller = context.state, context.caller
    own = state.seats_of(caller) or state.left_by(caller)
    if not state.options.talk or (not own and not state.options.watch):
        raise ServerRefusal("not_allowed", 403)
    if not own and not has_link(state, caller, context.signer):
        raise ServerRefusal("not_invited", 403)
    seat = own[0] if own else None
    name = "" if seat is None else state.seats[seat].name or ""
    return Decided(en.Said(seat, name, text, command.phrase))


@_decides(co.Sit)
def _(command: co.Sit, context: CommandContext) -> Decided:
    state = context.state
    seat = context.seat(command.seat)
    if context.caller.seat_token is not None:
        raise ServerRefusal("not_allowed", 403)
    handed_over = _handed_over(command, context, seat)
    if not handed_over:
        _need_place(command, context, seat)
    colour = command.colour or seat.colour
    if state.status != "gathering" or _is_taken(state, colour, command.seat):
        colour = seat.colour
    name = free_name(clean_name(command.name), _other_names(state, command.seat))
    moved = handed_over and seat.kind == "human"
    return Decided(en.Sat(command.seat, context.caller.guest, name, colour, moved))


def _handed_over(command: co.Sit, context: CommandContext, seat: Seat) -> bool:
    """Whether the caller holds the newest token of the seat: the one that the host made for a
    program, or the one by which a person goes on with another device."""
    state, caller = context.state, context.caller
    token = context.signer.read_seat_token(command.invite) if command.invite else None
    if token is None:
        return False
    if token.table != state.id or token.serial != seat.serial or seat.serial == 0:
        raise ServerRefusal("bad_token", 403)
    if state.seats_of(caller) or state.left_by(caller):
        raise ServerRefusal("already_seated")
    # Whoever held a program's token until now has seen its hand, once cards are dealt.
    context.need_status(*(("gathering",) if seat.kind == "remote" else ("gathering", "playing")))
    return True


def _need_place(command: co.Sit, context: CommandContext, seat: Seat) -> None:
    """Refuse unless the seat is free, or that of somebody who stays away from a running game."""
    state = context.state
    abandoned = seat.kind == "human" and seat.away in ("left", "time")
    context.need_status("gathering", "playing" if abandoned else "gathering")
    _need_invite(command, context)
    if abandoned:
        _need_long_absence(command.seat, context)
    elif seat.kind != "open":
        raise ServerRefusal("seat_taken", seat=command.seat)
    elif any(state.seats[i].kind == "human" for i in state.seats_of(context.caller)):
        raise ServerRefusal("already_seated")


def _need_long_absence(seat: int, context: CommandContext) -> None:
    """A seat of a running game has a hand: it goes to somebody who knows no other one."""
    state, guest = context.state, context.caller.guest
    others = any(who == guest and other != seat for who, other in state.hands)
    if others or belongs(state, context.caller):
        raise ServerRefusal("already_seated")
    left = state.seats[seat].since + state.options.absence * 1000 - context.now
    if left > 0:
        raise ServerRefusal("too_early", seconds=-(-left // 1000))


def _need_invite(command: co.Sit, context: CommandContext) -> None:
    state, caller = context.state, context.caller
    open_to_all = state.options.listed and caller.guest not in state.kicked
    if open_to_all or state.is_host(caller) or state.is_invited(caller):
        return
    if command.invite is None or not caller.address.guess(command.invite == state.invite):
        raise ServerRefusal("not_invited", 403)


@_decides(co.Paint)
def _(command: co.Paint, context: CommandContext) -> Decided:
    context.need_status("gathering")
    if not context.state.is_host(context.caller) or context.seat(command.seat).kind == "human":
        context.own_seat(command.seat)
    if _is_taken(context.state, command.colour, command.seat):
        raise ServerRefusal("colour_taken", colour=command.colour)
    return Decided(en.Painted(command.seat, command.colour))


def _is_taken(state: TableState, colour: Colour, seat: int) -> bool:
    """Whether somebody else plays with a colour; a free seat gives up its own."""
    others = (s for i, s in enumerate(state.seats) if i != seat)
    return any(s.colour == colour and s.kind != "open" for s in others)


@_decides(co.Leave)
def _(command: co.Leave, context: CommandContext) -> Decided:
    context.need_status("gathering", "playing")
    context.own_seat(command.seat)
    return Decided(en.Left(command.seat, "left"))


@_decides(co.Return)
def _(command: co.Return, context: CommandContext) -> Decided:
    context.need_status("playing")
    context.seat(command.seat)
    if command.seat not in context.state.left_by(context.caller):
        raise ServerRefusal("not_your_seat", 403, seat=command.seat)
    return Decided(en.Returned(command.seat))


@_decides(co.Arrange)
def _(command: co.Arrange, context: CommandContext) -> Decided:
    context.need_status("gathering")
    context.need_host()
    if context.seat(command.seat).kind == "human":
        raise ServerRefusal("seat_taken", seat=command.seat)
    if not context.recipes:
        need_no_recipes(command.bot)
    name, bot = seat_name(command.kind, command.name, command.bot, context.state.options.board)
    if name is not None:
        name = free_name(name, _other_names(context.state, command.seat))
    return Decided(en.Arranged(command.seat, command.kind, name, bot))


@_decides(co.Kick)
def _(command: co.Kick, context: CommandContext) -> Decided:
    context.need_status("gathering", "playing")
    context.need_host()
    seat = context.seat(command.seat)
    gone = seat.away == "kicked"
    if gone or seat.guest == context.caller.guest or not seat.is_persons:
        raise ServerRefusal("not_allowed")
    return Decided(en.Left(command.seat, "kicked", context.sources.invite()))


@_decides(co.Reissue)
def _(command: co.Reissue, context: CommandContext) -> Decided:
    context.need_status("gathering", "playing")
    context.need_host()
    kind = context.seat(command.seat).kind
    if kind in ("human", "here"):
        # Whoever held the key to a person's seat would see that person's hand.
        raise ServerRefusal("programs_only", 403)
    if kind != "remote":
        raise ServerRefusal("not_allowed")
    return Decided(en.Reissued(command.seat, context.state.serial + 1))


@_decides(co.Link)
def _(command: co.Link, context: CommandContext) -> Decided:
    context.need_status("gathering", "playing")
    seat, caller = context.seat(command.seat), context.caller
    if caller.seat_token is not None or seat.guest != caller.guest:
        raise ServerRefusal("not_your_seat", 403, seat=command.seat)
    if seat.kind != "human":
        raise ServerRefusal("not_allowed")
    return Decided(en.Linked(command.seat, context.state.serial + 1))


@_decides(co.GiveValue)
def _(command: co.GiveValue, context: CommandContext) -> Decided:
    context.need_status("gathering")
    seat = context.own_seat(command.seat)
    if context.state.secret is None:
        raise ServerRefusal("not_allowed")  # a table of before, whose deal is not proven
    if seat.value is not None:
        raise ServerRefusal("value_given", seat=command.seat)
    return Decided(en.Valued(command.seat, command.value))


@_decides(co.Start)
def _(command: co.Start, context: CommandContext) -> Decided:
    context.need_status("gathering")
    context.need_host()
    return start(context.state, context.sources)


def start(state: TableState, sources: Sources) -> Decided:
    """Deal to all seats that are not open, with the values that have come."""
    if state.status != "gathering":
        raise ServerRefusal("wrong_time", stage=state.status)
    taken = [i for i, seat in enumerate(state.seats) if seat.kind != "open"]
    if state.origin is not None and len(taken) < len(state.seats):
        raise ServerRefusal("seats_free", seats=len(state.seats) - len(taken))
    names: list[str] = []
    for i in taken:
        names.append(free_name(state.seats[i].name or "Player", names))
    first = state.options.first
    first = taken.index(first) if first in taken else "chance"
    luck = _luck(state, taken)
    seed = sources.seed() if luck is None else ""
    try:
        game = deal_anew(state.options.board, names, first, luck, seed, state.origin)
    except SetupError as error:
        raise ServerRefusal(error.code, players=len(taken)) from None
    seats, digest = tuple(taken), game.board.digest
    made = (digest, game.rng, __version__, luck, game.ply)
    return Decided(en.Started(seed, game.first, seats, tuple(names), *made), game)


def _luck(state: TableState, taken: list[int]) -> en.Mixed | None:
    """What the deal follows from; None at a table of before, which deals by a seed alone."""
    if state.secret is None:
        return None
    return en.Mixed(state.secret, tuple(state.seats[i].value for i in taken))


def _other_names(state: TableState, seat: int) -> list[str]:
    return [s.name for i, s in enumerate(state.seats) if i != seat and s.name is not None]
