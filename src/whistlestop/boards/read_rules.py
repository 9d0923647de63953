"""The cards, rule switches and own bonuses of a board file, read and checked against the board.

`read_rules` looks at each switch by itself; `check_rules` asks whether a whole way of playing fits
the map, the cards and the tickets; `read_bonuses` reads what the file gives points for beyond the
switches. None of them knows how the rules are played.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import MISSING, Field, dataclass, fields, replace
from typing import Any, NoReturn

from whistlestop.boards.read_values import DASH, KeyPath, TomlTable, nearest, refuse, shown
from whistlestop.model.board import GRAY, LOCOMOTIVE, Board, City, Route
from whistlestop.model.bonuses import COUNTED, EARNED, TAKEN, Bonus
from whistlestop.model.rules import REFUSED, TIE_BREAKS, Rules

MOST = 250  # of anything the engine counts in a byte
LONGEST_ROUTE = 12
MOST_COLOURS = 12
MOST_OFFERED = 6
MOST_BONUSES = 8
MOST_POINTS = 100
LONGEST_LABEL = 40
LANGUAGES = ("en", "nl", "fr")

_COLOUR = re.compile(r"[a-z]{1,20}")
_RESERVED = (GRAY, LOCOMOTIVE, "deck")  # words that mean something else in an action's text
_RANGES = {
    "min_players": (2, 5),
    "max_players": (2, 5),
    "trains": (1, 200),
    "hand": (0, 50),
    "market": (1, 10),
    "opening_regular": (0, MOST_OFFERED),
    "opening_long": (0, MOST_OFFERED),
    "opening_keep": (1, MOST_OFFERED),
    "draw_tickets": (1, MOST_OFFERED),
    "draw_keep": (1, MOST_OFFERED),
    "wipe": (1, 11),
    "single_track_players": (0, 5),
    "tunnel_cards": (0, 5),
    "stations": (0, 5),
    "last_round": (0, 199),
}
_WORDS: dict[str, Collection[str]] = {"opening_refused": REFUSED}
_LISTS: dict[str, Collection[str]] = {"tie_breaks": TIE_BREAKS}
_BONUS = re.compile(r"[a-z][a-z0-9_]{0,29}")
_BONUS_KEYS = ("counts", "points", "earned", "cities", "label")
_SWITCHES = {f.name: f for f in fields(Rules)}


@dataclass(frozen=True, slots=True)
class DeckContents:
    """What the deck is made of."""

    colours: tuple[str, ...]
    copies: int
    locomotives: int

    @property
    def size(self) -> int:
        """How many cards the whole deck has."""
        return len(self.colours) * self.copies + self.locomotives

    @property
    def of_one_colour(self) -> int:
        """The most cards that can ever be laid down together: a colour and all locomotives."""
        return self.copies + self.locomotives


def read_cards(value: object) -> DeckContents:
    """The deck that a `[cards]` table describes."""
    table = TomlTable(value, "cards", ("cards",), ("colours", "copies", "locomotives"))
    colours = table.words("colours")
    if not 1 <= len(colours) <= MOST_COLOURS:
        reason = f"a board has 1 to {MOST_COLOURS} colours, not {len(colours)}"
        table.refuse("limit", reason, "colours")
    for colour in colours:
        if not _COLOUR.fullmatch(colour):
            reason = f"colour {shown(colour)} is not a short name like purple"
            table.refuse("range", reason, "colours")
        if colour in _RESERVED:
            table.refuse("range", f"{shown(colour)} cannot be the name of a colour", "colours")
    cards = DeckContents(
        colours, table.whole("copies", 1, MOST), table.whole("locomotives", 0, MOST)
    )
    if cards.size > MOST:
        table.refuse("limit", f"a deck has at most {MOST} cards, not {cards.size}", "copies")
    return cards


def read_rules(value: object, place: str, base: Rules | None = None) -> Rules:
    """The switches of one table; those it leaves out come from `base` or from their defaults."""
    table = TomlTable(value, place, path_of(place), _SWITCHES)
    if base is not None:
        return replace(base, **{key: _switch(table, _SWITCHES[key]) for key in table})
    return Rules(**{name: _switch(table, switch) for name, switch in _SWITCHES.items()})


def path_of(place: str) -> KeyPath:
    """The way to a table that a sentence calls `rules` or `options.quick.rules`."""
    return tuple(place.split("."))


def _switch(table: TomlTable, switch: Field[Any]) -> Any:
    name = switch.name
    if name not in table and switch.default is not MISSING:
        return switch.default
    if name == "points":
        return _points(table)
    if name in _WORDS:
        return table.word(name, _WORDS[name])
    if name in _LISTS:
        return _listed(table, name, _LISTS[name])
    if isinstance(switch.default, bool):
        return table.flag(name)
    return table.whole(name, *_RANGES.get(name, (0, MOST)))


def _points(table: TomlTable) -> dict[int, int]:
    """`{ 1 = 1, 2 = 2 }` with its keys, which TOML makes text, as numbers in rising order."""
    place = f"{table.place}.points"
    rows = TomlTable(table.raw("points"), place, path_of(place))
    known = {str(length): length for length in range(1, LONGEST_ROUTE + 1)}
    for key in rows:
        if key not in known:
            reason = f"{shown(key)} is not a length between 1 and {LONGEST_ROUTE}"
            rows.refuse("range", reason, key)
    return {n: rows.whole(text, 0, MOST) for text, n in known.items() if text in rows}


def _listed(table: TomlTable, name: str, known: Collection[str]) -> tuple[str, ...]:
    words = table.words(name)
    for word in words:
        if word not in known:
            reason = f"{name} cannot hold {shown(word)}{nearest(word, known)}"
            table.refuse("range", reason, name)
    return words


@dataclass(frozen=True, slots=True)
class GamePlan:
    """One way of playing a board: the file's own, or one of its options."""

    place: str
    rules: Rules
    cards: DeckContents
    regular: int
    long: int

    def refuse(self, code: str, reason: str, key: str) -> NoReturn:
        """Refuse it for a switch, which an option may have from the file's own rules."""
        refuse(code, self.place, reason, (*path_of(self.place), key))


