"""Who may sit where when a table is made or arranged: names, colours and bots of its seats.

Pure: nothing is changed or stored here. Invariant: no two at a table have the same colour, or names
that look the same.
"""

from __future__ import annotations

from whistlestop.boards.load import load_board
from whistlestop.bots import BotError, read_recipe
from whistlestop.bots.levels import name_of, recipe_of
from whistlestop.protocol.options import COLOURS, Colour, Options, SeatPlan
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.offers import offered_board
from whistlestop.server.table import entries as en
from whistlestop.server.table.names.clean_text import clean_name
from whistlestop.server.table.names.look_alikes import is_like_any
from whistlestop.server.table.seat import Seat


def planned_seats(
    guest: str, name: str, plans: list[SeatPlan], options: Options, *, recipes: bool
) -> tuple[en.SeatSetup, ...]:
    """The seats of a new table as a guest wants them; its bots may have parameters if `recipes`.
    Raises ServerRefusal."""
    _check_players(options.board, len(plans))
    if sum(plan.kind == "me" for plan in plans) > 1:
        raise ServerRefusal("bad_message", 400)
    colours = _colours([plan.colour for plan in plans])
    names: list[str] = []
    seats = []
    if not recipes:
        need_no_recipes(*(plan.bot for plan in plans))
    for plan, colour in zip(plans, colours, strict=True):
        seat = _seat(plan, colour, clean_name(name), options.board, guest, names)
        names += [seat.name] if seat.name is not None else []
        seats.append(seat)
    return tuple(seats)


def _check_players(board: str, players: int) -> None:
    rules = offered_board(board).rules
    if not 2 <= players <= rules.max_players:
        raise ServerRefusal(
            "bad_players", 400, players=players, least=rules.min_players, most=rules.max_players
        )


def _colours(wanted: list[Colour | None]) -> list[Colour]:
    """The colour that each wants where it is free, else the next free one."""
    given: list[Colour | None] = []
    for colour in wanted:
        given.append(colour if colour is not None and colour not in given else None)
    free = [c for c in COLOURS if c not in given]
    return [colour if colour is not None else free.pop(0) for colour in given]


def _seat(
    plan: SeatPlan, colour: Colour, mine: str, board: str, guest: str, names: list[str]
) -> en.SeatSetup:
    if plan.kind == "me":
        return en.SeatSetup("human", colour, free_name(mine, names), None, guest)
    name, bot = seat_name(plan.kind, plan.name, plan.bot, board)
    name = None if name is None else free_name(name, names)
    return en.SeatSetup(plan.kind, colour, name, bot, guest if plan.kind == "here" else None)


def seat_again(seat: Seat, asker: str) -> en.SeatSetup:
    """A seat as it is set up for a rematch: bots, programs and the one who asks for it sit there
    again, and everybody else finds it free."""
    mine = seat.guest == asker
    if seat.kind in ("bot", "remote") or mine:
        guest = asker if mine else None
        return en.SeatSetup(seat.kind, seat.colour, seat.name, seat.bot, guest)
    return en.SeatSetup("open", seat.colour)


def free_name(name: str, taken: list[str]) -> str:
    """The name, or the name with a number, so that no two at a table look the same."""
    number, tried = 2, name
    while is_like_any(tried, taken):
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


def need_no_recipes(*bots: str | None) -> None:
    """Refuse bots with parameters, by which a stranger could choose how long they think."""
    for bot in bots:
        text = (bot or "").strip()
        if ":" in text and not text.startswith("level:"):
            raise ServerRefusal("no_recipes", 403, bot=text[:40])


def checked_bot(text: str, board: str) -> str:
    """The bot as the registry spells it; a level of the board stays a level. Raises
    ServerRefusal."""
    text = text.strip()
    try:
        behind = recipe_of(text, load_board(board))
        recipe = read_recipe(behind).text
    except BotError as error:
        raise ServerRefusal(error.code, 400, bot=text[:40]) from None
    return recipe if behind == text else text
