"""What different eyes see in a picture: normal sight, two kinds of colour blindness, none at all.

Colours become lightness as WCAG 2 has it (relative luminance), after the matrices of Machado,
Oliveira and Fernandes (2009) for full deuteranopia and protanopia, applied to linear light. Two
things are compared pixel by pixel, by how many times lighter one is: (L1 + 0.05) / (L2 + 0.05).
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from whistlestop.render.geometry.drawing import WIDTH, Space

Pixels = NDArray[np.float32]
Points = NDArray[np.intp]

LIGHTNESS = np.array([0.2126, 0.7152, 0.0722], np.float32)
EYES = {
    "normal": np.eye(3, dtype=np.float32),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ],
        np.float32,
    ),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        np.float32,
    ),
    "achromatopsia": np.tile(LIGHTNESS, (3, 1)),
}
GRID = (36, 14)
"""How many points of a space are looked at, along it and across."""


def linear(png: bytes) -> Pixels:
    """A picture as linear light."""
    values = np.asarray(Image.open(BytesIO(png)).convert("RGB"), np.float32) / 255
    low = values / 12.92
    high = ((values + 0.055) / 1.055) ** 2.4
    return np.where(values <= 0.04045, low, high).astype(np.float32)


def points_of(spaces: Sequence[Space], scale: float, edge: float) -> Points:
    """Pixels of each space as rows and columns, evenly over all of it.

    `edge` is how far the frame moves the board, `scale` how many pixels a unit of the board has.
    """
    along, across = ((np.arange(n) + 0.5) / n - 0.5 for n in GRID)
    found = []
    for space in spaces:
        (x, y), (ux, uy) = space.centre, space.along
        far, wide = np.meshgrid(along * space.length, across * WIDTH)
        columns = (x + edge + far * ux - wide * uy) * scale
        rows = (y + edge + far * uy + wide * ux) * scale
        found.append(np.stack([rows.ravel(), columns.ravel()]))
    return np.asarray(found).astype(np.intp)


def seen(light: Pixels, at: Points, eyes: str) -> Pixels:
    """How light these points are to these eyes: a row for each space."""
    through = np.clip(light[at[:, 0], at[:, 1]] @ EYES[eyes].T, 0.0, 1.0)
    return np.asarray(through @ LIGHTNESS, np.float32)


def changed(one: Pixels, other: Pixels, times: float) -> Pixels:
    """For every space, the share of its points that are so many times lighter in one or other."""
    high, low = np.maximum(one, other) + 0.05, np.minimum(one, other) + 0.05
    return np.asarray((high >= times * low).mean(axis=1), np.float32)
