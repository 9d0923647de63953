"""What a layout costs, with its gradient: what overlaps, lengths that do not fit, wishes unmet.

Everything that must be so is a square of what is lacking, with a weight that grows; everything that
is only wished for (geography, straight lines, a small sheet) has a weight that fades.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.render.layout.apart import Boxes, gaps, push_boxes, push_discs, to_discs
from whistlestop.render.layout.fans import Fans
from whistlestop.render.layout.rails import Rails, filling, laid

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, Indices, LayoutPuzzle, LayoutState

CITY = 0.22
STATION = (0.98, 0.89)
GAPS = (0.33, 0.55)
"""The least and the greatest gap between a city's disc and its spaces that is aimed at."""
FOREIGN = 0.13
"""The distance between a space and the disc of a city that is not its own."""
NAME_NEAR, NAME_FAR = 0.07, 0.22
STATION_NEAR, STATION_FAR = 0.05, 0.5
"""How near to its city's disc a name or a station's place must and may be."""
TWIST = 2.0
"""How much worse an S is than an arc."""
GENTLE, STEEP = 0.1, 25.0
"""The bow, in parts of the chord, up to which a curve is gentle, and how much worse more is."""
MOST_PRESSURE = 300.0
REACH = 1.0
"""Pairs that are farther apart than this are left out until neighbours are looked for again."""


@dataclass(frozen=True)
class Stage:
    """How things are weighed for a while: sizes from 0 to 1, distances, weights, rounds."""

    width: float = 1.0
    grown: float = 1.0
    keep: float = 0.06
    push: float = 100.0
    home: float = 0.0
    compass: float = 0.3
    straight: float = 0.3
    sheet: float = 1.0
    rounds: int = 120


class Pressure:
    """How much more that weighs which has long been violated.

    Pairs of rectangles, rectangles and cities, and the gaps at both ends of links.
    """

    def __init__(self, puzzle: LayoutPuzzle, state: LayoutState) -> None:
        size = len(puzzle.link_of) + puzzle.cities + len(state.stations)
        self.boxes = np.ones((size, size))
        self.discs = np.ones((size, puzzle.cities))
        self.gaps = np.ones((2, len(puzzle.links)))


def _raise(pressure: Array, i: Indices, j: Indices, times: float) -> None:
    pressure[i, j] = np.minimum(pressure[i, j] * times, MOST_PRESSURE)


