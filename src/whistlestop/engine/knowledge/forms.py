"""How facts are written as plain data, ready for JSON, and read back.

A dataclass declares each of its fields once: who knows it (`public`, `own`) and its `Form`. From
that follows all that writes, reads, compares or describes such values: `plain_view` for views and
`whistlestop.protocol.views` for what travels. Nothing here knows what a fact means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import GenericAlias
from typing import Any, NoReturn

from whistlestop.engine.state.reading import made, newly_placed, placed
from whistlestop.model.board import Board

Plain = Mapping[str, Any]


class CardCounts(dict[str, int]):
    """How many of each card, in the order of the board. Views share them, so nobody changes one."""

    __slots__ = ()

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("a view cannot be changed; make a dict of these cards and change that")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[CardCounts], tuple[dict[str, int]]]:
        return CardCounts, (dict(self),)


@dataclass(frozen=True, slots=True)
class Growth:
    """How a value that only grows is sent as what is new: `news` of two values, `join` of what was
    known with that, both as plain data; `plain` is the type of news."""

    name: str
    plain: Any
    news: Callable[[Board, Any, Any], Any]
    join: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of value. `plain` is its type as plain data, `write` and `read` are Python expressions
    of `$`, the value or its plain data, of `board` and of `names`. `empty` is what a reader takes
    for granted where there is nothing. What has no `growth` is replaced as a whole when it changes.
    `sent` has the same JSON as `write` but copies nothing: for an encoder, which gives the name
    `Raw` to what is JSON already.

    They are expressions and not functions, because whole views are written for every move: all of
    a view becomes one expression, which `function` compiles once.
    """

    plain: Any
    write: str = "$"
    read: str = "$"
    empty: Any = None
    growth: Growth | None = None
    names: Mapping[str, Any] = field(default_factory=dict)
    sent: str = ""

    def expression(self, *, sent: bool) -> str:
        """How it is written as plain data, or for an encoder."""
        return self.sent if sent and self.sent else self.write


@dataclass(frozen=True, slots=True)
class Fact:
    """A declared field, as one audience gets it."""

    attribute: str
    name: str
    form: Form
    fixed: bool


def public(form: Form, name: str = "", *, fixed: bool = False) -> dict[str, Any]:
    """Declare what everybody knows; `fixed` is what no move changes. For `dataclasses.field`."""
    return {"public": (name, form, fixed)}


def own(form: Form, name: str = "") -> dict[str, Any]:
    """Declare what only the seat itself knows."""
    return {"own": (name, form, False)}


def read_by(read: Callable[[Board, Plain], Any]) -> dict[str, Any]:
    """Declare that a field is read from more than its own plain value: from all plain data."""
    return {"read": read}


def facts(kind: type[Any], audience: str) -> tuple[Fact, ...]:
    """What an audience, `public` or `own`, gets of a dataclass, in the order of its fields."""
    found = [(x.name, x.metadata.get(audience)) for x in fields(kind)]
    return tuple(
        Fact(attribute, said[0] or attribute, said[1], said[2]) for attribute, said in found if said
    )


def function(arguments: str, expression: str, several: Iterable[Form]) -> Callable[..., Any]:
    """What computes an expression in which these forms occur."""
    names = {name: value for form in several for name, value in form.names.items()}
    compiled: Callable[..., Any] = eval(f"lambda {arguments}: {expression}", names)
    return compiled


def writing(table: Iterable[Fact], value: str, *, sent: bool = False) -> str:
    """The expression of an object with these facts; `value` has a place `%s` for the attribute."""
    written = [(x, x.form.expression(sent=sent)) for x in table]
    parts = [(x.name, write.replace("$", value % x.attribute)) for x, write in written]
    return "{" + ", ".join(f"{name!r}: {write}" for name, write in parts) + "}"


def reading(table: Iterable[Fact], plain: str) -> str:
    """The expression of the attributes that are read from such an object."""
    parts = [(x, f"{plain}.get({x.name!r}, {x.form.empty!r})") for x in table]
    reads = [f"{x.attribute!r}: {x.form.read.replace('$', said)}" for x, said in parts]
    return "{" + ", ".join(reads) + "}"


def object_of(kind: type[Any]) -> Form:
    """A value of a dataclass as an object with what is public of it."""
    table = facts(kind, "public")
    names = {name: value for x in table for name, value in x.form.names.items()}
    names |= {"made": made, kind.__name__: kind}
    read = f"made({kind.__name__}, {reading(table, '$')})"
    sent = writing(table, "$.%s", sent=True)
    return Form(kind, writing(table, "$.%s"), read, names=names, sent=sent)


def rows_of(kind: type[Any], *, grows: bool = False) -> Form:
    """Values of a dataclass as rows of what is public of them, which is plain already."""
    table = facts(kind, "public")
    plain = GenericAlias(list, GenericAlias(tuple, tuple(x.form.plain for x in table)))
    row = ", ".join(f"x.{x.attribute}" for x in table)
    cells = ", ".join(f"{x.attribute!r}: x[{i}]" for i, x in enumerate(table))
    write, read = f"[({row}) for x in $]", f"tuple([made({kind.__name__}, {{{cells}}}) for x in $])"
    growth = Growth("added", plain, _more(write), lambda known, more: [*known, *more])
    names = {"made": made, kind.__name__: kind}
    return Form(plain, write, read, [], growth if grows else None, names)


def _more(write: str) -> Callable[[Board, Any, Any], Any]:
    written = function("values", write.replace("$", "values"), ())
    return lambda board, before, now: written(now[len(before) :])


def optional(form: Form) -> Form:
    """The same, or null."""
    ways = form.write, form.read, form.expression(sent=True)
    write, read, sent = (f"None if $ is None else {x}" for x in ways)
    return Form(form.plain | None, write, read, names=form.names, sent=sent)


def _owners(names: str) -> Form:
    """Who owns each of a board's things, by their ids; what nobody owns is left out."""

    def news(board: Board, before: tuple[Any, ...], now: tuple[Any, ...]) -> dict[str, int]:
        return newly_placed(getattr(board, names), before, now)

    growth = Growth("joined", dict[str, int], news, lambda known, more: {**known, **more})
    read = f"tuple(map($.get, board.{names}))"
    write = f"placed(board.{names}, $)"
    return Form(dict[str, int], write, read, {}, growth, {"placed": placed})


NUMBER = Form(int, empty=0)
NUMBER_OR_NONE = Form(int | None)
TEXT = Form(str, empty="")
FLAG = Form(bool, empty=False)
NUMBERS = Form(list[int], "[*$]", "tuple($)", [], sent="$")
TEXTS = Form(list[str], "[*$]", "tuple($)", [], sent="$")
MARKET = Form(list[str | None], "[*$]", "tuple($)", [], sent="$")
CARDS = Form(dict[str, int], "{**$}", "CardCounts($)", {}, None, {"CardCounts": CardCounts}, "$")
BOARD = Form(str, "$.name", "board")
ROUTE = Form(str, "$.id", "board.route_by_id[$]")
TICKETS = Form(list[str], "[x.id for x in $]", "tuple([board.ticket_by_id[x] for x in $])", [])
ROUTE_OWNERS = _owners("route_ids")
CITY_OWNERS = _owners("city_ids")
