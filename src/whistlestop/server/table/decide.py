"""What may be done at a table: a command and the state in, an entry's body out, or a refusal.

Pure: nothing is changed, stored or sent here, and the game that comes with a body is a copy that
has been played on. What needs somebody else (advice, a new table) is completed in `table.py`.
"""

from __future__ import annotations

from functools import singledispatch

from msgspec import Struct

from whistlestop._version import __version__
from whistlestop.boards.load import load_board
from whistlestop.bots import BotError, read_recipe
from whistlestop.bots.levels import name_of, recipe_of
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import RNG_VERSION
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Colour
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.identity import Signer
from whistlestop.server.sources import Sources
from whistlestop.server.table import entries as en
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.clean_text import clean_name, clean_text
from whistlestop.server.table.state import Seat, TableState


class Decided(Struct, frozen=True):
    """An entry to be stored, with the game after it if it changes the game."""

    body: en.Body
    game: Game | None = None


class CommandContext(Struct, frozen=True):
    """A command with all that deciding it needs."""

    state: TableState
    caller: Caller
    signer: Signer
    sources: Sources

    def seat(self, number: int) -> Seat:
        if number >= len(self.state.seats):
            raise ServerRefusal("no_such_seat", seat=number)
        return self.state.seats[number]

    def own_seat(self, number: int) -> Seat:
        seat = self.seat(number)
        bots = self.caller.bot and seat.played_by_bot
        if not bots and not self.state.has_eyes_of(self.caller, number):
            raise ServerRefusal("not_your_seat", 403, seat=number)
        return seat

    def need_host(self) -> None:
        if not self.state.is_host(self.caller):
            raise ServerRefusal("not_host", 403)

    def need_status(self, *statuses: str) -> None:
        if self.state.status not in statuses:
            raise ServerRefusal("wrong_time", stage=self.state.status)


@singledispatch
def decide(command: object, asked: CommandContext) -> Decided:
    """What a command comes to. Raises ServerRefusal."""
    raise ServerRefusal("bad_message", 400)


@decide.register
def _(command: co.Do, asked: CommandContext) -> Decided:
    state = asked.state
    seat = asked.own_seat(command.seat)
    game = need_decision(state, command.seat, command.decision)
    after = game.copy()
    try:
        ply = after.advance(command.action, command.seat)
    except IllegalAction as error:
        raise ServerRefusal(error.code) from None
    text = after.codec.text(ply.code)  # one string for all tables, kept for long
    did = en.Did(command.seat, text, tuple(after.got(after.ply - 1)), _by(asked, seat))
    return Decided(did, after)


def need_decision(state: TableState, seat: int, decision: int) -> Game:
    """The running game, if it waits for this seat and for this very decision."""
    if state.game is None or state.status != "playing":
        raise ServerRefusal("wrong_time", stage=state.status)
    current = state.decision_of(seat)
    if current is None or current != decision:
        raise ServerRefusal("stale", decision=current)
    return state.game


def _by(asked: CommandContext, seat: Seat) -> en.By:
    if asked.caller.bot:
        return "bot" if seat.kind == "bot" else "stand_in"
    return "remote" if asked.caller.seat_token is not None else "player"


@decide.register
def _(command: co.TakeBack, asked: CommandContext) -> Decided:
    state = asked.state
    asked.own_seat(command.seat)
    asked.need_status("playing")
    if not state.options.take_back:
        raise ServerRefusal("not_allowed")
    assert state.game is not None
    plies = _plies_back(state, command.seat)
    return Decided(en.TookBack(command.seat, plies), state.without(plies))


def _plies_back(state: TableState, seat: int) -> int:
    """How many decisions to undo: up to the seat's own latest, across bots' but not people's."""
    for count, (decider, by) in enumerate(state.decisions(), 1):
        if decider == seat:
            return count
        if by not in ("bot", "stand_in"):
            break
    raise ServerRefusal("too_late")


@decide.register
def _(command: co.Say, asked: CommandContext) -> Decided:
    if (command.text is None) == (command.phrase is None):
        raise ServerRefusal("bad_message", 400)
    text = None if command.text is None else clean_text(command.text)
    own = asked.state.seats_of(asked.caller) or asked.state.left_by(asked.caller)
    if not own and not asked.state.options.watch:
        raise ServerRefusal("not_allowed", 403)
    seat = own[0] if own else None
    name = "" if seat is None else asked.state.seats[seat].name or ""
    return Decided(en.Said(seat, name, text, command.phrase))


@decide.register
def _(command: co.Sit, asked: CommandContext) -> Decided:
    state = asked.state
    seat = asked.seat(command.seat)
    if asked.caller.seat_token is not None:
        raise ServerRefusal("not_allowed", 403)
    if not _handed_over(command, asked, seat):
        asked.need_status("gathering")
        _need_free(command, asked, seat)
    colour = command.colour or seat.colour
    if state.status != "gathering" or _is_taken(state, colour, command.seat):
        colour = seat.colour
    name = free_name(clean_name(command.name), others(state, command.seat))
    return Decided(en.Sat(command.seat, asked.caller.guest, name, colour))


def _handed_over(command: co.Sit, asked: CommandContext, seat: Seat) -> bool:
    """Whether the caller holds the newest token of the seat."""
    token = asked.signer.read_seat_token(command.invite) if command.invite else None
    if token is None:
        return False
    if token.table != asked.state.id or token.serial != seat.serial or seat.serial == 0:
        raise ServerRefusal("bad_token", 403)
    asked.need_status("gathering", "playing")
    return True