class Energy:
    """The cost of layouts of one puzzle at one stage, with neighbours as they were at its start."""

    def __init__(
        self,
        puzzle: LayoutPuzzle,
        state: LayoutState,
        home: Array,
        stage: Stage,
        pressure: Pressure | None = None,
    ) -> None:
        self.puzzle, self.shape, self.home, self.stage = puzzle, state, home, stage
        self.pressure = pressure
        self.tips = ((puzzle.first, puzzle.a, 1.0), (puzzle.last, puzzle.b, -1.0))
        self.scale = filling(puzzle, state, stage.grown)
        way = home[puzzle.b] - home[puzzle.a]
        self.course = way / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
        rails, boxes = self.bodies(state)
        spaces, cities = len(rails.angle), puzzle.cities
        self.spaces = spaces
        link = puzzle.link_of
        owner = np.arange(len(boxes.angle) - spaces) % cities
        self.owner: Indices = np.concatenate([link, len(puzzle.links) + owner])
        self._find_pairs(boxes)
        self._find_discs(boxes, state)
        self.fans = Fans(puzzle, state)

    def bodies(self, state: LayoutState) -> tuple[Rails, Boxes]:
        """The spaces, and all rectangles: spaces, then names, then places of stations."""
        puzzle, width = self.puzzle, self.stage.width
        rails = laid(puzzle, state, self.scale)
        wide = width * puzzle.half_width[puzzle.link_of]
        middles = [rails.middle, state.points + state.names]
        halves = [np.stack([rails.half, wide], 1), width * puzzle.names / 2]
        if len(state.stations):
            middles.append(state.points + state.stations)
            halves.append(np.tile(np.array(STATION) * width / 2, (puzzle.cities, 1)))
        still = np.zeros(sum(map(len, middles)) - len(rails.angle))
        angle = np.concatenate([rails.angle, still])
        return rails, Boxes(np.concatenate(middles), angle, np.concatenate(halves))

    def _find_pairs(self, boxes: Boxes) -> None:
        """Pairs of rectangles that may come to touch; spaces of one link never do."""
        size = np.hypot(boxes.half[:, 0], boxes.half[:, 1])
        d = boxes.middle[:, None] - boxes.middle[None]
        near = np.hypot(d[..., 0], d[..., 1]) < size[:, None] + size[None] + REACH
        i, j = np.nonzero(np.triu(near, 1))
        same = (self.owner[i] == self.owner[j]) & (j < self.spaces)
        self.i, self.j = i[~same], j[~same]
        both = (self.i < self.spaces) & (self.j < self.spaces)
        self.keep = self.stage.keep * np.where(both, 1.0, 0.8)
        self.weight = np.full(len(self.i), float(self.stage.push))
        if self.pressure is not None:
            self.weight *= self.pressure.boxes[self.i, self.j]

    def raise_pressure(self, state: LayoutState, times: float = 2.0) -> None:
        """Let every pair that is still violated weigh more from now on."""
        assert self.pressure is not None
        _, boxes = self.bodies(state)
        bad = gaps(boxes, self.i, self.j)[0] < 0.4 * self.keep
        _raise(self.pressure.boxes, self.i[bad], self.j[bad], times)
        away = to_discs(boxes, self.disc_i, state.points[self.disc_at])[0]
        bad = away < self.disc_keep - 0.05
        _raise(self.pressure.discs, self.disc_i[bad], self.disc_at[bad], times)
        short = np.array([np.abs(near + far) for near, far, *_ in self._ends(boxes, state)])
        end, link = np.nonzero(short > 0.01)
        _raise(self.pressure.gaps, end, link, times)

    def _find_discs(self, boxes: Boxes, state: LayoutState) -> None:
        """Rectangles and cities that may come to touch; the ends of a link are another matter."""
        puzzle = self.puzzle
        size = np.hypot(boxes.half[:, 0], boxes.half[:, 1])
        d = boxes.middle[:, None] - state.points[None]
        near = np.hypot(d[..., 0], d[..., 1]) < size[:, None] + CITY + REACH
        rows = np.arange(self.spaces)
        near[rows, puzzle.a[puzzle.link_of]] = False
        near[rows, puzzle.b[puzzle.link_of]] = False
        self.disc_i, self.disc_at = np.nonzero(near)
        distance = np.where(self.disc_i < self.spaces, FOREIGN, NAME_NEAR)
        first_station = self.spaces + puzzle.cities
        distance = np.where(self.disc_i >= first_station, STATION_NEAR, distance)
        self.disc_keep = (CITY + distance) * max(self.stage.width, 0.4)
        self.disc_weight = np.full(len(self.disc_i), float(self.stage.push))
        if self.pressure is not None:
            self.disc_weight *= self.pressure.discs[self.disc_i, self.disc_at]

    def __call__(self, vector: Array) -> tuple[float, Array]:
        """The cost of a layout and its gradient."""
        state = self.shape.unpacked(vector)
        slope = state.zeros()
        rails, boxes = self.bodies(state)
        cost = push_boxes(boxes, self.i, self.j, self.keep, self.weight)
        discs = state.points, slope.points, self.disc_at
        cost += push_discs(boxes, self.disc_i, discs, self.disc_keep, self.disc_weight)
        cost += self._hold_near(boxes, state, slope)
        cost += self._gaps(boxes, state, slope)
        cost += self._on_sheet(boxes, state, slope)
        cost += self._wishes(rails, state, slope)
        cost += self.fans.push(rails, state, slope, self.stage.push)
        self._hand_down(rails, boxes, slope)
        slope.points[self.puzzle.fixed] = 0.0
        if self.puzzle.fixed.any():
            slope.sheet[:2] = 0.0  # what is fixed keeps its distance from the sheet's corner
        return cost, slope.packed()

    def _hold_near(self, boxes: Boxes, state: LayoutState, slope: LayoutState) -> float:
        """Names and stations stay near their cities."""
        rows = np.arange(self.spaces, len(boxes.angle))
        at = self.owner[rows] - len(self.puzzle.links)
        far = np.where(rows < self.spaces + self.puzzle.cities, NAME_FAR, STATION_FAR)
        weight = np.full(len(rows), -4.0 * self.stage.push)
        return push_discs(boxes, rows, (state.points, slope.points, at), CITY + far, weight)

    def _ends(self, boxes: Boxes, state: LayoutState) -> Iterator[tuple[Array, ...]]:
        """For both ends of all links: what their gaps lack and what they have too much.

        Then the way from city to space: along the space, beside it, and beside its farther lane.
        """
        puzzle = self.puzzle
        for row, city, sign in self.tips:
            d = sign * (boxes.middle[row] - state.points[city])
            ahead, aside = (d * boxes.long[row]).sum(1), (d * boxes.wide[row]).sum(1)
            along = ahead - boxes.half[row, 0]
            across = np.maximum(np.abs(aside) + puzzle.lane_edge, 0.0)
            near = np.maximum(CITY + GAPS[0] - along, 0.0)
            far = np.minimum(CITY + GAPS[1] - np.hypot(along, across), 0.0)
            yield near, far, ahead, aside, along, across

    def _gaps(self, boxes: Boxes, state: LayoutState, slope: LayoutState) -> float:
        """The first and the last space of a link keep the gap to their cities, on both lanes."""
        cost = 0.0
        for end, (near, far, ahead, aside, along, across) in enumerate(self._ends(boxes, state)):
            row, city, sign = self.tips[end]
            push = np.full(len(row), 4.0 * self.stage.push)
            if self.pressure is not None:
                push *= self.pressure.gaps[end]
            size = np.maximum(np.hypot(along, across), 1e-9)
            cost += float((push * (near**2 + far**2)).sum())
            by_along = -2 * push * (near + far * along / size)
            by_aside = -2 * push * far * across / size * np.sign(aside)
            move = by_along[:, None] * boxes.long[row] + by_aside[:, None] * boxes.wide[row]
            np.add.at(boxes.pull, row, sign * move)
            np.add.at(slope.points, city, -sign * move)
            np.add.at(boxes.turn, row, by_along * aside - by_aside * ahead)
        return cost

    def _on_sheet(self, boxes: Boxes, state: LayoutState, slope: LayoutState) -> float:
        """Everything lies on the sheet, and the sheet is small in the window's shape."""
        extent = np.abs(boxes.long) * boxes.half[:, :1] + np.abs(boxes.wide) * boxes.half[:, 1:]
        margin, cost = 0.08, 0.0
        tail = np.full((len(state.points), 2), CITY + 0.12)
        middles = np.concatenate([boxes.middle, state.points])
        reach = np.concatenate([extent, tail]) + margin
        pull = np.zeros_like(middles)
        for edge, sign in ((0, 1.0), (2, -1.0)):
            out = sign * (state.sheet[edge : edge + 2] - middles) + reach
            out = np.maximum(out, 0.0)
            cost += self.stage.push * float((out**2).sum())
            pull -= 2 * self.stage.push * sign * out
            slope.sheet[edge : edge + 2] += 2 * self.stage.push * sign * out.sum(0)
        boxes.pull += pull[: len(boxes.angle)]
        slope.points += pull[len(boxes.angle) :]
        return cost + self._small_sheet(state, slope)

    def _small_sheet(self, state: LayoutState, slope: LayoutState) -> float:
        width, height = state.sheet[2:] - state.sheet[:2]
        width /= self.puzzle.wish.aspect
        size = (width**4 + height**4) ** 0.25
        weight = self.stage.sheet * self.puzzle.wish.tighter
        by = weight * np.array([width, height]) ** 3 / size**3
        by[0] /= self.puzzle.wish.aspect
        slope.sheet[2:] += by
        slope.sheet[:2] -= by
        return float(weight * size)

    def _wishes(self, rails: Rails, state: LayoutState, slope: LayoutState) -> float:
        """Near to home, in the direction of geography, straight."""
        stage, puzzle = self.stage, self.puzzle
        away = state.points - self.home
        slope.points += 2 * stage.home * away
        cost = stage.home * float((away**2).sum())
        cos = (rails.along * self.course).sum(1)
        cost += stage.compass * float((1 - cos).sum())
        lean = -stage.compass * (self.course - cos[:, None] * rails.along) / rails.chord[:, None]
        np.add.at(slope.points, puzzle.b, lean)
        np.add.at(slope.points, puzzle.a, -lean)
        twist = state.bows[:, 0] - state.bows[:, 1]
        stiff = stage.straight * puzzle.stiffness
        slope.bows += 2 * stiff[:, None] * state.bows
        slope.bows[:, 0] += 2 * TWIST * stiff * twist
        slope.bows[:, 1] -= 2 * TWIST * stiff * twist
        cost += float((stiff[:, None] * state.bows**2).sum() + TWIST * (stiff * twist**2).sum())
        steep = np.maximum(np.abs(state.bows) - GENTLE * puzzle.needed[:, None], 0.0)
        slope.bows += 2 * STEEP * stiff[:, None] * steep * np.sign(state.bows)
        cost += STEEP * float((stiff[:, None] * steep**2).sum())
        return cost

    def _hand_down(self, rails: Rails, boxes: Boxes, slope: LayoutState) -> None:
        """From rectangles to what moves them."""
        n, cities = self.spaces, self.puzzle.cities
        rails.pull(slope, boxes.pull[:n], boxes.turn[:n])
        names = boxes.pull[n : n + cities]
        slope.names += names
        slope.points += names
        if len(slope.stations):
            stations = boxes.pull[n + cities :]
            slope.stations += stations
            slope.points += stations
