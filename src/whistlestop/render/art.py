"""How things on a board look: the shapes and paints of `art.json`, as SVG.

The file is the one description of slots, wagons, stations, cities and ground; the browser client
draws from the same file, so that the two never differ. Its unit is a hundredth of a space, its
paints come in pairs, day and night. Places are decided elsewhere. Invariant: every paint stands in
the element itself for the day, and `night_rules` has it for the night.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from whistlestop.render.markup import tag

Paints = Mapping[str, tuple[str, str]]
"""What to paint with, day and night, by the role that a shape names."""
UNIT = 100.0
"""The length of a space in the units of the file; its width is `ACROSS`."""
ACROSS = 40.0
SEAT_COLOURS = ("blue", "red", "green", "yellow", "black")
"""The colours of the players by seat."""
_ROLE = re.compile(r"ws-(fill|line|stop)-([\w-]+)")


@lru_cache(maxsize=1)
def art() -> Mapping[str, Any]:
    """The description, read once."""
    from importlib.resources import files  # imports a lot, and text needs none of it

    text = (files("whistlestop.render") / "art.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def paint(role: str) -> tuple[str, str]:
    """A paint by day and by night: `sea`, `seat-blue-roof` or `card-red-floor`."""
    kind, _, rest = role.partition("-")
    owner, _, part = rest.partition("-")
    if kind == "seat":
        day, night = art()["seats"][owner][part]
    elif kind == "card":
        day, night = card_paints(owner)[part]
    else:
        day, night = art()["paint"][role]
    return day, night


def card_paints(colour: str) -> Paints:
    """The paints of a slot; colours of homemade boards get a hue of their own."""
    known: Paints | None = art()["cards"].get(colour)
    if known is not None:
        return known
    hue = hue_of(colour)
    return {
        "floor": (f"hsl({hue},60%,90%)", f"hsl({hue},40%,13%)"),
        "shade": (f"hsl({hue},40%,70%)", f"hsl({hue},30%,40%)"),
        "rim": (f"hsl({hue},50%,45%)", f"hsl({hue},55%,60%)"),
        "symbol": (f"hsl({hue},60%,25%)", f"hsl({hue},80%,85%)"),
    }


def hue_of(colour: str) -> int:
    """A hue for a colour that only a homemade board knows."""
    return sum(map(ord, colour)) * 47 % 360


def drawn(shapes: Iterable[Mapping[str, Any]], owner: str = "") -> Iterator[str]:
    """Shapes as paths; `owner` (`seat-blue`, `card-red`) has paints of its own for some roles."""
    colour = owner.partition("-")[2]
    for shape in shapes:
        if colour in shape.get("seats", (colour,)):
            yield tag("path", d=shape["d"], **_strokes(shape), **look(shape, owner))


def look(shape: Mapping[str, Any], owner: str = "") -> dict[str, Any]:
    """Fill and stroke of a shape by day, and the classes by which night finds them."""
    roles = {"fill": shape.get("fill"), "line": shape.get("line")}
    named = {kind: _owned(role, owner) for kind, role in roles.items() if role}
    attributes = {"fill": paint(named["fill"])[0] if "fill" in named else "none"}
    if "line" in named:
        attributes["stroke"] = paint(named["line"])[0]
    return {**attributes, "class_": " ".join(f"ws-{kind}-{role}" for kind, role in named.items())}


def _owned(role: str, owner: str) -> str:
    kind, _, name = owner.partition("-")
    own = art()["seats"][name] if kind == "seat" else card_paints(name) if kind == "card" else ()
    return f"{owner}-{role}" if role in own else role


def _strokes(shape: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a shape besides its paints."""
    round_ = "round" if shape.get("round") else None
    return {
        "stroke_width": shape.get("width"),
        "stroke_dasharray": shape.get("dash"),
        "stroke_linecap": round_,
        "stroke_linejoin": round_,
        "fill_rule": shape.get("rule", "evenodd") if shape.get("fill") else None,
    }


def stroked(shape: Mapping[str, Any], d: str, scale: float) -> str:
    """A line of the description along a path in the board's own units."""
    dash = shape.get("dash")
    dashes = " ".join(f"{float(part) * scale:g}" for part in dash.split()) if dash else None
    width = f"{shape['width'] * scale:.3g}"
    return tag("path", d=d, stroke_width=width, stroke_dasharray=dashes, **look(shape))


def night_rules(layers: str) -> str:
    """The style sheet that paints these layers for the night."""
    used = sorted({(kind, role) for kind, role in _ROLE.findall(layers)})
    property_ = {"fill": "fill", "line": "stroke", "stop": "stop-color"}
    rules = (f".ws-{kind}-{role}{{{property_[kind]}:{paint(role)[1]}}}" for kind, role in used)
    return "@media (prefers-color-scheme:dark){\n" + "\n".join(rules) + "\n}\n"
