"""Board files: from a name, a path or a text to a checked `Board`, or to a sentence saying why not.

Every board enters here. The loader checks a file whole, its options included, before it uses any of
it, so every `Board` that comes out can be played to the end. The only exception is `BoardError`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from whistlestop import boards
from whistlestop.boards import pickled
from whistlestop.boards.home import own_boards
from whistlestop.boards.read_map import Canvas, read_canvas, read_cities, read_routes
from whistlestop.boards.read_rules import (
    DeckContents,
    GamePlan,
    check_bonuses,
    check_rules,
    read_bonuses,
    read_cards,
    read_rules,
)
from whistlestop.boards.read_tickets import (
    SET_NAME,
    PrintedTicket,
    check_sets,
    read_tickets,
    tickets_of_set,
)
from whistlestop.boards.read_values import (
    CODES,
    BoardError,
    KeyPath,
    TomlTable,
    nearest,
    plain,
    refuse,
    shown,
)
from whistlestop.model.board import Board, City, Route, Ticket
from whistlestop.model.rules import Rules

__all__ = [
    "BOARD_ID",
    "CODES",
    "FORMAT",
    "BoardError",
    "board_from_data",
    "board_names",
    "load_board",
    "options_of",
    "parse_board",
    "parse_toml",
    "read_text",
    "shipped_names",
]

FORMAT = 1
BOARD_ID = SET_NAME  # board ids are short names of the same kind
LABELS = ("attraction", "city", "district", "locomotive", "station", "train")

_BOARD_KEYS = (
    *("format", "id", "title", "says", "starter", "ticket_set", "routes", "tickets"),
    *("labels", "cards", "rules", "bonuses", "canvas", "cities", "options"),
)
_OPTION_KEYS = ("says", "ticket_set", "rules")
_FILE = re.compile(r"(?s)(.+\.toml)(?::(.*))?")

pickled.register()


def load_board(name_or_path: str | Path | Board, option: str = "") -> Board:
    """The board of a name or of a file, as it is or with one of its options.

    `usa`, `usa:mega`, `my.toml`, `my.toml:short` and paths are understood; a `Board` is given back.
    """
    if isinstance(name_or_path, Board):
        if option and option != name_or_path.option:
            reason = f"this board is already made and cannot take the option {shown(option)}"
            refuse("unknown-option", f"board {name_or_path.name}", reason)
        return name_or_path
    where, chosen = _where(name_or_path, option)
    board = _board(*_stamp(where), chosen)
    if isinstance(name_or_path, str) and not _FILE.fullmatch(name_or_path):
        _check_name(board, where.name)
    return board


def _check_name(board: Board, file: str) -> None:
    """A board that was found by its name must be found again by the name it has itself."""
    if file != f"{board.id}.toml":
        reason = f"has the id {shown(board.id)}, so among your boards it must be {board.id}.toml"
        refuse("name", file, reason, ("id",))


def parse_board(text: str, source: str, option: str = "") -> Board:
    """The board that a TOML text describes; `source` is what a sentence calls the text."""
    return board_from_data(parse_toml(text, source), source, option)


def read_text(name_or_path: str | Path) -> tuple[str, str]:
    """What sentences call the file that a name or path means, and the text in it."""
    where, _ = _where(name_or_path, "")
    return where.name, _text(where)


def board_names() -> tuple[str, ...]:
    """The boards that have a name: the shipped ones, then those in the user's own folder.

    An own file never stands in for a shipped board, which others rely on.
    """
    return tuple(_shipped() | own_boards())


def shipped_names() -> tuple[str, ...]:
    """The boards that come with the package."""
    return tuple(_shipped())


def options_of(name: str | Path) -> dict[str, str]:
    """The options of a board, each with the sentence that describes it."""
    where, _ = _where(name, "")
    options = _data(*_stamp(where)).get("options", {})
    load_board(name)  # a file that is not a sound board has no options to offer
    return {option: table["says"] for option, table in options.items()}


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Any]:
    """Shipped files by name; they are paths unless the package runs from an archive."""
    found = (f for f in _folder().iterdir() if f.name.endswith(".toml"))
    return {f.name.removesuffix(".toml"): f for f in sorted(found, key=lambda f: f.name)}


def _folder() -> Any:
    on_disk = Path(boards.__path__[0])
    if on_disk.is_dir():
        return on_disk
    from importlib.resources import files  # finds the same in an archive, but imports a lot

    return files(boards)


def _where(name: object, option: str) -> tuple[Any, str]:
    """The file that a name or path means, and the option that goes with it."""
    if isinstance(name, Path):
        return name, option
    if not isinstance(name, str) or not isinstance(option, str):
        refuse("type", "board", "a board is asked for by its name or the path of its file")
    match = _FILE.fullmatch(name)
    stem, _, suffix = (match[1], ":", match[2] or "") if match else name.partition(":")
    if option and suffix and option != suffix:
        reason = f"two options are asked for, {shown(suffix)} and {shown(option)}"
        refuse("unknown-option", f"board {plain(stem)}", reason)
    if match:
        return Path(stem), suffix or option
    found = _shipped().get(stem) or own_boards().get(stem)
    if found is None:
        _no_board(stem)
    return found, suffix or option


def _no_board(name: str) -> NoReturn:
    known = ", ".join(board_names())
    others = f"; there are {known}, or the path of a .toml file"
    hint = nearest(name, board_names()) or others
    refuse("unknown-board", "board", f"there is no board {shown(name)}{hint}")


def _stamp(where: Any) -> tuple[Any, int, int]:
    """The file with its time and size, so that an edited file is read again."""
    if not isinstance(where, Path):
        return where, 0, 0
    try:
        stat = where.stat()
    except (OSError, ValueError) as error:
        _unreadable(where, error)
    return where.absolute(), stat.st_mtime_ns, stat.st_size


def _unreadable(where: Any, error: Exception) -> NoReturn:
    cause = getattr(error, "strerror", None) or "it is not UTF-8 text"
    refuse("unreadable", plain(where.name), f"the file cannot be read: {cause}")


@lru_cache(maxsize=64)
def _board(where: Any, time: int, size: int, option: str) -> Board:
    return board_from_data(_data(where, time, size), where.name, option)


@lru_cache(maxsize=16)
def _data(where: Any, time: int, size: int) -> dict[str, Any]:
    return parse_toml(_text(where), where.name)


def _text(where: Any) -> str:
    try:
        return str(where.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        _unreadable(where, error)


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """What a text says by TOML's rules alone, or a refusal."""
    import tomllib  # a board given as a Board needs no parser

    try:
        return tomllib.loads(text)
    except RecursionError:
        refuse("syntax", source, "is nested too deeply to be a board")
    except ValueError as error:
        refuse("syntax", source, f"is not valid TOML: {plain(str(error), 160)}")


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to play the board: the file's own, or an option."""

    place: str
    says: str
    ticket_set: str
    rules: Rules
    set_place: tuple[str, KeyPath]

    @property
    def rules_place(self) -> str:
        return f"{self.place}.rules" if self.place else "rules"


