"""How far rectangles and discs are apart, for many pairs at once, and how that changes.

Rectangles by the separating axes: the greatest gap between their shadows on any of the four
axes; negative when they overlap. Discs exactly. Each function adds to the gradients what a pair
that keeps less than its distance asks for, and returns what that costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, Indices


@dataclass
class Boxes:
    """Rectangles: middles, angles, half lengths and widths, and the gradients of all that moves."""

    middle: Array
    angle: Array
    half: Array

    def __post_init__(self) -> None:
        self.long = np.stack([np.cos(self.angle), np.sin(self.angle)], 1)
        self.wide = np.stack([-self.long[:, 1], self.long[:, 0]], 1)
        self.pull = np.zeros_like(self.middle)
        self.turn = np.zeros_like(self.angle)


def gaps(boxes: Boxes, i: Indices, j: Indices) -> tuple[Array, Indices]:
    """The gap of each pair, and which of the four axes it is measured on."""
    d = boxes.middle[j] - boxes.middle[i]
    cos = np.abs((boxes.long[i] * boxes.long[j]).sum(1))
    sin = np.abs((boxes.long[i] * boxes.wide[j]).sum(1))
    (la, wa), (lb, wb) = boxes.half[i].T, boxes.half[j].T
    on = [np.abs((d * axis).sum(1)) for axis in _axes(boxes, i, j)]
    found = np.stack(
        [
            on[0] - la - lb * cos - wb * sin,
            on[1] - wa - lb * sin - wb * cos,
            on[2] - lb - la * cos - wa * sin,
            on[3] - wb - la * sin - wa * cos,
        ]
    )
    best = found.argmax(0)
    return found[best, np.arange(len(i))], best


def _axes(boxes: Boxes, i: Indices, j: Indices) -> tuple[Array, Array, Array, Array]:
    return boxes.long[i], boxes.wide[i], boxes.long[j], boxes.wide[j]


def push_boxes(boxes: Boxes, i: Indices, j: Indices, keep: Array, weight: Array) -> float:
    """Push pairs of rectangles apart to the distance that they should keep."""
    gap, best = gaps(boxes, i, j)
    near = gap < keep
    i, j, best, lack = i[near], j[near], best[near], (keep - gap)[near]
    weight = weight[near]
    d = boxes.middle[j] - boxes.middle[i]
    axis = np.stack(_axes(boxes, i, j))[best, np.arange(len(i))]
    side = np.sign((d * axis).sum(1))
    force = -2 * weight * lack  # the change of the cost with the gap
    move = (force * side)[:, None] * axis
    np.add.at(boxes.pull, j, move)
    np.add.at(boxes.pull, i, -move)
    _turn_boxes(boxes, i, j, best, d, side, force)
    return float((weight * lack**2).sum())


def _turn_boxes(
    boxes: Boxes, i: Indices, j: Indices, best: Indices, d: Array, side: Array, force: Array
) -> None:
    """What turning either rectangle does to the gap on the axis it is measured on."""
    dot = (boxes.long[i] * boxes.long[j]).sum(1)
    cross = (boxes.long[i] * boxes.wide[j]).sum(1)  # minus the sine of the angle between them
    of_first = best < 2
    along = best % 2 == 0
    half = np.where(of_first[:, None], boxes.half[j], boxes.half[i])
    # |cos| and |sin| of the angle between them, and how they change when the second one turns on.
    cos_on, sin_on = np.sign(dot) * cross, -np.sign(cross) * dot
    reach = np.where(
        along, half[:, 0] * cos_on + half[:, 1] * sin_on, half[:, 0] * sin_on + half[:, 1] * cos_on
    )
    own = np.where(of_first, i, j)
    axis_on = np.where(along[:, None], boxes.wide[own], -boxes.long[own])
    lean = side * (d * axis_on).sum(1)
    np.add.at(boxes.turn, j, force * -reach)
    np.add.at(boxes.turn, i, force * reach)
    np.add.at(boxes.turn, own, force * lean)


def to_discs(boxes: Boxes, i: Indices, points: Array) -> tuple[Array, Array]:
    """From rectangles to points: the distance, and its direction in the rectangle's own frame."""
    d = points - boxes.middle[i]
    q = np.stack([(d * boxes.long[i]).sum(1), (d * boxes.wide[i]).sum(1)], 1)
    over = np.abs(q) - boxes.half[i]
    out = np.maximum(over, 0.0)
    size = np.hypot(out[:, 0], out[:, 1])
    inside = size <= 0
    deep = np.where((over[:, 0] > over[:, 1])[:, None], [1.0, 0.0], [0.0, 1.0])
    way = np.where(inside[:, None], deep, out / np.where(inside, 1.0, size)[:, None]) * np.sign(q)
    return np.where(inside, over.max(1), size), way


def push_discs(
    boxes: Boxes, i: Indices, discs: tuple[Array, Array, Indices], keep: Array, weight: Array
) -> float:
    """Push rectangles from points to a distance, or with a negative weight pull them nearer.

    `discs` holds the points, their gradients, and for each rectangle in `i` the index of its point.
    """
    points, pulls, at = discs
    gap, way = to_discs(boxes, i, points[at])
    lack = keep - gap
    short = np.where(weight > 0, lack > 0, lack < 0)
    i, at, lack, way, weight = i[short], at[short], lack[short], way[short], np.abs(weight[short])
    force = -2 * weight * lack
    move = force[:, None] * (way[:, :1] * boxes.long[i] + way[:, 1:] * boxes.wide[i])
    np.add.at(pulls, at, move)
    np.add.at(boxes.pull, i, -move)
    d = points[at] - boxes.middle[i]
    q = np.stack([(d * boxes.long[i]).sum(1), (d * boxes.wide[i]).sum(1)], 1)
    np.add.at(boxes.turn, i, force * (way[:, 0] * q[:, 1] - way[:, 1] * q[:, 0]))
    return float((weight * lack**2).sum())
