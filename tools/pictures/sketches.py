"""Makes the small silhouettes of the boards that the start page shows.

    python -m tools.pictures.sketches

It takes the land of each board's outline, leaves out whatever is too small to be seen, and writes
`web/src/start/boards/sketches.ts`. A line through a few cities shows what the game is about.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from whistlestop.boards.load import load_board
from whistlestop.model.board import Board
from whistlestop.render.outline import outline_of

FILE = Path(__file__).parents[2] / "web" / "src" / "start" / "boards" / "sketches.ts"
WIDTH, HEIGHT, RIM = 136.0, 104.0, 4.0
TOLERANCE = 0.8  # of a simplified line, in units of the sketch
SMALLEST = 12.0  # an area below this is no more than a dot

TRACKS = {
    "usa": ("seattle", "helena", "denver", "kansas_city", "chicago", "pittsburgh", "new_york"),
    "europe": ("madrid", "paris", "frankfurt", "berlin", "warszawa", "kyiv"),
    "new-york": ("lincoln_center", "times_square", "chelsea", "soho", "chinatown", "brooklyn"),
    "london": (
        "hyde_park",
        "buckingham_palace",
        "big_ben",
        "waterloo",
        "globe_theatre",
        "tower_of_london",
    ),
}

Point = tuple[float, float]

HEAD = """// The land of each board as a small path on a field of 136 by 104, and a line across it.
// Made by `python -m tools.pictures.sketches`.

export const SKETCHES: Record<string, { land: string; track: string }> = {
"""


def polygons(path: str) -> list[list[Point]]:
    """The polygons of a path that has M, m, l, h, v and z only."""
    found: list[list[Point]] = []
    x = y = 0.0
    for letter, rest in re.findall(r"([Mmlhvz])([^Mmlhvz]*)", path):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        if letter == "z":
            x, y = found[-1][0]
        elif letter in "hv":
            for n in numbers:
                x, y = (x + n, y) if letter == "h" else (x, y + n)
                found[-1].append((x, y))
        else:
            x, y = _moves(found, letter, numbers, (x, y))
    return found


def _moves(found: list[list[Point]], letter: str, numbers: list[float], at: Point) -> Point:
    x, y = at
    for place, (dx, dy) in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
        x, y = (dx, dy) if letter == "M" and place == 0 else (x + dx, y + dy)
        if letter in "Mm" and place == 0:
            found.append([])
        found[-1].append((x, y))
    return x, y


def clipped(polygon: list[Point]) -> list[Point]:
    """What is left of a polygon within the field and its rim."""
    for axis, bound, side in (
        (0, -RIM, 1),
        (0, WIDTH + RIM, -1),
        (1, -RIM, 1),
        (1, HEIGHT + RIM, -1),
    ):
        polygon = _half(polygon, axis, bound, side)
    return polygon


def _half(polygon: list[Point], axis: int, bound: float, side: int) -> list[Point]:
    kept: list[Point] = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        inside_a, inside_b = side * (a[axis] - bound) >= 0, side * (b[axis] - bound) >= 0
        if inside_a:
            kept.append(a)
        if inside_a != inside_b:
            t = (bound - a[axis]) / (b[axis] - a[axis])
            kept.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return kept


def simplified(line: list[Point]) -> list[Point]:
    """A line with fewer points that is nowhere farther from it than the tolerance."""
    if len(line) < 3:
        return line
    first, last = line[0], line[-1]
    distances = [_distance(point, first, last) for point in line[1:-1]]
    farthest = max(distances)
    if farthest <= TOLERANCE:
        return [first, last]
    cut = distances.index(farthest) + 1
    return simplified(line[: cut + 1])[:-1] + simplified(line[cut:])


def _distance(point: Point, a: Point, b: Point) -> float:
    (px, py), (ax, ay), (bx, by) = point, a, b
    length = math.hypot(bx - ax, by - ay)
    if length == 0:
        return math.hypot(px - ax, py - ay)
    return abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length


def area(polygon: list[Point]) -> float:
    """The area inside a polygon."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def text(line: list[Point], close: str) -> str:
    """A line as the data of an SVG path, in whole pixels."""
    (x, y), *rest = [(round(px), round(py)) for px, py in line]
    steps = []
    at = (x, y)
    for point in rest:
        steps.append(f"{point[0] - at[0]} {point[1] - at[1]}")
        at = point
    return re.sub(r" (?=-)", "", f"M{x} {y}l{' '.join(steps)}{close}")


def sketch(board: Board) -> str:
    """One board's line of the file: its land and a track across it."""
    scale = max(WIDTH / board.width, HEIGHT / board.height)
    left, top = (WIDTH - board.width * scale) / 2, (HEIGHT - board.height * scale) / 2

    def place(point: Point) -> Point:
        return point[0] * scale + left, point[1] * scale + top

    outline = outline_of(board)
    assert outline is not None, board.id
    land = next(layer.d for layer in outline.layers if layer.kind == "land")
    pieces = [clipped([place(point) for point in polygon]) for polygon in polygons(land)]
    drawn = [text(simplified(p), "z") for p in pieces if len(p) > 2 and area(p) > SMALLEST]
    cities = {city.id: city for city in board.cities}
    track = text([place((cities[id].x, cities[id].y)) for id in TRACKS[board.id]], "")
    return f'  "{board.id}": {{ land: "{"".join(drawn)}", track: "{track}" }},\n'


def main() -> None:
    """Write the sketches of all boards into the page's source."""
    lines = [sketch(load_board(name)) for name in TRACKS]
    FILE.write_text(HEAD + "".join(lines) + "};\n", encoding="utf-8")
    print(f"{FILE.name}: {sum(map(len, lines))} characters")


if __name__ == "__main__":
    main()