def _need_free(command: co.Sit, asked: CommandContext, seat: Seat) -> None:
    state, caller = asked.state, asked.caller
    invited = state.options.listed or state.is_host(caller) or command.invite == state.invite
    if not invited:
        raise ServerRefusal("not_invited", 403)
    if seat.kind != "open":
        raise ServerRefusal("seat_taken", seat=command.seat)
    if any(state.seats[i].kind == "human" for i in state.seats_of(caller)):
        raise ServerRefusal("already_seated")


@decide.register
def _(command: co.Paint, asked: CommandContext) -> Decided:
    asked.need_status("gathering")
    if not asked.state.is_host(asked.caller) or asked.seat(command.seat).kind == "human":
        asked.own_seat(command.seat)
    if _is_taken(asked.state, command.colour, command.seat):
        raise ServerRefusal("colour_taken", colour=command.colour)
    return Decided(en.Painted(command.seat, command.colour))


def _is_taken(state: TableState, colour: Colour, seat: int) -> bool:
    """Whether somebody else plays with a colour; a free seat gives its own up."""
    others = (s for i, s in enumerate(state.seats) if i != seat)
    return any(s.colour == colour and s.kind != "open" for s in others)


@decide.register
def _(command: co.Leave, asked: CommandContext) -> Decided:
    asked.need_status("gathering", "playing")
    asked.own_seat(command.seat)
    return Decided(en.Left(command.seat, "left"))


@decide.register
def _(command: co.Return, asked: CommandContext) -> Decided:
    asked.need_status("playing")
    asked.seat(command.seat)
    if command.seat not in asked.state.left_by(asked.caller):
        raise ServerRefusal("not_your_seat", 403, seat=command.seat)
    return Decided(en.Returned(command.seat))


@decide.register
def _(command: co.Arrange, asked: CommandContext) -> Decided:
    asked.need_status("gathering")
    asked.need_host()
    if asked.seat(command.seat).kind == "human":
        raise ServerRefusal("seat_taken", seat=command.seat)
    name, bot = seat_name(command.kind, command.name, command.bot, asked.state.options.board)
    if name is not None:
        name = free_name(name, others(asked.state, command.seat))
    return Decided(en.Arranged(command.seat, command.kind, name, bot))


@decide.register
def _(command: co.Kick, asked: CommandContext) -> Decided:
    asked.need_status("gathering", "playing")
    asked.need_host()
    seat = asked.seat(command.seat)
    gone = seat.away == "kicked"
    if gone or seat.guest == asked.caller.guest or not seat.is_persons:
        raise ServerRefusal("not_allowed")
    return Decided(en.Left(command.seat, "kicked"))


@decide.register
def _(command: co.Reissue, asked: CommandContext) -> Decided:
    asked.need_status("gathering", "playing")
    asked.need_host()
    if not asked.seat(command.seat).is_persons:
        raise ServerRefusal("not_allowed")
    return Decided(en.Reissued(command.seat, asked.state.serial + 1))


@decide.register
def _(command: co.Start, asked: CommandContext) -> Decided:
    asked.need_status("gathering")
    asked.need_host()
    return start(asked.state, asked.sources.seed())


def start(state: TableState, seed: str) -> Decided:
    """Deal to all seats that are not open."""
    taken = [i for i, seat in enumerate(state.seats) if seat.kind != "open"]
    names: list[str] = []
    for i in taken:
        names.append(free_name(state.seats[i].name or "Player", names))
    first = state.options.first
    first = taken.index(first) if first in taken else "chance"
    try:
        game = Game(state.options.board, players=names, seed=seed, first=first)
    except SetupError as error:
        raise ServerRefusal(error.code, players=len(taken)) from None
    digest = game.board.digest
    seats, told = tuple(taken), tuple(names)
    return Decided(
        en.Started(seed, game.first, seats, told, digest, RNG_VERSION, __version__), game
    )


# Names and bots


def others(state: TableState, seat: int) -> list[str]:
    return [s.name for i, s in enumerate(state.seats) if i != seat and s.name is not None]


def free_name(name: str, taken: list[str]) -> str:
    """The name, or the name with a number, so that no two at a table are called the same."""
    names = {other.casefold() for other in taken}
    number, tried = 2, name
    while tried.casefold() in names:
        tried, number = f"{name} {number}", number + 1
    return tried


def seat_name(
    kind: str, name: str | None, bot: str | None, board: str
) -> tuple[str | None, str | None]:
    """The checked name and bot of a seat that the host arranges."""
    if (kind == "bot") != (bot is not None):
        raise ServerRefusal("bad_message", 400)
    if kind == "bot":
        recipe = checked_bot(str(bot), board)
        return clean_name(name or name_of(recipe, load_board(board))), recipe
    if kind == "open":
        return None, None
    return clean_name(name or "Player"), None


def checked_bot(text: str, board: str) -> str:
    """The bot as the registry spells it. A level of the board stays a level."""
    text = text.strip()
    try:
        behind = recipe_of(text, load_board(board))
        recipe = read_recipe(behind).text
    except BotError as error:
        raise ServerRefusal(error.code, 400, bot=text[:40]) from None
    return recipe if behind == text else text
