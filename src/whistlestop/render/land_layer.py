"""The outline of a board as SVG: water with lines along the shore, land, rivers, names, a frame.

It is decoration: it says nothing that a reader must know and is hidden from those who listen.
A board without an outline lies on plain land. How it looks is in `art`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from whistlestop.model.board import Board
from whistlestop.render.art import ACROSS, art, look, paint
from whistlestop.render.geometry.drawing import WIDTH, Drawing, drawing_of
from whistlestop.render.geometry.lettering import text_width
from whistlestop.render.geometry.shapes import box, way_out
from whistlestop.render.markup import number, rect, tag, words
from whistlestop.render.outline import WATERS, BoardOutline, WaterName, outline_of

Size = tuple[float, float]
CREDIT = 9.0
"""The font of the credit."""
SCALE = WIDTH / ACROSS
"""From the units of the art to those of the board."""


def land_layer(board: Board, *, framed: bool = False) -> str:
    """Everything under the routes of a board, cut off at the edge of its canvas or at its frame."""
    outline = outline_of(board)
    land = _land(outline, (board.width, board.height), framed)
    return land + _credit(drawing_of(board), outline) if outline else land


@lru_cache(maxsize=16)
def _credit(drawing: Drawing, outline: BoardOutline) -> str:
    """Whom the shapes are from, in a corner where nothing else stands; the last one if none is."""
    credit, inset = outline.credit, CREDIT
    width, height = text_width(credit, CREDIT), CREDIT * 1.3
    lefts = drawing.width - width - inset, inset
    tops = drawing.height - height - inset / 2, inset / 2
    corners = [(left, top) for top in tops for left in lefts] if credit else []
    others = [*(s.shape for s in drawing.all_spaces()), *drawing.discs]
    others += [label.shape for label in drawing.labels]
    others += [name.shape for name in outline.names]
    for left, top in corners:
        room = box(left, top, width, height)
        if (left, top) == corners[-1] or not any(way_out(room, other) for other in others):
            return words(credit, left, top + CREDIT, "credit", aria_hidden="true")
    return ""


def edge(size: Size) -> float:
    """How far the frame reaches beyond a canvas; on a small one it is narrower than on others."""
    frame = art()["frame"]
    return float(min(frame["edge"] * SCALE, frame["most"] * max(size)))


@lru_cache(maxsize=16)
def _land(outline: BoardOutline | None, size: Size, framed: bool) -> str:
    beyond = edge(size) if framed else 0.0
    width, height = size[0] + 2 * beyond, size[1] + 2 * beyond
    ground = rect(-beyond, -beyond, width, height, **look({"fill": "sea" if outline else "land"}))
    inside = (ground, *_parts(size, outline)) if outline else (ground,)
    frame = _frame(size) if framed else ()
    room = {"x": -beyond, "y": -beyond, "width": width, "height": height}
    shown = " ".join(map(number, room.values()))
    return tag("svg", *inside, *frame, **room, viewBox=shown, aria_hidden="true")


def _parts(size: Size, outline: BoardOutline) -> Iterator[str]:
    layers = {layer.kind: layer.d for layer in outline.layers}
    for how in art()["ground"]:
        if how["kind"] in layers:
            yield from _layer(how, layers[how["kind"]], size)
    for name in outline.names:
        yield _name(name)


def _layer(how: Mapping[str, Any], d: str, size: Size) -> Iterator[str]:
    """Everything of one kind: lines along its shores, itself, its edge."""
    id = f"ws-ground-{how['kind']}"
    shared = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    yield tag("defs", tag("path", d=d, id=id, **shared), *_gradient(how, size, id))
    for far, line, water in how.get("shores", ()):
        yield _stroke(id, 2 * far + 2.4, line)
        yield _stroke(id, 2 * far - 2.4, water)
    if "fill" in how:
        yield _fill(how, id)
    for width, role in how.get("inner", ()):
        yield tag("g", _stroke(id, width, role), clip_path=f"url(#{id}-clip)")
    if "line" in how:
        yield _stroke(id, how["width"], how["line"], how.get("dash"))


def _gradient(how: Mapping[str, Any], size: Size, id: str) -> Iterator[str]:
    if "to" in how:
        ends = {"x1": 0, "y1": 0, "x2": f"{size[0] / 3:g}", "y2": f"{size[1]:g}"}
        stops = (
            tag("stop", offset=i, stop_color=paint(role)[0], class_=f"ws-stop-{role}")
            for i, role in enumerate((how["fill"], how["to"]))
        )
        yield tag("linearGradient", *stops, id=f"{id}-fill", gradientUnits="userSpaceOnUse", **ends)
    if "inner" in how:
        yield tag("clipPath", tag("use", href=f"#{id}", clip_rule="evenodd"), id=f"{id}-clip")


def _fill(how: Mapping[str, Any], id: str) -> str:
    if "to" in how:
        return tag("use", href=f"#{id}", fill=f"url(#{id}-fill)", fill_rule="evenodd")
    return tag("use", href=f"#{id}", fill_rule="evenodd", **look({"fill": how["fill"]}))


def _stroke(id: str, width: float, role: str, dash: str | None = None) -> str:
    return tag("use", href=f"#{id}", **_pen(width, dash), **look({"line": role}))


def _pen(width: float, dash: str | None) -> dict[str, Any]:
    """The width of a line and its dashes, in the board's own units."""
    dashes = " ".join(f"{float(part) * SCALE:.3g}" for part in dash.split()) if dash else None
    return {"stroke_width": f"{width * SCALE:.3g}", "stroke_dasharray": dashes}


def _name(name: WaterName) -> str:
    turn = f"translate({number(name.x)} {number(name.y)}) rotate({number(name.angle)})"
    style = f"font-size:{number(name.size)}px"
    return words(WATERS[name.key], 0, 0.35 * name.size, "waters", transform=turn, style=style)


def _frame(size: Size) -> Iterator[str]:
    """The edge of an atlas sheet: a band of dark and light, and a line."""
    beyond = edge(size)
    thinner = beyond / (art()["frame"]["edge"] * SCALE)
    for line in art()["frame"]["lines"]:
        off = line["in"] * SCALE * thinner - beyond
        width, height = size[0] - 2 * off, size[1] - 2 * off
        pen = _pen(line["width"] * thinner, line.get("dash"))
        yield rect(off, off, width, height, **pen, **look(line))
