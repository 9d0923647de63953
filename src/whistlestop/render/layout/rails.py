"""The spaces of all links at once, and how they move when cities and bows do.

The same curves as `geometry.curve`, as arrays: every link is worked out in its own frame, where it
depends on its chord and its two bows only, and then turned to where its cities are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.render.geometry.curve import STEPS

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, LayoutPuzzle, LayoutState

PITCH = 1.06
_T = np.linspace(0.0, 1.0, STEPS + 1)
_NUDGE = 1e-5


def _off(t: Array, near: Array, far: Array) -> Array:
    return 4 * t * (1 - t) * ((1 - t) * near + t * far)


def _turn(t: Array, near: Array, far: Array) -> Array:
    return 4 * ((1 - 2 * t) * ((1 - t) * near + t * far) + t * (1 - t) * (far - near))


@dataclass
class Rails:
    """Where the spaces of all links are: middles, angles, half lengths; `shares` is how they move.

    `shares[k]` holds, for the chord and the two bows, how x, y and angle of a space in the frame of
    its link change with them.
    """

    puzzle: LayoutPuzzle
    along: Array
    across: Array
    chord: Array
    local: Array
    shares: Array
    middle: Array
    angle: Array
    half: Array

    def pull(self, state: LayoutState, middle: Array, angle: Array) -> None:
        """Add to a gradient what a gradient of middles and angles means for cities and bows."""
        puzzle, link = self.puzzle, self.puzzle.link_of
        u, s = self.along[link], self.across[link]
        x, y = self.local[0][:, None], self.local[1][:, None]
        by = np.stack([(middle * u).sum(1), (middle * s).sum(1), -angle])
        turned = (middle * (y * u - x * s)).sum(1) + angle
        size = len(puzzle.links)
        parts = [np.bincount(link, (by * share).sum(0), size) for share in self.shares]
        swing = np.bincount(link, turned, size) / self.chord
        push = self.along * parts[0][:, None] - self.across * swing[:, None]
        moved = np.stack([np.bincount(link, middle[:, k], size) for k in (0, 1)], 1)
        np.add.at(state.points, puzzle.b, push)
        np.add.at(state.points, puzzle.a, moved - push)
        state.bows[:, 0] += parts[1]
        state.bows[:, 1] += parts[2]


def filling(puzzle: LayoutPuzzle, state: LayoutState, grown: float) -> Array:
    """How long the spaces of each link are while a layout grows (`grown` from 0 to 1).

    At first they fill their curves, so that lines cannot pass through each other; at last all
    have the one size.
    """
    way = state.points[puzzle.b] - state.points[puzzle.a]
    room = np.hypot(way[:, 0], way[:, 1]) - 1.28
    fill = np.maximum(room / (puzzle.count * PITCH - 0.06), 0.2)
    return np.asarray(grown + (1 - grown) * fill, dtype=np.float64)


def laid(puzzle: LayoutPuzzle, state: LayoutState, scale: Array) -> Rails:
    """The spaces of a state, those of each link so much longer than one space."""
    way = state.points[puzzle.b] - state.points[puzzle.a]
    chord = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-6)
    u = way / chord[:, None]
    s = np.stack([u[:, 1], -u[:, 0]], 1)
    given = np.stack([chord, state.bows[:, 0], state.bows[:, 1]])
    nudges = _NUDGE * np.concatenate([np.zeros((1, 3)), np.eye(3), -np.eye(3)])
    local, *moved = _local(puzzle, given + nudges[:, :, None], scale)
    shares = [(moved[k] - moved[k + 3]) / (2 * _NUDGE) for k in range(3)]
    link = puzzle.link_of
    start = state.points[puzzle.a][link]
    middle = start + local[0][:, None] * u[link] + local[1][:, None] * s[link]
    angle = np.arctan2(u[link, 1], u[link, 0]) - local[2]
    return Rails(puzzle, u, s, chord, local, np.array(shares), middle, angle, 0.5 * scale[link])


def _local(puzzle: LayoutPuzzle, given: Array, scale: Array) -> Array:
    """x, y and angle of every space in the frame of its link, for each of several states."""
    chord, near, far = (given[:, k, :, None] for k in range(3))
    x, y = chord * _T, _off(_T, near, far)
    turn = _turn(_T, near, far)
    size = np.hypot(chord, turn)
    bend = np.hypot(np.diff(chord / size), np.diff(turn / size))
    step = np.hypot(np.diff(x), np.diff(y))
    part = np.maximum(step - puzzle.bend[:, None] * bend, 1e-9)
    table = np.concatenate([np.zeros((*part.shape[:2], 1)), np.cumsum(part, 2)], 2)
    link = puzzle.link_of
    table, part = table[:, link], part[:, link]
    e = table[..., -1] / 2 + puzzle.place * PITCH * scale[link]
    i = np.clip((table <= e[..., None]).sum(2) - 1, 0, STEPS - 1)[..., None]
    before, long = (np.take_along_axis(rows, i, 2)[..., 0] for rows in (table, part))
    t = (i[..., 0] + (e - before) / long) / STEPS
    c, b1, b2 = (given[:, k, link] for k in range(3))
    return np.stack([c * t, _off(t, b1, b2), np.arctan2(_turn(t, b1, b2), c)], 1)
