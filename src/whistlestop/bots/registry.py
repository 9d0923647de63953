"""Bots by name, with parameters: `greedy`, `random:by=actions`.

A bot enters with `@register(...)`, which declares its parameters; `read_recipe` turns a text into a
checked recipe, and a recipe makes bots. Invariant: any text gives a recipe that can be made, or a
`BotError` with a sentence.
"""

from __future__ import annotations

import difflib
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import RLock
from typing import TypeVar

from whistlestop.bots.contract import Bot, BotError, Seed
from whistlestop.engine.state.rng import seeded

Value = str | int | float | bool
Maker = Callable[..., Bot]
M = TypeVar("M", bound=Maker)

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
_SWITCHES: dict[str, Value] = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting of a bot; the type of its default is the type of its values.

    Attributes:
        name: As it is written before the `=`.
        default: Its value where none is given.
        says: One line about it.
        choices: The words it may be, if it is a word.
        low: The least number it may be.
        high: The greatest.
        unit: What may follow a number, such as the s of 1s.
    """

    name: str
    default: Value
    says: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    # What may follow a number, such as the s of 1s.
    unit: str = ""

    @property
    def wanted(self) -> str:
        """What a value must be, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if isinstance(self.default, bool):
            return "yes or no"
        if isinstance(self.default, str):
            return "a word"
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        low = "" if self.low is None else f" from {self.low:g}"
        return kind + low + ("" if self.high is None else f" up to {self.high:g}")

    def read(self, text: str) -> Value | None:
        """The value that a text stands for, or None if it stands for none."""
        if isinstance(self.default, bool):
            return _SWITCHES.get(text)
        if isinstance(self.default, str):
            return text if text in self.choices or (text and not self.choices) else None
        text = text.removesuffix(self.unit)
        if isinstance(self.default, int):
            return self._inside(int(text)) if _WHOLE.fullmatch(text) else None
        return self._inside(float(text)) if _DECIMAL.fullmatch(text) else None

    def _inside(self, number: int | float) -> Value | None:
        too_low = self.low is not None and number < self.low
        too_high = self.high is not None and number > self.high
        return None if too_low or too_high else number


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered bot: its name, one line about it, its parameters, and what makes it.

    Attributes:
        name: What it is called by.
        says: One line about it.
        parameters: What can be set.
        maker: Called with an `Rng` and the parameters; gives a bot.
        strength: Its rank on the ladder: a bot beats those with a lower one. 0: not measured.
        table: The parameters it plays with at a table, where people wait for it.
    """

    name: str
    says: str
    parameters: tuple[Parameter, ...]
    maker: Maker
    # Its rank on the ladder: a bot beats those with a lower one. 0: not measured.
    strength: int = 0
    # The parameters it plays with at a table, where people wait for it.
    table: str = ""

    @property
    def at_tables(self) -> str:
        """The text that makes it for a table."""
        return f"{self.name}:{self.table}" if self.table else self.name


@dataclass(frozen=True, slots=True)
class Recipe:
    """A bot's name with checked values; unlike the bots it makes, it can go to other processes.

    Attributes:
        text: The shortest text that reads back as this recipe.
        maker: What makes the bot.
        values: Every parameter with its value.
    """

    text: str
    maker: Maker
    values: Mapping[str, Value]

    def make(self, seed: Seed) -> Bot:
        """A new bot; all its luck comes from the seed."""
        return self.maker(seeded(seed, "bot"), **self.values)


_entries: dict[str, Entry] = {}
# The file that registers bots just now, if one does, and what it has registered so far. Each thread
# has its own: others ask for bots meanwhile.
_reading: ContextVar[tuple[str, dict[str, Entry]] | None] = ContextVar("reading", default=None)
_looking = RLock()


def register(
    name: str, says: str, *parameters: Parameter, strength: int = 0, table: str = ""
) -> Callable[[M], M]:
    """Offer a bot under a name; its maker is called with an `Rng` and the parameters."""
    if not _NAME.fullmatch(name):
        raise BotError("bad_name", f"{name!r} cannot be the name of a bot; use a-z, 0-9 and -.")
    _need_free(name)

    def entered(maker: M) -> M:
        enter(Entry(name, says, parameters, maker, strength, table))
        return maker

    return entered


def enter(entry: Entry) -> None:
    """Add an entry to the registry, unless its name is taken."""
    _need_free(entry.name)
    _shelf()[entry.name] = entry


def _shelf() -> dict[str, Entry]:
    """Where bots are registered just now."""
    reading = _reading.get()
    return _entries if reading is None else reading[1]


def _need_free(name: str) -> None:
    if name in _shelf():
        raise BotError("name_taken", f"There is a bot named {name} already.")


@contextmanager
def apart(source: str) -> Iterator[dict[str, Entry]]:
    """Collect what a source registers in a dictionary, apart from all other bots."""
    entries: dict[str, Entry] = {}
    before = _reading.set((source, entries))
    try:
        yield entries
    finally:
        _reading.reset(before)


def need_read() -> None:
    """Refuse to look for bots or to play while a file of bots is still being read."""
    reading = _reading.get()
    if reading is not None:
        raise BotError(
            "still_reading",
            f"{reading[0]} plays games or asks for bots while it is being read; it does so under"
            ' `if __name__ == "__main__":`.',
        )


def bot_names() -> tuple[str, ...]:
    """The registered bots, in alphabetical order."""
    _look_around()
    return tuple(sorted(_entries))


def comes_along(maker: Maker) -> bool:
    """Whether Whistlestop itself brings what makes a bot; nobody's file, package or program does.

    Those of other people are modules of theirs, or values that know where to find their code.
    """
    home = getattr(maker, "__module__", "") if hasattr(maker, "__qualname__") else ""
    return home.startswith("whistlestop.")


def shipped_bots() -> tuple[str, ...]:
    """The bots that come with Whistlestop, in alphabetical order, whatever anybody has added."""
    return tuple(sorted(name for name, entry in _entries.items() if comes_along(entry.maker)))


def _look_around() -> None:
    """Let packages and the user's own files register their bots, the first time it matters."""
    from whistlestop.bots.own_bots import find_bots

    with _looking:  # who asks meanwhile waits, and finds them all
        find_bots()


