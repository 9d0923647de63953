"""The tool that draws outlines: it keeps cities in place, never folds the map, loses no shape."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tests.render.ground import inside, points_of
from tools.outlines.__main__ import DRAWINGS
from tools.outlines.drawn import path_of
from tools.outlines.plane import Box, area, clip_line, clip_ring, ribbon, simpler, smooth
from tools.outlines.topology import Topology
from tools.outlines.warp import Warp
from whistlestop.boards.load import load_board
from whistlestop.render.outline import outline_text

BOARDS = ("usa", "europe", "new-york", "london")
BOX = Box(0.0, 0.0, 10.0, 10.0)
STAR = [(5 + r * math.cos(a), 5 + r * math.sin(a)) for a, r in zip(
    (i * math.pi / 20 for i in range(40)), [9.0, 4.0] * 20, strict=True)]  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_the_warp_takes_every_city_to_its_place(name: str) -> None:
    board = load_board(name)
    warp = Warp(board)
    for city in board.cities:
        assert math.dist(warp.exact((city.lat, city.lon)), (city.x, city.y)) < 1e-6


@pytest.mark.parametrize("name", BOARDS)
def test_the_warp_folds_the_map_nowhere(name: str) -> None:
    board = load_board(name)
    warp = Warp(board)
    sheet = Box(0.0, 0.0, board.width, board.height)
    for x in range(-200, int(board.width) + 200, 16):
        for y in range(-200, int(board.height) + 200, 16):
            if sheet.holds(warp.pulled((x, y))):
                assert 0.0 < warp.stretch((x, y)) < 8, (x, y)


@pytest.mark.parametrize("name", ["new-york", "london"])
def test_our_own_drawings_are_what_the_tool_draws(name: str) -> None:
    board = load_board(name)
    assert json.loads(outline_text(board) or "") == DRAWINGS[name](board).data()


def test_a_ring_is_cut_at_the_box() -> None:
    square = [(-5.0, 2.0), (5.0, 2.0), (5.0, 20.0), (-5.0, 20.0)]
    assert area(clip_ring(square, BOX)) == pytest.approx(5 * 8)
    assert clip_ring([(x + 50, y) for x, y in square], BOX) == []
    cut = clip_ring(STAR, BOX)
    for x in range(10):
        for y in range(10):
            point = (x + 0.37, y + 0.41)
            assert inside(point, [cut]) == inside(point, [STAR])


def test_a_line_is_cut_into_the_parts_inside_the_box() -> None:
    line = [(-2.0, 5.0), (4.0, 5.0), (4.0, 14.0), (6.0, 14.0), (6.0, 5.0)]
    parts = clip_line(line, BOX)
    assert parts == [[(0.0, 5.0), (4.0, 5.0), (4.0, 10.0)], [(6.0, 10.0), (6.0, 5.0)]]
    assert clip_line([(-5.0, -1.0), (20.0, -1.0)], BOX) == []


def test_simplifying_leaves_out_small_triangles_only() -> None:
    ring = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert simpler(ring, lambda _: 1.0, closed=True) == [p for p in ring if p != (5.0, 0.1)]
    assert simpler(ring, lambda _: 0.1, closed=True) == ring
    assert simpler(ring, lambda p: 99.0 if p[0] == 5 else 0.1, closed=True) == [ring[0], *ring[2:]]
    line = [(float(x), 0.01 * (x % 2)) for x in range(20)]
    assert simpler(line, lambda _: 1.0, closed=False) == [line[0], line[-1]]


def test_a_curve_goes_through_its_points() -> None:
    line = [(0.0, 0.0), (4.0, 2.0), (8.0, -1.0), (12.0, 0.0)]
    curve = smooth(line, closed=False, steps=5)
    assert all(math.dist(p, q) < 1e-9 for p, q in zip(curve[::5], line, strict=True))
    assert len(smooth(line, closed=True, steps=5)) == 20


def test_a_ribbon_is_as_wide_as_asked() -> None:
    ring = ribbon([(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)], [1.0, 2.0, 1.0])
    assert area(ring) == pytest.approx(60.0)


def test_a_path_reads_back_as_the_points_it_was_written_from() -> None:
    shapes = [
        [(0.04, -3.0), (5.0, -3.0), (5.0, 4.25), (-0.5, 0.3)],
        [(5.0, 5.0), (5.0, 5.0), (6.1, 7)],
    ]
    read = points_of(path_of(shapes, closed=True))
    assert len(read) == 2
    for shape, ring in zip(shapes, read, strict=True):
        for point in ring:
            assert min(math.dist(point, p) for p in shape) < 0.08
    steps = [[(i / 7, math.sin(i)) for i in range(500)]]
    end = points_of(path_of(steps, closed=False))[0][-1]
    assert math.dist(end, steps[0][-1]) < 0.08, "rounding must not add up"


def test_a_topology_gives_rings_lines_and_the_edges_two_areas_share(tmp_path: Path) -> None:
    arcs = [
        [[0, 0], [0, 10]],
        [[0, 10], [-10, 0], [0, -10], [10, 0]],
        [[0, 0], [10, 0], [0, 10], [-10, 0]],
    ]
    areas = [{"type": "Polygon", "arcs": [[0, 1]]}, {"type": "MultiPolygon", "arcs": [[[2, -1]]]}]
    data = {
        "transform": {"scale": [0.5, 0.5], "translate": [100, 40]},
        "arcs": arcs,
        "objects": {
            "areas": {"geometries": areas},
            "lines": {"geometries": [{"type": "LineString", "arcs": [-1]}]},
        },
    }
    path = tmp_path / "map.json"
    path.write_text(json.dumps(data), "utf-8")
    found = Topology(path)
    assert [area(ring) for ring in found.rings("areas")] == [25.0, 25.0]
    assert list(found.lines("lines")) == [[(45.0, 100.0), (40.0, 100.0)]]
    assert found.shared_edges("areas") == [[(40.0, 100.0), (45.0, 100.0)]]
