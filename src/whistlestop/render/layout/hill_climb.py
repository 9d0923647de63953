"""From a clean layout to a good one: try many small changes and keep those that make it better.

Better means nearer to geography, straighter, no longer than its spaces need, and things not
crowding each other. A change that would bring things nearer than `ENOUGH`, or make routes cross,
is never kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from whistlestop.render.geometry.drawing import CITY, PLACES
from whistlestop.render.geometry.shapes import Point, Shape, around, disc, far_apart, way_out
from whistlestop.render.layout.positions import ENOUGH, KEEP, BoardLayout

STEPS = (16.0, 16.0, 8.0, 8.0, 4.0, 4.0, 2.0, 1.0)
"""How far, in pixels, things are moved in one sweep after the other."""
FORBIDDEN = 1e6

Change = Callable[[], None]


class HillClimb:
    """Hill climbing on a layout. Shapes and curves are kept beside it, by link and by city."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout
        cities, links = range(len(layout.points)), range(len(layout.links))
        self.links_at = [
            [i for i in links if city in (layout.links[i].a, layout.links[i].b)] for city in cities
        ]
        self.curves = [layout.curve(i) for i in links]
        self.of_link = [self._spaces(i) for i in links]
        self.of_city = [self._marks(i) for i in cities]

    def _spaces(self, link: int) -> list[Shape]:
        return [space.shape for space in self.layout.spaces(link)]

    def _marks(self, city: int) -> list[Shape]:
        return [disc(self.layout.points[city], CITY), self.layout.label(city).shape]

    def sweep(self, step: float) -> int:
        """Try every kind of change once everywhere; how many were kept."""
        kept = 0
        for city in range(len(self.layout.points)):
            kept += self.best_of([city], self.links_at[city], self._moves(city, step))
        for link, ends in enumerate(self.layout.links):
            kept += self.best_of([], [link], self._bends(link, step))
            both = sorted({*self.links_at[ends.a], *self.links_at[ends.b]})
            kept += self.best_of([ends.a, ends.b], both, self._shifts(ends.a, ends.b, step))
        return kept

    def best_of(
        self, cities: Sequence[int], links: Sequence[int], changes: Iterator[Change]
    ) -> int:
        """Carry out each change that lowers the cost of these cities and links."""
        cost, kept = self.wishes(cities, links) + self.crowding(cities, links), 0
        for change in changes:
            undo = self._remember(cities, links)
            change()
            wishes = self.wishes(cities, links)
            if wishes < cost - 1e-6:
                self._reshape(cities, links)
                now = wishes + self.crowding(cities, links)
                if now < cost - 1e-6 and not self._crosses(links):
                    cost, kept = now, kept + 1
                    continue
            undo()
        return kept

    def wishes(self, cities: Sequence[int], links: Sequence[int]) -> float:
        """How far from ideal positions, lengths and bows are, overlaps left aside."""
        layout = self.layout
        away = sum(math.dist(layout.points[i], layout.home[i]) ** 2 for i in cities) / 100
        return away + sum(self._shape_cost(i) for i in links)

    def _shape_cost(self, i: int) -> float:
        need, curve = self.layout.links[i].need, self.layout.curve(i)
        if curve.length < need + 1:
            return FORBIDDEN * (need + 1 - curve.length)
        over = max(curve.length - 1.15 * need - 10, 0.0)
        ratio = self.layout.bows[i] / curve.chord
        steep = max(abs(ratio) - 0.2, 0.0)
        return over * over / 50 * min(1, 100 / need) + 900 * ratio * ratio + 5000 * steep * steep

    def crowding(self, cities: Sequence[int], links: Sequence[int]) -> float:
        """What these things cost by being near others and each other."""
        mine = [self.of_city[i] for i in cities] + [self.of_link[i] for i in links]
        reach = around((shape.bounds for group in mine for shape in group), KEEP)
        groups = [g for i, g in enumerate(self.of_city) if i not in cities]
        groups += [g for i, g in enumerate(self.of_link) if i not in links]
        others = [s for group in groups for s in group if not far_apart(s.bounds, reach)]
        cost = 0.0
        for group in mine:
            cost += sum(nearness(shape, other) for shape in group for other in others)
            others += group
        return cost

    def _crosses(self, links: Sequence[int]) -> bool:
        return any(
            self.curves[i].crosses(other)
            for i in links
            for j, other in enumerate(self.curves)
            if i != j
        )

    def _remember(self, cities: Sequence[int], links: Sequence[int]) -> Change:
        """A change that puts everything about these cities and links back as it is now."""
        layout = self.layout
        marks = [(i, layout.points[i], layout.places[i], self.of_city[i]) for i in cities]
        spaces = [(i, layout.bows[i], self.curves[i], self.of_link[i]) for i in links]

        def undo() -> None:
            for i, point, place, mark in marks:
                layout.points[i], layout.places[i], self.of_city[i] = point, place, mark
            for i, bow, curve, shapes in spaces:
                layout.bows[i], self.curves[i], self.of_link[i] = bow, curve, shapes

        return undo

    def _reshape(self, cities: Sequence[int], links: Sequence[int]) -> None:
        for i in cities:
            self.of_city[i] = self._marks(i)
        for i in links:
            self.curves[i] = self.layout.curve(i)
            self.of_link[i] = self._spaces(i)

    def _moves(self, city: int, step: float) -> Iterator[Change]:
        """A city in eight directions and towards home, and its label to other places."""
        for dx, dy in compass(step, 8):
            yield partial(self._move, [city], dx, dy)
        for part in (0.15, 0.5):
            yield partial(self._go_home, city, part)
        for place in PLACES:
            yield partial(self.layout.places.__setitem__, city, place)

    def _bends(self, link: int, step: float) -> Iterator[Change]:
        """Another bow for a route: a little more or less, straighter, to the other side."""
        bow = self.layout.bows[link]
        for new in (bow + step, bow - step, 0.0, 0.7 * bow, -bow):
            yield partial(self.layout.bows.__setitem__, link, new)

    def _shifts(self, a: int, b: int, step: float) -> Iterator[Change]:
        """Two joined cities together."""
        for dx, dy in compass(step, 4):
            yield partial(self._move, [a, b], dx, dy)

    def _move(self, cities: Sequence[int], dx: float, dy: float) -> None:
        for city in cities:
            x, y = self.layout.points[city]
            self.layout.points[city] = (x + dx, y + dy)

    def _go_home(self, city: int, part: float) -> None:
        (x, y), (hx, hy) = self.layout.points[city], self.layout.home[city]
        self._move([city], part * (hx - x), part * (hy - y))


def compass(step: float, directions: int) -> Iterator[Point]:
    """Moves all round; each step length starts at another angle."""
    for k in range(directions):
        angle = 2 * math.pi * k / directions + step
        yield step * math.cos(angle), step * math.sin(angle)


def nearness(shape: Shape, other: Shape) -> float:
    """What it costs that two shapes keep less than the distance they should."""
    out = way_out(shape, other, KEEP)
    if not out:
        return 0.0
    depth = math.hypot(*out)
    return 0.3 * depth * depth + FORBIDDEN * max(depth - (KEEP - ENOUGH), 0.0)


def improve(layout: BoardLayout) -> None:
    """Sweep over the whole layout with smaller and smaller steps."""
    work = HillClimb(layout)
    for step in STEPS:
        work.sweep(step)
