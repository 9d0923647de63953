// Marks that tell colours apart without colour: one for each kind of card, one for each player's colour,
// and the small engine. Each is made of polygons and discs around the origin, about eight units wide,
// so that it can be turned and put anywhere as part of one path. Drawings are kept from the formatter, which would
// give every point a line.

import type { Colour } from "#protocol";

export type Point = readonly [number, number];

/** Polygons and discs (x, y, radius); drawn with the even-odd rule, so one inside another is a hole. */
export interface Mark {
  polygons: readonly (readonly Point[])[];
  discs: readonly (readonly [number, number, number])[];
}

const mark = (polygons: Mark["polygons"], discs: Mark["discs"] = []): Mark => ({ polygons, discs });

// prettier-ignore
const bar = (x: number, y: number, width: number, height: number): Point[] => [
  [x, y], [x + width, y], [x + width, y + height], [x, y + height],
];

const turned = (points: readonly Point[], degrees: number): Point[] => {
  const sin = Math.sin((degrees * Math.PI) / 180);
  const cos = Math.cos((degrees * Math.PI) / 180);
  return points.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos] as Point);
};

/** A star with this many rays. */
const rays = (count: number, outer: number, inner: number): Point[] =>
  Array.from({ length: count * 2 }, (_, i) => {
    const angle = (Math.PI * i) / count - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as Point;
  });

// prettier-ignore
const SALTIRE: Point[] = turned(
  [
    [-1, -4.4], [1, -4.4], [1, -1], [4.4, -1], [4.4, 1], [1, 1], [1, 4.4], [-1, 4.4], [-1, 1], [-4.4, 1],
    [-4.4, -1], [-1, -1],
  ],
  45,
);

// prettier-ignore
const chevron = (x: number): Point[] => [
  [x - 2, -4], [x, -4], [x + 2.2, 0], [x, 4], [x - 2, 4], [x + 0.2, 0],
];

/** The marks of the colours of cards. */
// prettier-ignore
const CARD_MARKS: Readonly<Record<string, Mark>> = {
  red: mark([SALTIRE]),
  blue: mark([
    [[-5, 0.4], [-2.6, -2.9], [0, 0], [2.6, -2.9], [5, 0.4], [5, 3], [2.6, -0.2], [0, 2.7], [-2.6, -0.2], [-5, 3]],
  ]),
  green: mark([[[-5, 0], [-2.6, -2.6], [0.4, -3.4], [5, -3], [4.6, 0.6], [2.6, 2.6], [-0.4, 3.4], [-3, 2.8]]]),
  yellow: mark([], [[-3.4, 0, 1.5], [0, 0, 1.5], [3.4, 0, 1.5]]),
  orange: mark([rays(8, 4.6, 2.1)]),
  purple: mark([], [[0, 0, 4], [0, 0, 2]]),
  white: mark([bar(-3.4, -4, 2, 8), bar(1.4, -4, 2, 8)]),
  black: mark([chevron(-2.1), chevron(2.1)]),
  pink: mark([
    [
      [0, 4.2], [-4.2, 0], [-4.4, -2], [-3.4, -3.6], [-1.6, -3.7], [0, -2.2], [1.6, -3.7], [3.4, -3.6], [4.4, -2],
      [4.2, 0],
    ],
  ]),
  brown: mark([[[-3.6, -4], [3.6, -4], [-3.6, 4], [3.6, 4]]]),
};

/** Colours of homemade boards share a plain one; their letter tells them apart. */
const PLAIN_MARK = mark([bar(-3, -0.9, 6, 1.8)]);

export const cardMark = (card: string): Mark => CARD_MARKS[card] ?? PLAIN_MARK;

/** A small engine seen from the side. */
// prettier-ignore
export const ENGINE: Mark = mark(
  [
    [
      [-5.5, 2.4], [-5.5, -1.4], [-4, -1.4], [-4, -4], [-2.2, -4], [-2.2, -1.4], [0.6, -1.4], [0.6, -4.6], [5.5, -4.6],
      [5.5, 2.4],
    ],
  ],
  [[-3.6, 3.3, 1.4], [0, 3.3, 1.4], [3.6, 3.3, 1.4]],
);

export const STAR: Mark = mark([rays(5, 6.4, 2.7)]);

/** The marks of the players' colours: disc, square, triangle, diamond, cross. */
// prettier-ignore
export const SEAT_MARKS: Readonly<Record<Colour, Mark>> = {
  blue: mark([], [[0, 0, 3.5]]),
  red: mark([bar(-3.1, -3.1, 6.2, 6.2)]),
  green: mark([[[0, -3.9], [4, 3.1], [-4, 3.1]]]),
  yellow: mark([[[0, -4.4], [4.4, 0], [0, 4.4], [-4.4, 0]]]),
  black: mark([
    [
      [-1.4, -4], [1.4, -4], [1.4, -1.4], [4, -1.4], [4, 1.4], [1.4, 1.4], [1.4, 4], [-1.4, 4], [-1.4, 1.4], [-4, 1.4],
      [-4, -1.4], [-1.4, -1.4],
    ],
  ]),
};

/** How pieces are painted: wood keeps its colour by day and by night. */
export const PIECE_PAINTS: Readonly<Record<Colour, { body: string; edge: string; roof: string; ink: string }>> = {
  blue: { body: "#2767b5", edge: "#0f2f5a", roof: "#4d8ad4", ink: "#ffffff" },
  red: { body: "#bf2a20", edge: "#5c0f0a", roof: "#dd5a4c", ink: "#ffffff" },
  green: { body: "#2d7d3c", edge: "#0d3a17", roof: "#52a562", ink: "#ffffff" },
  yellow: { body: "#e3ae1d", edge: "#6d4f00", roof: "#f6d163", ink: "#2b2000" },
  black: { body: "#2c2c31", edge: "#000000", roof: "#54545c", ink: "#ffffff" },
};
