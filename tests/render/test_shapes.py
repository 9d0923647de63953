"""The separating axis test against a second opinion: the area that two shapes have in common."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from whistlestop.render.geometry.curve import Curve
from whistlestop.render.geometry.shapes import Point, Shape, box, disc, overlap, rectangle, way_out

numbers = st.floats(-50, 50)
sizes = st.floats(1, 60)
angles = st.floats(0, 2 * math.pi)


@st.composite
def rectangles(draw: st.DrawFn) -> Shape:
    angle = draw(angles)
    along = (math.cos(angle), math.sin(angle))
    return rectangle((draw(numbers), draw(numbers)), along, draw(sizes), draw(sizes))


def common_area(shape: Shape, other: Shape) -> float:
    """The area of the part of `shape` inside `other`, by clipping it at every edge."""
    part = list(shape.corners)
    corners = other.corners
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        part = clipped(part, start, end)
    return abs(doubled_area(part)) / 2


def clipped(part: list[Point], start: Point, end: Point) -> list[Point]:
    """What is left of a polygon on the inner side of an edge."""

    def depth(p: Point) -> float:
        return (end[0] - start[0]) * (p[1] - start[1]) - (end[1] - start[1]) * (p[0] - start[0])

    kept = []
    for p, q in zip(part, part[1:] + part[:1], strict=True):
        if depth(p) >= 0:
            kept.append(p)
        if depth(p) * depth(q) < 0:
            t = depth(p) / (depth(p) - depth(q))
            kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return kept


def doubled_area(part: list[Point]) -> float:
    pairs = zip(part, part[1:] + part[:1], strict=True)
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in pairs)


@given(rectangles(), rectangles())
def test_rectangles_overlap_exactly_if_they_share_area(one: Shape, other: Shape) -> None:
    area, depth = common_area(one, other), overlap(one, other)
    assume(area == 0 or area > 1e-3)
    assert (depth > 1e-6) == (area > 1e-3)


@given(rectangles(), numbers, numbers, sizes)
def test_a_disc_overlaps_exactly_if_its_middle_is_near(
    one: Shape, x: float, y: float, radius: float
) -> None:
    near = distance((x, y), one) - radius
    assume(abs(near) > 1e-6)
    assert (overlap(one, disc((x, y), radius)) > 0) == (near < 0)


def distance(point: Point, shape: Shape) -> float:
    """From a point to a rectangle; zero inside."""
    corners = shape.corners
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
    if len(clipped_all(point, shape)) == len(edges):
        return 0.0
    return min(to_edge(point, start, end) for start, end in edges)


def clipped_all(point: Point, shape: Shape) -> list[bool]:
    corners = shape.corners
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    return [True for start, end in edges if clipped([point], start, end)]


def to_edge(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    t = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    t = min(max(t, 0.0), 1.0)
    return math.dist(point, (start[0] + t * dx, start[1] + t * dy))


@given(rectangles(), rectangles(), st.floats(0, 10))
def test_the_way_out_ends_the_overlap_and_keeps_the_margin(
    one: Shape, other: Shape, margin: float
) -> None:
    out = way_out(one, other, margin)
    if out:
        moved = Shape(tuple((x + out[0], y + out[1]) for x, y in one.corners))
        assert overlap(moved, other) < 1e-6
        left = way_out(moved, other, margin)
        assert left is None or math.hypot(*left) < 1e-6


def test_shapes_that_only_touch_do_not_overlap() -> None:
    assert overlap(box(0, 0, 10, 10), box(10, 0, 10, 10)) == 0
    assert overlap(box(0, 0, 10, 10), disc((15, 5), 5)) == 0


def test_a_cross_of_two_bars_overlaps_though_no_corner_is_inside() -> None:
    assert overlap(box(-20, -2, 40, 4), box(-2, -20, 4, 40)) == pytest.approx(22)


@given(numbers, numbers, st.floats(-40, 40), st.floats(-40, 40))
def test_walking_a_curve_covers_its_length_evenly(x: float, y: float, b: float, c: float) -> None:
    assume(math.hypot(x, y) > 20)
    curve = Curve((0.0, 0.0), (x, y), (b, c))
    length, at = curve.walk(0.0)
    steps = [curve.point(at(length * i / 200)) for i in range(201)]
    walked = [math.dist(p, q) for p, q in pairwise(steps)]
    assert steps[0] == pytest.approx((0, 0))
    assert steps[-1] == pytest.approx((x, y))
    assert length == pytest.approx(curve.length)
    assert sum(walked) == pytest.approx(curve.length, rel=0.02)


@given(numbers, numbers, st.floats(-40, 40), st.floats(-40, 40))
def test_a_curve_is_the_cubic_of_its_control_points(x: float, y: float, b: float, c: float) -> None:
    assume(math.hypot(x, y) > 1)
    curve = Curve((3.0, 4.0), (x, y), (b, c))
    (p, q), (u, v) = curve.controls
    for t in (0.1, 0.5, 0.8):
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        xs = sum(w * at for w, at in zip(weights, (3.0, p, u, x), strict=True))
        ys = sum(w * at for w, at in zip(weights, (4.0, q, v, y), strict=True))
        assert curve.point(t) == pytest.approx((xs, ys), abs=1e-6)


def test_bends_push_things_apart() -> None:
    arc = Curve((0.0, 0.0), (100.0, 0.0), (20.0, 20.0))
    length, at = arc.walk(5.0)
    turn = 2 * math.atan2(80, 100)  # the slopes at both ends
    assert length == pytest.approx(arc.length - 5.0 * turn, rel=0.01)
    middle = math.dist(arc.point(at(length / 2 - 5)), arc.point(at(length / 2 + 5)))
    assert middle > 10.2


def test_curves_cross_or_only_share_an_end() -> None:
    flat = Curve((0.0, 0.0), (100.0, 0.0))
    assert flat.crosses(Curve((50.0, -40.0), (50.0, 40.0)))
    assert flat.crosses(Curve((20.0, -30.0), (80.0, -30.0), (-60.0, -60.0)))
    assert not flat.crosses(Curve((20.0, -30.0), (80.0, -30.0), (60.0, 60.0)))
    assert not flat.crosses(Curve((0.0, 0.0), (50.0, 40.0)))
    assert not flat.crosses(Curve((0.0, 0.0), (100.0, 0.0), (20.0, 20.0)))
