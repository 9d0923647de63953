// Which part of the map an example shows: its routes with the names of their cities, in the shape of a picture.
// Invariant: the view has the shape that is asked for, and shows every space and every name of the example.

import type { CityPart, RoutePart } from "#protocol";
import type { Board } from "#/board/facts";
import { labels, type CityLabel } from "#/board/drawing/labels";

export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Width by height. */
export const SHAPE = 1.6;
/** How wide a picture is, in pixels, where there is room: what names are made readable for. */
export const PIXELS = 300;
/** The least that is shown, and the room around it, in widths of a space. */
const LEAST = 13;
const AROUND = 2;
/** Half of the largest thing on a map, in units: what reaches into a view from outside. */
const EDGE = 20;

/** The cities at the ends of routes, each once. */
export const citiesOf = (board: Board, routes: readonly RoutePart[]): CityPart[] =>
  [...new Set(routes.flatMap(({ a, b }) => [a, b]))].flatMap((id) => board.city.get(id) ?? []);

/** The names of some cities in a view. */
export const namesIn = (board: Board, view: View, cities: CityPart[]): CityLabel[] =>
  labels(
    { ...board, cities },
    PIXELS / view.width,
    cities.map(({ id }) => id),
  );

/** The view of some routes and cities. */
export function viewOf(board: Board, routes: readonly RoutePart[], more: readonly CityPart[] = []): View {
  const cities = [...new Set([...citiesOf(board, routes), ...more])];
  const bare = around(board, [...cities.map((city) => dot(city, board)), ...routes.flatMap(boxes)]);
  // Names are set for the size of a view, so the view that has room for them is found in a second step.
  return around(board, [
    ...cities.map((city) => dot(city, board)),
    ...routes.flatMap(boxes),
    ...namesIn(board, bare, cities),
  ]);
}

const boxes = (route: RoutePart): Box[] =>
  route.spaces.map(({ x, y, length }) => ({
    left: x - length / 2,
    right: x + length / 2,
    top: y - length / 2,
    bottom: y + length / 2,
  }));

function dot({ x, y, station }: CityPart, board: Board): Box {
  const [sx, sy] = board.rules.stations && station ? station : [x, y];
  return { left: Math.min(x, sx), right: Math.max(x, sx), top: Math.min(y, sy), bottom: Math.max(y, sy) };
}

/** A view of the right shape around some boxes, within the board where it fits. */
function around(board: Board, shown: readonly Box[]): View {
  const pad = AROUND * board.space_width;
  const left = Math.min(...shown.map((box) => box.left)) - pad;
  const top = Math.min(...shown.map((box) => box.top)) - pad;
  const width = Math.max(...shown.map((box) => box.right)) + pad - left;
  const height = Math.max(...shown.map((box) => box.bottom)) + pad - top;
  const wide = Math.max(width, height * SHAPE, LEAST * board.space_width);
  const high = wide / SHAPE;
  return {
    x: within(left - (wide - width) / 2, wide, board.width),
    y: within(top - (high - height) / 2, high, board.height),
    width: wide,
    height: high,
  };
}

/** A beginning moved so that a length stays within a whole; in its middle if it does not fit. */
const within = (from: number, length: number, whole: number): number =>
  length >= whole ? (whole - length) / 2 : Math.max(0, Math.min(from, whole - length));

/** Whether a point is in sight, or would be with a little more room around. */
export const isSeen = (view: View, { x, y }: { x: number; y: number }): boolean =>
  x > view.x - EDGE && x < view.x + view.width + EDGE && y > view.y - EDGE && y < view.y + view.height + EDGE;
