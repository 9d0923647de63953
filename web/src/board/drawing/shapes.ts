// Shapes on the map as texts for the `d` of a path. Many things become one path, so that a whole
// board has few elements; turning and moving is done here, not by the browser.

import type { RoutePart, SpacePart } from "#protocol";
import type { Mark, Point } from "./symbols";

const short = (value: number): number => Math.round(value * 10) / 10;

/** A way of putting things drawn around the origin somewhere else. */
export interface Place {
  x: number;
  y: number;
  angle: number;
}

function put(place: Place, [x, y]: Point): string {
  const turn = (place.angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return `${short(place.x + x * cos - y * sin)} ${short(place.y + x * sin + y * cos)}`;
}

export const polygonAt = (place: Place, points: readonly Point[]): string =>
  `M${points.map((point) => put(place, point)).join("L")}Z`;

export function discAt(place: Place, [x, y, radius]: readonly [number, number, number]): string {
  const from = put(place, [x - radius, y]);
  const to = put(place, [x + radius, y]);
  return `M${from}A${radius} ${radius} 0 1 1 ${to}A${radius} ${radius} 0 1 1 ${from}Z`;
}

/** A mark at a place, larger or smaller. */
export function markAt(place: Place, mark: Mark, scale = 1): string {
  const grown = (points: readonly Point[]): Point[] => points.map(([x, y]) => [x * scale, y * scale] as Point);
  return (
    mark.polygons.map((points) => polygonAt(place, grown(points))).join("") +
    mark.discs.map(([x, y, r]) => discAt(place, [x * scale, y * scale, r * scale])).join("")
  );
}

/** A rectangle with round corners, `length` along its own slope. */
export function boxAt(place: Place, length: number, width: number, corner: number): string {
  const [l, w] = [length / 2, width / 2];
  const c = Math.min(corner, l, w);
  const arc = (to: Point): string => `A${short(c)} ${short(c)} 0 0 1 ${put(place, to)}`;
  return (
    `M${put(place, [-l + c, -w])}L${put(place, [l - c, -w])}${arc([l, -w + c])}` +
    `L${put(place, [l, w - c])}${arc([l - c, w])}L${put(place, [-l + c, w])}${arc([-l, w - c])}` +
    `L${put(place, [-l, -w + c])}${arc([-l + c, -w])}Z`
  );
}

/** How much smaller than its place a printed space is: pieces must stand out from what is printed. */
const PRINTED = 2.2;

/** The empty spaces of a route. */
export const spacesPath = (route: RoutePart, width: number): string =>
  route.spaces.map((space) => boxAt(space, space.length - 1, width - PRINTED, route.ferry ? width / 2 : 1.6)).join("");

/** Marks on the spaces from the first one given to the last. */
export const marksPath = (spaces: readonly SpacePart[], mark: Mark, scale = 1): string =>
  spaces.map((space) => markAt(space, mark, scale)).join("");

/** A line through the middle of the spaces, from end to end of the printed route. */
export function spine(route: RoutePart): string {
  const ends = route.spaces.flatMap((space) => {
    const half = Math.max(0, space.length / 2 - 2);
    return [put(space, [-half, 0]), put(space, [half, 0])];
  });
  return inOrder(route.spaces) ? `M${ends.join("L")}` : segments(route.spaces);
}

/** Whether the slopes all point along the route, so that one line can follow them. */
function inOrder(spaces: readonly SpacePart[]): boolean {
  return spaces.every((space, i) => {
    const next = spaces[i + 1] ?? space;
    const turn = (space.angle * Math.PI) / 180;
    return (next.x - space.x) * Math.cos(turn) + (next.y - space.y) * Math.sin(turn) >= 0;
  });
}

/** A line for each space, joined through the middles. */
function segments(spaces: readonly SpacePart[]): string {
  const middles = spaces.map((space) => `${short(space.x)} ${short(space.y)}`);
  const first = spaces[0];
  const last = spaces.at(-1);
  if (!first || !last) return "";
  return `M${beyond(first, spaces[1] ?? first)}L${middles.join("L")}L${beyond(last, spaces.at(-2) ?? last)}`;
}

/** The end of a space that is away from its neighbour. */
function beyond(space: SpacePart, neighbour: SpacePart): string {
  const half = Math.max(0, space.length / 2 - 2);
  const turn = (space.angle * Math.PI) / 180;
  const along = (neighbour.x - space.x) * Math.cos(turn) + (neighbour.y - space.y) * Math.sin(turn);
  return put(space, [along > 0 ? -half : half, 0]);
}

/** A piece on a space, in parts that are painted differently. */
export interface Piece {
  body: string;
  roof: string;
  detail: string;
  mark: string;
}

type Draw = (space: SpacePart, width: number, mark: Mark) => Piece;

const wagon: Draw = (space, width, mark) => {
  const length = space.length - 1.5;
  const door = length / 2 - 5;
  const line = (x: number): string => `M${put(space, [x, -width / 2 + 1])}L${put(space, [x, width / 2 - 1])}`;
  return {
    body: boxAt(space, length, width + 1.6, 2.8),
    roof: boxAt(space, length - 11, width - 3.4, 1.5),
    detail: line(-door) + line(door),
    mark: markAt(space, mark, 0.95),
  };
};

const taxi: Draw = (space, width, mark) => {
  const length = space.length - 3;
  const glass = (x: number, lean: number): string =>
    polygonAt(space, [
      [x, -width / 2 + 2.4],
      [x + lean, -width / 2 + 1],
      [x + lean, width / 2 - 1],
      [x, width / 2 - 2.4],
    ]);
  const [front, back] = [length / 2 - 8.5, -length / 2 + 6];
  return {
    body: boxAt(space, length, width + 1.4, 4.8),
    roof: boxAt(space, length - 19, width - 3, 2),
    detail: glass(front, 3) + glass(back, -2.4),
    mark: markAt(space, mark, 0.9),
  };
};

const bus: Draw = (space, width, mark) => {
  const length = space.length - 2;
  const pane = (x: number, y: number): string => boxAt({ ...space, ...at(space, [x, y]) }, 3.6, 1.7, 0.3);
  const row = [-0.36, -0.2, 0.2, 0.36].map((part) => part * length);
  return {
    body: boxAt(space, length, width + 1.6, 3.2),
    roof: boxAt(space, length - 5, width - 5, 1.5),
    detail: row.map((x) => pane(x, -width / 2 + 1.4) + pane(x, width / 2 - 1.4)).join(""),
    mark: markAt(space, mark, 0.95),
  };
};

function at(place: Place, point: Point): { x: number; y: number } {
  const [x, y] = put(place, point).split(" ");
  return { x: Number(x), y: Number(y) };
}

const PIECES: Readonly<Record<string, Draw>> = { taxi, bus };

/** A train, taxi or bus, as the board calls its pieces. */
export const pieceOn = (space: SpacePart, width: number, mark: Mark, label: string): Piece =>
  (PIECES[label] ?? wagon)(space, width, mark);

/** The pieces of a whole route in one. */
export function piecesOn(route: RoutePart, width: number, mark: Mark, label: string): Piece {
  const all = route.spaces.map((space) => pieceOn(space, width, mark, label));
  const joined = (part: keyof Piece): string => all.map((piece) => piece[part]).join("");
  return { body: joined("body"), roof: joined("roof"), detail: joined("detail"), mark: joined("mark") };
}