def check_rules(plan: GamePlan, cities: Sequence[City], routes: Sequence[Route]) -> None:
    """Refuse rules that contradict each other, the map or the decks."""
    _check_players(plan)
    _check_offers(plan)
    _check_decks(plan)
    _check_bonuses(plan, cities)
    for route in routes:
        reason = _never_claimable(plan, route)
        if reason:
            place = f"route {route.a.id}{DASH}{route.b.id}"
            refuse("route", place, reason, ("routes", route.index))


def _check_players(plan: GamePlan) -> None:
    rules = plan.rules
    if rules.min_players > rules.max_players:
        reason = f"min_players {rules.min_players} is more than max_players {rules.max_players}"
        plan.refuse("rules", reason, "min_players")
    if rules.last_round >= rules.trains:
        reason = f"last_round {rules.last_round} must be less than trains {rules.trains}"
        plan.refuse("rules", reason, "last_round")


def _check_offers(plan: GamePlan) -> None:
    rules = plan.rules
    dealt = rules.opening_regular + rules.opening_long
    if not 1 <= dealt <= MOST_OFFERED:
        reason = f"1 to {MOST_OFFERED} tickets are dealt to a player at the start, not {dealt}"
        plan.refuse("rules", reason, "opening_regular")
    if rules.opening_keep > dealt:
        reason = f"opening_keep {rules.opening_keep} is more than the {dealt} tickets dealt"
        plan.refuse("rules", reason, "opening_keep")
    if rules.draw_keep > rules.draw_tickets:
        reason = f"draw_keep {rules.draw_keep} is more than draw_tickets {rules.draw_tickets}"
        plan.refuse("rules", reason, "draw_keep")


def _check_decks(plan: GamePlan) -> None:
    rules, players = plan.rules, plan.rules.max_players
    laid_out = rules.hand * players + rules.market
    if laid_out >= plan.cards.size:
        reason = f"hands of {players} players and the market take {laid_out} cards"
        plan.refuse("deal", f"{reason}, and the deck has only {plan.cards.size}", "hand")
    for kind, each, there in (
        ("regular", rules.opening_regular, plan.regular),
        ("long", rules.opening_long, plan.long),
    ):
        if each * players > there:
            reason = f"{players} players are dealt {each * players} {kind} tickets"
            plan.refuse("deal", f"{reason}, and there are only {there}", f"opening_{kind}")