def strongest_bot() -> str:
    """The bot that stands highest on the measured ladder, as it plays at tables."""
    return max(_entries.values(), key=lambda entry: entry.strength).at_tables


def bot_entry(name: str) -> Entry:
    """The entry of a registered bot."""
    need_read()
    if name not in _entries:
        _look_around()
    if name not in _entries:
        hint = _nearest(name, _entries) or f"there are {', '.join(bot_names())}."
        raise BotError("unknown_bot", f"There is no bot {_shown(name)}; {hint}")
    return _entries[name]


def make_bot(text: str, seed: Seed | None = None) -> Bot:
    """The bot of a text such as `greedy` or `random:by=kinds`; without a seed, by fresh chance."""
    return read_recipe(text).make(secrets.randbits(48) if seed is None else seed)


def read_recipe(text: str) -> Recipe:
    """Check a bot's name and parameters."""
    if not isinstance(text, str):
        raise BotError("bad_bot", "A bot is named by a text such as greedy or random:by=kinds.")
    name, colon, rest = text.strip().partition(":")
    entry = bot_entry(name)
    values = {p.name: p.default for p in entry.parameters}
    if colon:
        values |= _read_values(entry, rest)
    return Recipe(_text_of(entry, values), entry.maker, values)


def _read_values(entry: Entry, text: str) -> dict[str, Value]:
    known = {p.name: p for p in entry.parameters}
    values: dict[str, Value] = {}
    for pair in text.split(","):
        key, equals, given = (part.strip() for part in pair.partition("="))
        if not equals or not key:
            raise BotError(
                "bad_parameter", f"{_shown(pair)} is not a parameter such as key=value of a bot."
            )
        if key not in known:
            raise BotError("unknown_parameter", _no_parameter(entry, key))
        if key in values:
            raise BotError("bad_parameter", f"The parameter {key} of {entry.name} is given twice.")
        value = known[key].read(given)
        if value is None:
            wanted = f"{key} of the bot {entry.name} is {known[key].wanted}"
            raise BotError("bad_value", f"The parameter {wanted}, not {_shown(given)}.")
        values[key] = value
    return values


def _no_parameter(entry: Entry, key: str) -> str:
    names = [p.name for p in entry.parameters]
    if not names:
        return f"The bot {entry.name} has no parameters, so {_shown(key)} cannot be set."
    hint = _nearest(key, names) or f"it has {', '.join(names)}."
    return f"The bot {entry.name} has no parameter {_shown(key)}; {hint}"


def _text_of(entry: Entry, values: Mapping[str, Value]) -> str:
    """The shortest text that reads back as these values."""
    changed = [p for p in entry.parameters if values[p.name] != p.default]
    pairs = ",".join(f"{p.name}={_in_text(values[p.name])}{p.unit}" for p in changed)
    return f"{entry.name}:{pairs}" if pairs else entry.name


def _in_text(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.9f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f'did you mean "{near[0]}"?' if near else ""


def _shown(text: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in text)
    return f'"{plain}"' if len(plain) <= 40 else f'"{plain[:37]}..."'
