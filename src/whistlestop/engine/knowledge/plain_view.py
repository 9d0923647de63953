"""Views as plain data, ready for JSON, in the one form that programs, sockets and files have.

Plain data of a view is its public part, which is the same for everybody at a ply, and its own part,
under names that never clash: whoever has both puts them together. Everything follows from what
`View` declares. Invariant: a view that is written and read again is equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from whistlestop.engine.knowledge.forms import Fact, Form, Plain, facts, function, reading, writing
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.reading import made
from whistlestop.model.board import Board

PUBLIC = facts(View, "public")
OWN = facts(View, "own")
CHANGING = tuple(fact for fact in PUBLIC if not fact.fixed)
EMPTY: Plain = {fact.name: fact.form.empty for fact in (*PUBLIC, *OWN)}
"""What a reader takes for granted of each field that is not there."""
_GROWTHS = {fact.name: fact.form.growth for fact in CHANGING}
Raw = Callable[[bytes], Any]


def writer(table: tuple[Fact, ...], raw: Raw | None = None) -> Callable[..., dict[str, Any]]:
    """What writes these facts of a board and of the fields of a view: as plain data, or for an
    encoder that takes JSON as it is by `raw`."""
    forms = [*(fact.form for fact in table), Form(None, names={"Raw": raw})]
    return function("board, x", writing(table, "x['%s']", sent=raw is not None), forms)


def comparer(raw: Raw | None = None) -> Callable[..., dict[str, Any]]:
    """What compares the fields of two views of a board, and writes what a move changed of the
    public part: news of what only grows, all else as it is now."""
    lines, names = ["def changed(board, old, new):", " found = {}"], dict[str, Any](Raw=raw)
    for fact in CHANGING:
        names |= fact.form.names
        lines.append(f" a, b = old[{fact.attribute!r}], new[{fact.attribute!r}]")
        if fact.form.growth is None:
            write = fact.form.expression(sent=raw is not None).replace("$", "b")
            lines.append(f" if a is not b and a != b: found[{fact.name!r}] = {write}")
        else:  # to look for news is to compare
            names[f"{fact.name}_news"] = fact.form.growth.news
            lines.append(f" if a is not b and (news := {fact.name}_news(board, a, b)):")
            lines.append(f"  found[{fact.name!r}] = news")
    exec("\n".join([*lines, " return found"]), names)
    changed: Callable[..., dict[str, Any]] = names["changed"]
    return changed


def _reader() -> Callable[..., dict[str, Any]]:
    """Reads all attributes in their order, each from its own plain value or by its own function."""
    own = {fact.attribute: fact for fact in (*OWN, *PUBLIC)}
    readers = {x.name: x.metadata["read"] for x in fields(View) if "read" in x.metadata}
    alone = {x: reading([fact], "x")[1:-1] for x, fact in own.items()}
    parts = [
        f"{x.name!r}: {x.name}(board, x)" if x.name in readers else alone[x.name]
        for x in fields(View)
    ]
    forms = [*(fact.form for fact in own.values()), Form(None, names=readers)]
    return function("board, x", "{" + ", ".join(parts) + "}", forms)


_public, _own, _whole = writer(PUBLIC), writer(OWN), writer((*PUBLIC, *OWN))
_read = _reader()
_changed = comparer()


def view_data(view: View) -> dict[str, Any]:
    """All that a view holds."""
    return _whole(view.board, vars(view))


def public_data(view: View) -> dict[str, Any]:
    """What everybody may know; the same from all views of a ply."""
    return _public(view.board, vars(view))


def own_data(view: View) -> dict[str, Any]:
    """What only the seat itself knows."""
    return _own(view.board, vars(view))


def changed_data(before: View, now: View) -> dict[str, Any]:
    """What a move has changed of the public part. Not for a move that began a new pile: that ends
    what only ever grew."""
    return _changed(now.board, vars(before), vars(now))


def with_changed(known: Plain, changed: Mapping[str, Any]) -> dict[str, Any]:
    """The public part of the next ply."""
    joined = {
        name: value if (growth := _GROWTHS.get(name)) is None else growth.join(known[name], value)
        for name, value in changed.items()
    }
    return {**known, **joined}


def view_from_data(board: Board, plain: Plain) -> View:
    """The view that was written; with the public part alone, a spectator's."""
    return made(View, _read(board, plain))
