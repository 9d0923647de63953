"""The maps of a study: what to colour on the board, and the same as a picture for slides.

The SVG is the project's own drawing; the PNG draws the same shapes with matplotlib, because a
slide wants pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whistlestop.boards.graph import first_side
from whistlestop.lab.extras import needed
from whistlestop.lab.show.plots import LIGHT, figure, ink_at, save
from whistlestop.lab.study.counts import Sample
from whistlestop.lab.study.heat import (
    LEGEND,
    SOURCE,
    HeatMap,
    amounts,
    colour_at,
    foot_of,
    shares,
    width_of,
)
from whistlestop.lab.study.study import Study
from whistlestop.model.board import Board, Route
from whistlestop.render.geometry.drawing import CITY, LINE, Drawing, drawing_of
from whistlestop.render.outline import outline_of

INCH = 110.0
"""Units of a drawing in an inch of a picture."""
_NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_COMMANDS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
LAND, WATER, LAKE = "#f4ecd8", "#c8dcdf", "#c8dcdf"


def maps_of(study: Study) -> dict[str, HeatMap]:
    """Every map by name."""
    found = {}
    for sample in study.samples:
        claimed = {
            study.board.route_by_id[count.route].index: count.claimed for count in sample.routes
        }
        title = f"Games in which a route was claimed, {sample.players} players"
        found[f"routes-{sample.players}"] = shares(claimed, title, _source(study, sample))
    wanted = {first_side(route): n for route, n in study.structure.contest.items()}
    title = "Tickets that want a route"
    found["demand"] = amounts(wanted, title, f"{study.board.title}: shortest ways of all tickets")
    found["maximum"] = _maximum_map(study)
    return found


def _source(study: Study, sample: Sample) -> str:
    games = f"{len(sample.games):,} games of {study.bot} against itself"
    return f"{study.board.title}: {games}, seed {study.seed}"


def _maximum_map(study: Study) -> HeatMap:
    maximum = study.maximum
    values = {route.index: 1.0 for route in maximum.routes}
    title = f"{maximum.total} points with {maximum.trains} trains"
    source = f"{study.board.title}: the best network that a search found"
    ends = ("not used", "used")
    return HeatMap(title, "The best network found.", values, {}, 1.0, ends, source, both=False)


def draw_map(board: Board, heat: HeatMap, path: Path) -> None:
    """The map as a picture of pixels."""
    drawing = drawing_of(board)
    bottom, width = drawing.height + foot_of(drawing).height, width_of(drawing)
    left = (drawing.width - width) / 2
    with figure(LIGHT, width / INCH, bottom / INCH) as (drawn, axes):
        # The map fills the picture: one unit of the drawing is the same everywhere on it.
        drawn.set_layout_engine("none")
        axes.set_position((0, 0, 1, 1))
        axes.set_xlim(left, left + width)
        axes.set_ylim(bottom, 0)
        axes.set_aspect("equal")
        axes.axis("off")
        _draw_land(axes, board)
        for route in board.routes:
            _draw_route(axes, route, drawing, heat)
        _draw_cities(axes, drawing)
        _draw_legend(axes, drawing, heat)
        save(drawn, path)


def _draw_land(axes: Any, board: Board) -> None:
    outline = outline_of(board)
    patches, paths = needed("matplotlib.patches", "lab"), needed("matplotlib.path", "lab")
    if outline is None:
        return
    frame = patches.Rectangle((0, 0), board.width, board.height, facecolor=WATER, linewidth=0)
    axes.add_patch(frame)
    fills = {"land": (LAND, "#8f8a74"), "lake": (LAKE, "#8fa9ad"), "park": ("#d5dfb4", "none")}
    for layer in outline.layers:
        if layer.kind in fills:
            points, codes = zip(*_path(layer.d), strict=True)
            fill, edge = fills[layer.kind]
            look = {"facecolor": fill, "edgecolor": edge, "linewidth": 0.6}
            shape = patches.PathPatch(paths.Path(points, codes), **look)
            axes.add_patch(shape)
            shape.set_clip_path(frame)


def _path(data: str) -> Iterator[tuple[tuple[float, float], int]]:
    """A path of straight lines, as points with the codes of matplotlib (1 move, 2 line, 79 end)."""
    x = y = begin_x = begin_y = 0.0
    for command, text in _COMMANDS.findall(data):
        numbers = [float(n) for n in _NUMBERS.findall(text)]
        if command in "zZ":
            x, y = begin_x, begin_y
            yield (x, y), 79
        elif command in "hv":
            for n in numbers:
                x, y = (x + n, y) if command == "h" else (x, y + n)
                yield (x, y), 2
        else:
            for i in range(0, len(numbers) - 1, 2):
                dx, dy = numbers[i : i + 2]
                x, y = (dx, dy) if command in "ML" else (x + dx, y + dy)
                move = command in "mM" and i == 0
                if move:
                    begin_x, begin_y = x, y
                yield (x, y), 1 if move else 2


def _draw_route(axes: Any, route: Route, drawing: Drawing, heat: HeatMap) -> None:
    patches = needed("matplotlib.patches", "lab")
    value = heat.share(route)
    look = {"facecolor": colour_at(value), "edgecolor": "#7a746a", "linewidth": 0.7}
    for space, text in zip(drawing.spaces[route.index], heat.texts_on(route), strict=True):
        axes.add_patch(patches.Polygon(space.shape.corners, **look))
        if text:
            axes.text(
                *space.centre,
                text,
                rotation=(-space.angle + 90) % 180 - 90,
                ha="center",
                va="center_baseline",
                fontsize=5.6,
                weight="bold",
                color=ink_at(value),
                rotation_mode="anchor",
            )


def _draw_cities(axes: Any, drawing: Drawing) -> None:
    patches = needed("matplotlib.patches", "lab")
    effects = needed("matplotlib.patheffects", "lab")
    look = {"facecolor": "#fbf9f3", "edgecolor": "#24211d", "linewidth": 1}
    for point in drawing.points:
        axes.add_patch(patches.Circle(point, CITY - 2, **look))
    align = {"start": ("left", 0.0), "middle": ("center", 0.5), "end": ("right", 1.0)}
    for label in drawing.labels:
        side, share = align[label.anchor]
        for i, line in enumerate(label.lines):
            axes.text(
                label.left + share * label.width,
                label.top + LINE * label.font * (i + 0.5),
                line,
                ha=side,
                va="center",
                fontsize=label.font * 72 / INCH * 0.86,
                weight="bold",
                color="#24211d",
                path_effects=[effects.withStroke(linewidth=2, foreground="#f3efe4")],
            )


def _draw_legend(axes: Any, drawing: Drawing, heat: HeatMap) -> None:
    patches = needed("matplotlib.patches", "lab")
    foot = foot_of(drawing)
    (left, top), (title_x, title_y) = foot.legend, foot.title
    shift = (drawing.width - width_of(drawing)) / 2
    left, title_x = left + shift, title_x + shift
    steps = 24
    for i in range(steps):
        corner, wide = (left + i * LEGEND / steps, top), LEGEND / steps + 0.6
        look = {"linewidth": 0, "facecolor": colour_at(i / (steps - 1))}
        axes.add_patch(patches.Rectangle(corner, wide, 14, **look))
    low, high = heat.ends
    axes.text(left - 8, top + 7, low, ha="right", va="center", fontsize=9)
    axes.text(left + LEGEND + 8, top + 7, high, ha="left", va="center", fontsize=9)
    left_set = {"ha": "left", "va": "center"}
    axes.text(title_x, title_y + 7, heat.title, fontsize=10, weight="bold", **left_set)
    axes.text(title_x, title_y + 7 + SOURCE, heat.source, fontsize=7, color="#6b6457", **left_set)
