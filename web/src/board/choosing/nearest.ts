// What is meant by a point on the board, or by an arrow key: the nearest route or city. A finger is
// wide and lanes are narrow, so nearness decides, not the exact shape under the finger.

import type { Board } from "#/board/facts";

export interface Spot {
  kind: "route" | "city";
  id: string;
  x: number;
  y: number;
}

interface XY {
  x: number;
  y: number;
}

/** How far a point is from a straight piece of track. */
function apart(at: XY, space: { x: number; y: number; angle: number; length: number }, width: number): number {
  const turn = (space.angle * Math.PI) / 180;
  const [dx, dy] = [at.x - space.x, at.y - space.y];
  const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn)) - space.length / 2;
  const across = Math.abs(-dx * Math.sin(turn) + dy * Math.cos(turn)) - width / 2;
  return Math.hypot(Math.max(0, along), Math.max(0, across));
}

/**
 * The route or city meant by a point, or null if none is within `reach`. Between almost equally near
 * ones a `preferred` one wins.
 */
export function meant(
  board: Board,
  at: XY,
  reach: number,
  preferred: { routes?: ReadonlySet<string>; cities?: ReadonlySet<string> } = {},
): Spot | null {
  let best: Spot | null = null;
  let least = reach;
  for (const city of board.cities) {
    const far = Math.hypot(at.x - city.x, at.y - city.y) - 9 - (preferred.cities?.has(city.id) ? 6 : 0);
    if (far < least) [least, best] = [Math.max(far, -1), { kind: "city", id: city.id, x: city.x, y: city.y }];
  }
  for (const route of board.routes) {
    const bonus = preferred.routes?.has(route.id) ? reach * 0.25 : 0;
    const far = Math.min(...route.spaces.map((space) => apart(at, space, board.space_width))) - bonus;
    if (far < least) [least, best] = [far, { kind: "route", id: route.id, ...middle(route.spaces) }];
  }
  return best;
}

/** The middle space of a route, or between the two middle ones. */
export function middle(spaces: readonly XY[]): XY {
  const low = spaces[Math.floor((spaces.length - 1) / 2)];
  const high = spaces[Math.ceil((spaces.length - 1) / 2)];
  return low && high ? { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 } : { x: 0, y: 0 };
}

/** All that can be chosen on the board. */
export const spotsOf = (board: Board): Spot[] => [
  ...board.routes.map((route): Spot => ({ kind: "route", id: route.id, ...middle(route.spaces) })),
  ...board.cities.map((city): Spot => ({ kind: "city", id: city.id, x: city.x, y: city.y })),
];

const ARROWS: Readonly<Record<string, XY>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The next spot in the direction of an arrow key; null at the edge or for another key. */
export function towards(spots: readonly Spot[], from: Spot, key: string): Spot | null {
  const way = ARROWS[key];
  if (!way) return null;
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - from.x) * way.x + (spot.y - from.y) * way.y;
    const across = Math.abs((spot.x - from.x) * way.y) + Math.abs((spot.y - from.y) * way.x);
    if (along < 3 || across > along * 1.6) continue;
    const cost = along + 1.5 * across;
    if (cost < least) [least, best] = [cost, spot];
  }
  return best;
}