def _check_bonuses(plan: GamePlan, cities: Sequence[City]) -> None:
    if plan.rules.attraction_points and not any(c.attraction for c in cities):
        reason = "attraction_points is given and no city is an attraction"
        plan.refuse("rules", reason, "attraction_points")
    if plan.rules.districts and not any(c.district for c in cities):
        plan.refuse("rules", "districts is true and no city has a district", "districts")
    if plan.rules.stations > plan.cards.of_one_colour:
        reason = f"the last of {plan.rules.stations} stations costs more cards of one colour"
        plan.refuse("rules", f"{reason} than there are, locomotives included", "stations")


def _never_claimable(plan: GamePlan, route: Route) -> str:
    """Why nobody could ever claim the route and score it, or nothing."""
    length, cards = route.length, plan.cards
    if length not in plan.rules.points:
        return f"length {length} has no value in {plan.place}.points"
    if length > plan.rules.trains:
        return f"length {length} is more than the {plan.rules.trains} trains of a player"
    if length > cards.of_one_colour:
        return f"length {length} is more than all cards of one colour and locomotives"
    if route.ferry > cards.locomotives:
        return f"ferry {route.ferry} is more than the {cards.locomotives} locomotives"
    return ""


def read_bonuses(value: object, cities: Sequence[City]) -> tuple[Bonus, ...]:
    """The bonuses of a `[bonuses]` table, in its order."""
    table = TomlTable(value, "bonuses", ("bonuses",))
    if len(table) > MOST_BONUSES:
        reason = f"a board has at most {MOST_BONUSES} bonuses of its own, not {len(table)}"
        table.refuse("limit", reason)
    for name in table:
        table.check_slug(name, _BONUS, "harbours")
        if name in TAKEN:
            table.refuse("duplicate", f"{shown(name)} is the name of an item of every score", name)
    return tuple(_bonus(table, name, cities) for name in table)


def _bonus(table: TomlTable, name: str, cities: Sequence[City]) -> Bonus:
    row = TomlTable(table.raw(name), f"bonus {name}", ("bonuses", name), _BONUS_KEYS)
    counts = row.word("counts", tuple(COUNTED))
    if counts != "cities" and "cities" in row:
        row.refuse("rules", f"counts {counts}, so it cannot list cities", "cities")
    return Bonus(
        name=name,
        counts=counts,
        points=row.whole("points", 1, MOST_POINTS),
        earned=row.word("earned", EARNED, "each"),
        cities=_bonus_cities(row, cities) if counts == "cities" else (),
        label=_label(row),
    )


def _bonus_cities(row: TomlTable, cities: Sequence[City]) -> tuple[str, ...]:
    """The ids listed; each must be a city of the board."""
    known = [city.id for city in cities]
    listed = row.words("cities")
    for id in listed:
        if id not in known:
            row.refuse(
                "unknown-city", f"there is no city {shown(id)}{nearest(id, known)}", "cities"
            )
    if not listed:
        row.refuse("range", "cities must name one or more", "cities")
    return listed


def _label(row: TomlTable) -> dict[str, str]:
    """What people call it: one text, or one for each language."""
    value = row.raw("label")
    words = {"en": value} if isinstance(value, str) else value
    place = f"{row.place}.label"
    table = TomlTable(words, place, (*row.path, "label"), LANGUAGES)
    label = {language: table.text(language) for language in ("en", *table)}
    for language, text in label.items():
        if len(text) > LONGEST_LABEL:
            reason = f"{language} must be a few words, at most {LONGEST_LABEL} characters"
            table.refuse("range", reason, language)
    return label


def check_bonuses(board: Board) -> None:
    """Refuse a bonus for which nobody could ever get anything."""
    for bonus in board.own_bonuses:
        if not bonus.limit(board):
            place, path = f"bonus {bonus.name}", ("bonuses", bonus.name)
            reason = f"counts {bonus.counts}, and the board has none"
            TomlTable({}, place, path).refuse("rules", reason, "counts")