def board_from_data(data: object, source: str, option: str = "") -> Board:
    """The board that a parsed TOML text describes. Every option is checked, whichever is chosen."""
    top = TomlTable(data, source, (), _BOARD_KEYS)
    _check_format(top)
    canvas = read_canvas(top.raw("canvas")) if "canvas" in top else Canvas()
    cities, canvas = read_cities(top.raw("cities"), canvas)
    cards = read_cards(top.raw("cards"))
    routes = read_routes(top.items("routes"), cities, cards.colours)
    ways = _ways(top)
    decks = _decks(ways, read_tickets(top.items("tickets"), cities))
    for name, way in ways.items():
        _check_way(way, cards, decks[name], cities, routes)
    if option not in ways:
        _no_option(source, option, [name for name in ways if name])
    board = Board(
        id=top.slug("id", BOARD_ID, "new-york"),
        option=option,
        title=top.text("title"),
        says=ways[option].says,
        rules=ways[option].rules,
        colours=cards.colours,
        copies=cards.copies,
        locomotives=cards.locomotives,
        cities=cities,
        routes=routes,
        tickets=decks[option],
        labels=_labels(top),
        starter=top.text("starter", ""),
        width=canvas.width,
        height=canvas.height,
        lettering=(canvas.letters, canvas.widest_name),
        own_bonuses=read_bonuses(top.raw("bonuses", {}), cities),
    )
    check_bonuses(replace(board, rules=ways[""].rules, tickets=decks[""]))
    return board


def _check_format(top: TomlTable) -> None:
    found = top.whole("format", 0, 10**6)
    if found != FORMAT:
        reason = f"is written in format {found}, and this program reads {FORMAT}"
        top.refuse("format", reason, "format")


def _ways(top: TomlTable) -> dict[str, _Way]:
    """The file's own way to play under the empty name, then its options."""
    ticket_set = top.slug("ticket_set", SET_NAME, "classic")
    rules = read_rules(top.raw("rules"), "rules")
    own = _Way("", top.text("says"), ticket_set, rules, (top.place, top.path))
    ways = {"": own}
    options = TomlTable(top.raw("options", {}), "options", ("options",))
    for name in options:
        options.check_slug(name, SET_NAME, "big-cities")
        ways[name] = _option(name, options.raw(name), own)
    return ways


def _option(name: str, value: object, own: _Way) -> _Way:
    place = f"options.{name}"
    table = TomlTable(value, place, ("options", name), _OPTION_KEYS)
    chosen = "ticket_set" in table
    return _Way(
        place=place,
        says=table.text("says"),
        ticket_set=table.slug("ticket_set", SET_NAME, "classic") if chosen else own.ticket_set,
        rules=read_rules(table.raw("rules", {}), f"{place}.rules", own.rules),
        set_place=(place, table.path) if chosen else own.set_place,
    )


def _decks(
    ways: Mapping[str, _Way], printed: tuple[PrintedTicket, ...]
) -> dict[str, tuple[Ticket, ...]]:
    check_sets(printed, {way.set_place: way.ticket_set for way in ways.values()})
    return {
        name: tickets_of_set(printed, way.ticket_set, apart=way.rules.opening_long > 0)
        for name, way in ways.items()
    }


def _check_way(
    way: _Way,
    cards: DeckContents,
    tickets: tuple[Ticket, ...],
    cities: tuple[City, ...],
    routes: tuple[Route, ...],
) -> None:
    long = sum(ticket.long for ticket in tickets)
    plan = GamePlan(way.rules_place, way.rules, cards, len(tickets) - long, long)
    check_rules(plan, cities, routes)


def _no_option(source: str, option: str, known: list[str]) -> NoReturn:
    hint = nearest(option, known) or (f"; it has {', '.join(known)}" if known else "")
    refuse("unknown-option", source, f"has no option {shown(option)}{hint}")


def _labels(top: TomlTable) -> dict[str, str]:
    table = TomlTable(top.raw("labels", {}), "labels", ("labels",), LABELS)
    return {key: table.text(key) for key in table}
